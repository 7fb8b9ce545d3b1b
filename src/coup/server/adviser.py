"""Advice on finished games: computed in a thread, one request at a time, and cached.

A piece of advice takes seconds of CPU time, so the queue is short, and concurrent requests for the
same advice share one computation.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from coup.records import Record
from coup.rules.errors import CoupError
from coup.server.naming import Refused

if TYPE_CHECKING:
    from coup.advice import Advice

GAMES_FOR_TWO, GAMES_FOR_MORE = 2400, 800
"""Games to play out for a piece of advice: fewer than `coup advise` plays, since this machine also
serves games."""
WAITING = 6
KEPT = 200
Key = tuple[str, int, str]


class Progress(BaseModel):
    """How far a piece of advice is: games played out, of roughly how many."""

    done: int
    all: int


class Adviser:
    """Computes and caches advice, one request after the other."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.tasks: dict[Key, asyncio.Task[Advice]] = {}
        self.played: dict[Key, Progress] = {}
        self.closed = threading.Event()

    async def advise(self, table: str, number: int, record: Record, seat: str) -> dict[str, Any]:
        """Advice for a seat of a table's game; refused with a sentence if there is none."""
        key = table, number, seat
        if key not in self.tasks:
            waiting = sum(not task.done() for task in self.tasks.values())
            if waiting >= WAITING:
                raise Refused("many ask for advice just now: try again in a minute")
            self.played[key] = Progress(done=0, all=games_for(record))
            self.tasks[key] = asyncio.create_task(self._work(record, key))
            self._forget()
        try:
            return in_words(await asyncio.shield(self.tasks[key]))  # others may be waiting for it
        except ValueError as why:
            raise Refused(str(why)) from None

    def progress(self, table: str, number: int, seat: str) -> Progress | None:
        """The progress of advice that was asked for; None if it was not."""
        return self.played.get((table, number, seat))

    async def _work(self, record: Record, key: Key) -> "Advice":
        games = games_for(record)

        def go_on(played: int) -> None:
            self._go_on()
            self.played[key] = Progress(done=min(played, games), all=games)

        async with self.turn:
            return await asyncio.to_thread(advice_for, record, key[2], games, go_on)

    def _forget(self) -> None:
        """Drop the oldest advice from the cache."""
        done = [key for key, task in self.tasks.items() if task.done()]
        for key in done[: max(0, len(self.tasks) - KEPT)]:
            del self.tasks[key]
            self.played.pop(key, None)

    def _go_on(self) -> None:
        """Stop the computation if the server stops."""
        if self.closed.is_set():
            raise CoupError("the server stops")

    def close(self) -> None:
        """Stop all computations."""
        self.closed.set()
        for task in self.tasks.values():
            task.cancel()


def games_for(record: Record) -> int:
    """The games to play out for advice on a record."""
    return GAMES_FOR_TWO if len(record.seats) == 2 else GAMES_FOR_MORE


def advice_for(record: Record, seat: str, games: int, go_on: Callable[[int], None]) -> "Advice":
    """Advice for one seat of a record."""
    from coup.advice import advise  # imported on demand: it needs numpy

    return advise(record, seat, games, done=go_on)


def in_words(advice: "Advice") -> dict[str, Any]:
    """Advice as the page shows it, in the client's language."""
    from coup.advice.telling import as_dict

    return as_dict(advice)
