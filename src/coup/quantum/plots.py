"""Plots of the solution (the extra `plots`), as SVG files."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from coup.quantum.positions import Hand, Position
from coup.quantum.rules import MOST_COINS
from coup.quantum.solution import Solution, solve

PAIRS: tuple[tuple[Hand, Hand], ...] = (
    (("void", "void"), ("void", "void")),
    (("duke", "void"), ("void", "void")),
    (("duke", "contessa"), ("assassin", "captain")),
    (("dead", "void"), ("dead", "void")),
    (("dead", "captain"), ("duke", "contessa")),
    (("dead", "assassin"), ("dead", "duke")),
)
"""The hands of the maps: of the player to move, and of the other."""

STYLE: dict[Any, Any] = {"svg.hashsalt": "coup", "svg.fonttype": "none", "font.size": 9}
LONGEST = 30  # turns: no reading has a longer win
WINS, LOSSES = (1, 10, 20), (2, 10, 20)  # turns marked on the colour scale
WIN, LOSS = "#2166ac", "#b2182b"


def draw(folder: Path) -> list[Path]:
    """Draw all plots for the default reading; returns the files."""
    solution = solve()
    found = []
    with mpl.rc_context(STYLE):
        for name, figure in (("maps", maps(solution)), ("distances", distances(solution))):
            path = folder / f"quantum-{name}.svg"
            figure.savefig(path, metadata={"Date": None, "Creator": None})
            found.append(path)
    return found


def maps(solution: Solution) -> Figure:
    """The winner by both players' coins, for some pairs of hands."""
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    images = [
        draw_map(axes, solution, hands)
        for axes, hands in zip(figure.subplots(2, 3).flat, PAIRS, strict=True)
    ]
    bar = figure.colorbar(images[0], ax=figure.axes, shrink=0.7)
    bar.set_ticks(
        [-shade(turns) for turns in LOSSES] + [shade(turns) for turns in WINS],
        labels=[f"loses in {turns}" for turns in LOSSES] + [f"wins in {turns}" for turns in WINS],
    )
    figure.supxlabel("coins of the other player")
    figure.supylabel("coins of the player to move")
    return figure


def draw_map(axes: Axes, solution: Solution, hands: tuple[Hand, Hand]) -> AxesImage:
    """One map: a cell for each pair of purses, darker for shorter games."""
    purses = range(MOST_COINS + 1)
    rows = [
        [coloured(solution, Position(hands, (mine, other))) for other in purses] for mine in purses
    ]
    mine, other = (", ".join(hand) for hand in hands)
    axes.set_title(f"({mine})\nagainst ({other})")
    axes.set_xticks([0, 2, 4, 6, 8, 10])
    axes.set_yticks([0, 2, 4, 6, 8, 10])
    limit = shade(1)
    colours = mpl.colormaps["RdBu"].resampled(2 * limit + 1)
    return axes.imshow(rows, colours, origin="lower", interpolation="none", vmin=-limit, vmax=limit)


def coloured(solution: Solution, position: Position) -> int:
    """The shade of a position: positive if the player to move wins, negative if they lose."""
    winner, turns = solution.outcome(position)
    if turns is None:
        return 0
    return shade(turns) if winner == position.turn else -shade(turns)


def shade(turns: int) -> int:
    """A shade: darker for fewer turns."""
    return LONGEST + 1 - turns


def distances(solution: Solution) -> Figure:
    """The number of positions won and lost by number of turns."""
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes = figure.subplots()
    for value, colour, label in (
        ("win", WIN, "the player to move wins"),
        ("loss", LOSS, "the player to move loses"),
    ):
        bars = {
            turns: number
            for (what, turns), number in sorted(solution.distances().items(), key=str)
            if what == value and turns is not None
        }
        axes.bar(list(bars), list(bars.values()), color=colour, label=label)
    axes.set_yscale("log")
    axes.set_xlabel("turns to the end under best play")
    axes.set_ylabel("positions")
    axes.legend()
    return figure
