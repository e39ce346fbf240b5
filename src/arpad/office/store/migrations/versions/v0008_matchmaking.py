"""Queues of a game: who waits, and the matches that were found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "match_queues",
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False, comment="JSON: rule, size of sides, pool, waits"),
        sa.Column("found", sa.BigInteger(), nullable=False, comment="matches"),
        sa.Column("looked", sa.Float(53), nullable=False, comment="seconds since 1970 UTC: its last round"),
        sa.PrimaryKeyConstraint("name", name="pk_match_queues"),
    )
    op.create_table(
        "match_tickets",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("queue", sa.String(100), nullable=False),
        sa.Column("request", sa.String(64), nullable=False, comment="a digest of what was asked for"),
        sa.Column("size", sa.Integer(), nullable=False, comment="players"),
        sa.Column(
            "players",
            sa.Text(),
            nullable=False,
            comment="JSON: name, rating, deviation, placement games left",
        ),
        sa.Column("attributes", sa.Text(), nullable=False, comment="JSON"),
        sa.Column("since", sa.Float(53), nullable=False, comment="seconds since 1970 UTC"),
        sa.Column("until", sa.Float(53), nullable=False, comment="when it expires"),
        sa.Column("ended", sa.Float(53), comment="empty while it waits"),
        sa.Column("state", sa.String(10), nullable=False, comment="waiting, found, cancelled or expired"),
        sa.Column("match", sa.BigInteger(), comment="the number of the match that was found"),
        sa.PrimaryKeyConstraint("id", name="pk_match_tickets"),
        sa.ForeignKeyConstraint(["queue"], ["match_queues.name"], name="fk_match_tickets_queue"),
    )
    op.create_index("ix_match_tickets_queue_ended", "match_tickets", ["queue", "ended"])
    op.create_table(
        "match_players",
        sa.Column("queue", sa.String(100), nullable=False),
        sa.Column("player", sa.String(200), nullable=False),
        sa.Column("ticket", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("queue", "player", name="pk_match_players"),
        sa.ForeignKeyConstraint(["queue"], ["match_queues.name"], name="fk_match_players_queue"),
    )
    op.create_index("ix_match_players_ticket", "match_players", ["ticket"])
    op.create_table(
        "matches",
        sa.Column("queue", sa.String(100), nullable=False),
        sa.Column(
            "number", sa.BigInteger(), nullable=False, autoincrement=False, comment="from 1, without a gap"
        ),
        sa.Column("at", sa.Float(53), nullable=False, comment="seconds since 1970 UTC"),
        sa.Column(
            "waited", sa.Float(53), nullable=False, comment="seconds, of the ticket that waited longest"
        ),
        sa.Column("expected", sa.Float(53), nullable=False, comment="score of the first side"),
        sa.Column("information", sa.Float(53), nullable=False, comment="points squared"),
        sa.Column(
            "content", sa.Text(), nullable=False, comment="JSON: the rule, and the tickets of both sides"
        ),
        sa.PrimaryKeyConstraint("queue", "number", name="pk_matches"),
        sa.ForeignKeyConstraint(["queue"], ["match_queues.name"], name="fk_matches_queue"),
    )
