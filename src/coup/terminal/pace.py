"""Time at the table: how long bots take, and when a key counts. Tests drive the clock by hand."""

import asyncio
import time

from coup.hosting.evening import Evening

PACES = {"slow": 2.0, "normal": 0.8, "quick": 0.3, "at once": 0.0}
"""Seconds that a bot takes for an action."""
QUICK = 0.3  # the share of that for a challenge, a block or a pass
REVEAL = 1.2  # the share of that for which a revealed card stays on screen
MOMENT = 0.4  # seconds in which keys are dropped after a change of question
LONG_MOMENT = 0.8  # the same before a hand is shown; by then a held key repeats
REPEAT = 0.15  # seconds; faster keys come from a held key


class Clock:
    """The time, and ways to let it pass."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Block for some seconds."""
        time.sleep(seconds)

    async def rest(self, seconds: float) -> None:
        """Wait for some seconds while other tasks run."""
        await asyncio.sleep(seconds)


class Pace:
    """How fast the bots play."""

    def __init__(self, name: str = "normal") -> None:
        self.name = name

    def change(self) -> None:
        """Switch to the next faster pace; after the fastest, to the slowest."""
        names = list(PACES)
        self.name = names[(names.index(self.name) + 1) % len(names)]

    def of_bot(self, evening: Evening) -> float:
        """How long the asked bot takes to answer; this does not depend on its cards."""
        kind = evening.game.question.kind
        seconds = PACES[self.name]
        return seconds * QUICK if "challenge" in kind or "block" in kind else seconds

    @property
    def of_reveal(self) -> float:
        """How long a revealed card stays on screen."""
        return PACES[self.name] * REVEAL


class Lull:
    """Drops keys for a moment: Enter pressed twice must not answer the next question as well."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.end = 0.0
        self.pressed = 0.0

    def begin(self, moment: float = MOMENT) -> None:
        """Start the moment after a change of question."""
        self.end = self.clock.now() + moment

    def is_over(self) -> bool:
        """Whether a key pressed now counts: only after the moment has passed, and not while a key
        is held down."""
        now, before = self.clock.now(), self.pressed
        self.pressed = now
        return now >= self.end and now - before >= REPEAT
