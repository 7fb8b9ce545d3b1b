"""Reads and writes the log, and the index that finds tables in it.

Pending entries are written in one transaction, which makes a durable database fast. The second
writer of an entry number or a message id is told so: the database decides, never a worker. It knows
nothing of what entries mean.
"""

import asyncio
import logging
import random
import re
import secrets as random_secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from coup.server.chores import ALIVE
from coup.server.database import Database, Garbled, Heard, Lost
from coup.server.entry import Entry, Listing
from coup.server.metrics import TROUBLES
from coup.server.naming import NoSuchThing, Refused
from coup.server.schema import log, quotas, secrets, tables, tallies, workers
from coup.server.tallies import Tally

logger = logging.getLogger("coup.server.store")
BATCH = 100
PAUSES = (0.02, 0.1, 0.4, 1.5)
"""The pauses before a transaction is tried again after a transient error."""
FORGOTTEN = 100 * ALIVE  # seconds after which a dead worker is deleted
HOUR = 3600.0
SECRET_BYTES = 32
SECRET = rf"[0-9a-f]{{{2 * SECRET_BYTES}}}"
LAST = (1 << 31) - 1
UNLISTED = "it has a log, but is in no index"
WHOLE_GAME = (
    *("opened", "changed", "sealed", "sat", "bot", "renamed", "left"),
    *("started", "ended"),
)
"""The kinds of entries before a game that its record needs."""


class Aside(Refused):
    """A table that was put aside: its log cannot be read, or an operator said so."""

    def __init__(self) -> None:
        super().__init__(
            "this table was put aside: nothing of it is lost; ask the operator of this server"
        )


class Waiting(NamedTuple):
    """An entry that waits to be written.

    listing: the new row of the index, if it changes.
    keep: whether this worker looks after the table from now on.
    token: identifies our row.
    written: whether it was written, for the task that waits.
    tallies: the statistics of a game that ends with it.
    """

    entry: Entry
    listing: Listing | None
    keep: bool
    token: str
    written: asyncio.Future[bool]
    tallies: Sequence[Tally] = ()

    @property
    def key(self) -> tuple[str, int]:
        """Its primary key in the log."""
        return self.entry.table_id, self.entry.number


class Store:
    """The log and its index. `await start()` it first, `await close()` it last.

    worker: the unique name of this process.
    """

    def __init__(
        self, database: Database, now: Callable[[], float] = time.time, worker: str = ""
    ) -> None:
        self.database = database
        self.now = now
        self.worker = worker or random_secrets.token_hex(8)
        self.add = database.insert(log).on_conflict_do_nothing().returning(log.c.token)
        self.waiting: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []
        self.seen = 0.0  # when the database last took a sign of life, by the monotonic clock

    async def start(self, heard: Heard, lost: Lost) -> None:
        """Start to write, and to listen to other workers; `lost` is called when a notification may
        have been missed."""
        if not self.database.shared:
            async with self.database.writing() as connection:  # no other is alive
                await connection.execute(sa.delete(workers))
        await self.beat()
        attend = self.database.attend(self.worker, heard, lost)
        self.tasks = [asyncio.create_task(self._write()), asyncio.create_task(attend)]

    async def close(self) -> None:
        """Write what is pending, and close the database."""
        if self.tasks:
            writer, attend = self.tasks
            self.waiting.put_nowait(None)
            await asyncio.gather(writer, return_exceptions=True)
            attend.cancel()
            await asyncio.gather(attend, return_exceptions=True)
            await self._say_goodbye()
        await self.database.close()

    async def _say_goodbye(self) -> None:
        try:
            async with self.database.writing() as connection:
                await connection.execute(sa.delete(workers).where(workers.c.id == self.worker))
        except TROUBLES:
            logger.warning("the database does not answer")  # others will notice that we are gone

    # Writing to the log.

    async def append(
        self,
        entry: Entry,
        listing: Listing | None = None,
        keep: bool = False,
        tallies: Sequence[Tally] = (),
    ) -> bool:
        """Write an entry; False if its number or its message id is taken.

        If this raises an exception, it may have been written or not: read the log before the next
        one.
        """
        written = asyncio.get_running_loop().create_future()
        token = random_secrets.token_hex(8)
        self.waiting.put_nowait(Waiting(entry, listing, keep, token, written, tallies))
        return bool(await written)

    async def append_at_once(self, entry: Entry, listing: Listing | None = None) -> bool:
        """The same without a started store, for a single write."""
        written = asyncio.get_running_loop().create_future()
        waiting = Waiting(entry, listing, False, random_secrets.token_hex(8), written)
        await self._write_all([waiting])
        return bool(await written)

    async def _write(self) -> None:
        """Write what is pending until the store is closed."""
        more = True
        while more:
            batch: list[Waiting] = []
            while more and not (batch and self.waiting.empty()) and len(batch) < BATCH:
                item = await self.waiting.get()
                more = item is not None
                if item is not None and not item.written.cancelled():
                    batch.append(item)
            # The same order in every worker, so that no two wait for each other.
            batch.sort(key=lambda each: each.key)
            await self._write_all(batch)

    async def _write_all(self, batch: Sequence[Waiting], again: bool = False) -> None:
        """Write entries, and tell the tasks that wait. One that cannot be written does not affect
        others.

        again: whether they may be in the log already.
        """
        if not batch:
            return
        try:
            done = await self._try_hard(batch, again)
        except Exception as error:
            if len(batch) > 1 and not self.database.passes(error):
                for each in batch:
                    await self._write_all([each], again=True)
                return
            why = NoSuchThing("this table was deleted") if is_orphan(error) else error
            for each in batch:
                if not each.written.done():
                    each.written.set_exception(why)
            return
        for each in batch:
            if not each.written.done():
                each.written.set_result(each.token in done)

    async def _try_hard(self, batch: Sequence[Waiting], again: bool) -> set[str]:
        """Write entries, and retry after transient errors; the tokens of those in the log."""
        pauses = iter(PAUSES)
        while True:
            try:
                self.database.check()
                async with self.database.writing() as connection:
                    done = await self._insert(connection, batch)
                    if again:  # the first time may have succeeded, with only the answer lost
                        done |= await self._ours(connection, batch)
                return done
            except Exception as error:
                pause = next(pauses, None)
                if pause is None or not self.database.passes(error):
                    raise
                logger.info("writing again", extra={"error": error})
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))
                again = True

    async def _insert(self, connection: AsyncConnection, batch: Sequence[Waiting]) -> set[str]:
        """Insert the entries that do not conflict; the tokens of these rows."""
        for each in batch:
            if each.entry.kind == "opened" and each.listing is not None:
                await connection.execute(self._new_table(each.entry, each.listing))
        rows = [{**each.entry._asdict(), "token": each.token} for each in batch]
        done = {row[0] for row in await connection.execute(self.add, rows)}
        fresh = [each for each in batch if each.token in done]
        for each in fresh:
            if each.entry.kind != "opened" and each.listing is not None:
                await connection.execute(self._change(each.entry, each.listing, each.keep))
        counted = [tally._asdict() for each in fresh for tally in each.tallies]
        if counted:
            await connection.execute(
                self.database.insert(tallies).on_conflict_do_nothing(), counted
            )
        await self.database.notify(connection, [[self.worker, *each.key] for each in fresh])
        return done

    async def _ours(self, connection: AsyncConnection, batch: Sequence[Waiting]) -> set[str]:
        found = sa.select(log.c.token).where(log.c.token.in_([each.token for each in batch]))
        keys = sa.tuple_(log.c.table_id, log.c.number).in_([each.key for each in batch])
        return {row[0] for row in await connection.execute(found.where(keys))}

    def _new_table(self, entry: Entry, listing: Listing) -> Any:
        new = self.database.insert(tables).on_conflict_do_nothing()
        return new.values(
            id=entry.table_id, created=entry.at, updated=entry.at, **listing._asdict()
        )

    def _change(self, entry: Entry, listing: Listing, keep: bool) -> Any:
        values = {**listing._asdict(), "updated": entry.at}
        if keep:
            values["driver"] = self.worker
        here = sa.and_(tables.c.id == entry.table_id, tables.c.status != "aside")
        return sa.update(tables).where(here).values(**values)

    # Reading the log.

    async def load(self, table_id: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a number; refused if there is no such table, or if it was
        put aside."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                sa.select(tables.c.status).where(tables.c.id == table_id)
            )
            status = found.scalar_one_or_none()
            if status is None:
                raise NoSuchThing("there is no such table")
            if status == "aside":
                raise Aside
            return await self._entries(connection, table_id, log.c.number > after)

    async def log_of(self, table_id: str) -> list[Entry]:
        """The entries of a table, whatever its status."""
        async with self.database.reading() as connection:
            return await self._entries(connection, table_id, sa.true())

    async def load_game(self, table_id: str, number: int) -> list[Entry]:
        """The entries that the record of one game needs, without the moves of other games."""
        begun = (
            sa.select(log.c.number)
            .where(log.c.table_id == table_id, log.c.kind == "started")
            .order_by(log.c.number)
            .offset(number - 1)
            .limit(2)
        )
        async with self.database.reading() as connection:
            found = [row[0] for row in await connection.execute(begun)]
            if not found:
                return []
            first, end = found[0], found[1] if len(found) > 1 else LAST
            of_game = sa.and_(log.c.kind == "moved", log.c.number > first)
            wanted = sa.or_(log.c.kind.in_(WHOLE_GAME), of_game)
            return await self._entries(connection, table_id, wanted, log.c.number < end)

    async def number_of(self, table_id: str, message_id: str) -> int | None:
        """The number of the entry that was written for a message."""
        query = sa.select(log.c.number).where(
            log.c.table_id == table_id, log.c.message_id == message_id
        )
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def _entries(
        self, connection: AsyncConnection, table_id: str, *conditions: Any
    ) -> list[Entry]:
        columns = [log.c[name] for name in Entry._fields]
        query = sa.select(*columns).where(log.c.table_id == table_id, *conditions)
        return [Entry(*row) for row in await connection.execute(query.order_by(log.c.number))]

    # The index.

    async def lobby(self, limit: int = 50, offset: int = 0) -> list[Any]:
        """Public tables with people at them, first those that can be joined."""
        order = {"waiting": 0, "over": 0, "playing": 1}
        query = (
            sa.select(tables.c.id, tables.c.status, tables.c.summary, tables.c.updated)
            .where(tables.c.public, tables.c.present, tables.c.status.in_(order))
            .order_by(sa.case(order, value=tables.c.status, else_=2), tables.c.updated.desc())
            .order_by(tables.c.id)
            .limit(limit)
            .offset(offset)
        )
        async with self.database.reading() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def index(self) -> list[Any]:
        """All tables, the most recently changed first."""
        query = sa.select(tables).order_by(tables.c.updated.desc(), tables.c.id)
        lost = unlisted().order_by(log.c.table_id)
        async with self.database.reading() as connection:
            listed = [row._asdict() for row in await connection.execute(query)]
            found = [row._asdict() for row in await connection.execute(lost)]
        return [*listed, *({**row, "driver": None} for row in found)]

    async def list_again(self, table_id: str) -> None:
        """Put a table whose log is in no index into the index."""
        rows = unlisted().where(log.c.table_id == table_id)
        new = self.database.insert(tables).from_select(list(rows.selected_columns.keys()), rows)
        async with self.database.writing() as connection:
            await connection.execute(new.on_conflict_do_nothing())

    async def may_open(self, creator: str, an_hour: int) -> bool:
        """Whether an address may open one more table: `an_hour` at a time, and as many an hour in
        the long run. The database counts, so concurrent requests cannot use the same one."""
        now = self.now()
        new = self.database.insert(quotas).values(name=creator, spare=an_hour - 1, at=now)
        grown = quotas.c.spare + sa.func.abs(now - quotas.c.at) * (an_hour / HOUR)
        spare = sa.case((grown > an_hour, float(an_hour)), else_=grown)
        taken = new.on_conflict_do_update(
            index_elements=["name"], set_={"spare": spare - 1, "at": now}, where=spare >= 1
        ).returning(quotas.c.spare)
        async with self.database.writing() as connection:
            return (await connection.execute(taken)).first() is not None

    async def forget_quotas(self) -> None:
        """Delete quotas that were not used for an hour: they are full again."""
        async with self.database.writing() as connection:
            await connection.execute(sa.delete(quotas).where(quotas.c.at < self.now() - HOUR))

    async def put_aside(self, table_id: str, fault: str) -> bool:
        """Put a table aside whose log cannot be read; False if there is none."""
        return await self._set(table_id, status="aside", present=False, fault=fault[:1000])

    async def put_back(self, table_id: str, listing: Listing) -> bool:
        """Use a table again that was put aside, which counts as a visit."""
        fresh = {"updated": self.now(), "fault": None, "driver": None}
        return await self._set(table_id, **listing._asdict(), **fresh)

    async def _set(self, table_id: str, **values: Any) -> bool:
        change = sa.update(tables).where(tables.c.id == table_id).values(**values)
        async with self.database.writing() as connection:
            found = await connection.execute(change.returning(tables.c.id))
            return found.first() is not None

    async def delete(self, table_id: str) -> bool:
        """Delete a table with its log; False if there was none."""
        async with self.database.writing() as connection:
            gone = sa.delete(tables).where(tables.c.id == table_id).returning(tables.c.id)
            return (await connection.execute(gone)).first() is not None

    async def outdated(self, before: float, limit: int = 100) -> list[str]:
        """Tables without visitors since a time, except those put aside."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.updated < before, sa.not_(tables.c.present), tables.c.status != "aside")
            .order_by(tables.c.updated)
            .limit(limit)
        )
        async with self.database.reading() as connection:
            return [row[0] for row in await connection.execute(query)]

    # Statistics.

    async def statistics(self, owner: str) -> dict[str, int]:
        """The totals of somebody's finished games."""
        columns = ("bluffs", "caught", "challenges", "right")
        sums = [sa.func.coalesce(sa.func.sum(tallies.c[name]), 0).label(name) for name in columns]
        wins = sa.func.coalesce(sa.func.sum(tallies.c.won), 0).label("wins")
        query = sa.select(sa.func.count().label("games"), wins, *sums)
        async with self.database.reading() as connection:
            found = await connection.execute(query.where(tallies.c.owner == owner))
            return dict(found.one()._asdict())

    async def forget_statistics(self, owner: str) -> None:
        """Delete somebody's tallies."""
        async with self.database.writing() as connection:
            await connection.execute(sa.delete(tallies).where(tallies.c.owner == owner))

    # The workers.

    async def beat(self) -> set[str]:
        """Give a sign of life; the workers that are alive."""
        self.database.check()
        now = self.database.now()
        sign = self.database.insert(workers).values(id=self.worker, seen=now)
        sign = sign.on_conflict_do_update(index_elements=["id"], set_={"seen": now})
        dead = sa.delete(workers).where(workers.c.seen < now - FORGOTTEN)
        alive = sa.select(workers.c.id).where(workers.c.seen > now - ALIVE)
        async with self.database.writing() as connection:
            await connection.execute(sign)
            await connection.execute(dead)
            found = {row[0] for row in await connection.execute(alive)}
        self.seen = asyncio.get_running_loop().time()
        return found

    @property
    def healthy(self) -> bool:
        """Whether the database has taken a sign of life recently. That is a write like any other,
        so a full disk or a missing file shows."""
        return asyncio.get_running_loop().time() - self.seen < ALIVE

    async def claim(self, limit: int = 200) -> set[str]:
        """The tables that this worker looks after: those it has, and some that no live worker has.
        A table is looked after while a person is there."""
        alive = sa.select(workers.c.id).where(workers.c.seen > self.database.now() - ALIVE)
        orphaned = sa.or_(tables.c.driver.is_(None), tables.c.driver.not_in(alive))
        orphans = (
            sa.select(tables.c.id)
            .where(tables.c.present, orphaned)
            .order_by(tables.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        take = sa.update(tables).where(tables.c.id.in_(orphans)).values(driver=self.worker)
        mine = sa.select(tables.c.id).where(tables.c.present, tables.c.driver == self.worker)
        async with self.database.writing() as connection:
            await connection.execute(take)
            return {row[0] for row in await connection.execute(mine)}

    async def secret(self) -> bytes:
        """A secret that only the workers share. If it is garbled, it is not replaced: no personal
        link would work any more."""
        value = random_secrets.token_hex(SECRET_BYTES)
        new = self.database.insert(secrets).values(name="links", value=value)
        async with self.database.writing() as connection:
            await connection.execute(new.on_conflict_do_nothing())
            found = await connection.execute(sa.select(secrets.c.value))
            return secret_in([row[0] for row in found])


def unlisted() -> sa.Select[Any]:
    """What the index would say of tables that it lacks, though they have a log: they are put
    aside."""
    return (
        sa.select(
            log.c.table_id.label("id"),
            sa.literal("").label("creator"),
            sa.func.min(log.c.at).label("created"),
            sa.func.max(log.c.at).label("updated"),
            sa.false().label("public"),
            sa.literal("aside").label("status"),
            sa.literal({}, sa.JSON).label("summary"),
            sa.false().label("present"),
            sa.literal(UNLISTED).label("fault"),
        )
        .where(log.c.table_id.not_in(sa.select(tables.c.id)))
        .group_by(log.c.table_id)
    )


def secret_in(values: Sequence[Any]) -> bytes:
    """The secret that a database holds; refused if it is garbled.

    >>> len(secret_in(["ab" * 32]))
    32
    """
    found = [bytes.fromhex(each) for each in values if re.fullmatch(SECRET, str(each))]
    if len(found) != 1 or len(values) != 1:
        raise Garbled(
            "its table secrets is garbled: restore it from a backup, or empty it; then the server"
            " makes a new secret, and personal links stop working"
        )
    return found[0]


def is_orphan(error: Exception) -> bool:
    """Whether an entry could not be written because its table was deleted."""
    return isinstance(error, IntegrityError)
