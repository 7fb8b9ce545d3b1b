"""Advice on finished games: worked out in a thread, one piece at a time, and kept for a while.

It takes seconds of a processor, so few may wait for it, and nobody's question makes it twice.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from coup.records import Record
from coup.rules.errors import CoupError
from coup.server.naming import NoSuchThing, Refused

GAMES_FOR_TWO, GAMES_FOR_MORE = 2400, 800
"""Games to play for a piece of advice: fewer than `coup advise` plays, since others use this
machine, too."""
WAITING = 6
KEPT = 200
Key = tuple[str, int, str]


class Adviser:
    """Gives advice, one request after the other."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.tasks: dict[Key, asyncio.Task[dict[str, Any]]] = {}
        self.closed = threading.Event()

    async def advise(self, table: str, number: int, record: Record, seat: str) -> dict[str, Any]:
        """Advice for a seat of a table's game; refused with a sentence if there is none."""
        if seat not in record.seats:
            raise NoSuchThing(f"nobody called {seat:.40} played in this game")
        key = table, number, seat
        if key not in self.tasks:
            waiting = sum(not task.done() for task in self.tasks.values())
            if waiting >= WAITING:
                raise Refused("many ask for advice just now: try again in a minute")
            self.tasks[key] = asyncio.create_task(self._work(record, seat))
            self._forget()
        try:
            return await asyncio.shield(self.tasks[key])  # others may wait for it, too
        except ValueError as why:
            raise Refused(str(why)) from None

    async def _work(self, record: Record, seat: str) -> dict[str, Any]:
        async with self.turn:
            return await asyncio.to_thread(advice_for, record, seat, self._go_on)

    def _forget(self) -> None:
        """Keep the last pieces of advice only."""
        done = [key for key, task in self.tasks.items() if task.done()]
        for key in done[: max(0, len(self.tasks) - KEPT)]:
            del self.tasks[key]

    def _go_on(self, games: int) -> None:
        """Stop in the middle of the work if the server does."""
        if self.closed.is_set():
            raise CoupError("the server stops")

    def close(self) -> None:
        """Nobody waits any more."""
        self.closed.set()
        for task in self.tasks.values():
            task.cancel()


def advice_for(record: Record, seat: str, go_on: Callable[[int], None]) -> dict[str, Any]:
    """Advice as the page shows it."""
    from coup.advice import advise  # not before somebody asks: it takes numpy
    from coup.advice.telling import as_dict

    games = GAMES_FOR_TWO if len(record.seats) == 2 else GAMES_FOR_MORE
    return as_dict(advise(record, seat, games, done=go_on))
