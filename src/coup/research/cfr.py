"""Finds equilibria of two-player games in sequence form, by predictive CFR+.

As in CFR+, every information set keeps the regret of each of its moves and plays in proportion to
the positive ones, here after adding a prediction: the same regret as last time. Strategies are
averaged with weights that grow with the square of time. The distance from an equilibrium is exact,
since a best response is one pass. This runs compiled and interpreted, and knows nothing of Coup.
"""

from typing import Any

from coup.research.sequences import Side
from coup.rules.target import jit


@jit
def weigh(side: Side, plan: Any) -> None:
    """The value of each sequence from the games that end with it, against the other's strategy."""
    for sequence in range(len(side.worth)):
        value = 0.0
        for entry in range(side.starts[sequence], side.starts[sequence + 1]):
            value += side.payoffs[entry] * plan[side.others[entry]]
        side.worth[sequence] = value


@jit
def best_answer(side: Side, plan: Any) -> float:
    """The value of the best response to the other's strategy."""
    weigh(side, plan)
    for place in range(len(side.first) - 1, -1, -1):
        first = side.first[place]
        best = side.worth[first]
        for sequence in range(first + 1, first + side.count[place]):
            best = max(best, side.worth[sequence])
        side.worth[side.parent[place]] += best
    return float(side.worth[0])


@jit
def learn(side: Side, plan: Any) -> None:
    """Update the regrets against the other's strategy."""
    weigh(side, plan)
    for place in range(len(side.first) - 1, -1, -1):
        first = side.first[place]
        last = first + side.count[place]
        positive = 0.0
        value = 0.0
        plain = 0.0
        for sequence in range(first, last):
            weight = max(0.0, side.regrets[sequence] + side.predicted[sequence])
            positive += weight
            value += weight * side.worth[sequence]
            plain += side.worth[sequence]
        value = value / positive if positive > 0 else plain / side.count[place]
        for sequence in range(first, last):
            regret = side.worth[sequence] - value
            side.predicted[sequence] = regret
            side.regrets[sequence] = max(0.0, side.regrets[sequence] + regret)
        side.worth[side.parent[place]] += value


@jit
def replan(side: Side, weight: float) -> None:
    """Set the strategy by the regrets, and move the average towards it by `weight`."""
    side.plan[0] = 1.0
    side.average[0] = 1.0
    for place in range(len(side.first)):
        first = side.first[place]
        last = first + side.count[place]
        positive = 0.0
        for sequence in range(first, last):
            positive += max(0.0, side.regrets[sequence] + side.predicted[sequence])
        reach = side.plan[side.parent[place]]
        for sequence in range(first, last):
            if positive > 0:
                share = max(0.0, side.regrets[sequence] + side.predicted[sequence]) / positive
            else:
                share = 1.0 / side.count[place]
            side.plan[sequence] = reach * share
            side.average[sequence] += weight * (side.plan[sequence] - side.average[sequence])


@jit
def improve(one: Side, two: Side, done: int, rounds: int) -> None:
    """Run more rounds after the first `done`; each seat in turn responds to the other's plan."""
    for number in range(done + 1, done + rounds + 1):
        weight = 6.0 * number / ((number + 1) * (2.0 * number + 1))  # of squares: n^2 in all so far
        learn(one, two.plan)
        replan(one, weight)
        learn(two, one.plan)
        replan(two, weight)


@jit
def gap(one: Side, two: Side) -> tuple[float, float]:
    """The value to each seat of its best response to the other's average strategy."""
    return best_answer(one, two.average), best_answer(two, one.average)
