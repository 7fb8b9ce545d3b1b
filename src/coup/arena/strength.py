"""How strong a player is: win rates with duplicate deals, wins by seat, bluffs and challenges.

Each deal is played once from every seat, with the same cards, to cancel luck; a deal is one
observation. Only players that can play in lockstep are measured (`coup.research.networks`).

The opponents are copies of every other player, and mixtures. There are two kinds of fields: those
that training may know, and those held out of it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup.arena.endings import Ending
from coup.arena.lockstep import LockstepResults, LockstepTable, MindHabits, play
from coup.arena.statistics import Rate, share, share_by_deal
from coup.bots.styles import HELD_OUT
from coup.research.casting import STYLE_PREFIX
from coup.research.networks import opponents, seated
from coup.rules.kernel import CONVERT, NOBODY
from coup.rules.rulesets import Ruleset, ruleset
from coup.rules.vocabulary import ACTIONS, ROLES

LONGEST = 200
"""Turns after which a game counts as not won; hardly any game is that long."""
RULESET = ruleset("classic", turn_limit=LONGEST)
UNUSUAL = ("assassinate", "coup", "investigate")
"""Actions that nobody can begin with."""
YARDSTICKS = ("counter", "honest")
"""Bots that take the same seats in the same deals, for comparison."""
MIXTURE = "a mixture"
TRAINING = "styles for training"
STRANGERS = "strangers"
"""Styles of the family that is held out, each seat another one."""
DRAWN = 24
"""How many styles of a family sit in a field."""


class Opponents(NamedTuple):
    """Who sits beside a player.

    others: they take the other seats in turn, starting with a different one in each deal.
    held: whether they are held out of training.
    """

    name: str
    others: tuple[str, ...]
    held: bool = False


def drawn_from(family: str) -> tuple[str, ...]:
    """Some styles of a family."""
    return tuple(f"{STYLE_PREFIX}{family}={number}" for number in range(DRAWN))


def fields(name: str, seats: int) -> tuple[Opponents, ...]:
    """All fields for tables with so many seats."""
    known = [Opponents(other, (other,)) for other in opponents(name)]
    if seats > 2:
        known.append(Opponents(MIXTURE, opponents(name)))
    known.append(Opponents(TRAINING, drawn_from("training")))
    held = [Opponents(style, (STYLE_PREFIX + style,), True) for style in HELD_OUT]
    return (*known, *held, Opponents(STRANGERS, drawn_from("held"), True))


class Result(NamedTuple):
    """How often a player won, alone among others.

    others: the name of the field.
    held: whether they are held out of training.
    drawn: games that nobody won.
    yardsticks: how often each of YARDSTICKS won in the same seats.
    """

    seats: int
    others: str
    held: bool
    games: int
    drawn: int
    won: Rate
    yardsticks: dict[str, float]


class Company(NamedTuple):
    """The results of games among copies.

    by_seat: how often each seat won.
    drawn: games that nobody won.
    length: turns of a game on average, those of long ones counted up to LATEST_TURN; 0 for a bot.
    habits: what it does; none for a bot.
    """

    by_seat: list[Rate]
    drawn: int
    length: float
    habits: MindHabits | None


@dataclass
class Strength:
    """What was measured about a player.

    results: in each field.
    copies: by number of seats, the results of games among copies of it.
    games: how many were played among copies.
    endings: exactly solved endgames, compared with what it plays there.
    """

    name: str
    seed: int
    games: int
    ruleset: Ruleset = RULESET
    results: list[Result] = field(default_factory=list)
    copies: dict[int, Company] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)

    def result(self, seats: int, others: str) -> Result | None:
        """How it went with so many seats against some others, if that was measured."""
        return next((each for each in self.results if each[:2] == (seats, others)), None)

    def as_dict(self) -> dict[str, Any]:
        """All of it for programs, as JSON can hold it."""
        return {
            "player": self.name,
            "ruleset": str(self.ruleset),
            "seed": self.seed,
            "results": [
                {**each._asdict(), "par": 1 / each.seats, "won": each.won._asdict()}
                for each in self.results
            ],
            "among_copies": {
                str(seats): {
                    "games": self.games,
                    "won_by_seat": [each._asdict() for each in found.by_seat],
                    "drawn": found.drawn,
                    **(habits_of(found, self.ruleset) if found.habits else {"by_role": None}),
                }
                for seats, found in self.copies.items()
            },
            "endgames": [ending.as_dict() for ending in self.endings],
        }


def habits_of(found: Company, rules: Ruleset) -> dict[str, Any]:
    """Habits for programs."""
    assert found.habits is not None
    return {
        "turns": found.length,
        "blocked": blocked(found.habits),
        "by_role": by_role(found.habits, rules),
        "openings": openings(found.habits, rules),
    }


def by_role(habits: MindHabits, rules: Ruleset) -> dict[str, dict[str, int]]:
    """Claims and doubts by the names of the roles that are in the game."""
    counts = {name: getattr(habits, name) for name in ("claims", "bluffs", "asked", "challenges")}
    return {
        role: {name: int(each[place]) for name, each in counts.items()}
        for place, role in enumerate(ROLES)
        if role in rules.roles
    }


def openings(habits: MindHabits, rules: Ruleset) -> dict[str, dict[str, float]]:
    """How likely each action is in a first turn, holding each role."""
    return {
        role: {
            action: float(share)
            for action, share in zip(ACTIONS[:CONVERT], row / max(1, row.sum()), strict=True)
            if action not in UNUSUAL
        }
        for role, row in zip(ROLES, habits.openings, strict=True)
        if role in rules.roles
    }


def blocked(habits: MindHabits) -> float:
    """How many of all turns were blocked, the block being proved or not."""
    return float(habits.blocks[0] / max(1, habits.turns[0]))


def measure(
    name: str,
    seats: Sequence[int],
    games: int,
    seed: int,
    report: Callable[[int], None] = lambda games: None,
    rules: Ruleset = RULESET,
) -> Strength:
    """Measure a player.

    name: as in `seated`.
    games: in each field, rounded up to whole deals.
    report: called now and then with the number of finished games, out of those that `planned`
        counts.
    """
    found = Strength(name, seed, games, rules)
    for _ in measuring(found, seats, report):
        pass
    return found


def measuring(
    found: Strength, seats: Sequence[int], report: Callable[[int], None]
) -> Iterator[Company]:
    """Measure a player, and add what is found with each number of seats when it is complete."""
    name, rules = found.name, found.ruleset
    over = 0

    def played(tables: list[LockstepTable]) -> LockstepResults:
        nonlocal over
        before = over
        done = play(tables, rules, found.seed, lambda games: report(before + games))
        over += sum(len(table.deals) for table in tables)
        return done

    for size in seats:
        scores: dict[str, list[Score]] = {}
        for player in compared(name):
            matches = [match(player, each, size, found.games, rules) for each in fields(name, size)]
            winners = iter(played([table for each in matches for table in each.tables]).winners)
            scores[player] = [each.score(winners) for each in matches]
        copies = LockstepTable((seated(name, size, rules),) * size, range(found.games))
        among_copies = company(size, played([copies]))
        found.results += [
            result(size, each, {player: scores[player][place] for player in scores}, name)
            for place, each in enumerate(fields(name, size))
        ]
        found.copies[size] = among_copies
        yield among_copies


def planned(name: str, seats: Sequence[int], games: int) -> int:
    """How many games `measure` plays."""
    players = len(compared(name))
    return sum(
        games + players * len(fields(name, size)) * deals_for(games, size) * size for size in seats
    )


def compared(name: str) -> tuple[str, ...]:
    """A player, and the yardsticks beside it."""
    return tuple(dict.fromkeys((name, *YARDSTICKS)))


def deals_for(games: int, seats: int) -> int:
    """How many deals make at least so many games."""
    return -(-games // seats)


class Score(NamedTuple):
    """How often somebody won in a field, and how often nobody did."""

    games: int
    drawn: int
    won: Rate


def result(seats: int, field: Opponents, scores: dict[str, Score], name: str) -> Result:
    """Its result in a field, with those of the yardsticks."""
    yardsticks = {player: scores[player].won.value for player in YARDSTICKS}
    return Result(seats, field.name, field.held, *scores[name], yardsticks)


def company(seats: int, alone: LockstepResults) -> Company:
    """What games among copies came to."""
    (winners,), (lengths,) = alone.winners, alone.lengths
    return Company(
        [share(int((winners == seat).sum()), len(winners)) for seat in range(seats)],
        int((winners == NOBODY).sum()),
        float(lengths.mean()),
        alone.habits[0] if alone.habits else None,
    )


class FieldGames(NamedTuple):
    """One player among others.

    tables: some deals with some others, the player in each seat in turn; then further ones.
    """

    seats: int
    tables: list[LockstepTable]

    def score(self, winners: Iterator[NDArray[np.int64]]) -> Score:
        """What it came to, given the winners at its tables and then at others."""
        rounds = range(0, len(self.tables), self.seats)
        found = np.concatenate(
            [np.stack(list(islice(winners, self.seats))) for _ in rounds], axis=1
        )  # a row for each seat of the player, a column for each deal
        won = (found == np.arange(self.seats)[:, None]).mean(axis=0)
        return Score(found.size, int((found == NOBODY).sum()), share_by_deal(won.tolist()))


def match(
    name: str, field: Opponents, seats: int, games: int, rules: Ruleset = RULESET
) -> FieldGames:
    """A player in a field."""
    names = field.others
    tables = []
    for first in range(len(names)):
        beside = [names[(first + seat) % len(names)] for seat in range(seats - 1)]
        lineup = tuple(seated(each, seats, rules) for each in (name, *beside))
        deals = range(first, deals_for(games, seats), len(names))
        tables += [
            LockstepTable(lineup[seats - seat :] + lineup[: seats - seat], deals)
            for seat in range(seats)
        ]
    return FieldGames(seats, tables)
