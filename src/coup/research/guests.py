"""Networks and functions in the seats of a batch. Each is asked once for all games in which it is
to move, repeatedly, until a learner is to move in every game.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coup.bots.network import Mind
from coup.research.casting import PLAYERS, is_player
from coup.research.networks import Resentful, drawn, seated, shark_in
from coup.rules.errors import CoupError
from coup.rules.kernel import NOBODY
from coup.rules.playout import LOW, advance
from coup.rules.rulesets import Ruleset
from coup.vectors.encoding import encoding_of

Guest = Mind | Callable[[Any, Any], Any]
"""Gives probabilities for observations and masks: by its method `probabilities`, or when called."""
Anyone = str | Guest
"""A player of a batch: a name, or a guest itself."""
LEARNER = PLAYERS[0]


def is_anyone(player: object) -> bool:
    """Whether this could be a player: a name, or what takes observations and masks."""
    if isinstance(player, str | type):
        return isinstance(player, str)
    asked = getattr(player, "probabilities", player)
    return callable(asked) and takes_two(asked)


def takes_two(function: Callable[..., Any]) -> bool:
    """Whether a function can be called with two arguments."""
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # not written in Python, so it does not say
        return True
    return True


def is_network(name: str) -> bool:
    """Whether a name stands for a network: a shark, or a file of weights."""
    return name.endswith(".npz") or shark_in(name) is not None


def found(player: Anyone, seats: int, ruleset: Ruleset) -> Anyone:
    """The guest that a player stands for, or the name of a player that the batch itself knows."""
    if not isinstance(player, str) or is_player(player):
        return player
    return seated(player, seats, ruleset)


class Guests:
    """The guests of a batch.

    guests: each of them once.
    places: for each seat of each game, the guest's place in the list; -1 if there is none.
    names: the line-ups as the batch itself knows them, with guests as learners.
    width: how much of an observation a `Mind` is shown; functions are shown all of it.
    """

    def __init__(self, lineups: Sequence[Sequence[Anyone]], ruleset: Ruleset, games: int) -> None:
        self.guests: list[Guest] = []
        self.ruleset = ruleset
        self._met: dict[tuple[Anyone | int, int], int | str] = {}
        seated = [[self._seat(player, len(lineup)) for player in lineup] for lineup in lineups]
        self.names = [
            [each if isinstance(each, str) else LEARNER for each in lineup] for lineup in seated
        ]
        encoding = encoding_of(ruleset)
        self.width = encoding.table + encoding.part * max(map(len, lineups))
        if self.guests:
            self.rows = np.arange(games)
            self.places = np.full((games, encoding.room), -1)
            for row, lineup in enumerate(seated):
                places = [-1 if isinstance(each, str) else each for each in lineup]
                self.places[row :: len(lineups), : len(lineup)] = places

    def _seat(self, player: Anyone, seats: int) -> int | str:
        """The place of a guest in the list, or the name of any other player."""
        key = player if isinstance(player, str) else id(player), seats
        if key not in self._met:
            there = found(player, seats, self.ruleset)
            self._met[key] = there if isinstance(there, str) else self._place(there)
        return self._met[key]

    def _place(self, guest: Guest) -> int:
        """The place of a guest in the list."""
        for place, each in enumerate(self.guests):
            if each is guest:
                return place
        self.guests.append(guest)
        return len(self.guests) - 1

    def play(self, engine: Any) -> None:
        """Let the guests move until none of them is to move in any game."""
        if not self.guests:
            return
        g = engine.arrays
        done, reward = np.array(engine.fetch(g.done)), np.array(engine.fetch(g.reward))
        while True:
            movers = self.places[self.rows, engine.fetch(g.to_move)]
            rows = np.flatnonzero(movers >= 0)
            if not len(rows):
                break
            engine.step_these(rows, self.actions(engine, rows, movers[rows]))
            done[rows] |= engine.fetch(g.done)[rows]
            reward[rows] += engine.fetch(g.reward)[rows]
        engine.put(g.done, done)
        engine.put(g.reward, reward)

    def actions(self, engine: Any, rows: NDArray[np.int64], guests: NDArray[np.int64]) -> Any:
        """The guests' actions in some games where guests are to move."""
        g = engine.arrays
        seen, legal = engine.fetch(g.observe), engine.fetch(g.legal)[rows]
        luck = self._luck(engine, rows)
        actions = np.empty(len(rows), np.int64)
        for number, guest in enumerate(self.guests):
            own = np.flatnonzero(guests == number)
            if len(own):
                width = self.width if hasattr(guest, "probabilities") else seen.shape[1]
                observations = seen[rows[own], :width]
                odds = self._ask(guest, engine, rows[own], observations, legal[own])
                actions[own] = chosen(guest, odds, legal[own], luck[own])
        return actions

    def _luck(self, engine: Any, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """A number from 0 to 1 for each of some games, from the game's generator, as for bots."""
        randoms = np.array(engine.fetch(engine.arrays.randoms))
        some: Any = randoms[rows]
        randoms[rows] = advance(some)
        engine.put(engine.arrays.randoms, randoms)
        return (randoms[rows] & LOW) / 2.0**32

    def _ask(self, guest: Any, engine: Any, rows: Any, observations: Any, legal: Any) -> Any:
        if isinstance(guest, Resentful):
            return guest.answers(observations, legal, struck_in(engine, rows))
        return getattr(guest, "probabilities", guest)(observations, legal)


def struck_in(engine: Any, rows: NDArray[np.int64]) -> Any:
    """For some games, who last attacked the seat to move, counted clockwise from it."""
    g = engine.arrays
    movers, seats = engine.fetch(g.to_move)[rows], engine.fetch(g.seats)[rows]
    struck = engine.fetch(g.stories)["struck"][rows, movers].astype(np.int64)
    return np.where(struck == NOBODY, 0, (struck - movers) % seats)


def chosen(guest: Guest, odds: Any, legal: Any, luck: Any) -> Any:
    """Actions drawn by a guest's probabilities, if these are valid."""
    given = np.asarray(odds)
    who = getattr(guest, "__name__", type(guest).__name__)
    if given.shape != legal.shape:
        raise CoupError(
            f"{who} must give {legal.shape[1]} probabilities for each of {len(legal)} "
            f"observations, not an array of the shape {given.shape}"
        )
    if not np.isfinite(given).all() or (given < 0).any():
        raise CoupError(f"{who} gave probabilities that are negative or no numbers")
    allowed = np.where(legal, given, 0)
    if not (allowed.sum(axis=1) > 0).all():
        raise CoupError(f"{who} gave no legal action any probability")
    return drawn(allowed, luck)
