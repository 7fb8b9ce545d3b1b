"""Tournaments and matches for programs: hold one, then look at the results."""

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
    """What the games of a tournament or a match came to; `print` shows it.

    plan: who played, by which rules, with which seed.
    tally: everything that was counted.
    """

    plan: TournamentPlan
    tally: Statistics

    @property
    def names(self) -> list[str]:
        """The players, the most successful first."""
        return [self.plan.names[who] for who in self.tally.ranking()]

    @property
    def wins(self) -> dict[str, int]:
        """How many games each has won, the most successful first."""
        return {self.plan.names[who]: self.tally.wins[who] for who in self.tally.ranking()}

    def win_rate(self, name: str) -> Rate:
        """How often a player won, with a 95 % interval."""
        return self.tally.win_rate(self._number(name))

    def against(self, name: str, other: str) -> Rate:
        """How often a player won where another one sat at the table."""
        return self.tally.against(self._number(name), self._number(other))

    @property
    def records(self) -> list[Record]:
        """All games, in the order in which they were planned."""
        lines = sorted(self.tally.records.items())
        return [Record.from_json(line) for _, line in lines]

    def rows(self) -> list[dict[str, Any]]:
        """The decisions of all games, a row each, as `Record.rows` gives them."""
        numbered = enumerate(self.records)
        return [row for number, record in numbered for row in record.rows(game=number)]

    def as_dict(self) -> dict[str, Any]:
        """All of it, as `coup arena --json` prints it."""
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
    """Let everybody play against everybody.

    >>> results = tournament(["counter", "honest", "random"], games=20, seed=1)
    >>> results.names
    ['counter', 'honest', 'random']
    >>> print(results.win_rate("counter"))
    77.5% (62.5% to 87.7%)

    players: names of built-in bots, functions of a view, classes, `my.py:mine`, or addresses.
    games: for each pair; in all, if there are `seats`.
    ruleset: `classic` if not given, unless somebody knows other rules only.
    seed: the same seed gives the same games, however many workers play them.
    seats: so many players are drawn for each game; if not given, every pair plays.
    duplicate: whether each deal is played from every seat.
    workers: processes. With more than one, a script needs `if __name__ == "__main__":`.
    isolate: whether each player from a file has a process of its own.
    limit: seconds for an answer.
    memory: `keep` for players that stay the same objects in all games of a match, that is of a
        pair, or of a table with `seats`; `fresh` for new ones in each game. If not given, agents
        stay, and bots are new.
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
    """Let the same players play several games at one table, so that they can learn of each other.

    Each player is made once, or handed over, and stays for the whole match. Who begins is drawn.

    >>> class Grudge:
    ...     games = 0
    ...     def choose(self, view):
    ...         self.games += view.turn == 1 and view.question.kind == "action"
    ...         return view.legal_moves[0]
    >>> grudge = Grudge()
    >>> results = play_match([grudge, "honest"], games=6, seed=1)
    >>> results.wins, grudge.games
    ({'honest': 6, 'grudge': 0}, 5)

    players, ruleset, seed, limit: as in `tournament`; objects are also players.
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
    """A plan, all at one table unless it says otherwise."""
    rules = find_ruleset(ruleset or usual_ruleset(entrants))
    check_ruleset(entrants, rules)
    seed = new_seed() if seed is None else seed
    check_seed(seed)
    kind = {"seats": len(entrants), "pairs": False} | kind
    return TournamentPlan(entrants, with_turn_limit(rules), seed, games, **kind)


def held(plan: TournamentPlan, crew: Callable[..., Crew], conditions: Conditions) -> Results:
    """The results of a plan that is carried out."""
    *_, tally = run(plan, crew, conditions, records=plan.total)
    return Results(plan, tally)


def staying(entrant: Entrant, seed: int) -> Entrant:
    """An entrant whose player is made now, and is the same in every game."""
    if entrant.is_http:
        return entrant
    with Backstage(seed):
        return replace(entrant, source=entrant.make(seed))
