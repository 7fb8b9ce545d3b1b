"""Names and characters of the bots that join people at a table.

The terminal and the server both use it, so people meet the same characters under the same names.
"""

from collections.abc import Callable, Iterable
from itertools import cycle

from coup.bots.shark import GRADES, TEMPERS

NAMES = ("ada", "boris", "cleo", "dario", "elsa", "finn", "gina", "hugo", "ines", "jan")
"""The names of bots. A name always goes with the same temper: `bold-ada`, `shy-boris`."""
CAST = tuple(zip(cycle(TEMPERS), NAMES, strict=False))


def company(kinds: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Names and kinds of several bots that sit down together, with different characters.

    >>> company(["medium", "medium", "counter"], taken=["Boris"])
    {'bold-ada': 'medium:bold', 'sly-cleo': 'medium:sly', 'dario': 'counter'}
    """
    names = {name.lower() for name in taken}
    found: dict[str, str] = {}
    for each in kinds:
        name, kind = newcomer(each, lambda name: name not in names)
        found[name] = kind
        names.add(name)
    return found


def newcomer(kind: str, is_free: Callable[[str], bool]) -> tuple[str, str]:
    """The name and kind of one more bot. A level without a character gets one that nobody at the
    table has.

    >>> newcomer("hard:grim", lambda name: name != "grim-elsa")
    ('grim-ada', 'hard:grim')

    is_free: whether a name is not taken at the table.
    """
    level, _, chosen = kind.partition(":")
    if level not in GRADES:
        return next(name for _, name in CAST if nobody(name, is_free)), kind
    wanted = sorted(CAST, key=lambda each: each[0] != chosen)
    temper, name = next(each for each in wanted if nobody(each[1], is_free))
    return f"{chosen or temper}-{name}", f"{level}:{chosen or temper}"


def nobody(name: str, is_free: Callable[[str], bool]) -> bool:
    """Whether a name is free, whatever temper precedes it."""
    return all(map(is_free, (name, *(f"{temper}-{name}" for temper in TEMPERS))))
