"""What a user did wrong, or has not installed."""

import difflib
from collections.abc import Iterable


class CoupError(ValueError):
    """What a user did wrong; the message says what, where, and what would be right.

    The command `coup` prints the message and ends with exit code 2. Every other exception is a
    fault of coup itself.
    """


def hint(typed: object, known: Iterable[str], otherwise: str = "") -> str:
    """What would be right instead of a name that nobody knows: the one that was probably meant, or
    else what there is.

    >>> hint("shrk", ["counter", "shark"]), hint("nobody", ["counter", "shark"])
    ('did you mean shark?', 'choose from counter, shark')
    """
    names = list(known)
    near = difflib.get_close_matches(str(typed)[:60].lower(), names, n=1)
    return f"did you mean {near[0]}?" if near else otherwise or f"choose from {', '.join(names)}"


def install(*extras: str) -> str:
    """What to type to get extras of this package, in the folder that it comes in.

    >>> install("research", "plots")
    "pip install '.[research,plots]'"
    """
    return f"pip install '.[{','.join(extras)}]'"
