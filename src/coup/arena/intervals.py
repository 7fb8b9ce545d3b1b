"""How sure a share of many games is."""

from math import sqrt
from typing import NamedTuple


class Share(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share(count: int, total: int) -> Share:
    """The share of `count` in `total`, with Wilson's interval.

    >>> print(share(9566, 10_000))
    95.7% (95.2% to 96.0%)
    >>> print(share(0, 20))
    0.0% (0.0% to 16.1%)
    """
    if not total:
        return Share(0.0, 0.0, 1.0)
    z = 1.96
    value = count / total
    middle = value + z * z / (2 * total)
    spread = z * sqrt(value * (1 - value) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return Share(value, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
