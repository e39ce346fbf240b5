"""Streams of events that are only ever appended, operations that are done once, and the list of tournaments.

A trigger refuses to change or remove an event, whoever asks.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

REFUSAL = "events are only ever appended"

SQLITE = (
    f"CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
    f"CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
)
POSTGRESQL = (
    "CREATE FUNCTION refuse_change_of_events() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$",
    "CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_events()",
)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "streams",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False, comment="tournament or pool"),
        sa.Column("name", sa.String(100), nullable=False, comment="by which people ask for it"),
        sa.Column("identity", sa.String(64), nullable=False, comment="what no other stream has"),
        sa.Column("header", sa.Text(), nullable=False, comment="the first line of its event file"),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the number of its last event"),
        sa.Column("head", sa.String(64), nullable=False, comment="the hash of its last line"),
        sa.PrimaryKeyConstraint("id", name="pk_streams"),
        sa.UniqueConstraint("kind", "name", name="uq_streams_kind_name"),
        sa.UniqueConstraint("identity", name="uq_streams_identity"),
    )
    op.create_table(
        "events",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="from 1, without a gap"),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, comment="of the fields of its kind"),
        sa.Column("at", sa.String(200), nullable=False, comment="UTC, as 2026-02-01T09:30:00Z"),
        sa.Column("author", sa.String(200), nullable=False),
        sa.Column("operation", sa.String(200), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False, comment="its line of an event file, byte for byte"),
        sa.Column("previous", sa.String(64), nullable=False, comment="the hash of the line before"),
        sa.Column("hash", sa.String(64), nullable=False, comment="SHA-256 of the line before its hash"),
        sa.PrimaryKeyConstraint("stream", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_events_stream"),
    )
    op.create_table(
        "operations",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column(
            "operation", sa.String(200), nullable=False, comment="the name under which it is done once"
        ),
        sa.Column("request", sa.String(200), nullable=False, comment="a digest of what was asked for"),
        sa.Column("first", sa.BigInteger(), nullable=False, comment="its first event"),
        sa.Column("last", sa.BigInteger(), nullable=False, comment="its last event"),
        sa.Column(
            "answer",
            sa.Text(),
            nullable=False,
            comment="what was answered, where the events do not tell it",
        ),
        sa.PrimaryKeyConstraint("stream", "operation", name="pk_operations"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_operations_stream"),
    )
    op.create_table(
        "tournaments",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("system", sa.String(100), nullable=False, comment="the pairing system"),
        sa.Column("participants", sa.Integer(), nullable=False),
        sa.Column("planned", sa.Integer(), nullable=False, comment="rounds; 0 if nobody has said"),
        sa.Column("paired", sa.Integer(), nullable=False, comment="rounds"),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_tournaments_stream"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
