"""Ranking lists and players in the browser, without JavaScript."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import polars as pl
import pytest

from arpad.office import cache
from arpad.office.club.register import Register
from arpad.office.pools import listing
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import ScoreCorrected
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.standing import PoolRating
from arpad.office.sample_club import OFFICER, WOMEN
from arpad.office.store.database import Database
from web.visiting import Visit

LIST = "/lists/club-evenings"

EVERY = (
    "/lists",
    LIST,
    f"{LIST}?sex=w&as_of=2025-12-01",
    f"{LIST}?q=nobody",
    f"{LIST}/player?name=Anna+Berg",
    f"{LIST}/player?name=Anna+Berg&by=game&part=2",
    f"{LIST}/player?name=Anna+Berg&by=period",
    f"{LIST}?movers=yes",
    f"{LIST}?columns=all",
    f"{LIST}/player?name=Anna+Berg&next=Kim+Minji:1",
    "/lists/othello",
)


@pytest.mark.parametrize("path", EVERY)
def test_a_page_is_small_and_has_one_heading_and_its_json(path: str, owner: Visit) -> None:
    page = owner.get(path)
    assert page.status_code == 200
    assert len(page.content) < 50_000
    assert page.text.count("<h1") == 1
    assert "<script>" not in page.text
    assert " style=" not in page.text, "the policy allows no inline style"
    assert isinstance(owner.json(path), dict)


def test_the_list_is_that_of_the_pool(visitor: Visit, database: Database) -> None:
    found = visitor.json(LIST)
    ratings = Pool(database, "club-evenings").ratings()
    assert [(row["name"], row["rating"]) for row in found["rows"]] == [
        (one.player, one.rating) for one in ratings
    ]
    assert found["compared"] == "2026-02"
    was = {one.player: one.rating for one in Pool(database, "club-evenings").published("2026-02").ratings}
    assert found["rows"][0]["gained"] == ratings[0].rating - was[ratings[0].player]
    assert sum(row["moved"] for row in found["rows"]) == 0


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("sex=w", {"Kim Minji", "Anna Berg", "Olga Petrova", "María Ruiz", "Eva Nováková"}),
        ("federation=KOR", {"Kim Minji", "Lee Jun", "Park Soo"}),
        ("federation=KOR&sex=m", {"Lee Jun", "Park Soo"}),
        ("title=FM", {"Jan de Vries"}),
        ("age=U18", {"Lee Jun", "Park Soo"}),  # born 2008 and 2010; the day of the list is in 2026
        ("age=65%2B", {"Piet Bakker"}),  # born 1959
        ("q=novakova", {"Eva Nováková"}),
        ("q=ЛЕВ", {"Лев Иванов"}),
        ("q=maria+r", {"María Ruiz"}),
        ("q=nobody", set()),
    ],
)
def test_a_list_is_narrowed_down(query: str, names: set[str], visitor: Visit) -> None:
    found = visitor.json(f"{LIST}?as_of=2026-06-30&{query}")
    assert {row["name"] for row in found["rows"]} == names
    assert found["found"] == len(names)
    if "q=" not in query and names:
        assert [row["place"] for row in found["rows"]] == list(range(1, len(names) + 1))


def test_a_list_is_narrowed_down_to_a_club(visitor: Visit, database: Database) -> None:
    club = Register(database).by_name()["Anna Berg"].club
    found = visitor.json(f"{LIST}?club={club}")
    members = {name for name, one in Register(database).by_name().items() if one.club == club}
    assert {row["name"] for row in found["rows"]} == members
    assert 1 < len(members) < 12
    assert f'<option value="{club}" selected>' in visitor.get(f"{LIST}?club={club}").text


def test_more_columns_have_peak_percentile_performance_and_the_games_since(
    database: Database, visitor: Visit
) -> None:
    """Elo: 3¾ of 5 against 1500 is what 1500 + 400 · lg 3 is expected to score."""
    pool = Pool(database, "othello")
    start = datetime.now(UTC) - timedelta(days=30)
    scores = (1.0, 1.0, 1.0, 0.5, 0.25)
    pool.post(*[Game("Ann", f"B{n}", score, start + timedelta(days=n)) for n, score in enumerate(scores)])
    pool.publish("now")
    pool.post(Game("B0", "B1", 0.0), Game("B1", "B2", 1.0))
    rows = {row["name"]: row for row in visitor.json("/lists/othello?columns=all")["rows"]}
    assert rows["Ann"]["performance"] == pytest.approx(1500 + 400 * math.log10(3), abs=0.01)
    assert rows["B1"]["performance"] is None, "three games are too few"
    assert (rows["Ann"]["period"], rows["B1"]["period"], rows["B2"]["period"]) == (0, 2, 1)
    ratings = {name: row["rating"] for name, row in rows.items()}
    for name, row in rows.items():
        below = sum(one < ratings[name] for one in ratings.values())
        assert row["percentile"] == pytest.approx(100 * below / len(ratings))
    assert rows["Ann"]["peak"] > ratings["Ann"], "it fell in the last two games"
    assert rows["B0"]["peak"] >= ratings["B0"]
    assert visitor.json("/lists/othello")["rows"][0]["peak"] is None
    page = visitor.get("/lists/othello?columns=all").text
    head = re.findall(r"<thead><tr>(.*?)</tr>", page, re.S)[0].count("<th")
    assert {
        row.count("<td") + row.count("<th") for row in re.findall(r"<tr>(<td.*?)</tr>", page, re.S)[:5]
    } == {head}


def test_the_chart_is_cut_into_quarters(visitor: Visit) -> None:
    found = visitor.json(LIST)
    ratings = sorted(row["rating"] for row in found["rows"])
    quarter, half, most = found["cuts"]
    assert (quarter, half, most) == (
        pytest.approx(ratings[2] + 0.75 * (ratings[3] - ratings[2])),
        pytest.approx((ratings[5] + ratings[6]) / 2),
        pytest.approx(ratings[8] + 0.25 * (ratings[9] - ratings[8])),
    )
    assert visitor.get(LIST).text.count('class="cut"') == 6
    assert visitor.json(f"{LIST}?sex=w")["cuts"] == []


def test_who_has_not_played_for_months_is_not_active(database: Database, visitor: Visit) -> None:
    pool = Pool(database, "othello")
    pool.post(Game("Old", "Older", 1.0, datetime(2020, 1, 1, tzinfo=UTC)))
    pool.post(Game("New", "Newer", 1.0, datetime(2026, 3, 1, tzinfo=UTC)))
    found = visitor.json("/lists/othello?as_of=2026-04-01&active=3")
    assert [row["name"] for row in found["rows"]] == ["New", "Newer"]


def test_a_long_list_comes_in_parts(database: Database, visitor: Visit) -> None:
    pool = Pool(database, "othello")
    start = datetime(2026, 3, 1, tzinfo=UTC)
    pool.post(*[Game(f"P{n:03}", f"Q{n:03}", 1.0, start + timedelta(hours=n)) for n in range(60)])
    page = visitor.get("/lists/othello?part=2")
    assert len(page.content) < 50_000
    found = visitor.json("/lists/othello?part=2")
    assert (found["part"], found["parts"], found["found"]) == (2, 3, 120)
    assert [row["name"] for row in found["rows"]][:11] == [
        *(f"P{n:03}" for n in range(50, 60)),
        "Q000",
    ]
    assert 'rel="next"' in page.text
    assert visitor.json("/lists/othello?part=99")["part"] == 3


def test_the_whole_list_is_saved_as_a_file(visitor: Visit) -> None:
    table = pl.read_csv(io.BytesIO(visitor.get(f"{LIST}/list.csv?sex=w").content))
    assert table.columns == [
        *("rank", "best", "worst", "player", "title", "federation", "club", "id"),
        *("rating", "deviation", "games", "last_played", "provisional"),
    ]
    assert table.height == 5
    saved = visitor.get(f"{LIST}/list.json").json()
    assert [row["player"] for row in saved["list"]] == [row["name"] for row in visitor.json(LIST)["rows"]]
    assert (saved["system"], saved["games"]) == ("glicko2", 240)
    columns = pl.read_parquet(io.BytesIO(visitor.get(f"{LIST}/list.parquet").content))
    assert columns["player"].to_list() == [row["player"] for row in saved["list"]]
    assert visitor.get(f"{LIST}/list.xls").status_code == 404


def test_a_player_has_games_with_explanations_and_a_record(visitor: Visit, database: Database) -> None:
    found = visitor.json(f"{LIST}/player?name=Anna+Berg")
    rating = Pool(database, "club-evenings").rating("Anna Berg")
    assert rating is not None
    assert found["games"][0]["played"]["after"] == rating.rating
    assert sum(found["counts"]) == rating.games
    assert sum(one["games"] for one in found["against"]) == rating.games
    assert sum(one["won"] for one in found["against"]) == found["counts"][0]
    page = visitor.get(f"{LIST}/player?name=Anna+Berg").text
    assert page.count('<details class="told"><summary>') == len(found["games"]), "each change unfolds"
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="chart"') == 3


def test_what_if_is_what_the_next_games_would_make(visitor: Visit, database: Database) -> None:
    """Elo 1978, 1.6: K = 20 between equals gives 10 points for a win."""
    Pool(database, "othello").post(Game("Ann", "Bo", 0.5, datetime(2026, 3, 1, tzinfo=UTC)))
    found = visitor.json(f"/lists/othello/player?name=Ann&next={quote('Bo: 1')}")
    assert found["supposed"]["change"] == 10.0
    assert found["supposed"]["after"] == 1510.0
    assert found["supposed"]["lost"] == -10.0
    wrong = visitor.json(f"/lists/othello/player?name=Ann&next={quote('Zed: 1')}")
    assert wrong["supposed"] is None
    assert "nobody called 'Zed' has played in the pool" in wrong["problem"]
    wrong = visitor.json(f"/lists/othello/player?name=Ann&next={quote('Bo 1')}")
    assert "is not an opponent with a result" in wrong["problem"]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/lists/nothing", 404, "there is no pool"),
        (f"{LIST}/player?name=Nobody", 404, "nobody called"),
        (f"{LIST}?as_of=yesterday", 422, "is not a day"),
        (f"{LIST}?age=U99", 422, "age group"),
        (f"{LIST}?active=soon", 422, "months"),
    ],
)
def test_what_is_not_there_is_said(path: str, status: int, said: str, visitor: Visit) -> None:
    page = visitor.get(path)
    assert page.status_code == status
    assert said in page.text.lower()


def test_a_pool_is_begun_by_a_rating_officer_only(owner: Visit, visitor: Visit) -> None:
    owner.get("/lists")
    owner.send("/lists", title="Rapid 2026", system="glicko2", settings="tau=0.6")
    assert str(owner.last.url).endswith("/lists/rapid-2026")
    assert owner.json("/lists/rapid-2026")["head"]["settings"] == {"tau": "0.6"}
    assert owner.get("/lists/rapid-2026").status_code == 200
    owner.get("/lists")
    assert owner.send("/lists", title="Wrong", system="glicko2", settings="tau").status_code == 422
    assert 'action="/lists"' not in visitor.get("/lists").text


def test_names_with_marks_are_escaped_and_found(owner: Visit, database: Database) -> None:
    name = "<b>\"&'?#/%"
    Pool(database, "othello").post(Game(name, "Bo", 1.0, datetime(2026, 3, 1, tzinfo=UTC)))
    Register(database).register({"name": name, "club": "<i>"}, by=OFFICER)
    page = owner.get("/lists/othello")
    assert "<b>" not in page.text
    link = f"/lists/othello/player?name={quote(name, safe='')}"
    assert owner.json(link)["row"]["name"] == name
    assert '<b>"' not in owner.get(link).text
    assert "<i>" not in owner.last.text


def test_the_dates_of_a_chart_are_in_the_language_of_the_page(visitor: Visit) -> None:
    path = f"{LIST}/player?name=Anna+Berg"
    for language, month in (
        ("en", "Jul 2025"),
        ("ko", "2025년 7월"),
        ("nl", "jul 2025"),
        ("ru", "июль 2025"),
    ):
        page = visitor.get(f"{path}&lang={language}").text
        assert month in page.partition("<svg")[2], language


def test_movers_stand_in_the_order_of_their_changes(visitor: Visit, database: Database) -> None:
    rows = visitor.json(f"{LIST}?movers=yes")["rows"]
    was = {one.player: one.rating for one in Pool(database, "club-evenings").published("2026-02").ratings}
    now = {one.player: one.rating for one in Pool(database, "club-evenings").ratings()}
    wanted = {name: now[name] - was[name] for name in now if abs(now[name] - was[name]) >= 0.5}
    assert [row["name"] for row in rows] == sorted(wanted, key=lambda name: -abs(wanted[name]))
    assert {row["name"]: row["gained"] for row in rows} == wanted
    women = visitor.json(f"{LIST}?movers=yes&sex=w")["rows"]
    assert [row["name"] for row in women] == [row["name"] for row in rows if row["name"] in WOMEN]
    assert visitor.json(f"{LIST}?movers=yes&as_of=2025-01-01")["rows"] == []
    file = pl.read_csv(io.BytesIO(visitor.get(f"{LIST}/list.csv?movers=yes").content))
    assert file["player"].to_list() == [row["name"] for row in rows]


def test_a_published_list_beside_what_is_known_now(visitor: Visit, database: Database) -> None:
    """What is known now is what a pool has that was told the right results at once."""
    when = datetime(2026, 1, 3, tzinfo=UTC)
    games = [Game("Ada", "Bo", 1.0, when), Game("Bo", "Cy", 1.0, when), Game("Cy", "Ada", 0.5, when)]
    pool, right = Pool(database, "told"), Pool(database, "right")
    for one in (pool, right):
        one.create("elo", {}, title=one.name)
    pool.post(*games)
    pool.publish("2026-01")
    right.post(replace(games[0], score=0.0), *games[1:])
    page = "/lists/told/publications/2026-01"
    assert visitor.json(f"{page}?known=now")["changed"] == 0
    Corrections(pool).accept(ScoreCorrected(1, 0.0))
    pool.post(Game("Ada", "Cy", 1.0, when))  # later than the list
    assert all(row["now"] is None for row in visitor.json(page)["first"])
    found = visitor.json(f"{page}?known=now")
    wanted = {one.player: one.rating for one in right.ratings()}
    assert {row["player"]: row["now"] for row in found["first"]} == wanted
    published = {one.player: one.rating for one in pool.published("2026-01").ratings}
    assert {row["player"]: row["rating"] for row in found["first"]} == published
    assert found["changed"] == 3
    assert "As known now" in visitor.get(f"{page}?known=now").text


def test_visitors_who_ask_what_is_known_now_let_nothing_be_rated_anew(
    visitor: Visit, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    when = datetime(2026, 1, 3, tzinfo=UTC)
    pool = Pool(database, "often")
    pool.create("elo", {}, title="often")
    pool.post(Game("Ada", "Bo", 1.0, when))
    pool.publish("2026-01")
    replays, known = [], Pool.known

    def counted(pool: Pool, **asked: int | None) -> list[PoolRating]:
        replays.append(asked)
        return known(pool, **asked)

    monkeypatch.setattr(Pool, "known", counted)
    page = "/lists/often/publications/2026-01?known=now"
    for _ in range(3):
        assert visitor.json(page)["changed"] == 0
        pool.post(Game("Ada", "Bo", 1.0, when))
    assert len(replays) == 1
    Corrections(pool).accept(ScoreCorrected(2, 0.5))  # after the list
    assert visitor.json(page)["changed"] == 0
    Corrections(pool).accept(ScoreCorrected(1, 0.5))
    assert visitor.json(page)["changed"] == 2
    assert len(replays) == 3


def test_equal_ratings_share_a_rank_on_a_published_list(visitor: Visit, database: Database) -> None:
    pool = Pool(database, "level")
    pool.create("elo", {}, title="Level")
    pool.post(Game("Ada", "Bo", 0.5), Game("Cy", "Di", 1.0))
    pool.publish("first")
    rows = visitor.json("/lists/level/publications/first")["first"]
    assert [(row["rank"], row["player"]) for row in rows] == [(1, "Cy"), (2, "Ada"), (2, "Bo"), (4, "Di")]


def test_the_history_of_a_player_is_a_file_too(visitor: Visit, database: Database) -> None:
    pool = Pool(database, "club-evenings")
    rows = pl.read_csv(io.BytesIO(visitor.get(f"{LIST}/player.csv?name=Anna+Berg").content))
    now = pool.rating("Anna Berg")
    assert now is not None
    assert len(rows) == now.games
    assert rows["rating"][-1] == pytest.approx(now.rating, abs=1e-6)
    assert rows["score"].sum() == 30 + 9 / 2, "30 won and 9 drawn, as the page says"
    assert visitor.get(f"{LIST}/player.csv?name=Nobody").status_code == 404


def test_a_player_sees_the_rating_of_the_published_list_beside_the_one_of_now(
    visitor: Visit, database: Database
) -> None:
    found = visitor.json(f"{LIST}/player?name=Anna+Berg")
    published = {
        one.player: one.rating for one in Pool(database, "club-evenings").published("2026-02").ratings
    }
    assert (found["list"], found["official"]) == ("2026-02", published["Anna Berg"])
    assert found["official"] != found["row"]["rating"]


def test_too_many_who_ask_for_earlier_days_are_told_to_come_later(
    visitor: Visit, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "WAITING", 0)
    day = "/lists/club-evenings?as_of=2026-01-20"
    with listing._DAYS.calculating((database.address, "club-evenings")):
        page = visitor.get(f"{day}&lang=nl")
        told = visitor.client.get(day, headers={"accept": "application/json"})
        file = visitor.get("/lists/club-evenings/list.csv?as_of=2026-01-21")
        assert visitor.get("/lists/club-evenings").status_code == 200
    for answer in (page, told, file):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "Te veel verzoeken wachten op een berekening die lang duurt." in page.text
    assert told.json()["error"]["code"] == "pool.busy"
    assert visitor.get(day).status_code == 200
