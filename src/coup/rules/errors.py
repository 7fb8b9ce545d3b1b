"""What a user did wrong."""


class CoupError(ValueError):
    """What a user did wrong; the message says what, where, and what would be right.

    The command `coup` prints the message and ends with exit code 2. Every other exception is a
    fault of coup itself.
    """
