"""A page asks the database a few things, whatever the number of pools, players, tournaments and rounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Thread

import pytest
from sqlalchemy import event, text

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import StartsSet
from arpad.office.pools.finished import rate_tournament
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.starts import Start
from arpad.office.sample import PEOPLE
from arpad.office.store import snapshot
from arpad.office.store.database import Database
from arpad.office.store.snapshot import leave_snapshot, one_snapshot
from arpad.office.store.tournaments import TournamentLog
from web.attacks.every_address import pages
from web.every_page import PAGES
from web.visiting import Visit

MOST = 12
"""Statements of a page, the beginnings of transactions among them."""

POOLS = 40


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    """Collect the statements that are executed."""
    found: list[str] = []

    def note(connection: object, cursor: object, statement: str, *more: object) -> None:
        found.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


@pytest.fixture
def large(database: Database) -> Database:
    """The sample with 40 pools more, and a player who has played ten tournaments; all have starting ratings."""
    for number in range(POOLS):
        pool = Pool(database, f"pool-{number}")
        pool.create("elo", title=f"Pool {number}")
        pool.post(Game("Anna Berg", "Kim Minji", 1.0), Game("Kim Minji", "Lee Jun", 0.5))
        pool.publish("2026-01")
        Corrections(pool).accept(StartsSet({"Anna Berg": Start(1600.0 + number)}, "spring.csv"))
    for number in range(10):
        log = desk.create(f"Evening {number}", "fide-dutch", rounds=5, seed=number)
        log = desk.enter_all(log, [ParticipantEntry(name, {"rating": rating}) for name, rating, _ in PEOPLE])
        for at in range(1, 6):
            log = desk.enter_results(desk.publish(desk.pair(log)), at, ["1-0", "0-1", "½-½"] * 2)
        TournamentLog(database, f"evening-{number}").create(desk.finish(log), in_acts=True)
        rate_tournament(Pool(database, "club-evenings"), TournamentLog(database, f"evening-{number}").read())
    starts = StartsSet({"Anna Berg": Start(1700.0)}, "spring.csv")
    Corrections(Pool(database, "club-evenings")).accept(starts)
    return database


@pytest.mark.parametrize("role", ["owner", "visitor"])
def test_a_page_asks_the_database_a_few_things(large: Database, role: str) -> None:
    visit = Visit(large)
    if role == "owner":
        visit.as_owner()
    every = [*PAGES, *(one.filled for one in pages(visit.site) if one.method == "GET")]
    many = {}
    for address in dict.fromkeys(every):
        visit.client.get(address)
        with statements(large) as asked:
            visit.client.get(address)
        if len(asked) > MOST:
            many[address] = asked
    assert not many, {address: len(asked) for address, asked in many.items()}


def test_a_page_sees_the_database_as_it_was_at_one_moment(database: Database) -> None:
    pool = Pool(database, "club-evenings")
    with one_snapshot(database.engine), statements(database) as asked:
        with pool.reading() as (_, before):
            pass
        poster = Thread(target=pool.post, args=(Game("Anna Berg", "Kim Minji", 1.0),))
        poster.start()
        poster.join(30)
        count = len(asked)
        with pool.reading() as (_, place):
            assert place == before
        assert len(asked) == count
        leave_snapshot()  # as who waits for a calculation does
        with pool.reading() as (_, after):
            assert after.stream.seq == before.stream.seq + 1


def test_what_is_read_after_an_act_shows_it(database: Database) -> None:
    pool = Pool(database, "club-evenings")
    with one_snapshot(database.engine):
        with pool.reading() as (_, before):
            pass
        pool.post(Game("Anna Berg", "Kim Minji", 1.0))
        with pool.reading() as (_, after):
            assert after.stream.seq == before.stream.seq + 1


def test_a_question_that_fails_ends_the_transaction(database: Database) -> None:
    with one_snapshot(database.engine):
        with pytest.raises(BadInput), database.reading() as connection:
            connection.execute(text("SELECT nothing FROM nowhere"))
        with database.reading() as connection:
            assert connection.execute(text("SELECT 1")).scalar() == 1


def test_pages_that_come_when_many_hold_a_connection_open_one_for_each_question(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "_FREE", BoundedSemaphore(1))
    with one_snapshot(database.engine):
        held = snapshot.snapshot_of(database.engine)
        assert held is not None

        def late() -> None:
            with one_snapshot(database.engine), database.reading() as connection:
                found.append(
                    (snapshot.snapshot_of(database.engine), connection.execute(text("SELECT 1")).scalar())
                )

        found: list[object] = []
        thread = Thread(target=late)
        thread.start()
        thread.join(30)
    assert found == [(None, 1)]
    with one_snapshot(database.engine):  # it was given back
        assert snapshot.snapshot_of(database.engine) is not None


def test_all_connections_are_given_back(database: Database) -> None:
    Visit(database).get("/lists/club-evenings/player?name=Anna+Berg")
    with one_snapshot(database.engine), database.reading():
        assert database.engine.pool.checkedout() == 1  # type: ignore[attr-defined]
    assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
