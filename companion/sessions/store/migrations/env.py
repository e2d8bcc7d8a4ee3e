"""Alembic's entry: run on the connection that `database` hands over."""

from alembic import context

from companion.sessions.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
