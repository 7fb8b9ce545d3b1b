"""Who sits down when people ask for bots: what they are called, and which character each has.

The terminal and the server ask here, so people meet the same characters under the same names.
"""

from collections.abc import Callable, Iterable
from itertools import cycle

from coup.bots.shark import GRADES, TEMPERS

NAMES = ("ada", "boris", "cleo", "dario", "elsa", "finn", "gina", "hugo", "ines", "jan")
"""What bots are called. A name always goes with the same temper: `bold-ada`, `shy-boris`."""
CAST = tuple(zip(cycle(TEMPERS), NAMES, strict=False))


def company(kinds: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Names and kinds of some bots that sit down together, no two of a level alike.

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
    """Name and kind of one more bot. One of a level gets a character that nobody else has, unless
    somebody has chosen it.

    >>> newcomer("hard:grim", lambda name: name != "grim-elsa")
    ('grim-ada', 'hard:grim')

    is_free: whether nobody at the table is called so.
    """
    level, _, chosen = kind.partition(":")
    if level not in GRADES:
        return next(name for _, name in CAST if nobody(name, is_free)), kind
    wanted = sorted(CAST, key=lambda each: each[0] != chosen)
    temper, name = next(each for each in wanted if nobody(each[1], is_free))
    return f"{chosen or temper}-{name}", f"{level}:{chosen or temper}"


def nobody(name: str, is_free: Callable[[str], bool]) -> bool:
    """Whether a name is free, with any temper before it."""
    return all(map(is_free, (name, *(f"{temper}-{name}" for temper in TEMPERS))))
