"""Tournaments and matches for programs, and their results."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.statistics import Rate, Statistics, have_openskill, ratings, tally_as_dict
from coup.arena.workers import Crew, Here, Processes, run
from coup.hosting.backstage import Backstage
from coup.hosting.entrants import Entrant, Source, enter
from coup.hosting.host import check_ruleset, usual_ruleset, with_turn_limit
from coup.hosting.match import Memory
from coup.records import Record
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.words import count


@dataclass(frozen=True)
class Results:
    """The results of a tournament or a match; `print` shows them.

    plan: who played, by which rules, with which seed.
    tally: all counts.
    """

    plan: TournamentPlan
    tally: Statistics

    @property
    def names(self) -> list[str]:
        """The players, by win rate."""
        return [self.plan.names[who] for who in self.tally.ranking()]

    @property
    def wins(self) -> dict[str, int]:
        """How many games each player has won, by win rate."""
        return {self.plan.names[who]: self.tally.wins[who] for who in self.tally.ranking()}

    def win_rate(self, name: str) -> Rate:
        """How often a player won, with a 95 % interval."""
        return self.tally.win_rate(self._number(name))

    def against(self, name: str, other: str) -> Rate:
        """How often a player won at tables with another one."""
        return self.tally.against(self._number(name), self._number(other))

    @property
    def records(self) -> list[Record]:
        """The records of all games, in the order of the plan."""
        lines = sorted(self.tally.records.items())
        return [Record.from_json(line) for _, line in lines]

    def rows(self) -> list[dict[str, Any]]:
        """The decisions of all games, one row for each, as in `Record.rows`."""
        numbered = enumerate(self.records)
        return [row for number, record in numbered for row in record.rows(game=number)]

    def as_dict(self) -> dict[str, Any]:
        """The results in the form of `coup arena --json`."""
        rated = ratings(self.tally.outcomes, len(self.plan.names)) if have_openskill() else {}
        found: dict[str, Any] = tally_as_dict(self.tally, self.plan, rated)
        return found

    def __str__(self) -> str:
        width = max(map(len, self.plan.names))
        head = f"{count(self.tally.games, 'game')} of {self.plan.ruleset}, seed {self.plan.seed}"
        lines = [f"{name:{width}}  {self.win_rate(name)}" for name in self.names]
        return "\n".join([head, *lines])

    def _number(self, name: str) -> int:
        if name not in self.plan.names:
            raise CoupError(f"nobody is called {name!r:.60}, only {', '.join(self.plan.names)}")
        return self.plan.names.index(name)


def tournament(
    players: Iterable[Source],
    games: int = 100,
    ruleset: str | Ruleset | None = None,
    seed: int | None = None,
    *,
    seats: int | None = None,
    duplicate: bool = False,
    workers: int = 1,
    isolate: bool = False,
    limit: float | None = None,
    memory: Memory | None = None,
) -> Results:
    """Let all players play against each other.

    >>> results = tournament(["counter", "honest", "random"], games=20, seed=1)
    >>> results.names
    ['counter', 'honest', 'random']
    >>> print(results.win_rate("counter"))
    77.5% (62.5% to 87.7%)

    players: names of built-in bots, functions of a view, classes, `my.py:mine`, or addresses.
    games: the number of games for each pair, or in total if `seats` is given.
    ruleset: by default `classic`, unless a player knows only other rules.
    seed: the same seed gives the same games, for any number of workers.
    seats: the number of players that are drawn for each game; by default every pair plays.
    duplicate: whether each deal is played from every seat.
    workers: processes. With more than one, a script needs `if __name__ == "__main__":`.
    isolate: whether each player from a file has a separate process.
    limit: seconds for an answer.
    memory: `keep` for players that stay the same objects in all games of a match (those of a pair,
        or with `seats` all games); `fresh` for new ones in each game. By default agents stay and
        bots are new.
    """
    crew: Callable[..., Crew] = Here if workers == 1 else partial(Processes, workers)
    entrants = tuple(enter(players))
    size = 2 if seats is None else seats
    kind = {"seats": size, "pairs": seats is None, "duplicate": duplicate}
    conditions = Conditions(limit, isolate, memory)
    return held(planned(entrants, games, ruleset, seed, **kind), crew, conditions)


def play_match(
    players: Iterable[Source],
    games: int = 10,
    ruleset: str | Ruleset | None = None,
    seed: int | None = None,
    *,
    limit: float | None = None,
) -> Results:
    """Let the same players play several games at one table and learn about each other.

    Each player is made once, or given as an object, and stays for the whole match. Who begins is
    drawn.

    >>> class Grudge:
    ...     games = 0
    ...     def choose(self, view):
    ...         self.games += view.turn == 1 and view.question.kind == "action"
    ...         return view.legal_moves[0]
    >>> grudge = Grudge()
    >>> results = play_match([grudge, "honest"], games=6, seed=1)
    >>> results.wins, grudge.games
    ({'honest': 6, 'grudge': 0}, 5)

    players, ruleset, seed, limit: as in `tournament`; players can also be objects.
    """
    plan = planned(tuple(enter(players)), games, ruleset, seed)
    stay = tuple(staying(entrant, plan.seed) for entrant in plan.entrants)
    return held(replace(plan, entrants=stay), Here, Conditions(limit))


def planned(
    entrants: tuple[Entrant, ...],
    games: int,
    ruleset: str | Ruleset | None,
    seed: int | None,
    **kind: Any,
) -> TournamentPlan:
    """A plan, by default with all players at one table."""
    rules = find_ruleset(ruleset or usual_ruleset(entrants))
    check_ruleset(entrants, rules)
    seed = new_seed() if seed is None else seed
    check_seed(seed)
    kind = {"seats": len(entrants), "pairs": False} | kind
    return TournamentPlan(entrants, with_turn_limit(rules), seed, games, **kind)


def held(plan: TournamentPlan, crew: Callable[..., Crew], conditions: Conditions) -> Results:
    """Carry out a plan."""
    *_, tally = run(plan, crew, conditions, records=plan.total)
    return Results(plan, tally)


def staying(entrant: Entrant, seed: int) -> Entrant:
    """An entrant whose player is made now and stays the same in every game."""
    if entrant.is_http:
        return entrant
    with Backstage(seed):
        return replace(entrant, source=entrant.make(seed))
