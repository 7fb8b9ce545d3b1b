"""Access to the database, SQLite or PostgreSQL, with one interface.

The classes hide what differs between the two, and know nothing about the contents.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from coup.rules.errors import CoupError
from coup.server.sqlite_connection import SqliteConnection

try:
    import fcntl
except ImportError:  # not on this system; then two servers can use one file
    fcntl = None  # type: ignore[assignment]

logger = logging.getLogger("coup.server.database")
CHANNEL = "coup_log"
CHECKPOINT = 2.0  # seconds
PATIENCE = 30  # seconds that SQLite waits for somebody else
LONG_LOG = 16 << 20  # bytes in SQLite's write-ahead log before everybody waits for a checkpoint
PASSING = {"40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03"}
"""PostgreSQL's codes for transient errors: conflicts, deadlocks, too many connections, restarts."""
Heard = Callable[[str, int], None]
"""Called with a table and the number of an entry that another worker wrote."""
Lost = Callable[[], None]
"""Called when a notification may have been missed."""


def database_url(text: str) -> URL:
    """The SQLAlchemy URL for a database address as people write it.

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


class Garbled(CoupError):
    """Contents of a database that no server can work with."""


class Database:
    """A database.

    shared: whether several workers may use it.
    insert: the dialect's INSERT, which can handle conflicts.
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
        """A transaction: at the end of the block all that was written is committed, or nothing."""
        async with self.engine.begin() as connection:
            yield connection

    def now(self) -> Any:
        """An SQL expression for the current time, the same for all workers."""
        raise NotImplementedError

    def passes(self, error: BaseException) -> bool:
        """Whether an error is transient, so that trying again may help."""
        raise NotImplementedError

    async def notify(self, connection: AsyncConnection, notes: list[list[Any]]) -> None:
        """Tell other workers about new entries, after the commit."""

    async def attend(self, worker: str, heard: Heard, lost: Lost) -> None:
        """The background work beside reading and writing; never returns."""
        raise NotImplementedError

    def check(self) -> None:
        """Refuse a database that has been deleted or replaced."""

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Keep other servers away inside the block, unless they may share; False if one of them
        is here."""
        yield True

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


class Sqlite(Database):
    """A file, for one worker."""

    shared = False
    insert = staticmethod(sqlite.insert)

    def __init__(self, url: URL, now: Callable[[], float], reads: bool = False) -> None:
        self.path = Path(str(url.database))
        super().__init__(url, sqlite_engine(url, reads and not is_writable(self.path)))
        self.clock = now
        self.file: tuple[int, int] | None = None

    @contextmanager
    def held(self) -> Iterator[bool]:
        """A lock on a file beside the database: SQLite has locks of its own on the database. The
        system gives it up when the process ends, however that happens."""
        if fcntl is None or not self.path.parent.is_dir():
            yield True
            return
        lock = os.open(f"{self.path}-lock", os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            yield locks(lock)
        finally:
            os.close(lock)

    def now(self) -> Any:
        return sa.literal(self.clock())

    def passes(self, error: BaseException) -> bool:
        return "locked" in str(getattr(error, "orig", error))

    def check(self) -> None:
        """Refuse to write to a file that was deleted or replaced: what is written there is lost."""
        try:
            found = os.stat(self.path)
        except OSError as error:
            raise OSError(f"the database {self.path} is gone: {error.strerror}") from None
        self.file = self.file or (found.st_dev, found.st_ino)
        if self.file != (found.st_dev, found.st_ino):
            raise OSError(f"the database {self.path} was replaced: start the server again")

    async def attend(self, worker: str, heard: Heard, lost: Lost) -> None:
        """Move pages from the write-ahead log into the file, outside of transactions: SQLite would
        do it as part of a commit, and everybody would wait for the disk."""
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
        """Run a checkpoint. Nobody can write while it waits for a reader, so it does not wait
        long."""
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
        """Listen to what other workers write; reconnect when the connection breaks."""

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


def open_database(text: str, now: Callable[[], float] = time.time, reads: bool = False) -> Database:
    """The database at an address as people write it.

    now: the wall clock.
    reads: whether it is only read: then it need not be writable.
    """
    url = database_url(text)
    if url.get_backend_name() == "postgresql":
        return Postgres(url)
    if url.database in (None, "", ":memory:"):
        raise CoupError(f"a database is a file or a server, such as {EXAMPLES}")
    return Sqlite(url, now, reads)


def locks(file: int) -> bool:
    """Lock a file; False if another process has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        logger.warning("this file system has no locks: start no second server on the database")
    return True


def read_json(text: str | bytes) -> Any:
    """A JSON column of a file, which SQLite does not check: what is no JSON is returned as text, so
    that it spoils nothing but its row.

    >>> read_json('{"text": "hi"}'), read_json('{"text')
    ({'text': 'hi'}, '{"text')
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text if isinstance(text, str) else text.decode(errors="replace")


def is_writable(path: Path) -> bool:
    """Whether SQLite can write a file, and others beside it, as it must even to read."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def to_read(path: Path) -> str:
    """How SQLite opens a file to read it. Where it cannot write, it needs the index that a server
    has left of the newest entries; if a server has left nothing, all is in the file."""
    index, newest = (Path(f"{path}-{what}") for what in ("shm", "wal"))
    if is_writable(path) or index.exists():
        return f"{path.absolute().as_uri()}?mode=ro"
    if newest.exists() and newest.stat().st_size:
        why = f"its newest entries are in {newest.name}: copy both to where files can be written"
        raise CoupError(f"the database {path} cannot be read here, for {why}")
    return f"{path.absolute().as_uri()}?immutable=1"


def sqlite_engine(url: URL, read_only: bool) -> AsyncEngine:
    """The engine for a file. A commit survives a power failure. A transaction starts with its first
    statement, even if that changes the schema."""

    async def connect() -> SqliteConnection:
        path = str(url.database)
        address = to_read(Path(path)) if read_only else path
        connection = SqliteConnection(address, PATIENCE, uri=read_only)
        await connection
        return connection

    engine = create_async_engine(
        url, async_creator=connect, json_deserializer=read_json, hide_parameters=True
    )

    @sa.event.listens_for(engine.sync_engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        settings = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0")
        for setting in () if read_only else (*settings, "foreign_keys=ON"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine.sync_engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        raw: Any = connection.connection.driver_connection
        raw.begin()

    return engine
