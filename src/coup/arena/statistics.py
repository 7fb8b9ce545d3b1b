"""Totals of a tournament's games, confidence intervals, and ratings by openskill (Plackett-Luce:
any number of seats, and draws).

Tallies of different games can be merged.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any, NamedTuple

from coup.arena.deeds import Behaviour, Deeds, Insight
from coup.arena.plan import Fixture, TournamentPlan
from coup.arena.remarks import remarks
from coup.hosting.homes import Writing
from coup.hosting.seats import Conduct

DUEL = 0.55  # the share of games that wins a duel, as in the class


class Rate(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share(count: int, total: int) -> Rate:
    """The share of `count` in `total`, with Wilson's interval.

    >>> print(share(9566, 10_000))
    95.7% (95.2% to 96.0%)
    >>> print(share(0, 20))
    0.0% (0.0% to 16.1%)
    """
    return wilson(count / total, total) if total else Rate(0.0, 0.0, 1.0)


def share_by_deal(deals: Sequence[float]) -> Rate:
    """The mean share of games won by deal, where each deal is played from every seat.

    Games of one deal have the same cards, so only deals are independent. Wilson's interval uses the
    effective number of games: as many independent games as would give the mean the same variance.

    >>> print(share_by_deal([0.5] * 60 + [1.0] * 20 + [0.0] * 20))
    50.0% (43.8% to 56.2%)
    >>> print(share_by_deal([1.0] * 20))
    100.0% (83.9% to 100.0%)
    """
    number = len(deals)
    value = fsum(deals) / number
    spread = fsum((deal - value) ** 2 for deal in deals) / max(1, number - 1) / number
    return wilson(value, value * (1 - value) / spread if spread else number)


def wilson(value: float, total: float) -> Rate:
    """A share of `total` independent games, with Wilson's interval."""
    z = 1.96
    middle = value + z * z / (2 * total)
    spread = z * sqrt(value * (1 - value) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return Rate(value, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


class GameOutcome(NamedTuple):
    """The result of one game: its number, the line-up, and the winner; None if nobody won."""

    number: int
    lineup: tuple[int, ...]
    winner: int | None


class Mishap(NamedTuple):
    """The first fault of a player: in which game, what was asked, what was wrong, and when, if
    known."""

    number: int
    asked: str
    answer: str | None
    why: str
    when: str = ""


@dataclass
class Statistics:
    """Totals over games, by the entrants' numbers.

    games, turns, unfinished: the numbers of these; `unfinished` games have no winner.
    played, wins, draws: games of each entrant.
    seat_wins: by seat, starting with the one that began.
    met, beat: games with both entrants of a pair, and those that the first of them won.
    decisions, seconds, faults, played_for: see `Conduct`.
    mishaps: the first fault of each.
    outcomes: the results of games, for ratings.
    habits, looked_into: each entrant's claims and challenges, and in how many games these were
        counted.
    deeds: how often each action and each block (`block_steal`) was done in these games.
    stored: games that were read from a folder, not played now.
    records: the records of games by number, if they are kept.
    replayed: games that were played again, so that players remember them; they count once.
    forgotten: matches that continued without the players' memory.
    written: files that players wrote outside their homes, see `coup.hosting.homes`.
    """

    games: int = 0
    turns: int = 0
    unfinished: int = 0
    played: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    draws: Counter[int] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    beat: Counter[tuple[int, int]] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    seconds: Counter[int] = field(default_factory=Counter)
    faults: Counter[int] = field(default_factory=Counter)
    played_for: Counter[int] = field(default_factory=Counter)
    mishaps: dict[int, Mishap] = field(default_factory=dict)
    outcomes: list[GameOutcome] = field(default_factory=list)
    habits: dict[int, Behaviour] = field(default_factory=dict)
    deeds: dict[str, Deeds] = field(default_factory=dict)
    looked_into: int = 0
    stored: int = 0
    records: dict[int, str] = field(default_factory=dict)
    replayed: int = 0
    forgotten: int = 0
    written: set[Writing] = field(default_factory=set)

    def add(
        self,
        plan: TournamentPlan,
        fixture: Fixture,
        winner: int | None,
        turns: int,
        conduct: tuple[Conduct, ...],
        look: Callable[[], Insight],
    ) -> None:
        """Add a game; in a sample of the games, also what players did."""
        number, lineup, _ = fixture
        self.add_result(lineup, winner, turns)
        if plan.is_sampled(number, plan.rated):
            self.outcomes.append(GameOutcome(number, lineup, winner))
        for who, each in zip(lineup, conduct, strict=True):
            self.add_conduct(number, who, each)
        if plan.is_sampled(number, plan.looked_into):
            self.look_into(plan, look())

    def look_into(self, plan: TournamentPlan, found: Insight) -> None:
        """Add the claims, blocks and challenges of a game."""
        self.looked_into += 1
        for name, habits in found.habits.items():
            self.habits.setdefault(plan.names.index(name), Behaviour()).add(habits)
        for verb, deeds in found.deeds.items():
            self.deeds.setdefault(verb, Deeds()).add(deeds)

    def add_result(
        self, lineup: tuple[int, ...], winner: int | None, turns: int, games: int = 1
    ) -> None:
        """Add the result of a game, or of several with the same result."""
        self.games += games
        self.turns += turns
        for who in lineup:
            self.played[who] += games
            for other in lineup:
                if other != who:
                    self.met[who, other] += games
        if winner is None:
            self.unfinished += games
            for who in lineup:
                self.draws[who] += games
            return
        self.wins[winner] += games
        self.seat_wins[lineup.index(winner)] += games
        for other in lineup:
            if other != winner:
                self.beat[winner, other] += games

    def add_conduct(self, number: int, who: int, conduct: Conduct) -> None:
        """Add a player's conduct in a game."""
        self.decisions[who] += conduct.decisions
        self.seconds[who] += conduct.seconds  # type: ignore[assignment]
        if conduct.faults:
            self.faults[who] += conduct.faults
            self.played_for[who] += conduct.played_for
        if conduct.first is not None:
            self._note(who, Mishap(number, *conduct.first))

    def _note(self, who: int, mishap: Mishap) -> None:
        if who not in self.mishaps or mishap.number < self.mishaps[who].number:
            self.mishaps[who] = mishap

    def merge(self, other: "Statistics") -> None:
        """Add the games of another tally."""
        for name in ("games", "turns", "unfinished", "looked_into", "replayed", "forgotten"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for who, mishap in other.mishaps.items():
            self._note(who, mishap)
        for who, habits in other.habits.items():
            self.habits.setdefault(who, Behaviour()).add(habits)
        for verb, deeds in other.deeds.items():
            self.deeds.setdefault(verb, Deeds()).add(deeds)
        self.outcomes += other.outcomes
        self.records |= other.records
        self.written |= other.written

    # Results.

    def win_rate(self, who: int) -> Rate:
        """How often an entrant won."""
        return share(self.wins[who], self.played[who])

    def against(self, who: int, other: int) -> Rate:
        """How often an entrant won at tables with another one."""
        return share(self.beat[who, other], self.met[who, other])

    def won_duel(self, who: int, other: int) -> bool:
        """Whether an entrant won the duel against another one."""
        return bool(self.met[who, other]) and self.against(who, other).value >= DUEL

    def thinking(self, who: int) -> float:
        """Seconds per decision."""
        return self.seconds[who] / max(1, self.decisions[who])

    def ranking(self) -> list[int]:
        """The entrants by win rate."""
        return sorted(self.played, key=lambda who: (-self.win_rate(who).value, who))


COUNTERS = (
    "played",
    "wins",
    "draws",
    "seat_wins",
    "met",
    "beat",
    "decisions",
    "seconds",
    "faults",
    "played_for",
)


def tally_as_dict(
    tally: Statistics, plan: TournamentPlan, ratings: dict[int, tuple[float, float]]
) -> Any:
    """The totals as a dictionary for JSON."""
    names = plan.names
    players = []
    for who in tally.ranking():
        mishap = tally.mishaps.get(who)
        habits = tally.habits.get(who, Behaviour())
        players.append(
            {
                "name": names[who],
                "games": tally.played[who],
                "wins": tally.wins[who],
                "win_rate": tally.win_rate(who)._asdict(),
                "draws": tally.draws[who],
                "faults": tally.faults[who],
                "played_for": tally.played_for[who],
                "first_fault": mishap and mishap._asdict(),
                "decisions": tally.decisions[who] or None,
                "seconds_per_decision": tally.thinking(who) if tally.decisions[who] else None,
                "rating": ratings.get(who)
                and dict(zip(("mu", "sigma"), ratings[who], strict=True)),
                "habits": vars(habits),
                "against": {
                    names[other]: tally.against(who, other)._asdict()
                    for other in tally.ranking()
                    if tally.met[who, other]
                },
            }
        )
    return {
        **plan.as_dict(),
        "played": tally.games,
        "mean_turns": tally.turns / tally.games if tally.turns else None,
        "unfinished": tally.unfinished,
        "wins_by_seat": [tally.seat_wins[seat] for seat in range(plan.seats)],
        "looked_into": tally.looked_into,
        "remarks": remarks(tally, plan),
        "results": players,
    }


def have_openskill() -> bool:
    """Whether the library is installed."""
    try:
        import openskill.models  # noqa: F401
    except ImportError:
        return False
    return True


def ratings(outcomes: Iterable[GameOutcome], players: int) -> dict[int, tuple[float, float]]:
    """The rating of each entrant, with its standard deviation.

    The games are rated in a fixed random order, since the order of opponents must not matter.

    >>> rated = ratings([GameOutcome(n, (0, 1), 0 if n % 4 else 1) for n in range(100)], 2)
    >>> rated[0] > rated[1]
    True
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {who: [model.rating()] for who in range(players)}
    games = sorted(outcomes)
    random.Random(1).shuffle(games)
    for _, lineup, winner in games:
        ranks = [0.0 if winner in (None, who) else 1.0 for who in lineup]
        new = model.rate([rated[who] for who in lineup], ranks=ranks)
        rated.update(zip(lineup, new, strict=True))
    return {who: (team[0].mu, team[0].sigma) for who, team in rated.items()}
