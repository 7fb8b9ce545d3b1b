"""Confidence intervals for shares of many games."""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple


class Rate(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share(count: int, total: int) -> Rate:
    """The share of `count` in `total`, with Wilson's interval.

    >>> print(share(9566, 10_000))
    95.7% (95.2% to 96.0%)
    >>> print(share(0, 20))
    0.0% (0.0% to 16.1%)
    """
    return wilson(count / total, total) if total else Rate(0.0, 0.0, 1.0)


def share_by_deal(deals: Sequence[float]) -> Rate:
    """The mean over deals of the share of games won, each deal being played from every seat.

    Games of one deal have the same cards, so only deals are independent. Wilson's interval uses the
    effective number of games: as many independent games as would give the mean the same variance.

    >>> print(share_by_deal([0.5] * 60 + [1.0] * 20 + [0.0] * 20))
    50.0% (43.8% to 56.2%)
    >>> print(share_by_deal([1.0] * 20))
    100.0% (83.9% to 100.0%)
    """
    number = len(deals)
    value = fsum(deals) / number
    spread = fsum((deal - value) ** 2 for deal in deals) / max(1, number - 1) / number
    return wilson(value, value * (1 - value) / spread if spread else number)


def wilson(value: float, total: float) -> Rate:
    """A share of so many independent games, with Wilson's interval."""
    z = 1.96
    middle = value + z * z / (2 * total)
    spread = z * sqrt(value * (1 - value) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return Rate(value, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
