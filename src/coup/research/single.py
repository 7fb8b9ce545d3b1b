"""A single game in compiled code, for environments that play one game at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from coup.bots.minds.lineup import LEARNER
from coup.game import Game
from coup.research import cpu_engine
from coup.research.arrays import STORY, lineup_number
from coup.rules import cpu, kernel
from coup.rules.dtypes import STATE
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.vectors.actions import ACTIONS, to_move
from coup.vectors.observation import SIZE

Numbers = NDArray[np.int8]


class SingleGame:
    """A game whose learners are asked for actions; bots may sit in the other seats.

    mover: the seat to move, or TERMINAL.
    reward: what each seat got by the last action.
    actions: those taken so far, each with its seat.
    """

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        self.rules = cpu.checked_rules(ruleset, seats)
        self.states, self.stories = np.zeros(1, STATE), np.zeros(1, STORY)
        self.lineup = LEARNER
        self.randoms = np.zeros(1, np.int64)
        self.reward = np.zeros(seats, np.float32)
        self.seed = 0
        self.mover = kernel.TERMINAL
        self.actions: list[tuple[int, int]] = []

    def reset(self, seed: int, players: list[int] | None = None) -> None:
        """Deal a new game; `players` says who is a learner and who a bot."""
        self.seed = seed
        self.lineup = lineup_number(players or [LEARNER] * self.seats)
        self.actions = []
        self.reward[:] = 0
        cpu_engine.deal_one(*self._game(), self.seats, cpu.signed(seed))
        self.mover = int(self.states["mover"][0])

    def _game(self) -> tuple[Any, ...]:
        return self.states, self.stories, self.rules, self.randoms, self.lineup

    def look(self, seat: int) -> tuple[Numbers, Numbers]:
        """What a seat knows, and 1 at each of its legal actions."""
        observation, marks = np.empty(SIZE, np.int8), np.empty(ACTIONS, np.int8)
        cpu_engine.look_one(self.states, self.stories, self.rules, seat, observation, marks)
        return observation, marks

    def step(self, action: int) -> None:
        """An action of the seat to move, which must be legal."""
        if self.over:
            raise CoupError("the game is over")
        if not 0 <= action < ACTIONS or not self.look(self.mover)[1][action]:
            raise CoupError(f"action {action} is not legal for seat {self.mover}")
        self.actions.append((self.mover, action))
        self.mover = int(cpu_engine.step_one(*self._game(), action, self.reward))

    @property
    def over(self) -> bool:
        return self.mover == kernel.TERMINAL

    @property
    def winner(self) -> int:
        """Who won, or NOBODY."""
        return int(self.states["winner"][0])

    def game(self) -> Game:
        """The same game as a `Game`, if all seats are learners: for pictures of it."""
        names = [f"seat_{seat}" for seat in range(self.seats)]
        game = Game(names, self.ruleset, self.seed)
        for seat, action in self.actions:
            code = to_move(action, seat, self.seats)
            game.push(next(move for move in game.legal_moves if move.code == code))
        return game
