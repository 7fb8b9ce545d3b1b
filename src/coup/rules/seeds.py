"""Seeds, which make a game repeatable."""

import os

from coup.rules.errors import CoupError


def new_seed() -> int:
    """A seed that nobody can guess."""
    return int.from_bytes(os.urandom(8), "little")


def check_seed(seed: int) -> None:
    """Refuse what is not a seed."""
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise CoupError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r:.60}")
