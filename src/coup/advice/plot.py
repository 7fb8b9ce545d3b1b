"""A picture of a game: a seat's chance of winning, and what cost it most (extra `plots`)."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from coup.advice.advising import Advice
from coup.choices import name

STYLE: dict[Any, Any] = {"svg.hashsalt": "coup", "svg.fonttype": "none", "font.size": 9}


def draw(advice: Advice, path: Path) -> None:
    """The chance of winning over the game, with the costly decisions marked."""
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    axes = figure.subplots()
    stood = [(each.turn, each.win) for each in advice.decisions if each.win is not None]
    if stood:  # somebody may be out before its first turn
        axes.errorbar(
            [turn for turn, _ in stood],
            [100 * win.value for _, win in stood],
            [200 * win.error for _, win in stood],
            marker="o",
            capsize=3,
            label="at the seat's turns",
        )
    turns = [each.turn for each in advice.decisions]
    last = max(turns)
    if advice.winner is not None:
        axes.plot(last + 1, 100.0 * (advice.winner == advice.seat), "k*", ms=10, label="the end")
    for number, moment in enumerate(advice.costly, 1):
        turn, ends = moment.decision.turn, (100 * moment.before, 100 * moment.after)
        axes.annotate(
            "",
            (turn, ends[1]),
            (turn, ends[0]),
            arrowprops={"arrowstyle": "->", "color": "tab:red", "lw": 2},
        )
        label = f"{number}. {name(moment.decision.made)}"
        axes.text(turn, ends[1] - 3, label, color="tab:red", ha="center", va="top")
    axes.axhline(100 / len(advice.seats), color="grey", lw=0.8, ls=":")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    limits = {"xlim": (min(turns) - 0.7, last + 1.7), "ylim": (-12, 105)}
    axes.set(xlabel="turn", ylabel="chance of winning, %", **limits)
    axes.set_title(
        f"{advice.seat}: the chance of winning if shark played on for everybody, and what cost most"
    )
    if stood or advice.winner is not None:
        axes.legend(frameon=False, fontsize=8)
    with mpl.rc_context(STYLE):
        meta = {"Date": None, "Creator": None} if path.suffix == ".svg" else None
        figure.savefig(path, metadata=meta)
