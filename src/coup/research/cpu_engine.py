"""The games of a batch on the CPU, compiled by numba, on all cores."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from coup.bots.minds.lineup import LEARNER
from coup.research.arrays import STORIES, empty_games, lineup_number, restore, save, whole_numbers
from coup.research.casting import kind_of, stories_of
from coup.research.stepping import DEAL
from coup.rules import cpu
from coup.rules.dtypes import RULES, STATES, Records, pack
from coup.rules.errors import CoupError
from coup.rules.loader import Target, cache_folder, cached_in, sources
from coup.rules.rulesets import Ruleset
from coup.vectors.encoding import encoding_of, room_by

STEPPING = "coup.research.stepping"
FOLDER = cache_folder(Path(__file__), Path(cpu.__file__), *sources(STEPPING))
SMALLEST_SHARE = 512
"""A thread with fewer games than this is not worth starting."""

RECORDS = [numba.from_dtype(each) for each in STORIES.values()]
"""Met in one order, as in `coup.rules.cpu`."""

# Nothing is allocated in here, so references to rows of arrays need not be counted (`_nrt`). Each
# function that takes a row would count up and down, nine times in a step.
inner = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
_target = Target(jit=inner, popcount=cpu.popcount, copy_numbers=cpu.copy_numbers)
_stepping = _target.load(STEPPING)
_begin_game, _take, _look = _stepping.begin_game, _stepping.take, _stepping.look
_carry_on, _shown, _show_hands = _stepping.carry_on, _stepping.shown, _stepping.show_hands
_is_legal, _random_action = _stepping.is_legal, _stepping.random_action
_action_meant = _stepping.action_meant
_playout = _target.load("coup.rules.playout")
_start, _advance = _playout.start, _playout.advance
_lineup = _target.load("coup.bots.minds.lineup")
_player_of, _bot_move = _lineup.player_of, _lineup.bot_move

with cached_in(FOLDER):
    entry = numba.njit(cache=FOLDER is not None, nogil=True, error_model="numpy", _nrt=False)

    @entry
    def move_some(
        g: Any, dealing: bool, seed: int, games: Any, numbers: Any, first: int, last: int
    ) -> None:
        """Advance the games at the places `first` to `last - 1` of a list: each by the action at
        its place, or with a new game of the deal there."""
        r = g.rules[0]
        for place in range(first, last):
            game = games[place]
            s = g.states[game]
            t = g.stories[game]
            x = g.randoms[game]
            action = numbers[place]
            watcher = g.watchers[game]
            if dealing:
                x = _start(seed, action)
                action = DEAL
            lineup, seats, reward = g.lineups[game], g.seats[game], g.reward[game]
            g.randoms[game] = _carry_on(
                s, t, r, lineup, seats, x, action, reward, g.done, game, watcher
            )
            seat = _shown(s, watcher)
            g.masks[game] = _look(s, t, r, seat, g.observe[game], g.legal[game])
            g.to_move[game] = seat

    @entry
    def play_bots(
        states: Any,
        stories: Any,
        rules: Any,
        lineup: int,
        seats: int,
        seed: int,
        deals: Any,
        winners: Any,
    ) -> None:
        """Play a game of each deal between bots alone, and write its winner."""
        s = states[0]
        for place in range(len(deals)):
            x = _start(seed, deals[place])
            _begin_game(s, stories[0], rules[0], lineup, seats, x)
            winners[place] = s.winner

    @entry
    def first_illegal(g: Any, actions: Any, first: int, last: int) -> int:
        """The first of these games in which the action is not legal, or -1."""
        for game in range(first, last):
            if not _is_legal(g.states[game], g.masks[game], actions[game]):
                return game
        return -1

    @entry
    def choose_some(g: Any, seed: int, actions: Any, first: int, last: int) -> None:
        """A random legal action in each of the games `first` to `last - 1`."""
        for game in range(first, last):
            x = _advance(_start(seed, game))
            actions[game] = _random_action(g.states[game], g.masks[game], x)

    @entry
    def choose_for_bots(g: Any, lineups: Any, games: Any, actions: Any) -> None:
        """The bots' moves in some games where bots are to move by these line-ups: the same moves as
        if the bots sat in the batch."""
        r = g.rules[0]
        for place in range(len(games)):
            game = games[place]
            s = g.states[game]
            kind = _player_of(lineups[game], s.mover)
            if kind != LEARNER:
                x = _advance(g.randoms[game])
                g.randoms[game] = x
                move = _bot_move(s, g.stories[game], r, kind, x)
                actions[place] = _action_meant(s, move)

    @entry
    def show_some(g: Any, first: int, last: int) -> None:
        """Write the hands of the games `first` to `last - 1`."""
        for game in range(first, last):
            _show_hands(g.states[game], g.to_move[game], g.hands[game])

    @entry
    def hands_of_one(states: Any, seat: int, out: Any) -> None:
        """Write the hands of a single game, clockwise from a seat."""
        _show_hands(states[0], seat, out)

    @entry
    def deal_one(
        states: Any, stories: Any, rules: Any, randoms: Any, lineup: int, seats: int, seed: int
    ) -> None:
        """Begin a single game."""
        x = _start(seed, 0)
        randoms[0] = _begin_game(states[0], stories[0], rules[0], lineup, seats, x)

    @entry
    def step_one(
        states: Any,
        stories: Any,
        rules: Any,
        randoms: Any,
        lineup: int,
        action: int,
        reward: Any,
    ) -> int:
        """Step a single game; returns who is to move then."""
        s = states[0]
        randoms[0] = _take(s, stories[0], rules[0], lineup, randoms[0], action, reward)
        return s.mover  # type: ignore[no-any-return]

    @entry
    def look_one(
        states: Any, stories: Any, rules: Any, seat: int, observation: Any, marks: Any
    ) -> int:
        """Write what a seat of a single game knows, and what it may do."""
        return _look(  # type: ignore[no-any-return]
            states[0], stories[0], rules[0], seat, observation, marks
        )


class CpuEngine:
    """The arrays of a batch, and the threads that work on them.

    fresh: whether observations and masks are written into new arrays each time, so that earlier
        ones stay as they are.
    """

    def __init__(
        self,
        games: int,
        ruleset: Ruleset,
        lineups: Sequence[Sequence[int]],
        stories: Records,
        pace: int,
        watchers: Sequence[int],
        threads: int | None,
    ) -> None:
        rules, self.encoding = pack([ruleset.rules], RULES), encoding_of(ruleset)
        table = games, rules, lineups, stories, pace, watchers, self.encoding
        self.arrays = empty_games(*table, STATES[self.encoding.room], lambda array: array)
        self.games = games
        self.everything = np.arange(games)
        self.fresh = False
        self.threads = max(1, min(threads or os.cpu_count() or 1, games // SMALLEST_SHARE))
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def reset(self, seed: int) -> None:
        """Deal all games."""
        self._renew()
        self.deal(seed, self.everything, self.everything)

    def deal(self, seed: int, games: NDArray[np.int64], deals: NDArray[np.int64]) -> None:
        """Restart some games."""
        self._move(games, deals, seed)

    def step(self, actions: Any, wait: bool) -> tuple[int, int] | None:
        """Step all games if all actions are legal; else return the first game and action that is
        not."""
        chosen = whole_numbers("actions", actions)
        if chosen.shape != self.arrays.to_move.shape:
            raise CoupError(f"step takes {self.games} actions, not {chosen.shape}")
        for wrong in self._do(lambda low, high: first_illegal(self.arrays, chosen, low, high)):
            if wrong >= 0:
                return int(wrong), int(chosen[wrong])
        self._renew()
        self._move(self.everything, chosen)
        return None

    def _renew(self) -> None:
        """Allocate new arrays for observations and masks, if `fresh`."""
        if self.fresh:
            g = self.arrays
            new = {"observe": np.empty_like(g.observe), "legal": np.empty_like(g.legal)}
            self.arrays = g._replace(**new)

    def step_these(self, games: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Step some games by legal actions."""
        self._move(games, actions)

    def _move(
        self, games: NDArray[np.int64], numbers: NDArray[np.int64], seed: int | None = None
    ) -> None:
        """Advance some games: each by its action, or, with a seed, restart it with its deal."""
        how = self.arrays, seed is not None, cpu.signed(seed or 0), games, numbers
        self._do(lambda low, high: move_some(*how, low, high), len(games))

    def fetch(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array of the batch, on the host."""
        return array

    def put(self, array: NDArray[Any], values: NDArray[Any]) -> None:
        """Write into an array of the batch."""
        np.copyto(array, values)

    def check(self) -> tuple[int, int] | None:
        """Nothing to wait for: `step` has checked already."""
        return None

    def random_actions(self, seed: int) -> Any:
        """A random legal action in each game."""
        actions = np.empty_like(self.arrays.to_move)
        self._do(lambda low, high: choose_some(self.arrays, cpu.signed(seed), actions, low, high))
        return actions

    def hands(self) -> None:
        """Write all hands."""
        self._do(lambda low, high: show_some(self.arrays, low, high))

    def save(self, seed: int) -> dict[str, Any]:
        """A copy of everything that changes."""
        return save(self.arrays, seed, np.copy)

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Continue from such a copy."""
        restore(self.arrays, saved, np.asarray, np.copyto)

    def _do(self, work: Callable[[int, int], Any], games: int | None = None) -> list[Any]:
        """Call `work` for all games, or for the first `games`, with a share for each thread."""
        games = self.games if games is None else games
        threads = max(1, min(self.threads, games // SMALLEST_SHARE))
        if self.pool is None or threads == 1:
            return [work(0, games)]
        shares = [
            (games * number // threads, games * (number + 1) // threads)
            for number in range(threads)
        ]
        return list(self.pool.map(lambda share: work(*share), shares))


def bots_winners(
    ruleset: Ruleset, names: Sequence[str], seed: int, deals: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The winning seat of a game of each deal between bots alone; -1 at the turn limit.

    names: the players, as in `casting`. The cards are those that a batch of this seed deals.
    """
    room = room_by(ruleset)
    states, stories = np.zeros(1, STATES[room]), stories_of([names], room)
    winners = np.empty(len(deals), np.int64)
    rules = pack([ruleset.rules], RULES)
    table = lineup_number(list(map(kind_of, names)), room), len(names), cpu.signed(seed)
    play_bots(states, stories, rules, *table, deals, winners)
    return winners
