"""Games recorded as arrays: what every seat saw when it was asked, what it did, who won.

Bots and networks play all seats, but from outside the engine. So the engine stops at every
question, and the observation before each decision can be kept.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup.bots.minds.lineup import LEARNER
from coup.research.arrays import lineup_number
from coup.research.casting import kind_of, stories_of
from coup.research.cpu_engine import CpuEngine, choose_for_bots
from coup.research.guests import Guests
from coup.rules.kernel import NOBODY
from coup.rules.rulesets import Ruleset
from coup.rules.state import SEATS
from coup.vectors.encoding import room_by

AT_ONCE = 1024
"""Games played at the same time: their observations fit into a processor's cache."""


class Decisions(NamedTuple):
    """Decisions, ordered by game and then by time.

    game, number: the game, and the number of the decision in it.
    seat: who decided.
    observation, legal: what the seat knew, and a bit for each legal action: in one number, or, with
        room for ten seats, in bytes, the lowest bit first.
    action: the one that it chose.
    hands: the face-down cards of all seats by role, clockwise from the seat; no seat knew them all.
    """

    game: NDArray[np.int64]
    number: NDArray[np.int16]
    seat: NDArray[np.int8]
    observation: NDArray[np.int8]
    legal: NDArray[Any]
    action: NDArray[np.int8]
    hands: NDArray[np.int8]


class Outcomes(NamedTuple):
    """The results of games, in order.

    game: its number, which is also the number of its deal.
    first: which of the players sits in seat 0; the others follow clockwise.
    winner: the winning seat, -1 at the turn limit.
    turns, decisions: the numbers of these; turns are counted up to 120.
    """

    game: NDArray[np.int64]
    first: NDArray[np.int8]
    winner: NDArray[np.int8]
    turns: NDArray[np.int16]
    decisions: NDArray[np.int16]


def masks_of(engine: CpuEngine, rows: NDArray[np.int64]) -> NDArray[Any]:
    """The legal actions in some games, in the form of a data set."""
    if engine.encoding.room == SEATS:
        return engine.arrays.masks[rows]  # type: ignore[no-any-return]
    return np.packbits(engine.arrays.legal[rows], axis=1, bitorder="little")


class Recorder:
    """Plays games between the same players, who change seats from game to game."""

    def __init__(self, players: Sequence[str], ruleset: Ruleset, seed: int, rows: int) -> None:
        self.seats, self.seed = len(players), seed
        turned = [[*players[first:], *players[:first]] for first in range(self.seats)]
        guests = Guests(turned, ruleset, self.seats)
        kinds = [[kind_of(name) for name in lineup] for lineup in guests.names]
        room = room_by(ruleset)
        self.kinds = np.array([lineup_number(each, room) for each in kinds])
        self.stories = stories_of(guests.names, room)
        asked = [[LEARNER] * self.seats]
        self.engine = CpuEngine(rows, ruleset, asked, self.stories[:1], 0, [0], threads=1)
        self.guests = guests
        self.places = guests.places if guests.guests else np.full((self.seats, room), -1)
        self.rows = np.arange(rows)

    def play(self, games: range) -> tuple[Decisions, Outcomes]:
        """Play some games and record them."""
        play = Play(self, games)
        while play.going.any():
            play.step()
        return play.decisions(), play.results


class Play:
    """Games in progress: when one is over, the next takes its row."""

    def __init__(self, recorder: Recorder, games: range) -> None:
        self.recorder, self.games, self.dealt = recorder, games, 0
        rows = len(recorder.rows)
        self.game = np.zeros(rows, np.int64)
        self.number = np.zeros(rows, np.int16)
        self.going = np.ones(rows, np.bool_)
        self.kinds = np.zeros(rows, np.int64)
        self.kept: list[Decisions] = []
        size, firsts = len(games), np.array(games) % recorder.seats
        self.results = Outcomes(
            np.array(games, np.int64),
            firsts.astype(np.int8),
            np.full(size, NOBODY, np.int8),
            *np.zeros((2, size), np.int16),
        )
        self._deal(recorder.rows)

    def _deal(self, rows: NDArray[np.int64]) -> None:
        """Begin the next games in these rows, as long as there are any."""
        left = self.games[self.dealt : self.dealt + len(rows)]
        fresh = rows[: len(left)]
        self.going[rows[len(left) :]] = False
        self.dealt += len(fresh)
        if not len(fresh):
            return
        recorder, numbers = self.recorder, np.array(left, np.int64)
        first = numbers % recorder.seats
        self.game[fresh], self.number[fresh] = numbers, 0
        self.kinds[fresh] = recorder.kinds[first]
        recorder.engine.arrays.stories[fresh] = recorder.stories[first]
        recorder.engine.deal(recorder.seed, fresh, numbers % (1 << 32))

    def step(self) -> None:
        """One decision in each game."""
        engine = self.recorder.engine
        g = engine.arrays
        rows = np.flatnonzero(self.going)
        engine.hands()
        actions = self._actions(rows)
        self.kept.append(
            Decisions(
                self.game[rows],
                self.number[rows],
                g.to_move[rows].astype(np.int8),
                g.observe[rows],
                masks_of(engine, rows),
                actions.astype(np.int8),
                g.hands[rows],
            )
        )
        turns = g.observe[rows, engine.encoding.turns]
        engine.step_these(rows, actions)
        self.number[rows] += 1
        over = g.done[rows]
        self._end(rows[over], turns[over])

    def _actions(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions of bots and networks in some games."""
        engine, recorder = self.recorder.engine, self.recorder
        actions = np.zeros(len(rows), np.int64)
        choose_for_bots(engine.arrays, self.kinds, rows, actions)
        if recorder.guests.guests:
            places = recorder.places[self.game[rows] % recorder.seats, engine.arrays.to_move[rows]]
            own = np.flatnonzero(places >= 0)
            if len(own):
                actions[own] = recorder.guests.actions(engine, rows[own], places[own])
        return actions

    def _end(self, rows: NDArray[np.int64], turns: NDArray[np.int8]) -> None:
        """Record the results of games, and begin the next ones."""
        if not len(rows):
            return
        places = self.game[rows] - self.games.start
        reward = self.recorder.engine.arrays.reward[rows]
        won = reward.max(axis=1) > 0
        self.results.winner[places] = np.where(won, reward.argmax(axis=1), NOBODY)
        self.results.turns[places] = turns
        self.results.decisions[places] = self.number[rows]
        self._deal(rows)

    def decisions(self) -> Decisions:
        """All decisions, in order."""
        game, number = (
            np.concatenate([getattr(each, name) for each in self.kept])
            for name in ("game", "number")
        )
        starts = np.concatenate([[0], np.cumsum(self.results.decisions, dtype=np.int64)])
        order = starts[game - self.games.start] + number
        return Decisions(*(self._sorted(name, order) for name in Decisions._fields))

    def _sorted(self, name: str, order: NDArray[np.int64]) -> NDArray[Any]:
        """A column in the given order."""
        first = getattr(self.kept[0], name)
        column = np.empty((len(order), *first.shape[1:]), first.dtype)
        at = 0
        for each in self.kept:
            some = getattr(each, name)
            column[order[at : at + len(some)]] = some
            at += len(some)
        return column
