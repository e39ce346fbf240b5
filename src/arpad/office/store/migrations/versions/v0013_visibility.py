"""Whether a tournament is listed, hidden or archived; those that were there are listed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column."""
    column = sa.Column(
        "visibility",
        sa.String(10),
        nullable=False,
        server_default="listed",
        comment="listed, hidden, archived or deleted",
    )
    op.add_column("tournaments", column)
