"""A whole organisation goes into one file and comes out of it, in a database of either kind."""

from __future__ import annotations

import hashlib
import json
import shutil
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, insert, inspect, select, text

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.backups import verifying
from arpad.office.backups.making import OF_THE_CLUB, BackupSummary, back_up
from arpad.office.backups.restoring import RestoreSummary, restore
from arpad.office.backups.verifying import OtherRating
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.report_codes import key_of
from arpad.office.club.rights import Role, Scope
from arpad.office.pools import pool as pool_module
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import ScoreCorrected
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.replaying import replayed
from arpad.office.pools.standing import PoolStanding
from arpad.office.sample import fill
from arpad.office.store.database import Database
from arpad.office.store.migrating import upgrade
from arpad.office.store.opening import open_database
from arpad.office.store.tables import METADATA
from arpad.office.store.tournaments import TournamentLog, tournaments
from postgres import new_database

SECRET = {"users", "grants", "secrets", "report_keys"}
"""Some tables that do not go with a backup that is given to others."""

PASSWORD = "a long password"

Opened = Callable[[str], Database]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Open databases that are closed at the end; they have no tables yet."""
    databases: list[Database] = []

    def opening(url: str) -> Database:
        databases.append(open_database(url, migrate=False))
        return databases[-1]

    yield opening
    for database in databases:
        database.close()


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with something in every table."""
    path = tmp_path_factory.mktemp("club") / "club.db"
    database = open_database(f"sqlite:///{path}")
    fill(database)
    people = People(database)
    people.enter(people.invite(Role.OWNER, by=SETTING_UP), "Ida", PASSWORD)
    ida = people.come_in("Ida", PASSWORD)
    people.enter(people.invite(Role.ARBITER, by=ida), "Bo", PASSWORD)
    people.give_tournament(people.come_in("Bo", PASSWORD).user, "spring-open", by=ida)
    people.make_token("game server", [Scope.READ], by=ida)
    key_of(database, TournamentLog(database, "spring-open").stream())
    pool = Pool(database, "blitz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool_module, "KEEP_EVENTS", 3)
        patch.setattr(pool_module, "CHECKPOINT_EVERY", 5)
        pool.create("glicko2", title="Blitz 2026 — 블리츠")
        for at in range(20):
            pool.post(Game(f"P{at % 4}", "Łukasz", (0.0, 0.5, 1.0)[at % 3]), op=f"g{at}")
    pool.publish("2026-03")
    Corrections(pool).accept(ScoreCorrected(20, 0.0), author="Ida")
    with database.engine.connect() as connection:
        for table in METADATA.sorted_tables:
            if connection.execute(select(table).limit(1)).first() is None:
                connection.execute(insert(table).values(any_row(connection, table)))
        connection.commit()
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return path


def any_row(connection: Connection, table: Table) -> dict[str, Any]:
    """A row for a table in which the club has none."""
    content = zlib.compress(b"\0\xff")
    some = {str: "é'x", int: 7, float: 0.1, bytes: content, bool: True}
    row = {}
    for column in table.columns:
        row[column.name] = some[column.type.python_type]
        for key in column.foreign_keys:
            row[column.name] = connection.execute(select(key.column).limit(1)).scalar_one()
        if column.name == "digest":
            row[column.name] = hashlib.sha256(b"\0\xff").hexdigest()
    return row


@pytest.fixture
def club(tmp_path: Path, full: Path, opened: Opened) -> Database:
    shutil.copy(full, tmp_path / "club.db")
    return opened(f"sqlite:///{tmp_path / 'club.db'}")


def rows_of(database: Database) -> dict[str, list[Any]]:
    with database.reading() as connection:
        return {
            name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for name, table in METADATA.tables.items()
        }


def test_what_is_for_others_is_said_of_each_table() -> None:
    assert set(METADATA.tables) > OF_THE_CLUB
    assert set(METADATA.tables) - OF_THE_CLUB > SECRET


@pytest.mark.slow
def test_from_one_kind_of_database_to_the_other_and_back(
    club: Database, tmp_path: Path, opened: Opened, postgresql: str
) -> None:
    """Every row of every table is as it was, bit for bit; and the second backup has the same parts."""
    summary = back_up(club, tmp_path / "one.zip")
    there = opened(new_database(postgresql))
    restored = restore(tmp_path / "one.zip", there)
    before = rows_of(club)
    assert rows_of(there) == before
    assert all(before.values())
    seen = restored.verified
    assert (seen.tournaments, seen.pools, seen.lists, seen.others) == (3, 3, 4, ())
    assert seen.events == len(before["events"]) == summary.count("events")
    again = back_up(there, tmp_path / "two.zip")
    assert again.contents.parts == summary.contents.parts
    back = opened(f"sqlite:///{tmp_path / 'back.db'}")
    assert restore(tmp_path / "two.zip", back).verified == seen
    assert rows_of(back) == before
    # All goes on there: ratings from the last game, new numbers after the last ones, people with their passwords.
    for database in (there, back):
        pool = Pool(database, "blitz")
        assert pool.post(Game("P3", "Łukasz", 0.5), op="g19").repeated
        assert pool.post(Game("P0", "P1", 1.0, datetime(2027, 1, 1, tzinfo=UTC)), op="new").number == 21
        assert pool.ratings() == pool.known()
        people = People(database)
        ida = people.come_in("Ida", PASSWORD)
        people.enter(people.invite(Role.ARBITER, by=ida), "Cy", PASSWORD)
        TournamentLog(database, "new-cup").create(desk.create("New Cup", "fide-dutch", rounds=3))
        assert tournaments(database)[0].name == "new-cup"
        assert desk.enter(TournamentLog(database, "new-cup").read(), "Ann", {}).seq == 2
    assert Pool(there, "blitz").ratings() == Pool(back, "blitz").ratings()


def test_the_parts_are_read_by_other_programs(club: Database, tmp_path: Path) -> None:
    summary = back_up(club, tmp_path / "club.zip")
    assert summary.unreported == ()
    assert (tmp_path / "club.zip").stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(tmp_path / "club.zip") as archive:
        assert archive.testzip() is None
        report = archive.read("tournaments/spring-open.trf").decode()
        assert report.startswith("012 Spring Open\n")
        events = [json.loads(line) for line in archive.read("tables/events.jsonl").splitlines()]
        contents = json.loads(archive.read("club.json"))
    first = json.loads(events[0]["payload"])
    assert first["seq"] == 1
    assert contents["parts"]["tables/events.jsonl"]["rows"] == len(events)
    digest = hashlib.sha256(report.encode()).hexdigest()
    assert contents["parts"]["tournaments/spring-open.trf"] == {"sha256": digest}
    with pytest.raises(BadInput, match="already"):
        back_up(club, tmp_path / "club.zip")


def test_a_backup_without_people_has_no_secret(club: Database, tmp_path: Path, opened: Opened) -> None:
    back_up(club, tmp_path / "club.zip", people=False)
    with zipfile.ZipFile(tmp_path / "club.zip") as archive:
        names = set(archive.namelist())
        everything = b"".join(archive.read(name) for name in names)
    assert not names & {f"tables/{name}.jsonl" for name in SECRET}
    assert b"argon2" not in everything
    assert b"game server" not in everything
    there = opened(f"sqlite:///{tmp_path / 'there.db'}")
    assert restore(tmp_path / "club.zip", there).verified.tournaments == 3
    assert not People(there).has_owner()
    assert Pool(there, "blitz").ratings() == Pool(club, "blitz").ratings()


def test_nothing_is_restored_over_anything(club: Database, tmp_path: Path, opened: Opened) -> None:
    back_up(club, tmp_path / "club.zip")
    before = rows_of(club)
    with pytest.raises(BadInput, match="is not empty") as caught:
        restore(tmp_path / "club.zip", club)
    assert caught.value.code == "backup.not-empty"
    assert rows_of(club) == before
    tables = open_database(f"sqlite:///{tmp_path / 'tables.db'}")  # tables alone are nothing
    tables.close()
    restore(tmp_path / "club.zip", opened(f"sqlite:///{tmp_path / 'tables.db'}"))


def changed(path: Path, name: str, change: Callable[[bytes], bytes], *, digests: bool = False) -> Path:
    """A copy of an archive with another part; its digest says so, or not."""
    copy = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(copy, "w") as after:
        parts = {part: before.read(part) for part in before.namelist()}
        parts[name] = change(parts[name])
        if digests:
            contents = json.loads(parts["club.json"])
            contents["parts"][name]["sha256"] = hashlib.sha256(parts[name]).hexdigest()
            parts["club.json"] = json.dumps(contents).encode()
        for part, content in parts.items():
            after.writestr(part, content)
    return copy


EVENTS = "tables/events.jsonl"


@pytest.mark.parametrize(
    ("name", "change", "digests", "code"),
    [
        (EVENTS, lambda content: content[:-1], False, "backup.damaged"),
        (EVENTS, lambda content: content.replace(b"Utrecht", b"Arnheim", 1), False, "backup.damaged"),
        # Somebody has changed an event and the digest of the part: its hash is another one.
        (EVENTS, lambda content: content.replace(b"Utrecht", b"Arnheim", 1), True, "backup.damaged"),
        (EVENTS, lambda content: content[: content[:-1].rindex(b"\n") + 1], True, "backup.damaged"),
        (EVENTS, lambda content: content.replace(b'"kind"', b'"kond"', 1), True, "backup.damaged"),
        (
            "tables/publications.jsonl",
            lambda content: content.replace(b"15", b"16", 1),
            True,
            "backup.damaged",
        ),
        ("club.json", lambda content: content.replace(b'backup": 1', b'backup": 9'), False, "backup.newer"),
        ("club.json", lambda content: content.replace(b'step": "0', b'step": "9'), False, "backup.newer"),
        ("club.json", lambda content: b"{}", False, "backup.not-backup"),
    ],
)
def test_what_is_damaged_is_not_restored(
    name: str,
    change: Callable[[bytes], bytes],
    digests: bool,
    code: str,
    club: Database,
    tmp_path: Path,
    opened: Opened,
) -> None:
    back_up(club, tmp_path / "club.zip")
    there = opened(f"sqlite:///{tmp_path / 'there.db'}")
    with pytest.raises(BadInput) as caught:
        restore(changed(tmp_path / "club.zip", name, change, digests=digests), there)
    assert caught.value.code == code
    with there.reading() as connection:
        assert inspect(connection).get_table_names() == []
    assert restore(tmp_path / "club.zip", there).verified.tournaments == 3


def test_what_is_no_backup_is_said(tmp_path: Path, opened: Opened) -> None:
    there = opened(f"sqlite:///{tmp_path / 'there.db'}")
    (tmp_path / "games.csv").write_text("white,black\n")
    for name in ("games.csv", "none.zip"):
        with pytest.raises(BadInput) as caught:
            restore(tmp_path / name, there)
        assert caught.value.code == "backup.not-backup"
    with pytest.raises(BadInput) as caught:
        back_up(there, tmp_path / "club.zip")
    assert caught.value.code == "backup.nothing"
    assert not (tmp_path / "club.zip").exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_is_of_one_moment_while_others_write(
    kind: str, tmp_path: Path, opened: Opened, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    if kind == "postgresql":
        url = new_database(request.getfixturevalue("postgresql"))
    database = opened(url)
    database.migrate()
    pool = Pool(database, "blitz")
    pool.create("elo")
    over, posted = threading.Event(), [0]

    def post() -> None:
        while not over.is_set():
            posted[0] = pool.post(Game("Ann", "Bo", 1.0), op=f"g{posted[0]}").number

    poster = threading.Thread(target=post)
    poster.start()
    backups: list[tuple[int, BackupSummary, int]] = []
    try:
        for at in range(2):
            while posted[0] < 5 * (at + 1):
                time.sleep(0.005)
            before = posted[0]
            summary = back_up(database, tmp_path / f"{at}.zip")
            backups.append((before, summary, posted[0]))
    finally:
        over.set()
        poster.join()
    for at, (before, summary, after) in enumerate(backups):
        there = opened(f"sqlite:///{tmp_path / f'{at}.db'}")
        done: RestoreSummary = restore(tmp_path / f"{at}.zip", there)
        assert before <= done.verified.games <= after + 1
        assert done.verified.games == summary.count("operations") - 1


def test_a_backup_of_an_older_arpad_is_restored_with_the_tables_of_now(
    tmp_path: Path, opened: Opened
) -> None:
    old = opened(f"sqlite:///{tmp_path / 'old.db'}")
    with old.writing() as connection:
        upgrade(connection, old.address, to="0012")
        connection.commit()
    TournamentLog(old, "cup").create(desk.create("Cup", "fide-dutch", rounds=3))
    summary = back_up(old, tmp_path / "old.zip")
    assert summary.contents.step == "0012"
    assert summary.count("register") == 0
    with old.reading() as connection:
        assert old.revision(connection) == "0012"
    there = opened(f"sqlite:///{tmp_path / 'there.db'}")
    restore(tmp_path / "old.zip", there)
    assert TournamentLog(there, "cup").content() == TournamentLog(old, "cup").content()
    there.migrate()
    assert set(rows_of(there)) == set(METADATA.tables)


def test_ratings_that_are_not_those_of_a_replay_are_told(
    club: Database, tmp_path: Path, opened: Opened
) -> None:
    with club.writing() as connection:
        row = connection.execute(text("SELECT pool, state FROM pool_ratings WHERE player = 'P0'")).one()
        state = b"\0\0\0\0\0\0\x99\x40" + row.state[8:]  # 1600.0
        update = text("UPDATE pool_ratings SET state = :state WHERE player = 'P0'")
        connection.execute(update, {"state": state})
        connection.commit()
    back_up(club, tmp_path / "club.zip")
    others = restore(tmp_path / "club.zip", opened(f"sqlite:///{tmp_path / 'there.db'}")).verified.others
    assert [rating.pool for rating in others] == ["blitz"]
    assert isinstance(others[0], OtherRating)
    assert others[0].kept != others[0].replayed


def test_a_replay_is_not_read_from_what_is_kept(
    club: Database, tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compared with the ratings that are kept comes from the games alone."""
    back_up(club, tmp_path / "club.zip")

    def wrong(*asked: Any) -> tuple[PoolStanding, Any]:
        standing, noted = replayed(*asked)
        standing.rows[:1, 0] += 1
        return standing, noted

    monkeypatch.setattr(verifying, "replayed", wrong)
    assert len(restore(tmp_path / "club.zip", opened(f"sqlite:///{tmp_path / 'x.db'}")).verified.others) == 2
