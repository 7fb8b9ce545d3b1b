"""The games of a batch on a GPU, one thread each, by numba's CUDA target (the extra `gpu`).

All arrays stay in the memory of the device. With `NUMBA_ENABLE_CUDASIM=1` in the environment it
runs in numba's simulator.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from coup.bots.minds.lineup import LEARNER
from coup.research.arrays import empty_games, restore, save, whole_numbers
from coup.research.cpu_engine import STEPPING
from coup.research.stepping import DEAL
from coup.rules import gpu
from coup.rules.cpu import signed
from coup.rules.dtypes import RULES, Records, pack
from coup.rules.errors import CoupError
from coup.rules.gpu import RECORDS, cuda, device, popcount
from coup.rules.loader import Target, cache_folder, cached_in, sources
from coup.rules.rulesets import Ruleset
from coup.rules.target import copy_numbers
from coup.vectors.encoding import encoding_of

THREADS = 128

# What a kernel does with the games.
STEP_ALL = 0
RESTART = 1
STEP_SOME = 2

# Places in the array about the first illegal action.
GAME = 0
ACTION_TAKEN = 1
KNOWN = 2

FOLDER = cache_folder(Path(__file__), Path(gpu.__file__), *sources(STEPPING))

_target = Target(jit=device, popcount=popcount, copy_numbers=device(copy_numbers))
_stepping = _target.load(STEPPING)
_carry_on, _look, _show_hands = _stepping.carry_on, _stepping.look, _stepping.show_hands
_shown = _stepping.shown
_is_legal, _random_action = _stepping.is_legal, _stepping.random_action
_playout = _target.load("coup.rules.playout")
_start, _advance = _playout.start, _playout.advance


with cached_in(FOLDER):
    kept = cuda.jit(cache=FOLDER is not None)

    @kept
    def find_illegal(g: Any, actions: Any, wrong: Any) -> None:
        """Lower `wrong[GAME]` to the first game in which the action is not legal."""
        game = cuda.grid(1)
        if game >= len(g.masks) or wrong[KNOWN]:
            return
        if not _is_legal(g.states[game], g.masks[game], actions[game]):
            cuda.atomic.min(wrong, GAME, game)

    @kept
    def choose_all(g: Any, seed: int, actions: Any) -> None:
        """A random legal action in each game."""
        game = cuda.grid(1)
        if game < len(g.masks):
            x = _advance(_start(seed, game))
            actions[game] = _random_action(g.states[game], g.masks[game], x)

    @kept
    def show_all(g: Any) -> None:
        """Write the hands of all games."""
        game = cuda.grid(1)
        if game < len(g.masks):
            _show_hands(g.states[game], g.to_move[game], g.hands[game])


def put(array: Any, values: NDArray[Any]) -> None:
    """Write into an array of the device."""
    order: Literal["C", "F"] = "C" if array.is_c_contiguous() else "F"
    array.copy_to_device(np.array(values, array.dtype, order=order))


def mover(bots: bool) -> Any:
    """The kernel that deals and steps games.

    Without bots in the line-up, the compiler omits their code, which needs so many registers that
    fewer games would run at the same time.
    """

    @kept
    def move_all(g: Any, how: int, seed: int, numbers: Any, wrong: Any) -> None:
        """Step all games, each by its action, unless some action is illegal; then none is stepped
        until `check`. Or step or restart only the games with an action or a deal's number."""
        game = cuda.grid(1)
        if how == STEP_ALL and wrong[GAME] < len(g.masks):
            if game == wrong[GAME] and not wrong[KNOWN]:
                wrong[ACTION_TAKEN] = numbers[game]
                wrong[KNOWN] = 1
        elif game < len(g.masks) and (how == STEP_ALL or numbers[game] >= 0):
            s = g.states[game]
            t = g.stories[game]
            r = g.rules[0]
            x = _start(seed, numbers[game]) if how == RESTART else g.randoms[game]
            action = DEAL if how == RESTART else numbers[game]
            lineup = g.lineups[game] if bots else LEARNER
            watcher = g.watchers[game]
            seats, reward = g.seats[game], g.reward[game]
            g.randoms[game] = _carry_on(
                s, t, r, lineup, seats, x, action, reward, g.done, game, watcher
            )
            seat = _shown(s, watcher)
            g.masks[game] = _look(s, t, r, seat, g.observe[game], g.legal[game])
            g.to_move[game] = seat

    return move_all


with cached_in(FOLDER):
    MOVERS = {bots: mover(bots) for bots in (False, True)}


def grid(threads: int) -> tuple[int, int]:
    """The number of blocks for this number of threads, and their size."""
    return (threads + THREADS - 1) // THREADS, THREADS


class GpuEngine:
    """The arrays of a batch on the device, and the kernels that work on them."""

    def __init__(
        self,
        games: int,
        ruleset: Ruleset,
        lineups: Sequence[Sequence[int]],
        stories: Records,
        pace: int,
        watchers: Sequence[int],
    ) -> None:
        if not gpu.available():
            raise CoupError("device cuda: numba finds no NVIDIA GPU here, or no driver for it")
        rules, self.encoding = pack([ruleset.rules], RULES), encoding_of(ruleset)
        table = games, rules, lineups, stories, pace, watchers, self.encoding
        self.arrays = empty_games(*table, RECORDS[self.encoding.room], cuda.to_device, "F")
        self.games = games
        bots = any(player != LEARNER for players in lineups for player in players)
        self.move_all = MOVERS[bots]
        self.wrong = cuda.to_device(self._nothing_wrong())
        self.grid = grid(games)

    def reset(self, seed: int) -> None:
        """Deal all games."""
        everything = np.arange(self.games)
        self.deal(seed, everything, everything)

    def deal(self, seed: int, games: NDArray[np.int64], deals: NDArray[np.int64]) -> None:
        """Restart some games."""
        self._move_some(RESTART, seed, games, deals)

    def step_these(self, games: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Step some games by legal actions."""
        self._move_some(STEP_SOME, 0, games, actions)

    def _move_some(
        self, how: int, seed: int, games: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> None:
        """Advance some games, each by its number: an action or a deal."""
        every = np.full(self.games, -1, np.int64)
        every[games] = numbers
        given = cuda.to_device(every), self.wrong
        self.move_all[self.grid](self.arrays, how, signed(seed), *given)

    def fetch(self, array: Any) -> NDArray[Any]:
        """An array of the batch, on the host."""
        return array.copy_to_host()  # type: ignore[no-any-return]

    def put(self, array: Any, values: NDArray[Any]) -> None:
        """Write into an array of the batch."""
        put(array, values)

    def _nothing_wrong(self) -> NDArray[np.int64]:
        return np.array([self.games, 0, 0])

    def step(self, actions: Any, wait: bool) -> tuple[int, int] | None:
        """Step all games if all actions are legal; with `wait`, return what `check` returns."""
        there = hasattr(actions, "__cuda_array_interface__")
        chosen = actions if there else whole_numbers("actions", actions)
        if tuple(chosen.shape) != (self.games,):
            raise CoupError(f"step takes {self.games} actions, not {tuple(chosen.shape)}")
        if not there:
            chosen = cuda.to_device(chosen)
        find_illegal[self.grid](self.arrays, chosen, self.wrong)
        self.move_all[self.grid](self.arrays, STEP_ALL, signed(0), chosen, self.wrong)
        return self.check() if wait else None

    def check(self) -> tuple[int, int] | None:
        """The first game and action that was illegal, if any; afterwards games can continue."""
        game, action, _ = self.wrong.copy_to_host().tolist()
        if game == self.games:
            return None
        self.wrong.copy_to_device(self._nothing_wrong())
        return game, action

    def random_actions(self, seed: int) -> Any:
        """A random legal action in each game."""
        actions = cuda.device_array(self.games, np.int64)
        choose_all[self.grid](self.arrays, signed(seed), actions)
        return actions

    def hands(self) -> None:
        """Write all hands."""
        show_all[self.grid](self.arrays)

    def save(self, seed: int) -> dict[str, Any]:
        """A copy of everything that changes."""
        return save(self.arrays, seed, lambda array: array.copy_to_host())

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Continue from such a copy."""
        restore(self.arrays, saved, lambda array: array.copy_to_host(), put)
