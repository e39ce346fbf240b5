"""Results of a file are added to a ranking list by a page, without JavaScript: understood, chosen, accepted."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from httpx2 import Response

from arpad.office.club.rights import Role
from arpad.office.pools.column_choices import kept_choice
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import PlayersMerged
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from web.visiting import Visit, somebody

PAGE = "/lists/blitz/add"

EVENING = """Datum;Spieler A;Spieler B;Ergebnis
10.11.2025;Cem;Ann;½-½
3.11.2025;Ann;Bo;1-0
17.11.2025;Bo;Cem;7-x
17.11.2025;Cem;;1-0
24.11.2025;Ann;Bo;
"""
"""Two games that are not in the order of their days, a row that is rejected, a bye, and a game to come."""

POINTS = "p1,p2,dp1,dp2,mp1,mp2\n" + "".join(
    f"Ann{at % 5},Bo{at % 7},{at % 20},{20 - at % 20},{at * 7 % 90},{at * 11 % 80}\n" for at in range(40)
)
"""Two pairs of columns that may be the points, of which neither is likelier."""


@pytest.fixture
def pool(database: Database) -> Pool:
    """A list by Elo's system with K = 20 without a game."""
    found = Pool(database, "blitz")
    found.create("elo", {"k": 20.0}, title="Blitz")
    return found


@pytest.fixture
def officer(database: Database) -> Visit:
    return Visit(database).as_(somebody(database, Role.RATING_OFFICER, "Ida"))


def look_at(visit: Visit, text: str, name: str = "evening.csv") -> Response:
    """Send a file, and return its preview."""
    visit.get(PAGE)
    return visit.send(PAGE, files={"file": (name, text.encode())})


def ratings(pool: Pool) -> dict[str, float]:
    return {one.player: round(one.rating, 2) for one in pool.ratings()}


def counts(page: str) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>([^<]*)</dt><dd>([^<]*)</dd></div>", page))


def chosen_roles(page: str) -> list[str]:
    """Return what is chosen in the fields above the columns."""
    selects = re.findall(r'<select name="role-(\d+)">.*?<option value="(\w*)" selected>', page, re.S)
    return [role for _, role in sorted((int(at), role) for at, role in selects)]


def test_a_file_is_shown_as_it_stands_and_as_it_was_read(officer: Visit, pool: Pool) -> None:
    page = look_at(officer, EVENING).text
    assert chosen_roles(page) == ["time", "first", "second", "score"]
    assert counts(page) == {
        "Rows": "5",
        "Games": "2",
        "Byes and forfeits": "1",
        "Without a result": "1",
        "Rejected": "1",
        "New results": "2",
        "In the list already": "0",
        "New players": "3",
    }
    assert "<td>½–½</td><td>2025-11-10</td>" in page
    assert "&#39;7-x&#39; is not a valid result" in page
    assert "Add 2 results" in page
    assert "older than the last game" not in page
    assert ratings(pool) == {}, "a look writes nothing"


def test_results_are_added_in_the_order_of_their_days(officer: Visit, pool: Pool) -> None:
    """Elo with K = 20: Ann 1510 by the win, then a draw that was expected at 0.514 gives 0.288 away."""
    look_at(officer, EVENING)
    page = officer.send(PAGE, act="add").text
    assert "2 results of evening.csv were added" in page
    assert ratings(pool) == {"Ann": 1509.71, "Cem": 1500.29, "Bo": 1490.0}
    with pool.members() as members:
        assert members.rating("Ann") is not None
    assert [one["author"] for one in officer.json("/lists/blitz/log")["acts"]][:1] == ["Ida"]


def test_rows_can_be_pasted(officer: Visit, pool: Pool) -> None:
    officer.get(PAGE)
    page = officer.send(PAGE, rows="\r\nWhite\tBlack\tResult\tDate\r\nAnn\tBo\t1-0\t2025-11-03\r\n").text
    assert chosen_roles(page) == ["white", "black", "score", "time"]
    officer.send(PAGE, act="add")
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}


def test_what_is_sent_twice_is_added_once(officer: Visit, pool: Pool) -> None:
    look_at(officer, EVENING)
    form = officer.last
    officer.send(PAGE, act="add")
    before = ratings(pool)
    officer.last = form
    assert officer.send(PAGE, act="add").status_code == 200
    assert officer.last.url.path == "/lists/blitz"
    assert ratings(pool) == before


def test_results_that_the_list_has_are_not_added_again(officer: Visit, pool: Pool) -> None:
    """The same game, told the other way round and under a name that is the same player's."""
    pool.post(
        Game("Bo", "Anna", 0.0, datetime(2025, 11, 3, 19, 30, tzinfo=UTC)),
        Game("Cem", "Ann", 1.0, datetime(2025, 11, 4, tzinfo=UTC)),
    )
    Corrections(pool).accept(PlayersMerged("Anna", "Ann"))
    page = look_at(officer, EVENING).text
    assert (counts(page)["New results"], counts(page)["In the list already"]) == ("1", "1")
    form = officer.last
    officer.send(PAGE, act="add")
    assert len(officer.json("/lists/blitz/corrections")["games"]) == 3
    officer.last = form
    assert "Add 2 results" in officer.send(PAGE, act="read", again="on").text
    officer.send(PAGE, act="add", again="on")
    assert len(officer.json("/lists/blitz/corrections")["games"]) == 5, "who asks for it has them twice"


def test_a_column_that_was_misread_is_chosen_and_the_next_file_is_read_so(officer: Visit, pool: Pool) -> None:
    text = "a1;b1;c1;d1\nAnn;Bo;1;x\nCem;Bo;0;y\n"
    page = look_at(officer, text).text
    assert chosen_roles(page) == ["", "", "", ""]
    assert "Choose above the columns what each of them is" in page
    roles = {"role_0": "second", "role_1": "first", "role_2": "score"}
    page = officer.send(PAGE, act="read", **roles).text
    assert chosen_roles(page) == ["second", "first", "score", ""]
    assert "The file does not say when the games were played" in page
    officer.send(PAGE, act="add")
    assert set(ratings(pool)) == {"Ann", "Bo", "Cem"}
    assert ratings(pool)["Ann"] == 1490.0
    page = look_at(officer, text, "next.csv").text
    assert "Read as the last file with these columns was." in page
    assert chosen_roles(page) == ["second", "first", "score", ""]
    assert "Read as the last file" not in look_at(officer, text.replace("d1", "e1")).text
    assert kept_choice(pool, ["a1", "b1", "c1"]) is None


def test_two_readings_that_are_equally_good_are_offered(officer: Visit, pool: Pool) -> None:
    page = look_at(officer, POINTS).text
    assert "The columns can be read in two ways" in page
    assert "Points of the first: <b><bdi>dp1</bdi></b>" in page
    assert "Points of the first: <b><bdi>mp1</bdi></b>" in page
    assert "Add " not in page.partition("<main")[2].replace("Add results", "")
    page = officer.send(PAGE, choice="1").text
    assert chosen_roles(page) == ["first", "second", "", "", "points_first", "points_second"]
    assert "Add 40 results" in page
    officer.send(PAGE, act="add")
    assert "Read as the last file with these columns was." in look_at(officer, POINTS).text


def test_the_order_of_dates_is_chosen(officer: Visit, pool: Pool) -> None:
    text = "date,white,black,result\n3/11/2025,Ann,Bo,1-0\n4/11/2025,Bo,Ann,1-0\n"
    page = look_at(officer, text).text
    assert "Choose how dates are written" in page
    assert chosen_roles(page) == ["time", "white", "black", "score"]
    assert "<td>2025-03-11</td>" in officer.send(PAGE, act="read", dates="mdy").text
    officer.send(PAGE, act="add", dates="mdy")
    assert officer.json("/lists/blitz/corrections")["games"][0]["day"] == "2025-04-11"


def test_what_was_changed_since_the_look_is_shown_before_it_is_added(officer: Visit, pool: Pool) -> None:
    look_at(officer, EVENING)
    page = officer.send(PAGE, act="add", role_1="second", role_2="first").text
    assert "Nothing was added yet" in page
    assert ratings(pool) == {}
    pool.post(Game("Ann", "Bo", 1.0, datetime(2025, 11, 3, tzinfo=UTC)))
    page = look_at(officer, EVENING).text
    form = officer.last
    pool.post(Game("Cem", "Ann", 0.5, datetime(2025, 11, 10, tzinfo=UTC)))
    before = ratings(pool)
    officer.last = form
    page = officer.send(PAGE, act="add").text
    assert "Nothing was added yet" in page
    assert "There is no new result." in page
    assert ratings(pool) == before


def test_two_columns_for_the_same_are_refused_beside_the_fields(officer: Visit, pool: Pool) -> None:
    look_at(officer, EVENING)
    page = officer.send(PAGE, act="read", role_0="first").text
    assert "are chosen for the same" in page
    assert chosen_roles(page) == ["first", "first", "second", "score"]
    assert "Add 2 results" not in page


def test_a_name_that_is_nearly_another_one_is_told(officer: Visit, pool: Pool) -> None:
    pool.post(Game("Anna Berg", "Kim Minji", 1.0, datetime(2025, 11, 3, tzinfo=UTC)))
    text = f"white,black,result,date\nAnna Bergg,Kim Minji,1-0,{date.today() + timedelta(days=9)}\n"
    page = look_at(officer, text).text
    assert "nearly the same name: <bdi>Anna Berg</bdi>" in page
    assert "1 result has a date after today." in page
    assert "is older than the last game" not in page
    page = look_at(officer, "white,black,result,date\nAnna Berg,Bo,1-0,2024-01-01\n").text
    assert "1 result is older than the last game of the list, and is rated after it." in page


def test_a_game_that_a_list_does_not_take_is_told_with_its_line(officer: Visit, pool: Pool) -> None:
    text = f"white,black,result,weight\nAnn,Bo,1-0,1\nAnn,{'x' * 300},1-0,1\nAnn,Bo,0-1,0\n"
    page = look_at(officer, text).text
    assert "is not a name of up to 200 letters" in page
    assert "the weight 0.0 is not a number above 0" in page.replace("The weight", "the weight")
    assert "Add 1 result<" in page


def test_too_many_games_and_too_large_a_file_are_refused(officer: Visit, pool: Pool) -> None:
    text = "white,black,result\n" + "Ann,Bo,1-0\n" * 10_001
    assert "at most 10,000 are added at once" in look_at(officer, text).text
    answer = look_at(officer, "white,black,result\n" + "x" * (8 * 2**20))
    assert answer.status_code == 422
    assert "the file has more than 8 MB" in answer.text.replace("The file", "the file")


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"", "there is no file"), (b"\x89PNG\r\n\x1a\n", "a PNG picture"), (b"PK\x05\x06" + b"\0" * 18, "")],
)
def test_what_is_no_table_is_refused(officer: Visit, pool: Pool, content: bytes, problem: str) -> None:
    officer.get(PAGE)
    answer = officer.send(PAGE, files={"file": ("games.csv", content)})
    assert answer.status_code == 422
    assert problem in answer.text.replace("There is", "there is")
    assert "Nothing was changed." in answer.text


@pytest.mark.parametrize("state", ["x", "eJw=", "eJyrVkrOSCxSslIqSyzKTMxJqVTSUUpJLElVslLKS8xNVbKqrQUA"])
def test_a_preview_that_does_not_come_back_whole_is_refused(officer: Visit, pool: Pool, state: str) -> None:
    officer.get(PAGE)
    answer = officer.send(PAGE, state=state, act="add")
    assert answer.status_code == 422
    assert "did not come back whole" in answer.text


def test_only_who_may_post_games_adds_results(database: Database, pool: Pool, visitor: Visit) -> None:
    assert visitor.get(PAGE).status_code == 403
    arbiter = Visit(database).as_(somebody(database, Role.ARBITER, "Arb"))
    assert arbiter.get(PAGE).status_code == 403
    assert 'href="/lists/blitz/add"' not in arbiter.get("/lists/blitz").text
    token = re.findall(r'name="token" value="([^"]*)"', arbiter.last.text)[0]
    posted = arbiter.client.post(PAGE, data={"token": token, "rows": "white,black,result\nAnn,Bo,1\n"})
    assert posted.status_code == 403
    assert ratings(pool) == {}


def test_a_form_of_strangers_adds_nothing(officer: Visit, pool: Pool) -> None:
    look_at(officer, EVENING)
    state = re.findall(r'name="state" value="([^"]*)"', officer.last.text)[0]
    refused = officer.client.post(PAGE, data={"state": state, "act": "add", "op": "1", "token": "0" * 64})
    assert refused.status_code == 403
    assert ratings(pool) == {}


def test_a_program_gets_what_was_understood(officer: Visit, pool: Pool) -> None:
    officer.get(PAGE)
    token = re.findall(r'name="token" value="([^"]*)"', officer.last.text)[0]
    answer = officer.client.post(
        PAGE,
        data={"token": token},
        files={"file": ("evening.csv", EVENING.encode())},
        headers={"accept": "application/json"},
    ).json()
    assert answer["file"]["counts"]["games"] == 2
    assert [one["role"] for one in answer["file"]["columns"]] == ["time", "first", "second", "score"]
    assert (answer["follows"]["count"], answer["follows"]["known"]) == (2, 0)


def test_the_games_of_a_side_without_a_name_are_not_added(officer: Visit, pool: Pool) -> None:
    text = "date,opponent,result\n2025-11-10,Ann,Won\n2025-11-11,Bob,Lost\n2025-11-12,Cid,Won\n"
    page = look_at(officer, text).text
    assert "The file does not name the side whose games these are." in page
    assert not re.search(r"Add \d+ results?", page)
    assert "order. What was understood" in officer.get(f"/lists/{pool.name}/add").text
