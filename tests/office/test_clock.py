"""A clock that is set back: what is done meanwhile counts in the order in which it was done."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.backups.verifying import verify
from arpad.office.club import people
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import NotAllowed, Role
from arpad.office.log import store
from arpad.office.log.event_file import EventFile
from arpad.office.log.history import moment
from arpad.office.pools import games
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from databases import new_sqlite

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()
HOUR = 3600.0


class Clock:
    """What time it is for the office."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = NOON
        clock = self

        class Told(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
                return datetime.fromtimestamp(clock.seconds, UTC)

        seconds = SimpleNamespace(time=lambda: clock.seconds)
        monkeypatch.setattr(games, "time", seconds)
        monkeypatch.setattr(people, "time", seconds)
        monkeypatch.setattr(store, "datetime", Told)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = open_database(new_sqlite(tmp_path / "club.db"))
    yield found
    found.close()


@pytest.mark.parametrize("system", ["elo", "glicko", "glicko2", "lichess"])
def test_results_are_rated_in_the_order_of_posting(system: str, clock: Clock, database: Database) -> None:
    """Nobody's rating gets surer or less sure by a day that did not pass, and nothing is rated otherwise later."""
    pool = Pool(database, "blitz")
    pool.create(system)
    told = []
    for step in (0, 24, -24, -1, 1, 0):
        clock.seconds += step * HOUR
        told.append(pool.post(Game("Ann", "Bo", 1.0)))
        pool.publish(f"list {len(told)}")
    assert [one.number for one in told] == [1, 2, 3, 4, 5, 6]
    assert all(math.isfinite(x) for one in told for side in one.games for x in side["after"][0])
    if len(told[0].games[0]["before"][0]) > 1:  # a deviation grows with time only, and shrinks with games
        grown = [
            later.games[0]["before"][0][1] - earlier.games[0]["after"][0][1]
            for earlier, later in pairwise(told)
        ]
        assert all(step >= 0 for step in grown)
    assert pool.ratings() == pool.known()
    assert pool.published("list 2").ratings == pool.known(number=2)
    with database.reading() as connection:
        seen = verify(database, connection)
    assert (seen.games, seen.lists, seen.others) == (6, 6, ())


def test_a_tournament_goes_on_and_says_where_a_clock_was_set_back(
    clock: Clock, database: Database, tmp_path: Path
) -> None:
    cup = TournamentLog(database, "cup")
    cup.create(desk.create("Cup", "fide-dutch", rounds=3))
    clock.seconds += HOUR
    cup.act(lambda log: desk.enter(log, "Ann", {}))
    clock.seconds -= 3 * HOUR
    cup.act(lambda log: desk.enter(log, "Bo", {}))
    clock.seconds += 4 * HOUR
    cup.act(lambda log: desk.enter(log, "Cy", {}))
    times = [act.stamp.time[11:16] for act in cup.read().acts]
    assert times == ["12:00", "13:00", "10:00", "14:00"]
    cup.save(tmp_path / "cup.arpad")
    assert EventFile(tmp_path / "cup.arpad").read().seq == 4
    log = cup.read()
    assert moment(log, "2026-03-01T13:30") == 3  # all that has a later time came later
    assert moment(log, "2026-03-01T14:00") == 4
    with pytest.raises(BadInput, match="a clock was set back: event 2 has a later time") as caught:
        moment(log, "2026-03-01T12:30")
    assert caught.value.code == "undo.clock-set-back"


def test_a_visit_outlives_a_clock_that_is_set_back_and_ends_when_it_is_over(
    clock: Clock, database: Database
) -> None:
    found = People(database)
    found.enter(found.invite(Role.OWNER, by=SETTING_UP), "Ida", "a long password")
    ida = found.come_in("Ida", "a long password")
    session = found.begin_session(ida)
    clock.seconds -= 48 * HOUR
    assert found.of_session(session) == ida
    behind = found.begin_session(ida)
    invitation = found.invite(Role.ARBITER, by=ida)
    clock.seconds += 48 * HOUR
    assert found.of_session(session) == ida
    with pytest.raises(NotAllowed, match="the visit is over"):
        found.of_session(behind)
    found.enter(invitation, "Bo", "a long password")  # it holds for a week
