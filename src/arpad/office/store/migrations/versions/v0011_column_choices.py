"""How files of results were read that were added to a pool."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "column_choices",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("form", sa.String(64), nullable=False, comment="SHA-256 of the names of the columns"),
        sa.Column(
            "choice",
            sa.Text(),
            nullable=False,
            comment="JSON: which column is what, and how dates are written",
        ),
        sa.PrimaryKeyConstraint("pool", "form", name="pk_column_choices"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_column_choices_pool"),
    )
