"""Webhooks, which tell the servers of games what happens in a pool or a queue."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False, comment="pool or queue"),
        sa.Column("name", sa.String(100), nullable=False, comment="of the pool or queue"),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(100), nullable=False, comment="signs what is posted; as it is"),
        sa.Column("user", NUMBER, nullable=False, comment="who made it"),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the last event that was acknowledged"),
        sa.Column("tried", sa.BigInteger(), nullable=False, comment="the last one that failed; or 0"),
        sa.Column("failures", sa.Integer(), nullable=False, comment="in a row"),
        sa.Column("next", sa.Float(53), nullable=False, comment="seconds since 1970 UTC: not before"),
        sa.Column("until", sa.Float(53), nullable=False, comment="seconds since 1970 UTC: a process tells"),
        sa.Column("problem", sa.Text(), nullable=False, comment="of the last delivery, if it failed"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_webhooks_user"),
    )
