"""The plan and the hyperparameters of a training run, without PyTorch: wrong ones are refused
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
"""The hyperparameters for imitation."""
SHARP = Hyperparameters(entropy=(0.02, 0.002), kl=0.0, decay=0.998, rate=(5e-4, 1e-4))
"""The hyperparameters for learning to beat a player, without restraint."""


@dataclass(frozen=True)
class TrainingPlan:
    """The plan of a run.

    decisions: the learner's total number of decisions, including those without a choice.
    seats: the numbers of players.
    ruleset, rules: the ruleset and its house rules, as they are typed.
    shares: the kinds of tables, with their weights.
    games, steps: how many games run in parallel, and how many moves each makes in a round.
    rival: a file of weights for the seats of `rival`.
    start: a file of weights to start from, or the folder of a run, whose critic is taken
        over as well; None for equal probabilities of all actions.
    measured: the bots to measure against.
    measure: the games to measure with each.
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
    """The ruleset of a plan."""
    found = ruleset(plan.ruleset, **dict(map(house_rule, plan.rules)))
    check_small(found, "networks are trained")
    return found


FORMER = {"trace": "td_lambda", "steepest": "max_grad_norm"}
"""Old names of settings, in runs of the first edition."""


def plan_of(data: dict[str, Any]) -> TrainingPlan:
    """A plan from its JSON."""
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
    """The plan of the run in a folder."""
    return plan_of(json.loads((folder / "run.json").read_text()))
