"""How a database is reached: SQLite or PostgreSQL, the same to everybody above.

It knows what differs between the two, and nothing of what is kept in them.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from coup.rules.errors import CoupError
from coup.server.sqlite_connection import SqliteConnection

logger = logging.getLogger("coup.server.database")
CHANNEL = "coup_log"
CHECKPOINT = 2.0  # seconds
PATIENCE = 30  # seconds that SQLite waits for somebody else
LONG_LOG = 16 << 20  # bytes that SQLite may write ahead before everybody waits for it to tidy up
PASSING = {"40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03"}
"""What PostgreSQL says of troubles that pass: conflicts, deadlocks, too many connections,
restarts."""
Heard = Callable[[str, int], None]
"""Is told of a table, and the number of an entry that another worker made there."""
Lost = Callable[[], None]
"""Is told that something may have been missed."""


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
        raise CoupError(f"a database looks like {EXAMPLES}") from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise CoupError(f"a database looks like {EXAMPLES}, and begins with no {url.drivername}")
    return url.set(drivername=driver)


DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
EXAMPLES = "coup.sqlite or postgresql://user:password@host/name"


class Database:
    """A database.

    shared: whether several workers may use it.
    insert: an INSERT that can say what happens if the row is there already.
    """

    shared: bool
    insert: Callable[[sa.Table], Any]

    def __init__(self, url: URL, engine: AsyncEngine) -> None:
        self.url = url
        self.engine = engine

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: what is written is there when the block has ended, all or nothing."""
        async with self.engine.begin() as connection:
            yield connection

    def now(self) -> Any:
        """The time of day on which all workers agree, for a query."""
        raise NotImplementedError

    def passes(self, error: BaseException) -> bool:
        """Whether a trouble may be over when one tries again."""
        raise NotImplementedError

    async def notify(self, connection: AsyncConnection, notes: list[list[Any]]) -> None:
        """Tell other workers of entries, when the transaction is done."""

    async def attend(self, worker: str, heard: Heard, lost: Lost) -> None:
        """Do for ever what has to be done beside writing and reading."""
        raise NotImplementedError

    def check(self) -> None:
        """Refuse a database that is there no more."""

    async def close(self) -> None:
        """Let go of it."""
        await self.engine.dispose()


class Sqlite(Database):
    """A file, for one worker."""

    shared = False
    insert = staticmethod(sqlite.insert)

    def __init__(self, url: URL, now: Callable[[], float]) -> None:
        super().__init__(url, sqlite_engine(url))
        self.clock = now
        self.path = Path(str(url.database))
        self.file: tuple[int, int] | None = None

    def now(self) -> Any:
        return sa.literal(self.clock())

    def passes(self, error: BaseException) -> bool:
        return "locked" in str(getattr(error, "orig", error))

    def check(self) -> None:
        """What is written to a file that somebody has deleted or replaced is lost."""
        try:
            found = os.stat(self.path)
        except OSError as error:
            raise OSError(f"the database {self.path} is gone: {error.strerror}") from None
        self.file = self.file or (found.st_dev, found.st_ino)
        if self.file != (found.st_dev, found.st_ino):
            raise OSError(f"the database {self.path} was replaced: start the server again")

    async def attend(self, worker: str, heard: Heard, lost: Lost) -> None:
        """Move what SQLite has written ahead to its place in the file, beside the writing: done as
        a part of it, as SQLite would, it makes everybody wait for the disk."""
        while True:
            await asyncio.sleep(CHECKPOINT)
            with suppress(SQLAlchemyError, OSError):
                await self._move_pages(
                    "TRUNCATE" if self._written_ahead() > LONG_LOG else "PASSIVE"
                )

    def _written_ahead(self) -> int:
        try:
            return os.stat(f"{self.path}-wal").st_size
        except OSError:
            return 0

    async def _move_pages(self, how: str) -> None:
        """Nobody can write while this waits for somebody who reads, so it does not wait long."""
        async with self.engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA busy_timeout=50")
            with suppress(SQLAlchemyError):  # in `finally` this would swallow a cancellation
                await connection.exec_driver_sql(f"PRAGMA wal_checkpoint({how})")
            await connection.exec_driver_sql(f"PRAGMA busy_timeout={1000 * PATIENCE}")


class Postgres(Database):
    """A server, for any number of workers, which tell each other of what they write."""

    shared = True
    insert = staticmethod(postgresql.insert)

    def __init__(self, url: URL) -> None:
        engine = create_async_engine(
            url,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"timeout": 10, "command_timeout": 30},
        )
        super().__init__(url, engine)

    def now(self) -> Any:
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)

    def passes(self, error: BaseException) -> bool:
        if isinstance(error, DBAPIError):
            code = getattr(error.orig, "sqlstate", None) or ""
            return error.connection_invalidated or code in PASSING or code.startswith("08")
        return isinstance(error, (OSError, TimeoutError))

    async def notify(self, connection: AsyncConnection, notes: list[list[Any]]) -> None:
        for note in notes:
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, json.dumps(note))))

    async def attend(self, worker: str, heard: Heard, lost: Lost) -> None:
        """Hear what other workers write; start again when the connection breaks."""

        def on_note(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            writer, table_id, number = json.loads(payload)
            if writer != worker:
                heard(table_id, number)

        while True:
            try:
                async with self._listening(on_note) as connection:
                    lost()
                    while not connection.is_closed():
                        await connection.execute("SELECT 1")
                        await asyncio.sleep(1.0)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                logger.warning("listening failed", extra={"error": error})
            await asyncio.sleep(0.5)

    @asynccontextmanager
    async def _listening(self, on_note: Callable[..., None]) -> AsyncIterator[Any]:
        import asyncpg

        plain = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(plain, timeout=10, command_timeout=10)
        try:
            await connection.add_listener(CHANNEL, on_note)
            yield connection
        finally:
            connection.terminate()


def open_database(text: str, now: Callable[[], float] = time.time) -> Database:
    """The database at an address as people write it.

    now: the clock on the wall.
    """
    url = database_url(text)
    if url.get_backend_name() == "postgresql":
        return Postgres(url)
    if url.database in (None, "", ":memory:"):
        raise CoupError(f"a database is a file or a server, such as {EXAMPLES}")
    return Sqlite(url, now)


def sqlite_engine(url: URL) -> AsyncEngine:
    """The way to a file. What is committed is kept even if the power fails. A transaction is one
    from its first statement on, also when it changes what tables there are."""

    async def connect() -> SqliteConnection:
        connection = SqliteConnection(str(url.database), PATIENCE)
        await connection
        return connection

    engine = create_async_engine(url, async_creator=connect, hide_parameters=True)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        settings = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0")
        for setting in (*settings, "foreign_keys=ON"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine.sync_engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        raw: Any = connection.connection.driver_connection
        raw.begin()

    return engine
