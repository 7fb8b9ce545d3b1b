"""SQLite in a separate thread, with as few round trips as possible: a trip takes longer than most
statements."""

import sqlite3
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
from aiosqlite.context import contextmanager

CHUNK = 64
READABLE = partial(str, encoding="utf-8", errors="replace")
"""Reads a text that is no UTF-8 as well, so that it spoils nothing but its row."""


class SqliteConnection(aiosqlite.Connection):
    """A connection to a file: one trip for a statement and its results, and one to commit.

    BEGIN is sent with the first statement of a transaction; SQLite starts it no earlier anyway.
    """

    waits = False  # for the first statement of a transaction
    begun = False

    def __init__(self, path: str | Path, patience: float, uri: bool = False) -> None:
        def connector() -> sqlite3.Connection:
            connection = sqlite3.connect(path, timeout=patience, isolation_level=None, uri=uri)
            connection.text_factory = READABLE
            return connection

        super().__init__(connector, CHUNK)
        self._thread.daemon = True

    def begin(self) -> None:
        """Begin a transaction."""
        self.waits = True

    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        return SqliteCursor(self)

    async def run(self, method: str, sql: str, parameters: Iterable[Any]) -> Any:
        """Run a statement; its cursor, and its results."""
        begins, self.waits = self.waits, False
        self.begun = self.begun or begins
        trip: Any = self._execute
        return await trip(self._run, begins, method, sql, parameters)

    def _run(self, begins: bool, method: str, sql: str, parameters: Iterable[Any]) -> Any:
        if begins:
            self._conn.execute("BEGIN")
        cursor = self._conn.cursor()
        try:
            getattr(cursor, method)(sql, parameters)
            return cursor, cursor.fetchall() if cursor.description else []
        finally:
            cursor.close()

    async def commit(self) -> None:
        if self._ends():
            await super().commit()

    async def rollback(self) -> None:
        if self._ends():
            await super().rollback()

    def _ends(self) -> bool:
        """Whether there was a transaction to end."""
        ends, self.begun, self.waits = self.begun, False, False
        return ends


class SqliteCursor(aiosqlite.Cursor):
    """A finished statement and its results."""

    def __init__(self, connection: SqliteConnection) -> None:
        self.iter_chunk_size = CHUNK
        self._conn: SqliteConnection = connection
        self.rows: list[Any] = []

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "SqliteCursor":
        self._cursor, self.rows = await self._conn.run("execute", sql, parameters or ())
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> "SqliteCursor":
        self._cursor, self.rows = await self._conn.run("executemany", sql, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        return self.rows

    async def close(self) -> None:
        """Do nothing: the real cursor is closed already."""
