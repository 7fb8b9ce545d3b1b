"""What the kernel needs from the machine it runs on.

The portable modules take these names from here. Imported normally they are plain Python;
`loader.load` runs the same source again with the names of another target (numba's compiler for the
CPU or for a GPU), so the rules are written once.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def jit(function: F) -> F:
    """Mark a portable function; on this target it stays as it is."""
    return function


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def copy_numbers(out: Any, place: int, source: Any, first: int, count: int) -> None:
    """Copy `count` small numbers from one list into another, from these places on."""
    for step in range(count):
        out[place + step] = source[first + step]
