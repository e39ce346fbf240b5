"""The API for programs: a tournament is run from its beginning to its end, by who may do so."""

from __future__ import annotations

from typing import Any

import pytest

from arpad.office.club.rights import Role, Scope
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.programs import Program
from web.visiting import somebody


@pytest.fixture
def arbiter(empty: Database) -> Program:
    return Program(empty, [Scope.READ, Scope.TOURNAMENTS], somebody(empty, Role.ARBITER, "Ida"))


def test_a_tournament_from_its_beginning_to_its_end(arbiter: Program, empty: Database) -> None:
    """Four players, two rounds; Dutch pairs the first half of the numbers against the second."""
    visitor = Program(empty, None)
    made = arbiter.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 2, "seed": 1})
    assert (made["tournament"]["seq"], made["repeated"]) == (1, False)
    assert [one["name"] for one in visitor.get("tournaments")] == ["cup"]
    entries = [{"name": name, "rating": 2000 - 100 * at} for at, name in enumerate(("Ann", "Bo", "Cy", "Di"))]
    entered = arbiter.post("tournaments/cup/participants", {"entries": entries}, key="e1")
    again = arbiter.post("tournaments/cup/participants", {"entries": entries}, key="e1")
    assert (entered["repeated"], again["repeated"]) == (False, True)
    assert again["tournament"] == entered["tournament"]
    told = visitor.get("tournaments/cup/participants")
    assert [(one["number"], one["name"], one["rating"]) for one in told] == [
        (1, "Ann", 2000),
        (2, "Bo", 1900),
        (3, "Cy", 1800),
        (4, "Di", 1700),
    ]
    arbiter.post("tournaments/cup/pair", {})
    assert visitor.get("tournaments/cup/rounds/1")["status"] == 404  # a draft is the arbiter's own
    seen = arbiter.post("tournaments/cup/rounds/1/publish", {})["tournament"]["seq"]
    boards = visitor.get("tournaments/cup/rounds/1")["boards"]
    assert [{one["first"]["number"], one["second"]["number"]} for one in boards] == [{1, 3}, {2, 4}]
    typed = [{"board": 1, "result": "1-0"}, {"board": 2, "result": "½-½"}]
    arbiter.post("tournaments/cup/rounds/1/results", {"results": typed, "seen": seen})
    late = arbiter.post(
        "tournaments/cup/rounds/1/results", {"results": [{"board": 1, "result": "0-1"}], "seen": seen}
    )
    assert late["status"] == 409
    round_ = visitor.get("tournaments/cup/rounds/1")
    assert ([one["result"] for one in round_["boards"]], round_["pending"]) == (["1-0", "½-½"], 0)
    standings = visitor.get("tournaments/cup/standings")
    winner = boards[0]["first"]["name"]
    (places,) = standings["groups"].values()
    assert (places[0]["who"]["name"], places[0]["points"], places[0]["rank"]) == (winner, 1.0, 1)
    assert [one["points"] for one in places] == [1.0, 0.5, 0.5, 0.0]
    assert visitor.get("tournaments/cup/standings", after=2)["status"] == 404
    wrong = arbiter.post("tournaments/cup/rounds/1/results", {"results": [{"board": 9, "result": "1-0"}]})
    assert (wrong["status"], wrong["code"]) == (422, "board.unknown")
    finished = arbiter.post("tournaments/cup/finish", {})
    assert [one["code"] for one in finished["findings"]] == ["finish.early"]
    assert finished["tournament"]["finished"] is True
    assert arbiter.post("tournaments/cup/undo", {})["tournament"]["finished"] is False
    log = TournamentLog(empty, "cup").read()
    assert {act.stamp.author for act in log.acts} == {"Ida"}


def test_who_may_run_which_tournament(arbiter: Program, empty: Database) -> None:
    arbiter.post("tournaments", {"name": "cup", "title": "Cup"})
    other = Program(empty, tuple(Scope), somebody(empty, Role.ARBITER, "Eve"))
    player = Program(empty, tuple(Scope), somebody(empty, Role.PLAYER, "Ann"))
    reader = Program(empty, [Scope.READ])
    before = TournamentLog(empty, "cup").content()
    entry: dict[str, Any] = {"entries": [{"name": "Mallory"}]}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("participants", entry),
        ("pair", {}),
        ("finish", {}),
        ("undo", {}),
        ("rounds/1/publish", {}),
        ("rounds/1/results", {"results": [{"board": 1, "result": "1-0"}]}),
    ]
    for path, body in acts:
        for one in (other, player, reader):
            assert one.post(f"tournaments/cup/{path}", body)["code"] == "right.missing"
        assert Program(empty, None).post(f"tournaments/cup/{path}", body)["status"] == 401
    assert TournamentLog(empty, "cup").content() == before
    assert arbiter.post("tournaments", {"name": "cup", "title": "Cup"})["status"] == 409
    assert arbiter.post("tournaments", {"name": "cup2", "title": "Cup", "system": "none"})["status"] == 422
    for path in ("", "/participants", "/rounds/1", "/standings"):
        assert arbiter.get(f"tournaments/none{path}")["status"] == 404
