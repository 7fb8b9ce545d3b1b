"""The portable code of this room compiled for the CPU by numba (the extra `research`).

The first compilation takes some seconds; the result is cached on disk, in a folder named after a
digest of its sources.
"""

from pathlib import Path
from typing import Any

import numba

from coup.rules import cpu
from coup.rules.loader import Target, cache_folder, cached_in, sources

TREE, CFR = "coup.research.tree", "coup.research.cfr"
FOLDER = cache_folder(Path(__file__), Path(cpu.__file__), *sources(TREE, CFR))

_target = Target(jit=numba.njit(error_model="numpy"), popcount=cpu.popcount)
_tree, _cfr = _target.load(TREE), _target.load(CFR)

with cached_in(FOLDER):
    entry = numba.njit(cache=FOLDER is not None, nogil=True, error_model="numpy")
    _explore, _slot_of, _rehash = _tree.explore, _tree.slot_of, _tree.rehash
    _improve, _gap = _cfr.improve, _cfr.gap

    @entry
    def explore(growth: Any, states: Any, rules: Any) -> bool:
        return _explore(growth, states, rules[0])  # type: ignore[no-any-return]

    @entry
    def rehash(old_keys: Any, old_nodes: Any, keys: Any, nodes: Any) -> None:
        _rehash(old_keys, old_nodes, keys, nodes)

    @entry
    def slot_of(keys: Any, key: int) -> int:
        return _slot_of(keys, key)  # type: ignore[no-any-return]

    @entry
    def improve(one: Any, two: Any, done: int, rounds: int) -> None:
        _improve(one, two, done, rounds)

    @entry
    def gap(one: Any, two: Any) -> tuple[float, float]:
        return _gap(one, two)  # type: ignore[no-any-return]
