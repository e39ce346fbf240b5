"""A tournament is hidden, archived, copied and deleted in the browser and by programs."""

from __future__ import annotations

import pytest

from arpad.office import desk
from arpad.office.club.rights import Role, Scope
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, tournaments
from web.programs import Program
from web.visiting import Visit, somebody

AT = "/tournaments/spring-open"


def test_a_hidden_tournament_is_seen_by_who_runs_it_only(
    owner: Visit, visitor: Visit, database: Database
) -> None:
    owner.get(f"{AT}/shelf")
    page = owner.send(f"{AT}/shelf", visibility="hidden")
    assert "Only who runs the tournament sees it." in page.text
    assert AT in owner.get("/tournaments").text
    assert AT not in visitor.get("/tournaments").text
    other = Visit(database).as_(somebody(database, Role.ARBITER, "Mallory"))
    program = Program(database, None)
    for path in (
        "",
        "/participants",
        "/rounds/3",
        "/standings",
        "/crosstable",
        "/standings.csv",
        "/event.arpad",
    ):
        assert visitor.get(f"{AT}{path}").status_code == 404, path
        assert other.get(f"{AT}{path}").status_code == 404, path
        assert owner.get(f"{AT}{path}").status_code == 200, path
    assert program.get("tournaments/spring-open")["status"] == 404
    assert "spring-open" not in {one["name"] for one in program.get("tournaments")}
    assert "spring-open" in {one["name"] for one in Program(database).get("tournaments")}
    owner.get(f"{AT}/shelf")
    owner.client.post(f"{AT}/shelf", data={"visibility": "listed", "token": _token(owner)})
    assert visitor.get(AT).status_code == 200


def _token(visit: Visit) -> str:
    from arpad.web.security.forms import token_of

    return token_of(visit.client.cookies["arpad_session"])


def test_an_archived_tournament_stands_apart(owner: Visit, visitor: Visit) -> None:
    owner.client.post(f"{AT}/shelf", data={"visibility": "archived", "token": _token(owner)})
    page = visitor.get("/tournaments").text
    assert page.index("Archive") < page.index(AT)
    assert visitor.get(AT).status_code == 200
    assert "hide spring-open" not in owner.get("/people/log").text
    assert "archive spring-open" in owner.get("/people/log").text.lower()


@pytest.mark.parametrize("participants", ["yes", ""])
def test_a_copy_begins_with_the_same_plan(owner: Visit, database: Database, participants: str) -> None:
    before = TournamentLog(database, "spring-open").read().tournament()
    owner.get(f"{AT}/shelf")
    answer = owner.send(f"{AT}/copy", title="Autumn Open", participants=participants)
    assert answer.url.path == "/tournaments/autumn-open"
    after = TournamentLog(database, "autumn-open").read().tournament()
    assert (after.system, after.planned, after.played) == (before.system, before.planned, 0)
    assert len(after.entrants) == (len(before.entrants) if participants else 0)


def test_a_tournament_is_deleted_in_the_browser_if_nothing_was_published(
    owner: Visit, database: Database
) -> None:
    token = {"token": _token(owner)}
    refused = owner.client.post(f"{AT}/delete", data={"confirm": "yes", **token})
    assert refused.status_code == 422
    assert "something was published" in refused.text
    log = desk.create("Trial", "fide-dutch")
    TournamentLog(database, "trial").create(log)
    assert owner.client.post("/tournaments/trial/delete", data=token).status_code == 422
    assert owner.client.post("/tournaments/trial/delete", data={"confirm": "yes", **token}).status_code == 200
    assert "trial" not in {one.name for one in tournaments(database)}
    assert owner.get("/tournaments/trial").status_code == 404


def test_a_program_hides_copies_and_deletes(database: Database) -> None:
    program = Program(database)
    assert (
        program.post("tournaments/spring-open/visibility", {"visibility": "archived"})["name"]
        == "spring-open"
    )
    body = {"name": "autumn", "title": "Autumn Open"}
    made = program.post("tournaments/spring-open/copy", body, key="k")
    again = program.post("tournaments/spring-open/copy", body, key="k")
    assert (made["repeated"], again["repeated"], made["tournament"]["name"]) == (False, True, "autumn")
    assert program.post("tournaments/spring-open/copy", body)["code"] == "tournament.name-taken"
    assert program.client.delete("/api/tournaments/autumn").status_code == 204
    assert program.get("tournaments/autumn")["status"] == 404
    assert program.client.delete("/api/tournaments/spring-open").json()["code"] == "tournament.published"
    other = Program(database, [Scope.READ, Scope.TOURNAMENTS], somebody(database, Role.ARBITER, "Mallory"))
    assert other.post("tournaments/spring-open/visibility", {"visibility": "hidden"})["status"] == 403
    assert other.post("tournaments/spring-open/copy", body)["status"] == 403
    assert other.client.delete("/api/tournaments/spring-open").status_code == 403
