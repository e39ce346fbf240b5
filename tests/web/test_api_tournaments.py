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


def test_a_result_that_was_followed_by_a_round_changes_only_by_a_correction(arbiter: Program) -> None:
    arbiter.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 3, "seed": 1})
    entries = [{"name": name, "rating": 2000 - 100 * at} for at, name in enumerate(("Ann", "Bo", "Cy", "Di"))]
    arbiter.post("tournaments/cup/participants", {"entries": entries})
    arbiter.post("tournaments/cup/pair", {})
    results = "tournaments/cup/rounds/1/results"
    arbiter.post(results, {"results": [{"board": 1, "result": "1-0"}, {"board": 2, "result": "½-½"}]})
    corrected = arbiter.post(results, {"results": [{"board": 2, "result": "0-1"}]})
    assert [one["code"] for one in corrected["findings"]] == ["result.corrected"], "nothing was paired since"
    paired = arbiter.post("tournaments/cup/pair", {})["tournament"]["seq"]

    # One that changes and one that stays, under the key that the correction has later: nothing is entered.
    typed = [{"board": 1, "result": "½-½"}, {"board": 2, "result": "0-1"}]
    refused = arbiter.post(results, {"results": typed}, key="r1")
    assert (refused["status"], refused["code"]) == (409, "result.followed")
    assert "round 2 was paired after these results of round 1: board 1, " in refused["detail"]
    assert refused["detail"].endswith(": 1-0")
    assert 'Send "correction": true' in refused["remedy"]
    assert arbiter.get("tournaments/cup")["seq"] == paired

    same = arbiter.post(results, {"results": [{"board": 1, "result": "1-0"}]})
    assert (same["tournament"]["seq"], same["findings"]) == (paired, [])
    wrong = arbiter.post(results, {"results": typed, "correction": 1})
    assert (wrong["status"], wrong["code"]) == (422, "request.not-valid")

    done = arbiter.post(results, {"results": typed, "correction": True}, key="r1")
    assert {one["code"] for one in done["findings"]} == {"result.corrected", "round.later-paired"}
    assert arbiter.post(results, {"results": typed, "correction": True}, key="r1")["repeated"] is True
    boards = arbiter.get("tournaments/cup/rounds/1")["boards"]
    assert [one["result"] for one in boards] == ["½-½", "0-1"]
    arbiter.post("tournaments/cup/undo", {})
    assert arbiter.get("tournaments/cup/rounds/1")["boards"][0]["result"] == "1-0"
    described = arbiter.client.get("/api/openapi.json").json()
    body = described["components"]["schemas"]["BoardResults"]["properties"]
    assert body["correction"]["type"] == "boolean"
    assert "409" in described["paths"]["/tournaments/{name}/rounds/{number}/results"]["post"]["responses"]


def test_a_result_that_was_still_to_come_is_entered_without_a_correction(arbiter: Program) -> None:
    arbiter.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 3, "seed": 1})
    arbiter.post("tournaments/cup/participants", {"entries": [{"name": name} for name in "ABCD"]})
    arbiter.post("tournaments/cup/pair", {})
    results = "tournaments/cup/rounds/1/results"
    arbiter.post(results, {"results": [{"board": at, "result": "1-0"} for at in (1, 2)]})
    arbiter.post("tournaments/cup/pair", {})
    board = arbiter.get("tournaments/cup/rounds/1")["boards"][1]
    turned = {"board": 2, "first": board["second"]["number"], "second": board["first"]["number"]}
    arbiter.post("tournaments/cup/rounds/1/boards", turned)  # with the wrong colours: its result is cleared
    late = arbiter.post(results, {"results": [{"board": 2, "result": "½-½"}]})
    assert [one["code"] for one in late["findings"]] == ["round.later-paired"]
    again = arbiter.post(results, {"results": [{"board": 2, "result": "1-0"}]})
    assert (again["status"], again["code"]) == (409, "result.followed")


def test_what_is_typed_is_checked_where_it_is_typed(arbiter: Program) -> None:
    made = arbiter.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 60})
    assert [one["code"] for one in made["findings"]] == ["rounds.many"]
    entered = arbiter.post(
        "tournaments/cup/participants", {"entries": [{"name": "Ann", "birth": "17.05.1990"}, {"name": "Bo"}]}
    )
    assert [one["code"] for one in entered["findings"]] == ["entry.birth"]
    arbiter.post("tournaments/cup/pair", {})
    results = "tournaments/cup/rounds/1/results"
    absent = arbiter.post(results, {"results": [{"board": 1, "result": "+-"}]})
    assert [one["code"] for one in absent["findings"]] == ["result.no-show"]
    assert absent["findings"][0]["follows"]
    assert arbiter.post(results, {"results": [{"board": 1, "result": "+-"}]})["findings"] == []


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


def test_what_pages_show_beside_rounds_is_told_and_what_arbiters_do_by_hand_is_done(
    arbiter: Program, empty: Database
) -> None:
    """Five players, so that one has the bye of each round."""
    visitor = Program(empty, None)
    arbiter.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 3, "seed": 1})
    entries = [{"name": name, "rating": 2000 - 100 * at} for at, name in enumerate("ABCDE")]
    arbiter.post("tournaments/cup/participants", {"entries": entries})
    arbiter.post("tournaments/cup/pair", {})
    arbiter.post("tournaments/cup/unpair", {})
    assert arbiter.get("tournaments/cup")["rounds"] == []
    arbiter.post("tournaments/cup/pair", {})
    arbiter.post("tournaments/cup/rounds/1/bye", {"participant": 4})
    arbiter.post("tournaments/cup/rounds/1/boards", {"board": 1, "first": 2, "second": 1})
    arbiter.post("tournaments/cup/rounds/1/publish", {})
    told = visitor.get("tournaments/cup/rounds/1")
    assert [one["who"]["number"] for one in told["byes"]] == [4]
    assert (told["boards"][0]["first"]["number"], told["boards"][0]["second"]["number"]) == (2, 1)
    typed = [{"board": 1, "result": "1-0"}, {"board": 2, "result": "½-½"}]
    arbiter.post("tournaments/cup/rounds/1/results", {"results": typed})
    away = arbiter.post("tournaments/cup/absences", {"participant": 1, "rounds": [2], "bye": "half"})
    assert away["tournament"]["seq"]
    arbiter.post("tournaments/cup/pair", {})
    assert 1 in {one["who"]["number"] for one in arbiter.get("tournaments/cup/rounds/2")["byes"]}
    # What is told to visitors is the first round, since the second one is a draft.
    second = visitor.get("tournaments/cup/participants/2")
    assert second["who"] == {"number": 2, "name": "B"}
    assert second["points"] == 1.0
    (only,) = second["rounds"]
    assert (only["opponent"]["number"], only["colour"], only["result"], only["score"]) == (
        1,
        "White",
        "1-0",
        1.0,
    )
    assert [one["code"] for one in second["tiebreaks"]]
    for one in second["tiebreaks"]:
        assert one["explanation"]["label"] == one["code"]
        assert one["explanation"]["value"] == one["value"]
    (table,) = visitor.get("tournaments/cup/crosstable").values()
    assert (table["heads"], table["square"]) == (["R1"], False)
    cells = {row["who"]["number"]: row["cells"][0] for row in table["rows"]}
    assert (cells[2]["opponent"], cells[2]["colour"], cells[2]["score"]) == (1, "w", "1")
    assert cells[4]["word"]
    acts = arbiter.get("tournaments/cup/log")
    assert {one["author"] for one in acts} == {"Ida"}
    assert [one["seq"] for one in acts] == sorted((one["seq"] for one in acts), reverse=True)
    assert visitor.get("tournaments/cup/log")["status"] == 401
    other = Program(empty, tuple(Scope), somebody(empty, Role.ARBITER, "Eve"))
    assert other.get("tournaments/cup/log")["status"] == 403
    assert visitor.get("tournaments/cup/participants/9")["status"] == 404
    back = arbiter.post("tournaments/cup/absences", {"participant": 1, "rounds": [3], "bye": "never"})
    assert back["status"] == 422
