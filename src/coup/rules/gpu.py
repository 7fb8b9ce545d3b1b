"""The kernel on a GPU, one game a thread, by numba's CUDA target (the extra `gpu`).

With `NUMBA_ENABLE_CUDASIM=1` in the environment the same code runs in numba's simulator, where
integers are numpy's and must not overflow; hence its wider records.
"""

from functools import cache
from typing import Any, NamedTuple

from coup.rules.errors import install

try:
    import numpy as np

    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for the name that numpy 2.5 dropped
    from numba import config
    from numba import cuda as cuda  # exported to other rooms
except ModuleNotFoundError as missing:
    raise ImportError(f"the rules on a GPU need the extra `gpu`: {install('gpu')}") from missing
from numpy.typing import NDArray

from coup.rules.cpu import checked_rules, signed
from coup.rules.dtypes import STATES, Records, record_type, state_type
from coup.rules.kernel import CHANCE, TERMINAL
from coup.rules.loader import Target
from coup.rules.rulesets import Ruleset
from coup.rules.state import State, room_for

RECORDS = {
    room: record_type(State(room), np.int64) if config.ENABLE_CUDASIM else kept
    for room, kept in STATES.items()
}
"""By the number of seats that there is room for."""

device = cuda.jit(device=True)


@device
def popcount(bits: int) -> int:
    return cuda.popc(bits)  # type: ignore[no-any-return]


_playout = Target(jit=device, popcount=popcount).load("coup.rules.playout")
_start, _advance = _playout.start, _playout.advance
_reset, _step, _trace = _playout.reset, _playout.step, _playout.trace


@cache
def spinning(room: int) -> Any:
    """The kernel in which each thread makes `moves` random moves, starting a new game after each,
    for games with room for this number of seats."""
    record = RECORDS[room]

    @cuda.jit
    def spin(rules: Any, seats: int, seed: int, moves: int, totals: Any) -> None:
        thread = cuda.grid(1)
        s = cuda.local.array(1, record)[0]
        r = rules[0]
        x = _start(seed, thread)
        decisions = 0
        games = 0
        _reset(s, r, seats)
        for _ in range(moves):
            x = _advance(x)
            if s.mover != CHANCE:
                decisions += 1
            _step(s, r, x)
            if s.mover == TERMINAL:
                games += 1
                _reset(s, r, seats)
        cuda.atomic.add(totals, 0, decisions)
        cuda.atomic.add(totals, 1, games)

    return spin


@cache
def tracing(room: int) -> Any:
    """The kernel that keeps the states of one random game per row of `states`, from game number
    `first` on."""
    record = RECORDS[room]

    @cuda.jit
    def trace_many(
        rules: Any, seats: int, seed: int, first: int, states: Any, lengths: Any
    ) -> None:
        row = cuda.grid(1)
        if row < len(lengths):
            s = cuda.local.array(1, record)[0]
            x = _start(seed, first + row)
            lengths[row] = _trace(s, rules[0], seats, x, states[row], states.shape[1])

    return trace_many


class PlayoutCount(NamedTuple):
    """Totals of many random moves."""

    moves: int
    """Of seats and of chance."""
    decisions: int
    """Moves of seats."""
    games: int
    """Finished games."""


def random_moves(
    ruleset: str | Ruleset,
    seats: int,
    moves: int,
    seed: int = 0,
    blocks: int = 8192,
    threads: int = 256,
) -> PlayoutCount:
    """Make `moves` random moves in each of `blocks * threads` games at once."""
    rules = cuda.to_device(checked_rules(ruleset, seats, seed))
    totals = cuda.to_device(np.zeros(2, np.int64))
    spinning(room_for(seats))[blocks, threads](rules, seats, signed(seed), moves, totals)
    decisions, games = totals.copy_to_host().tolist()
    return PlayoutCount(blocks * threads * moves, decisions, games)


def trace_random(
    ruleset: str | Ruleset, seats: int, games: int, seed: int = 0, first: int = 0, plies: int = 400
) -> tuple[Records, NDArray[np.int64]]:
    """The states after each move of random games, as `cpu.trace_random` gives them."""
    rules = cuda.to_device(checked_rules(ruleset, seats, seed))
    room = room_for(seats)
    states = cuda.to_device(np.zeros((games, plies), RECORDS[room]))
    lengths = cuda.to_device(np.zeros(games, np.int64))
    blocks = (games + 127) // 128
    tracing(room)[blocks, 128](rules, seats, signed(seed), first, states, lengths)
    return states.copy_to_host().astype(state_type(seats)), lengths.copy_to_host()


def available() -> bool:
    """Whether there is a GPU to run on, or the simulator."""
    return bool(cuda.is_available())


def device_name() -> str:
    """The name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)
