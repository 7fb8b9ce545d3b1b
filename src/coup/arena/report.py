"""A report on many games as tables for people."""

from rich.table import Table

from coup.arena.simulation import Report
from coup.arena.statistics import share


def tables(report: Report) -> list[Table]:
    """Who won, and what was done."""
    return [winners(report), seats(report), deeds(report)]


def winners(report: Report) -> Table:
    """Who won how often."""
    table = Table("player", title="Who won")
    table.add_column("games", justify="right")
    table.add_column("share (95 % interval)", justify="right")
    for player in sorted(report.players, key=lambda name: -report.wins[name]):
        table.add_row(player, f"{report.wins[player]:,}", str(report.win_rate(player)))
    if report.unfinished:
        table.add_row(
            "nobody", f"{report.unfinished:,}", str(share(report.unfinished, report.games))
        )
    table.caption = f"a game takes {report.turns / report.games:.1f} turns on average"
    return table


def seats(report: Report) -> Table:
    """How much it helps to begin."""
    table = Table("seat", title="From which seat")
    table.add_column("share of wins (95 % interval)", justify="right")
    for seat in range(len(report.players)):
        name = "begins" if seat == 0 else f"plays as number {seat + 1}"
        table.add_row(name, str(share(report.seat_wins[seat], report.games)))
    return table


def deeds(report: Report) -> Table:
    """How often each thing was done, and how it went."""
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
    """A share of what was done; nothing where it never happened."""
    return f"{part / whole:.0%}" if part else ""
