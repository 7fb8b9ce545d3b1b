"""Who plays whom in a tournament. A game's number determines it, on every machine."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from coup.hosting.entrants import Entrant
from coup.hosting.isolation import LIMIT, Isolation
from coup.hosting.match import Memory, stays
from coup.records.record import house_rules_of
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset, RulesetError
from coup.seating import other_rules_for

RATED = 500  # games of each player that ratings use; more would not make them surer
LOOKED_INTO = 500  # games of a tournament whose claims are counted


class Fixture(NamedTuple):
    """A game to be played: its number, the entrants' numbers in seat order, and the seed."""

    number: int
    lineup: tuple[int, ...]
    seed: int


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament.

    entrants: who plays.
    ruleset, seed: the rules, and the source of all chance.
    games: the number of games, for each pair if every pair plays.
    seats: the seats at a table. If there are more entrants, players are drawn for each game.
    pairs: whether every pair plays.
    duplicate: whether each deal is played from every seat.
    looked_into: the approximate number of games whose claims are counted.
    """

    entrants: tuple[Entrant, ...]
    ruleset: Ruleset
    seed: int
    games: int
    seats: int = 2
    pairs: bool = True
    duplicate: bool = False
    looked_into: int = LOOKED_INTO

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise CoupError(f"a tournament needs at least two players, not {len(self.entrants)}")
        if self.games < 1:
            raise CoupError(f"--games: at least 1, not {self.games}")
        self._check_seats()
        if self.seats > len(self.entrants):
            raise CoupError(f"--seats: {self.seats}, but there are {len(self.entrants)} players")
        if self.duplicate and self.games % self.seats:
            raise CoupError(
                f"--duplicate plays each deal from all {self.seats} seats: --games must be a "
                f"multiple of {self.seats}, not {self.games}"
            )

    def _check_seats(self) -> None:
        most = self.ruleset.most_seats
        try:
            self.ruleset.check_seats(self.seats)
        except RulesetError as error:
            crowd = self.seats == len(self.entrants) > most
            hint = f"; --seats {most} draws {most} of the players for each game" if crowd else ""
            one_ruleset = any(each.is_agent or each.is_http for each in self.entrants)
            rules = "" if one_ruleset else other_rules_for(self.seats, self.ruleset)
            raise CoupError(f"{error}{rules}{hint}") from None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The entrants' names."""
        return tuple(entrant.name for entrant in self.entrants)

    @cached_property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom: all pairs, or everybody. The games of one table are a match."""
        everybody = range(len(self.entrants))
        return list(combinations(everybody, 2)) if self.pairs else [tuple(everybody)]

    @cached_property
    def total(self) -> int:
        """The number of games."""
        return self.games * len(self.tables)

    @cached_property
    def rated(self) -> int:
        """About how many games ratings are made from."""
        return RATED * len(self.entrants) // self.seats

    def match(self, number: int) -> range:
        """All games of the match that a game belongs to."""
        first = number - number % self.games
        return range(first, first + self.games)

    def fixture(self, number: int) -> Fixture:
        """The game with a number, counted from 0."""
        table, deal = divmod(number, self.games)
        turn = 0
        if self.duplicate:
            deal, turn = divmod(deal, self.seats)
        chance = random.Random(f"{self.seed} {table} {deal}")
        lineup = chance.sample(self.tables[table], self.seats)  # in random order
        seed = chance.getrandbits(64)
        return Fixture(number, tuple(lineup[turn:] + lineup[:turn]), seed)

    def fixtures(self, numbers: range) -> Iterator[Fixture]:
        """Some of the games."""
        return map(self.fixture, numbers)

    def is_sampled(self, number: int, most: int) -> bool:
        """Whether a game is in an even sample of at most `most`; a deal that is played from every
        seat is sampled with all its games."""
        group = self.seats if self.duplicate else 1
        return number // group % -(-self.total // most) == 0

    def as_dict(self) -> dict[str, Any]:
        """What identifies this tournament, as a dictionary for JSON."""
        return {
            "players": {each.name: each.origin for each in self.entrants},
            "files": {each.name: digest(each) for each in self.entrants if each.is_file},
            "ruleset": self.ruleset.name,
            "house_rules": house_rules_of(self.ruleset),
            "seed": self.seed,
            "games": self.games,
            "seats": self.seats,
            "pairs": self.pairs,
            "duplicate": self.duplicate,
        }


def digest(entrant: Entrant) -> str:
    """A digest of a player's file, which shows changes."""
    path = Path(str(entrant.source).rpartition(":")[0] or str(entrant.source))
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


@dataclass(frozen=True)
class Conditions:
    """The conditions under which players play.

    limit: seconds for an answer; None for no limit, or the default one if players are isolated.
    isolate: whether each player from a file has its own process.
    memory: whether players from files stay the same objects from game to game of a match (`keep`)
        or not (`fresh`); if None, agents do.
    folder: keeps the players' folders after the tournament.
    notes: where our own bots keep notes on opponents.
    forfeit: the number of faults after which a bot over HTTP is no longer called in a game.
    scratch: keeps everything else that players leave, until the tournament ends.
    """

    limit: float | None = None
    isolate: bool = False
    memory: Memory | None = None
    folder: Path | None = None
    notes: Path | None = None
    forfeit: int | None = None
    scratch: Path | None = None

    @property
    def in_order(self) -> bool:
        """Whether games depend on those of earlier matches, so that all must be played in order."""
        return self.notes is not None or self.folder is not None

    def remembers(self, plan: TournamentPlan, number: int) -> bool:
        """Whether a game depends on earlier ones of its match."""
        lineup = plan.tables[number // plan.games]
        return any(stays(plan.entrants[who], self.memory) for who in lineup)

    def isolation(self) -> Isolation | None:
        """The processes where players run, unless they run in this one."""
        if not self.isolate:
            return None
        return Isolation(self.limit or LIMIT, self.memory, self.folder)
