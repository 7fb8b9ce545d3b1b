"""What the database holds: the log, an index of the tables, the workers that are alive, a secret.

The log alone counts. The index repeats what the lobby and the drivers need to find a table
without reading its log, and is written together with it.
"""

import sqlalchemy as sa

metadata = sa.MetaData()

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.String(64)),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("message_id", sa.String(120)),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "message_id", name="one_entry_a_message"),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("creator", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("summary", sa.JSON, nullable=False),
    sa.Column("driver", sa.String(32)),
    sa.Index("tables_by_status", "status", "updated"),
    sa.Index("tables_by_creator", "creator", "created"),
)
workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
