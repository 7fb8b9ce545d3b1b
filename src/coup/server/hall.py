"""The hall: all tables that this worker has in memory, and what it does for them.

A table is in memory while it has visitors: connections, requests, or this worker itself, which
looks after tables where people are.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from coup.server import metrics
from coup.server.driver import Driver
from coup.server.entry import Draft, Entry
from coup.server.metrics import TROUBLES, note_failure
from coup.server.naming import Refused
from coup.server.place import Decide, Done, Place
from coup.server.store import Aside, Store
from coup.server.table import Table, Unreadable
from coup.server.table_bots import Bots

logger = logging.getLogger("coup.server.hall")
BEAT = 1.0  # seconds between signs of life
SWEEP = 60.0  # seconds between searches for what can be deleted
AT_ONCE = 50  # tables to tend before other tasks get a turn
STRETCH = 500  # entries to read before other tasks get a turn
PATIENCE = 3.0  # seconds to finish pending writes
T = TypeVar("T")


class Hall:
    """The tables of one worker.

    keep: seconds after which a table without visitors is deleted; None for never.
    now: the wall clock.
    """

    def __init__(
        self,
        store: Store,
        bots: Bots,
        pace: float,
        keep: float | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.bots = bots
        self.pace = pace
        self.keep = keep
        self.now = now
        self.open: dict[str, Place] = {}
        self.opening: dict[str, asyncio.Task[None]] = {}
        self.heard_of: dict[str, int] = {}  # the newest entries of tables that are being loaded
        self.alive: set[str] = set()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.rounds: list[asyncio.Task[None]] = []
        self.closing = False

    async def start(self) -> None:
        """Start the store and the periodic work."""
        await self.store.start(self.heard, self.missed)
        self.alive = await self.store.beat()
        work = (self._repeat(BEAT, self._beat), self._repeat(SWEEP, self._sweep))
        self.rounds = [asyncio.create_task(each) for each in work]

    async def close(self) -> None:
        """Stop driving and finish pending writes; other workers, or this one after a restart,
        continue from there."""
        self.closing = True
        for task in self.rounds:
            task.cancel()
        await asyncio.gather(*self.rounds, return_exceptions=True)
        for place in self.open.values():
            place.kept = False
            if place.driver is not None:
                place.driver.wake()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.tasks:
                    await asyncio.wait(self.tasks)
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that continues if the client disconnects."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (Refused, *TROUBLES)):
            note_failure(logger, "a task failed", error)

    # Tables.

    @asynccontextmanager
    async def visit(self, table_id: str) -> AsyncIterator[Place]:
        """A table, kept in memory inside the block; refused if there is none."""
        while (place := self.open.get(table_id)) is None:
            await self._open(table_id)
        place.visits += 1
        try:
            yield place
        finally:
            place.visits -= 1
            self.forget(place)

    async def _open(self, table_id: str) -> None:
        """Load a table into memory, once for all who ask."""
        if table_id not in self.opening:
            self.opening[table_id] = self.spawn(self._load(table_id))
        await asyncio.shield(self.opening[table_id])

    async def _load(self, table_id: str) -> None:
        """Load a table; only a log that can be read to its end gets into memory."""
        try:
            table = await fold_in_turns(table_id, await self.store.load(table_id))
            place = self.open[table_id] = Place(self, table)
            place.known = self.heard_of.get(table_id, 0)
            metrics.TABLES.set(len(self.open))
        except Unreadable as error:
            raise await self.put_aside(table_id, error) from None
        finally:
            del self.opening[table_id]
            self.heard_of.pop(table_id, None)

    async def put_aside(self, table_id: str, error: Unreadable) -> Refused:
        """Put a table aside whose log cannot be read, so that it harms nothing else; the refusal
        for its clients."""
        metrics.ERRORS.inc()
        logger.error("a table was put aside", extra={"table": table_id, "entry": error.where})
        await self.store.put_aside(table_id, str(error))
        return Aside()

    def forget(self, place: Place) -> None:
        """Drop a table from memory if nobody here needs it."""
        if place.idle and self.open.get(place.table.id) is place:
            del self.open[place.table.id]
            metrics.TABLES.set(len(self.open))

    async def open_new(self, table_id: str, draft: Draft) -> None:
        """Write the first entry of a new table."""
        entry = Entry(table_id, 1, *draft, None, self.now())
        table = Table(table_id).after(entry)
        if not await asyncio.shield(self.spawn(self.store.append(entry, table.listing))):
            raise Refused("there is such a table already: try again")

    async def do(self, table_id: str, decide: Decide, message_id: str | None = None) -> Done:
        """Add an entry to a table's log, as `Place.do`."""
        async with self.visit(table_id) as place:
            return await place.do(decide, message_id)

    # What other workers do.

    def heard(self, table_id: str, number: int) -> None:
        """Another worker has written an entry."""
        place = self.open.get(table_id)
        if place is None and table_id in self.opening:
            self.heard_of[table_id] = number
        elif place is not None and number > place.known:
            place.known = number
            place.tend()

    def missed(self) -> None:
        """Notifications may have been missed, so any table may have new entries."""
        for place in self.open.values():
            place.doubt = True
            place.tend()

    # Looking after tables.

    def drive(self, place: Place) -> None:
        """Start a driver for this table, if it needs one."""
        if place.driver is None and place.driven and not self.closing:
            place.driver = Driver(place, self.pace)
            self.spawn(self._drive(place, place.driver))

    async def _drive(self, place: Place, driver: Driver) -> None:
        try:
            await driver.run()
        except Exception as error:
            note_failure(logger, "a driver failed", error, table=place.table.id)
            await asyncio.sleep(BEAT)
        finally:
            place.driver = None
            self.drive(place)  # the next game may have begun meanwhile
            self.forget(place)

    async def _repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something periodically, and continue after errors."""
        while True:
            try:
                await work()
            except Exception as error:
                note_failure(logger, "a round failed", error)
            await asyncio.sleep(seconds)

    async def _beat(self) -> None:
        """Give a sign of life, see which tables are ours, and tend to those in memory."""
        kept = {place.table.id for place in self.open.values() if place.kept}
        self._see_alive(await self.store.beat())
        ours = await self.store.claim()
        for table_id in sorted(kept - ours):
            self._let_go(table_id)
        for table_id in sorted(ours):
            self._take_up(table_id)
        for turn, place in enumerate(list(self.open.values())):
            place.tend()
            self.forget(place)
            if turn % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _see_alive(self, alive: set[str]) -> None:
        """If workers have started or died, compare all tables with the log again."""
        if alive != self.alive:
            self.alive = alive
            for place in self.open.values():
                place.compared = None

    def _let_go(self, table_id: str) -> None:
        """Stop looking after a table. Its people have left, another worker looks after it, or it
        was closed or deleted elsewhere: the log tells which."""
        place = self.open.get(table_id)
        if place is not None:
            place.kept = False
            place.doubt = True
            place.wake()

    def _take_up(self, table_id: str) -> None:
        """Look after a table from now on."""
        place = self.open.get(table_id)
        if place is None:
            if table_id not in self.opening:
                self.spawn(self._keep(table_id))
        elif not place.kept and place.gone is None:
            place.kept = True
            place.wake()

    async def _keep(self, table_id: str) -> None:
        async with self.visit(table_id) as place:
            place.kept = True
            place.wake()

    async def _sweep(self) -> None:
        """Delete tables without recent visitors, and quotas that are full again."""
        await self.store.forget_quotas()
        if self.keep is None:
            return
        for table_id in await self.store.outdated(self.now() - self.keep):
            if table_id not in self.open:
                await self.store.delete(table_id)
                logger.info("a table was deleted", extra={"table": table_id})


async def fold_in_turns(table_id: str, entries: Iterable[Entry]) -> Table:
    """The table that a log describes, which has at least one entry. Other tasks get their turn
    while a long one is read."""
    table = Table(table_id)
    for entry in entries:
        table.take_in(entry)
        if entry.number % STRETCH == 0:
            await asyncio.sleep(0)
    if table.number == 0:
        raise Unreadable(1, "is missing")
    return table
