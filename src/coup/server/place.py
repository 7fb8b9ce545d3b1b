"""A table in the memory of a worker, and how it changes: an entry is written first, and only then
announced. All that is held here is a cache of the log."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from coup.server import metrics
from coup.server.chores import WorkerSight, chore, is_settled
from coup.server.driver import Driver
from coup.server.entry import Draft, Entry
from coup.server.metrics import TROUBLES, note_failure
from coup.server.naming import NoSuchThing, Refused
from coup.server.store import Aside
from coup.server.table import Table, Unreadable
from coup.server.tallies import tallies_of

if TYPE_CHECKING:
    from coup.server.hall import Hall

logger = logging.getLogger("coup.server.place")
TRIES = 50
PATIENCE = 1.0  # seconds
Decide = Callable[[Table], Draft | None]


class Listener(Protocol):
    """A connection that wants to know when its table has changed."""

    @property
    def owner(self) -> str:
        """The owner id by which the table knows it."""

    def wake(self) -> None:
        """Something has changed."""


class Done(NamedTuple):
    """The result of a request.

    number: the entry that was written for it; None if there was nothing to write.
    again: whether it had been done before.
    """

    number: int | None
    again: bool = False


class Place:
    """A table that is in memory.

    visits: how many are using it.
    kept: whether this worker looks after the table.
    known: the newest entry that we have heard of.
    doubt: whether there may be entries that we have not heard of.
    gone: why the table can no longer be used, or None.
    tending: the task that writes what is pending, if there is one.
    compared: the table as it was when nothing was to be done, nor would be as time passes, as long
        as the same people are connected and the same workers alive.
    """

    def __init__(self, hall: "Hall", table: Table) -> None:
        self.hall = hall
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, None] = {}  # in the order of arrival
        self.visits = 0
        self.kept = False
        self.known = 0
        self.doubt = False
        self.gone: Refused | None = None
        self.driver: Driver | None = None
        self.tending: asyncio.Task[None] | None = None
        self.compared: Table | None = None

    # Who is here, and what is pending.

    @property
    def sight(self) -> WorkerSight:
        """What this worker sees of the table besides its log."""
        here = {listener.owner for listener in self.listeners}
        return WorkerSight(self.hall.store.worker, here, self.hall.alive, self.hall.now())

    @property
    def driven(self) -> bool:
        """Whether this worker must drive the game."""
        table = self.table
        return self.kept and table.playing and table.present and self.gone is None

    @property
    def stale(self) -> bool:
        """Whether the log may have entries that this table lacks."""
        return self.doubt or self.known > self.table.number

    @property
    def tidy(self) -> bool:
        """Whether there is nothing to write and nothing to read."""
        return not self.stale and (self.compared is self.table or self._compare())

    def _compare(self) -> bool:
        """Whether the log agrees with what this worker sees."""
        table, sight = self.table, self.sight
        tidy = chore(table, sight) is None
        self.compared = table if tidy and is_settled(table, sight) else None
        return tidy

    def look_again(self) -> None:
        """Compare again: somebody has connected or disconnected."""
        self.compared = None
        self.tend()

    @property
    def idle(self) -> bool:
        """Whether it can be dropped from memory."""
        busy = self.visits or self.kept or self.driver or self.tending
        return not busy and (self.gone is not None or self.tidy)

    def join(self, listener: Listener) -> None:
        """Add a connection."""
        self.listeners[listener] = None
        self.look_again()

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        self.listeners.pop(listener, None)
        self.look_again()

    def wake(self) -> None:
        """Tell everybody here about a change."""
        for listener in self.listeners:
            listener.wake()
        if self.driver is not None:
            self.driver.wake()
        self.hall.drive(self)
        self.tend()

    def tend(self) -> None:
        """Start a task that writes what is pending and reads what is new, if there is anything."""
        if self.tending is None and self.gone is None and not self.tidy:
            self.tending = self.hall.spawn(self._tend())

    async def settle(self) -> None:
        """Wait until that is done, but not for a database that does not answer."""
        if self.tending is not None:
            await asyncio.wait([self.tending], timeout=PATIENCE)

    async def _tend(self) -> None:
        try:
            for _ in range(TRIES):
                if self.gone is not None or self.tidy:
                    break
                await self.do(lambda table: chore(table, self.sight))
        except Refused:
            pass  # the table is closed, or gone
        except TROUBLES as error:  # the next beat tries again
            note_failure(logger, "tending failed", error, table=self.table.id)
        finally:
            self.tending = None
            self.hall.forget(self)

    # Writing.

    async def do(self, decide: Decide, message_id: str | None = None) -> Done:
        """Add an entry to the log, if the table agrees. If another worker was faster, the table is
        asked again after reading what that one wrote.

        A write that has begun is finished, even if the client disconnects.
        """
        self.visits += 1
        return await asyncio.shield(self.hall.spawn(self._finish(decide, message_id)))

    async def _finish(self, decide: Decide, message_id: str | None) -> Done:
        try:
            return await self._do(decide, message_id)
        finally:
            self.visits -= 1
            self.hall.forget(self)

    async def _do(self, decide: Decide, message_id: str | None) -> Done:
        async with self.lock:
            for _ in range(TRIES):
                if self.stale:
                    await self._read_on()
                self._check()
                if message_id in self.table.ids:
                    return Done(self.table.ids[str(message_id)], again=True)
                try:
                    done = await self._try(decide, message_id)
                except Refused as why:
                    done = await self._reconsider(why, message_id)
                if done is not None:
                    return done
        raise Refused("too much is happening at this table: try again")

    def _check(self) -> None:
        """Refuse anything at a table that is gone or closed."""
        if self.gone is not None:
            raise self.gone.with_traceback(None)
        if self.table.closed:
            raise Refused(f"this table is closed: {self.table.closed}")

    async def _try(self, decide: Decide, message_id: str | None) -> Done | None:
        """Write an entry, if there is one to write; None if somebody else was faster."""
        table = self.table
        draft = decide(table)
        if draft is None:
            return Done(None)
        entry = Entry(table.id, table.number + 1, *draft, message_id, self.hall.now())
        if await self._write(entry, table.after(entry)):
            return Done(entry.number)
        metrics.CONFLICTS.inc()
        return None if await self._read_on() else await self._done_before(message_id)

    async def _reconsider(self, why: Refused, message_id: str | None) -> Done | None:
        """Refuse a request, unless the rest of the log changes that: the request may have been done
        before, or the table may have changed, and is asked again."""
        if message_id is not None and self.gone is None:
            if self.hall.store.database.shared and (await self._read_on() or self.gone):
                return None
            if self.table.may_know(message_id):
                done = await self._done_before(message_id)
                if done is not None:
                    return done
        raise why

    async def _done_before(self, message_id: str | None) -> Done | None:
        """The result of a message that the table does not remember but the log may have."""
        if message_id is None:
            return None
        number = await self.hall.store.number_of(self.table.id, message_id)
        return None if number is None else Done(number, again=True)

    async def _write(self, entry: Entry, after: Table) -> bool:
        begin = time.perf_counter()
        wakes = entry.kind == "started" or (after.present and not self.table.present)
        changed = after.listing if wakes or self._listed_differently(after) else None
        try:
            ends = self.table.playing and after.status == "over"
            tallies = tallies_of(after) if ends else ()
            written = await self.hall.store.append(entry, changed, wakes, tallies)
        except BaseException:
            self.doubt = True
            raise
        if not written:
            return False
        if entry.kind == "moved" and after.is_listed_like(self.table):
            self._pass_on(after)
        self.table = after
        self.kept = self.kept or wakes
        metrics.APPEND_SECONDS.observe(time.perf_counter() - begin)
        metrics.ENTRIES.labels(entry.kind).inc()
        self.wake()
        return True

    def _pass_on(self, after: Table) -> None:
        """After a move in the middle of a game the comparison still holds: it brings no chore."""
        self.compared = after if self.compared is self.table else None

    def _listed_differently(self, after: Table) -> bool:
        """Whether the index must be updated."""
        return not after.is_listed_like(self.table) and after.listing != self.table.listing

    # Reading.

    async def _read_on(self) -> bool:
        """Apply what other workers have written; whether there was anything."""
        known, self.doubt = self.known, False
        try:
            entries = await self.hall.store.load(self.table.id, self.table.number)
            for entry in entries:
                self.table = self.table.after(entry)
        except (NoSuchThing, Aside) as why:
            self.vanish(why)
            return False
        except Unreadable as error:
            await self.hall.put_aside(self.table.id, str(error), entry=error.where)
            return False
        except BaseException:
            self.doubt = True
            raise
        if known == self.known:  # only the log counts, whatever we have heard
            self.known = self.table.number
        if entries:
            self.wake()
        return bool(entries)

    def vanish(self, why: Refused) -> None:
        """Mark the table as gone, and tell every client."""
        self.gone = why
        self.kept = False
        self.wake()
