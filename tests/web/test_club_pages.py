"""Published lists, corrections, tournaments that are rated, the register and the odds, without JavaScript."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from click.testing import CliRunner

from arpad.cli.app import main
from arpad.office.club.register import Register
from arpad.office.club.rights import Role
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.application import application
from arpad.web.serving import listening
from web.visiting import Visit, somebody
from workbooks import xlsx

LIST = "/lists/club-evenings"
OPEN = "/tournaments/spring-open"

EVERY = (
    f"{LIST}/publications",
    f"{LIST}/publications/2026-02",
    f"{LIST}/corrections",
    f"{LIST}/corrections?q=berg",
    f"{LIST}/corrections?game=17",
    f"{LIST}/corrections?game=17&score=0",
    f"{LIST}/corrections?game=17&score=out",
    "/odds",
    "/odds?by=list:club-evenings&first=Anna+Berg&second=1500",
    "/register",
    "/register?q=berg",
    "/register/2",
    "/tournaments/othello-cup/rating",
    "/tournaments/othello-cup/rating?pool=othello",
    f"{OPEN}/rounds/1/correction?board=1&result=0-1&pool=club-evenings",
    "/tournaments/summer-knockout/participants/register?pool=club-evenings",
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


@pytest.mark.parametrize("path", [f"{LIST}/corrections", f"{LIST}/corrections?game=17&score=0"])
def test_corrections_are_the_rating_officers(path: str, visitor: Visit) -> None:
    assert visitor.get(path).status_code == 403


def test_a_list_is_published_and_everybody_verifies_it_at_its_address(
    owner: Visit, visitor: Visit, tmp_path: Path
) -> None:
    owner.get(f"{LIST}/publications")
    page = owner.send(f"{LIST}/publications", name="2026-03 final")
    assert str(page.url).endswith("/publications/2026-03%20final")
    found = visitor.json(f"{LIST}/publications/2026-03%20final")
    assert [one["name"] for one in found["list"]["files"]] == [
        *("games.csv", "list.csv", "list.csv.manifest.json", "list.html", "list.json", "list.parquet")
    ]
    assert (found["list"]["number"], found["list"]["author"]) == (240, "owner")
    socket = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(application(owner.site), log_level="warning"))
    thread = Thread(target=server.run, kwargs={"sockets": [socket]}, daemon=True)
    thread.start()
    try:
        where = f"http://127.0.0.1:{socket.getsockname()[1]}{LIST}/publications/2026-03%20final"
        for form in ("csv", "html"):
            done = CliRunner().invoke(main, ["verify", f"{where}/list.{form}"])
            assert done.exit_code == 0, done.output
            assert f"list.{form} is reproduced: 12 rows, and every byte" in done.output
        done = CliRunner().invoke(main, ["verify", f"{where}/list.xml"])
        assert done.exit_code == 2
        assert "is not the address of a list" in str(done.output) + str(done.stderr)
        done = CliRunner().invoke(main, ["verify", f"{where}x/list.csv"])
        assert "cannot be fetched" in str(done.output) + str(done.stderr)
    finally:
        server.should_exit = True
        thread.join(20)
        socket.close()
    again = owner.get(f"{LIST}/publications") and owner.send(f"{LIST}/publications", name="2026-03 final")
    assert again.status_code == 422
    assert "was published already" in again.text


def test_a_file_that_a_list_does_not_have_is_said(visitor: Visit) -> None:
    assert visitor.get(f"{LIST}/publications/2026-02/other.csv").status_code == 404
    assert visitor.get(f"{LIST}/publications/1999-01").status_code == 404
    assert visitor.get(f"{LIST}/publications/2026-02/..%2F..%2Fclub.db").status_code == 404


def test_a_correction_is_looked_at_and_then_accepted(owner: Visit, database: Database) -> None:
    pool = Pool(database, "club-evenings")
    before = {one.player: one.rating for one in pool.ratings()}
    lists = [pool.published(name).ratings for name in ("2025-12", "2026-01", "2026-02")]
    page = owner.get(f"{LIST}/corrections?game=17&score=0")
    seen = owner.json(f"{LIST}/corrections?game=17&score=0")["follows"]
    assert {one["player"]: one["before"] for one in seen["players"]} == before
    assert [one["name"] for one in seen["lists"]] == ["2025-12", "2026-01", "2026-02"]
    assert {one.player: one.rating for one in pool.ratings()} == before, "nothing is written by looking"
    owner.last = page
    owner.send(f"{LIST}/corrections")
    now = {one.player: one.rating for one in pool.ratings()}
    assert now == {one["player"]: one["after"] for one in seen["players"]}
    assert [pool.published(name).ratings for name in ("2025-12", "2026-01", "2026-02")] == lists
    owner.last = page
    assert owner.send(f"{LIST}/corrections").status_code == 200, "sent twice, it is done once"
    assert {one.player: one.rating for one in pool.ratings()} == now
    assert "with earlier corrections" not in page.text
    assert "; with earlier corrections" in owner.get(f"{LIST}/corrections?game=40&score=0").text


def test_a_correction_after_others_have_posted_is_looked_at_again(owner: Visit, database: Database) -> None:
    page = owner.get(f"{LIST}/corrections?game=17&score=0")
    Pool(database, "club-evenings").post(Game("Anna Berg", "John Doe", 1.0))
    owner.last = page
    answer = owner.send(f"{LIST}/corrections")
    assert answer.status_code == 422
    assert "he last event of the pool is" in answer.text


def test_two_names_become_one_player(owner: Visit, database: Database) -> None:
    pool = Pool(database, "othello")
    pool.post(Game("Anna", "Bo", 1.0), Game("Ana", "Cy", 1.0))
    owner.get("/lists/othello/corrections?merge=Ana&into=Anna")
    owner.send("/lists/othello/corrections")
    assert {one.player for one in pool.ratings()} == {"Anna", "Bo", "Cy"}


def test_a_title_rating_that_is_crossed_is_said(owner: Visit, database: Database) -> None:
    """FIDE B.01: 2300 for FM; with K = 40 a win between equals of 2290 gives 20 points."""
    owner.get("/lists")
    owner.send("/lists", title="Strong", system="elo", settings="k=40 initial=2290")
    Pool(database, "strong").post(Game("Ann", "Bo", 0.5))
    Register(database).register({"name": "Ann", "sex": "w"}, by=owner.site.people.come_in("owner", PASSWORD))
    seen = owner.json("/lists/strong/corrections?game=1&score=1")["follows"]["players"]
    assert [(one["player"], one["after"], one["titles"]) for one in seen] == [
        ("Ann", 2310.0, ["FM", "WGM"]),
        ("Bo", 2270.0, []),
    ]


PASSWORD = "a long password"


def test_a_tournament_is_rated_once_after_a_look(owner: Visit, database: Database) -> None:
    at = "/tournaments/othello-cup/rating"
    assert owner.json(f"{at}?pool=othello")["problem"] == ""
    seen = owner.json(f"{at}?pool=othello")["players"]
    assert len(seen) == 8
    assert all(one["before"] is None for one in seen)
    owner.get(f"{at}?pool=othello")
    owner.send(at)
    pool = Pool(database, "othello")
    assert {one.player: one.rating for one in pool.ratings()} == {one["player"]: one["after"] for one in seen}
    assert owner.json(at)["rated"] == ["othello"]
    assert 'name="pool" value="othello"' not in owner.get(f"{at}?pool=othello").text
    first = seen[0]["player"]
    attended = owner.json(f"/lists/othello/player?name={first}")["attended"]
    assert [(one["event"]["name"], one["games"]) for one in attended] == [("othello-cup", 4)]
    assert "The tournament is rated when it is finished" in owner.get("/tournaments/spring-open/rating").text


def test_an_arbiter_sees_what_would_follow_and_does_not_rate(database: Database) -> None:
    arbiter = Visit(database).as_(somebody(database, Role.ARBITER, "Arb"))
    page = arbiter.get("/tournaments/othello-cup/rating?pool=othello")
    assert page.text.count('<th scope="row">') == 8
    assert 'action="/tournaments/othello-cup/rating"' not in page.text.replace('method="get" action', "")
    token = arbiter.client.post("/tournaments/othello-cup/rating", data={"pool": "othello"})
    assert token.status_code == 403
    assert Pool(database, "othello").ratings() == []
    assert TournamentLog(database, "othello-cup").read().finished


def test_players_are_registered_corrected_and_found(owner: Visit, visitor: Visit) -> None:
    owner.get("/register")
    owner.send("/register", name="Zoë Ünal", federation="TUR", birth="2011", sex="w", identity="900001")
    number = str(owner.last.url).rpartition("/")[2]
    assert owner.json(f"/register/{number}")["player"]["birth"] == "2011"
    owner.send(f"/register/{number}", name="Zoë Ünal", club="Delft", federation="TUR", birth="2011")
    assert owner.json(f"/register/{number}")["player"]["club"] == "Delft"
    for q in ("zoe unal", "900001", "DELFT zoe"):
        assert [one["name"] for one in visitor.json(f"/register?q={q}")["players"]] == ["Zoë Ünal"]
    owner.get("/register")
    assert "is registered already" in owner.send("/register", name="Zoë Ünal").text
    assert 'action="/register/import"' not in visitor.get("/register").text
    rated = visitor.json("/register/2")["rated"]
    assert [one["pool"] for one in rated] == ["club-evenings"]
    assert visitor.get("/register/99999").status_code == 404


def test_a_file_of_players_is_looked_at_and_then_taken(owner: Visit, database: Database) -> None:
    content = "name;federation;birth\nAnna Berg;NOR;1994\nNew One;BEL;2001\nNew One;;\n"
    owner.get("/register")
    page = owner.send("/register/import", files={"file": ("people.csv", content.encode(), "text/csv")})
    assert page.status_code == 200
    for said in ("SWE → NOR", "stands in the file twice", "New One"):
        assert said.lower() in page.text.lower()
    assert len(Register(database).players()) == 12
    owner.send("/register/take")
    known = Register(database).by_name()
    assert (known["Anna Berg"].federation, known["New One"].birth) == ("NOR", "2001")
    owner.last = page
    assert "Look at what the file does now" in owner.send("/register/take").text
    owner.last = page
    assert "did not come back whole" in owner.send("/register/take", content="AAAA").text
    owner.get("/register")
    wrong = owner.send("/register/import", files={"file": ("people.csv", b"shoe\n43\n", "text/csv")})
    assert "There is no column" in wrong.text


def test_players_are_pasted_or_come_in_a_workbook(owner: Visit, database: Database) -> None:
    owner.get("/register")
    assert "New One" in owner.send("/register/import", rows="Name\tFed\r\nNew One\tBEL\r\n").text
    owner.send("/register/take")
    owner.get("/register")
    book = xlsx({"Players": [["Name", "Verein"], ["Another One", "Chess Club"]]})
    assert "Another One" in owner.send("/register/import", files={"file": ("people.xlsx", book)}).text
    owner.send("/register/take")
    known = Register(database).by_name()
    assert (known["New One"].federation, known["Another One"].club) == ("BEL", "Chess Club")
    owner.get("/register")
    assert "no row was pasted" in owner.send("/register/import").text


def test_the_odds_and_the_page_of_a_player_have_one_interval(visitor: Visit) -> None:
    player = visitor.json("/lists/club-evenings/player?name=Anna+Berg")["row"]
    rating, half = round(player["rating"]), round(player["half"])
    odds = visitor.get("/odds?by=list:club-evenings&first=Anna+Berg&second=1500").text
    assert f">{rating} ± {half}<" in odds


def test_the_odds_are_those_of_the_system(visitor: Visit) -> None:
    """Elo 1978, 1.4: 400 points more make 10/11; K = 20 · 1/11 for a win."""
    found = visitor.json("/odds?by=system:elo&first=1900&second=1500")
    assert found["sides"][0]["expected"] == pytest.approx(10 / 11)
    assert found["sides"][0]["changes"]["win"] == pytest.approx(20 / 11)
    assert found["sides"][1]["changes"]["win"] == pytest.approx(20 * 10 / 11)
    wrong = visitor.json("/odds?by=list:club-evenings&first=Nobody&second=1500")
    assert "nobody called 'Nobody'" in wrong["problem"]
    assert visitor.json("/odds?by=system:nothing&first=1&second=2")["problem"]
    assert visitor.json("/odds?by=list:nothing&first=1&second=2")["problem"]


@pytest.mark.parametrize("system", ["fide", "glicko2", "kbaduk", "uschess", "dwz", "egf", "trueskill", "go"])
def test_a_system_has_odds_or_says_why_not(system: str, visitor: Visit) -> None:
    found = visitor.json(f"/odds?by=system:{system}&first=1900&second=1800")
    assert found["sides"] or found["problem"]
    assert visitor.get(f"/odds?by=system:{system}&first=1900&second=1800").status_code == 200


def test_the_correction_of_an_early_result_shows_the_standings_and_ratings_first(
    owner: Visit, database: Database
) -> None:
    board = owner.json(f"{OPEN}/rounds/1")["round"]["boards"][0]
    assert board["result"] == "½–½"
    before = TournamentLog(database, "spring-open").read()
    path = f"{OPEN}/rounds/1/correction?board=1&result=0-1&pool=club-evenings"
    seen = owner.json(path)
    assert TournamentLog(database, "spring-open").read().seq == before.seq, "looking changes nothing"
    points = {one["name"]: one["points"] - one["had"] for one in seen["moved"]}
    assert (points[seen["sides"][0]], points[seen["sides"][1]]) == (-0.5, 0.5)
    assert {one["player"] for one in seen["rated"]} >= set(seen["sides"])
    changes = {one["player"]: one["after"] - one["before"] for one in seen["rated"]}
    assert changes[seen["sides"][0]] < 0 < changes[seen["sides"][1]]
    assert seen["later"] == [2, 3, 4]
    owner.get(path)
    owner.send(f"{OPEN}/rounds/1/results")
    assert owner.json(f"{OPEN}/rounds/1")["round"]["boards"][0]["result"] == "0–1"
    table = owner.json(f"{OPEN}/standings")["tables"][""]["rows"]
    after = {row["entrant"]["name"]: row["scores"][0]["shown"] for row in table}
    for one in seen["moved"]:
        assert float(after[one["name"]]) == one["points"]
    wrong = owner.json(f"{OPEN}/rounds/1/correction?board=1&result=7-x")
    assert "is not a valid result" in wrong["problem"]
    assert owner.get(f"{OPEN}/rounds/1/correction?board=99").status_code == 404


def test_participants_are_entered_from_the_register_with_ratings_of_a_list(
    owner: Visit, visitor: Visit, database: Database
) -> None:
    cup = "/tournaments/summer-knockout"
    path = f"{cup}/participants/register?q=bakker&pool=club-evenings"
    found = owner.json(path)
    assert [one[0]["name"] for one in found["players"]] == ["Piet Bakker"]
    number = found["players"][0][0]["number"]
    owner.get(path)
    owner.send(f"{cup}/participants/register", **{f"player_{number}": "1"})
    rating = Pool(database, "club-evenings").rating("Piet Bakker")
    assert rating is not None
    entered = TournamentLog(database, "summer-knockout").read().tournament().entrants[-1]
    assert (entered.name, entered.rating, entered.federation) == ("Piet Bakker", round(rating.rating), "NED")
    assert "Piet Bakker" not in str(owner.json(f"{cup}/participants/register")["players"])
    owner.get(f"{cup}/participants/register")
    assert "obody is ticked" in owner.send(f"{cup}/participants/register").text
    assert visitor.get(path).status_code == 403
