"""The games of a batch on a GPU, one thread each, by numba's CUDA target (the extra `gpu`).

All arrays stay in the memory of the device. With `NUMBA_ENABLE_CUDASIM=1` in the environment it
runs in numba's simulator.
"""

from typing import Any, NamedTuple

import numpy as np

from coup.research.actions import ACTIONS
from coup.research.cpu_engine import PORTABLE
from coup.research.games import empty_games
from coup.research.observation import SIZE
from coup.rules.cpu import checked_rules, signed
from coup.rules.gpu import RECORD, cuda, device, popcount
from coup.rules.loader import load
from coup.rules.rulesets import Ruleset

THREADS = 128

kernel = load(PORTABLE, jit=device, popcount=popcount)
_begin_game, _take, _look, _is_legal = (
    kernel.begin_game,
    kernel.take,
    kernel.look,
    kernel.is_legal,
)
_start, _advance, _random_action = kernel.start, kernel.advance, kernel.random_action
_copy = kernel.copy
TERMINAL = kernel.TERMINAL


class Words(NamedTuple):
    """Observations and masks once more, as words of 64 and of 16 bits."""

    observe: Any
    legal: Any


@device
def show(g: Any, out: Any, game: int, s: Any) -> None:
    """Write what the seat to move knows, and what it may do.

    Bytes go to local memory, which lies side by side for neighbouring threads, and from there in
    words to the rows of the game: a byte at a time they would cost as much as whole words.
    """
    row = cuda.local.array(SIZE, np.int8)
    marks = cuda.local.array(ACTIONS, np.int8)
    g.masks[game] = _look(s, g.stories[game], g.rules[0], s.mover, row, marks)
    for word in range(SIZE // 8):
        value = 0
        for byte in range(8):
            value |= int(row[8 * word + byte]) << 8 * byte
        out.observe[game, word] = value
    for word in range(ACTIONS // 2):
        out.legal[game, word] = int(marks[2 * word]) | int(marks[2 * word + 1]) << 8
    g.to_move[game] = s.mover


@cuda.jit
def deal_all(g: Any, out: Any, seed: int) -> None:
    """Begin all games."""
    game = cuda.grid(1)
    if game < len(g.masks):
        s = cuda.local.array(1, RECORD)[0]
        t = g.stories[game]
        g.randoms[game] = _begin_game(s, t, g.rules[0], g.players, _start(seed, game))
        show(g, out, game, s)
        _copy(s, g.states[game])
        for seat in range(len(g.players)):
            g.reward[game, seat] = 0.0
        g.done[game] = False


@cuda.jit
def find_illegal(g: Any, actions: Any, wrong: Any) -> None:
    """Lower `wrong[0]` to the first game in which the action is not legal."""
    game = cuda.grid(1)
    if game < len(g.masks) and not _is_legal(g.masks[game], actions[game]):
        cuda.atomic.min(wrong, 0, game)


@cuda.jit
def step_all(g: Any, out: Any, actions: Any) -> None:
    """Step all games."""
    game = cuda.grid(1)
    if game < len(g.masks):
        s = cuda.local.array(1, RECORD)[0]
        _copy(g.states[game], s)
        t = g.stories[game]
        r = g.rules[0]
        x = _take(s, t, r, g.players, g.randoms[game], actions[game], g.reward[game])
        g.done[game] = s.mover == TERMINAL
        if s.mover == TERMINAL:
            x = _begin_game(s, t, r, g.players, x)
        g.randoms[game] = x
        show(g, out, game, s)
        _copy(s, g.states[game])


@cuda.jit
def choose_all(g: Any, seed: int, actions: Any) -> None:
    """A random legal action in each game."""
    game = cuda.grid(1)
    if game < len(g.masks):
        actions[game] = _random_action(g.masks[game], _advance(_start(seed, game)))


class GpuEngine:
    """The arrays of a batch on the device, and the kernels that work on them."""

    def __init__(self, games: int, seats: int, ruleset: Ruleset, players: tuple[int, ...]) -> None:
        rules = checked_rules(ruleset, seats)
        self.arrays = empty_games(games, rules, players, RECORD, cuda.to_device)
        words = (self.arrays.observe.view(np.int64), self.arrays.legal.view(np.int16))
        self.words = Words(*words)
        self.games = games
        self.grid = ((games + THREADS - 1) // THREADS, THREADS)

    def reset(self, seed: int) -> None:
        """Deal all games."""
        deal_all[self.grid](self.arrays, self.words, signed(seed))

    def step(self, actions: Any) -> int:
        """Step all games, if all actions are legal; the first game in which one is not, or -1."""
        if tuple(actions.shape) != (self.games,):
            raise ValueError(f"step takes {self.games} actions, not {tuple(actions.shape)}")
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = cuda.to_device(actions)
        wrong = cuda.to_device(np.array([self.games], np.int64))
        find_illegal[self.grid](self.arrays, actions, wrong)
        first = int(wrong.copy_to_host()[0])
        if first < self.games:
            return first
        step_all[self.grid](self.arrays, self.words, actions)
        return -1

    def random_actions(self, seed: int) -> Any:
        """A legal action in each game."""
        actions = cuda.device_array(self.games, np.int64)
        choose_all[self.grid](self.arrays, signed(seed), actions)
        return actions
