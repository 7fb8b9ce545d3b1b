"""Training: networks that learn Coup by playing it, and opponents that measure how much can be won
against one.

It builds on the batches of `research` and needs PyTorch (the extra `train`). The result is a file
of weights; `coup.bots.network` plays with it without this room.

`train(TrainingPlan(decisions=1_000_000, games=2048), Path("run"), "cpu")` yields the figures of
each round of a run, as `coup train` shows them. docs/training.md explains the plan.
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
