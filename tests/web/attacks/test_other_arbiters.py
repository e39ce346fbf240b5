"""An arbiter of one tournament tries everything at another: every page, every act, every address of the API."""

from __future__ import annotations

import re
from typing import Any

import pytest

from act_samples import SAMPLES
from arpad.office.club.people import People
from arpad.office.club.rights import Actor, Role, Scope
from arpad.office.store.database import Database
from arpad.web.security.forms import token_of
from web.attacks.every_address import Address, api, pages, written
from web.programs import Program
from web.visiting import Visit, somebody

OWN_ACCOUNT = {"/account/tokens", "/account/tokens/revoke", "/account/password"}

EVERYBODYS = {
    *("/sign-in", "/sign-out", "/enter/{invitation}", "/r/{name}/{code}", "/tournaments/new"),
    *OWN_ACCOUNT,
}
"""What anybody may try who knows a secret, and what every arbiter may do."""

FIELDS = {
    **dict.fromkeys(("number", "board", "first", "round", "user", "game", "bye"), "1"),
    "second": "2",
    "seen": "0",
    "name": "Mallory",
    "title": "Mallory’s",
    "system": "elo",
    "role": "owner",
    "tournament": "spring-open",
    "board-2": "1-0",
    "score": "1",
    "merge": "Tom Smith",
    "into": "John Doe",
    "to": "1",
    "confirm": "yes",
    "pool": "club-evenings",
}
"""What a form may bring: each act takes what it knows."""

BODIES: dict[str, Any] = {
    "/api/tournaments/{name}/participants": {"entries": [{"name": "Mallory"}]},
    "/api/tournaments/{name}/rounds/{number}/results": {"results": [{"board": 2, "result": "1-0"}]},
    "/api/tournaments/{name}/rounds/{number}/boards": {"board": 2, "first": 1, "second": 2},
    "/api/tournaments/{name}/rounds/{number}/bye": {"participant": 1},
    "/api/tournaments/{name}/absences": {"participant": 1},
    "/api/pools/{pool}/results": {"first": "Tom Smith", "second": "John Doe", "score": 1},
    "/api/pools/{pool}/results/batch": {"games": [{"first": "Tom Smith", "second": "John Doe", "score": 1}]},
    "/api/pools/{pool}/results/columns": {"first": ["Tom Smith"], "second": ["John Doe"], "score": [1]},
    "/api/pools/{pool}/results/dry-run": {"first": "Tom Smith", "second": "John Doe", "score": 1},
    "/api/pools/{pool}/corrections": {"corrections": [{"kind": "out", "number": 1}]},
    "/api/pools/{pool}/seasons": {"name": "summer"},
    "/api/pools/{pool}/lists": {"name": "2031-01"},
    "/api/webhooks": {"url": "https://game.example.org/", "pool": "club-evenings"},
    "/api/queues": {"name": "duel"},
    "/api/queues/{queue}/tickets": {"players": [{"player": "Tom Smith"}]},
    "/api/pools": {"name": "mallory", "system": "elo"},
    "/api/tournaments/{name}/visibility": {"visibility": "hidden"},
    "/api/tournaments/{name}/copy": {"name": "next", "title": "Next", "participants": True, "seed": 1},
    **{
        f"/api/tournaments/{{name}}/acts/{name}": dict(sample.fields)
        for name, sample in SAMPLES.items()
        if sample.fields
    },
}
"""What is posted to the API where an empty object is not enough."""


def arbiter_elsewhere(database: Database) -> Actor:
    """Return the arbiter of another tournament of the same office."""
    found = somebody(database, Role.ARBITER, "Mallory")
    visit = Visit(database).as_(found)
    visit.get("/tournaments/new")
    assert visit.send("/tournaments/new", title="Other Cup", system="fide-dutch").status_code == 200
    return People(database).who(found.user)


def sent(visit: Visit, one: Address) -> int:
    """Send a form with the right token and every field that there may be; return the status."""
    token = token_of(visit.client.cookies["arpad_session"])
    return visit.client.post(one.filled, data={**FIELDS, "token": token}).status_code


def test_no_act_of_another_tournament_or_of_the_office_is_done(database: Database) -> None:
    visit = Visit(database).as_(arbiter_elsewhere(database))
    before = written(database)
    tried = [one for one in pages(visit.site) if one.method == "POST" and one.path not in EVERYBODYS]
    assert len(tried) > 20
    assert {one.path: 403 for one in tried} == {one.path: sent(visit, one) for one in tried}
    assert written(database) == before


def test_nothing_of_another_tournament_is_seen_that_a_visitor_does_not_see(
    database: Database, visitor: Visit
) -> None:
    draft(database)
    visit = Visit(database).as_(arbiter_elsewhere(database))
    addresses = looked_at(visit)
    known = {address: seen(visitor, address) for address in addresses}
    assert {address: seen(visit, address) for address in addresses} == known
    assert [address for address in addresses if "/rounds/5" in address and known[address][0] == 200] == []


def test_nothing_that_is_drafted_is_seen_by_visitors(database: Database, visitor: Visit) -> None:
    complete(database)
    addresses = looked_at(visitor)
    before = {address: seen(visitor, address) for address in addresses}
    draft(database)
    assert {address: seen(visitor, address) for address in addresses} == before


def complete(database: Database) -> Visit:
    """Let the owner enter the results of round 4 that are to come."""
    owner = Visit(database).as_owner()
    address = "/tournaments/spring-open/rounds/4/results"
    for board in (2, 5, 6):
        owner.get(address)
        assert owner.send(address, **{f"board_{board}": "1-0"}).status_code == 200
    return owner


def draft(database: Database) -> None:
    """Let the owner pair round 5, which is not published."""
    owner = complete(database)
    at = "/tournaments/spring-open"
    owner.get(at)
    assert owner.send(f"{at}/pair").status_code == 200
    assert owner.get(f"{at}/rounds/5").status_code == 200


def looked_at(visit: Visit) -> list[str]:
    """Return the addresses of all pages of a tournament, of round 4 and of round 5."""
    found = (
        one.filled
        for one in pages(visit.site)
        if one.path.startswith("/tournaments/{name}") and one.method == "GET"
    )
    return sorted({one.replace("/4", place) for one in found for place in ("/4", "/5")})


def seen(visit: Visit, address: str) -> tuple[int, str]:
    """Return what a program is told at an address: without the number of the last event and the moment."""
    answer = visit.client.get(address, headers={"accept": "application/json"})
    if answer.status_code >= 400:
        return answer.status_code, answer.json()["error"]["code"]
    return answer.status_code, re.sub(r'"(?:seq|made)":("[^"]+"|\d+)', "", answer.text)


@pytest.mark.parametrize("role", [Role.ARBITER, Role.PLAYER])
def test_no_program_acts_where_its_person_may_not(role: Role, database: Database) -> None:
    who = arbiter_elsewhere(database) if role is Role.ARBITER else somebody(database, role, "Mallory")
    program = Program(database, tuple(Scope), who)
    nobody = Program(database, None)
    acts = [one for one in api(program.get("openapi.json")) if one.method != "GET"]
    assert len(acts) > 10
    before = written(database)
    wrong = []
    for one in acts:
        body = BODIES.get(one.path, {})
        refused = {
            "visitor": nobody.client.request(one.method, one.filled, json=body).status_code,
            "other": program.client.request(one.method, one.filled, json=body).status_code,
        }
        if one.path == "/api/tournaments" and role is Role.ARBITER:
            refused["other"] = 403  # every arbiter begins tournaments
        if refused != {"visitor": 401, "other": 403}:
            wrong.append((one.path, refused))
    assert wrong == []
    assert written(database) == before


def test_the_log_of_a_tournament_is_told_to_its_own_arbiters_programs_only(database: Database) -> None:
    other = Program(database, tuple(Scope), arbiter_elsewhere(database))
    assert other.get("tournaments/spring-open/log")["status"] == 403
    assert Program(database, None).get("tournaments/spring-open/log")["status"] == 401
