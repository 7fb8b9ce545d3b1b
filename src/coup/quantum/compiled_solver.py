"""The flat solver compiled for the CPU by numba (the extra `fast`).

The first compilation takes some seconds; the result is cached on disk, in a folder named after a
digest of its sources.
"""

import os
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np

from coup.quantum.engines import Engine
from coup.rules.loader import Target, cache_folder, cached_in, sources

FLAT, TRIO = "coup.quantum.flat", "coup.quantum.trio"
FOLDER = cache_folder(*sources(FLAT, TRIO))

with cached_in(FOLDER):
    _target = Target(jit=numba.njit(cache=FOLDER is not None, nogil=True, error_model="numpy"))
    flat, trio = _target.load(FLAT), _target.load(TRIO)


def zeros(size: int, bits: int) -> Any:
    return np.zeros(size, f"int{bits}")


def table(numbers: Sequence[int]) -> Any:
    return np.array(numbers, np.int32)


def solve_blocks(
    blocks: Sequence[int],
    becomes: Any,
    loses: Any,
    forced: int,
    duels: Any,
    known: Any,
    won: Any,
) -> None:
    """Solve blocks on all cores: compiled code releases the GIL."""

    def solve(block: int) -> None:
        hands, coins = np.zeros(3, np.int64), np.zeros(3, np.int64)
        trio.solve_block(block, hands, coins, becomes, loses, forced, duels, known, won)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        deque(pool.map(solve, blocks), maxlen=0)


COMPILED = Engine(
    "numba",
    zeros,
    table,
    flat.link,
    flat.link_back,
    flat.decide,
    flat.reach,
    trio.fill_duels,
    solve_blocks,
)
