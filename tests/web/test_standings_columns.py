"""Performance, W − We and rating change beside the standings: on the page, as CSV, and for programs.

The expected scores are read off FIDE's table (B.02, 8.1.2): a difference of 200 is 0.76 for the
stronger. K is 20 below 2400 points (B.02, 8.3.3). Nothing for 0 of 1 or 1 of 1: dp is ∓800 (B.01, 1.4.9).
"""

from __future__ import annotations

import csv
import io

from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.desk.teams import TeamEntry
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.programs import Program
from web.visiting import Visit

CUP = "/tournaments/cup"


def cup(database: Database) -> dict[str, tuple[int | None, float | None, float | None]]:
    """Put a cup of one round into the database; return what is to stand there, by name."""
    log = desk.create("Cup", "fide-dutch", rounds=2, colour="white")
    ratings = {"A": 2100, "B": 2000, "E": 1950, "C": 1900, "D": 1800, "F": 0}
    log = desk.enter_all(
        log,
        [ParticipantEntry(name, {"rating": rating} if rating else {}) for name, rating in ratings.items()],
    )
    log = desk.publish(desk.pair(log))
    by_number = log.tournament().by_number
    for board, game in enumerate(log.tournament().rounds[0].pairings, 1):
        first, second = by_number[game.white].name, by_number[game.black].name
        assert {first, second} in ({"A", "C"}, {"B", "D"}, {"E", "F"})
        won = "1-0" if first in "AE" else "0-1"
        log = desk.enter_result(log, 1, board, "½-½" if "B" in (first, second) else won)
    TournamentLog(database, "cup").create(log)
    return {
        "A": (2700, 0.24, 4.8),
        "C": (1300, -0.24, -4.8),
        "B": (1800, -0.26, -5.2),
        "D": (2000, 0.26, 5.2),
        "E": (None, 0.0, 0.0),  # the opponent has no rating
        "F": (1150, None, None),
    }


def test_pages_files_and_programs_have_the_columns(database: Database) -> None:
    expected = cup(database)
    visit = Visit(database)
    plain = visit.get(f"{CUP}/standings?lang=en").text
    assert "Perf." not in plain
    assert f'href="{CUP}/standings/1?columns=all"' in plain
    page = visit.get(f"{CUP}/standings?columns=all&lang=en").text
    for text in (
        "Perf.",
        "<td>2700</td><td>+0.24</td><td>+4.80</td>",
        "<td>1300</td><td>−0.24</td><td>−4.80</td>",
    ):
        assert text in page
    assert "<td>+0,24</td>" in visit.get(f"{CUP}/standings?columns=all&lang=nl").text
    rows = csv.DictReader(io.StringIO(visit.get(f"{CUP}/standings.csv?columns=all").text))
    found = {
        row["name"]: tuple(
            float(row[name]) if row[name] else None for name in ("performance", "w_we", "rating_change")
        )
        for row in rows
    }
    assert found == expected
    api = Program(database, None)
    told = api.get("tournaments/cup/standings", columns="all")["groups"][""]
    assert {
        one["who"]["name"]: (one["performance"], one["w_we"], one["rating_change"]) for one in told
    } == expected
    assert {one["performance"] for one in api.get("tournaments/cup/standings")["groups"][""]} == {None}
    assert "performance" not in visit.get(f"{CUP}/standings.csv").text
    assert visit.get(f"{CUP}/standings.csv?after=2").status_code == 404


def test_where_nothing_is_rated_there_are_no_such_columns(visitor: Visit, database: Database) -> None:
    for name in ("othello-cup", "summer-knockout"):
        assert "Perf." not in visitor.get(f"/tournaments/{name}/standings?columns=all").text
        assert "columns=all" not in visitor.get(f"/tournaments/{name}/standings").text
    log = desk.create("League", "fide-team", rounds=2, settings={"boards": 2}, colour="white")
    teams = [
        TeamEntry(f"T{at}", [ParticipantEntry(f"{at}{board}", {"rating": 2000}) for board in "ab"], {})
        for at in range(4)
    ]
    log = desk.publish(desk.pair(desk.enter_teams(log, teams)))
    TournamentLog(database, "league").create(log)
    assert "columns=all" not in visitor.get("/tournaments/league/standings").text
    assert visitor.get("/tournaments/league/standings?columns=all").status_code == 200


def test_a_draft_is_in_no_file(database: Database) -> None:
    store = TournamentLog(database, "spring-open")
    for board in (2, 5, 6):
        store.act(lambda log, board=board: desk.enter_result(log, 4, board, "1-0"))  # type: ignore[misc]
    store.act(desk.pair)
    visit = Visit(database)
    assert visit.get("/tournaments/spring-open/standings.csv?after=5").status_code == 404
    name = visit.get("/tournaments/spring-open/standings.csv").headers["content-disposition"]
    assert name == 'attachment; filename="spring-open-4.csv"'
