"""Pictures of training runs (the extra `train`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from coup.research.plots import save


def draw_run(log: Sequence[dict[str, Any]], path: Path) -> None:
    """How a run went: wins against bots, entropy, and how many claims were bluffs."""
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
