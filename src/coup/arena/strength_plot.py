"""How strong a player is, as a picture (the extra `plots`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coup.arena.intervals import Share
from coup.arena.lockstep import Habits
from coup.arena.strength import MIXTURE, Strength, by_role
from coup.research.plots import save


def draw(found: Strength, path: Path) -> None:
    """A picture: wins by opponent and number of seats, by seat, and bluffs by role."""
    rows = 2 if found.habits else 1
    figure = Figure(figsize=(11, 3 * rows), layout="constrained")
    grid: Any = figure.subplots(rows, 2, squeeze=False)
    draw_wins(grid[0][0], found)
    draw_seats(grid[0][1], found)
    if found.habits:
        draw_habits(grid[1][0], found.habits, "claims that are bluffs", "bluffs", "claims")
        draw_habits(grid[1][1], found.habits, "claims challenged when asked", "challenges", "asked")
    figure.suptitle(f"{found.name}: {found.games:,} games or more for each mark")
    save(figure, path)


def draw_wins(axes: Axes, found: Strength) -> None:
    """Points with their intervals, and par."""
    for place, others in enumerate((*found.others, MIXTURE)):
        results = [each for each in found.results if each.others == others]
        if not results:
            continue
        shift = 0.08 * (place - len(found.others) / 2)
        draw_shares(
            axes,
            [each.seats + shift for each in results],
            [each.won for each in results],
            others,
        )
    draw_par(axes, list(found.by_seat))
    axes.set_title("games won, one among")


def draw_seats(axes: Axes, found: Strength) -> None:
    """A line for each number of seats."""
    for size, shares in found.by_seat.items():
        draw_shares(axes, list(range(1, size + 1)), shares, f"{size} seats", "o-")
    axes.set_xticks(range(1, max(found.by_seat) + 1))
    axes.set_xlabel("seat")
    axes.set_title("games won by seat, among copies")
    axes.legend(fontsize=7, frameon=False)
    axes.set_ylim(bottom=0)


def draw_shares(
    axes: Axes, places: Sequence[float], shares: Sequence[Share], name: str, mark: str = "o"
) -> None:
    """Some shares with their intervals."""
    values = [each.value for each in shares]
    below = [each.value - each.low for each in shares]
    above = [each.high - each.value for each in shares]
    axes.errorbar(places, values, [below, above], fmt=mark, markersize=3, label=name)


def draw_par(axes: Axes, sizes: Sequence[int]) -> None:
    """What everybody would win who is as good as the others."""
    for size in sizes:
        axes.plot([size - 0.4, size + 0.4], [1 / size] * 2, color="grey", linewidth=1)
    axes.set_xticks(list(sizes))
    axes.set_xlabel("seats; grey: par")
    axes.set_ylim(0, 1)
    axes.legend(fontsize=7, frameon=False, ncols=3, loc="lower left")


def draw_habits(axes: Axes, habits: dict[int, Habits], title: str, part: str, whole: str) -> None:
    """A group of bars for each role, one for each number of seats."""
    width = 0.8 / len(habits)
    for place, (size, each) in enumerate(habits.items()):
        roles = by_role(each)
        shares = [row[part] / max(1, row[whole]) for row in roles.values()]
        axes.bar(
            [x + place * width for x in range(len(roles))], shares, width, label=f"{size} seats"
        )
        axes.set_xticks([x + 0.4 - width / 2 for x in range(len(roles))], list(roles), fontsize=8)
    axes.set_ylim(0, 1)
    axes.set_title(title)
    axes.legend(fontsize=7, frameon=False)
