"""Tables of a player's strength."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from rich.markup import escape
from rich.table import Table

from coup.arena.endings import Ending, any_of
from coup.arena.standings import new_table, percent
from coup.arena.statistics import Rate
from coup.arena.strength import (
    YARDSTICKS,
    Result,
    Strength,
    blocked,
    by_role,
    openings,
)


def tables(found: Strength) -> Iterator[Table]:
    """All tables that have something to show."""
    for size in found.copies:
        yield wins(found, size, held=False)
        yield wins(found, size, held=True)
    yield seats(found)
    if any(each.habits for each in found.copies.values()):
        yield games_among_copies(found)
        yield openings_table(found)
        yield habits(found, "Claims that are bluffs", "bluffs", "claims")
        yield habits(
            found, "Claims of others that it challenges, when asked", "challenges", "asked"
        )
    for ending in found.endings:
        yield ending_table(ending, found.name)


def by_size(title: str, first: str, sizes: Sequence[int]) -> Table:
    """A table with a column for each number of seats."""
    table = new_table(title, first)
    for size in sizes:
        table.add_column(f"{size} seats", justify="right", no_wrap=True)
    return table


def plus_minus(value: Rate | None) -> str:
    """A share with its interval, in few letters.

    >>> plus_minus(Rate(0.806, 0.738, 0.86))
    '80.6 ±6.1'
    """
    if value is None:
        return ""
    return f"{100 * value.value:.1f} ±{50 * (value.high - value.low):.1f}"


def wins(found: Strength, size: int, held: bool) -> Table:
    """The wins in each field with this number of seats."""
    kind = "opponents held out of training" if held else "opponents that training may know"
    table = new_table(f"{size} seats, {kind}: games won, in %", "one among")
    for column in ("won", "drawn", *YARDSTICKS):
        table.add_column(column, justify="right", no_wrap=True)
    results = [each for each in found.results if each.seats == size and each.held == held]
    for each in results:
        compared = (f"{100 * each.yardsticks[name]:.1f}" for name in YARDSTICKS)
        table.add_row(each.others, plus_minus(each.won), percent(each.drawn, each.games), *compared)
    if held:
        table.add_row("mean", *means(results), style="bold")
    games = sorted({each.games for each in results})
    table.caption = (
        f"{spread(games)} games in each field, every deal from every seat; 95 % intervals from how "
        f"deals differ; par is {100 / size:.1f}; beside it what {' and '.join(YARDSTICKS)} win in "
        f"the same seats; drawn after {found.ruleset.turn_limit} turns"
    )
    return table


def means(results: Sequence[Result]) -> Iterator[str]:
    """The means of all columns."""
    yield f"{100 * fmean(each.won.value for each in results):.1f}"
    yield f"{fmean(each.drawn / each.games for each in results):.1%}"
    for name in YARDSTICKS:
        yield f"{100 * fmean(each.yardsticks[name] for each in results):.1f}"


def spread(numbers: Sequence[int]) -> str:
    """A number, or the range of several.

    >>> spread([10_000, 10_002]), spread([10_000])
    ('10,000 to 10,002', '10,000')
    """
    ends = dict.fromkeys((numbers[0], numbers[-1]))
    return " to ".join(f"{end:,}" for end in ends)


def seats(found: Strength) -> Table:
    """Wins by seat: how much it helps to begin."""
    sizes = list(found.copies)
    table = by_size("Games won from each seat among copies of itself, in %", "seat", sizes)
    for seat in range(max(sizes)):
        name = "begins" if seat == 0 else f"number {seat + 1}"
        shares = [found.copies[size].by_seat[seat] if seat < size else None for size in sizes]
        table.add_row(name, *map(plus_minus, shares))
    table.caption = f"{found.games:,} games each; these games also count in the tables of habits"
    return table


def games_among_copies(found: Strength) -> Table:
    """Draws, lengths and blocks in games among copies."""
    table = by_size("Games among copies of itself", "", list(found.copies))
    each = found.copies.values()
    table.add_row("turns", *(f"{one.length:.1f}" for one in each))
    table.add_row("turns blocked", *(f"{blocked(one.habits):.1%}" for one in each if one.habits))
    table.add_row("games drawn", *(percent(one.drawn, found.games) for one in each))
    return table


def openings_table(found: Strength) -> Table:
    """The first actions by role held."""
    table = new_table("First turns among copies of itself, in %", "holding")
    sizes = list(found.copies)
    rows = {
        size: openings(one.habits, found.ruleset)
        for size, one in found.copies.items()
        if one.habits
    }
    actions = list(rows[sizes[0]][found.ruleset.roles[0]])
    for action in actions:
        table.add_column(action.replace("_", " "), justify="right")
    for role in rows[sizes[0]]:
        cells = (
            "/".join(f"{100 * rows[size][role][each]:.0f}" for size in sizes) for each in actions
        )
        table.add_row(role.capitalize(), *cells)
    table.caption = f"with {'/'.join(map(str, sizes))} seats"
    return table


def habits(found: Strength, title: str, part: str, whole: str) -> Table:
    """How often it does something, by role."""
    table = by_size(title, "role", list(found.copies))
    rows = [by_role(one.habits, found.ruleset) for one in found.copies.values() if one.habits]
    for role in rows[0]:
        table.add_row(
            role.capitalize(), *(percent(row[role][part], row[role][whole]) for row in rows)
        )
    return table


def ending_table(ending: Ending, name: str) -> Table:
    """The first turn of an endgame: the solution, and the player's play."""
    rules = ending.ruleset
    coins = " and ".join(map(str, rules.seat_coins or ()))
    cards = " and ".join(role.capitalize() for role in rules.face_up)
    table = new_table(f"An endgame: a card each, {coins} coins, {cards} face up", "claim")
    for column in ("made", "bluffs", "challenged"):
        table.add_column(f"{column}:\nexact", justify="right")
        table.add_column("it", justify="right", vertical="bottom")
    for pair in ending.claims:
        cells = [
            "" if each is None else f"{getattr(each, part):.0%}"
            for part in ("made", "bluffed", "challenged")
            for each in pair
        ]
        table.add_row(any_of(pair).line[-1].replace("_", " "), *cells)
    table.caption = (
        f"the first turn; drawn after {rules.turn_limit} turns, no exchange, which it does not "
        f"know; worth {ending.value:+.3f} to the mover; the best answers to {escape(name)} would "
        f"gain {ending.nash_conv:.3f} (NashConv)"
    )
    return table
