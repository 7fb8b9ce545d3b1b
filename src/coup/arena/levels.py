"""How hard each level is: how often average players win against it, and how it opens.

One player sits in every seat in turn, among bots of a level with different characters.
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
"""Average players: two bots, and styles that are held out of training."""


class Hardness(NamedTuple):
    """Results of games against a level.

    won: the share won by the players.
    drawn: the share won by nobody.
    """

    won: Rate
    drawn: float


def characters(level: str, number: int, first: int) -> list[str]:
    """Bots of a level with different characters.

    >>> characters("easy", 3, first=5)
    ['easy:picky', 'easy:bold', 'easy:shy']
    """
    tempers = list(TEMPERS)
    return [f"{level}:{tempers[(first + place) % len(tempers)]}" for place in range(number)]


def tables(level: str, players: tuple[str, ...], seats: int, games: int) -> list[LockstepTable]:
    """Tables with the player in each seat in turn, for some deals with some bots, then for
    others."""
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
    """How often players win against a level, each alone among its bots."""
    winners = iter(play(tables(level, players, seats, games), RULESET, 1).winners)
    won: list[float] = []
    drawn: list[float] = []
    while turns := list(islice(winners, seats)):
        found = np.stack(turns)  # a row for each seat of the player, a column for each deal
        won += (found == np.arange(seats)[:, None]).mean(axis=0).tolist()
        drawn += (found == NOBODY).mean(axis=0).tolist()
    return Hardness(share_by_deal(won), fmean(drawn))


def first_moves(level: str, seats: int, hands: int) -> dict[str, dict[str, float]]:
    """For each character of a level, the probability of each first action, over `hands` hands."""
    batch = Batch(hands, seats, seed=1)
    return {
        temper: by_action(probabilities(f"{level}:{temper}", batch).mean(axis=0))
        for temper in TEMPERS
    }


def probabilities(name: str, batch: Batch) -> Any:
    """The probabilities of a tempered bot's first moves in the games of a batch."""
    mind = seated(name, batch.seats)
    assert isinstance(mind, Resentful)
    return mind.answers(batch.observe, batch.legal > 0, np.zeros(batch.games, np.int64))


def by_action(odds: Any) -> dict[str, float]:
    """Probabilities of actions from those of action numbers, summed over targets."""
    kinds = [action if action < STEAL else STEAL + action % 4 for action in range(PASS)]
    return {
        name: float(odds[:PASS][np.equal(kinds, kind)].sum())
        for kind, name in enumerate(ACTIONS[:CONVERT])
    }
