"""Brings a database up to date, or says why that is impossible."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from coup.called import as_typed
from coup.rules.errors import CoupError
from coup.server.database import Database, Garbled, Sqlite, open_database, to_read
from coup.server.schema import metadata
from coup.server.store import Store
from coup.words import cause

MIGRATING = 0x636F7570  # our lock while the database is upgraded
OURS = "alembic_version"  # the table that every database of ours has
FOREIGN = "holds no tables of coup serve"
UNUSABLE = (SQLAlchemyError, sqlite3.Error, OSError, Garbled)


async def check_version(database: Database) -> None:
    """Refuse a database whose version this program cannot use."""
    config, shown = alembic_config(), shown_address(database)
    if isinstance(database, Sqlite) and not database.path.exists():
        raise CoupError(f"there is no database {shown}")
    with usable(database):
        if isinstance(database, Sqlite) and OURS not in tables_in(database.path):
            raise CoupError(f"the database {shown} {FOREIGN}")
        async with database.reading() as connection:
            found = await connection.run_sync(revision_of)
    newest = ScriptDirectory.from_config(config).get_current_head()
    if found is None:
        raise CoupError(f"the database {shown} {FOREIGN}")
    if found != newest:
        what = f"is of revision {found}, and this version of coup needs {newest}"
        todo = f"{as_typed('serve')} brings an older one up to date"
        raise CoupError(f"the database {shown} {what}: {todo}")


@contextmanager
def for_one_server(address: str) -> Iterator[None]:
    """Refuse a database that another server uses, if it is for one only: they would not hear of
    each other's entries. None can come inside the block."""
    database = open_database(address)
    with ExitStack() as stack:
        with usable(database):
            free = stack.enter_context(database.held())
        if not free:
            why = "several at once need PostgreSQL"
            raise CoupError(f"another server runs with {shown_address(database)}: {why}")
        yield


async def migrate(address: str) -> None:
    """Bring a database up to date; refused with a sentence if it cannot be used."""
    database = open_database(address)
    shown = shown_address(database)
    if isinstance(database, Sqlite) and not database.path.parent.is_dir():
        raise CoupError(f"the database {shown} cannot be used: there is no such folder")
    try:
        with usable(database):
            if isinstance(database, Sqlite):
                database.path.touch(0o600)  # private: it holds cards and secrets
                if (tables := tables_in(database.path)) and OURS not in tables:
                    raise CoupError(f"the database {shown} {FOREIGN}: name another file")
            async with database.writing() as connection:
                if database.shared:
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
                await connection.run_sync(upgrade)
            await check_contents(database)
    except TooNew as error:
        raise CoupError(f"the database {shown} {error}") from None
    finally:
        await database.close()


async def check_contents(database: Database) -> None:
    """Refuse a database that lacks a table or a column, or whose secret is garbled: workers would
    wait for it forever."""
    async with database.reading() as connection:
        for table in metadata.sorted_tables:
            await connection.execute(sa.select(table).limit(0))
    await Store(database).secret()


@contextmanager
def usable(database: Database, errors: tuple[type[Exception], ...] = UNUSABLE) -> Iterator[None]:
    """Says in a sentence that a database cannot be used, and why.

    errors: those that say so.
    """
    try:
        yield
    except errors as error:
        shown = shown_address(database)
        raise CoupError(f"the database {shown} cannot be used: {reason(error)}") from None


class TooNew(Exception):
    """A database made by a later version of this program."""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database to a revision."""
    config = alembic_config()
    config.attributes["connection"] = connection
    found = revision_of(connection)
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if found is not None and found not in known:
        raise TooNew(
            f"was made by a later version of coup (it is revision {found:.20}, and this one knows"
            f" {known[0]}): update coup, and start it again"
        )
    command.upgrade(config, revision)


def alembic_config() -> Config:
    """Where the migrations are."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def revision_of(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it has none of ours."""
    found = MigrationContext.configure(connection).get_current_heads()
    if len(found) > 1 or not all(isinstance(each, str) for each in found):
        raise Garbled("its table alembic_version, which holds one revision, is garbled")
    return next(iter(found), None)


def tables_in(path: Path) -> set[str]:
    """The names of the tables in a SQLite file. It stays as it is: whoever opens it for writing
    changes it before knowing whose it is."""
    if path.is_dir():
        raise OSError("it is a folder")
    with closing(sqlite3.connect(to_read(path), uri=True)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in names}


def shown_address(database: Database) -> str:
    """A database's address as people write it, without the password."""
    return database.url.set(drivername=database.url.get_backend_name()).render_as_string()


def reason(error: Exception) -> str:
    """Why a database cannot be used, in one line."""
    found = getattr(error, "orig", None) or error
    return cause(found) if isinstance(found, OSError) else str(found).partition("\n")[0]
