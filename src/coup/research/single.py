"""A single game in compiled code, for environments that play one game at a time, and its picture in
pixels, from the SVG that notebooks show."""

import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup import picture
from coup.bots.minds.lineup import LEARNER, bot_move, player_of
from coup.game import Game
from coup.moves import CHANCE, moves_by_code
from coup.research import cpu_engine
from coup.research.arrays import STORIES, lineup_number
from coup.research.casting import kind_of, stories_of
from coup.research.stepping import make
from coup.rules import cpu, kernel, playout
from coup.rules.dtypes import STATES, Records
from coup.rules.errors import CoupError, install
from coup.rules.rulesets import Ruleset
from coup.rules.state import State
from coup.rules.vocabulary import is_action
from coup.vectors.encoding import encoding_of
from coup.vectors.story import Story

Numbers = NDArray[np.int8]
RENDER_MODES = ("human", "ansi", "rgb_array")
"""Gymnasium's render modes: printed, as text, as pixels."""


class Lineup(NamedTuple):
    """A line-up as a number, and a story with what its bots are given."""

    number: int
    stories: Records


def lineup_of(names: Sequence[str], room: int) -> Lineup:
    """The line-up of players named as in `Batch`, with room for `room` seats."""
    return Lineup(lineup_number(list(map(kind_of, names)), room), stories_of([names], room))


class SingleGame:
    """A game whose learners are asked for actions; bots may sit in the other seats.

    mover: the seat to move, or TERMINAL.
    reward: the reward of each seat for the last action.
    actions: those that learners have taken so far.
    encoding: the encoding of observations and actions.
    """

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        self.rules = cpu.checked_rules(ruleset, seats)
        self.encoding = encoding_of(ruleset)
        room = self.encoding.room
        self.states, self.stories = np.zeros(1, STATES[room]), np.zeros(1, STORIES[room])
        self.lineup = LEARNER
        self.randoms = np.zeros(1, np.int64)
        self.reward = np.zeros(seats, np.float32)
        self.seed = 0
        self.mover = kernel.TERMINAL
        self.actions: list[int] = []

    def reset(self, seed: int, lineup: Lineup | None = None) -> None:
        """Deal a new game with the same cards as `Game` with this seed; without a line-up, all are
        learners."""
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
        observation = np.empty(self.encoding.size, np.int8)
        marks = np.empty(self.encoding.actions, np.int8)
        cpu_engine.look_one(self.states, self.stories, self.rules, seat, observation, marks)
        return observation, marks

    def hands(self, seat: int) -> Numbers:
        """The face-down cards of all seats by role, clockwise from a seat."""
        out = np.empty(kernel.ROLES * self.encoding.room, np.int8)
        cpu_engine.hands_of_one(self.states, seat, out)
        return out

    def step(self, action: int) -> None:
        """Take an action of the seat to move, which must be legal."""
        if self.over:
            raise CoupError("the game is over; reset() begins the next one")
        if not 0 <= action < self.encoding.actions or not self.look(self.mover)[1][action]:
            raise CoupError(f"action {action} is not legal for seat {self.mover}")
        self.actions.append(action)
        self.mover = int(cpu_engine.step_one(*self._game(), action, self.reward))

    @property
    def over(self) -> bool:
        return self.mover == kernel.TERMINAL

    @property
    def winner(self) -> int:
        """The winning seat, or NOBODY."""
        return int(self.states["winner"][0])

    def moves(self) -> Iterator[tuple[int, int, bool]]:
        """All moves so far, each with its seat or CHANCE, and whether it is an action. The game is
        played again, interpreted, since compiled code does not say what chance and bots did."""
        s, t, r = State(self.encoding.room), self._told(), self.ruleset.rules
        kernel.reset(s, r, self.seats)
        x = playout.start(self.seed, 0)
        actions = iter(self.actions)
        while s.mover != kernel.TERMINAL:
            seat = s.mover
            if seat != kernel.CHANCE and player_of(self.lineup, seat) == LEARNER:
                chosen = next(actions, None)
                if chosen is None:
                    return
                move = self.encoding.to_move(chosen, seat, self.seats)
            else:
                x = playout.advance(x)
                if seat == kernel.CHANCE:
                    move = playout.sample_chance(s, x)
                else:
                    move = bot_move(s, t, r, player_of(self.lineup, seat), x)
            action = is_action(s.phase)
            make(s, t, r, move)
            yield seat, move, action

    def _told(self) -> Story:
        """A new story with what the bots are given."""
        story = Story(self.encoding.room)
        for name in ("styles", "settings", "notes"):
            setattr(story, name, self.stories[name][0].tolist())
        return story

    def game(self) -> Game:
        """The same game as a `Game`, for pictures."""
        names = tuple(f"seat_{seat}" for seat in range(self.seats))
        by_code = [moves_by_code(names, action=each) for each in (False, True)]
        moves = (
            (CHANCE if seat == kernel.CHANCE else names[seat], by_code[action][move])
            for seat, move, action in self.moves()
        )
        return Game.replay(names, moves, self.ruleset, self.seed)


def check_render_mode(render_mode: str | None) -> None:
    """Refuse an unknown mode."""
    if render_mode not in (None, *RENDER_MODES):
        raise CoupError(f"render_mode is human, ansi, rgb_array or None, not {render_mode!r:.60}")


def check_action(action: Any, space: Any) -> None:
    """Refuse what is not an action of a space."""
    if not space.contains(action):
        raise CoupError(f"an action is a number from 0 to {space.n - 1}, not {action!r:.60}")


def pixels(table: picture.Picture) -> NDArray[np.uint8]:
    """A picture as rows of pixels in red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"rgb_array needs the extra `research`: {install('research')} ({missing})"
        ) from missing
    png = bytes(resvg_py.svg_to_bytes(svg_string=picture.as_svg(table)))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
