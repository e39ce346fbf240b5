"""Up to which event a pool's table of ratings has them: it is no longer written with every posting.

Ratings are put in their order in memory. In PostgreSQL a row that is written again stays on its page, and
what was answered, which no compression makes smaller, is kept as it is.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

POSTGRESQL = (
    "ALTER TABLE pool_ratings SET (fillfactor = 70)",
    "ALTER TABLE operations ALTER COLUMN answer SET STORAGE EXTERNAL",
)


def upgrade() -> None:
    """Let the table of pools say it; what older versions have written is up to the last event."""
    for name, comment in (
        ("kept", "the event up to which pool_ratings has the ratings"),
        ("kept_games", "posted up to that event"),
    ):
        column = sa.Column(name, sa.BigInteger(), nullable=False, server_default="0", comment=comment)
        op.add_column("pools", column)
    last = "SELECT seq FROM streams WHERE streams.id = pools.stream"
    op.execute(f"UPDATE pools SET kept = ({last}), kept_games = games")
    op.drop_index("ix_pool_ratings_pool_rating", "pool_ratings")
    if op.get_bind().dialect.name == "postgresql":
        for statement in POSTGRESQL:
            op.execute(statement)
