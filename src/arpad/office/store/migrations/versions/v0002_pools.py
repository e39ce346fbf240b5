"""Pools of rated games: their ratings of now, states on the way, and lists as they were published.

A trigger refuses to change or remove a published list, whoever asks.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

REFUSAL = "a published list is never changed"

SQLITE = tuple(
    f"CREATE TRIGGER publications_{name} BEFORE {what} ON publications "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for name, what in (("stay", "UPDATE"), ("remain", "DELETE"))
)
POSTGRESQL = (
    "CREATE FUNCTION refuse_change_of_publications() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$",
    "CREATE TRIGGER publications_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON publications "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_publications()",
)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "pools",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("system", sa.String(100), nullable=False, comment="the rating system"),
        sa.Column(
            "rules", sa.Text(), nullable=False, comment="JSON: its parameters from day to day, merged players"
        ),
        sa.Column(
            "games", sa.BigInteger(), nullable=False, comment="posted, those among them that were taken out"
        ),
        sa.PrimaryKeyConstraint("stream", name="pk_pools"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_pools_stream"),
    )
    op.create_table(
        "pool_ratings",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("player", sa.String(200), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53)),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False, comment="seconds since 1970 UTC of the last game"),
        sa.Column(
            "state",
            sa.LargeBinary(),
            nullable=False,
            comment="float64, little-endian: what rating goes on from",
        ),
        sa.PrimaryKeyConstraint("pool", "player", name="pk_pool_ratings"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_pool_ratings_pool"),
    )
    op.create_index("ix_pool_ratings_pool_rating", "pool_ratings", ["pool", "rating"])
    op.create_table(
        "checkpoints",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column(
            "game", sa.BigInteger(), nullable=False, autoincrement=False, comment="the last one that counts"
        ),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the event that has this game as its last"),
        sa.Column("content", sa.LargeBinary(), nullable=False, comment="all players as they were then"),
        sa.PrimaryKeyConstraint("pool", "game", name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_checkpoints_pool"),
    )
    op.create_table(
        "publications",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the event that published it"),
        sa.Column("game", sa.BigInteger(), nullable=False, comment="the last one that counts"),
        sa.Column("content", sa.Text(), nullable=False, comment="JSON: the list as it was published"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the content"),
        sa.PrimaryKeyConstraint("pool", "name", name="pk_publications"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_publications_pool"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
