"""The database of an organisation: its tables, what it refuses, and event files that go in and out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from arpad.core import BadInput, NotProvided
from arpad.office import desk
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_format import DamagedEventFile, written
from arpad.office.log.event_log import EventLog
from arpad.office.store import opening
from arpad.office.store.database import Database
from arpad.office.store.migrating import last_step
from arpad.office.store.migrations import HEAD
from arpad.office.store.opening import open_database
from arpad.office.store.tables import METADATA
from arpad.office.store.tournaments import TournamentLog, TournamentSummary, tournaments
from office.stores import close, opened
from office.test_event_file import FORMAT_1, begun, full


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database; that of PostgreSQL is shared by the tests of a process."""
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = f"sqlite:///{tmp_path / 'club.db'}"
    yield opened(url)
    close(url)


def test_the_steps_make_the_tables_that_statements_name(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    assert last_step() == HEAD


def test_a_database_is_opened_again_with_what_is_in_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    for at in range(3):
        database = open_database(url)
        TournamentLog(database, f"cup-{at}").create(begun("Ann"))
        assert [summary.name for summary in tournaments(database)] == [
            f"cup-{number}" for number in range(at, -1, -1)
        ]
        with database.reading() as connection:
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        database.close()


@pytest.mark.parametrize(
    "statement", ["UPDATE events SET author = 'x'", "DELETE FROM events", "TRUNCATE events"]
)
def test_the_database_itself_refuses_to_change_events(database: Database, statement: str) -> None:
    message = "events are only ever appended"
    if database.is_sqlite and statement.startswith("TRUNCATE"):
        message = "syntax error"  # SQLite has no such statement
    log = TournamentLog(database, "refusing")
    if "refusing" not in {summary.name for summary in tournaments(database)}:
        log.create(begun("Ann"))
    before = log.content()
    with pytest.raises(DBAPIError, match=message), database.engine.begin() as connection:
        connection.execute(text(statement))
    assert log.content() == before


def test_an_event_file_goes_in_and_out_byte_for_byte(database: Database, tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    file.create(full(), author="Ida", op="first", in_acts=True)
    file.act(lambda log: log.undo()[0], author="김")
    before = file.path.read_bytes()
    log = TournamentLog(database, "in-and-out")
    brought = log.bring(before, "cup.arpad")
    assert log.content() == before
    assert log.read() == brought == file.read()
    assert log.read().identity == file.read().identity
    log.save(tmp_path / "out.arpad")
    assert (tmp_path / "out.arpad").read_bytes() == before
    with pytest.raises(BadInput, match="is there already"):
        log.save(tmp_path / "out.arpad")
    # The same act makes the same events of both.
    change = {"city": "Eger"}
    for store in (log, file):
        store.act(lambda log: desk.set_details(log, change), op="same", author="Ida")
    assert log.read().events == file.read().events
    assert log.act(lambda log: log, op="first").repeated


@pytest.mark.parametrize("ends", ["\r\n", "\n\n"])
def test_a_file_with_other_line_breaks_goes_in_with_the_same_lines(tmp_path: Path, ends: str) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'club.db'}")
    usual = written(full().named("1f"))
    log = TournamentLog(database, "breaks")
    log.bring(b"\xef\xbb\xbf" + usual.replace(b"\n", ends.encode()), "cup.arpad")
    assert log.content() == usual
    database.close()


def test_a_file_of_an_earlier_format_does_not_go_in(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'club.db'}")
    with pytest.raises(BadInput) as caught:
        TournamentLog(database, "old").bring(FORMAT_1.encode(), "old.arpad")
    assert caught.value.code == "event-file.older"
    assert tournaments(database) == []
    database.close()


def test_what_cannot_go_in(database: Database) -> None:
    content = written(begun("Ann").named("ab12"))
    names = {summary.name for summary in tournaments(database)}
    first = TournamentLog(database, "first")
    first.bring(content, "cup.arpad")
    cases = [
        ("other", content, "tournament.there-already"),
        ("first", written(begun("Bo").named("cd34")), "tournament.name-taken"),
        ("Spring 2026", written(begun("Bo").named("cd34")), "tournament.name-not-valid"),
        ("other", content[:-20], "event-file.damaged"),
        ("other", b"white,black\n", "event-file.not-event"),
        ("other", b"\xff", "event-file.not-event"),
    ]
    for name, given, code in cases:
        with pytest.raises(BadInput) as caught:
            TournamentLog(database, name).bring(given, "cup.arpad")
        assert caught.value.code == code
    with pytest.raises(BadInput) as caught:
        TournamentLog(database, "other").read()
    assert caught.value.code == "tournament.unknown"
    assert {summary.name for summary in tournaments(database)} == names | {"first"}


def test_the_list_of_tournaments_follows_their_events(database: Database) -> None:
    log = TournamentLog(database, "listed")
    log.create(begun("Ann", "Bo", "Cy", "Di"))

    def listed() -> TournamentSummary:
        return next(summary for summary in tournaments(database) if summary.name == "listed")

    stream = log.stream()
    assert listed() == TournamentSummary("listed", "cup", "fide-dutch", 4, 3, 0, False, "listed", stream, 5)
    log.act(lambda log: desk.plan_rounds(desk.pair(log), 1))
    log.act(lambda log: desk.finish(desk.enter_results(log, 1, ["1-0", "0-1"])))
    assert listed()[4:] == (1, 1, True, "listed", stream, log.read().seq)
    log.act(lambda log: log.undo()[0].undo()[0])
    assert listed()[4:] == (3, 0, False, "listed", stream, log.read().seq)


def test_operations_are_kept_with_their_events(database: Database) -> None:
    log = TournamentLog(database, "operations")
    log.create(begun("Ann", "Bo"), op="new", request="r1")
    log.act(lambda log: desk.set_details(log, {"city": "Eger"}), op="city", request="r2")
    query = text(
        "SELECT operation, request, first, last FROM operations JOIN streams ON id = stream "
        "WHERE name = 'operations' ORDER BY first"
    )
    with database.reading() as connection:
        rows = [tuple(row) for row in connection.execute(query)]
    assert rows == [("new", "r1", 1, 3), ("city", "r2", 4, 4)]


def test_a_changed_event_is_found(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    for change, problem in (
        (
            "UPDATE events SET payload = replace(payload, 'Bo', 'Jo') WHERE seq = 3",
            "line 4: the line is damaged",
        ),
        ("DELETE FROM events WHERE seq = 3", "line 4: the line does not follow"),
        ("UPDATE streams SET seq = 2", "does not follow"),
    ):
        path.unlink(missing_ok=True)
        database = open_database(f"sqlite:///{path}")
        TournamentLog(database, "cup").create(begun("Ann", "Bo", "Cy"))
        database.close()
        other = sqlite3.connect(path)
        for trigger in ("events_stay", "events_remain"):
            other.execute(f"DROP TRIGGER {trigger}")
        other.execute(change)
        other.commit()
        other.close()
        moved = path.rename(tmp_path / f"{abs(hash(change))}.db")  # of which this process knows nothing
        database = open_database(f"sqlite:///{moved}")
        with pytest.raises(DamagedEventFile, match=problem):
            TournamentLog(database, "cup").read()
        database.close()


def test_a_database_that_was_restored_and_went_on_otherwise_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    url = f"sqlite:///{path}"
    database = open_database(url)
    TournamentLog(database, "cup").create(begun("Ann"))
    database.close()
    copy = path.read_bytes()
    for name in ("Bo", "Cy"):
        path.write_bytes(copy)
        database = open_database(url)
        log = TournamentLog(database, "cup")
        log.act(lambda log: desk.enter(log, name, {}))  # noqa: B023
        assert [entrant.name for entrant in log.read().tournament().entrants] == ["Ann", name]
        database.close()
    path.write_bytes(copy)
    database = open_database(url)
    assert len(TournamentLog(database, "cup").read().tournament().entrants) == 1
    database.close()


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("club.db", "database.not-address"),
        ("mysql://localhost/club", "database.not-address"),
        ("sqlite://", "database.not-address"),
        ("sqlite:///:memory:", "database.not-address"),
        ("postgresql://me:secret@localhost:1/club", "database.unreachable"),
        ("sqlite:////nowhere/at/all/club.db", "database.cannot-open"),
    ],
)
def test_what_is_no_database_is_said(url: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_database(url)
    assert caught.value.code == code
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("white,black,result\nAnn,Bo,1-0\n" * 100)
    before = path.read_bytes()
    with pytest.raises(BadInput) as caught:
        open_database(f"sqlite:///{path}")
    assert caught.value.code == "database.damaged"
    assert path.read_bytes() == before


def test_the_tables_of_a_newer_arpad_are_not_touched(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    database = open_database(url)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.commit()
    database.close()
    with pytest.raises(BadInput) as caught:
        open_database(url)
    assert caught.value.code == "database.newer"


def test_who_does_not_end_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.office.store.database.PATIENCE", 0.2)
    url = f"sqlite:///{tmp_path / 'club.db'}"
    database = open_database(url)
    log = TournamentLog(database, "cup")
    log.create(begun("Ann"))
    with log.turn(), pytest.raises(BadInput) as caught:
        log.act(lambda log: desk.enter(log, "Bo", {}))
    assert caught.value.code == "database.busy"
    log.act(lambda log: desk.enter(log, "Bo", {}))
    database.close()


def test_without_the_packages_it_is_said_which_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda name: None if name == "alembic" else object())
    with pytest.raises(NotProvided, match=r"needs the package alembic.*arpad\[web\]"):
        open_database("sqlite:///club.db")


def test_a_log_is_the_same_value_wherever_it_is(database: Database) -> None:
    log = EventLog.new(name="cup", system="othello", rounds=3, seed=1)
    kept = TournamentLog(database, "same")
    done = kept.create(desk.enter(log, "Ann", {}), op="x")
    assert kept.read().acts == done.after.acts
