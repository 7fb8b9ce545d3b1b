"""The hall: all tables that this worker has open, who is connected to them, and what is to be done.

Everything that changes a table goes through `do`: the entry is written first, and only then does
anybody hear of it. What the tables here remember is a cache: it can be thrown away at any time.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from coup.server import metrics
from coup.server.driver import Driver, lost
from coup.server.entry import Draft, Entry
from coup.server.guests import Bots
from coup.server.names import NoSuchThing, Refused
from coup.server.store import Store
from coup.server.table import Table

logger = logging.getLogger("coup.server.hall")
TRIES = 50
BEAT = 1.0  # seconds between signs of life
INDEXED = frozenset(("opened", "changed", "sat", "bot", "left", "started"))
"""Entries that change what the lobby shows."""
Decide = Callable[[Table], Draft | None]


class Listener(Protocol):
    """A connection that wants to know when its table has changed."""

    seat: str | None

    def wake(self) -> None:
        """Something has changed."""


class OpenTable:
    """A table that somebody here is connected to, or that this worker drives."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.driver: Driver | None = None
        self.behind = 0  # the last entry that we have heard of from another worker

    def wake(self) -> None:
        """Tell everybody here that something has changed."""
        for listener in self.listeners:
            listener.wake()
        if self.driver is not None:
            self.driver.wake()


class Hall:
    """The tables of one worker."""

    def __init__(self, store: Store, bots: Bots, pace: float) -> None:
        self.store = store
        self.bots = bots
        self.pace = pace
        self.open: dict[str, OpenTable] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.alive: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    async def start(self) -> None:
        """Open the hall."""
        await self.store.start(self.heard, self.catch_up_all)
        self.alive = await self.store.beat()
        self.spawn(self._beat())

    async def close(self) -> None:
        """Stop driving; other workers, or this one after a restart, go on where it stopped."""
        self.closing = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            metrics.ERRORS.inc()
            logger.error("a task failed", exc_info=task.exception())

    # Tables.

    async def find(self, table_id: str) -> OpenTable:
        """A table that is there; refused if there is none."""
        found = self.open.get(table_id)
        if found is not None:
            return found
        lock = self.loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                return self.open.get(table_id) or await self._load(table_id)
        finally:
            self.loading.pop(table_id, None)

    async def _load(self, table_id: str) -> OpenTable:
        entries = await self.store.load(table_id)
        if not entries:
            raise NoSuchThing("there is no such table")
        found = self.open[table_id] = OpenTable(Table(table_id))
        for entry in entries:
            found.table.apply(entry)
        metrics.TABLES.set(len(self.open))
        return found

    async def open_new(self, table_id: str, draft: Draft) -> None:
        """Open a table that has not been there before."""
        place = OpenTable(Table(table_id))
        await self.write(place.table, Entry(table_id, 1, *draft, None, time.time()))
        self.open[table_id] = place

    async def do(self, table_id: str, decide: Decide, message_id: str | None = None) -> int | None:
        """Add an entry to a table's log, if the table agrees; its number, None if it was done
        before.

        Another worker may be faster. Then the table is asked again, knowing what that one did.
        """
        place = await self.find(table_id)
        async with place.lock:
            table = place.table
            for _ in range(TRIES):
                if message_id is not None and message_id in table.ids:
                    return None
                draft = decide(table)
                if draft is None:
                    return None
                entry = Entry(table_id, table.number + 1, *draft, message_id, time.time())
                if await self.write(table, entry):
                    place.wake()
                    if entry.kind == "started":
                        self.drive(place)
                    return entry.number
                metrics.CONFLICTS.inc()
                if not await self.read_on(place) and message_id is not None:
                    return None  # not the number was taken, but the message's id
        raise Refused("too much is happening at this table: try again")

    async def write(self, table: Table, entry: Entry) -> bool:
        """Write an entry and take it in; False if somebody was faster."""
        begin = time.perf_counter()
        indexed = entry.kind in INDEXED or "ends" in entry.body
        listing = table.after(entry).listing if indexed else None
        if not await self.store.append(entry, listing):
            return False
        table.apply(entry)
        metrics.APPEND_SECONDS.observe(time.perf_counter() - begin)
        metrics.ENTRIES.labels(entry.kind).inc()
        return True

    async def read_on(self, place: OpenTable) -> bool:
        """Take in what other workers have written; whether there was anything."""
        entries = await self.store.load(place.table.id, place.table.number)
        for entry in entries:
            place.table.apply(entry)
        if entries:
            place.wake()
        return bool(entries)

    def heard(self, table_id: str, number: int) -> None:
        """Another worker has written an entry."""
        place = self.open.get(table_id)
        if place is not None and number > place.behind:
            place.behind = number
            self.spawn(self.catch_up(place))

    async def catch_up(self, place: OpenTable) -> None:
        """Take in what has been written elsewhere, unless that has happened meanwhile."""
        async with place.lock:
            if place.behind > place.table.number:
                await self.read_on(place)

    async def catch_up_all(self) -> None:
        """Take in what has been written anywhere: we may not have heard of it."""
        for place in list(self.open.values()):
            async with place.lock:
                await self.read_on(place)

    def leave(self, table_id: str) -> None:
        """Forget a table that nobody here needs any more."""
        place = self.open.get(table_id)
        if place and not place.listeners and place.driver is None and not place.lock.locked():
            del self.open[table_id]
            metrics.TABLES.set(len(self.open))

    # Driving.

    def drive(self, place: OpenTable) -> None:
        """See to it that bots and clocks at this table do what is due."""
        if place.driver is None and not self.closing:
            place.driver = Driver(self, place.table)
            self.spawn(self._drive(place, place.driver))

    async def _drive(self, place: OpenTable, driver: Driver) -> None:
        try:
            await driver.run()
        finally:
            place.driver = None
            if place.table.playing and not self.closing:
                self.drive(place)  # the next game has begun meanwhile
            else:
                self.leave(place.table.id)

    async def let_go_of_lost(self, table: Table) -> None:
        """Whoever was connected to a worker that is dead is not connected any more."""
        for at, seat, worker in lost(table, self.alive):
            if at <= time.time():
                await self.do(table.id, departure(seat, worker))

    async def _beat(self) -> None:
        """Give signs of life, drive the games whose drivers give none any more, and see who has
        gone from the tables that need no driver."""
        while True:
            try:
                self.alive = await self.store.beat()
                for table_id in await self.store.claim():
                    self.drive(await self.find(table_id))
                for place in list(self.open.values()):
                    if place.driver is None:
                        await self.let_go_of_lost(place.table)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                metrics.ERRORS.inc()
                logger.warning("the database does not answer", extra={"why": repr(error)})
            await asyncio.sleep(BEAT)


def departure(seat: str, worker: str) -> Decide:
    """Asks a table to note that a person is not connected to a worker any more."""
    return lambda table: table.depart(seat, worker)
