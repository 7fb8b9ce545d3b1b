"""How hard each level is: what average players win against it, and how it begins its games.

One player sits among bots of a level, each of which has another character, in every seat in turn.
"""

from itertools import islice
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from coup.arena.lockstep import LockstepTable, play
from coup.arena.statistics import Rate, share_by_deal
from coup.arena.strength import RULESET, deals_for, drawn_from
from coup.bots.shark import TEMPERS
from coup.research.batch import Batch
from coup.research.networks import Resentful, seated
from coup.rules.kernel import CONVERT, NOBODY, PASS, STEAL
from coup.rules.vocabulary import ACTIONS

AVERAGE = {"honest": ("honest",), "counter": ("counter",), "styles": drawn_from("held")}
"""Players of middling strength: two bots, and styles that are held out of training."""


class Hardness(NamedTuple):
    """How games against a level end.

    won: by the players.
    drawn: by nobody.
    """

    won: Rate
    drawn: float


def characters(level: str, number: int, first: int) -> list[str]:
    """Some bots of a level, no two alike.

    >>> characters("easy", 3, first=5)
    ['easy:picky', 'easy:bold', 'easy:shy']
    """
    tempers = list(TEMPERS)
    return [f"{level}:{tempers[(first + place) % len(tempers)]}" for place in range(number)]


def tables(level: str, players: tuple[str, ...], seats: int, games: int) -> list[LockstepTable]:
    """Some deals with some bots of a level, the player in each seat in turn; then further ones."""
    rounds = max(len(players), len(TEMPERS))
    found = []
    for number in range(rounds):
        names = (players[number % len(players)], *characters(level, seats - 1, number))
        lineup = tuple(seated(name, seats) for name in names)
        deals = range(number, deals_for(games, seats), rounds)
        found += [
            LockstepTable(lineup[seats - seat :] + lineup[: seats - seat], deals)
            for seat in range(seats)
        ]
    return found


def hardness(level: str, players: tuple[str, ...], seats: int, games: int) -> Hardness:
    """How often some players, one after the other, win against a level."""
    winners = iter(play(tables(level, players, seats, games), RULESET, 1).winners)
    won: list[float] = []
    drawn: list[float] = []
    while turns := list(islice(winners, seats)):
        found = np.stack(turns)  # a row for each seat of the player, a column for each deal
        won += (found == np.arange(seats)[:, None]).mean(axis=0).tolist()
        drawn += (found == NOBODY).mean(axis=0).tolist()
    return Hardness(share_by_deal(won), fmean(drawn))


def first_moves(level: str, seats: int, hands: int) -> dict[str, dict[str, float]]:
    """For each character of a level, how likely it begins a game with each action, over so many
    hands."""
    batch = Batch(hands, seats, seed=1)
    return {
        temper: by_action(probabilities(f"{level}:{temper}", batch).mean(axis=0))
        for temper in TEMPERS
    }


def probabilities(name: str, batch: Batch) -> Any:
    """What somebody with a temper does first in each game of a batch."""
    mind = seated(name, batch.seats)
    assert isinstance(mind, Resentful)
    return mind.answers(batch.observe, batch.legal > 0, np.zeros(batch.games, np.int64))


def by_action(odds: Any) -> dict[str, float]:
    """Probabilities of action numbers as those of actions, summed over targets."""
    kinds = [action if action < STEAL else STEAL + action % 4 for action in range(PASS)]
    return {
        name: float(odds[:PASS][np.equal(kinds, kind)].sum())
        for kind, name in enumerate(ACTIONS[:CONVERT])
    }
