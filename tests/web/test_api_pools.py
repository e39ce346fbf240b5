"""The API for programs: results are posted and rated, ratings asked for, and what was wrong corrected."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.responses import Response

from arpad.office.club.rights import Role, Scope
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.web.api import results
from arpad.web.api.door import Caller
from arpad.web.api.results import MOST_EXPLAINED, Result
from arpad.web.security import tokens
from web.programs import Program
from web.visiting import owner_of, somebody

RESULTS = "pools/blitz/results"


@pytest.fixture
def program(empty: Database) -> Program:
    """A program of the owner, and a pool by Elo's system with K = 25."""
    found = Program(empty)
    made = found.post("pools", {"name": "blitz", "system": "elo", "settings": {"k": 25}, "title": "Blitz"})
    assert made == {
        "name": "blitz",
        "title": "Blitz",
        "system": "elo",
        "settings": {"k": 25.0},
        "games": 0,
        "seq": 1,
    }
    return found


def game(first: str, second: str, score: float, **more: Any) -> dict[str, Any]:
    return {"first": first, "second": second, "score": score, **more}


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pools that were rated anew since."""
    found: list[str] = []
    known = Pool.known

    def counted(pool: Pool, **asked: int | None) -> Any:
        found.append(pool.name)
        return known(pool, **asked)

    monkeypatch.setattr(Pool, "known", counted)
    return found


def test_what_was_known_then_is_told_to_who_may_correct(program: Program, replays: list[str]) -> None:
    """Each number is a replay of its own: a stranger who counts them down would take all that the machine has."""
    program.post(RESULTS, game("Ann", "Bo", 1))
    for at in range(20):
        program.post(RESULTS, game("Cy", "Di", 1), key=f"{at}")
    path = "/api/pools/blitz/rating?player=Ann&known={}"
    for seq in range(1, 6):
        refused = program.client.get(path.format(seq), headers={"authorization": ""})
        assert (refused.status_code, program.told(refused)["code"]) == (403, "right.missing")
    assert not replays
    for _ in range(3):
        assert program.get("pools/blitz/rating", player="Ann", known=2)["rating"] == 1512.5
    assert replays == ["blitz"]
    # An event that is not there yet is another answer when it is.
    assert program.get("pools/blitz/rating", player="Cy", known=23)["games"] == 20
    program.post(RESULTS, game("Cy", "Di", 1))
    assert program.get("pools/blitz/rating", player="Cy", known=23)["games"] == 21
    assert len(replays) == 3


def test_a_result_is_answered_with_ratings_before_and_after(program: Program) -> None:
    """Elo 1978, 1.6: R' = R + K (S − E), with E = 1/2 of equals: 25 · 1/2 = 12.5 points."""
    told = program.post(RESULTS, game("Ann", "Bo", 1), key="m1")
    first = {"player": "Ann", "before": {"rating": 1500.0}, "after": {"rating": 1512.5}}
    second = {"player": "Bo", "before": {"rating": 1500.0}, "after": {"rating": 1487.5}}
    rated = {"number": 1, "expected": 0.5, "first": first, "second": second}
    assert told == {"number": 1, "count": 1, "repeated": False, "games": [rated]}
    # The expected score of 25 points more: 1 / (1 + 10^(-25/400)) = 0.53592.
    told = program.post(RESULTS, game("Ann", "Bo", 0.5))
    assert told["games"][0]["expected"] == pytest.approx(0.53592, abs=5e-6)
    assert told["games"][0]["first"]["after"]["rating"] == pytest.approx(
        1512.5 + 25 * (0.5 - 0.53592), abs=2e-4
    )
    assert program.get("pools") == {"blitz": "Blitz"}
    assert program.get("pools/blitz")["games"] == 2


def test_a_result_that_is_posted_again_is_rated_once(program: Program) -> None:
    told = program.post(RESULTS, game("Ann", "Bo", 1), key="m1")
    program.post(RESULTS, game("Ann", "Bo", 0))
    again = program.post(RESULTS, game("Ann", "Bo", 1.0), key="m1")
    assert again == {**told, "repeated": True}
    other = program.post(RESULTS, game("Ann", "Bo", 0), key="m1")
    assert (other["status"], other["code"]) == (409, "operation.another-act")
    assert program.get("pools/blitz")["games"] == 2


@pytest.mark.parametrize(
    "system",
    [
        "elo",
        "glicko2",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("glicko", "lichess", "kbaduk")),
    ],
)
def test_the_explanation_comes_to_what_was_rated(empty: Database, system: str) -> None:
    program = Program(empty)
    program.post("pools", {"name": "blitz", "system": system})
    lots = random.Random(5)
    for at in range(12):
        first, second = lots.sample(["Ann", "Bo", "Cy"], 2)
        day = f"2026-03-{1 + 2 * at:02}T12:00:00Z"
        played = game(first, second, lots.choice((0, 0.5, 1)), at=day, advantage=lots.choice((-1, 0, 1)))
        (rated,) = program.post(RESULTS, played, explain="true")["games"]
        for side in ("first", "second"):
            change = rated[side]["after"]["rating"] - rated[side]["before"]["rating"]
            assert rated[side]["explanation"]["value"] == pytest.approx(change, abs=1e-6)
            assert rated[side]["explanation"]["steps"] or rated[side]["explanation"]["parts"]
    pool = Pool(empty, "blitz")
    assert pool.ratings() == pool.known()


def test_many_games_at_once_are_rated_in_their_order_or_none(program: Program) -> None:
    games = [game("Ann", "Bo", 1), game("Bo", "Cy", 0.5, advantage=1), game("Ann", "Cy", 0, weight=0.5)]
    told = program.post(f"{RESULTS}/batch", {"games": games}, explain="true")
    assert [one["number"] for one in told["games"]] == [1, 2, 3]
    for one, other, player in ((0, 1, "Bo"), (1, 2, "Cy")):
        before = {side["player"]: side for side in _sides(told["games"][one])}
        after = {side["player"]: side for side in _sides(told["games"][other])}
        assert before[player]["after"] == after[player]["before"]
    assert program.post(f"{RESULTS}/batch", {"games": games}, answer="number") == {
        "number": 4,
        "count": 3,
        "repeated": False,
        "games": None,
    }
    columns = {name: [one[name] for one in games] for name in ("first", "second", "score")}
    told = program.post(f"{RESULTS}/columns", {**columns, "weight": [1, 1, 0.5]}, key="c", answer="games")
    assert program.post(f"{RESULTS}/columns", {**columns, "weight": [1, 1, 0.5]}, key="c") == {
        **told,
        "repeated": True,
        "games": None,
    }
    cases: tuple[dict[str, Any], ...] = (
        {"games": [*games, game("Ann", "Ann", 1)]},
        {"games": [*games, game("Ann", "Bo", 1.5)]},
        {"games": []},
        {"games": games * 4000},
        {},
    )
    for wrong in cases:
        refused = program.post(f"{RESULTS}/batch", wrong)
        assert refused["status"] == 422
    assert program.post(f"{RESULTS}/columns", {**columns, "at": ["2026-03-01"]})["code"] == "pool.games"
    many = program.post(f"{RESULTS}/batch", {"games": [games[0]] * (MOST_EXPLAINED + 1)}, explain="true")
    assert many["code"] == "pool.games"
    assert program.get("pools/blitz")["games"] == 9


def _sides(rated: dict[str, Any]) -> list[Any]:
    return [rated["first"], rated["second"]]


def test_a_stream_is_answered_line_by_line(program: Program) -> None:
    lines = [
        json.dumps(game("Ann", "Bo", 1)),
        json.dumps(game("Ann", "Bo", 0, key="k1")),
        "",
        json.dumps(game("Ann", "Ann", 0)),
        "not JSON",
        json.dumps(game("Bo", "Cy", 1)),
        json.dumps(game("Ann", "Bo", 0, key="k1")),
        json.dumps(game("Ann", "Bo", 1, key="k1")),
        json.dumps(game("Ann", "Cy", 1, wobble=1)),
    ]
    answer = program.client.post(f"/api/{RESULTS}/stream", content="\n".join(lines).encode())
    assert answer.headers["content-type"] == "application/x-ndjson"
    told = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["line"] for one in told] == [1, 2, 4, 5, 6, 7, 8, 9]
    numbers = [one["game"]["number"] if "game" in one else one["problem"]["code"] for one in told]
    assert numbers == [
        1,
        2,
        "pool.game-not-valid",
        "request.not-valid",
        3,
        2,
        "operation.another-act",
        "request.not-valid",
    ]
    assert [one["repeated"] for one in told if "game" in one] == [False, False, False, True]
    assert told[1]["game"]["first"]["before"] == told[0]["game"]["first"]["after"]
    assert program.get("pools/blitz")["games"] == 3
    unknown = program.client.post("/api/pools/none/results/stream", content=b"")
    assert program.told(unknown)["status"] == 404


def test_programs_that_post_at_once_are_rated_in_one_order(program: Program) -> None:
    lots = random.Random(3)
    names = [f"P{at}" for at in range(6)]
    pairs = [lots.sample(names, 2) for _ in range(60)]
    games = [game(first, second, lots.choice((0, 0.5, 1))) for first, second in pairs]
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda one: program.post(RESULTS, one), games))
    rated = sorted((one["games"][0] for one in told), key=lambda one: one["number"])
    assert [one["number"] for one in rated] == list(range(1, 61))
    state: dict[str, Any] = {}
    for one in rated:
        for side in _sides(one):
            assert side["before"] == state.get(side["player"], {"rating": 1500.0})
            state[side["player"]] = side["after"]
    board = program.get("pools/blitz/leaderboard")["players"]
    assert {one["player"]: one["rating"] for one in board} == {
        name: row["rating"] for name, row in state.items()
    }


def test_a_leaderboard_in_parts_and_around_a_player(program: Program) -> None:
    games = [game(f"P{at:02}", f"Q{at:02}", 1) for at in range(10)]  # ten of 1512.5, ten of 1487.5
    program.post(f"{RESULTS}/batch", {"games": games})
    program.post(RESULTS, game("Ann", "Bo", 1))
    program.post(RESULTS, game("Ann", "Bo", 1))
    found: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        part = program.get("pools/blitz/leaderboard", limit=5, **cursor)
        assert part["size"] == 22
        found += part["players"]
        if part["next"] is None:
            break
        cursor = {"cursor": part["next"]}
    assert [one["player"] for one in found] == [
        "Ann",
        *(f"P{at:02}" for at in range(10)),
        *(f"Q{at:02}" for at in range(10)),
        "Bo",
    ]
    assert [one["rank"] for one in found] == [1, *[2] * 10, *[12] * 10, 22]
    around = program.get("pools/blitz/leaderboard", limit=5, around="P05")["players"]
    assert [one["player"] for one in around] == ["P03", "P04", "P05", "P06", "P07"]
    assert {one["rank"] for one in around} == {2}
    assert program.get("pools/blitz/leaderboard", around="Eve")["code"] == "pool.no-player"
    for no_cursor in ("x", "bnVsbA==", "WzEsIDJd"):
        assert program.get("pools/blitz/leaderboard", cursor=no_cursor)["code"] == "request.not-valid"


def test_ratings_of_now_and_of_the_past_and_the_history(program: Program) -> None:
    for day, score in ((1, 1), (3, 0), (5, 0.5)):
        program.post(RESULTS, game("Ann", "Bo", score, at=f"2026-03-0{day}T10:00:00Z"))
        if day == 3:
            assert program.post("pools/blitz/lists", {"name": "2026-03"})["number"] == 2
    history = program.get("pools/blitz/history", player="Ann", limit=2)
    assert [(one["number"], one["score"], one["opponent"]) for one in history["games"]] == [
        (3, 0.5, "Bo"),
        (2, 0.0, "Bo"),
    ]
    rest = program.get("pools/blitz/history", player="Ann", limit=2, before=history["next"])
    assert [one["number"] for one in rest["games"]] == [1]
    assert rest["next"] is None
    assert rest["games"][0]["after"] == {"rating": 1512.5, "deviation": None, "volatility": None}
    now = program.get("pools/blitz/rating", player="Ann")
    assert (now["rank"], now["games"]) == (2, 3)
    assert now["rating"] == history["games"][0]["after"]["rating"]
    past = program.get("pools/blitz/rating", player="Ann", at="2026-03-02")
    assert (past["rating"], past["games"], past["rank"]) == (1512.5, 1, None)
    second = history["games"][1]["after"]["rating"]
    for asked in ({"published": "2026-03"}, {"known": 3}, {"at": "2026-03-04"}):
        assert program.get("pools/blitz/rating", player="Ann", **asked)["rating"] == second
    before = program.get("pools/blitz/rating", player="Ann", at="2026-02-01")
    assert before["code"] == "pool.no-player"
    both = program.get("pools/blitz/rating", player="Ann", known=3, published="2026-03")
    assert both["code"] == "request.not-valid"
    # After a correction the history is told anew.
    program.post("pools/blitz/corrections", {"corrections": [{"kind": "out", "number": 1}]})
    corrected = program.get("pools/blitz/history", player="Ann")
    assert [one["number"] for one in corrected["games"]] == [3, 2]
    program.post(RESULTS, game("Cy", "Ann", 1))
    assert [one["number"] for one in program.get("pools/blitz/history", player="Ann")["games"]] == [4, 3, 2]
    assert program.get("pools/blitz/rating", player="Ann", published="2026-03")["rating"] == second


def test_what_a_correction_changes_is_told_from_what_an_earlier_one_has_changed(program: Program) -> None:
    program.post(f"{RESULTS}/batch", {"games": [game("Ann", "Bo", 1), game("Cy", "Di", 1)]})
    program.post("pools/blitz/lists", {"name": "first"})
    program.post("pools/blitz/corrections", {"corrections": [{"kind": "score", "number": 1, "score": 0}]})
    asked = {"corrections": [{"kind": "score", "number": 2, "score": 0}], "dry_run": True}
    (of_list,) = program.post("pools/blitz/corrections", asked)["lists"]
    assert {one["player"] for one in of_list["players"]} == {"Ann", "Bo", "Cy", "Di"}, "as published"
    assert {one["player"] for one in of_list["corrected"]} == {"Cy", "Di"}, "by this correction"


def test_a_correction_is_looked_at_and_then_made(program: Program) -> None:
    program.post(f"{RESULTS}/batch", {"games": [game("Ann", "Bo", 1), game("Bo", "Cy", 1)]})
    program.post("pools/blitz/lists", {"name": "first"})
    asked = {"corrections": [{"kind": "score", "number": 1, "score": 0}]}
    seen = program.post("pools/blitz/corrections", {**asked, "dry_run": True})
    assert (seen["done"], [one["name"] for one in seen["lists"]]) == (False, ["first"])
    assert {"player": "Ann", "before": 1512.5, "after": 1487.5} in seen["players"]
    assert program.get("pools/blitz/rating", player="Ann")["rating"] == 1512.5
    program.post(RESULTS, game("Ann", "Cy", 1))
    moved = program.post("pools/blitz/corrections", {**asked, "seen": seen["seq"]})
    assert (moved["status"], moved["code"]) == (409, "log.moved")
    done = program.post("pools/blitz/corrections", asked, key="c1")
    assert done["done"] is True
    assert program.post("pools/blitz/corrections", asked, key="c1") == done
    more = [
        {"kind": "merge", "player": "Cy", "into": "Cyd"},
        {"kind": "rules", "since": "2020-01-01T00:00:00Z", "settings": {"k": 40}},
    ]
    assert program.post("pools/blitz/corrections", {"corrections": more[:1]})["code"] == "pool.no-player"
    assert program.post("pools/blitz/corrections", {"corrections": more[1:]})["done"] is True
    assert program.get("pools/blitz")["settings"] == {"k": 40.0}
    gone = program.post("pools/blitz/corrections", {"corrections": [{"kind": "out", "number": 99}]})
    assert (gone["status"], gone["code"]) == (404, "pool.no-game")


def test_a_season_is_looked_at_and_then_begins(program: Program) -> None:
    """By hand: 1512.5 points return half of the way to 1500."""
    program.post(RESULTS, game("Ann", "Bo", 1))
    asked = {"name": "summer", "carry": 0.5, "publish": "spring"}
    seen = program.post("pools/blitz/seasons", {**asked, "dry_run": True})
    assert (seen["done"], seen["changed"], seen["seq"]) == (False, 2, 2)
    assert seen["players"][0] == {"player": "Ann", "before": 1512.5, "after": 1506.25}
    assert program.get("pools/blitz/seasons") == []
    late = program.post("pools/blitz/seasons", {**asked, "seen": 1})
    assert (late["status"], late["code"]) == (409, "log.moved")
    done = program.post("pools/blitz/seasons", {**asked, "seen": 2}, key="s1")
    assert (done["done"], done["players"]) == (True, seen["players"])
    assert program.post("pools/blitz/seasons", {**asked, "seen": 2}, key="s1") == done
    assert program.get("pools/blitz/leaderboard")["players"][0]["rating"] == 1506.25
    assert program.get("pools/blitz/lists/spring")["ratings"][0]["rating"] == 1512.5
    (told,) = program.get("pools/blitz/seasons")
    assert told == done["season"]
    assert (told["number"], told["mean"], told["seq"]) == (1, 1500.0, 4)
    assert program.post("pools/blitz/seasons", asked)["code"] == "pool.season-taken"
    wide = program.post("pools/blitz/seasons", {"name": "winter", "deviation": 100})
    assert (wide["status"], wide["code"]) == (422, "pool.season")
    out = program.post("pools/blitz/corrections", {"corrections": [{"kind": "season", "name": "summer"}]})
    assert out["players"][0] == {"player": "Ann", "before": 1506.25, "after": 1512.5}
    assert program.get("pools/blitz/seasons") == []
    gone = program.post("pools/blitz/corrections", {"corrections": [{"kind": "season", "name": "summer"}]})
    assert (gone["status"], gone["code"]) == (404, "pool.no-season")


def test_starting_ratings_are_looked_at_set_and_taken_out(program: Program) -> None:
    """Elo with K = 25: a win of 1700 against 1500 is worth 25 · (1 − 0.759747) = 6.006327."""
    program.post(RESULTS, game("Ann", "Bo", 1))
    starts = {"kind": "starts", "players": [{"player": "Ann", "rating": 1700}], "source": "spring.csv"}
    seen = program.post("pools/blitz/corrections", {"corrections": [starts], "dry_run": True})
    assert (seen["done"], seen["seq"]) == (False, 2)
    assert program.get("pools/blitz/starts") == []
    done = program.post("pools/blitz/corrections", {"corrections": [starts], "seen": 2}, key="s1")
    assert (done["done"], done["players"]) == (True, seen["players"])
    assert program.post("pools/blitz/corrections", {"corrections": [starts], "seen": 2}, key="s1") == done
    ann = program.get("pools/blitz/leaderboard")["players"][0]
    assert ann["rating"] == pytest.approx(1706.006327, abs=1e-6)
    (act,) = program.get("pools/blitz/starts")
    assert (act["seq"], act["source"], act["players"]) == (3, "spring.csv", 1)
    for players, status in (
        ([{"player": "Ann", "rating": 1}, {"player": "Ann", "rating": 2}], 422),
        ([{"player": "Ann"}], 422),
        ([{"player": "Ann", "deviation": 80}], 422),
        ([{"player": "Ann", "rating": "1700"}], 422),
        ([], 422),
    ):
        refused = program.post("pools/blitz/corrections", {"corrections": [{**starts, "players": players}]})
        assert refused["status"] == status, players
    out = {"corrections": [{"kind": "starts-out", "seq": 3}]}
    assert program.post("pools/blitz/corrections", out)["players"][0]["after"] == 1512.5
    assert program.get("pools/blitz/starts") == []
    gone = program.post("pools/blitz/corrections", out)
    assert (gone["status"], gone["code"]) == (404, "pool.no-starts")


def test_who_may_do_what(empty: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Program(empty)
    owner.post("pools", {"name": "blitz", "system": "elo"})
    visitor, reader = Program(empty, None), Program(empty, [Scope.READ])
    poster = Program(empty, [Scope.RESULTS])
    player = Program(empty, [Scope.RESULTS, Scope.POOLS], somebody(empty, Role.PLAYER, "Eve"))
    posted = game("Ann", "Bo", 1)
    assert visitor.get("pools") == {"blitz": "blitz"} == reader.get("pools")
    assert poster.get("pools")["status"] == 403
    assert visitor.post(RESULTS, posted)["status"] == 401
    for one in (reader, player):
        assert one.post(RESULTS, posted)["code"] == "right.missing"
    assert poster.post(RESULTS, posted)["number"] == 1
    for one in (poster, player):
        assert one.post("pools", {"name": "rapid", "system": "elo"})["status"] == 403
    for said in ("Bearer nonsense", "Basic eDp5", "Bearer"):
        answer = visitor.client.get("/api/pools", headers={"authorization": said})
        assert visitor.told(answer)["status"] == 401
        assert answer.headers["www-authenticate"] == "Bearer"
    # A session of a browser is no token: no page of somebody else posts with it.
    session = visitor.site.people.begin_session(owner_of(visitor.site.people))
    visitor.client.cookies.set("arpad_session", session)
    assert visitor.post(RESULTS, posted)["status"] == 401
    # A token that is revoked holds no longer than a moment.
    people = poster.site.people
    revoked = poster.token.removeprefix("arpad_token_").partition(".")[0]
    people.revoke(revoked, by=owner_of(people))
    monkeypatch.setattr(tokens, "HOLDS", 0.0)
    assert poster.post(RESULTS, posted)["status"] == 401


def test_what_is_asked_wrongly_is_a_problem(program: Program) -> None:
    client = program.client
    for answer, status in (
        (client.get("/api/nothing"), 404),
        (client.get("/api/pools/blitz/lists/a%0Ab"), 404),
        (client.delete("/api/pools"), 405),
        (client.get("/api/pools/No%20Name"), 422),
        (client.get("/api/pools/none"), 404),
        (client.post(f"/api/{RESULTS}", content=b"{"), 422),
        (client.post(f"/api/{RESULTS}", content=b"\xff"), 422),
        (client.post(f"/api/{RESULTS}/batch", content=b"[" * 100_000), 422),
        (
            client.post(f"/api/{RESULTS}", json=game("Ann", "Bo", 1), headers={b"idempotency-key": b"\xe9"}),
            422,
        ),
        (client.post(f"/api/{RESULTS}/batch", content=b" " * (2**25 + 1)), 413),
        (client.post(f"/api/{RESULTS}/batch", content=iter([b" " * 2**24] * 3)), 413),
        (client.post(f"/api/{RESULTS}", json=game("Ann", "Bo", 1, advantage=False)), 422),
        (client.post(f"/api/{RESULTS}", json=game("Ann", "Bo", 1, advantage=2)), 422),
        (client.post(f"/api/{RESULTS}", json=game("Ann", "Bo", 1, advantage=0.5)), 422),
        (client.post(f"/api/{RESULTS}", json=game("Ann", "Bo", True)), 422),
        (client.post("/api/pools", json={"name": "blitz", "system": "elo"}), 409),
        (client.post("/api/pools", json={"name": "b2", "system": "whr"}), 422),
        (client.post("/api/pools", json={"name": "b2", "system": "elo", "settings": {"k": "x"}}), 422),
    ):
        assert program.told(answer)["status"] == status, answer.text
    assert program.get("pools/blitz")["games"] == 0


def test_the_ranks_among_eighty_thousand_players(empty: Database) -> None:
    program = Program(empty)
    program.post("pools", {"name": "blitz", "system": "elo"})
    for start in range(0, 40_000, 10_000):
        names = range(start, start + 10_000)
        columns = {
            "first": [f"P{at}" for at in names],
            "second": [f"Q{at}" for at in names],
            "score": [(at % 97) / 96 for at in names],
        }
        program.post(f"{RESULTS}/columns", columns)
    for at in range(0, 40_000, 10_000):
        told = program.get("pools/blitz/rating", player=f"P{at}")
        # 1500 + 25 · ((at % 97) / 96 − 1/2), and the second players the other way round.
        more = sum((one % 97 > at % 97) + (96 - one % 97 > at % 97) for one in range(40_000))
        assert told["rank"] == 1 + more


def test_what_is_usual_is_answered_the_short_way_and_as_the_long_one(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    short = results.posted_result

    async def noted(caller: Caller, pool: str, result: Result, key: str | None) -> Response:
        taken.append(pool)
        return await short(caller, pool, result, key)

    monkeypatch.setattr("arpad.web.api.quick.posted_result", noted)
    program.post("pools", {"name": "long", "system": "elo", "settings": {"k": 25}})
    body = game("Ann", "Bo", 1, at="2026-03-01T12:00:00Z", advantage=1, weight=2)
    program.post(RESULTS, body, key="m1")  # the token is looked up, which is the long way
    long_way = program.client.post("/api/pools/long/results?explain=false", json=body)
    again = program.client.post(f"/api/{RESULTS}", json=body, headers={"idempotency-key": "m1"})
    assert taken in (["blitz"], ["blitz", "blitz"])
    assert again.json() == {**long_way.json(), "repeated": True}
    assert set(again.headers) == set(long_way.headers)
    other = program.client.post(
        f"/api/{RESULTS}", json=game("Ann", "Bo", 0), headers={"idempotency-key": "m1"}
    )
    assert other.status_code == 409
    assert other.headers["content-type"] == "application/problem+json"
    unknown = program.post("pools/nothing/results", body)
    assert (unknown["status"], unknown["code"]) == (404, "pool.unknown")
    count = len(taken)
    for headers, content, status in (
        ({}, b'{"first": "Ann"', 422),
        ({}, b'{"first": "Ann", "second": "Bo", "score": 2}', 422),
        ({"idempotency-key": " "}, b'{"first": "Ann", "second": "Bo", "score": "1"}', 422),
        ({"authorization": "Bearer arpad_token_x"}, b"{}", 401),
        ({"authorization": "Basic x"}, b"{}", 401),
        ({}, b" " * 100_000 + b"{}", 422),
    ):
        refused = program.client.post(f"/api/{RESULTS}", content=content, headers=headers)
        assert refused.status_code == status, content
    assert len(taken) == count
    with_read = Program(program.site.database, [Scope.READ])
    assert with_read.get("pools/blitz")["games"] == 1
    assert with_read.post(RESULTS, body)["status"] == 403
