"""Who sits at the tables of a training run.

A seat is played by the network that learns, by an earlier self of it (`past`), by a given network
that does not learn (`rival`), by one of the bots of `Batch`, or by a style of the training family:
with `styles`, all at a table share one; with `strangers`, each has a different one.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from coup.research.casting import PLAYERS, STYLE_PREFIX, style_in

BOTS = tuple(name for name in PLAYERS if name != "learner")
NETWORKS = ("learner", "past", "rival")
KINDS = (*NETWORKS, *BOTS, "style")
"""The kinds of players; the place of each is its number."""
LEARNER, PAST, RIVAL = range(len(NETWORKS))
STYLES, STRANGERS = "styles", "strangers"
FAMILIES = (STYLES, STRANGERS)
VARIETY = 1 << 14
"""How many styles of the training family are used."""


class Share(NamedTuple):
    """A kind of table, and its weight among all tables.

    others: who sits with the learners; empty if all seats are learners.
    guests: how many seats the others have; all but one if 0.
    """

    weight: float
    others: tuple[str, ...] = ()
    guests: int = 0


def number_of(name: str) -> int:
    """The number of a player's name."""
    return KINDS.index("style" if style_in(name) else name.partition(":")[0])


def tables(
    games: int, seats: Sequence[int], shares: Sequence[Share]
) -> tuple[list[tuple[str, ...]], list[list[int]]]:
    """For each game its line-up as `Batch` takes it, and the number of each seat's player.

    All seat counts are equally frequent, and a single learner sits in every seat equally often.
    Several others take turns.
    """
    lineups: list[tuple[str, ...]] = []
    networks: list[list[int]] = []
    for share, count in zip(shares, portions(games, [each.weight for each in shares]), strict=True):
        for names in some(seats, share, count):
            lineups.append(tuple("learner" if name in NETWORKS else name for name in names))
            networks.append([number_of(name) for name in names])
    return lineups, networks


def some(seats: Sequence[int], share: Share, count: int) -> Iterator[list[str]]:
    """The line-ups of one kind of table."""
    turn = 0
    for number in range(count):
        size = seats[number % len(seats)]
        names = ["learner"] * size
        if share.others:
            guests = min(share.guests or size - 1, size - 1)
            own = number // len(seats) % size  # where the learners begin
            for place in range(size - guests, size):
                names[(own + place) % size] = invited(share.others, number, turn)
                turn += 1
        yield names


def invited(others: Sequence[str], table: int, turn: int) -> str:
    """The player for the next seat of the others."""
    name = others[turn % len(others)]
    if name not in FAMILIES:
        return name
    return f"{STYLE_PREFIX}training={(table if name == STYLES else turn) % VARIETY}"


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
