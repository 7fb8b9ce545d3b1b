"""What a user did wrong, or has not installed."""


class CoupError(ValueError):
    """What a user did wrong; the message says what, where, and what would be right.

    The command `coup` prints the message and ends with exit code 2. Every other exception is a
    fault of coup itself.
    """


def install(*extras: str) -> str:
    """What to type to get extras of this package, in the folder that it comes in.

    >>> install("research", "plots")
    "pip install '.[research,plots]'"
    """
    return f"pip install '.[{','.join(extras)}]'"
