"""A tournament that is over is rated into a pool, once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_log import EventLog
from arpad.office.pools.corrections import RatingChange
from arpad.office.pools.finished import games_of_log, preview, rate_tournament
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from databases import new_sqlite


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[Pool]:
    database = open_database(new_sqlite(tmp_path / "club.db"))
    found = Pool(database, "club")
    found.create("elo", {"k": 20.0})
    yield found
    database.close()


def cup(pool: Pool, days: str = "") -> TournamentLog:
    """Four players, one round: Ann beats Cy, Di does not come to the game against Bo."""
    log = TournamentLog(pool.database, "cup")
    begun = EventLog.new(name="cup", system="fide-dutch", rounds=1, seed=1)
    log.create(
        desk.enter_all(
            desk.draw_colour(begun, "white"), [ParticipantEntry(name) for name in ("Ann", "Bo", "Cy", "Di")]
        )
    )
    if days:
        log.act(lambda log: desk.set_details(log, {"round_dates": days}))
    log.act(lambda log: desk.enter_results(desk.pair(log), 1, ["1-0", "-+"]))
    return log


def test_a_finished_tournament_is_rated_once(pool: Pool) -> None:
    """Elo 1978, 1.6: 20 · (1 − 1/2) = 10 points; a forfeit is not rated."""
    log = cup(pool, "2026-03-01")
    with pytest.raises(BadInput) as caught:
        rate_tournament(pool, log.read())
    assert caught.value.code == "tournament.not-finished"
    log.act(desk.finish)
    assert games_of_log(log.read()) == [Game("Ann", "Cy", 1.0, datetime(2026, 3, 1, tzinfo=UTC), 1)]
    pool.post(Game("Cy", "Eve", 0.5))
    changes = preview(pool, log.read())
    assert changes == (RatingChange("Ann", None, 1510.0), RatingChange("Cy", 1500.0, 1490.0))
    assert len(pool.ratings()) == 2
    posted = rate_tournament(pool, log.read(), author="Ida")
    assert (posted.number, len(posted.games), posted.repeated) == (2, 1, False)
    assert {one.player: one.rating for one in pool.ratings()} == {"Ann": 1510.0, "Cy": 1490.0, "Eve": 1500.0}
    assert rate_tournament(pool, log.read()) == replace(posted, repeated=True)
    # Who corrects a result afterwards corrects it in the pool too.
    log.act(lambda log: log.undo()[0])
    log.act(lambda log: desk.enter_result(log, 1, 1, "0-1"))
    log.act(desk.finish)
    with pytest.raises(BadInput) as caught:
        rate_tournament(pool, log.read())
    assert caught.value.code == "operation.another-act"


def test_without_days_the_games_are_of_the_moment_of_the_finish(pool: Pool) -> None:
    log = cup(pool)
    before = int(datetime.now(UTC).timestamp())
    done = log.act(desk.finish).after
    (game,) = games_of_log(done)
    assert game.at is not None
    assert before <= game.at.timestamp() <= datetime.now(UTC).timestamp()
    # It is another moment neither when it is asked for again, nor when it is rated again.
    assert games_of_log(done) == [game]
    assert rate_tournament(pool, done).games == rate_tournament(pool, done).games


def test_a_tournament_without_a_game(pool: Pool) -> None:
    log = TournamentLog(pool.database, "cup")
    begun = EventLog.new(name="cup", system="fide-dutch", rounds=1, seed=1)
    log.create(desk.enter_all(begun, [ParticipantEntry(name) for name in ("Ann", "Bo")]))
    log.act(lambda log: desk.finish(desk.enter_results(desk.pair(log), 1, ["+-"])))
    with pytest.raises(BadInput) as caught:
        rate_tournament(pool, log.read())
    assert caught.value.code == "pool.games"
