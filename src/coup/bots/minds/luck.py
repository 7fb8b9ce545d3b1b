"""Several random numbers out of one state of the generator, for bots that need more than one to
decide. Like the kernel, this runs on every target; the numbers are the same on each.
"""

from coup.rules.playout import LOW, below, mix
from coup.rules.target import jit

STRIDE = 0x9E3779B9  # odd and without a pattern, so that the numbers have nothing in common
UNIT = 1 / 4294967296


@jit
def throw(x: int, number: int) -> int:
    """The random number of this number, of 32 bits."""
    return mix((x & LOW) + number * STRIDE & LOW)


@jit
def luck(x: int, number: int) -> float:
    """The same as a number from 0 to 1, 1 excluded."""
    return throw(x, number) * UNIT


@jit
def luck_below(x: int, number: int, n: int) -> int:
    """The same as a number from 0 to n - 1."""
    return below(throw(x, number), n)
