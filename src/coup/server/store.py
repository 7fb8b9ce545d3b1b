"""The log on disk: SQLite or PostgreSQL, the same to everybody above.

Entries that are waiting are written in one transaction, which is what makes a database fast that
may not lose anything. Who comes second with an entry's number, or with a message's id, is told
so: the database decides, never a worker. It knows nothing of what entries mean.
"""

import asyncio
import json
import logging
import secrets as random_secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from coup.server.entry import Entry, Listing
from coup.server.schema import log, secrets, tables, workers

logger = logging.getLogger("coup.server.store")
CHANNEL = "coup_log"
BATCH = 100
CHECKPOINT = 2.0  # seconds
ALIVE = 5.0  # seconds without a sign, after which a worker counts as dead
MIGRATING = 0x636F7570  # our lock, while the database is brought up to date
Heard = Callable[[str, int], None]
"""Is told of a table, and the number of an entry that another worker made there."""


def database_url(text: str) -> URL:
    """The address of a database as SQLAlchemy wants it, from one as people write it.

    >>> str(database_url("postgresql://localhost/coup"))
    'postgresql+asyncpg://localhost/coup'
    >>> str(database_url("coup.sqlite"))
    'sqlite+aiosqlite:///coup.sqlite'
    """
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except ArgumentError:
        raise ValueError(f"a database looks like {EXAMPLES}, not {text!r:.60}") from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise ValueError(f"a database looks like {EXAMPLES}, not {text!r:.60}")
    return url.set(drivername=driver)


DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
EXAMPLES = "coup.sqlite or postgresql://user:password@host/name"


class Waiting(NamedTuple):
    """An entry on its way to the log, and whoever wants to know whether it got there."""

    entry: Entry
    listing: Listing | None
    written: asyncio.Future[bool]


class Store:
    """The database. `await start()` it first, `await close()` it last.

    worker: the name of this process, for others to tell it from theirs.
    """

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.shared = self.url.drivername.startswith("postgresql")
        self.worker = random_secrets.token_hex(8)
        self.engine = make_engine(self.url)
        self.waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Heard, lost: Callable[[], Awaitable[None]]) -> None:
        """Begin to write, and to listen to other workers; `lost` is called when some of what they
        said may have been missed."""
        if not self.shared:
            async with self.engine.begin() as connection:  # it is for one worker: no other is alive
                await connection.execute(sa.delete(workers))
        await self.beat()
        self.tasks.append(asyncio.create_task(self._write()))
        if self.shared:
            self.tasks.append(asyncio.create_task(self._listen(heard, lost)))
        else:
            self.tasks.append(asyncio.create_task(self._move_pages()))

    async def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        while not self.waiting.empty():
            await asyncio.sleep(0.01)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with suppress(SQLAlchemyError, OSError):
            async with self.engine.begin() as connection:
                await connection.execute(sa.delete(workers).where(workers.c.id == self.worker))
        await self.engine.dispose()

    # The log.

    async def append(self, entry: Entry, listing: Listing | None = None) -> bool:
        """Write an entry; False if its number or its message id is taken."""
        written = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait(Waiting(entry, listing, written))
        return bool(await written)

    async def load(self, table_id: str, after: int = 0) -> list[Entry]:
        """The entries of a table, after those that one has."""
        query = (
            sa.select(log)
            .where(log.c.table_id == table_id, log.c.number > after)
            .order_by(log.c.number)
        )
        async with self.engine.connect() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def _write(self) -> None:
        while True:
            batch = [await self.waiting.get()]
            while len(batch) < BATCH and not self.waiting.empty():
                batch.append(self.waiting.get_nowait())
            try:
                async with self.engine.begin() as connection:
                    done = await self._insert(connection, batch)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                for each in batch:
                    if not each.written.done():
                        each.written.set_exception(error)
                continue
            for each in batch:
                if not each.written.done():
                    each.written.set_result((each.entry.table_id, each.entry.number) in done)

    async def _move_pages(self) -> None:
        """Move what SQLite has written ahead to its place in the file, beside the writing: done as
        a part of it, as SQLite would, it makes everybody wait for the disk."""
        while True:
            await asyncio.sleep(CHECKPOINT)
            with suppress(SQLAlchemyError):
                async with self.engine.connect() as connection:
                    await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def _insert(
        self, connection: AsyncConnection, batch: Sequence[Waiting]
    ) -> set[tuple[str, int]]:
        """Insert what does not stand against what is there; which entries that were."""
        into = postgresql.insert if self.shared else sqlite.insert
        new = into(log).on_conflict_do_nothing().returning(log.c.table_id, log.c.number)
        rows = [each.entry._asdict() for each in batch]
        done = {(row[0], row[1]) for row in await connection.execute(new, rows)}
        for each in batch:
            if each.listing is not None and (each.entry.table_id, each.entry.number) in done:
                await self._index(connection, each.entry, each.listing)
        if self.shared:
            for table_id, number in done:
                note = json.dumps([self.worker, table_id, number])
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, note)))
        return done

    async def _index(self, connection: AsyncConnection, entry: Entry, listing: Listing) -> None:
        values = {
            "updated": entry.at,
            "public": listing.public,
            "status": listing.status,
            "summary": listing.summary,
        }
        if entry.kind == "opened":
            values |= {"id": entry.table_id, "creator": listing.creator, "created": entry.at}
            await connection.execute(sa.insert(tables).values(**values))
            return
        if entry.kind == "started":
            values["driver"] = self.worker
        change = sa.update(tables).where(tables.c.id == entry.table_id)
        await connection.execute(change.values(**values))

    # The index.

    async def lobby(self, since: float, limit: int = 50, offset: int = 0) -> list[Any]:
        """Public tables that something happened at since then, those first that can be joined."""
        order = {"waiting": 0, "playing": 1}
        query = (
            sa.select(tables.c.id, tables.c.status, tables.c.summary, tables.c.updated)
            .where(tables.c.public, tables.c.status.in_(order), tables.c.updated > since)
            .order_by(
                sa.case(order, value=tables.c.status, else_=2), tables.c.updated.desc(), tables.c.id
            )
            .limit(limit)
            .offset(offset)
        )
        async with self.engine.connect() as connection:
            return [row._asdict() for row in await connection.execute(query)]

    async def opened_by(self, creator: str, since: float) -> int:
        """How many tables somebody has opened since then."""
        query = (
            sa.select(sa.func.count())
            .select_from(tables)
            .where(tables.c.creator == creator, tables.c.created > since)
        )
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def claim(self, limit: int = 200) -> list[str]:
        """Games without a living driver, which this worker drives from now on."""
        orphans = (
            sa.select(tables.c.id)
            .where(tables.c.status == "playing", self._driverless())
            .limit(limit)
        )
        change = (
            sa.update(tables)
            .where(tables.c.id.in_(orphans), self._driverless())
            .values(driver=self.worker)
            .returning(tables.c.id)
        )
        async with self.engine.begin() as connection:
            return [row[0] for row in await connection.execute(change)]

    def _driverless(self) -> sa.ColumnElement[bool]:
        alive = sa.select(workers.c.id).where(workers.c.seen > time.time() - ALIVE)
        return sa.or_(tables.c.driver.is_(None), tables.c.driver.not_in(alive))

    # The workers.

    async def beat(self) -> set[str]:
        """Give a sign of life; who else is alive."""
        into = postgresql.insert if self.shared else sqlite.insert
        sign = into(workers).values(id=self.worker, seen=time.time())
        sign = sign.on_conflict_do_update(index_elements=["id"], set_={"seen": time.time()})
        dead = sa.delete(workers).where(workers.c.seen < time.time() - 100 * ALIVE)
        alive = sa.select(workers.c.id).where(workers.c.seen > time.time() - ALIVE)
        async with self.engine.begin() as connection:
            await connection.execute(sign)
            await connection.execute(dead)
            return {row[0] for row in await connection.execute(alive)}

    async def secret(self) -> bytes:
        """A secret that all workers share and nobody else knows."""
        into = postgresql.insert if self.shared else sqlite.insert
        new = into(secrets).values(name="links", value=random_secrets.token_hex(32))
        async with self.engine.begin() as connection:
            await connection.execute(new.on_conflict_do_nothing())
            found = await connection.execute(sa.select(secrets.c.value))
            return bytes.fromhex(found.scalar_one())

    async def _listen(self, heard: Heard, lost: Callable[[], Awaitable[None]]) -> None:
        """Hear what other workers write; begin anew when the connection breaks."""

        def on_note(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            worker, table_id, number = json.loads(payload)
            if worker != self.worker:
                heard(table_id, number)

        while True:
            try:
                async with self._listening(on_note) as connection:
                    await lost()
                    while not connection.is_closed():
                        await connection.execute("SELECT 1")
                        await asyncio.sleep(1.0)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                logger.warning("listening failed", extra={"why": repr(error)})
            await asyncio.sleep(0.5)

    @asynccontextmanager
    async def _listening(self, on_note: Callable[..., None]) -> AsyncIterator[Any]:
        import asyncpg

        plain = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(plain)
        try:
            await connection.add_listener(CHANNEL, on_note)
            yield connection
        finally:
            connection.terminate()


def make_engine(url: URL) -> AsyncEngine:
    """The way to the database. SQLite keeps what is committed even if the power fails."""
    if url.drivername.startswith("postgresql"):
        return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True)
    engine = create_async_engine(url, connect_args={"timeout": 30})

    @sa.event.listens_for(engine.sync_engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
            connection.execute(f"PRAGMA {setting}")

    return engine


async def migrate(database: str) -> None:
    """Bring the database up to date; a sentence if it cannot be reached."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).parent.is_dir():
        raise ValueError(f"the database {url.database} cannot be used: there is no such folder")
    engine = make_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))

    def upgrade(connection: sa.Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

    try:
        async with engine.begin() as connection:
            if url.drivername.startswith("postgresql"):
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            await connection.run_sync(upgrade)
    except (SQLAlchemyError, OSError) as error:
        why = str(getattr(error, "orig", None) or error).partition("\n")[0]
        shown = url.set(drivername=url.get_backend_name()).render_as_string()
        raise ValueError(f"the database {shown} cannot be used: {why}") from None
    finally:
        await engine.dispose()
