"""A single game in compiled code, for environments that play one game at a time."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup.bots.minds.lineup import LEARNER, bot_move, player_of
from coup.game import Game
from coup.moves import CHANCE, moves_by_code
from coup.research import cpu_engine
from coup.research.arrays import STORY, lineup_number
from coup.research.casting import kind_of, stories_of
from coup.research.stepping import make
from coup.rules import cpu, kernel, playout
from coup.rules.dtypes import STATE, Records
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.state import SEATS, State
from coup.vectors.actions import ACTIONS, to_move
from coup.vectors.observation import SIZE
from coup.vectors.story import Story

Numbers = NDArray[np.int8]


class Lineup(NamedTuple):
    """Who plays, as a number, and a story with what is given to the bots among them."""

    number: int
    stories: Records


def lineup_of(names: Sequence[str]) -> Lineup:
    """The line-up of some players, named as in `Batch`."""
    return Lineup(lineup_number(list(map(kind_of, names))), stories_of([names]))


class SingleGame:
    """A game whose learners are asked for actions; bots may sit in the other seats.

    mover: the seat to move, or TERMINAL.
    reward: what each seat got by the last action.
    actions: those that learners have taken so far.
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
        self.actions: list[int] = []

    def reset(self, seed: int, lineup: Lineup | None = None) -> None:
        """Deal a new game, the same cards as `Game` does by this seed; all are learners if no
        line-up is given."""
        self.seed = seed
        self.lineup = LEARNER if lineup is None else lineup.number
        self.stories[:] = 0 if lineup is None else lineup.stories
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

    def hands(self, seat: int) -> Numbers:
        """The face-down cards of all seats by role, clockwise from a seat."""
        out = np.empty(kernel.ROLES * SEATS, np.int8)
        cpu_engine.hands_of_one(self.states, seat, out)
        return out

    def step(self, action: int) -> None:
        """An action of the seat to move, which must be legal."""
        if self.over:
            raise CoupError("the game is over; reset() begins the next one")
        if not 0 <= action < ACTIONS or not self.look(self.mover)[1][action]:
            raise CoupError(f"action {action} is not legal for seat {self.mover}")
        self.actions.append(action)
        self.mover = int(cpu_engine.step_one(*self._game(), action, self.reward))

    @property
    def over(self) -> bool:
        return self.mover == kernel.TERMINAL

    @property
    def winner(self) -> int:
        """Who won, or NOBODY."""
        return int(self.states["winner"][0])

    def moves(self) -> Iterator[tuple[int, int]]:
        """All moves so far, each with its seat or CHANCE: the same game again, interpreted, since
        compiled code does not say what chance and bots did."""
        s, t, r = State(), self._told(), self.ruleset.rules
        kernel.reset(s, r, self.seats)
        x = playout.start(self.seed, 0)
        actions = iter(self.actions)
        while s.mover != kernel.TERMINAL:
            seat = s.mover
            if seat != kernel.CHANCE and player_of(self.lineup, seat) == LEARNER:
                action = next(actions, None)
                if action is None:
                    return
                move = to_move(action, seat, self.seats)
            else:
                x = playout.advance(x)
                if seat == kernel.CHANCE:
                    move = playout.sample_chance(s, x)
                else:
                    move = bot_move(s, t, r, player_of(self.lineup, seat), x)
            make(s, t, r, move)
            yield seat, move

    def _told(self) -> Story:
        """A story in which nothing has happened, with what was given to the bots."""
        story = Story()
        for name in ("styles", "settings", "notes"):
            setattr(story, name, self.stories[name][0].tolist())
        return story

    def game(self) -> Game:
        """The same game as a `Game`: for pictures of it."""
        names = tuple(f"seat_{seat}" for seat in range(self.seats))
        actions, answers = moves_by_code(names, action=True), moves_by_code(names, action=False)
        by_code = {**actions, **answers}  # without sides, none share a number
        moves = (
            (CHANCE if seat == kernel.CHANCE else names[seat], by_code[move])
            for seat, move in self.moves()
        )
        return Game.replay(names, moves, self.ruleset, self.seed)
