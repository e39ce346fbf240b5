"""An act that is sent again is done once: after a rename, with its grant, and by the form that was sent twice."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from arpad.office import desk as acts
from arpad.office.club.people import People
from arpad.office.club.rights import Role, Scope
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, tournaments
from arpad.web.api.desk import BoardByHand, BoardResults, NewEntries, request_digest
from web.programs import Program
from web.visiting import Visit, somebody

ENTRIES = {"entries": [{"name": "Ann", "rating": 2000}, {"name": "Bo"}]}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@pytest.fixture
def arbiter(empty: Database) -> Program:
    program = Program(empty, [Scope.READ, Scope.TOURNAMENTS], somebody(empty, Role.ARBITER, "Ida"))
    program.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 2, "seed": 1})
    return program


def test_a_digest_is_made_of_the_declared_kind_and_the_fields() -> None:
    """The texts stand here as they were written into logs: a digest must never come out otherwise."""
    results = BoardResults.model_validate({"seen": 7, "results": [{"result": "1-0", "board": 1}]})
    assert request_digest("result", results, 2) == digest(
        '["result",[2],{"results":[{"board":1,"result":"1-0"}]}]'
    )
    board = BoardByHand(board=1, first=3, second=2, seen=None)
    assert request_digest("board", board, 1) == digest('["board",[1],{"board":1,"first":3,"second":2}]')
    entries = NewEntries.model_validate({"entries": [{"name": "Zoë", "club": ""}]})
    assert request_digest("enter", entries) == digest('["enter",[],{"entries":[{"name":"Zo\\u00eb"}]}]')


def test_a_retry_is_answered_after_functions_were_renamed(
    arbiter: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter.post("tournaments/cup/participants", ENTRIES, key="e1")
    arbiter.post("tournaments/cup/pair", {}, key="p1")
    for function in (acts.enter_all, acts.pair):
        monkeypatch.setattr(function, "__qualname__", "renamed")
        monkeypatch.setattr(function, "__name__", "renamed")
    assert arbiter.post("tournaments/cup/pair", {}, key="p1")["repeated"] is True
    assert arbiter.post("tournaments/cup/participants", ENTRIES, key="e1")["repeated"] is True
    other = arbiter.post("tournaments/cup/unpair", {}, key="p1")
    assert (other["status"], other["code"]) == (409, "operation.another-act")


def test_a_tournament_is_begun_once_under_a_key(arbiter: Program) -> None:
    new = {"name": "second", "title": "Second", "rounds": 3}
    begun = arbiter.post("tournaments", new, key="n1")
    again = arbiter.post("tournaments", new, key="n1")
    assert (begun["repeated"], again["repeated"]) == (False, True)
    assert begun["tournament"] == again["tournament"]
    assert arbiter.post("tournaments", new, key="n2")["status"] == 409
    assert arbiter.post("tournaments", new | {"rounds": 4}, key="n1")["status"] == 409


class Crash(Exception):
    """The process dies between the tournament and the grant."""


def dies(*called: Any, **settings: Any) -> Any:
    raise Crash


def test_a_tournament_that_nobody_may_run_is_not_begun(
    arbiter: Program, empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Visit(empty).as_(somebody(empty, Role.ARBITER, "Jo"))
    browser.get("/tournaments/new")
    with monkeypatch.context() as patch:
        patch.setattr(People, "_give", dies)
        with pytest.raises(Crash):
            arbiter.post("tournaments", {"name": "second", "title": "Second"})
        assert browser.send("/tournaments/new", title="Third", system="monrad").status_code == 500
    assert [tournament.name for tournament in tournaments(empty)] == ["cup"]
    assert arbiter.post("tournaments", {"name": "second", "title": "Second"})["repeated"] is False
    assert arbiter.post("tournaments/second/participants", ENTRIES)["repeated"] is False, (
        "its arbiter runs it"
    )


def test_a_form_of_a_new_tournament_that_is_sent_twice_begins_one(empty: Database) -> None:
    browser = Visit(empty).as_(somebody(empty, Role.ARBITER, "Ida"))
    page = browser.get("/tournaments/new")
    typed = {"title": "Spring Open", "system": "monrad", "rounds": "3"}
    for _ in range(2):
        browser.last = page
        assert str(browser.send("/tournaments/new", **typed).url).endswith("/tournaments/spring-open")
    assert [tournament.name for tournament in tournaments(empty)] == ["spring-open"]
    browser.get("/tournaments/new")
    browser.send("/tournaments/new", **typed)
    assert sorted(tournament.name for tournament in tournaments(empty)) == ["spring-open", "spring-open-2"]
    assert TournamentLog(empty, "spring-open-2").read().acts[0].stamp.author == "Ida"


def test_a_form_of_a_title_that_is_taken_begins_one_tournament_too(empty: Database) -> None:
    browser = Visit(empty).as_owner()
    typed = {"title": "Spring Open", "system": "monrad", "rounds": "3"}
    for _ in range(2):
        browser.get("/tournaments/new")
        browser.send("/tournaments/new", **typed)
    page = browser.get("/tournaments/new")
    for _ in range(2):
        browser.last = page
        assert str(browser.send("/tournaments/new", **typed).url).endswith("/tournaments/spring-open-3")
    assert len(tournaments(empty)) == 3


def test_who_enters_results_is_told_of_others_by_a_fragment(empty: Database) -> None:
    """The page of results has some 600 bytes for each of its boards; how many are done is one line."""
    browser = Visit(empty).as_owner()
    log = TournamentLog(empty, "cup")
    begun = acts.create("Cup", "monrad", rounds=3, seed=1)
    begun = acts.enter_all(begun, [ParticipantEntry(f"Player {at}") for at in range(40)])
    log.create(acts.pair(begun))
    page = browser.get("/tournaments/cup/rounds/1/results").text
    assert 'hx-get="/tournaments/cup/rounds/1/progress"' in page
    part = browser.get("/tournaments/cup/rounds/1/progress").text
    assert part.strip() == "<span>0 of 20 results are entered.</span>"
    log.act(lambda each: acts.enter_result(each, 1, 1, "1-0"))
    assert "1 of 20" in browser.get("/tournaments/cup/rounds/1/progress").text
    assert Visit(empty).get("/tournaments/cup/rounds/1/progress").status_code in (403, 404)
