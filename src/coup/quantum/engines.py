"""Engines of the flat solver: compiled code where numba is installed, plain Python elsewhere."""

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from coup.quantum import flat, trio
from coup.quantum.flat import Space, Table

CODES = {8: "b", 16: "h", 32: "i"}


class Engine(NamedTuple):
    """The solver's functions, and the arrays that they take. Both engines give the same results.

    zeros: makes an array of zeros, of 8, 16 or 32 bits each.
    table: makes an array of given numbers.
    solve_blocks: solves blocks of positions for three, none of which depends on another.
    """

    name: str
    zeros: Callable[[int, int], Space]
    table: Callable[[Sequence[int]], Table]
    link: Callable[..., int]
    link_back: Callable[..., None]
    decide: Callable[..., int]
    reach: Callable[..., None]
    fill_duels: Callable[..., None]
    solve_blocks: Callable[..., None]


def zeros(size: int, bits: int) -> Space:
    return array(CODES[bits], bytes(size * bits // 8))


def solve_blocks(
    blocks: Sequence[int],
    becomes: Table,
    loses: Table,
    forced: int,
    duels: Table,
    known: Space,
    won: Space,
) -> None:
    for block in blocks:
        trio.solve_block(block, [0] * 3, [0] * 3, becomes, loses, forced, duels, known, won)


PLAIN = Engine(
    "plain Python",
    zeros,
    list,
    flat.link,
    flat.link_back,
    flat.decide,
    flat.reach,
    trio.fill_duels,
    solve_blocks,
)


def best_engine() -> Engine:
    """The compiled engine, or the plain one where numba is missing."""
    try:
        from coup.quantum.compiled_solver import COMPILED
    except ModuleNotFoundError as missing:
        if missing.name not in ("numba", "numpy"):
            raise
        return PLAIN
    return COMPILED
