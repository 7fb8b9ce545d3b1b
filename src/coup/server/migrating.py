"""Brings a database up to date, or says why that cannot be."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from coup.server.database import Sqlite, open_database

MIGRATING = 0x636F7570  # our lock, while the database is brought up to date


async def migrate(address: str) -> None:
    """Bring a database up to date; a sentence if it cannot be used."""
    database = open_database(address)
    shown = database.url.set(drivername=database.url.get_backend_name()).render_as_string()
    if isinstance(database, Sqlite) and not database.path.parent.is_dir():
        raise ValueError(f"the database {shown} cannot be used: there is no such folder")
    try:
        async with database.writing() as connection:
            if database.shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            await connection.run_sync(upgrade)
    except TooNew as error:
        raise ValueError(f"the database {shown} {error}") from None
    except (SQLAlchemyError, OSError) as error:
        why = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise ValueError(f"the database {shown} cannot be used: {why}") from None
    finally:
        await database.close()


class TooNew(Exception):
    """A database that a later version of this program has made."""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database to a revision."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    found = MigrationContext.configure(connection).get_current_revision()
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if found is not None and found not in known:
        raise TooNew(
            f"was made by a later version of coup (it is revision {found:.20}, and this one knows"
            f" {known[0]}): update coup, and start it again"
        )
    command.upgrade(config, revision)
