"""Seasons of a pool: what a soft reset makes of ratings, and that everything is rated on through it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arpad.core import BadInput, NotProvided
from arpad.office.backups.making import back_up
from arpad.office.backups.restoring import restore
from arpad.office.pools import pool as pools_module
from arpad.office.pools.careers import rated_games
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import GameTakenOut, ScoreCorrected, SeasonTakenOut
from arpad.office.pools.games import Game
from arpad.office.pools.listing import listing
from arpad.office.pools.pool import Pool
from arpad.office.pools.publications import publication, publish
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from office.stores import close, opened
from office.test_pools import DAY, code_of, drawn


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = f"sqlite:///{tmp_path / 'club.db'}"
    yield opened(url)
    close(url)


@pytest.fixture
def pool(database: Database) -> Pool:
    """A pool by Elo's system with K = 20."""
    found = Pool(database, f"pool-{secrets.token_hex(8)}")
    found.create("elo", {"k": 20.0})
    return found


def ratings(pool: Pool) -> dict[str, float]:
    return {one.player: one.rating for one in pool.ratings()}


def by_hand(games: list[Game], resets: dict[int, float], k: float = 20.0) -> dict[str, float]:
    """Rate games by Elo's formula; after some of them ratings return to 1500, by a carry."""
    state: dict[str, float] = {}
    for at, game in enumerate(games, 1):
        own, other = state.get(game.first, 1500.0), state.get(game.second, 1500.0)
        gain = k * game.weight * (game.score - 1.0 / (1.0 + 10.0 ** ((other - own) / 400.0)))
        state[game.first], state[game.second] = own + gain, other - gain
        if at in resets:
            state = {name: 1500.0 + resets[at] * (one - 1500.0) for name, one in state.items()}
    return state


def test_ratings_return_part_of_the_way(pool: Pool) -> None:
    """By hand: Ann wins against an equal, 1500 + 20 / 2; half of the way back to 1500 is 1505."""
    pool.post(Game("Ann", "Bo", 1.0))
    seen = Seasons(pool).preview(NewSeason("summer", publish="spring"))
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}, "a look writes nothing"
    assert [tuple(one) for one in seen.players] == [("Ann", 1510.0, 1505.0), ("Bo", 1490.0, 1495.0)]
    begun = Seasons(pool).begin(NewSeason("summer", publish="spring"), expected=seen.seq, op="s1")
    assert begun.players == seen.players
    assert ratings(pool) == {"Ann": 1505.0, "Bo": 1495.0}
    assert pool.known() == pool.ratings()
    assert pool.known(number=1)[0].rating == 1510.0, "a season begins after its last game"
    assert pool.published("spring").ratings[0].rating == 1510.0
    assert [one.name for one in Seasons(pool).all()] == ["summer"]
    assert Seasons(pool).begin(NewSeason("summer", publish="spring"), op="s1") == begun, "done once"
    assert ratings(pool) == {"Ann": 1505.0, "Bo": 1495.0}
    # A mean of one's own, and all of the way.
    Seasons(pool).begin(NewSeason("winter", carry=0.0, mean=1200.0))
    assert ratings(pool) == {"Ann": 1200.0, "Bo": 1200.0}
    assert pool.post(Game("Ann", "Bo", 1.0)).games[0]["after"] == [[1210.0], [1190.0]]


@pytest.mark.parametrize("every", [5, 100_000])
def test_games_are_rated_on_through_seasons_and_corrections(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    """Also where the replay begins at a state that was kept, before a season or just after it."""
    monkeypatch.setattr(pools_module, "CHECKPOINT_EVERY", every)
    monkeypatch.setattr(pools_module, "KEEP_GAMES", every)
    games = drawn(random.Random(3), 40)
    resets = {15: 0.5, 30: 0.25}
    for at in range(0, 40, 5):
        if at in resets:
            Seasons(pool).begin(NewSeason(f"after {at}", carry=resets[at], publish=f"list {at}"))
            pool.publish(f"reset {at}")
        pool.post(*games[at : at + 5])
    assert ratings(pool) == pytest.approx(by_hand(games, resets), abs=1e-9)
    assert pool.known() == pool.ratings()
    lists = {name: pool.published(name).ratings for name in ("list 15", "reset 15", "list 30", "reset 30")}
    assert lists["list 15"] != lists["reset 15"]
    corrections = Corrections(pool)
    for number in (40, 33, 30, 16, 15, 2):
        game = games[number - 1]
        games[number - 1] = Game(**{**vars(game), "score": 1.0 if game.score < 1.0 else 0.0})
        change = ScoreCorrected(number, games[number - 1].score)
        preview = corrections.preview(change)
        assert corrections.accept(change) == preview
        assert ratings(pool) == pytest.approx(by_hand(games, resets), abs=1e-9)
        assert pool.known() == pool.ratings()
        # A list that was published before a season is compared with the ratings before it.
        for one in preview.lists:
            end = int(one.name.split()[1])
            began = {at: carry for at, carry in resets.items() if at < end or one.name.startswith("reset")}
            wanted = by_hand(games[:end], began)
            assert {who.player: who.after for who in one.players} == pytest.approx(
                {who.player: wanted[who.player] for who in one.players}, abs=1e-9
            )
        if number <= 15:
            assert [one.name for one in preview.lists] == list(lists)
    assert {name: pool.published(name).ratings for name in lists} == lists, "what was published stays"
    # A season that did not begin.
    corrections.accept(SeasonTakenOut("after 15"))
    assert ratings(pool) == pytest.approx(by_hand(games, {30: 0.25}), abs=1e-9)
    assert pool.known() == pool.ratings()
    corrections.accept(GameTakenOut(16))
    assert pool.known() == pool.ratings()
    assert [one.name for one in Seasons(pool).all()] == ["after 30"]
    pool.post(*games[:2])
    assert pool.known() == pool.ratings()


def test_a_season_that_has_no_game_is_taken_out(pool: Pool) -> None:
    pool.post(Game("Ann", "Bo", 1.0))
    Seasons(pool).begin(NewSeason("summer", carry=0.0))
    preview = Corrections(pool).accept(SeasonTakenOut("summer"))
    assert [tuple(one) for one in preview.players] == [("Ann", 1500.0, 1510.0), ("Bo", 1500.0, 1490.0)]
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}
    assert pool.known() == pool.ratings()
    with pytest.raises(BadInput) as caught:
        Corrections(pool).preview(SeasonTakenOut("summer"))
    assert code_of(caught) == "pool.no-season"
    empty = Pool(pool.database, f"empty-{secrets.token_hex(8)}")
    empty.create("elo")
    Seasons(empty).begin(NewSeason("first"))
    empty.post(Game("Ann", "Bo", 1.0))
    assert empty.known() == empty.ratings()
    Corrections(empty).accept(SeasonTakenOut("first"))
    assert empty.known() == empty.ratings()


def test_deviations_are_widened(database: Database) -> None:
    pool = Pool(database, f"pool-{secrets.token_hex(8)}")
    pool.create("glicko2")
    lots = random.Random(1)
    for _ in range(90):
        first, second = lots.sample(["Ann", "Bo", "Cy"], 2)
        pool.post(Game(first, second, lots.choice((0.0, 1.0)), DAY))
    pool.post(Game("Dora", "Ann", 0.0, DAY))
    before = {one.player: one for one in pool.ratings()}
    assert before["Ann"].deviation is not None
    assert before["Ann"].deviation < 200.0 < (before["Dora"].deviation or 0.0)
    Seasons(pool).begin(NewSeason("summer", carry=0.5, deviation=200.0))
    for one in pool.ratings():
        was = before[one.player]
        assert one.rating == pytest.approx(1500.0 + (was.rating - 1500.0) / 2, abs=1e-9)
        assert one.deviation == pytest.approx(max(was.deviation or 0.0, 200.0), abs=1e-9)
    assert pool.known() == pool.ratings()
    pool.post(Game("Ann", "Bo", 1.0, DAY))
    assert pool.known() == pool.ratings()
    own = rated_games(pool)
    now = {one.player: one for one in pool.ratings()}
    for name, one in now.items():
        state = own.state(name)
        assert state is not None
        assert state.value == one.rating, "what the next game meets"
    told = own.as_of("Cy", 2**40)
    assert told is not None
    assert (told.rating, told.deviation) == pytest.approx((now["Cy"].rating, now["Cy"].deviation), abs=1e-9)


def test_pages_and_files_follow(pool: Pool) -> None:
    """A list of an earlier day is without the season; no single command computes a list after it."""
    games = [Game("Ann", "Bo", 1.0, DAY), Game("Bo", "Cy", 0.5, DAY)]
    pool.post(*games)
    publish(pool, "before")
    assert publication(pool, "before").files
    Seasons(pool).begin(NewSeason("summer"))
    publish(pool, "after")
    assert not publication(pool, "after").files
    plain = by_hand(games, {})
    then = listing(pool, DAY.date())
    assert dict(zip(then.names, then.rating.tolist(), strict=True)) == pytest.approx(plain)
    now = listing(pool)
    assert dict(zip(now.names, now.rating.tolist(), strict=True)) == pytest.approx(by_hand(games, {2: 0.5}))
    rated = rated_games(pool)
    assert rated.explained("Ann") == [None]
    at = rated.as_of("Ann", int(DAY.timestamp()))
    assert at is not None
    assert at.rating == pytest.approx(plain["Ann"])


def test_what_is_refused(pool: Pool) -> None:
    pool.post(Game("Ann", "Bo", 1.0))
    seasons = Seasons(pool)
    seasons.begin(NewSeason("summer", publish="spring"), op="s1")
    seq = seasons.preview(NewSeason("winter")).seq
    for new, code in (
        (NewSeason("summer"), "pool.season-taken"),
        (NewSeason(""), "pool.season-name"),
        (NewSeason("winter", publish="spring"), "pool.list-taken"),
        (NewSeason("winter", carry=1.5), "field.value"),
        (NewSeason("winter", carry=float("nan")), "field.value"),
    ):
        with pytest.raises(BadInput) as caught:
            seasons.begin(new)
        assert code_of(caught) == code, new
    with pytest.raises(NotProvided, match="has no deviations"):
        seasons.begin(NewSeason("winter", deviation=100.0))
    with pytest.raises(BadInput) as caught:
        seasons.begin(NewSeason("winter"), op="s1")
    assert code_of(caught) == "operation.another-act"
    with pytest.raises(BadInput) as caught:
        seasons.begin(NewSeason("winter"), expected=seq - 1)
    assert code_of(caught) == "log.moved"
    assert seasons.preview(NewSeason("winter")).seq == seq, "what was refused has left nothing"
    assert pool.known() == pool.ratings()


def test_a_backup_has_the_seasons(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'club.db'}")
    pool = Pool(database, "blitz")
    pool.create("glicko2")
    games = drawn(random.Random(7), 20)
    pool.post(*games)
    Seasons(pool).begin(NewSeason("summer", deviation=150.0))
    pool.post(*games)
    back_up(database, tmp_path / "club.zip")
    again = open_database(f"sqlite:///{tmp_path / 'again.db'}")
    assert restore(tmp_path / "club.zip", again).verified.others == ()
    assert Pool(again, "blitz").ratings() == pool.ratings()
    assert Seasons(Pool(again, "blitz")).all() == Seasons(pool).all()
    again.close()
    database.close()


def test_another_process_follows(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    one, other = (Pool(open_database(url), "blitz") for _ in range(2))
    one.create("elo")
    one.post(Game("Ann", "Bo", 1.0))
    assert np.isclose(other.ratings()[0].rating, one.ratings()[0].rating)
    Seasons(one).begin(NewSeason("summer", carry=0.0))
    assert other.ratings() == one.ratings()
    other.post(Game("Ann", "Bo", 1.0))
    assert other.ratings() == one.ratings() == one.known()
    for pool in (one, other):
        pool.database.close()
