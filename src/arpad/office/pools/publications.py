"""Published lists of pools with their files: from these anybody can compute the list again.

A list is published as tables and a page, each with its manifest, beside the games that it was computed from
(``games.csv``) and, where players have starting ratings, beside these (``players.csv``): they are the files
that ``arpad rate`` writes from such files, and ``arpad verify`` reproduces them. All of them are kept with
the list, and none is ever changed.

A pool whose parameters have changed, in which a season has begun, or into which games of an earlier time were
posted late, is rated by more than one command says; its lists have no files then, and follow from the events
of the pool only.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from io import StringIO
from pathlib import Path

import numpy as np
import polars as pl
from sqlalchemy import Connection, insert, select

from arpad.core import ArpadError, BadInput, worded
from arpad.office.pools.games import PoolGames
from arpad.office.pools.place import PoolPlace
from arpad.office.pools.pool import Pool, PublishedList
from arpad.office.pools.replaying import record_of
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.starts import ATTRIBUTES
from arpad.office.publishing.composition import LIST, Composition, RequestedOutput
from arpad.office.publishing.containers import FORMATS, manifest_path, manifest_text
from arpad.office.publishing.inputs import GAMES, PLAYERS, InputFile
from arpad.office.publishing.manifest import of_players
from arpad.office.store.kept_files import KeptFile, columns_of, content_of
from arpad.office.store.tables import EVENTS, LIST_FILES, PUBLICATIONS
from arpad.ratings.rate import rate
from arpad.record.kinds.games import read_games

GAMES_FILE, PLAYERS_FILE = "games.csv", "players.csv"

CLOSE = 1e-6
"""Points by which the ratings of the files may miss those of the pool."""


@dataclass(frozen=True)
class Publication:
    """A list that was published.

    Args:
        pool: the pool's name.
        name: of the list.
        at: when, UTC, as ``2026-02-01T09:30:00Z``.
        author: who published it.
        seq: the event that published it.
        number: the last game that counts.
        digest: SHA-256 of the list.
        files: of the list, by name; none where no command computes it again.
    """

    pool: str
    name: str
    at: str
    author: str
    seq: int
    number: int
    digest: str
    files: tuple[KeptFile, ...] = ()


def publish(pool: Pool, name: str, *, op: str = "", author: str | None = None) -> PublishedList:
    """Publish the ratings of now as a list with its files.

    Args:
        pool: the pool.
        name: of the list, such as ``2026-03``.
        op: the operation's name.
        author: who does it.

    Raises:
        BadInput: as :meth:`arpad.office.pools.pool.Pool.publish`.
    """

    def keep(connection: Connection, place: PoolPlace) -> None:
        rows = [
            {"pool": place.stream.id, "list": name, **columns_of(file, content)}
            for file, content in files_of(pool, connection, place, f"{place.title}, {name}").items()
        ]
        if rows:
            connection.execute(insert(LIST_FILES), rows)

    return pool.publish(name, op=op, author=author, beside=keep)


def publications(pool: Pool) -> list[Publication]:
    """Return the lists of a pool that were published, the latest first; their files are not listed.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    table = PUBLICATIONS.c
    with pool.reading() as (connection, place):
        wanted = (
            select(table.name, EVENTS.c.at, EVENTS.c.author, table.seq, table.game, table.digest)
            .join_from(PUBLICATIONS, EVENTS, (EVENTS.c.stream == table.pool) & (EVENTS.c.seq == table.seq))
            .where(table.pool == place.stream.id)
            .order_by(table.seq.desc())
        )
        return [Publication(pool.name, *row) for row in connection.execute(wanted)]


def publication(pool: Pool, name: str) -> Publication:
    """Return a list that was published, with its files.

    Raises:
        BadInput: there is none of that name.
    """
    published = next((published for published in publications(pool) if published.name == name), None)
    if published is None:
        raise BadInput(
            worded("the pool {pool} has no list {list!r}", pool=pool.name, list=name[:100]),
            code="pool.no-list",
        )
    table = LIST_FILES.c
    with pool.reading() as (connection, place):
        wanted = (
            select(table.name, table.size, table.digest)
            .where(table.pool == place.stream.id, table.list == name)
            .order_by(table.name)
        )
        files = tuple(KeptFile(*row) for row in connection.execute(wanted))
    return replace(published, files=files)


def file_of(pool: Pool, name: str, file: str) -> bytes:
    """Return a file of a published list, byte for byte.

    Raises:
        BadInput: there is none, or it is not as it was published.
    """
    table = LIST_FILES.c
    with pool.reading() as (connection, place):
        wanted = select(table.content, table.digest).where(
            table.pool == place.stream.id, table.list == name, table.name == file
        )
        row = connection.execute(wanted).one_or_none()
    if row is None:
        raise BadInput(
            worded("the list {name!r} has no file {file!r}", name=name[:100], file=file[:100]),
            code="pool.no-file",
        )
    return content_of(row.content, row.digest, f"the file {file} of the list {name!r}", code="pool.damaged")


def files_of(pool: Pool, connection: Connection, place: PoolPlace, title: str) -> Mapping[str, bytes]:
    """Return the files of a list of now, by name; none where no command computes it again.

    Args:
        pool: the pool.
        connection: of a transaction in which nobody posts to the pool.
        place: where it stands.
        title: the heading of the page.

    Raises:
        BadInput: an event of the pool is not as it was written.
    """
    record = record_of(connection, place.stream)
    games = record.between(0, record.last)
    if not record.rules.one_run or not games.first:
        return {}
    content = games_file(record.rules, games)
    try:
        read = read_games(pl.read_csv(content, infer_schema=False))
        read = replace(read, source=replace(read.source, files=(GAMES_FILE,)))
        read = replace(read, players=record.rules.players(read.players.names))
        ratings = rate(read, record.rules.how().system, schedule="live", history=True)
    except ArpadError:
        return {}
    standing = pool.standing(connection, place)
    now = {rating.player: rating.rating for rating in standing.ratings(place.rules)}
    again = dict(zip(ratings.players.names, ratings.rating.tolist(), strict=True))
    if now.keys() != again.keys() or any(abs(now[player] - again[player]) > CLOSE for player in now):
        return {}
    sources = {GAMES_FILE: (GAMES, content)}
    players = players_file(record.rules, read.players.names)
    if players:
        sources[PLAYERS_FILE] = (PLAYERS, players)
    inputs = tuple(
        InputFile(role, name, len(source), sha256(source).hexdigest())
        for name, (role, source) in sources.items()
    )
    wanted = [RequestedOutput(LIST, form) for form in FORMATS]
    options = of_players(PLAYERS_FILE) if players else ()
    composed = Composition(ratings, wanted, title=title, options=options, inputs=inputs)
    files = {f"list{output.format}": composed.file(output) for output in wanted}
    manifest = f"{manifest_text(composed.manifest)}\n".encode()
    read_files = {name: source for name, (_, source) in sources.items()}
    return {**read_files, **files, manifest_path(Path("list.csv")).name: manifest}


def games_file(rules: PoolRules, games: PoolGames) -> bytes:
    """Return the games of a pool that count, as a file of games; merged players under the name that stays."""
    named = rules.named
    columns: dict[str, object] = {
        "time": np.array(games.seconds).astype("datetime64[s]").astype(str),
        "first": [named(name) for name in games.first],
        "second": [named(name) for name in games.second],
        "score": games.score,
    }
    if any(games.advantage):
        columns["advantage"] = games.advantage
    if any(weight != 1.0 for weight in games.weight):
        columns["weight"] = games.weight
    return pl.DataFrame(columns).write_csv().encode()


def players_file(rules: PoolRules, names: Sequence[str]) -> bytes:
    """Return the starting ratings of players as a file of players; empty where none has one."""
    starts = {
        name: player_start.start for name in names if (player_start := rules.start_of(name)) is not None
    }
    columns = [
        name for name in ATTRIBUTES if any(getattr(start, name) is not None for start in starts.values())
    ]
    if not columns:
        return b""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["player", *columns])
    for player, start in starts.items():
        values = (getattr(start, name) for name in columns)
        rows.writerow([player, *("" if value is None else repr(value) for value in values)])
    return text.getvalue().encode()
