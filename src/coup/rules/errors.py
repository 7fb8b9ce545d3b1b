"""Errors of users, and the advice what to install."""

import difflib
from collections.abc import Iterable


class CoupError(ValueError):
    """A user's error; the message says what is wrong, where, and what would be right.

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
    """The command that installs extras of this package, typed in its folder.

    >>> install("research", "plots")
    "pip install '.[research,plots]'"
    """
    return f"pip install '.[{','.join(extras)}]'"
