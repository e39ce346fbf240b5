"""How lists of participants were read that somebody entered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "entry_choices",
        sa.Column("user", NUMBER, nullable=False),
        sa.Column("form", sa.String(64), nullable=False, comment="SHA-256 of the names of the columns"),
        sa.Column("choice", sa.Text(), nullable=False, comment="JSON: which column is what"),
        sa.PrimaryKeyConstraint("user", "form", name="pk_entry_choices"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_entry_choices_user"),
    )
