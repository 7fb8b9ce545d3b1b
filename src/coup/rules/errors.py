"""Errors of users, and the advice what to install."""


class CoupError(ValueError):
    """A user's error; the message says what is wrong, where, and what would be right.

    The command `coup` prints the message and ends with exit code 2. Every other exception is a
    fault of coup itself.
    """


def install(*extras: str) -> str:
    """The command that installs extras of this package, typed in its folder.

    >>> install("research", "plots")
    "pip install '.[research,plots]'"
    """
    return f"pip install '.[{','.join(extras)}]'"
