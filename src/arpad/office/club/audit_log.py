"""What was done to a pool or to the people of an organisation, in words: the audit log of the office."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from arpad.core import worded, worded_count
from arpad.office.club.rights import Role
from arpad.office.store import streams
from arpad.office.store.database import Database
from arpad.office.store.tables import EVENTS, SECRETS, USERS

MOST = 100
"""Acts that are told at once."""


class AuditEntry(NamedTuple):
    """An act as people read it.

    Args:
        seq: the sequence number of its event.
        at: when, UTC, as ``2026-02-01T09:30:00Z``; empty where nobody noted it.
        author: who did it.
        kind: what kind of event it is.
        words: what it did.
        game: the game of the pool that it is about; 0 for none or several.
    """

    seq: int
    at: str
    author: str
    kind: str
    words: str
    game: int


class NamesById(NamedTuple):
    """What numbers in events stand for.

    Args:
        users: the names of users.
        tokens: what tokens are for.
    """

    users: Mapping[int, str]
    tokens: Mapping[str, str]


def acts_of(
    database: Database, kind: str, name: str, *, before: int = 0, author: str = "", what: str = ""
) -> list[AuditEntry]:
    """Return what was done to a pool or to the people, the last first.

    Args:
        database: of the organisation.
        kind: ``pool`` or ``people``.
        name: of the pool; ``people``.
        before: an act: those before it; 0 for the last ones.
        author: whose acts; empty for everybody's.
        what: the kind of event; empty for all.

    Raises:
        BadInput: the database does not answer.
    """
    table = EVENTS.c
    with database.reading() as connection:
        stream = streams.find(connection, kind, name)
        if stream is None:
            return []
        wanted = select(table.seq, table.at, table.author, table.kind, table.payload).where(
            table.stream == stream.id
        )
        for column, value in ((table.author, author), (table.kind, what)):
            if value:
                wanted = wanted.where(column == value)
        if before:
            wanted = wanted.where(table.seq < before)
        rows = connection.execute(wanted.order_by(table.seq.desc()).limit(MOST)).all()
        names = NamesById({}, {})
        if kind == "people":
            users = connection.execute(select(USERS.c.id, USERS.c.name)).all()
            tokens = connection.execute(select(SECRETS.c.id, SECRETS.c.name).where(SECRETS.c.kind == "token"))
            names = NamesById({row.id: row.name for row in users}, {row.id: row.name for row in tokens})
    return [_audit_entry(*row, names) for row in rows]


def _audit_entry(seq: int, at: str, author: str, kind: str, payload: str, names: NamesById) -> AuditEntry:
    row = json.loads(payload)
    tell = WORDS.get(kind)
    game = row["number"] if kind in ("score", "out") else 0
    return AuditEntry(seq, at, author, kind, kind if tell is None else tell(row, names), game)


def _games(row: Mapping[str, Any], names: NamesById) -> str:
    games: Mapping[str, Sequence[Any]] = row["games"]
    first, count = row["number"], len(games["first"])
    if count > 1:
        return worded("post games {first} to {last}", first=first, last=first + count - 1)
    return worded(
        "post game {number}: {first} – {second} {score}",
        number=first,
        first=games["first"][0],
        second=games["second"][0],
        score=f"{games['score'][0]:g}",
    )


def _begun(row: Mapping[str, Any], names: NamesById) -> str:
    return worded("begin {title} by {system}", title=row["title"], system=row["system"])


def _rules(row: Mapping[str, Any], names: NamesById) -> str:
    day = datetime.fromtimestamp(row["since"], UTC).date().isoformat()
    settings = ", ".join(f"{name}={value}" for name, value in row.get("settings", {}).items())
    return worded("other parameters since {day}: {settings}", day=day, settings=settings or "–")


def _starts(row: Mapping[str, Any], names: NamesById) -> str:
    players, source = row["players"]["player"], row.get("source", "")
    if source:
        return worded_count(
            "set the starting rating of {count} player from {source}",
            "set the starting ratings of {count} players from {source}",
            len(players),
            source=source,
        )
    return worded_count(
        "set the starting rating of {count} player",
        "set the starting ratings of {count} players",
        len(players),
    )


def _granted(row: Mapping[str, Any], names: NamesById) -> str:
    user, tournament = _user(row, names), row["tournament"]
    if row["given"]:
        return worded("{user} runs {tournament}", user=user, tournament=tournament)
    return worded("{user} no longer runs {tournament}", user=user, tournament=tournament)


def _user(row: Mapping[str, Any], names: NamesById) -> str:
    return names.users.get(row["user"], str(row["user"]))


def _token(row: Mapping[str, Any], names: NamesById) -> str:
    return worded(
        "make the token {name} of {user}: {scopes}",
        name=row["name"],
        user=_user(row, names),
        scopes=", ".join(row["scopes"]),
    )


SHOWN: Mapping[str, Callable[[str], str]] = {
    "listed": lambda tournament: worded("list {tournament}", tournament=tournament),
    "hidden": lambda tournament: worded("hide {tournament}", tournament=tournament),
    "archived": lambda tournament: worded("archive {tournament}", tournament=tournament),
    "deleted": lambda tournament: worded("delete {tournament}", tournament=tournament),
}
"""What was done to a tournament that is now shown so."""

WORDS: Mapping[str, Callable[[Mapping[str, Any], NamesById], str]] = {
    "pool": _begun,
    "games": _games,
    "score": lambda row, names: worded(
        "correct game {number} to {score}", number=row["number"], score=f"{row['score']:g}"
    ),
    "out": lambda row, names: worded("take game {number} out", number=row["number"]),
    "merge": lambda row, names: worded("{player} is {into}", player=row["player"], into=row["into"]),
    "rules": _rules,
    "list": lambda row, names: worded("publish the list {name}", name=row["name"]),
    "season-out": lambda row, names: worded("take the season {name} out", name=row["name"]),
    "starts": _starts,
    "starts-out": lambda row, names: worded(
        "take the starting ratings of event {event} out", event=row["event"]
    ),
    "season": lambda row, names: worded("begin the season {name}", name=row["name"]),
    "user": lambda row, names: worded(
        "{name} comes in as {role}", name=row["name"], role=Role(row["role"]).label
    ),
    "role": lambda row, names: worded(
        "{name} becomes {role}", name=_user(row, names), role=Role(row["role"]).label
    ),
    "close": lambda row, names: worded("{name} may no longer come in", name=_user(row, names)),
    "grant": _granted,
    "visibility": lambda row, names: SHOWN[row["visibility"]](row["tournament"]),
    "password": lambda row, names: worded("{name} takes another password", name=_user(row, names)),
    "invite": lambda row, names: worded("invite somebody as {role}", role=Role(row["role"]).label),
    "token": _token,
    "revoke": lambda row, names: worded(
        "revoke the token {name}", name=names.tokens.get(row["id"], row["id"])
    ),
}
"""What each kind of event does, in words, by the fields of its line."""
