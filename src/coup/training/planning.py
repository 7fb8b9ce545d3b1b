"""What a training run is to do: plans and settings, without PyTorch, so that wrong ones are refused
before it is loaded."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coup.rules.rulesets import Ruleset, house_rule, ruleset
from coup.training.lineups import BOTS, Share
from coup.vectors.encoding import check_small


@dataclass(frozen=True)
class Hyperparameters:
    """The hyperparameters. A pair holds the values at the beginning and at the end of a run; the
    value falls geometrically between them.

    width, depth: of the actor and of the critic.
    epochs, minibatch: passes over each round's decisions, and decisions in one gradient step.
    clip: the clip range of the probability ratio.
    rate: the learning rate.
    entropy: the entropy coefficient; it is constant for half the run, then falls.
    kl: the coefficient of the KL divergence from the averaged policy.
    decay: of the averaged weights, for each gradient step.
    td_lambda: the lambda of the returns, TD(lambda).
    max_grad_norm: gradients are clipped to this norm.
    draw: what the turn limit costs every seat; a loss costs 1 / (seats - 1).
    """

    width: int = 512
    depth: int = 3
    epochs: int = 1
    minibatch: int = 32_768
    clip: float = 0.1
    rate: tuple[float, float] = (1e-3, 1e-4)
    entropy: tuple[float, float] = (0.08, 0.03)
    kl: float = 0.2
    decay: float = 0.9995
    td_lambda: float = 0.95
    max_grad_norm: float = 0.5
    draw: float = 0.0


CAREFUL = Hyperparameters(rate=(1e-3, 2e-5))
"""How to learn from networks."""
SHARP = Hyperparameters(entropy=(0.02, 0.002), kl=0.0, decay=0.998, rate=(5e-4, 1e-4))
"""How to learn to beat somebody: without holding back."""


@dataclass(frozen=True)
class TrainingPlan:
    """What a run is to do.

    decisions: of the learner, how many in all, those without a choice included.
    seats: which numbers of players.
    ruleset, rules: and the house rules, as they are typed.
    shares: what kinds of tables, and how many of each.
    games, steps: so many games at once, and so many moves in each between two lessons.
    rival: a file of weights that plays the seats of `rival`.
    start: a file of weights to begin with, or the folder of a run, whose critic is also taken over;
        none for one that likes all actions alike.
    measured: the bots to measure against now and then.
    measure: in so many games with each.
    """

    decisions: int = 500_000_000
    seats: tuple[int, ...] = (2,)
    ruleset: str = "classic"
    rules: tuple[str, ...] = ()
    shares: tuple[Share, ...] = (Share(1.0),)
    games: int = 131_072
    steps: int = 16
    seed: int = 0
    rival: str | None = None
    start: str | None = None
    measured: tuple[str, ...] = BOTS
    measure: int = 2048
    learning: Hyperparameters = field(default_factory=Hyperparameters)


def chosen_rules(plan: TrainingPlan) -> Ruleset:
    """The rules that a plan names."""
    found = ruleset(plan.ruleset, **dict(map(house_rule, plan.rules)))
    check_small(found, "networks are trained")
    return found


FORMER = {"trace": "td_lambda", "steepest": "max_grad_norm"}
"""What settings were called in runs of the first edition."""


def plan_of(data: dict[str, Any]) -> TrainingPlan:
    """A plan as it was written down."""
    made: dict[str, Any] = {name: tuple(data[name]) for name in ("seats", "rules", "measured")}
    made["shares"] = tuple(
        Share(weight, tuple(others), *guests) for weight, others, *guests in data["shares"]
    )
    settings: dict[str, Any] = {
        FORMER.get(name, name): tuple(value) if isinstance(value, list) else value
        for name, value in data["learning"].items()
    }
    return TrainingPlan(**data | made | {"learning": Hyperparameters(**settings)})


def planned(folder: Path) -> TrainingPlan:
    """The plan of the run of a folder."""
    return plan_of(json.loads((folder / "run.json").read_text()))
