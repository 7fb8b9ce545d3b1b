"""A simulated database that is slow, fails, restarts, and locks rows like PostgreSQL.

The statements run on a real SQLite in memory. A transaction locks each row that it writes, in
order, and waits for rows that others have locked. Each statement runs after repeating the earlier
ones of its transaction; a commit keeps them all.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool
from sqlalchemy.sql import visitors

from coup.server.database import Database, Heard, Lost, Postgres
from coup.server.schema import log, metadata, tables
from tests.server.simulation.loop import PROCESS

Key = tuple[Any, ...]


class Trouble(Exception):
    """The simulated driver's exception."""

    def __init__(self, why: str, sqlstate: str) -> None:
        super().__init__(why)
        self.sqlstate = sqlstate


def trouble(why: str, sqlstate: str = "08006") -> OperationalError:
    """An error in the form in which SQLAlchemy raises it."""
    return OperationalError("", {}, Trouble(why, sqlstate))


@dataclass(frozen=True)
class Weather:
    """The rates of failing, slow and unanswered steps, and the longest time of a normal step in
    seconds."""

    fails: float = 0.0
    slow: float = 0.0
    loses: float = 0.0
    takes: float = 0.004


@dataclass(eq=False)
class Transaction:
    """The uncommitted statements of a process."""

    process: str
    done: list[tuple[Any, Any]] = field(default_factory=list)
    locks: list[Key] = field(default_factory=list)
    waits_for: Key | None = None
    broken: bool = False


class Rows(list[Any]):
    """The result of a statement."""

    def first(self) -> Any:
        return self[0] if self else None

    def one(self) -> Any:
        (row,) = self
        return row

    def scalar_one(self) -> Any:
        return self.one()[0]

    def scalar_one_or_none(self) -> Any:
        return self.scalar_one() if self else None


class Server:
    """The database server, which all processes use.

    shared: whether there are several processes, which notify each other.
    """

    def __init__(self, dice: Random, note: Callable[[str], None], shared: bool) -> None:
        self.dice = dice
        self.note = note
        self.shared = shared
        self.weather = Weather()
        self.down = False
        self.full = False
        self.holders: dict[Key, Transaction] = {}
        self.freed = asyncio.Event()
        self.open: dict[Transaction, None] = {}
        self.ears: dict[str, asyncio.Queue[Any]] = {}
        self.deadlocks = 0
        self.written: dict[tuple[str, int], float] = {}  # the time of each entry
        self.loop = asyncio.get_running_loop()
        self.engine = sa.create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )

        @sa.event.listens_for(self.engine, "connect")
        def on_connect(connection: Any, _record: object) -> None:
            connection.isolation_level = None
            connection.execute("PRAGMA foreign_keys=ON")

        @sa.event.listens_for(self.engine, "begin")
        def on_begin(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN")

        metadata.create_all(self.engine)
        self.connection = self.engine.connect()

    def clock(self) -> float:
        """The time of day at the database."""
        return 1_000_000.0 + self.loop.time()

    # Failures.

    async def step(self, transaction: Transaction | None = None) -> None:
        """The time of one step to the server and back."""
        slow = self.dice.random() < self.weather.slow
        takes = self.dice.uniform(0.1, 4.0) if slow else self.dice.uniform(0, self.weather.takes)
        await asyncio.sleep(takes)
        if self.down or (transaction is not None and transaction.broken):
            raise trouble("the database is restarting")
        if self.dice.random() < self.weather.fails:
            raise trouble("the connection is lost")

    def check_room(self) -> None:
        """Raise the error of SQLite or PostgreSQL for a full disk."""
        if self.full and self.shared:
            raise trouble("could not extend file: No space left on device", "53100")
        if self.full:
            raise trouble("database or disk is full", "")

    def restart(self) -> None:
        """Break all connections."""
        self.down = True
        for transaction in self.open:
            transaction.broken = True
        for queue in self.ears.values():
            queue.put_nowait(None)

    def forget(self, process: str) -> None:
        """Drop what a killed process has not committed."""
        self.ears.pop(process, None)
        for transaction in [each for each in self.open if each.process == process]:
            self.release(transaction)

    # Locks.

    def release(self, transaction: Transaction) -> None:
        self.open.pop(transaction, None)
        for key in transaction.locks:
            del self.holders[key]
        transaction.locks = []
        self.freed.set()
        self.freed = asyncio.Event()

    async def take(self, transaction: Transaction, key: Key) -> None:
        """Lock a row, waiting for others."""
        while self.holders.get(key, transaction) is not transaction:
            transaction.waits_for = key
            self.look_for_circle(transaction)
            await self.freed.wait()
            transaction.waits_for = None
            if transaction.broken:
                raise trouble("the database is restarting")
        if key not in self.holders:
            self.holders[key] = transaction
            transaction.locks.append(key)

    def look_for_circle(self, transaction: Transaction) -> None:
        other: Transaction | None = transaction
        while other is not None and other.waits_for is not None:
            other = self.holders.get(other.waits_for)
            if other is transaction:
                self.deadlocks += 1
                transaction.waits_for = None
                raise trouble("deadlock detected", "40P01")

    def status(self, table_id: str) -> str:
        """The status of a table in the index."""
        query = sa.select(tables.c.status).where(tables.c.id == table_id)
        return str(self.run([(query, None)], keep=False).scalar_one())

    # Statements.

    def run(self, done: list[tuple[Any, Any]], keep: bool) -> Rows:
        """Execute a transaction's statements again; the result of the last one."""
        found = Rows()
        try:
            for statement, rows in done:
                result = self.connection.execute(statement, rows)
                found = Rows(result.fetchall() if result.returns_rows else ())
            if keep:
                self.connection.commit()
        finally:
            self.connection.rollback()
        return found

    @property
    def entries(self) -> int:
        """The number of entries in all logs."""
        return int(
            self.run([(sa.select(sa.func.count()).select_from(log), None)], False).scalar_one()
        )

    def keys(self, statement: Any, rows: Any) -> Iterator[Key]:
        """The rows that a statement writes, in order."""
        if isinstance(statement, sa.Insert):
            values = rows or [values_of(statement)]
            for row in [values] if isinstance(values, dict) else values:
                yield from keys_of_row(statement.table.name, row)
        elif isinstance(statement, sa.Update | sa.Delete):
            table: Any = statement.table
            columns = list(table.primary_key)
            found = self.run([(sa.select(*columns).where(*statement._where_criteria), None)], False)
            self.dice.shuffle(found)
            yield from ((table.name, *row) for row in found)


def keys_of_row(table: str, row: dict[str, Any]) -> Iterator[Key]:
    """The unique keys of a row."""
    if table == "log":
        yield table, row["table_id"], row["number"]
        if row["message_id"] is not None:
            yield "message", row["table_id"], row["message_id"]
    elif table == "tallies":
        yield table, row["owner"], row["table_id"], row["game"]
    else:
        yield table, row["id"] if "id" in row else row["name"]


def values_of(statement: Any) -> dict[str, Any]:
    """The row of an INSERT without separate rows; values that the database computes are left
    out."""
    return {
        str(name): each.value for name, each in statement._values.items() if hasattr(each, "value")
    }


def leaves_out_locked(statement: Any) -> bool:
    """Whether a statement skips rows that others have locked."""
    if not isinstance(statement, sa.Update):
        return False
    locks = (getattr(part, "_for_update_arg", None) for part in visitors.iterate(statement))
    return any(lock is not None and lock.skip_locked for lock in locks)


class Connection:
    """A connection as `Store` uses it."""

    def __init__(self, server: Server, transaction: Transaction) -> None:
        self.server, self.transaction = server, transaction
        self.notes: list[Any] = []

    async def execute(self, statement: Any, rows: Any = None) -> Rows:
        server, transaction = self.server, self.transaction
        await server.step(transaction)
        if not isinstance(statement, sa.Select):
            server.check_room()
        skips = leaves_out_locked(statement)
        for key in list(server.keys(statement, rows)):
            if skips and server.holders.get(key, transaction) is not transaction:
                return Rows()  # another transaction has the row: try later
            await server.take(transaction, key)
            if server.dice.random() < 0.2:
                await server.step(transaction)
        found = server.run([*transaction.done, (statement, rows)], keep=False)
        if not isinstance(statement, sa.Select):
            transaction.done.append((statement, rows))
        return found


class SimulatedDatabase(Database):
    """One process's access to the server."""

    insert = staticmethod(sqlite.insert)

    def __init__(self, server: Server) -> None:
        self.server = server
        self.shared = server.shared

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        transaction = Transaction(PROCESS.get())
        self.server.open[transaction] = None
        try:
            await self.server.step(transaction)
            yield Connection(self.server, transaction)
        finally:
            self.server.release(transaction)

    reading = _connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        async with self._connection() as connection:
            yield connection
            await self._commit(connection)

    async def _commit(self, connection: Connection) -> None:
        server = self.server
        await server.step(connection.transaction)
        server.run(connection.transaction.done, keep=True)
        kinds = {
            (row["table_id"], row["number"]): f"{row['kind']} {row['seat']}"
            for statement, rows in connection.transaction.done
            if isinstance(statement, sa.Insert) and statement.table is log
            for row in rows
        }
        for worker, table_id, number in connection.notes:
            server.written.setdefault((table_id, number), server.loop.time())
            server.note(f"{worker} writes {number} of {table_id}: {kinds[table_id, number]}")
        for ear in server.ears.values():
            for note in connection.notes:
                ear.put_nowait(note)
        if server.dice.random() < server.weather.loses:
            raise trouble("the connection is lost after the database has heard")
        await server.step()

    def now(self) -> Any:
        return sa.literal(self.server.clock())

    def passes(self, error: BaseException) -> bool:
        return Postgres.passes(self, error)  # type: ignore[arg-type]

    async def notify(self, connection: Any, notes: list[list[Any]]) -> None:
        connection.notes += notes

    async def attend(self, worker: str, heard: Heard, lost: Lost) -> None:
        """Notify the worker of others' entries, in order, after some time."""
        server = self.server
        while True:
            if self.shared and not server.down:
                queue = server.ears[PROCESS.get()] = asyncio.Queue()
                lost()
                while (note := await queue.get()) is not None:
                    await asyncio.sleep(server.dice.uniform(0, 0.05))
                    if note[0] != worker:
                        heard(note[1], note[2])
            await asyncio.sleep(0.5)

    async def close(self) -> None:
        self.server.ears.pop(PROCESS.get(), None)
