"""Plots of solved endgames and of training (the extra `plots`)."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from coup.research.endgame import Equilibrium
from coup.research.frequencies import AskedHand, claims, first_turn

STYLE: dict[Any, Any] = {"svg.hashsalt": "coup", "svg.fonttype": "none", "font.size": 9}


def save(figure: Figure, path: Path) -> None:
    """Write a figure; equal figures give equal files."""
    with mpl.rc_context(STYLE):
        meta = {"Date": None, "Creator": None} if path.suffix == ".svg" else None
        figure.savefig(path, metadata=meta)


def draw_endgame(solution: Equilibrium, path: Path) -> None:
    """The first turn: actions by hand, and how claims fare."""
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    actions, doubts = figure.subplots(1, 2)
    questions = first_turn(solution)
    stack(actions, questions[0])
    actions.set_title("the mover's action, by its cards")
    compare(
        doubts,
        [
            (
                " ".join(move for move in claim.line if move != "pass"),
                claim.bluffed,
                claim.challenged,
            )
            for claim in claims(questions)
            if claim.made > 0.005
        ],
    )
    figure.suptitle(
        f"value {solution.value:+.4f} ± {solution.nash_conv / 2:.1g} for the player to move"
    )
    save(figure, path)


def stack(axes: Axes, question: AskedHand) -> None:
    """One bar for each hand, stacked by answers."""
    hands = sorted(question.weights)
    names = [" ".join(hand) for hand in hands]
    left = [0.0] * len(hands)
    for answer in sorted({each for row in question.answers.values() for each in row}):
        shares = [question.share(answer, hand) for hand in hands]
        axes.barh(names, shares, left=left, label=answer)
        left = [before + share for before, share in zip(left, shares, strict=True)]
    axes.set_xlim(0, 1)
    axes.legend(fontsize=7, loc="lower center", bbox_to_anchor=(0.5, -0.32), ncols=4, frameon=False)


def compare(axes: Axes, rows: Sequence[tuple[str, float, float]]) -> None:
    """Two bars for each claim: how often it is a bluff, and how often it is challenged."""
    places = range(len(rows))
    axes.barh([place + 0.2 for place in places], [row[1] for row in rows], 0.4, label="bluffs")
    axes.barh([place - 0.2 for place in places], [row[2] for row in rows], 0.4, label="challenged")
    axes.set_yticks(list(places), [row[0].replace(" block", "\nblock") for row in rows])
    axes.set_xlim(0, 1)
    axes.set_title("claims, when they are made")
    axes.legend(fontsize=7, loc="lower center", bbox_to_anchor=(0.5, -0.32), ncols=2, frameon=False)


def curves(
    lines: Iterable[tuple[str, Sequence[float], Sequence[float], Sequence[float]]],
    across: str,
    up: str,
    path: Path,
) -> None:
    """Lines with error bars; each has a name, x values, y values and errors."""
    figure = Figure(figsize=(6, 3.6), layout="constrained")
    axes = figure.subplots()
    for name, places, values, errors in lines:
        axes.errorbar(places, values, errors, label=name, marker="o", markersize=3, capsize=2)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, frameon=False)
    save(figure, path)


def draw_run(log: Sequence[dict[str, Any]], path: Path) -> None:
    """The course of a run: wins against bots, entropy, and the share of claims that are bluffs."""
    figure = Figure(figsize=(10, 3.4), layout="constrained")
    wins, entropy, bluffs = figure.subplots(1, 3)
    measured = [notes for notes in log if "wins" in notes]
    for name in measured[-1]["wins"] if measured else ():
        wins.plot(
            [notes["decisions"] / 1e6 for notes in measured],
            [notes["wins"][name] for notes in measured],
            label=name,
        )
    wins.set_title("games won by the average")
    wins.set_ylim(0, 1)
    across = [notes["decisions"] / 1e6 for notes in log]
    entropy.plot(across, [notes["entropy"] for notes in log], label="entropy (nats a decision)")
    entropy.plot(across, [notes["kl"] for notes in log], label="distance to the average (KL)")
    entropy.set_title("how decided it is")
    for role in log[-1]["bluffs"] if log else ():
        bluffs.plot(across, [notes["bluffs"].get(role) for notes in log], label=role.capitalize())
    bluffs.set_title("claims that are bluffs")
    bluffs.set_ylim(0, 1)
    for axes in (wins, entropy, bluffs):
        axes.set_xlabel("million decisions")
        axes.grid(alpha=0.3)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=7, frameon=False)
    save(figure, path)
