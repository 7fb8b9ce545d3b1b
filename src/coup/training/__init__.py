"""Training: networks that learn Coup by playing it, and how much can be won against one.

It stands on the batches of the laboratory and needs PyTorch (the extra `train`). What it makes is a
file of weights; `coup.bots.network` plays with that, and needs nothing of this room.

`train(Plan(decisions=1_000_000, games=2048), Path("run"), "cpu")` gives what is noted of each round
of a run, as `coup train` shows it. docs/training.md explains the plan.
"""

from typing import TYPE_CHECKING

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.training.planning import TrainingPlan
    from coup.training.running import read_log, train

__all__ = [
    "TrainingPlan",
    "read_log",
    "train",
]

__getattr__ = exports(
    __name__,
    {
        "TrainingPlan": "coup.training.planning",
        "read_log": "coup.training.running",
        "train": "coup.training.running",
    },
)
