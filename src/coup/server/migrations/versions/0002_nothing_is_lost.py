"""Row tokens, tables that can be put aside and deleted, presence, quotas."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add them. Logs that are in no index are put aside."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("present", sa.Boolean, nullable=False, server_default=sa.false())
        )
        tables.add_column(sa.Column("fault", sa.Text))
        tables.drop_index("tables_by_creator")
        tables.create_index("tables_by_presence", ["present", "driver"])
        tables.create_index("tables_by_age", ["updated"])
    op.execute("UPDATE tables SET present = (status = 'playing')")  # the next beat corrects it
    op.execute(
        "INSERT INTO tables (id, creator, created, updated, public, status, summary, fault)"
        " SELECT table_id, '', min(at), max(at), (1 = 0), 'aside', '{}', 'it was in no index'"
        " FROM log WHERE table_id NOT IN (SELECT id FROM tables) GROUP BY table_id"
    )
    with op.batch_alter_table("log") as log:
        log.add_column(sa.Column("token", sa.String(16)))
        log.create_foreign_key("log_of_a_table", "tables", ["table_id"], ["id"], ondelete="CASCADE")
    op.create_table(
        "quotas",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("spare", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("quotas")
    with op.batch_alter_table("log") as log:
        log.drop_constraint("log_of_a_table", type_="foreignkey")
        log.drop_column("token")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("tables_by_age")
        tables.drop_index("tables_by_presence")
        tables.create_index("tables_by_creator", ["creator", "created"])
        tables.drop_column("fault")
        tables.drop_column("present")
