"""Players enter a ranking list with starting ratings by a page, without JavaScript: read, looked at, accepted."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from httpx2 import Response

from arpad.office.club.rights import Role
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import PlayersMerged
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool, details
from arpad.office.store.database import Database
from web.visiting import Visit, somebody
from workbooks import xlsx

PAGE = "/lists/blitz/players"

START = """Spieler;Wertung;Verein;Partien
Ann;1700;Turm;12
Bo;16oo;Turm;
Cem;;Turm;
;1500;;
Ann;1650;;
Dora;1432.25;Läufer;0
"""
"""Two starting ratings, one player without, and three rows that are rejected."""


@pytest.fixture
def pool(database: Database) -> Pool:
    """A list by Elo's system with K = 20, which asks for the games, and one that Ann has won; published once."""
    found = Pool(database, "blitz")
    found.create("elo", {"k": "20 if games<900; 10"}, title="Blitz")
    found.post(Game("Ann", "Bo", 1.0, datetime(2026, 1, 5, tzinfo=UTC)))
    found.publish("2026-01")
    return found


@pytest.fixture
def officer(database: Database) -> Visit:
    return Visit(database).as_(somebody(database, Role.RATING_OFFICER, "Ida"))


def look_at(visit: Visit, content: str | bytes, name: str = "spring.csv") -> Response:
    """Send a file, and return its preview."""
    visit.get(PAGE)
    return visit.send(PAGE, files={"file": (name, content.encode() if isinstance(content, str) else content)})


def counts(page: str) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>([^<]*)</dt><dd>([^<]*)</dd></div>", page))


def chosen_roles(page: str) -> list[str]:
    """Return what is chosen in the fields above the columns."""
    selects = re.findall(r'<select name="role-(\d+)">.*?<option value="(\w*)" selected>', page, re.S)
    return [role for _, role in sorted((int(at), role) for at, role in selects)]


def ratings(pool: Pool) -> dict[str, float]:
    return {one.player: round(one.rating, 2) for one in pool.ratings()}


def test_a_file_is_looked_at_and_set(officer: Visit, pool: Pool) -> None:
    """Elo: a win of 1700 against 1500 is worth 20 · (1 − 0.7597) = 4.81."""
    page = look_at(officer, START).text
    assert chosen_roles(page) == ["player", "rating", "", "games"]
    assert counts(page) == {
        "Rows": "6",
        "Starting ratings": "2",
        "Without a rating": "1",
        "Rejected": "3",
        "To set": "2",
        "In the list already": "0",
        "Replaced": "0",
        "New players": "1",
    }
    for told in (
        "&#39;16oo&#39; is not a number",
        "The name is missing",
        "&#39;Ann&#39; is given twice, first in line 2",
        "1 player has not played yet",
        "the games are rated anew",
        "Set 2 starting ratings",
        "2 players change, the greatest change first",
        "Published lists that would be different",
        "this correction changes 2 ratings",
    ):
        assert told in page, told
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}, "a look writes nothing"
    page = officer.send(PAGE, act="add").text
    assert "The starting ratings of 2 players of spring.csv were set" in page
    assert ratings(pool) == {"Ann": 1704.81, "Bo": 1495.19}
    (act,) = officer.json(PAGE)["acts"]
    assert (act["author"], act["source"], act["players"]) == ("Ida", "spring.csv", 2)
    assert officer.json(PAGE)["waiting"] == [["Dora", 1432.25]]
    log = officer.json("/lists/blitz/log")["acts"][0]
    assert (log["author"], log["words"]) == ("Ida", "set the starting ratings of 2 players from spring.csv")


def test_the_players_page_begins_with_the_starting_rating_and_its_source(officer: Visit, pool: Pool) -> None:
    look_at(officer, START)
    officer.send(PAGE, act="add")
    page = officer.get("/lists/blitz/player?name=Ann").text
    assert "<dt>Starting rating</dt><dd>1700 (" in re.sub(r"<bdi>|</bdi>", "", page).replace("1,700", "1700")
    told = re.sub(r"<[^>]*>", "", page[page.index("Before the first game") :])
    assert told.startswith(
        "Before the first game: Starting rating 1700; Games before 12. Source: spring.csv, "
    )
    assert "Starting rating" not in officer.get("/lists/blitz/player?name=Bo").text


def test_they_are_taken_out_after_a_look(officer: Visit, pool: Pool) -> None:
    look_at(officer, START)
    officer.send(PAGE, act="add")
    seq = details(pool).stream.seq
    page = officer.get(f"{PAGE}?out={seq}").text
    assert "The starting ratings of 2 players" in page
    assert "2 players change" in page
    assert ratings(pool)["Ann"] == 1704.81
    officer.send(PAGE, act="out")
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}
    assert officer.json(PAGE)["acts"] == []
    words = officer.json("/lists/blitz/log")["acts"][0]["words"]
    assert words == f"take the starting ratings of event {seq} out"
    assert officer.get(f"{PAGE}?out={seq}").status_code == 422


def test_rows_can_be_pasted_and_a_file_can_be_a_workbook(officer: Visit, pool: Pool) -> None:
    officer.get(PAGE)
    page = officer.send(PAGE, rows="\r\nLast name\tFirst name\tElo\r\nLee\tAnn\t1800\r\n").text
    assert chosen_roles(page) == ["last_name", "first_name", "rating"]
    officer.send(PAGE, act="add")
    known = details(pool).rules.start_of("Lee, Ann")
    assert known is not None
    assert known.start.rating == 1800.0
    book = xlsx({"Club": [["name", "rating", "born"], ["Bo", 1600, 1990]]})
    assert chosen_roles(look_at(officer, book, "club.xlsx").text) == ["player", "rating", "birth_year"]
    officer.send(PAGE, act="add")
    assert ratings(pool)["Bo"] < 1600.0


def test_what_the_list_has_is_not_set_again(officer: Visit, pool: Pool) -> None:
    look_at(officer, START)
    officer.send(PAGE, act="add")
    seq = details(pool).stream.seq
    page = look_at(officer, START).text
    assert (counts(page)["To set"], counts(page)["In the list already"]) == ("0", "2")
    assert "There is no new starting rating." in page
    assert officer.send(PAGE, act="add").status_code == 200
    assert details(pool).stream.seq == seq
    page = look_at(officer, START.replace("1700", "1750")).text
    assert (counts(page)["To set"], counts(page)["Replaced"]) == ("1", "1")


def test_what_is_sent_twice_is_set_once(officer: Visit, pool: Pool) -> None:
    look_at(officer, START)
    form = officer.last
    officer.send(PAGE, act="add")
    seq = details(pool).stream.seq
    officer.last = form
    assert officer.send(PAGE, act="add").status_code == 200
    assert details(pool).stream.seq == seq


def test_nothing_is_set_that_was_not_looked_at(officer: Visit, pool: Pool) -> None:
    """Others have posted since, or a column was chosen anew without a look."""
    look_at(officer, START)
    pool.post(Game("Bo", "Ann", 1.0))
    page = officer.send(PAGE, act="add").text
    assert "Nothing was set yet" in page
    assert not details(pool).rules.starts
    page = officer.send(PAGE, act="add", role_3="").text
    assert "Nothing was set yet" in page
    assert chosen_roles(page) == ["player", "rating", "", ""]
    officer.send(PAGE, act="add")
    known = details(pool).rules.start_of("Ann")
    assert known is not None
    assert (known.start.rating, known.start.games) == (1700.0, None)


def test_columns_are_chosen_where_their_names_say_nothing(officer: Visit, pool: Pool) -> None:
    page = look_at(officer, "a;b;c\nAnn;x;1700\n").text
    assert "No column is known to hold the name of the player" in page
    page = officer.send(PAGE, act="read", role_0="player").text
    assert "No column is known to hold a rating" in page
    page = officer.send(PAGE, act="read", role_1="rating", role_2="rating").text
    assert "The columns &#39;b&#39; and &#39;c&#39; are chosen for the same" in page
    page = officer.send(PAGE, act="read", role_1="", role_2="rating").text
    assert counts(page)["To set"] == "1"
    officer.send(PAGE, act="add")
    assert ratings(pool)["Ann"] == 1704.81


def test_names_that_are_one_player_and_names_nearly_alike(officer: Visit, pool: Pool) -> None:
    pool.post(Game("Annie", "Katharina Berg", 0.5))
    Corrections(pool).accept(PlayersMerged("Annie", "Ann"))
    page = look_at(officer, "name,rating\nAnnie,1700\nKatarina Berg,1400\n").text
    assert counts(page)["New players"] == "1"
    assert "nearly the same name:" in page
    officer.send(PAGE, act="add")
    known = details(pool).rules.start_of("Ann")
    assert known is not None
    assert known.start.rating == 1700.0


def test_a_deviation_is_taken_where_the_system_has_one(officer: Visit, database: Database) -> None:
    pool = Pool(database, "blitz")
    pool.create("glicko2", {}, title="Blitz")
    page = look_at(officer, "player,rating,rd,volatility\nAnn,1700,80.5,0.05\nBo,1500,-3,\nCy,1500,,0\n").text
    assert chosen_roles(page) == ["player", "rating", "deviation", "volatility"]
    assert counts(page)["Rejected"] == "2"
    officer.send(PAGE, act="add")
    known = details(pool).rules.start_of("Ann")
    assert known is not None
    assert known.start[:3] == (1700.0, 80.5, 0.05)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "There is no file"),
        (b'[Event "x"]\n\n1. e4 *\n', "cannot be PGN"),
        (b"\x1f\x8b\x08\x00", "compressed"),
    ],
)
def test_what_is_no_table_of_players_is_refused(
    officer: Visit, pool: Pool, content: bytes, told: str
) -> None:
    found = look_at(officer, content, "games.pgn" if b"Event" in content else "x.csv")
    assert found.status_code >= 400
    assert told in found.text


def test_only_who_keeps_the_list_sets_starting_ratings(database: Database, pool: Pool) -> None:
    arbiter = Visit(database).as_(somebody(database, Role.ARBITER, "Bea"))
    for visit in (arbiter, Visit(database)):
        assert visit.get(PAGE).status_code in (401, 403, 200)
        assert "Add players" not in visit.get("/lists/blitz").text
        assert "state" not in visit.get(PAGE).text or visit.last.url.path == "/sign-in"


def test_ratings_with_marks_between_thousands(officer: Visit, pool: Pool) -> None:
    page = look_at(officer, "name;rating\nAnn;1.700\nBo;1.480,5\n").text
    assert counts(page)["Starting ratings"] == "2"
    assert "1700" in page
    assert "1480.5" in page
    page = look_at(officer, "name;rating\nAnn;1.700\nBo;1.480\n").text
    assert "Starting ratings" not in counts(page)
    assert "may be 1700 or 1.7" in page
    assert "without marks between thousands" in page
