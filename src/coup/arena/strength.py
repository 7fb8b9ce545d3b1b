"""How strong a player is: games won with duplicate deals, from which seat, its bluffs and doubts.

Each deal is played once from every seat, with the same cards, so that nobody is lucky; a deal is
one observation. Only players that can play side by side are measured (`coup.arena.minds`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup.arena.endings import Ending
from coup.arena.intervals import Share, share, share_by_deal
from coup.arena.lockstep import Habits, Played, Table, play
from coup.arena.minds import opponents, seated
from coup.rules.kernel import NOBODY
from coup.rules.names import ROLES
from coup.rules.rulesets import ruleset

RULESET = ruleset("classic", turn_limit=200)
"""Whoever has not won by then has not won; hardly any game is as long."""
MIXTURE = "a mixture"


class Result(NamedTuple):
    """How often somebody won, one among others of a kind.

    others: their name; MIXTURE if they are of all kinds.
    drawn: games that nobody won.
    """

    seats: int
    others: str
    games: int
    drawn: int
    won: Share


@dataclass
class Strength:
    """What was found out about a player.

    others: all that it was measured against.
    results: against each of them, and among a mixture.
    by_seat: by number of seats, how often each seat wins among copies of it.
    habits: by number of seats, what it claims and doubts among copies of it; none for a bot.
    games: how many were played among copies.
    endings: exactly solved endgames beside what it plays there.
    """

    name: str
    seed: int
    games: int
    others: tuple[str, ...]
    results: list[Result] = field(default_factory=list)
    by_seat: dict[int, list[Share]] = field(default_factory=dict)
    habits: dict[int, Habits] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)

    def result(self, seats: int, others: str) -> Result | None:
        """How it went with so many seats against some others, if that was measured."""
        return next((each for each in self.results if each[:2] == (seats, others)), None)

    def as_dict(self) -> dict[str, Any]:
        """All of it for programs, as JSON can hold it."""
        return {
            "player": self.name,
            "ruleset": str(RULESET),
            "seed": self.seed,
            "results": [
                {**each._asdict(), "par": 1 / each.seats, "won": each.won._asdict()}
                for each in self.results
            ],
            "among_copies": {
                str(seats): {
                    "games": self.games,
                    "won_by_seat": [each._asdict() for each in shares],
                    "by_role": by_role(self.habits[seats]) if seats in self.habits else None,
                }
                for seats, shares in self.by_seat.items()
            },
            "endgames": [ending.as_dict() for ending in self.endings],
        }


def by_role(habits: Habits) -> dict[str, dict[str, int]]:
    """Habits by the names of the roles that are in the game."""
    return {
        role: {name: int(counts[place]) for name, counts in habits._asdict().items()}
        for place, role in enumerate(ROLES)
        if role in RULESET.roles
    }


def measure(
    name: str,
    seats: Sequence[int],
    games: int,
    seed: int,
    report: Callable[[int], None] = lambda games: None,
) -> Strength:
    """Measure a player.

    name: as in `seated`.
    games: against each kind of opponents, rounded up to whole deals.
    report: is told now and then how many games are over, of those that `planned` counts.
    """
    found = Strength(name, seed, games, opponents(name))
    over = 0

    def played(tables: list[Table]) -> Played:
        nonlocal over
        before = over
        done = play(tables, RULESET, seed, lambda games: report(before + games))
        over += sum(len(table.deals) for table in tables)
        return done

    for size in seats:
        matches = [match(name, others, size, games) for others in kinds(name, size)]
        winners = iter(played([table for each in matches for table in each.tables]).winners)
        found.results += [each.result(winners) for each in matches]
        alone = played([Table((seated(name, size),) * size, range(games))])
        wins = [int((alone.winners[0] == seat).sum()) for seat in range(size)]
        found.by_seat[size] = [share(each, games) for each in wins]
        if alone.habits:
            found.habits[size] = alone.habits[0]
    return found


def planned(name: str, seats: Sequence[int], games: int) -> int:
    """How many games `measure` plays."""
    return sum(games + len(kinds(name, size)) * deals_for(games, size) * size for size in seats)


def deals_for(games: int, seats: int) -> int:
    """How many deals make at least so many games."""
    return -(-games // seats)


def kinds(name: str, seats: int) -> tuple[str, ...]:
    """Against whom somebody is measured at a table: each other, and where there are several others
    a mixture of them."""
    others = opponents(name)
    return others if seats == 2 else (*others, MIXTURE)


class Match(NamedTuple):
    """One player among others of a kind.

    tables: some deals with some others, the player in each seat in turn; then further ones.
    """

    seats: int
    others: str
    tables: list[Table]

    def result(self, winners: Iterator[NDArray[np.int64]]) -> Result:
        """What it came to, given the winners at its tables and then at others."""
        rounds = range(0, len(self.tables), self.seats)
        found = np.concatenate(
            [np.stack(list(islice(winners, self.seats))) for _ in rounds], axis=1
        )  # a row for each seat of the player, a column for each deal
        won = (found == np.arange(self.seats)[:, None]).mean(axis=0)
        drawn = int((found == NOBODY).sum())
        return Result(self.seats, self.others, found.size, drawn, share_by_deal(won.tolist()))


def match(name: str, others: str, seats: int, games: int) -> Match:
    """A player among others of a kind. In a mixture the seats beside it are taken by the next
    opponents in their order, from another one on in each deal."""
    names = opponents(name) if others == MIXTURE else (others,)
    tables = []
    for first in range(len(names)):
        beside = [seated(names[(first + seat) % len(names)], seats) for seat in range(seats - 1)]
        lineup = (seated(name, seats), *beside)
        deals = range(first, deals_for(games, seats), len(names))
        tables += [
            Table(lineup[seats - seat :] + lineup[: seats - seat], deals) for seat in range(seats)
        ]
    return Match(seats, others, tables)
