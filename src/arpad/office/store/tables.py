"""The tables of an organisation's database.

What is written here is what SQL statements name; :mod:`arpad.office.store.migrations` makes the tables, and a
test holds the two equal. A stream is a sequence of events that belong together, such as a tournament. Its
events are only ever appended: the database itself refuses to change or remove one.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

Number: BigInteger = BigInteger().with_variant(Integer, "sqlite")
"""A number that SQLite may count by itself."""

STREAMS = Table(
    "streams",
    METADATA,
    Column("id", Number, primary_key=True),
    Column("kind", String(20), nullable=False, comment="tournament or pool"),
    Column("name", String(100), nullable=False, comment="by which people ask for it"),
    Column("identity", String(64), nullable=False, unique=True, comment="what no other stream has"),
    Column("header", Text, nullable=False, comment="the first line of its event file"),
    Column("seq", BigInteger, nullable=False, comment="the number of its last event"),
    Column("head", String(64), nullable=False, comment="the hash of its last line"),
    UniqueConstraint("kind", "name"),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("stream", ForeignKey("streams.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False, comment="from 1, without a gap"),
    Column("kind", String(40), nullable=False),
    Column("version", Integer, nullable=False, comment="of the fields of its kind"),
    Column("at", String(200), nullable=False, comment="UTC, as 2026-02-01T09:30:00Z"),
    Column("author", String(200), nullable=False),
    Column("operation", String(200), nullable=False),
    Column("payload", Text, nullable=False, comment="its line of an event file, byte for byte"),
    Column("previous", String(64), nullable=False, comment="the hash of the line before"),
    Column("hash", String(64), nullable=False, comment="SHA-256 of the line before its hash"),
)

OPERATIONS = Table(
    "operations",
    METADATA,
    Column("stream", ForeignKey("streams.id"), primary_key=True),
    Column("operation", String(200), primary_key=True, comment="the name under which it is done once"),
    Column("request", String(200), nullable=False, comment="a digest of what was asked for"),
    Column("first", BigInteger, nullable=False, comment="its first event"),
    Column("last", BigInteger, nullable=False, comment="its last event"),
    Column("answer", Text, nullable=False, comment="what was answered, where the events do not tell it"),
)

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("stream", ForeignKey("streams.id"), primary_key=True),
    Column("title", Text, nullable=False),
    Column("system", String(100), nullable=False, comment="the pairing system"),
    Column("participants", Integer, nullable=False),
    Column("planned", Integer, nullable=False, comment="rounds; 0 if nobody has said"),
    Column("paired", Integer, nullable=False, comment="rounds"),
    Column("finished", Boolean, nullable=False),
    Column(
        "visibility",
        String(10),
        nullable=False,
        server_default="listed",
        comment="listed, hidden, archived or deleted",
    ),
)
"""What a list of tournaments shows: a projection of each one's events, written with them."""

REPORT_KEYS = Table(
    "report_keys",
    METADATA,
    Column("stream", ForeignKey("streams.id"), primary_key=True),
    Column("key", String(64), nullable=False, comment="a secret that signs the codes of players"),
)
"""By which key a tournament signs the codes with which players report their results; in no log."""

POOLS = Table(
    "pools",
    METADATA,
    Column("stream", ForeignKey("streams.id"), primary_key=True),
    Column("title", Text, nullable=False),
    Column("system", String(100), nullable=False, comment="the rating system"),
    Column("rules", Text, nullable=False, comment="JSON: its parameters from day to day, merged players"),
    Column("games", BigInteger, nullable=False, comment="posted, those among them that were taken out"),
    Column("kept", BigInteger, nullable=False, comment="the event up to which pool_ratings has the ratings"),
    Column("kept_games", BigInteger, nullable=False, comment="posted up to that event"),
)
"""Pools of rated games: a projection of the events of each."""

POOL_RATINGS = Table(
    "pool_ratings",
    METADATA,
    Column("pool", ForeignKey("streams.id"), primary_key=True),
    Column("player", String(200), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53)),
    Column("games", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False, comment="seconds since 1970 UTC of the last game"),
    Column("state", LargeBinary, nullable=False, comment="float64, little-endian: what rating goes on from"),
)
"""The ratings after the event ``pools.kept``: those of now follow from them and the events since."""

CHECKPOINTS = Table(
    "checkpoints",
    METADATA,
    Column("pool", ForeignKey("streams.id"), primary_key=True),
    Column("game", BigInteger, primary_key=True, autoincrement=False, comment="the last one that counts"),
    Column("seq", BigInteger, nullable=False, comment="the event that has this game as its last"),
    Column("content", LargeBinary, nullable=False, comment="all players as they were then"),
)
"""States of a pool on the way, from which a correction is replayed."""

PUBLICATIONS = Table(
    "publications",
    METADATA,
    Column("pool", ForeignKey("streams.id"), primary_key=True),
    Column("name", String(100), primary_key=True),
    Column("seq", BigInteger, nullable=False, comment="the event that published it"),
    Column("game", BigInteger, nullable=False, comment="the last one that counts"),
    Column("content", Text, nullable=False, comment="JSON: the list as it was published"),
    Column("digest", String(64), nullable=False, comment="SHA-256 of the content"),
)
"""Lists as they were published; none is ever changed."""

COLUMN_CHOICES = Table(
    "column_choices",
    METADATA,
    Column("pool", ForeignKey("streams.id"), primary_key=True),
    Column("form", String(64), primary_key=True, comment="SHA-256 of the names of the columns"),
    Column("choice", Text, nullable=False, comment="JSON: which column is what, and how dates are written"),
)
"""How files of results were read that were added to a pool: the next file of the same columns is read so."""

LIST_FILES = Table(
    "list_files",
    METADATA,
    Column("pool", ForeignKey("streams.id"), primary_key=True),
    Column("list", String(100), primary_key=True, comment="the name of the published list"),
    Column("name", String(200), primary_key=True, comment="of the file"),
    Column("content", LargeBinary, nullable=False, comment="compressed by zlib"),
    Column("size", BigInteger, nullable=False, comment="bytes, not compressed"),
    Column("digest", String(64), nullable=False, comment="SHA-256, not compressed"),
)
"""The files of published lists, and the games from which they can be computed again; none is ever changed."""

FINAL_FILES = Table(
    "final_files",
    METADATA,
    Column("stream", ForeignKey("streams.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False, comment="the last event that counts"),
    Column("name", String(200), primary_key=True, comment="of the file"),
    Column("at", String(200), nullable=False, comment="UTC, as 2026-02-01T09:30:00Z"),
    Column("author", String(200), nullable=False),
    Column("content", LargeBinary, nullable=False, comment="compressed by zlib"),
    Column("size", BigInteger, nullable=False, comment="bytes, not compressed"),
    Column("digest", String(64), nullable=False, comment="SHA-256, not compressed"),
)
"""The final standings of tournaments with their files; none is ever changed."""

REGISTER = Table(
    "register",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False, comment="it never changes"),
    Column("name", String(500), nullable=False, unique=True, comment="by which pools know the player"),
    Column("title", Text, nullable=False),
    Column("federation", Text, nullable=False),
    Column("sex", Text, nullable=False, comment="m, w or empty"),
    Column("identity", Text, nullable=False, comment="the federation's number"),
    Column("birth", Text, nullable=False, comment="1990/05/17, 1990 or empty"),
    Column("club", Text, nullable=False),
    Column("grade", Text, nullable=False, comment="a Go rank"),
)
"""The players of an organisation: a projection of the events of the register."""

USERS = Table(
    "users",
    METADATA,
    Column("id", Number, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("role", String(20), nullable=False),
    Column("password", String(300), nullable=False, comment="hashed by Argon2"),
    Column("closed", Boolean, nullable=False, comment="whether the user may no longer come in"),
)
"""People who may come in; a projection of the acts on them, but for their passwords."""

ENTRY_CHOICES = Table(
    "entry_choices",
    METADATA,
    Column("user", ForeignKey("users.id"), primary_key=True),
    Column("form", String(64), primary_key=True, comment="SHA-256 of the names of the columns"),
    Column("choice", Text, nullable=False, comment="JSON: which column is what"),
)
"""How somebody read lists of participants that were entered: the next one of the same columns is read so."""

GRANTS = Table(
    "grants",
    METADATA,
    Column("user", ForeignKey("users.id"), primary_key=True),
    Column("tournament", ForeignKey("streams.id"), primary_key=True),
)
"""Of which tournaments a user is an arbiter."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("id", String(32), primary_key=True, comment="the part of it that is no secret"),
    Column("kind", String(20), nullable=False, comment="token, invitation or session"),
    Column("digest", String(64), nullable=False, comment="SHA-256 of the secret"),
    Column("user", ForeignKey("users.id"), comment="whose token it is"),
    Column("name", String(200), nullable=False, comment="what it is for"),
    Column("rights", Text, nullable=False, comment="of a token its scopes, of an invitation the role"),
    Column("until", BigInteger, nullable=False, comment="seconds since 1970 UTC"),
    Column("spent", Boolean, nullable=False, comment="used, or revoked"),
)
"""Tokens of programs, and invitations that are used once."""

MATCH_QUEUES = Table(
    "match_queues",
    METADATA,
    Column("name", String(100), primary_key=True),
    Column("settings", Text, nullable=False, comment="JSON: rule, size of sides, pool, waits"),
    Column("found", BigInteger, nullable=False, comment="matches"),
    Column("looked", Float(53), nullable=False, comment="seconds since 1970 UTC: its last round"),
)
"""Queues of a game; a round of matching locks its row."""

MATCH_TICKETS = Table(
    "match_tickets",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("queue", ForeignKey("match_queues.name"), nullable=False),
    Column("request", String(64), nullable=False, comment="a digest of what was asked for"),
    Column("size", Integer, nullable=False, comment="players"),
    Column("players", Text, nullable=False, comment="JSON: name, rating, deviation, placement games left"),
    Column("attributes", Text, nullable=False, comment="JSON"),
    Column("since", Float(53), nullable=False, comment="seconds since 1970 UTC"),
    Column("until", Float(53), nullable=False, comment="when it expires"),
    Column("ended", Float(53), comment="empty while it waits"),
    Column("state", String(10), nullable=False, comment="waiting, found, cancelled or expired"),
    Column("match", BigInteger, comment="the number of the match that was found"),
    Index(None, "queue", "ended"),
)
"""Who waits in a queue; what has ended goes after a day."""

MATCH_PLAYERS = Table(
    "match_players",
    METADATA,
    Column("queue", ForeignKey("match_queues.name"), primary_key=True),
    Column("player", String(200), primary_key=True),
    Column("ticket", String(32), nullable=False),
    Index(None, "ticket"),
)
"""Who waits in which queue: nobody twice."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("queue", ForeignKey("match_queues.name"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False, comment="from 1, without a gap"),
    Column("at", Float(53), nullable=False, comment="seconds since 1970 UTC"),
    Column("waited", Float(53), nullable=False, comment="seconds, of the ticket that waited longest"),
    Column("expected", Float(53), nullable=False, comment="score of the first side"),
    Column("information", Float(53), nullable=False, comment="points squared"),
    Column("content", Text, nullable=False, comment="JSON: the rule, and the tickets of both sides"),
)
"""Matches that were found."""

WEBHOOKS = Table(
    "webhooks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(20), nullable=False, comment="pool or queue"),
    Column("name", String(100), nullable=False, comment="of the pool or queue"),
    Column("url", Text, nullable=False),
    Column("secret", String(100), nullable=False, comment="signs what is posted; as it is"),
    Column("user", ForeignKey("users.id"), nullable=False, comment="who made it"),
    Column("seq", BigInteger, nullable=False, comment="the last event that was acknowledged"),
    Column("tried", BigInteger, nullable=False, comment="the last one that failed; or 0"),
    Column("failures", Integer, nullable=False, comment="in a row"),
    Column("next", Float(53), nullable=False, comment="seconds since 1970 UTC: not before"),
    Column("until", Float(53), nullable=False, comment="seconds since 1970 UTC: a process tells"),
    Column("problem", Text, nullable=False, comment="of the last delivery, if it failed"),
)
"""Which server is told what happens in a pool or a queue, and how far it was."""

ATTEMPTS = Table(
    "attempts",
    METADATA,
    Column("id", Number, primary_key=True),
    Column("whose", String(64), nullable=False, comment="SHA-256 of a name or an address"),
    Column("at", Float(53), nullable=False, comment="seconds since 1970 UTC"),
    Index(None, "whose"),
)
"""Attempts of the last minutes that failed, such as to sign in."""
