"""The database's versions, oldest first; Alembic goes through them."""
