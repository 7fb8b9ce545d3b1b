"""Who sits at the tables of a training run.

A seat is played by the network that learns, by an earlier self of it (`past`), by a network that is
given and does not learn (`rival`), or by one of the bots of `Batch`.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from coup.research.casting import PLAYERS

BOTS = tuple(name for name in PLAYERS if name != "learner")
NETWORKS = ("learner", "past", "rival")
KINDS = (*NETWORKS, *BOTS)
"""Who can sit at a table; their places here are their numbers."""
LEARNER, PAST, RIVAL = range(len(NETWORKS))


class Share(NamedTuple):
    """A kind of table, and how many of all tables are of that kind.

    others: who sits beside the one learner; nobody if all seats are learners.
    """

    weight: float
    others: tuple[str, ...] = ()


def tables(
    games: int, seats: Sequence[int], shares: Sequence[Share]
) -> tuple[list[tuple[str, ...]], list[list[int]]]:
    """For each game its line-up as `Batch` wants it, and the number of who plays each seat.

    All seat counts are equally frequent, and the one learner sits in every seat equally often.
    Among several others each of the other seats goes to the next of them, round and round.
    """
    lineups: list[tuple[str, ...]] = []
    networks: list[list[int]] = []
    for share, count in zip(shares, portions(games, [each.weight for each in shares]), strict=True):
        for names in some(seats, share.others, count):
            lineups.append(tuple("learner" if name in NETWORKS else name for name in names))
            networks.append([KINDS.index(name) for name in names])
    return lineups, networks


def some(seats: Sequence[int], others: Sequence[str], count: int) -> Iterator[list[str]]:
    """So many line-ups of one kind of table."""
    turn = 0
    for number in range(count):
        size = seats[number % len(seats)]
        if not others:
            yield ["learner"] * size
            continue
        own = number // len(seats) % size
        names = []
        for seat in range(size):
            if seat == own:
                names.append("learner")
            else:
                names.append(others[turn % len(others)])
                turn += 1
        yield names


def portions(total: int, weights: Sequence[float]) -> list[int]:
    """A total, split by weights.

    >>> portions(10, [1, 1, 1])
    [3, 4, 3]
    """
    bounds = [0]
    before = 0.0
    for weight in weights:
        before += weight
        bounds.append(round(total * before / sum(weights)))
    return [high - low for low, high in pairwise(bounds)]
