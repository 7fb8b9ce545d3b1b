"""Each game's contribution to the statistics of its players."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tallies. Earlier games are not counted."""
    op.create_table(
        "tallies",
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("bluffs", sa.Integer, nullable=False),
        sa.Column("caught", sa.Integer, nullable=False),
        sa.Column("challenges", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("tallies")
