"""What the operator can do with a server's tables, whether it is running or not."""

import json
import time
from collections.abc import Iterator
from typing import Any

from coup.rules.errors import CoupError
from coup.server import drafts
from coup.server.database import open_database
from coup.server.entry import Entry, fault_of
from coup.server.migrating import check_version
from coup.server.store import UNLISTED, Store
from coup.server.table import Table, Unreadable, fold

TRIES = 20
NOBODY_THERE = "the operator of this server has closed it"


class Office:
    """The tables of a database.

    reads: whether nothing is changed.
    """

    def __init__(self, database: str, reads: bool = False) -> None:
        self.store = Store(open_database(database, reads=reads))

    async def open(self) -> list[dict[str, Any]]:
        """The index, and tables that it lacks; refused if the database cannot be used."""
        await check_version(self.store.database)
        return await self.store.index()

    async def faults(self, row: dict[str, Any]) -> list[str]:
        """What is wrong with a table: its log, or its row in the index."""
        if row["fault"] == UNLISTED:
            return [UNLISTED]
        entries = await self.store.log_of(row["id"])
        if not entries:
            return ["it has no log"]
        try:
            table = fold(row["id"], entries)
        except Unreadable as error:
            return [str(error)]
        return [] if row["status"] == "aside" else list(differences(row, table))

    async def close(self, table_id: str, why: str = NOBODY_THERE) -> None:
        """Close a table for good: nothing can follow."""
        for _ in range(TRIES):
            table = fold(table_id, await self.store.load(table_id))
            draft = drafts.close(table, why)
            if draft is None:
                raise CoupError(f"{table_id} is closed already")
            entry = Entry(table_id, table.number + 1, *draft, None, time.time())
            if await self.store.append_at_once(entry, table.after(entry).listing):
                return
        raise CoupError(f"too much is happening at {table_id}: try again")

    async def put_aside(self, table_id: str, why: str = "put aside by hand") -> None:
        """Put a table aside."""
        await self.store.list_again(table_id)
        if not await self.store.put_aside(table_id, why):
            raise CoupError(f"there is no table {table_id}")

    async def put_back(self, table_id: str) -> None:
        """Use a table again that was put aside, if its log can be read."""
        entries = await self.store.log_of(table_id)
        if not entries:
            raise CoupError(f"there is no table {table_id}")
        table = fold(table_id, entries)
        await self.store.list_again(table_id)
        await self.store.put_back(table_id, table.listing)

    async def export(self, table_id: str) -> Iterator[str]:
        """The log of a table, one entry on each line."""
        entries = await self.store.log_of(table_id)
        if not entries:
            raise CoupError(f"there is no table {table_id}")
        return (json.dumps(entry._asdict(), ensure_ascii=False) for entry in entries)

    async def delete(self, table_id: str) -> None:
        """Delete a table with its log."""
        await self.store.list_again(table_id)
        if not await self.store.delete(table_id):
            raise CoupError(f"there is no table {table_id}")

    async def leave(self) -> None:
        """Close the database."""
        await self.store.close()


def differences(row: dict[str, Any], table: Table) -> Iterator[str]:
    """Where the index differs from the log, or cannot be read."""
    if fault := fault_of({**row, "summary": table.listing.summary}):
        yield fault
    for name, value in table.listing._asdict().items():
        if row[name] != value:
            yield f"the index says {name} {row[name]!r}, the log {value!r}"
