"""The page of a player in a pool: how large it gets, what it is drawn by, its events and its files."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from urllib.parse import quote

import polars as pl
import pytest

from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.pools.finished import rate_tournament
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.visiting import Visit

PLAYER = "/lists/club-evenings/player"
START = datetime(2020, 1, 10, 19, tzinfo=UTC)


def test_a_page_of_many_games_is_small_too(database: Database, visitor: Visit) -> None:
    """Glicko-2 has the longest calculations, and Russian the longest letters."""
    pool = Pool(database, "years")
    pool.create("glicko2", {}, title="Years")
    for month in range(80):
        at = START + timedelta(days=30 * month)
        names = [f"Opponent van der Number {(7 * month + n) % 120}" for n in range(6)]
        pool.post(*[Game("Ann", name, (month + n) % 3 / 2, at) for n, name in enumerate(names)])
        if month % 2:
            pool.publish(f"list {month}")
    for by in ("", "game", "period"):
        page = visitor.get(f"/lists/years/player?name=Ann&lang=ru&by={by}")
        assert page.status_code == 200
        assert len(page.content) < 50_000, by
    listed = [visitor.json(f"/lists/years/player?name=Ann&met={n}")["against"] for n in range(1, 7)]
    names = [row["opponent"] for part in listed for row in part]
    assert len(names) == len(set(names)) == 120, "all opponents in their parts"


def test_the_history_goes_by_months_quarters_or_years(database: Database, visitor: Visit) -> None:
    """Elo 1978, 1.6: a win between equals is worth K / 2 = 10 points, a draw nothing."""
    pool = Pool(database, "othello")
    pool.post(Game("Ann", "Bo", 1.0, START), Game("Ann", "Cy", 0.0, START + timedelta(days=40)))
    found = visitor.json("/lists/othello/player?name=Ann&by=period")
    assert found["unit"] == "month"
    assert [one["label"] for one in found["periods"]] == ["2020-01", "2020-02"]
    first, second = found["periods"]
    assert (first["open"], first["high"], first["low"], first["close"]) == (1500.0, 1510.0, 1500.0, 1510.0)
    assert second["open"] == 1510.0
    page = visitor.get("/lists/othello/player?name=Ann&by=period").text
    assert page.count('class="rise"') == page.count('class="fall"') == 2, "for wide windows and for phones"
    pool.post(Game("Ann", "Di", 0.5, START + timedelta(days=2000)))
    assert visitor.json("/lists/othello/player?name=Ann")["unit"] == "quarter"
    assert visitor.json("/lists/othello/player?name=Ann")["periods"] == []


def test_an_absence_is_a_gap(database: Database, visitor: Visit) -> None:
    pool = Pool(database, "othello")
    days = (0, 10, 20, 1000, 1010, 1020)
    pool.post(*[Game("Ann", "Bo", n % 2, START + timedelta(days=d)) for n, d in enumerate(days)])
    chart = visitor.get("/lists/othello/player?name=Ann").text
    assert chart.count('class="line"') == 2 * 3, "two pieces and the one beside the name, in two charts"
    assert visitor.get("/lists/othello/player?name=Ann&by=game").text.count('class="line"') == 2 * 2


def test_games_of_one_day_are_drawn_one_by_one(database: Database, visitor: Visit) -> None:
    Pool(database, "othello").post(*[Game("Ann", f"B{n}", 1.0, START) for n in range(3)])
    assert visitor.json("/lists/othello/player?name=Ann")["by"] == "game"
    assert visitor.json("/lists/othello/player?name=Ann&by=date")["by"] == "date"
    assert visitor.json("/lists/othello/player?name=Ann&by=nonsense")["by"] == "game"


def test_tournaments_lists_and_seasons_are_marked(database: Database, visitor: Visit) -> None:
    pool = Pool(database, "othello")
    pool.publish("before")
    pool.post(Game("Ann", "Bo", 1.0, START), Game("Ann", "Cy", 1.0, START + timedelta(days=5)))
    pool.publish("first")
    Seasons(pool).begin(NewSeason("2021", carry=0.5))
    log = desk.create("Cup", "fide-dutch", rounds=1, details={"start": "2021-02-01", "end": "2021-02-01"})
    log = desk.enter_all(log, [ParticipantEntry("Ann"), ParticipantEntry("Bo")])
    log = desk.enter_result(desk.publish(desk.pair(log)), 1, 1, "1-0")
    TournamentLog(database, "cup").create(desk.finish(log), author="Ida", in_acts=True)
    rate_tournament(pool, TournamentLog(database, "cup").read())
    pool.post(Game("Bo", "Cy", 1.0, START + timedelta(days=900)))
    found = visitor.json("/lists/othello/player?name=Ann")
    told = [(one["what"], one["title"], one["game"]) for one in reversed(found["events"])]
    assert told == [("list", "first", 2), ("season", "2021", 2), ("tournament", "Cup", 3)]
    assert found["happened"] == 3, "the list before the first game is none of them"
    assert [one["game"] for one in visitor.json("/lists/othello/player?name=Bo")["events"]][::-1] == [1, 1, 2]
    page = visitor.get("/lists/othello/player?name=Ann").text
    for kind in ("list", "season", "event"):
        assert f'class="{kind}"' in page
    for link in ("/tournaments/cup", "/lists/othello/publications/first", "/lists/othello/seasons"):
        assert f'href="{link}"' in page
    assert "A dashed line is the beginning of a season." in page
    # A season of 2026 that games of 2021 follow stands between the games before it and after it.
    at = {one["what"]: one["at"] for one in found["events"]}
    assert at["list"] <= at["season"] <= at["tournament"]


def test_opponents_are_told_by_rating_difference_and_score(database: Database, visitor: Visit) -> None:
    """Elo: Bo has won 10 points by beating Cy before; Ann wins, and meets Bo no more."""
    pool = Pool(database, "othello")
    pool.post(Game("Bo", "Cy", 1.0, START), Game("Ann", "Bo", 1.0, START), Game("Cy", "Ann", 0.5, START))
    found = {row["opponent"]: row for row in visitor.json("/lists/othello/player?name=Ann")["against"]}
    assert found["Bo"]["ahead"] == 10.0
    assert found["Cy"]["ahead"] < -10.0
    page = visitor.get("/lists/othello/player?name=Ann").text
    assert "2 opponents of Ann, by rating difference and by score; 1 rated higher." in page
    assert page.count('<circle class="opponent"') == 2
    assert '<a href="/lists/othello/player?name=Bo">' in page


def test_the_history_is_saved_by_game_by_period_and_as_json(visitor: Visit) -> None:
    page = visitor.json(f"{PLAYER}?name=Anna+Berg&by=period")
    saved = visitor.get(f"{PLAYER}.json?name=Anna+Berg")
    assert saved.headers["content-type"] == "application/json"
    assert saved.headers["content-disposition"].startswith("attachment")
    whole = saved.json()
    rows = pl.read_csv(io.BytesIO(visitor.get(f"{PLAYER}.csv?name=Anna+Berg").content))
    assert list(whole["games"][0]) == rows.columns
    assert [one["rating"] for one in whole["games"]] == rows["rating"].to_list()
    assert [one["label"] for one in page["periods"]] == [one["period"] for one in whole["periods"]]
    periods = pl.read_csv(io.BytesIO(visitor.get(f"{PLAYER}.csv?name=Anna+Berg&by=period").content))
    assert periods["close"].to_list() == [one["close"] for one in page["periods"]]
    assert sum(one["games"] for one in whole["opponents"]) == len(rows)
    assert {one["kind"] for one in whole["events"]} == {"list"}
    assert visitor.get(f"{PLAYER}.json?name=Nobody").status_code == 404


def test_the_deviation_stands_beside_the_rating_where_there_is_one(
    visitor: Visit, database: Database
) -> None:
    rating = Pool(database, "club-evenings").rating("Anna Berg")
    assert rating is not None
    assert rating.deviation is not None
    assert visitor.json(f"{PLAYER}?name=Anna+Berg")["deviation"] == rating.deviation
    Pool(database, "othello").post(Game("Ann", "Bo", 1.0, START))
    assert visitor.json("/lists/othello/player?name=Ann")["deviation"] is None


def test_movers_have_the_line_of_their_last_lists(visitor: Visit, database: Database) -> None:
    pool = Pool(database, "club-evenings")
    found = visitor.json("/lists/club-evenings?movers=yes")
    assert found["lately"] == ["2025-12", "2026-01", "2026-02"]
    lists = [{one.player: one.rating for one in pool.published(name).ratings} for name in found["lately"]]
    for row in found["rows"]:
        assert row["lately"] == [*(one[row["name"]] for one in lists), row["rating"]]
    assert visitor.get("/lists/club-evenings?movers=yes").text.count('class="spark"') == len(found["rows"])
    assert visitor.json("/lists/club-evenings")["rows"][0]["lately"] == []
    assert 'class="spark"' not in visitor.get("/lists/club-evenings").text


def test_a_line_goes_through_eight_lists_at_most_and_those_of_the_day(
    database: Database, visitor: Visit
) -> None:
    pool = Pool(database, "othello")
    for n in range(11):
        pool.post(Game("Ann", f"B{n}", 1.0, START + timedelta(days=n)))
        pool.publish(f"list {n}")
    found = visitor.json("/lists/othello?columns=all")
    assert found["lately"] == [f"list {n}" for n in range(3, 11)]
    rows = {row["name"]: row["lately"] for row in found["rows"]}
    assert all(early < late for early, late in pairwise(rows["Ann"][:-1]))
    assert rows["B9"][:6] == [None] * 6, "not on the lists before its first game"
    assert visitor.json("/lists/othello?columns=all&as_of=2020-01-12")["lately"] == []


@pytest.mark.parametrize("language", ["en", "ko", "nl", "ru"])
def test_a_map_is_told_in_words(language: str, visitor: Visit) -> None:
    page = visitor.get(f"{PLAYER}?name=Anna+Berg&lang={language}").text
    assert '<desc id="opponents-map-desc">' in page
    assert ("opponents of" in page) == (language == "en")


def test_the_peak_of_the_list_is_that_of_the_page(visitor: Visit) -> None:
    """The highest of the established ratings, where there are any, on both."""
    for row in visitor.json("/lists/club-evenings?columns=all")["rows"]:
        page = visitor.json(f"{PLAYER}?name={quote(row['name'])}")
        assert row["peak"] == page["peak"]["rating"], row["name"]


@pytest.mark.parametrize("query", ["columns=all", "columns=all&movers=yes"])
def test_before_the_first_game_a_list_with_more_columns_is_empty(
    query: str, database: Database, visitor: Visit
) -> None:
    Pool(database, "othello").post(Game("Ann", "Bo", 1.0, START))
    found = visitor.json(f"/lists/othello?as_of=2019-12-31&{query}")
    assert found["rows"] == []


def test_games_that_are_to_come_count_in_the_columns_of_now_as_in_its_ratings(
    database: Database, visitor: Visit
) -> None:
    """The clock of the office may be behind. Elo: the first win between equals is worth 10 points."""
    pool = Pool(database, "othello")
    later = datetime.now(UTC) + timedelta(days=400)
    pool.post(*[Game("Ann", f"B{n}", 1.0, later + timedelta(days=n)) for n in range(2)])
    pool.post(Game("Cy", "B0", 1.0, later - timedelta(days=100)))
    rows = {row["name"]: row for row in visitor.json("/lists/othello?columns=all")["rows"]}
    assert rows["Ann"]["peak"] == rows["Ann"]["rating"] > 1510.0
    assert rows["B1"]["peak"] == rows["B1"]["rating"] < 1500.0
    assert rows["Cy"]["peak"] == rows["Cy"]["rating"] > 1500.0
    assert ">nan<" not in visitor.get("/lists/othello?columns=all").text
