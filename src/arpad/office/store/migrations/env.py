"""What Alembic runs to migrate a database: all steps, in the transaction of the given connection."""

from __future__ import annotations

from alembic import context

from arpad.office.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    transaction_per_migration=False,
)
context.run_migrations()
