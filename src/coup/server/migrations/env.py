"""Connects Alembic to the database, over the connection that `coup.server.store` passes."""

from alembic import context

from coup.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
