"""Events as bytes that stay as they are: where they are kept, how they are read, and what they add up to.

``tests/fixtures/golden_events`` has a file for every kind of event that the program keeps and every version of
its fields. A file is a whole chain of events, from its first line to ``end``; its last act is the first of that
chain with an event of the kind. Beside it stands, as JSON, what the events add up to.

In the folder ``tests``, ``python -m office.golden_events`` does real acts and writes the files of kinds that have none.
It never writes a file that is there: what an earlier arpad wrote is to be read for ever.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arpad.office import desk
from arpad.office.club import people_events, register_events
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.register import Register
from arpad.office.club.rights import Role, Scope
from arpad.office.club.shelf import show
from arpad.office.events import kinds
from arpad.office.events.fields import Fields
from arpad.office.log.event_format import ENVELOPE, last_line, written
from arpad.office.log.event_log import EventLog
from arpad.office.log.store import stamp_now
from arpad.office.pools import events as pool_events
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import (
    GameTakenOut,
    PlayersMerged,
    RulesChanged,
    ScoreCorrected,
    SeasonTakenOut,
    StartsSet,
    StartsTakenOut,
)
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.publications import publish
from arpad.office.pools.replaying import record_of, replayed
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.pools.starts import Start
from arpad.office.store import streams
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, Visibility
from arpad.tournament.as_json import to_json

FOLDER = Path(__file__).parent.parent / "fixtures" / "golden_events"

REGISTRIES: Mapping[str, Mapping[str, Any]] = {
    "tournament": kinds.KINDS,
    "pool": pool_events.KINDS,
    "people": people_events.KINDS,
    "register": register_events.KINDS,
}
"""Kind of stream → word in a line → what has ``VERSION``: the events that the program keeps."""

START = datetime(2026, 1, 1, tzinfo=UTC)
PASSWORD = "a long password"


def wanted() -> list[str]:
    """Return the name of every file that there must be, such as ``pool/games.v1``, of all versions read."""
    return [
        f"{stream}/{word}.v{version}"
        for stream, words in REGISTRIES.items()
        for word, kind in words.items()
        for version in range(1, kind.VERSION + 1)
    ]


def lines_of_file(content: bytes) -> list[str]:
    """Return the lines of a chain.

    Raises:
        ValueError: a line does not follow the line before, by the rules of docs/event-file.md.
    """
    lines = content.decode().split("\n")
    if lines.pop() != "":
        raise ValueError("the last line does not end")
    before = None
    for at, line in enumerate(lines, 1):
        body, found, tail = line.rpartition(', "hash": "')
        digest = sha256(body.encode()).hexdigest()
        if not found or tail != f'{digest}"}}':
            raise ValueError(f"line {at}: the hash is not that of its text")
        if json.loads(line).get("prev") != before:
            raise ValueError(f"line {at} does not follow line {at - 1}")
        before = digest
    if json.loads(lines[-1]).get("end") != len(lines) - 2:
        raise ValueError("the last line does not have the number of events")
    return lines


def of_tournament(log: EventLog) -> dict[str, Any]:
    """Return what the events of a tournament add up to."""
    return {
        "identity": log.identity,
        "seq": log.seq,
        "standing": [seq for seq, _ in log.standing],
        "acts": [
            [len(act.events), act.stamp.time, act.stamp.author, act.stamp.op, act.stamp.program]
            for act in log.acts
        ],
        "published": sorted(log.published),
        "finished": log.finished,
        "reporting": log.reporting,
        "reports": sorted(
            [*board, entrant, said.white.value, said.black.value]
            for board, sides in log.reports.items()
            for entrant, said in sides.items()
        ),
        "entrants": sorted([number, entrant] for number, entrant in log.by_number.items()),
        "tournament": json.loads(to_json(log.tournament())),
    }


def taken_in(database: Database, kind: str, content: bytes) -> streams.Stream:
    """Append the lines of a file to a new stream of a database, and return where it stands."""
    header, *lines, _ = lines_of_file(content)
    return appended(database, kind, header, lines)


def appended(database: Database, kind: str, header: str, lines: list[str]) -> streams.Stream:
    """Append lines to a new stream of a database as they are, and return where it stands."""
    with database.writing() as connection:
        begun = streams.begin(connection, kind, kind, json.loads(header)["id"], header)
        stream = streams.add(connection, begun, lines)
        connection.commit()
    return stream


def written_again(database: Database, kind: str, name: str = "") -> bytes:
    """Return the bytes of a file of the stream of a database."""
    with database.reading() as connection:
        stream = streams.find(connection, kind, name or kind)
        assert stream is not None
        lines = streams.lines_after(connection, stream, 0)
    return "".join(
        f"{line}\n" for line in [stream.header, *lines, last_line(stream.seq, stream.head)]
    ).encode()


def of_pool(database: Database, stream: streams.Stream) -> dict[str, Any]:
    """Return what the events of a pool add up to, with the ratings that follow."""
    with database.reading() as connection:
        record = record_of(connection, stream)
        standing, _ = replayed(record)
    columns = record.games._asdict()
    return {
        "seq": record.seq,
        "first": record.first,
        "last": record.last,
        "games": {
            name: [float(x) if isinstance(x, float) else x for x in column]
            for name, column in columns.items()
        },
        "out": sorted(record.out),
        "lists": {name: list(position) for name, position in record.lists.items()},
        "rules": json.loads(record.rules.text()),
        "ratings": sorted(
            [one.player, round(one.rating, 6), one.games] for one in standing.ratings(record.rules)
        ),
    }


def of_lines(content: bytes) -> list[dict[str, Any]]:
    """Return what the events of the register or of people say: their own fields, by the line's words."""
    beside = {"v", "time", "author", "op", "request", "arpad", "prev", "hash"}
    rows = [json.loads(line) for line in lines_of_file(content)[1:-1]]
    return [{name: value for name, value in row.items() if name not in beside} for row in rows]


def read_and_written(stream: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the own fields of a line's event, after it was read."""
    own = Fields({name: value for name, value in row.items() if name not in ENVELOPE})
    event = REGISTRIES[stream][row["do"]].of(own)
    own.end()
    found: dict[str, Any] = event.row()
    return found


# What follows does acts, for kinds that have no file yet.


def _single() -> EventLog:
    from office.test_event_file import full

    return desk.undo(desk.finish(desk.undo(full())))


def _teams() -> EventLog:
    from office.test_desk_teams import begun

    log = desk.pair(desk.order_roster(begun(), 1, [2, 1, 3, 4, 5]))
    log = desk.name_lineup(log, 1, [2, 1, 5])
    return desk.enter_board_result(log, 1, 1, 1, "1-0")


def _tournaments() -> Iterator[tuple[str, bytes, object]]:
    for log in (_single(), _teams()):
        stamped = log.stamped(stamp_now(author="Ida", op="begin")).named("1f")
        seen: set[str] = set()
        for at, act in enumerate(stamped.acts, 1):
            new = {event.KIND for event in act.events} - seen
            seen |= new
            before = EventLog.of(stamped.acts[:at], "1f")
            for word in new:
                content = written(before)
                yield f"tournament/{word}.v{kinds.KINDS[word].VERSION}", content, of_tournament(before)


def _pool(database: Database) -> bytes:
    pool = Pool(database, "pool")
    pool.create("glicko2", {}, title="Blitz 김", author="Ida")
    players = ("Ann", "Bo", "Zoë", "Cy")
    games = [
        Game(players[at % 4], players[(at + 1 + at % 3) % 4], (1.0, 0.5, 0.0)[at % 3], START + timedelta(at))
        for at in range(7)
    ]
    pool.post(*games, op="first", author="Ida")
    pool.post(Game("Anne", "Zoë", 1.0, START + timedelta(8), 1, 0.5), author="Ida")
    publish(pool, "January", author="Ida")
    corrections = Corrections(pool)
    corrections.accept(ScoreCorrected(2, 0.0), author="Ida", op="score")
    corrections.accept(GameTakenOut(3), author="Ida")
    corrections.accept(PlayersMerged("Anne", "Ann"), author="Ida")
    corrections.accept(RulesChanged(int(START.timestamp()) + 4 * 86_400, {"tau": 0.6}), author="Ida")
    seasons = Seasons(pool)
    seasons.begin(
        NewSeason("2026", 0.7, deviation=90.0, at=int(START.timestamp()) + 30 * 86_400), author="Ida"
    )
    corrections.accept(SeasonTakenOut("2026"), author="Ida")
    starts = {"Ann": Start(1812.5, 60.25, 0.05), "Zoë": Start(1400.0), "Лев": Start(deviation=110.0)}
    set_ = corrections.accept(StartsSet(starts, "spring.csv"), author="Ida")
    corrections.accept(StartsTakenOut(set_.seq + 1), author="Ida")
    return written_again(database, "pool")


def _people_and_register(database: Database) -> Iterator[tuple[str, bytes]]:
    people = People(database)
    people.enter(people.invite(Role.OWNER, by=SETTING_UP), "Ida", PASSWORD)
    owner = people.come_in("Ida", PASSWORD)
    user = people.enter(people.invite(Role.ARBITER, by=owner), "Bo 김", PASSWORD)
    TournamentLog(database, "cup").create(desk.create("Cup", "fide-dutch", rounds=3, seed=1), author="Ida")
    people.give_tournament(user.user, "cup", by=owner)
    people.change_password(owner, PASSWORD, PASSWORD + "!")
    people.make_token("hall", [Scope.READ], by=owner)
    people.revoke(people.tokens(by=owner)[0].token, by=owner)
    people.give_role(user.user, Role.RATING_OFFICER, by=owner)
    people.close(user.user, by=owner)
    show(database, "cup", Visibility.ARCHIVED, by=owner)
    yield "people", written_again(database, "people")
    register = Register(database)
    ann = register.register({"name": "Ann", "federation": "KOR", "birth": "1990/05/17"}, by=owner)
    register.register({"name": "Zoë"}, by=owner)
    register.amend(ann.number, {"club": "Rook"}, by=owner)
    yield "register", written_again(database, "register")


def _prefixes(kind: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    header, *lines, _ = lines_of_file(content)
    seen: set[str] = set()
    for at, line in enumerate(lines, 1):
        row = json.loads(line)
        if row["do"] not in seen:
            seen.add(row["do"])
            kept = [header, *lines[:at], last_line(at, row["hash"])]
            yield f"{kind}/{row['do']}.v{row['v']}", "".join(f"{one}\n" for one in kept).encode()


def _all() -> Iterator[tuple[str, bytes, object]]:
    from databases import new_sqlite
    from passwords import quick_passwords

    yield from _tournaments()
    with TemporaryDirectory() as folder, quick_passwords():
        database = Database.at(new_sqlite(Path(folder) / "club.db"))
        for name, content in _prefixes("pool", _pool(database)):
            other = Database.at(new_sqlite(Path(folder) / f"{name.replace('/', '-')}.db"))
            yield name, content, of_pool(other, taken_in(other, "pool", content))
            other.close()
        for kind, content in _people_and_register(database):
            for name, part in _prefixes(kind, content):
                yield name, part, of_lines(part)
        database.close()


def _as_json(summary: object) -> bytes:
    return (json.dumps(summary, ensure_ascii=False) + "\n").encode()


def freeze() -> list[str]:
    """Write the files of kinds that have none; return their names."""
    new = []
    files: list[tuple[Path, bytes]] = []
    for name, content, summary in _all():
        files += [(FOLDER / f"{name}.jsonl", content), (FOLDER / f"{name}.json", _as_json(summary))]
    whole = {path.with_suffix("") for path, _ in files if path.exists()}
    for path, content in files:
        if path.with_suffix("") not in whole:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            new.append(path.name)
    return new


if __name__ == "__main__":
    os.environ["ARPAD_AUTHOR"] = "Ida"
    for name in freeze():
        print(name)
    missing = [name for name in wanted() if not (FOLDER / f"{name}.jsonl").exists()]
    if missing:
        sys.exit(f"no act here writes {', '.join(missing)}")
