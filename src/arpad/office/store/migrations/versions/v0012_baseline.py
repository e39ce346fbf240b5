"""The tables of an office: the baseline, from which databases go on.

Triggers refuse to change or remove an event or a file that was published, whoever asks. In PostgreSQL a row
of ratings that is written again stays on its page, and what was answered, which no compression makes smaller,
is kept as it is.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

# Databases that were made while arpad was developed have these tables from step 0012 on.
revision = "0012"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

KEPT = {
    "events": "events are only ever appended",
    "publications": "a published list is never changed",
    "list_files": "a published list is never changed",
    "final_files": "published standings are never changed",
}
"""Table whose rows never change → what is said to whoever tries."""

SQLITE = tuple(
    f"CREATE TRIGGER {table}_{name} BEFORE {statement} ON {table} BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
    for table, refusal in KEPT.items()
    for name, statement in (("stay", "UPDATE"), ("remain", "DELETE"))
)
POSTGRESQL = (
    *(
        f"CREATE FUNCTION refuse_change_of_{table}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{KEPT[table]}'; END $$"
        for table in ("events", "publications")
    ),
    *(
        f"CREATE TRIGGER {table}_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT "
        f"EXECUTE FUNCTION refuse_change_of_{'events' if table == 'events' else 'publications'}()"
        for table in KEPT
    ),
    "ALTER TABLE pool_ratings SET (fillfactor = 70)",
    "ALTER TABLE operations ALTER COLUMN answer SET STORAGE EXTERNAL",
)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "attempts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("whose", sa.String(64), nullable=False, comment="SHA-256 of a name or an address"),
        sa.Column("at", sa.Float(53), nullable=False, comment="seconds since 1970 UTC"),
        sa.PrimaryKeyConstraint("id", name="pk_attempts"),
    )
    op.create_index("ix_attempts_whose", "attempts", ["whose"])
    op.create_table(
        "match_queues",
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False, comment="JSON: rule, size of sides, pool, waits"),
        sa.Column("found", sa.BigInteger(), nullable=False, comment="matches"),
        sa.Column("looked", sa.Float(53), nullable=False, comment="seconds since 1970 UTC: its last round"),
        sa.PrimaryKeyConstraint("name", name="pk_match_queues"),
    )
    op.create_table(
        "register",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False, comment="it never changes"),
        sa.Column("name", sa.String(500), nullable=False, comment="by which pools know the player"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("federation", sa.Text(), nullable=False),
        sa.Column("sex", sa.Text(), nullable=False, comment="m, w or empty"),
        sa.Column("identity", sa.Text(), nullable=False, comment="the federation's number"),
        sa.Column("birth", sa.Text(), nullable=False, comment="1990/05/17, 1990 or empty"),
        sa.Column("club", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False, comment="a Go rank"),
        sa.PrimaryKeyConstraint("number", name="pk_register"),
        sa.UniqueConstraint("name", name="uq_register_name"),
    )
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
        sa.UniqueConstraint("identity", name="uq_streams_identity"),
        sa.UniqueConstraint("kind", "name", name="uq_streams_kind_name"),
    )
    op.create_table(
        "users",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("password", sa.String(300), nullable=False, comment="hashed by Argon2"),
        sa.Column("closed", sa.Boolean(), nullable=False, comment="whether the user may no longer come in"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("name", name="uq_users_name"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column(
            "game", sa.BigInteger(), autoincrement=False, nullable=False, comment="the last one that counts"
        ),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the event that has this game as its last"),
        sa.Column("content", sa.LargeBinary(), nullable=False, comment="all players as they were then"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_checkpoints_pool"),
        sa.PrimaryKeyConstraint("pool", "game", name="pk_checkpoints"),
    )
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
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_column_choices_pool"),
        sa.PrimaryKeyConstraint("pool", "form", name="pk_column_choices"),
    )
    op.create_table(
        "entry_choices",
        sa.Column("user", NUMBER, nullable=False),
        sa.Column("form", sa.String(64), nullable=False, comment="SHA-256 of the names of the columns"),
        sa.Column("choice", sa.Text(), nullable=False, comment="JSON: which column is what"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_entry_choices_user"),
        sa.PrimaryKeyConstraint("user", "form", name="pk_entry_choices"),
    )
    op.create_table(
        "events",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column(
            "seq", sa.BigInteger(), autoincrement=False, nullable=False, comment="from 1, without a gap"
        ),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, comment="of the fields of its kind"),
        sa.Column("at", sa.String(200), nullable=False, comment="UTC, as 2026-02-01T09:30:00Z"),
        sa.Column("author", sa.String(200), nullable=False),
        sa.Column("operation", sa.String(200), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False, comment="its line of an event file, byte for byte"),
        sa.Column("previous", sa.String(64), nullable=False, comment="the hash of the line before"),
        sa.Column("hash", sa.String(64), nullable=False, comment="SHA-256 of the line before its hash"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_events_stream"),
        sa.PrimaryKeyConstraint("stream", "seq", name="pk_events"),
    )
    op.create_table(
        "final_files",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column(
            "seq", sa.BigInteger(), autoincrement=False, nullable=False, comment="the last event that counts"
        ),
        sa.Column("name", sa.String(200), nullable=False, comment="of the file"),
        sa.Column("at", sa.String(200), nullable=False, comment="UTC, as 2026-02-01T09:30:00Z"),
        sa.Column("author", sa.String(200), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False, comment="compressed by zlib"),
        sa.Column("size", sa.BigInteger(), nullable=False, comment="bytes, not compressed"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256, not compressed"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_final_files_stream"),
        sa.PrimaryKeyConstraint("stream", "seq", "name", name="pk_final_files"),
    )
    op.create_table(
        "grants",
        sa.Column("user", NUMBER, nullable=False),
        sa.Column("tournament", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["streams.id"], name="fk_grants_tournament"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_grants_user"),
        sa.PrimaryKeyConstraint("user", "tournament", name="pk_grants"),
    )
    op.create_table(
        "list_files",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("list", sa.String(100), nullable=False, comment="the name of the published list"),
        sa.Column("name", sa.String(200), nullable=False, comment="of the file"),
        sa.Column("content", sa.LargeBinary(), nullable=False, comment="compressed by zlib"),
        sa.Column("size", sa.BigInteger(), nullable=False, comment="bytes, not compressed"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256, not compressed"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_list_files_pool"),
        sa.PrimaryKeyConstraint("pool", "list", "name", name="pk_list_files"),
    )
    op.create_table(
        "match_players",
        sa.Column("queue", sa.String(100), nullable=False),
        sa.Column("player", sa.String(200), nullable=False),
        sa.Column("ticket", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["queue"], ["match_queues.name"], name="fk_match_players_queue"),
        sa.PrimaryKeyConstraint("queue", "player", name="pk_match_players"),
    )
    op.create_index("ix_match_players_ticket", "match_players", ["ticket"])
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
        sa.Column("ended", sa.Float(53), nullable=True, comment="empty while it waits"),
        sa.Column("state", sa.String(10), nullable=False, comment="waiting, found, cancelled or expired"),
        sa.Column("match", sa.BigInteger(), nullable=True, comment="the number of the match that was found"),
        sa.ForeignKeyConstraint(["queue"], ["match_queues.name"], name="fk_match_tickets_queue"),
        sa.PrimaryKeyConstraint("id", name="pk_match_tickets"),
    )
    op.create_index("ix_match_tickets_queue_ended", "match_tickets", ["queue", "ended"])
    op.create_table(
        "matches",
        sa.Column("queue", sa.String(100), nullable=False),
        sa.Column(
            "number", sa.BigInteger(), autoincrement=False, nullable=False, comment="from 1, without a gap"
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
        sa.ForeignKeyConstraint(["queue"], ["match_queues.name"], name="fk_matches_queue"),
        sa.PrimaryKeyConstraint("queue", "number", name="pk_matches"),
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
            "answer", sa.Text(), nullable=False, comment="what was answered, where the events do not tell it"
        ),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_operations_stream"),
        sa.PrimaryKeyConstraint("stream", "operation", name="pk_operations"),
    )
    op.create_table(
        "pool_ratings",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("player", sa.String(200), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=True),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False, comment="seconds since 1970 UTC of the last game"),
        sa.Column(
            "state",
            sa.LargeBinary(),
            nullable=False,
            comment="float64, little-endian: what rating goes on from",
        ),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_pool_ratings_pool"),
        sa.PrimaryKeyConstraint("pool", "player", name="pk_pool_ratings"),
    )
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
        sa.Column(
            "kept",
            sa.BigInteger(),
            nullable=False,
            comment="the event up to which pool_ratings has the ratings",
        ),
        sa.Column("kept_games", sa.BigInteger(), nullable=False, comment="posted up to that event"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_pools_stream"),
        sa.PrimaryKeyConstraint("stream", name="pk_pools"),
    )
    op.create_table(
        "publications",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the event that published it"),
        sa.Column("game", sa.BigInteger(), nullable=False, comment="the last one that counts"),
        sa.Column("content", sa.Text(), nullable=False, comment="JSON: the list as it was published"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the content"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_publications_pool"),
        sa.PrimaryKeyConstraint("pool", "name", name="pk_publications"),
    )
    op.create_table(
        "report_keys",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column("key", sa.String(64), nullable=False, comment="a secret that signs the codes of players"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_report_keys_stream"),
        sa.PrimaryKeyConstraint("stream", name="pk_report_keys"),
    )
    op.create_table(
        "secrets",
        sa.Column("id", sa.String(32), nullable=False, comment="the part of it that is no secret"),
        sa.Column("kind", sa.String(20), nullable=False, comment="token, invitation or session"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the secret"),
        sa.Column("user", NUMBER, nullable=True, comment="whose token it is"),
        sa.Column("name", sa.String(200), nullable=False, comment="what it is for"),
        sa.Column(
            "rights", sa.Text(), nullable=False, comment="of a token its scopes, of an invitation the role"
        ),
        sa.Column("until", sa.BigInteger(), nullable=False, comment="seconds since 1970 UTC"),
        sa.Column("spent", sa.Boolean(), nullable=False, comment="used, or revoked"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_secrets_user"),
        sa.PrimaryKeyConstraint("id", name="pk_secrets"),
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
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_tournaments_stream"),
        sa.PrimaryKeyConstraint("stream", name="pk_tournaments"),
    )
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
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_webhooks_user"),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
