"""Numbers read digit by digit in base 16: sets of seats and multisets of roles (see `state`).

Like the kernel, this runs on every target.
"""

from coup.rules.target import jit

DIGIT = 15
"""The largest digit, and the mask of one."""
EVERY_OTHER = 0x0F0F0F0F0F  # a mask of every other one of ten digits
BYTE = 255  # a number modulo this is the sum of its digits in base 256, as long as that is smaller
TWO_OF_EIGHT = 0x303030303  # a mask of the lowest 2 of every 8 bits, for ten places in pairs
FOUR_OF_SIXTEEN = 0xF000F000F  # of the lowest 4 of every 16
TEN = 0x3FF  # of the lowest 10


def digits(*values: int) -> int:
    """The number with these digits, the first one lowest.

    >>> hex(digits(1, 2, 3))
    '0x321'
    """
    return sum(value << 4 * place for place, value in enumerate(values))


@jit
def one(place: int) -> int:
    """A 1 at a place: a set of one seat or role, or one card."""
    return 1 << 4 * place


@jit
def digit(number: int, place: int) -> int:
    """The digit at a place: how many cards of a role."""
    return number >> 4 * place & DIGIT


@jit
def has(number: int, place: int) -> int:
    """1 if a seat or a role is in a set, else 0."""
    return number >> 4 * place & 1


@jit
def total(number: int) -> int:
    """The sum of the digits: the number of cards or seats."""
    pairs = (number & EVERY_OTHER) + (number >> 4 & EVERY_OTHER)
    return pairs % BYTE


@jit
def among(cards: int, roles: int) -> int:
    """The cards whose role is in a set."""
    return cards & DIGIT * roles


@jit
def packed(members: int) -> int:
    """A set as plain bits: bit `i` for place `i`."""
    members = (members | members >> 3) & TWO_OF_EIGHT
    members = (members | members >> 6) & FOUR_OF_SIXTEEN
    return (members | members >> 12 | members >> 24) & TEN
