"""The database schema: the log, an index of the tables, the live workers, quotas for opening
tables, statistics, a secret.

The log is the truth. The index repeats what the lobby and the workers need to find a table without
reading its log, and is written in the same transaction.
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
    sa.Column("token", sa.String(16)),
    sa.UniqueConstraint("table_id", "message_id", name="one_entry_a_message"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="log_of_a_table", ondelete="CASCADE"),
)
"""token: identifies the writer of a row, even if the answer was lost."""
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
    sa.Column("present", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("fault", sa.Text),
    sa.Index("tables_by_status", "status", "updated"),
    sa.Index("tables_by_presence", "present", "driver"),
    sa.Index("tables_by_age", "updated"),
)
"""driver: the worker that looks after the table while a person is present.
fault: what is wrong with a table that was put aside."""
workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
quotas = sa.Table(
    "quotas",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("spare", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""spare: how many tables an address could open at that time."""
tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("owner", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("bluffs", sa.Integer, nullable=False),
    sa.Column("caught", sa.Integer, nullable=False),
    sa.Column("challenges", sa.Integer, nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
)
"""Each game's contribution to the statistics of its players. Tallies outlive their tables."""
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
