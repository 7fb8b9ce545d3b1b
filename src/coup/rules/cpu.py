"""The kernel compiled for the CPU by numba (the extra `fast`), and many games at once with it.

The first compilation takes some seconds; the result is cached on disk, in a folder named after a
digest of its sources, so an edit of any of them compiles again. A call from Python into compiled
code costs more than a move: pass whole games.
"""

from pathlib import Path
from typing import Any, NamedTuple

from coup.rules.errors import install

try:
    import numba
    import numpy as np
    from numba.core import cgutils
    from numba.extending import intrinsic
except ModuleNotFoundError as missing:
    raise ImportError(f"the compiled rules need the extra `fast`: {install('fast')}") from missing
from numpy.typing import NDArray

from coup.rules.dtypes import RULES, STATES, Records, pack, state_type
from coup.rules.loader import Target, cache_folder, cached_in, sources
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed
from coup.rules.state import State


@intrinsic
def popcount(context: Any, bits: Any) -> Any:
    """The CPU's own instruction for counting bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.int64(numba.int64), generate


@intrinsic
def copy_numbers(context: Any, out: Any, place: Any, source: Any, first: Any, count: Any) -> Any:
    """A single `memcpy`: in a loop the compiler must assume that the arrays overlap, and copies
    byte by byte."""
    if out.dtype.bitwidth != 8 or source.dtype.bitwidth != 8 or "A" in out.layout + source.layout:
        raise numba.TypingError("copy_numbers is for bytes that lie side by side")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, of = (
            builder.gep(
                context.make_array(signature.args[array])(context, builder, arguments[array]).data,
                [arguments[array + 1]],
            )
            for array in (0, 2)
        )
        cgutils.raw_memcpy(builder, to, of, arguments[4], 1)
        return context.get_dummy_value()

    number = numba.int64
    return numba.void(out, number, source, number, number), generate


_target = Target(jit=numba.njit(error_model="numpy"), popcount=popcount)
_playout = _target.load("coup.rules.playout")
_start, _play, _trace = _playout.start, _playout.play, _playout.trace
_perft = _target.load("coup.rules.perft").perft

FOLDER = cache_folder(Path(__file__), *sources("coup.rules.playout", "coup.rules.perft"))

RECORDS = [numba.from_dtype(each) for each in (*STATES.values(), RULES)]
"""numba names compiled code after the numbers that record types get when a process first meets
them. All are met here, in one order: otherwise code for six and for ten seats, cached by different
processes, could have the same name, and one would run on the other's memory."""

with cached_in(FOLDER):
    entry = numba.njit(cache=FOLDER is not None, nogil=True, error_model="numpy")

    @entry
    def play_many(
        states: Any, rules: Any, seats: int, seed: int, first: int, games: int, wins: Any
    ) -> tuple[int, int]:
        """Play random games `first` to `first + games - 1` of a seed; count each seat's wins."""
        decisions = 0
        draws = 0
        s = states[0]
        for game in range(first, first + games):
            _, more_decisions, more_draws = _play(s, rules[0], seats, _start(seed, game))
            decisions += more_decisions
            draws += more_draws
            wins[s.winner] += 1
        return decisions, draws

    @entry
    def trace_many(
        work: Any, rules: Any, seats: int, seed: int, first: int, states: Any, lengths: Any
    ) -> None:
        """Keep the states of one random game per row of `states`, from game number `first` on."""
        for row in range(len(lengths)):
            x = _start(seed, first + row)
            lengths[row] = _trace(work[0], rules[0], seats, x, states[row], states.shape[1])

    @entry
    def perft_at(states: Any, masks: Any, rules: Any, depth: int) -> int:
        return _perft(states, masks, rules[0], depth)  # type: ignore[no-any-return]


class PlayoutCounts(NamedTuple):
    """Totals of many random games."""

    decisions: int
    """Moves of seats."""
    draws: int
    """Moves of chance, the deal included."""
    wins: list[int]
    """Games that each seat won."""
    unfinished: int
    """Games that ended at the turn limit."""


def play_random(
    ruleset: str | Ruleset, seats: int, games: int, seed: int = 0, first: int = 0
) -> PlayoutCounts:
    """Play random games, numbered from `first`; the seed and a game's number determine the game."""
    rules = checked_rules(ruleset, seats, seed)
    wins = np.zeros(seats + 1, np.int64)  # the last place is that of NOBODY, -1
    work = np.zeros(1, state_type(seats))
    decisions, draws = play_many(work, rules, seats, signed(seed), first, games, wins)
    return PlayoutCounts(int(decisions), int(draws), wins[:seats].tolist(), int(wins[seats]))


def trace_random(
    ruleset: str | Ruleset, seats: int, games: int, seed: int = 0, first: int = 0, plies: int = 400
) -> tuple[Records, NDArray[np.int64]]:
    """The states after each move of random games, one row per game, and their numbers of moves."""
    rules = checked_rules(ruleset, seats, seed)
    states = np.zeros((games, plies), state_type(seats))
    lengths = np.zeros(games, np.int64)
    trace_many(np.zeros(1, state_type(seats)), rules, seats, signed(seed), first, states, lengths)
    return states, lengths


def perft(ruleset: str | Ruleset, state: State, depth: int) -> int:
    """The number of lines of `depth` moves from a state."""
    rules = checked_rules(ruleset, state.seats)
    states = pack([state] * (depth + 1), state_type(state.seats))
    return int(perft_at(states, np.zeros(depth + 1, np.int64), rules, depth))


def checked_rules(ruleset: str | Ruleset, seats: int, seed: int = 0) -> Records:
    """A ruleset as an array; refuses an invalid number of seats or seed."""
    found = find_ruleset(ruleset)
    found.check_seats(seats)
    check_seed(seed)
    return pack([found.rules], RULES)


def signed(seed: int) -> np.int64:
    """A seed as the signed 64-bit integer that compiled code takes."""
    return np.uint64(seed).astype(np.int64)
