"""The results of a tournament as tables for people, and as CSV."""

import csv
import io

from rich import box
from rich.markup import escape
from rich.table import Table

from coup.arena.deeds import Behaviour
from coup.arena.intervals import Rate, share
from coup.arena.plan import TournamentPlan
from coup.arena.statistics import DUEL, Statistics

Ratings = dict[int, tuple[float, float]]
COLUMNS = (
    "player",
    "games",
    "wins",
    "win_rate",
    "low",
    "high",
    "draws",
    "rating",
    "sigma",
    "faults",
    "played_for",
    "seconds_per_decision",
)


def new_table(title: str, first: str = "player") -> Table:
    """A table that leaves room for what is in it."""
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", caption_justify="left")
    table.add_column(first, min_width=8, overflow="fold")
    return table


def standings(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> Table:
    """Who won how often, and how everybody behaved."""
    table = new_table("Standings")
    for column in ("wins", "win rate", "draws", "rating", "faults", "ms/move"):
        table.add_column(column, justify="right", no_wrap=True)
    table.caption = "with 95 % intervals"
    for who in tally.ranking():
        table.add_row(
            escape(plan.names[who]),
            f"{tally.wins[who]:,}",
            short(tally.win_rate(who)),
            f"{tally.draws[who]:,}",
            rating(ratings, who),
            f"{tally.faults[who]:,}",
            f"{1000 * tally.thinking(who):.3f}" if tally.decisions[who] else "",
        )
    return table


def short(value: Rate) -> str:
    """A share with its interval, in few letters.

    >>> short(share(129, 160))
    '80.6% (73.8-86.0)'
    """
    return f"{value.value:.1%} ({100 * value.low:.1f}-{100 * value.high:.1f})"


def rating(ratings: Ratings, who: int) -> str:
    """A rating and its uncertainty."""
    if who not in ratings:
        return ""
    mu, sigma = ratings[who]
    return f"{mu:.1f} ± {1.96 * sigma:.1f}"


def cross_table(tally: Statistics, plan: TournamentPlan) -> Table:
    """Who won how often against whom."""
    order = tally.ranking()
    table = new_table("Everybody against everybody", "wins of … against")
    for other in order:
        table.add_column(escape(plan.names[other]), justify="right")
    for who in order:
        cells = []
        for other in order:
            met = tally.met[who, other]
            mark = "*" if plan.pairs and tally.won_duel(who, other) else ""
            cells.append(f"{mark}{tally.against(who, other).value:.1%}" if met else "")
        table.add_row(escape(plan.names[who]), *cells)
    if plan.pairs:
        table.caption = f"* wins the duel, with at least {DUEL:.0%} of its games"
    return table


def seats(tally: Statistics, plan: TournamentPlan) -> Table:
    """How much it helps to begin."""
    table = new_table("From which seat", "seat")
    table.add_column("share of wins", justify="right")
    for seat in range(plan.seats):
        name = "begins" if seat == 0 else f"plays as number {seat + 1}"
        table.add_row(name, str(share(tally.seat_wins[seat], tally.games)))
    return table


def habits(tally: Statistics, plan: TournamentPlan) -> Table:
    """How often everybody bluffs and challenges."""
    table = new_table("Bluffs and challenges")
    for column in ("claims a game", "bluffs", "caught", "challenges a game", "wrong"):
        table.add_column(column, justify="right")
    for who in tally.ranking():
        own = tally.habits.get(who, Behaviour())
        games = max(1, tally.looked_into * tally.played[who] / max(1, tally.games))
        table.add_row(
            escape(plan.names[who]),
            f"{own.claims / games:.2f}",
            percent(own.bluffs, own.claims),
            percent(own.caught, own.claims),
            f"{own.challenges / games:.2f}",
            percent(own.wrong, own.challenges),
        )
    table.caption = f"in {tally.looked_into:,} of the games"
    return table


def percent(part: int, whole: int) -> str:
    """A share; nothing where there was nothing."""
    return f"{part / whole:.0%}" if whole else ""


def tables(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> list[Table]:
    """All tables that say something."""
    shown = [standings(tally, plan, ratings)]
    if len(plan.entrants) > 2:
        shown.append(cross_table(tally, plan))
    shown.append(seats(tally, plan))
    if tally.looked_into:
        shown.append(habits(tally, plan))
    return shown


def faults(tally: Statistics, plan: TournamentPlan) -> list[str]:
    """The first fault of each who made one, with the traceback."""
    lines = []
    for who in tally.ranking():
        if who in tally.mishaps:
            number, asked, answer, why, when = tally.mishaps[who]
            said = f" answered {answer}" if answer is not None else ""
            where = f"in game {number}" + (f" at {when}" if when else "")
            lines.append(f"First fault of {plan.names[who]}, {where}: {asked}{said}")
            lines += [f"    {line}" for line in why.rstrip().splitlines()]
    return lines


def duels(tally: Statistics, plan: TournamentPlan) -> list[str]:
    """Who won which duel, where two met."""
    if not plan.pairs or len(plan.entrants) > 2:
        return []
    for who, other in ((0, 1), (1, 0)):
        if tally.won_duel(who, other):
            return [f"{plan.names[who]} wins the duel: {tally.against(who, other)} of the games."]
    return [f"Nobody wins the duel: that takes at least {DUEL:.0%} of the games."]


def as_csv(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> str:
    """The standings, for spreadsheets."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for who in tally.ranking():
        mu, sigma = ratings.get(who, ("", ""))
        counts = (tally.faults[who], tally.played_for[who], tally.thinking(who))
        result = (tally.played[who], tally.wins[who], *tally.win_rate(who), tally.draws[who])
        rows.writerow([plan.names[who], *result, mu, sigma, *counts])
    return out.getvalue()
