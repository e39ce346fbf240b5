"""Starting ratings of a pool: as arpad rate takes them from a players file, with a look at what follows."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arpad.cli.verify_command import recomputed
from arpad.compiled.specialising import always_compiled
from arpad.core import ArpadError, BadInput, NotProvided
from arpad.office.backups.making import back_up
from arpad.office.backups.restoring import restore
from arpad.office.matchmaking.queues import GameQueue
from arpad.office.matchmaking.settings import QueueSettings
from arpad.office.matchmaking.tickets import Party, PartyPlayer, Tickets
from arpad.office.pools import pool as pools_module
from arpad.office.pools import publications
from arpad.office.pools.careers import rated_games
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import (
    GameTakenOut,
    PlayersMerged,
    RulesChanged,
    ScoreCorrected,
    StartsSet,
    StartsTakenOut,
)
from arpad.office.pools.following import following
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool, details, places
from arpad.office.pools.posting import Posting
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.pools.starts import Start, starts_read, starts_written
from arpad.office.publishing.verification import verify
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Players
from arpad.record.kinds.players import read_players
from arpad.rulebooks.rating_catalogue import rating_system
from databases import new_sqlite
from office.stores import close, opened
from office.test_pools import SECONDS, drawn


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = new_sqlite(tmp_path / "club.db")
    yield opened(url)
    close(url)


def begun(database: Database, system: str = "elo", settings: Mapping[str, Any] | None = None) -> Pool:
    found = Pool(database, f"pool-{secrets.token_hex(8)}")
    found.create(system, {"k": 20.0} if settings is None else settings)
    return found


@pytest.fixture
def pool(database: Database) -> Pool:
    """A pool by Elo's system with K = 20."""
    return begun(database)


def ratings(pool: Pool) -> dict[str, float]:
    return {one.player: one.rating for one in pool.ratings()}


def set_starts(pool: Pool, source: str = "", **players: float) -> int:
    """Set starting ratings, and return the event."""
    event = StartsSet({name: Start(rating) for name, rating in players.items()}, source)
    return Corrections(pool).accept(event).seq + 1


def rated_with(games: list[Game], players_file: Path, system: str, settings: Mapping[str, Any]) -> Ratings:
    """What arpad rate FILE --players START makes of the same games, live."""
    names = list(dict.fromkeys(name for one in games for name in (one.first, one.second)))
    record = Games(
        read_players(players_file, Players(names)),
        np.array([names.index(one.first) for one in games], dtype=np.int32),
        np.array([names.index(one.second) for one in games], dtype=np.int32),
        np.array([one.score for one in games]),
        advantage=np.array([one.advantage for one in games], dtype=np.int8),
        weight=np.array([one.weight for one in games]),
        time=np.array([one.at.replace(tzinfo=None) for one in games if one.at], dtype="datetime64[s]"),
    )
    with always_compiled():
        return rate(record, rating_system(system, settings), schedule="live", history=True)


SYSTEMS: list[Any] = [
    ("elo", {"k": 20.0}),
    ("elo", {"k": "40 if games<30; 20 if peak<1900; 10", "floor": 1400.0}),
    ("glicko2", {}),
    pytest.param("glicko", {}, marks=pytest.mark.slow),
    pytest.param("lichess", {}, marks=pytest.mark.slow),
]
START = """player,rating,deviation,volatility,games,peak,birth_year
P0,1850.3,80,0.05,12,2000.5,1990
P1,1234.567890123,,,,,
P2,,50.25,0.0712,,,
P4,1500,30,,31,,
Nobody,2000,,,,,
"""
TAKEN = {
    "elo": ("rating", "games", "peak", "birth_year"),
    "glicko": ("rating", "deviation"),
    "glicko2": ("rating", "deviation", "volatility"),
    "lichess": ("rating", "deviation", "volatility"),
}


def starts_of_file(path: Path, system: str, settings: Mapping[str, Any]) -> dict[str, Start]:
    """The rows of the file, with what the system takes."""
    players = read_players(path)
    taken = TAKEN[system] if len(settings) != 1 else ("rating",)
    found = {}
    for at, name in enumerate(players.names):
        values = {one: float(players.attributes[one][at]) for one in taken}
        start = Start(**{one: None if np.isnan(value) else value for one, value in values.items()})
        if start != Start():
            found[name] = start
    return found


@pytest.mark.parametrize(("system", "settings"), SYSTEMS)
@pytest.mark.parametrize("after", [0, 30, 60])
def test_ratings_are_those_of_rate_with_players_to_the_last_bit(
    database: Database, tmp_path: Path, system: str, settings: Mapping[str, Any], after: int
) -> None:
    """Whether the starting ratings are set before all games, among them or after them."""
    pool = begun(database, system, settings)
    games = drawn(random.Random(5), 60)
    (tmp_path / "START.csv").write_text(START)
    if after:
        pool.post(*games[:after])
    starts = starts_of_file(tmp_path / "START.csv", system, settings)
    Corrections(pool).accept(StartsSet(starts, "START.csv"))
    if after < 60:
        pool.post(*games[after:])
    expected = rated_with(games, tmp_path / "START.csv", system, settings)
    shown = {name: at for at, name in enumerate(expected.players.names)}
    assert "Nobody" not in ratings(pool), "who has not played is not on the list"
    assert set(ratings(pool)) == set(shown)
    for one in pool.ratings():
        assert one.rating == expected.rating[shown[one.player]]
        if expected.deviation is not None:
            assert one.deviation == expected.deviation[shown[one.player]]
    assert pool.known() == pool.ratings()
    # Every change is explained, the first one from the starting rating.
    rated = rated_games(pool)
    assert rated.career("P0")[0].before == (1850.3)
    for name in shown:
        told = rated.explained(name)
        assert all(one is not None for one in told)
        state = rated.state(name)
        assert state is not None
        assert state.value == expected.rating[shown[name]]


def test_a_starting_rating_holds_from_the_beginning(pool: Pool) -> None:
    """Elo 1978: of 1700 against 1500, E = 1 / (1 + 10^(−200/400)) = 0.759747; a win is worth 20 · 0.240253."""
    pool.post(Game("Ann", "Bo", 1.0))
    pool.publish("first")
    seen = Corrections(pool).preview(StartsSet({"Ann": Start(1700.0)}, "start.csv"))
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}, "a look writes nothing"
    gain = 20.0 * (1.0 - 1.0 / (1.0 + 10.0 ** (-200.0 / 400.0)))
    assert {one.player: one.before for one in seen.players} == {"Ann": 1510.0, "Bo": 1490.0}
    after: Any = {one.player: one.after for one in seen.players}
    assert after == pytest.approx({"Ann": 1700.0 + gain, "Bo": 1500.0 - gain})
    assert gain == pytest.approx(4.805061, abs=1e-6)
    (of_list,) = seen.lists
    assert (of_list.name, len(of_list.players)) == ("first", 2)
    done = Corrections(pool).accept(
        StartsSet({"Ann": Start(1700.0)}, "start.csv"), expected=seen.seq, op="s", author="Ida"
    )
    assert done == seen
    assert ratings(pool) == {one.player: one.after for one in seen.players}
    assert pool.known() == pool.ratings()
    again = Corrections(pool).accept(StartsSet({"Ann": Start(1700.0)}, "start.csv"), op="s", author="Ida")
    assert again == seen, "done once"
    assert details(pool).stream.seq == seen.seq + 1
    known = details(pool).rules.start_of("Ann")
    assert known is not None
    assert (known.act.seq, known.act.source, known.start.rating) == (seen.seq + 1, "start.csv", 1700.0)


def test_who_has_not_played_enters_with_the_first_game(pool: Pool) -> None:
    pool.post(Game("Ann", "Bo", 1.0))
    seen = Corrections(pool).preview(StartsSet({"Cy": Start(1800.0)}))
    assert (seen.players, seen.lists) == ((), ())
    set_starts(pool, Cy=1800.0)
    assert pool.rating("Cy") is None
    posted = pool.post_all([Posting((Game("Cy", "Di", 0.5),), explain=True)])[0]
    assert posted.games[0]["before"] == [[1800.0], [1500.0]]
    assert pool.known() == pool.ratings()


def test_starting_ratings_are_taken_out_and_those_before_hold_again(pool: Pool) -> None:
    games = drawn(random.Random(2), 30)
    pool.post(*games)
    states = [ratings(pool)]
    first = set_starts(pool, "one.csv", P0=1800.0, P1=1400.0)
    states.append(ratings(pool))
    second = set_starts(pool, "two.csv", P0=1300.0)
    states.append(ratings(pool))
    assert len({tuple(sorted(one.items())) for one in states}) == 3
    corrections = Corrections(pool)
    corrections.accept(StartsTakenOut(second))
    assert ratings(pool) == states[1]
    assert pool.known() == pool.ratings()
    assert pool.known(seq=second) == sorted(pool.known(seq=second), key=lambda one: (-one.rating, one.player))
    assert {one.player: one.rating for one in pool.known(seq=second)} == states[2]
    corrections.accept(StartsTakenOut(first))
    assert ratings(pool) == states[0]
    assert not details(pool).rules.starts
    for event in (first, second, 1, 999):
        with pytest.raises(BadInput) as caught:
            corrections.accept(StartsTakenOut(event))
        assert caught.value.code == "pool.no-starts"


@pytest.mark.parametrize("every", [5, 100_000])
def test_replays_from_kept_states_meet_the_starting_ratings(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, every: int, tmp_path: Path
) -> None:
    monkeypatch.setattr(pools_module, "CHECKPOINT_EVERY", every)
    monkeypatch.setattr(pools_module, "KEEP_GAMES", every)
    games = drawn(random.Random(7), 40)
    set_starts(pool, P3=1900.0)
    for at in range(0, 40, 5):
        pool.post(*games[at : at + 5])
        if at == 20:
            set_starts(pool, P5=1250.0, P3=1950.0)
    (tmp_path / "START.csv").write_text("player,rating\nP3,1950\nP5,1250\n")
    expected = rated_with(games, tmp_path / "START.csv", "elo", {"k": 20.0})
    assert ratings(pool) == dict(zip(expected.players.names, expected.rating.tolist(), strict=True))
    games[33] = replace(games[33], score=1.0 - games[33].score if games[33].score != 0.5 else 1.0)
    Corrections(pool).accept(ScoreCorrected(34, games[33].score))
    expected = rated_with(games, tmp_path / "START.csv", "elo", {"k": 20.0})
    assert ratings(pool) == dict(zip(expected.players.names, expected.rating.tolist(), strict=True))
    assert pool.known() == pool.ratings()


def test_another_process_follows(pool: Pool) -> None:
    """Its memory is empty, or is as it was before the starting ratings were set."""
    pool.post(*drawn(random.Random(1), 20))
    assert ratings(pool)
    other = open_database(pool.database.address) if pool.database.address.startswith("sqlite") else None
    if other is None:
        following(pool.database.engine, pool.name)._members = None
        assert pool.known() == pool.ratings()
        return
    elsewhere = Pool(other, pool.name)
    assert ratings(elsewhere) == ratings(pool)
    set_starts(pool, P0=1900.0, New=1700.0)
    pool.post(Game("New", "P0", 1.0))
    assert ratings(elsewhere) == ratings(pool)
    assert ratings(elsewhere)["New"] > 1700.0
    other.close()


def test_a_player_who_is_another_one_brings_the_starting_rating(pool: Pool) -> None:
    pool.post(Game("Anne", "Bo", 1.0), Game("Ann", "Cy", 0.5))
    set_starts(pool, Anne=1700.0)
    Corrections(pool).accept(PlayersMerged("Anne", "Ann"))
    first = next(one for one in rated_games(pool).career("Ann"))
    assert first.before == 1700.0
    set_starts(pool, Ann=1600.0)
    assert rated_games(pool).career("Ann")[0].before == 1600.0, "the own one goes first"
    set_starts(pool, Anne=1750.0)
    assert rated_games(pool).career("Ann")[0].before == 1600.0
    assert pool.known() == pool.ratings()


def test_seasons_and_other_parameters_go_on_from_starting_ratings(pool: Pool) -> None:
    """By hand: 1700 − 10 after a loss to an equal is 1690; half of the way to 1500 is 1595."""
    set_starts(pool, Ann=1700.0, Bo=1700.0, Cy=1900.0)
    pool.post(Game("Bo", "Ann", 1.0))
    Seasons(pool).begin(NewSeason("summer"))
    assert ratings(pool) == {"Bo": 1605.0, "Ann": 1595.0}
    assert pool.post(Game("Cy", "Ann", 0.5)).games[0]["before"] == [[1900.0], [1595.0]], (
        "a start is no rating"
    )
    Corrections(pool).accept(RulesChanged(SECONDS, {"k": 40.0}))
    assert pool.known() == pool.ratings()


def test_a_game_taken_out_is_no_first_game(pool: Pool) -> None:
    pool.post(Game("Ann", "Bo", 1.0), Game("Bo", "Cy", 1.0))
    Corrections(pool).accept(GameTakenOut(1))
    seen = Corrections(pool).preview(StartsSet({"Ann": Start(1900.0)}))
    assert seen.players == ()
    set_starts(pool, Ann=1900.0)
    assert pool.known() == pool.ratings()


@pytest.mark.parametrize("system", ["elo", "glicko2"])
def test_published_lists_are_reproduced_with_the_players_file(
    database: Database, tmp_path: Path, system: str
) -> None:
    pool = begun(database, system, {})
    names = {"P0": 'Bo, the "Great"', "P1": "=cmd"}
    games = [
        replace(one, first=names.get(one.first, one.first), second=names.get(one.second, one.second))
        for one in drawn(random.Random(4), 30)
    ]
    pool.post(*games)
    Corrections(pool).accept(
        StartsSet({'Bo, the "Great"': Start(1850.3), "=cmd": Start(1234.567890123)}, "start.csv")
    )
    publications.publish(pool, "2026-01")
    one = publications.publication(pool, "2026-01")
    assert {"games.csv", "players.csv", "list.csv"} <= {file.name for file in one.files}
    for file in one.files:
        (tmp_path / file.name).write_bytes(publications.file_of(pool, "2026-01", file.name))
    for form in ("csv", "json", "parquet", "html"):
        found = verify(tmp_path / f"list.{form}", recomputed)
        assert (found.verdict, found.rows) == ("reproduced", 8), found.findings


def test_a_backup_has_the_starting_ratings(pool: Pool, tmp_path: Path) -> None:
    pool.post(*drawn(random.Random(1), 20))
    set_starts(pool, "start.csv", P0=1900.0)
    back_up(pool.database, tmp_path / "club.zip")
    other = open_database(new_sqlite(tmp_path / "other.db"))
    assert restore(tmp_path / "club.zip", other).verified.others == ()
    elsewhere = Pool(other, pool.name)
    assert elsewhere.ratings() == pool.ratings()
    assert details(elsewhere).rules.starts == details(pool).rules.starts
    other.close()


def test_all_pools_are_told_in_two_statements(database: Database) -> None:
    several = [begun(database) for _ in range(3)]
    for at, one in enumerate(several):
        set_starts(one, Ann=1600.0 + at)
    found = places(database)
    starts = [found[one.name].rules.start_of("Ann") for one in several]
    assert [one and one.start.rating for one in starts] == [1600.0, 1601.0, 1602.0]


def test_the_rules_of_a_pool_are_small_however_many_have_starting_ratings(pool: Pool) -> None:
    Corrections(pool).accept(StartsSet({f"P{at}": Start(1000.0 + at) for at in range(5000)}))
    rules = details(pool).rules
    assert len(rules.text()) < 300
    assert len(rules.starts.by_player) == 5000
    assert details(pool).rules.starts is rules.starts, "read once"


REFUSED: list[tuple[Any, str]] = [
    ({"Ann": {"rating": 1e300}}, ""),
    ({"Ann": {"rating": float("nan")}}, ""),
    ({"Ann": {"games": -1.0}}, ""),
    ({"Ann": {}}, "pool.starts"),
    ({}, "pool.starts"),
    ({"": {"rating": 1500.0}}, "pool.starts"),
    ({"Ann": {"deviation": 50.0}}, "pool.starts"),
]


@pytest.mark.parametrize(("players", "code"), REFUSED)
def test_what_cannot_be_is_refused_and_not_written(pool: Pool, players: Any, code: str) -> None:
    before = details(pool).stream.seq
    event = StartsSet({name: Start(**values) for name, values in players.items()})
    for call in (Corrections(pool).preview, Corrections(pool).accept):
        with pytest.raises((BadInput, NotProvided)) as caught:
            call(event)
        assert not code or caught.value.code == code
    assert details(pool).stream.seq == before


def test_a_volatility_with_which_no_rating_begins_is_refused(database: Database) -> None:
    pool = begun(database, "glicko2", {})
    with pytest.raises(ArpadError, match="Ann cannot enter"):
        Corrections(pool).accept(StartsSet({"Ann": Start(1500.0, volatility=0.0)}))
    assert details(pool).stream.seq == 1


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"player": ["Ann"]},
        {"player": ["Ann", "Ann"], "rating": [1.0, 2.0]},
        {"player": ["Ann"], "rating": [1.0, 2.0]},
        {"player": ["Ann"], "rating": ["1500"]},
        {"player": ["Ann"], "rating": [True]},
        {"player": ["Ann"], "rating": 1500.0},
        {"player": ["Ann"], "rating": [1500.0], "elo": [1500.0]},
        {"player": ["A\nB"], "rating": [1500.0]},
        [],
    ],
)
def test_columns_that_are_no_starting_ratings(row: Any) -> None:
    with pytest.raises(BadInput):
        starts_read(row)


def test_columns_are_read_as_they_were_written() -> None:
    players = {"Ann": Start(1850.1, None, None, 3.0), "Лев": Start(1200.0)}
    row = json.loads(json.dumps(starts_written(players)))
    assert row == {"player": ["Ann", "Лев"], "rating": [1850.1, 1200.0], "games": [3.0, None]}
    assert starts_read(row) == players


def test_a_queue_looks_for_matches_by_the_starting_rating(pool: Pool) -> None:
    """Of who has not played in the pool; others are newcomers."""
    set_starts(pool, Ann=1812.5)
    queue = GameQueue(pool.database, f"queue-{secrets.token_hex(4)}")
    queue.create(QueueSettings(pool=pool.name))
    for name, rating in (("Ann", 1812.5), ("Bo", 1500.0)):
        (seated,) = Tickets(queue).enter(Party([PartyPlayer(name)]), now=1.0).players
        assert seated.rating == rating


def test_what_other_parameters_ask_of_players_counts_too(pool: Pool) -> None:
    """K = 40 for fewer than 30 games: by hand, 40 · 1/2 for Bo and, with 30 games before, 10 · 1/2 for Ann."""
    with pytest.raises(NotProvided):
        Corrections(pool).accept(StartsSet({"Ann": Start(games=30.0)}))
    pool.post(Game("Ann", "Bo", 1.0))
    corrections = Corrections(pool)
    corrections.accept(RulesChanged(-(10**12), {"k": "40 if games<30; 10"}))
    assert ratings(pool) == {"Ann": 1520.0, "Bo": 1480.0}
    corrections.accept(StartsSet({"Ann": Start(games=30.0)}))
    assert ratings(pool) == {"Ann": 1505.0, "Bo": 1480.0}
    posted = pool.post_all([Posting((Game("Cy", "Ann", 0.5),), explain=True)])[0]
    told = posted.rating_inputs[0].explained()[1]
    ((after,),) = posted.games[0]["after"][1:]
    assert told.value == pytest.approx(after - 1505.0, abs=1e-9), "K by the games before is told too"
    state = rated_games(pool).state("Ann")
    assert state is not None
    assert state.games == 32
