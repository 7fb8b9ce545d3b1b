"""Time at the table: how long bots take, and when a key counts. Tests drive the clock by hand."""

import asyncio
import time

from coup.hosting.evening import Evening

PACES = {"slow": 2.0, "normal": 0.8, "quick": 0.3, "at once": 0.0}
"""Seconds that a bot takes to act."""
QUICK = 0.3  # how much of that it takes to challenge, to block or to pass
REVEAL = 1.2  # how much of that a card that is laid open stands alone
MOMENT = 0.4  # seconds in which keys are dropped after a change of question
LONG_MOMENT = 0.8  # the same before a hand is shown: a key that is held down repeats by then
REPEAT = 0.15  # seconds; keys that come faster are not pressed one by one


class Clock:
    """The time, and ways to let it pass."""

    def now(self) -> float:
        """Seconds since whenever."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Do nothing for a while."""
        time.sleep(seconds)

    async def rest(self, seconds: float) -> None:
        """Let others do something for a while."""
        await asyncio.sleep(seconds)


class Pace:
    """How fast the bots play."""

    def __init__(self, name: str = "normal") -> None:
        self.name = name

    def change(self) -> None:
        """The next faster one; after the fastest, the slowest."""
        names = list(PACES)
        self.name = names[(names.index(self.name) + 1) % len(names)]

    def of_bot(self, evening: Evening) -> float:
        """How long the bot that is asked takes to answer. Its cards have no part in that."""
        kind = evening.game.question.kind
        seconds = PACES[self.name]
        return seconds * QUICK if "challenge" in kind or "block" in kind else seconds

    @property
    def of_reveal(self) -> float:
        """How long a card that is laid open stands alone."""
        return PACES[self.name] * REVEAL


class Lull:
    """Drops keys for a moment: Enter pressed twice must not also answer the next question."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.end = 0.0
        self.pressed = 0.0

    def begin(self, moment: float = MOMENT) -> None:
        """Something else is asked now."""
        self.end = self.clock.now() + moment

    def is_over(self) -> bool:
        """Whether a key that is pressed now counts: not before the moment has passed, and not as
        long as a key is held down."""
        now, before = self.clock.now(), self.pressed
        self.pressed = now
        return now >= self.end and now - before >= REPEAT
