"""A tournament in the browser, without JavaScript: from its creation to the final standings."""

from __future__ import annotations

import re

import pytest

from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.visiting import HIDDEN, Visit

CUP = "/tournaments/club-cup"
OPEN = "/tournaments/spring-open"

PEOPLE = "name,rating\n" + "".join(
    f"Player {letter},{2000 - 10 * at}\n" for at, letter in enumerate("ABCDEFGHIJKL")
)

EVERY = (
    "/",
    OPEN,
    f"{OPEN}/participants",
    f"{OPEN}/participants/3",
    f"{OPEN}/rounds/4",
    f"{OPEN}/rounds/4/results",
    f"{OPEN}/rounds/4/results?verify",
    f"{OPEN}/rounds/4/results?outstanding",
    f"{OPEN}/rounds/3/why",
    f"{OPEN}/standings",
    f"{OPEN}/standings/2",
    f"{OPEN}/crosstable",
    f"{OPEN}/log",
    f"{OPEN}/paper",
    f"{OPEN}/hall",
    f"{OPEN}/hall?screen=1",
    "/tournaments/new",
    "/people",
    "/sign-in",
    "/tournaments/othello-cup/standings",
    "/tournaments/summer-knockout",
)


def test_a_tournament_from_its_creation_to_its_end(empty: Database) -> None:
    arbiter = Visit(empty).as_owner()
    arbiter.get("/tournaments/new")
    arbiter.send("/tournaments/new", title="Club Cup", system="fide-dutch", rounds="2", seed="5")
    assert str(arbiter.last.url).endswith(CUP)
    arbiter.get(f"{CUP}/participants/file")
    arbiter.send(f"{CUP}/participants/file", files={"file": ("people.csv", PEOPLE.encode(), "text/csv")})
    arbiter.send(f"{CUP}/participants/file", act="enter", headed="on")
    assert arbiter.last.text.count('<th scope="row">') == 12
    arbiter.get(CUP)
    arbiter.send(f"{CUP}/pair")
    assert str(arbiter.last.url).endswith(f"{CUP}/rounds/1")
    arbiter.send(f"{CUP}/rounds/1/publish")
    arbiter.get(f"{CUP}/rounds/1/results")
    typed = {f"board_{board}": "1" for board in range(1, 7)}
    arbiter.send(f"{CUP}/rounds/1/results", **typed)
    assert str(arbiter.last.url).endswith(f"{CUP}/rounds/1"), "all results are entered"
    arbiter.send(f"{CUP}/pair")
    arbiter.get(f"{CUP}/rounds/2/results")
    arbiter.send(f"{CUP}/rounds/2/results", **{f"board_{board}": "=" for board in range(1, 7)})
    arbiter.get(CUP)
    arbiter.send(f"{CUP}/finish")
    table = arbiter.json(f"{CUP}/standings")["tables"][""]["rows"]
    # Twelve play two rounds: who wins and draws has 1½ points, who loses and draws has ½.
    assert [row["scores"][0]["shown"] for row in table] == ["1.5"] * 6 + ["0.5"] * 6
    log = TournamentLog(empty, "club-cup").read()
    assert log.finished
    assert [act.stamp.author for act in log.acts] == ["owner"] * len(log.acts)


def test_a_correction_of_an_earlier_round_says_what_follows(owner: Visit) -> None:
    owner.get(f"{OPEN}/rounds/1/correction?board=1&result=0-1")
    answer = owner.send(f"{OPEN}/rounds/1/results")
    assert "The result of board 1, Kim Minji (1) and María Ruiz (7), is corrected" in answer.text
    assert "Round 2 was paired before; its pairing stays as it is" in answer.text
    assert owner.json(f"{OPEN}/rounds/1")["round"]["boards"][0]["result"] == "0–1"


def test_a_colour_that_is_due_never_stands_without_its_heading(owner: Visit) -> None:
    cells = re.findall(r'<td class="more"([^>]*)>(?:<b>)?(?:White|Black)', owner.get(f"{OPEN}/rounds/3").text)
    assert cells
    assert set(cells) == {' data-head="Due"'}


def test_a_result_that_was_followed_by_a_round_is_not_typed_over_in_passing(
    owner: Visit, database: Database
) -> None:
    before = TournamentLog(database, "spring-open").read().seq
    page = owner.get(f"{OPEN}/rounds/1/results").text
    assert '<input name="board-1"' not in page
    assert f'href="{OPEN}/rounds/1/correction?board=1"' in page
    assert "was followed by another" in page
    answer = owner.send(f"{OPEN}/rounds/1/results", board_1="0-1")
    assert "this result changes only by a correction" in answer.text
    fields = dict(HIDDEN.findall(page)) | {"board-1": "0-1"}
    one = owner.client.post(f"{OPEN}/rounds/1/results/1", data=fields)
    assert "changes only by a correction" in one.text
    assert TournamentLog(database, "spring-open").read().seq == before
    assert '<input name="board-2"' in owner.get(f"{OPEN}/rounds/4/results").text, "the last round is typed"
    assert '<input name="board-1"' in owner.get(f"{OPEN}/rounds/1/results?verify").text, "and compared"


def test_what_is_not_a_valid_result_is_shown_again_and_nothing_is_entered(
    owner: Visit, database: Database
) -> None:
    before = TournamentLog(database, "spring-open").read().seq
    owner.get(f"{OPEN}/rounds/4/results")
    answer = owner.send(f"{OPEN}/rounds/4/results", board_2="1", board_5="7-x")
    assert "is not a valid result" in answer.text
    assert 'value="7-x"' in answer.text
    assert TournamentLog(database, "spring-open").read().seq == before


def test_a_form_that_is_sent_twice_is_done_once(owner: Visit, database: Database) -> None:
    owner.get(f"{OPEN}/participants")
    page = owner.last
    owner.send(f"{OPEN}/participants", name="Late Comer")
    owner.last = page
    owner.send(f"{OPEN}/participants", name="Late Comer")
    owner.last = page
    assert owner.send(f"{OPEN}/participants", name="Somebody Else").status_code == 409
    names = [one.name for one in TournamentLog(database, "spring-open").read().tournament().entrants]
    assert names.count("Late Comer") == 1


def test_two_arbiters_at_different_boards_lose_nothing_and_at_the_same_board_one_is_told(
    database: Database,
) -> None:
    one, other, third = (Visit(database).as_owner() for _ in range(3))
    for each in (one, other, third):
        each.get(f"{OPEN}/rounds/4/results")
    assert one.send(f"{OPEN}/rounds/4/results", board_2="1").status_code == 200
    assert other.send(f"{OPEN}/rounds/4/results", board_5="0").status_code == 200
    refused = third.send(f"{OPEN}/rounds/4/results", board_2="0")
    assert refused.status_code == 409
    assert "board 2" in refused.text
    boards = one.json(f"{OPEN}/rounds/4")["round"]["boards"]
    assert [boards[1]["result"], boards[4]["result"]] == ["1–0", "0–1"]


def test_the_second_pass_marks_what_differs_and_changes_nothing(owner: Visit, database: Database) -> None:
    before = TournamentLog(database, "spring-open").read().seq
    owner.get(f"{OPEN}/rounds/1/results?verify")
    boards = owner.json(f"{OPEN}/rounds/1")["round"]["boards"]
    right = "0-1" if boards[1]["result"] == "0–1" else "1-0"
    owner.send(f"{OPEN}/rounds/1/results", board_1="+-", board_2=right)
    wrong = re.findall(r'<input name="board-(\d+)"[^>]*aria-invalid', owner.last.text)
    assert wrong == ["1"]
    assert "✓ the same" in owner.last.text
    assert TournamentLog(database, "spring-open").read().seq == before


def test_a_visitor_sees_a_round_when_it_is_published(owner: Visit, visitor: Visit) -> None:
    for board, typed in (("2", "1"), ("5", "0"), ("6", "=")):
        owner.get(f"{OPEN}/rounds/4/results")
        owner.send(f"{OPEN}/rounds/4/results", **{f"board_{board}": typed})
    owner.get(OPEN)
    owner.send(f"{OPEN}/pair")
    assert visitor.get(f"{OPEN}/rounds/5").status_code == 404
    assert [chip["number"] for chip in visitor.json(OPEN)["head"]["rounds"]] == [1, 2, 3, 4]
    owner.send(f"{OPEN}/rounds/5/publish")
    assert visitor.get(f"{OPEN}/rounds/5").status_code == 200


def test_a_board_set_by_hand_is_said_with_the_rule_it_departs_from(owner: Visit) -> None:
    met = owner.json(f"{OPEN}/participants/1")["games"][0]["opponent"]["number"]
    owner.get(f"{OPEN}/rounds/4")
    answer = owner.send(f"{OPEN}/rounds/4/set", board="2", first="1", second=str(met))
    assert answer.status_code == 200
    assert "have met in round 1" in answer.text


def test_the_log_is_searched_by_words_and_by_who_acted(owner: Visit) -> None:
    owner.get("/tournaments/summer-knockout/participants")
    owner.send("/tournaments/summer-knockout/participants", name="Zoë Ångström")
    every = owner.json("/tournaments/summer-knockout/log")["acts"]
    for asked, count in (
        ("q=angstrom", 1),
        ("q=ZOE&who=owner", 1),
        ("who=owner", 1),
        ("q=zoe&who=sample", 0),
    ):
        found = owner.json(f"/tournaments/summer-knockout/log?{asked}")
        assert len(found["acts"]) == count, asked
        assert found["authors"] == ["owner", "sample"]
    assert len(owner.json("/tournaments/summer-knockout/log?who=sample")["acts"]) == len(every) - 1
    assert "No act is like that" in owner.get("/tournaments/summer-knockout/log?q=nothing+at+all").text
    owner.get("/tournaments/summer-knockout/log?q=angstrom")
    assert owner.send("/tournaments/summer-knockout/log/undo").status_code == 200
    assert owner.json("/tournaments/summer-knockout/log?q=angstrom")["acts"][-1]["stands"] is False


def test_undo_says_what_it_takes_back(owner: Visit) -> None:
    owner.get(f"{OPEN}/log")
    assert "result of round 4: board 4" in re.findall(r"<li>(result.*?)</li>", owner.last.text)[0]
    owner.send(f"{OPEN}/log/undo")
    assert owner.json(f"{OPEN}/rounds/4")["pending"] == 4


def test_a_tournament_that_is_saved_and_brought_in_again_is_the_same(owner: Visit, empty: Database) -> None:
    content = owner.get("/tournaments/othello-cup/event.arpad").content
    from arpad.office.store.opening import open_database

    place = empty.address.replace("club.db", "other.db")
    other = open_database(place)
    try:
        guest = Visit(other).as_owner()
        guest.get("/tournaments/new")
        guest.send("/tournaments/new", files={"file": ("othello-cup.arpad", content, "text/plain")})
        guest.send("/tournaments/new", act="take")
        assert guest.get("/tournaments/othello-cup/event.arpad").content == content
    finally:
        other.close()


@pytest.mark.parametrize("path", EVERY)
def test_a_page_is_small_and_has_one_heading_and_its_json(path: str, owner: Visit) -> None:
    page = owner.get(path)
    assert page.status_code == 200
    assert len(page.content) < 50_000
    assert page.text.count("<h1") == 1
    assert "<script>" not in page.text
    assert " style=" not in page.text, "the policy allows no inline style"
    assert isinstance(owner.json(path), dict)


@pytest.mark.parametrize("what", ["start", "pairings", "alphabet", "results", "standings", "crosstable"])
def test_reports_are_printed_for_everybody(what: str, visitor: Visit) -> None:
    page = visitor.get(f"{OPEN}/paper/{what}")
    assert page.status_code == 200
    assert "Kim Minji" in page.text
    assert "style-src 'unsafe-inline'" in page.headers["content-security-policy"]
