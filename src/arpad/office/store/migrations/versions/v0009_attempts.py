"""Attempts that failed, such as to sign in, which all processes count together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "attempts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("whose", sa.String(64), nullable=False, comment="SHA-256 of a name or an address"),
        sa.Column("at", sa.Float(53), nullable=False, comment="seconds since 1970 UTC"),
        sa.PrimaryKeyConstraint("id", name="pk_attempts"),
    )
    op.create_index("ix_attempts_whose", "attempts", ["whose"])
