"""Measures a player's strength: win rates with duplicate deals, wins by seat, bluffs, challenges.

Each deal is played once from every seat, with the same cards, to cancel luck; a deal is one
observation. Only players that can play in lockstep are measured (`coup.research.networks`).

A field is a set of opponents: copies of one other player, or a mixture. Some fields are known to
training, the others are held out of it.
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
"""Actions that nobody can open with."""
YARDSTICKS = ("counter", "honest")
"""Bots that play the same seats of the same deals, for comparison."""
MIXTURE = "a mixture"
TRAINING = "styles for training"
STRANGERS = "strangers"
"""Different styles of the held-out family in all seats."""
DRAWN = 24
"""The number of styles of a family in a field."""


class Opponents(NamedTuple):
    """A field: the opponents of a player.

    others: the opponents take the other seats in turn, starting with a different one in each deal.
    held: whether they are held out of training.
    """

    name: str
    others: tuple[str, ...]
    held: bool = False


def drawn_from(family: str) -> tuple[str, ...]:
    """Some styles of a family."""
    return tuple(f"{STYLE_PREFIX}{family}={number}" for number in range(DRAWN))


def fields(name: str, seats: int) -> tuple[Opponents, ...]:
    """All fields for tables of this size."""
    known = [Opponents(other, (other,)) for other in opponents(name)]
    if seats > 2:
        known.append(Opponents(MIXTURE, opponents(name)))
    known.append(Opponents(TRAINING, drawn_from("training")))
    held = [Opponents(style, (STYLE_PREFIX + style,), True) for style in HELD_OUT]
    return (*known, *held, Opponents(STRANGERS, drawn_from("held"), True))


class Result(NamedTuple):
    """A player's result in a field, alone among the opponents.

    others: the name of the field.
    held: whether it is held out of training.
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
    length: the mean number of turns of a game, counted up to LATEST_TURN; 0 for a bot.
    habits: the player's habits; None for a bot.
    """

    by_seat: list[Rate]
    drawn: int
    length: float
    habits: MindHabits | None


@dataclass
class Strength:
    """The measurements of a player.

    results: the results in each field.
    copies: by number of seats, the results of games among copies of it.
    games: the number of games among copies.
    endings: its play in endgames, compared with exact solutions.
    """

    name: str
    seed: int
    games: int
    ruleset: Ruleset = RULESET
    results: list[Result] = field(default_factory=list)
    copies: dict[int, Company] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)

    def result(self, seats: int, others: str) -> Result | None:
        """The result with this number of seats in a field, if it was measured."""
        return next((each for each in self.results if each[:2] == (seats, others)), None)

    def as_dict(self) -> dict[str, Any]:
        """The measurements as a dictionary for JSON."""
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
    """Habits as a dictionary for JSON."""
    assert found.habits is not None
    return {
        "turns": found.length,
        "blocked": blocked(found.habits),
        "by_role": by_role(found.habits, rules),
        "openings": openings(found.habits, rules),
    }


def by_role(habits: MindHabits, rules: Ruleset) -> dict[str, dict[str, int]]:
    """Claims and challenges by the names of the roles in the game."""
    counts = {name: getattr(habits, name) for name in ("claims", "bluffs", "asked", "challenges")}
    return {
        role: {name: int(each[place]) for name, each in counts.items()}
        for place, role in enumerate(ROLES)
        if role in rules.roles
    }


def openings(habits: MindHabits, rules: Ruleset) -> dict[str, dict[str, float]]:
    """The probability of each action in the first turn, by role held."""
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
    """The share of turns that were blocked, whether the block was proved or not."""
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
    games: the number of games in each field, rounded up to whole deals.
    report: called from time to time with the number of finished games; `planned` is their total.
    """
    found = Strength(name, seed, games, rules)
    measure_into(found, seats, report)
    return found


def measure_into(found: Strength, seats: Sequence[int], report: Callable[[int], None]) -> None:
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


def planned(name: str, seats: Sequence[int], games: int) -> int:
    """The number of games that `measure` plays."""
    players = len(compared(name))
    return sum(
        games + players * len(fields(name, size)) * deals_for(games, size) * size for size in seats
    )


def compared(name: str) -> tuple[str, ...]:
    """A player, and the yardsticks."""
    return tuple(dict.fromkeys((name, *YARDSTICKS)))


def deals_for(games: int, seats: int) -> int:
    """The number of deals that make at least this number of games."""
    return -(-games // seats)


class Score(NamedTuple):
    """How often a player won in a field, and how often nobody did."""

    games: int
    drawn: int
    won: Rate


def result(seats: int, field: Opponents, scores: dict[str, Score], name: str) -> Result:
    """A player's result in a field, with those of the yardsticks."""
    yardsticks = {player: scores[player].won.value for player in YARDSTICKS}
    return Result(seats, field.name, field.held, *scores[name], yardsticks)


def company(seats: int, alone: LockstepResults) -> Company:
    """The results of games among copies, from their winners, lengths and habits."""
    (winners,), (lengths,) = alone.winners, alone.lengths
    return Company(
        [share(int((winners == seat).sum()), len(winners)) for seat in range(seats)],
        int((winners == NOBODY).sum()),
        float(lengths.mean()),
        alone.habits[0] if alone.habits else None,
    )


class FieldGames(NamedTuple):
    """The games of one player in a field.

    tables: the player in each seat in turn, for some deals with some opponents, then for others.
    """

    seats: int
    tables: list[LockstepTable]

    def score(self, winners: Iterator[NDArray[np.int64]]) -> Score:
        """The score, from the winners at these tables, which come first in an iterator."""
        rounds = range(0, len(self.tables), self.seats)
        found = np.concatenate(
            [np.stack(list(islice(winners, self.seats))) for _ in rounds], axis=1
        )  # a row for each seat of the player, a column for each deal
        won = (found == np.arange(self.seats)[:, None]).mean(axis=0)
        return Score(found.size, int((found == NOBODY).sum()), share_by_deal(won.tolist()))


def match(
    name: str, field: Opponents, seats: int, games: int, rules: Ruleset = RULESET
) -> FieldGames:
    """The games of a player in a field."""
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
