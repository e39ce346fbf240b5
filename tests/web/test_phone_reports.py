"""Players report results by the code of their board: what is done, and what nobody can do with it."""

from __future__ import annotations

import logging
from fractions import Fraction

import pytest

from arpad.office import desk
from arpad.office.club.report_codes import ReportSeat, code_of, key_of
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.tournament.results import Result
from web.visiting import Visit

OPEN = "/tournaments/spring-open"
REPORTS = f"{OPEN}/reports"
ROUND, BOARD = 4, 2
"""The last round of the sample, and a board of it that has no result."""


def store(database: Database) -> TournamentLog:
    return TournamentLog(database, "spring-open")


def link(database: Database, board: int = BOARD, *, white: bool = True, at: int = ROUND) -> str:
    found = store(database)
    key = key_of(database, found.stream())
    return f"/r/spring-open/{code_of(key, found.read(), ReportSeat(at, board, white))}"


def result(database: Database, board: int = BOARD, at: int = ROUND) -> Result:
    return store(database).read().tournament().rounds[at - 1].pairings[board - 1].white_result


@pytest.fixture
def arbiter(owner: Visit) -> Visit:
    """The arbiter, who lets players report."""
    owner.get(REPORTS)
    assert owner.send(REPORTS, codes="slips").status_code == 200
    return owner


def test_both_players_report_and_the_result_is_entered(arbiter: Visit, database: Database) -> None:
    assert result(database) is Result.PENDING
    white, black = link(database), link(database, white=False)
    one, other = Visit(database), Visit(database)
    page = one.get(white)
    assert page.status_code == 200
    said = one.send(white, result="1").text
    assert "You reported 1-0" in said
    assert result(database) is Result.PENDING
    other.get(black)
    assert "The result 1-0 is entered" in other.send(black, result="1").text
    assert result(database) is Result.WIN
    act = store(database).read().acts[-1]
    assert act.stamp.author == f"players of board {BOARD}"
    assert [event.KIND for event in act.events] == ["report", "result"]
    assert "The result 1-0 is entered" in one.get(white).text
    assert "players of board 2" in arbiter.get(f"{OPEN}/log").text


def test_what_differs_is_the_arbiters_to_decide(arbiter: Visit, database: Database) -> None:
    white, black = link(database), link(database, white=False)
    for address, text in ((white, "1"), (black, "0")):
        player = Visit(database)
        player.get(address)
        player.send(address, result=text)
    assert "The other side reported something else" in player.last.text
    assert result(database) is Result.PENDING
    assert "1 board that is to be decided" in arbiter.get(OPEN).text
    page = arbiter.get(REPORTS).text
    assert "The reports differ." in page
    assert arbiter.json(REPORTS)["waiting"][0]["differs"] is True
    black_number = store(database).read().tournament().rounds[ROUND - 1].pairings[BOARD - 1].black
    forms = page.split("<form")
    chosen = next(one for one in forms if f'name="number" value="{black_number}"' in one)
    arbiter.last = type("Open", (), {"text": f"<form{chosen}"})  # type: ignore[assignment]
    assert "Nothing is to be decided" in arbiter.send(f"{REPORTS}/decide").text
    assert result(database) is Result.LOSS


def test_a_report_never_changes_a_result_that_stands(arbiter: Visit, database: Database) -> None:
    address = link(database)
    player = Visit(database)
    player.get(address)
    form = player.last
    store(database).act(lambda log: desk.enter_result(log, ROUND, BOARD, "0-1"))
    player.last = form
    answer = player.send(address, result="1")
    assert answer.status_code == 422
    assert "has a result already" in answer.text
    assert result(database) is Result.LOSS
    page = player.get(address)
    assert "The result 0-1 is entered" in page.text
    assert "<form" not in page.text


def test_a_code_of_one_board_reports_no_other(arbiter: Visit, database: Database) -> None:
    other = TournamentLog(database, "summer-knockout")
    other.act(lambda log: desk.set_reporting(log, "slips"))
    before = store(database).content()
    address = link(database)
    head, signature = address[:-23], address[-22:]
    for seat in ("4-5a", "4-6a", "4-2b", "3-2a", "4-5b"):
        forged = f"/r/spring-open/{seat}-{signature}"
        player = Visit(database)
        player.get(address)
        token = player.last.text.split('name="token" value="')[1].split('"')[0]
        assert player.client.get(forged).status_code == 404
        assert player.client.post(forged, data={"token": token, "result": "1"}).status_code == 404
        # Nor does a field of the form name another board.
        player.client.post(address, data={"token": token, "result": "", "board": "5", "number": "9"})
    assert (
        player.client.get(f"{head.replace('spring-open', 'summer-knockout')}-{signature}").status_code == 404
    )
    assert store(database).content() == before


def test_a_code_of_a_past_round_is_dead(arbiter: Visit, database: Database) -> None:
    old = link(database, 1, at=3)
    answer = Visit(database).get(old)
    assert answer.status_code == 410
    assert "This code was for round 3" in answer.text
    assert "<form" not in answer.text
    now = link(database)
    player = Visit(database)
    player.get(now)
    form = player.last

    def onwards(log):  # type: ignore[no-untyped-def]
        for board, game in enumerate(log.tournament().rounds[-1].pairings, 1):
            log = desk.enter_result(log, ROUND, board, "1-0") if game.pending else log
        return desk.publish(desk.pair(log))

    store(database).act(onwards)
    player.last = form
    assert player.send(now, result="0").status_code == 410
    assert result(database) is Result.WIN


def test_codes_end_when_the_arbiter_ends_them(arbiter: Visit, database: Database) -> None:
    address = link(database)
    arbiter.get(REPORTS)
    arbiter.send(REPORTS, codes="off")
    assert Visit(database).get(address).status_code == 403
    arbiter.get(REPORTS)
    arbiter.send(REPORTS, codes="slips")
    assert Visit(database).get(address).status_code == 404, "codes that were printed before stay dead"
    assert Visit(database).get(link(database)).status_code == 200


def test_who_guesses_codes_has_to_wait(arbiter: Visit, database: Database) -> None:
    thief = Visit(database)
    address = link(database)
    found = [thief.get(f"{address[:-22]}{'A' * 19}{at:03}").status_code for at in range(22)]
    assert found == [404] * 20 + [429] * 2
    assert thief.get(address).status_code == 429, "the right one is not told from others then"
    assert thief.client.post(address, data={}).status_code == 403
    assert thief.get("/r/nothing/1-1a-" + "A" * 22).status_code == 429


def test_a_form_of_another_visit_reports_nothing(arbiter: Visit, database: Database) -> None:
    address = link(database)
    player = Visit(database)
    player.get(address)
    before = store(database).content()
    stolen = Visit(database)
    assert stolen.client.post(address, data={"token": "0" * 64, "result": "1"}).status_code == 403
    assert store(database).content() == before


def test_the_code_is_told_to_nobody(
    arbiter: Visit, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    address = link(database)
    with caplog.at_level(logging.DEBUG):
        player = Visit(database)
        answer = player.get(address)
        player.send(address, result="1")
        player.client.post(address, data={})
        player.get(f"{address}x")
    code = address.rpartition("/")[2]
    said = [one.getMessage() for one in caplog.records if not one.name.startswith("httpx")]
    assert not any(code in one for one in said), said
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert 'content="noindex"' in answer.text
    key = key_of(database, store(database).stream())
    content = store(database).content().decode()
    assert code not in content
    assert key.hex() not in content
    for path in (OPEN, f"{OPEN}/hall", f"{OPEN}/rounds/4", REPORTS):
        assert code not in arbiter.get(path).text


def test_codes_stand_on_slips_and_only_where_the_arbiter_says_so_elsewhere(
    arbiter: Visit, database: Database
) -> None:
    visitor = Visit(database)
    slips, wall = f"{OPEN}/paper/slips?round=4", f"{OPEN}/paper/pairings?round=4"
    assert arbiter.get(slips).text.count('class="qr"') == 2 * 3, "the boards without a result"
    assert visitor.get(slips).status_code == 403
    assert arbiter.get(f"{OPEN}/paper/slips?round=3").text.count('class="qr"') == 0
    assert visitor.get(wall).text.count('class="qr"') == 0
    assert _in_hall(visitor) == 0
    arbiter.get(REPORTS)
    arbiter.send(REPORTS, codes="everywhere")
    assert visitor.get(wall).text.count('class="qr"') == 2 * 3
    assert visitor.get(f"{OPEN}/paper/pairings?round=3").text.count('class="qr"') == 0
    assert _in_hall(visitor) == 2 * 3
    assert "r/spring-open" not in str(visitor.json(f"{OPEN}/hall"))


def _in_hall(visitor: Visit) -> int:
    screens = visitor.json(f"{OPEN}/hall")["screens"]
    return sum(visitor.get(f"{OPEN}/hall?screen={at}").text.count('class="qr"') for at in range(screens))


def test_no_code_is_printed_that_no_phone_can_reach(arbiter: Visit) -> None:
    assert "The codes lead to http://testserver." in arbiter.get(REPORTS).text
    arbiter.client.base_url = "http://127.0.0.1:8000"
    slips = arbiter.get(f"{OPEN}/paper/slips?round=4").text
    assert 'class="qr"' not in slips
    assert "No phone can reach http://127.0.0.1:8000" in arbiter.get(REPORTS, host="evil.example").text


def test_a_stranger_neither_switches_nor_decides(visitor: Visit, database: Database) -> None:
    assert visitor.get(REPORTS).status_code == 403
    assert visitor.get(link(database)).status_code == 403, "players do not report yet"


def test_discs_are_typed_as_points(owner: Visit, database: Database) -> None:
    cup = TournamentLog(database, "othello-cup")
    if cup.read().finished:
        cup.act(desk.undo)
    cup.act(lambda now: desk.publish(desk.pair(desk.unpair(now))))
    cup.act(lambda now: desk.set_reporting(now, "slips"))
    log = cup.read()
    at = log.tournament().played
    board = log.tournament().rounds[-1].pending[0]
    key = key_of(database, cup.stream())
    for white in (True, False):
        address = f"/r/othello-cup/{code_of(key, log, ReportSeat(at, board, white))}"
        player = Visit(database)
        assert 'name="second"' in player.get(address).text
        player.send(address, first="40", second="24")
    assert cup.read().tournament().rounds[-1].pairings[board - 1].points == (Fraction(24), Fraction(40))
