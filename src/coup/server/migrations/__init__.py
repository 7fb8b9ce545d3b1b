"""The database's revisions for Alembic, oldest first."""
