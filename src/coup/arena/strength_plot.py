"""Plots of a player's strength (the extra `plots`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coup.arena.lockstep import MindHabits
from coup.arena.statistics import Rate
from coup.arena.strength import Strength, by_role, openings
from coup.research.plots import save
from coup.rules.rulesets import Ruleset


def draw(found: Strength, path: Path) -> None:
    """Draw wins in known and in held-out fields, wins by seat, and habits."""
    habits = {size: each.habits for size, each in found.copies.items() if each.habits}
    rows = 3 if habits else 2
    figure = Figure(figsize=(11, 3.2 * rows), layout="constrained")
    grid: Any = figure.subplots(rows, 2, squeeze=False)
    draw_wins(grid[0][0], found, held=False)
    draw_wins(grid[0][1], found, held=True)
    draw_seats(grid[1][0], found)
    if habits:
        draw_openings(grid[1][1], habits, found.ruleset)
        roles = {size: by_role(each, found.ruleset) for size, each in habits.items()}
        draw_habits(grid[2][0], roles, "claims that are bluffs", "bluffs", "claims")
        draw_habits(grid[2][1], roles, "claims challenged when asked", "challenges", "asked")
    else:
        grid[1][1].set_axis_off()
    figure.suptitle(f"{found.name}: {found.games:,} games or more for each mark")
    save(figure, path)


def draw_wins(axes: Axes, found: Strength, held: bool) -> None:
    """Points with their intervals, and par; a grey cross marks the wins of `counter`."""
    names = list(dict.fromkeys(each.others for each in found.results if each.held == held))
    for place, others in enumerate(names):
        results = [each for each in found.results if each.others == others]
        shift = 0.07 * (place - len(names) / 2)
        places = [each.seats + shift for each in results]
        draw_shares(axes, places, [each.won for each in results], others)
        values = [each.yardsticks["counter"] for each in results]
        axes.plot(places, values, "x", color="grey", markersize=3)
    draw_par(axes, list(found.copies))
    axes.set_title("held out: games won, one among" if held else "games won, one among")


def draw_seats(axes: Axes, found: Strength) -> None:
    """A line for each number of seats."""
    for size, each in found.copies.items():
        draw_shares(axes, list(range(1, size + 1)), each.by_seat, f"{size} seats", "o-")
    axes.set_xticks(range(1, max(found.copies) + 1))
    axes.set_xlabel("seat")
    axes.set_title("games won by seat, among copies")
    axes.legend(fontsize=7, frameon=False)
    axes.set_ylim(bottom=0)


def draw_openings(axes: Axes, habits: dict[int, MindHabits], rules: Ruleset) -> None:
    """A bar for each role and number of seats: its first actions, holding the role."""
    roles = list(rules.roles)
    width = 0.8 / len(habits)
    for place, each in enumerate(habits.values()):
        rows = openings(each, rules)
        bottom = [0.0] * len(roles)
        for number, action in enumerate(rows[roles[0]]):
            heights = [rows[role][action] for role in roles]
            axes.bar(
                [x + place * width for x in range(len(roles))],
                heights,
                width * 0.9,
                bottom,
                color=f"C{number}",
                label=action.replace("_", " ") if not place else None,
            )
            bottom = [low + height for low, height in zip(bottom, heights, strict=True)]
    axes.set_xticks([x + 0.4 - width / 2 for x in range(len(roles))], roles, fontsize=8)
    axes.set_title(f"first turns by role held, {', '.join(map(str, habits))} seats")
    axes.legend(fontsize=7, ncols=5, loc="lower left")


def draw_shares(
    axes: Axes, places: Sequence[float], shares: Sequence[Rate], name: str, mark: str = "o"
) -> None:
    """Shares with their intervals."""
    values = [each.value for each in shares]
    below = [each.value - each.low for each in shares]
    above = [each.high - each.value for each in shares]
    axes.errorbar(places, values, [below, above], fmt=mark, markersize=3, label=name)


def draw_par(axes: Axes, sizes: Sequence[int]) -> None:
    """A line at what a player as good as the others would win."""
    for size in sizes:
        axes.plot([size - 0.4, size + 0.4], [1 / size] * 2, color="grey", linewidth=1)
    axes.set_xticks(list(sizes))
    axes.set_xlabel("seats; grey lines: par; grey crosses: what counter wins")
    axes.set_ylim(0, 1)
    axes.legend(fontsize=6, frameon=False, ncols=3, loc="lower left")


ByRole = dict[str, dict[str, int]]


def draw_habits(axes: Axes, habits: dict[int, ByRole], title: str, part: str, whole: str) -> None:
    """A group of bars for each role, one for each number of seats."""
    width = 0.8 / len(habits)
    for place, (size, roles) in enumerate(habits.items()):
        shares = [row[part] / max(1, row[whole]) for row in roles.values()]
        axes.bar(
            [x + place * width for x in range(len(roles))], shares, width, label=f"{size} seats"
        )
        axes.set_xticks([x + 0.4 - width / 2 for x in range(len(roles))], list(roles), fontsize=8)
    axes.set_ylim(0, 1)
    axes.set_title(title)
    axes.legend(fontsize=7, frameon=False)
