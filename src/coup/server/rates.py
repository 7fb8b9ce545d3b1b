"""Limits on how often an address may do something, and on how many connections it has."""

import math
import time


class Bucket:
    """A token bucket: `burst` at a time, and `rate` a second in the long run.

    >>> bucket = Bucket(rate=1, burst=2)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left = burst
        self.at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether one more is allowed now; it may count for several."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def wait(self, cost: float = 1) -> float:
        """Seconds until one more is allowed, as of the last call of `take`."""
        return max(0.0, cost - self.left) / self.rate


class Rates:
    """A bucket for each address. When there are too many addresses, the one that has been silent
    longest is forgotten.

    >>> rates = Rates(rate=0.5, burst=2)
    >>> [rates.take("here") for _ in range(3)], rates.take("elsewhere")
    ([0, 0, 2], 0)
    """

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self.buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1) -> int:
        """The seconds to wait before one more is allowed; 0 if it is allowed now."""
        bucket = self.buckets.pop(address, None) or Bucket(self.rate, self.burst)
        self.buckets[address] = bucket  # last in the order
        if len(self.buckets) > self.most:
            del self.buckets[next(iter(self.buckets))]
        return 0 if bucket.take(cost) else math.ceil(bucket.wait(cost))


class Crowd:
    """Counts who is here from each address, up to a limit.

    >>> crowd = Crowd(most=2)
    >>> [crowd.enter("here") for _ in range(3)], crowd.enter("elsewhere")
    ([True, True, False], True)
    >>> crowd.leave("here")
    >>> crowd.enter("here")
    True
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.here: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more from an address; False if there is no room."""
        number = self.here.get(address, 0)
        if number >= self.most:
            return False
        self.here[address] = number + 1
        return True

    def leave(self, address: str) -> None:
        """One from an address has left."""
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]
