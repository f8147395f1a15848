"""Run by Alembic, on the connection and in the transaction that `storage.migrations.upgrade` was given."""

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
