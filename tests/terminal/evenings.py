"""Evenings with given cards, and a clock, for the tests of the full screen and plain lines."""

import asyncio

import coup
from coup.hosting.evening import Evening
from coup.records import Record
from coup.terminal.pace import Clock


class HandClock(Clock):
    """A clock that only moves when a test says so.

    stands: whether `rest` waits until the test moves the clock; otherwise it moves the clock.
    """

    def __init__(self, stands: bool = False) -> None:
        self.time = 0.0
        self.stands = stands

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    async def rest(self, seconds: float) -> None:
        end = self.time + seconds
        if not self.stands:
            self.time = end
        while self.time < end:
            await asyncio.sleep(0.001)


def an_evening(
    hands: dict[str, str],
    bots: dict[str, str] | None = None,
    ruleset: str = "classic",
    **rules: int,
) -> Evening:
    """An evening whose first round begins with these hands; `bots` says which seats are bots."""
    game = coup.Game(
        list(hands),
        coup.ruleset(ruleset, **rules),
        seed=1,
        hands={name: hand for name, hand in hands.items() if hand},
    )
    chairs = {name: (bots or {}).get(name, "person") for name in hands}
    return Evening.from_dict(
        {
            "evening": 1,
            "chairs": chairs,
            "seed": 1,
            "rounds": [],
            "game": Record.of(game).as_dict(),
        }
    )
