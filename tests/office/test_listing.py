"""The list of a pool as a process keeps it: the same after every posting as when it is read anew."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event
from time import sleep

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.office import cache
from arpad.office.club.attributes import NOBODY, attributes
from arpad.office.club.register import Register
from arpad.office.club.rights import Actor, NotAllowed, Role
from arpad.office.pools import listing as module
from arpad.office.pools.careers import rated_games
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import GameTakenOut, PlayersMerged, RulesChanged, ScoreCorrected
from arpad.office.pools.games import Game
from arpad.office.pools.listing import before, listing
from arpad.office.pools.pool import Pool
from arpad.office.pools.replaying import rate_steps
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.store.database import Database
from arpad.office.turns import Busy, Turns
from databases import new_sqlite
from office.stores import close, opened

OFFICER = Actor(name="Ida", role=Role.RATING_OFFICER)
START = datetime(2026, 1, 5, 19, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = new_sqlite(tmp_path / "club.db")
    yield opened(url)
    close(url)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Database]:
    """A database that no other test has: there is one register in each."""
    url = f"sqlite:///{tmp_path / 'own.db'}"
    yield opened(url)
    close(url)


def named(name: str) -> str:
    return f"{name}-{secrets.token_hex(6)}"


@pytest.fixture(params=["elo", "glicko2"])
def pool(database: Database, request: pytest.FixtureRequest) -> Pool:
    found = Pool(database, named("evenings"))
    found.create(request.param)
    return found


def drawn(lots: random.Random, count: int, start: datetime) -> list[Game]:
    games = []
    for at in range(count):
        first, second = lots.sample("ABCDEF", 2)
        score = lots.choice((0.0, 0.5, 1.0))
        games.append(Game(first, second, score, start + timedelta(hours=5 * at), lots.choice((0, 1, -1))))
    return games


def facts(pool: Pool) -> list[tuple[str, float, float | None, int]]:
    found = listing(pool)
    deviation = [None] * len(found) if found.deviation is None else found.deviation.tolist()
    return list(zip(found.names, found.rating.tolist(), deviation, found.games.tolist(), strict=True))


def test_what_is_posted_since_is_on_the_list(pool: Pool) -> None:
    lots = random.Random(4)
    for at in range(6):
        pool.post(*drawn(lots, 7, START + timedelta(days=7 * at)))
        assert facts(pool) == pool.ratings(), at


def test_after_a_correction_the_list_is_another_one(pool: Pool) -> None:
    pool.post(*drawn(random.Random(5), 30, START))
    before_it = facts(pool)
    Corrections(pool).accept(GameTakenOut(3))
    assert facts(pool) == pool.ratings() != before_it


def test_a_rank_is_shared_and_names_are_in_alphabetical_order(database: Database) -> None:
    pool = Pool(database, named("shared"))
    pool.create("elo", {"k": 20.0})
    pool.post(Game("B", "D", 1.0, START), Game("A", "C", 1.0, START))
    found = listing(pool)
    assert list(found.names) == ["A", "B", "C", "D"]
    assert found.rank.tolist() == [1, 1, 3, 3]
    assert found.ranks is None


def test_rank_intervals_count_only_whose_whole_interval_is_higher(database: Database) -> None:
    """By hand: 2000 ± 98, 1900 ± 98, 1500 ± 98: the first two overlap, the third is below both."""
    pool = Pool(database, named("three"))
    pool.create("glicko2")
    pool.post(Game("A", "B", 1.0, START), Game("B", "C", 1.0, START))
    found = listing(pool)
    again = module.Listing(
        **{
            name: getattr(found, name)
            for name in module.Listing.__dataclass_fields__
            if name not in ("rating", "deviation", "serial")
        },
        rating=np.array([2000.0, 1900.0, 1500.0]),
        deviation=np.array([50.0, 50.0, 50.0]),
    )
    assert again.ranks is not None
    assert [column.tolist() for column in again.ranks] == [[1, 1, 3], [2, 2, 3]]


def test_the_list_of_a_day_has_the_games_until_its_end(pool: Pool) -> None:
    games = drawn(random.Random(6), 40, START)
    pool.post(*games)
    day = date(2026, 1, 8)
    other = Pool(pool.database, named("until"))
    other.create(listing(pool).rules.system)
    other.post(*[one for one in games if one.at is not None and one.at.date() <= day])
    found = listing(pool, day)
    assert list(zip(found.names, found.rating.tolist(), strict=True)) == [
        (one.player, one.rating) for one in other.ratings()
    ]
    assert len(listing(pool, date(2025, 1, 1))) == 0
    with pytest.raises(BadInput, match="no next day"):
        listing(pool, date.max)


def one(first: str, second: str, at: datetime, score: float = 1.0) -> Game:
    return Game(first, second, score, at)


def rated_on(pool: Pool, day: date) -> list[tuple[str, float]]:
    """Return the list of a day, rated anew by a process that keeps nothing."""
    module._DAYS.clear()
    found = listing(pool, day)
    return list(zip(found.names, found.rating.tolist(), strict=True))


def test_the_list_of_a_day_is_kept_until_something_concerns_that_day(pool: Pool) -> None:
    pool.post(*(one("A", "B", START + timedelta(days=at)) for at in range(10)))
    early, late = date(2026, 1, 6), date(2026, 1, 13)
    kept = listing(pool, early), listing(pool, late)
    pool.post(one("C", "D", START + timedelta(days=20)))
    Seasons(pool).begin(NewSeason("spring", at=int((START + timedelta(days=21)).timestamp())))
    pool.publish("2026-01")
    assert (listing(pool, early), listing(pool, late)) == kept  # the same objects: nothing was rated
    pool.post(one("E", "A", START + timedelta(days=4)))  # a game that was handed in late
    assert listing(pool, early) is kept[0]
    assert listing(pool, late) is not kept[1]
    assert "E" in listing(pool, late).names
    Corrections(pool).accept(ScoreCorrected(1, 0.0))
    for day in (early, late):
        known = listing(pool, day)
        assert list(zip(known.names, known.rating.tolist(), strict=True)) == rated_on(pool, day)
    assert listing(pool, early).rating[0] != kept[0].rating[0] or listing(pool, early).names != kept[0].names


def test_lists_of_days_that_are_kept_are_those_that_are_rated_anew(pool: Pool) -> None:
    lots = random.Random(11)
    days = [date(2026, 1, 5) + timedelta(days=at) for at in (0, 2, 5, 9)]
    for turn in range(25):
        act = lots.random()
        if act < 0.8 or not turn:
            pool.post(*drawn(lots, 3, START + timedelta(days=lots.randrange(12))))
        elif act < 0.9:
            Corrections(pool).accept(ScoreCorrected(lots.randrange(1, listing(pool).number + 1), 0.5))
        else:
            at = int((START + timedelta(days=lots.randrange(12))).timestamp())
            Seasons(pool).begin(NewSeason(f"s{turn}", at=at))
        day = lots.choice(days)
        known = listing(pool, day)
        shown = list(zip(known.names, known.rating.tolist(), strict=True))
        with pool.reading() as (_, place):
            key = module.pool_key(pool, place), day
        kept = module._DAYS.get(key)
        assert kept is not None
        assert shown == rated_on(pool, day), turn
        module._DAYS.put(key, kept)


def test_who_comes_when_enough_wait_for_earlier_days_is_sent_away(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool.post(*drawn(random.Random(6), 9, START))
    rating, go_on = Event(), Event()
    rate = rate_steps
    made = []

    def slowly(*given: object, **more: object) -> object:
        made.append(given)
        rating.set()
        assert go_on.wait(30)
        return rate(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "rate_steps", slowly)
    monkeypatch.setattr(cache, "WAITING", 2)
    days = [date(2026, 1, 6), date(2026, 1, 6), date(2026, 1, 7)]
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(listing, pool, days[0])]
        assert rating.wait(30)
        asked += [threads.submit(listing, pool, day) for day in days[1:]]
        while cache._THREADS._count < 3:
            sleep(0.001)
        with pytest.raises(Busy, match="too many requests wait"):
            listing(pool, date(2026, 1, 8))
        assert len(listing(pool)) > 0  # the list of now waits for nobody
        go_on.set()
        found = [one.result(30) for one in asked]
    assert found[0] is found[1]  # the second one waited, and nothing was rated for it
    assert len(made) == 2
    assert (cache._THREADS._count, module._DAYS._turns) == (0, {})
    assert len(listing(pool, date(2026, 1, 8))) > 0


def test_who_waits_too_long_for_a_turn_is_sent_away() -> None:
    turns = Turns(waiting=3, patience=0.01)
    with turns.turn(), pytest.raises(Busy), turns.turn():
        pass
    with turns.turn():
        pass


def test_the_last_published_list_is_compared_with(pool: Pool) -> None:
    assert before(pool) is None
    pool.post(*drawn(random.Random(7), 10, START))
    pool.publish("2026-01")
    pool.post(*drawn(random.Random(8), 10, START + timedelta(days=9)))
    was = before(pool)
    assert was is not None
    assert (was.name, was.ratings) == (
        "2026-01",
        {one.player: one.rating for one in pool.published("2026-01").ratings},
    )
    assert before(pool, date(2020, 1, 1)) is None


def test_games_are_rated_on_as_they_are_posted_and_anew_after_a_correction(pool: Pool) -> None:
    lots = random.Random(9)
    pool.post(*drawn(lots, 20, START))
    rated_games(pool)
    pool.post(*drawn(lots, 15, START + timedelta(days=8)))
    for at in range(2):
        rated = rated_games(pool)
        now = {one.player: one.rating for one in pool.ratings()}
        for name, rating in now.items():
            career = rated.career(name)
            assert career[-1].after == rating, (at, name)
            told = rated.explained(name)
            assert len(told) == len(career)
            for game, why in zip(career, told, strict=True):
                assert why is not None
                assert why.value == pytest.approx(game.change, abs=1e-9)
        assert rated.number.tolist() == [n for n in range(1, 36) if at == 0 or n != 5]
        if at == 0:
            Corrections(pool).accept(GameTakenOut(5), ScoreCorrected(1, 0.5))


def test_games_of_merged_players_are_in_one_career(database: Database) -> None:
    pool = Pool(database, named("merged"))
    pool.create("elo")
    pool.post(Game("Anna", "B", 1.0, START), Game("Ana", "C", 0.0, START), Game("B", "C", 0.5, START))
    Corrections(pool).accept(PlayersMerged("Ana", "Anna"))
    assert [game.opponent for game in rated_games(pool).career("Anna")] == ["B", "C"]
    assert rated_games(pool).career("Ana") == []
    assert "Ana" not in listing(pool).names


def test_where_the_parameters_changed_no_explanation_is_made_up(database: Database) -> None:
    pool = Pool(database, named("changed"))
    pool.create("elo", {"k": 20.0})
    pool.post(*drawn(random.Random(3), 10, START))
    Corrections(pool).accept(RulesChanged(int((START + timedelta(days=1)).timestamp()), {"k": 40.0}))
    rated = rated_games(pool)
    name = listing(pool).names[0]
    assert rated.explained(name) == [None] * len(rated.career(name))
    assert rated.career(name)[-1].after == listing(pool).rating[0]
    assert listing(pool).system.k == 40.0  # type: ignore[attr-defined]


def test_the_register_gives_a_list_its_columns(own: Database) -> None:
    pool = Pool(own, "evenings")
    pool.create("glicko2")
    pool.post(Game("Ann", "Bo", 1.0, START))
    register = Register(pool.database)
    found = listing(pool)
    assert attributes(found, register).registered[0] is NOBODY
    one = register.register(
        {"name": "Ann", "federation": "SWE", "birth": "1990/05/17", "sex": "f"}, by=OFFICER
    )
    assert (one.number, one.sex, one.birth_year) == (1, "w", 1990)
    known = attributes(found, register)
    assert known.federation.tolist() == ["SWE", ""]
    assert known.birth_year[0] == 1990.0
    assert np.isnan(known.birth_year[1])
    register.amend(1, {"federation": "NOR"}, by=OFFICER)
    assert attributes(found, register).federation.tolist() == ["NOR", ""]
    with pytest.raises(NotAllowed):
        register.register({"name": "Cy"}, by=Actor(name="Eve", role=Role.ARBITER))


def test_a_name_under_which_games_are_rated_stays(own: Database) -> None:
    pool = Pool(own, "evenings")
    pool.create("elo")
    pool.post(Game("Ann", "Bo", 1.0, START))
    register = Register(pool.database)
    register.register({"name": "Ann"}, by=OFFICER)
    register.register({"name": "Zoe"}, by=OFFICER)
    for changes, code in (
        ({"name": "Anna"}, "register.rated"),
        ({"name": "Zoe"}, "register.name-taken"),
        ({"name": "Ann"}, "register.same"),
        ({"rating": "1500"}, "entry.rating"),
        ({"sex": "x"}, "entry.sex"),
        ({"shoe": "43"}, "entry.unknown-field"),
    ):
        with pytest.raises(BadInput) as caught:
            register.amend(1, changes, by=OFFICER)
        assert caught.value.code == code
    register.amend(2, {"name": "Zoë"}, by=OFFICER)
    assert [one.name for one in register.search("zoe")] == ["Zoë"]


CSV = (
    "name,federation,birth,fide_id\n"
    "Ann,NOR,1990,101\n"
    "Bo,SWE,1985,102\n"
    "Cy,,,103\n"
    "Cy,,,104\n"
    "Dora,,,101\n"
    ",DEN,,105\n"
)


def test_a_file_of_players_is_looked_at_before_it_is_taken(own: Database) -> None:
    register = Register(own)
    register.register({"name": "Ann", "federation": "SWE", "identity": "101"}, by=OFFICER)
    register.register({"name": "Bo", "federation": "SWE", "birth": "1985", "identity": "102"}, by=OFFICER)
    found = register.preview(CSV.encode(), "people.csv")
    assert [one.name for one in found.new] == ["Cy"]
    assert [(one.player.name, one.fields) for one in found.changed] == [
        ("Ann", (("federation", "SWE", "NOR"), ("birth", "", "1990")))
    ]
    assert found.same == 1
    assert [(one.line, one.problem) for one in found.rejected] == [
        (5, "'Cy' stands in the file twice"),
        (6, "the id 101 is that of 'Ann' in the register"),
        (7, "a participant needs a name"),
    ]
    assert len(register.players()) == 2
    taken = register.take(CSV.encode(), "people.csv", by=OFFICER, expected=found.seq)
    assert taken == found
    assert [one.name for one in register.players()] == ["Ann", "Bo", "Cy"]
    assert register.by_name()["Ann"].birth == "1990"
    with pytest.raises(BadInput) as caught:
        register.take(CSV.encode(), "people.csv", by=OFFICER, expected=found.seq)
    assert caught.value.code == "log.moved"


def test_a_register_of_many_is_one_of_each_database(database: Database) -> None:
    register = Register(database)
    name = named("Ånn")
    one = register.register({"name": name, "club": "Delft"}, by=OFFICER)
    register.amend(one.number, {"club": "Gouda"}, by=OFFICER)
    assert [found.number for found in register.search(f"gouda {name}")] == [one.number]
    other = named("Bo")
    file = f"name,club\n{name},Breda\n{other},Breda\n".encode()
    taken = register.take(file, "people.csv", by=OFFICER)
    assert ([found.name for found in taken.new], len(taken.changed)) == ([other], 1)
    assert register.by_name()[name].club == register.by_name()[other].club == "Breda"
