"""Games between bots at one table, and tables of what happened in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rich.table import Table

from coup.arena.deeds import Deeds
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.statistics import Rate, Statistics, share
from coup.arena.workers import Here, run
from coup.hosting.entrants import Entrant, Source, clean, enter, numbered
from coup.hosting.host import with_turn_limit
from coup.rules.rulesets import Ruleset


@dataclass
class Report:
    """The results of many games.

    players: the names of the players, which start with the bot's name.
    games, turns: the numbers of these.
    wins: by player. `seat_wins`: by seat, starting with the one that began.
    unfinished: games that ended at the turn limit.
    faults: by player, as far as it made any.
    deeds: for each action and each block (`block_steal`), how often it was done, was a bluff, was
        challenged, was then proved, and was blocked.
    """

    players: list[str]
    games: int = 0
    turns: int = 0
    unfinished: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    deeds: dict[str, Deeds] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)

    def win_rate(self, player: str) -> Rate:
        """How often a player won."""
        return share(self.wins[player], self.games)

    def deed(self, verb: str) -> Deeds:
        """The counts of an action or block; 0 if it never happened."""
        return self.deeds.get(verb, Deeds())

    @classmethod
    def of(cls, tally: Statistics, plan: TournamentPlan) -> "Report":
        """The report of a tournament at one table, all of whose games were looked into."""
        wins = Counter({plan.names[who]: won for who, won in tally.wins.items()})
        counts = (tally.games, tally.turns, tally.unfinished)
        faults = Counter({plan.names[who]: made for who, made in tally.faults.items() if made})
        return cls(list(plan.names), *counts, wins, tally.seat_wins, tally.deeds, faults)

    def as_dict(self) -> dict[str, object]:
        """The report as a dictionary for JSON."""
        rates = {player: self.win_rate(player)._asdict() for player in self.players}
        return {
            "players": self.players,
            "games": self.games,
            "mean_turns": self.turns / self.games if self.games else 0.0,
            "unfinished": self.unfinished,
            "wins": {player: {"games": self.wins[player], **rates[player]} for player in rates},
            "wins_by_seat": [self.seat_wins[seat] for seat in range(len(self.players))],
            "deeds": {verb: vars(deeds) for verb, deeds in self.deeds.items()},
            "faults": dict(self.faults),
        }


def name_players(bots: Sequence[str]) -> list[str]:
    """Names for bots: their own, numbered if several are of one kind.

    >>> name_players(["counter", "honest", "counter"])
    ['counter1', 'honest', 'counter2']
    """
    seen: Counter[str] = Counter()
    names = []
    for bot in bots:
        seen[bot] += 1
        names.append(numbered(bot, seen[bot]) if bots.count(bot) > 1 else bot)
    return names


def renamed(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Entrants under the names that a simulation gives them."""
    entrants = list(entrants)
    names = name_players(
        [clean(each.origin) if each.is_built_in else each.name for each in entrants]
    )
    return tuple(replace(each, name=name) for each, name in zip(entrants, names, strict=True))


def simulate(bots: Sequence[Source], games: int, ruleset: Ruleset, seed: int) -> Iterator[Report]:
    """Play games between bots at one table; yields the report so far from time to time."""
    entrants = renamed(enter(bots))
    plan = TournamentPlan(
        entrants,
        with_turn_limit(ruleset),
        seed,
        games,
        seats=len(entrants),
        pairs=False,
        looked_into=games,
    )
    for tally in run(plan, Here, Conditions()):
        yield Report.of(tally, plan)


def tables(report: Report) -> list[Table]:
    """The tables of wins, seats and actions."""
    return [winners(report), seats(report), deeds(report)]


def winners(report: Report) -> Table:
    """Who won how often."""
    table = Table("player", title="Who won")
    table.add_column("games", justify="right")
    table.add_column("share (95 % interval)", justify="right")
    if report.faults:
        table.add_column("faults", justify="right")
    for player in sorted(report.players, key=lambda name: -report.wins[name]):
        faults = [f"{report.faults[player]:,}"] if report.faults else []
        table.add_row(player, f"{report.wins[player]:,}", str(report.win_rate(player)), *faults)
    if report.unfinished:
        table.add_row(
            "nobody", f"{report.unfinished:,}", str(share(report.unfinished, report.games))
        )
    table.caption = f"a game takes {report.turns / report.games:.1f} turns on average"
    return table


def seats(report: Report) -> Table:
    """Wins by seat: how much it helps to begin."""
    table = Table("seat", title="From which seat")
    table.add_column("share of wins (95 % interval)", justify="right")
    for seat in range(len(report.players)):
        name = "begins" if seat == 0 else f"plays as number {seat + 1}"
        table.add_row(name, str(share(report.seat_wins[seat], report.games)))
    return table


def deeds(report: Report) -> Table:
    """How often each action and block was done, and how it went."""
    table = Table("", title="What was done")
    for column in ("a game", "bluffs", "challenged", "proved then", "blocked"):
        table.add_column(column, justify="right")
    order = sorted(
        report.deeds, key=lambda verb: (verb.startswith("block"), -report.deeds[verb].done)
    )
    for verb in order:
        each = report.deeds[verb]
        row = [f"{each.done / report.games:.2f}"]
        row += [percent(part, each.done) for part in (each.bluffs, each.challenged)]
        row += [percent(each.proved, each.challenged), percent(each.blocked, each.done)]
        table.add_row(verb.replace("_", " "), *row)
    return table


def percent(part: int, whole: int) -> str:
    """A share; empty if there is nothing to divide by."""
    return f"{part / whole:.0%}" if part else ""
