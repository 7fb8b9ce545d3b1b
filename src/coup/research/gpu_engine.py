"""The games of a batch on a GPU, one thread each, by numba's CUDA target (the extra `gpu`).

All arrays stay in the memory of the device. With `NUMBA_ENABLE_CUDASIM=1` in the environment it
runs in numba's simulator.
"""

from typing import Any

import numpy as np

from coup.research.cpu_engine import PORTABLE
from coup.research.games import empty_games
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
TERMINAL = kernel.TERMINAL


@cuda.jit
def deal_all(g: Any, seed: int) -> None:
    """Begin all games."""
    game = cuda.grid(1)
    if game < len(g.masks):
        s = g.states[game]
        t = g.stories[game]
        g.randoms[game] = _begin_game(s, t, g.rules[0], g.players, _start(seed, game))
        g.masks[game] = _look(s, t, g.rules[0], s.mover, g.observe[game], g.legal[game])
        g.to_move[game] = s.mover
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
def step_all(g: Any, actions: Any) -> None:
    """Step all games."""
    game = cuda.grid(1)
    if game < len(g.masks):
        s = g.states[game]
        t = g.stories[game]
        r = g.rules[0]
        x = _take(s, t, r, g.players, g.randoms[game], actions[game], g.reward[game])
        g.done[game] = s.mover == TERMINAL
        if s.mover == TERMINAL:
            x = _begin_game(s, t, r, g.players, x)
        g.randoms[game] = x
        g.masks[game] = _look(s, t, r, s.mover, g.observe[game], g.legal[game])
        g.to_move[game] = s.mover


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
        self.games = games
        self.grid = ((games + THREADS - 1) // THREADS, THREADS)

    def reset(self, seed: int) -> None:
        """Deal all games."""
        deal_all[self.grid](self.arrays, signed(seed))

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
        step_all[self.grid](self.arrays, actions)
        return -1

    def random_actions(self, seed: int) -> Any:
        """A legal action in each game."""
        actions = cuda.device_array(self.games, np.int64)
        choose_all[self.grid](self.arrays, signed(seed), actions)
        return actions
