"""How strong a player is, as tables for people."""

from collections.abc import Iterator, Sequence

from rich.table import Table

from coup.arena.endings import Ending, any_of
from coup.arena.intervals import Share
from coup.arena.standings import new_table, percent
from coup.arena.strength import MIXTURE, RULESET, Strength, by_role


def tables(found: Strength) -> Iterator[Table]:
    """All tables that say something."""
    yield wins(found)
    yield seats(found)
    if found.habits:
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


def plus_minus(value: Share | None) -> str:
    """A share with its interval, in few letters.

    >>> plus_minus(Share(0.806, 0.738, 0.86))
    '80.6 ±6.1'
    """
    if value is None:
        return ""
    return f"{100 * value.value:.1f} ±{50 * (value.high - value.low):.1f}"


def wins(found: Strength) -> Table:
    """How often it wins against whom."""
    sizes = list(found.by_seat)
    table = by_size("Games won, in %", "one among", sizes)
    table.add_row("par", *(f"{100 / size:.1f}     " for size in sizes), style="dim")
    for others in (*found.others, MIXTURE):
        results = [found.result(size, others) for size in sizes]
        if any(results):
            table.add_row(others, *(plus_minus(each and each.won) for each in results))
    games = sorted({each.games for each in found.results})
    table.caption = (
        f"{spread(games)} games in each field, every deal from every seat; "
        "95 % intervals from how deals differ"
    )
    drawn = sum(each.drawn for each in found.results)
    if drawn:
        table.caption += f"; {drawn:,} in all were drawn after {RULESET.turn_limit} turns"
    return table


def spread(numbers: Sequence[int]) -> str:
    """A number, or from where to where some go.

    >>> spread([10_000, 10_002]), spread([10_000])
    ('10,000 to 10,002', '10,000')
    """
    ends = dict.fromkeys((numbers[0], numbers[-1]))
    return " to ".join(f"{end:,}" for end in ends)


def seats(found: Strength) -> Table:
    """How much it helps to begin."""
    sizes = list(found.by_seat)
    table = by_size("Games won from each seat among copies of itself, in %", "seat", sizes)
    for seat in range(max(sizes)):
        name = "begins" if seat == 0 else f"number {seat + 1}"
        shares = [found.by_seat[size][seat] if seat < size else None for size in sizes]
        table.add_row(name, *map(plus_minus, shares))
    table.caption = f"{found.games:,} games each"
    if found.habits:
        table.caption += ", from which the next two tables are, too"
    return table


def habits(found: Strength, title: str, part: str, whole: str) -> Table:
    """How often it does something, by role."""
    table = by_size(title, "role", list(found.habits))
    rows = {size: by_role(each) for size, each in found.habits.items()}
    for role in next(iter(rows.values())):
        counts = [row[role] for row in rows.values()]
        table.add_row(role.capitalize(), *(percent(each[part], each[whole]) for each in counts))
    return table


def ending_table(ending: Ending, name: str) -> Table:
    """The first turn of an endgame, as it should be played and as it is."""
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
        f"know; worth {ending.value:+.3f} to the mover; the best answers to {name} would gain "
        f"{ending.nash_conv:.3f} (NashConv)"
    )
    return table
