"""The keys that sign the codes with which players report their results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "report_keys",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column("key", sa.String(64), nullable=False, comment="a secret that signs the codes of players"),
        sa.PrimaryKeyConstraint("stream", name="pk_report_keys"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_report_keys_stream"),
    )
