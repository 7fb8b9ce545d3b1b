"""The results of a tournament as tables for people, and as CSV."""

import csv
import io

from rich import box
from rich.markup import escape
from rich.table import Table

from coup.arena.deeds import Behaviour
from coup.arena.plan import TournamentPlan
from coup.arena.statistics import DUEL, Rate, Statistics, share

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
    "source",
)


WIDTH = 80  # columns that every terminal shows
BLOCK = 12  # columns of the matrix per table


def new_table(title: str, first: str = "player", gap: int = 3) -> Table:
    """A table with a gap of 1 to 3 between its columns."""
    table = Table(
        title=title,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        caption_justify="left",
        padding=(0, int(gap > 1), 0, int(gap > 2)),
    )
    table.add_column(first, min_width=8, overflow="fold")
    return table


def standings(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> Table:
    """Wins, ratings and conduct of all players; draws if there are any."""
    table = new_table("Standings", gap=2)
    columns = ["wins", "win rate", *(["draws"] if tally.unfinished else [])]
    for column in (*columns, "rating", "faults", "ms/move"):
        table.add_column(column, justify="right", no_wrap=True)
    table.caption = "with 95 % intervals"
    for who in tally.ranking():
        table.add_row(
            escape(plan.names[who]),
            f"{tally.wins[who]:,}",
            short(tally.win_rate(who)),
            *([f"{tally.draws[who]:,}"] if tally.unfinished else []),
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


def has_matrix(plan: TournamentPlan) -> bool:
    """Whether the wins against each opponent say more than the win rates: not if everybody plays in
    every game."""
    return len(plan.entrants) > 2 and (plan.pairs or plan.seats < len(plan.entrants))


def names_fit(plan: TournamentPlan) -> bool:
    """Whether the names of all players fit above the columns of the matrix."""
    return 20 + sum(max(6, len(name)) + 3 for name in plan.names) <= WIDTH


def cross_tables(tally: Statistics, plan: TournamentPlan) -> list[Table]:
    """The wins against each opponent. Names that do not fit above their columns are numbered."""
    order = tally.ranking()
    longest = max(len(plan.names[who]) for who in order)
    if names_fit(plan):
        tables = [named_table(tally, plan, order)]
    else:
        blocks = [range(first, len(order))[:BLOCK] for first in range(0, len(order), BLOCK)]
        tables = [numbered_table(tally, plan, order, block, longest) for block in blocks]
    duels = f"* wins the duel, with at least {DUEL:.0%} of its games" if plan.pairs else ""
    notes = (tables[-1].caption, duels)
    tables[-1].caption = "; ".join(str(note) for note in notes if note) or None
    return tables


def named_table(tally: Statistics, plan: TournamentPlan, order: list[int]) -> Table:
    """The matrix of a few players."""
    table = new_table("Everybody against everybody", "wins of … against")
    for other in order:
        table.add_column(escape(plan.names[other]), justify="right")
    for who in order:
        cells = (cell(tally, plan, who, other, 1) for other in order)
        table.add_row(escape(plan.names[who]), *cells)
    return table


def numbered_table(
    tally: Statistics, plan: TournamentPlan, order: list[int], block: range, longest: int
) -> Table:
    """Some columns of the matrix of many players."""
    table = new_table("Everybody against everybody", "% wins of", gap=1)
    table.columns[0].width = min(longest + 3, WIDTH - 5 * len(block) - 2)
    for place in block:
        table.add_column(str(place + 1), justify="right", no_wrap=True, width=4)
    for place, who in enumerate(order):
        cells = (cell(tally, plan, who, order[other], 0).rstrip("%") for other in block)
        table.add_row(f"{place + 1} {escape(plan.names[who])}", *cells)
    table.caption = "against the players of the same numbers"
    return table


def cell(tally: Statistics, plan: TournamentPlan, who: int, other: int, digits: int) -> str:
    """How often one player won against another; empty if they did not meet."""
    if not tally.met[who, other]:
        return ""
    mark = "*" if plan.pairs and tally.won_duel(who, other) else ""
    return f"{mark}{tally.against(who, other).value:.{digits}%}"


def seats(tally: Statistics, plan: TournamentPlan) -> Table:
    """Wins by seat: how much it helps to begin."""
    table = new_table("From which seat", "seat")
    table.add_column("share of wins", justify="right")
    for seat in range(plan.seats):
        name = "begins" if seat == 0 else f"plays as number {seat + 1}"
        table.add_row(name, str(share(tally.seat_wins[seat], tally.games)))
    return table


def habits(tally: Statistics, plan: TournamentPlan) -> Table:
    """How often each player bluffs and challenges."""
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
    """A share; empty if there is nothing to divide by."""
    return f"{part / whole:.0%}" if whole else ""


def tables(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> list[Table]:
    """All tables that have something to show."""
    shown = [standings(tally, plan, ratings)]
    if has_matrix(plan):
        shown += cross_tables(tally, plan)
    shown.append(seats(tally, plan))
    if tally.looked_into:
        shown.append(habits(tally, plan))
    return shown


def faults(tally: Statistics, plan: TournamentPlan) -> list[str]:
    """The first fault of each player that has one, with the traceback."""
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
    """The winner of the duel of each pair that met."""
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
        origin = plan.entrants[who].origin
        rows.writerow([plan.names[who], *result, mu, sigma, *counts, origin])
    return out.getvalue()
