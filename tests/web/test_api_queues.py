"""Queues by the API: a game lets players wait, and hears of their matches."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from arpad.office.club.rights import Scope
from arpad.office.matchmaking.queues import GameQueue
from arpad.office.matchmaking.rounds import QueueRounds
from arpad.office.store.database import Database
from arpad.web.matchmaker import Matchmaker
from web.programs import Program

TICKETS = "queues/duel/tickets"


def ticket(*players: tuple[str, float], **more: Any) -> dict[str, Any]:
    rated = [{"player": name, "rating": rating, "deviation": 50} for name, rating in players]
    return {"players": rated, **more}


@pytest.fixture
def program(empty: Database) -> Program:
    """A program of the owner, and a queue whose rounds are made when the program asks for one."""
    found = Program(empty)
    made = found.post("queues", {"name": "duel", "every": 0, "alike": {"region": None}})
    assert (made["waiting"], made["found"], made["settings"]["rule"]) == (0, 0, "window")
    return found


def test_two_tickets_become_a_match_that_is_explained(program: Program) -> None:
    ann = program.post(TICKETS, ticket(("Ann", 1480), at="2026-03-01T12:00:00Z"), key="t1")
    bo = program.post(TICKETS, ticket(("Bo", 1500), at="2026-03-01T12:00:36Z"))
    assert program.get("queues/duel")["waiting"] == 2
    asked = {"at": "2026-03-01T12:00:40Z"}
    tried = program.post("queues/duel/rounds", {**asked, "dry_run": True})
    made = program.post("queues/duel/rounds", asked)
    assert made == tried
    assert made["waiting"] == 0
    (match,) = made["matches"]
    assert match["why"] == "waited 40 s, window ±120, win chance 47 %"
    assert [[one["id"] for one in side] for side in match["sides"]] == [[ann["id"]], [bo["id"]]]
    assert program.get("queues/duel/matches") == {"matches": [match], "next": 1}
    assert program.get("queues/duel/matches", after=1) == {"matches": [], "next": 1}
    explained = program.get("queues/duel/matches/1")["explanation"]
    assert explained["parts"][0]["label"] == "Ann may meet Bo"
    found = program.get(f"{TICKETS}/{ann['id']}")
    assert (found["state"], found["match"], found["ended"]) == ("found", 1, "2026-03-01T12:00:40Z")
    again = program.post(TICKETS, ticket(("Ann", 1480), at="2026-03-01T12:00:00Z"), key="t1")
    assert (again["id"], again["repeated"], again["state"]) == (ann["id"], True, "found")
    told = program.get("queues/duel/figures")
    assert (told["matches"], told["wait"]["mean"], told["waiting"]) == (1, 22.0, 0)


def test_who_waits_may_leave(program: Program) -> None:
    ann = program.post(TICKETS, ticket(("Ann", 1500)))
    again = program.post(TICKETS, ticket(("Ann", 1500)))
    assert (again["status"], again["code"]) == (409, "queue.waits-already")
    gone = program.client.delete(f"/api/{TICKETS}/{ann['id']}").json()
    assert gone["state"] == "cancelled"
    assert program.post("queues/duel/rounds", {})["waiting"] == 0
    missing = program.client.delete(f"/api/{TICKETS}/{'0' * 32}").json()
    assert (missing["status"], missing["code"]) == (404, "queue.no-ticket")


def test_settings_are_changed(program: Program) -> None:
    changed = program.client.put("/api/queues/duel", json={"rule": "information", "size": 2, "party": 2})
    assert changed.json()["settings"]["rule"] == "information"
    assert program.get("queues")[0]["settings"]["size"] == 2
    refused = program.client.put("/api/queues/duel", json={"rule": "random"}).json()
    assert (refused["status"], refused["code"]) == (422, "bad-input")
    refused = program.client.put("/api/queues/duel", json={"size": 1, "party": 2}).json()
    assert (refused["status"], refused["code"]) == (422, "queue.settings")
    program.client.put("/api/queues/duel", json={"open": False})
    refused = program.post(TICKETS, ticket(("Ann", 1500)))
    assert (refused["status"], refused["code"]) == (409, "queue.closed")
    missing = program.post("queues/other/tickets", ticket(("Ann", 1500)))
    assert (missing["status"], missing["code"]) == (404, "queue.unknown")


def test_who_may_do_what(program: Program, empty: Database) -> None:
    """A queue and its figures are told to all; who waits, and who met whom, to the game's programs."""
    body = ticket(("Ann", 1500))
    for scopes, statuses in (
        (None, (200, 401, 401, 401)),
        ((Scope.READ,), (200, 403, 403, 403)),
        ((Scope.RESULTS,), (403, 403, 201, 200)),
        ((Scope.READ, Scope.POOLS), (200, 201, 403, 403)),
    ):
        client = Program(empty, scopes).client
        asked = (
            client.get("/api/queues/duel/figures"),
            client.post("/api/queues", json={"name": "other"}),
            client.post(f"/api/{TICKETS}", json=body),
            client.get("/api/queues/duel/matches"),
        )
        assert tuple(one.status_code for one in asked) == statuses, scopes


def test_an_office_makes_the_rounds_that_are_due_and_tells_who_waits(empty: Database) -> None:
    program = Program(empty)
    program.post("queues", {"name": "duel", "every": 0.1})
    ann = program.post(TICKETS, ticket(("Ann", 1500)))
    with ThreadPoolExecutor(2) as threads, program.client:
        hears = threads.submit(program.get, f"{TICKETS}/{ann['id']}", wait=60)
        game = threads.submit(program.get, "queues/duel/matches", wait=60)
        time.sleep(0.3)
        assert not hears.done()
        program.post(TICKETS, ticket(("Bo", 1510)))
        assert hears.result(60)["state"] == "found"
        assert game.result(60)["next"] == 1
    assert program.get("queues/duel")["waiting"] == 0
    program.site.close()


def test_a_wait_ends_when_another_process_finds_the_match(empty: Database) -> None:
    """Nobody tells this process: it looks by itself."""
    program = Program(empty)
    program.post("queues", {"name": "duel", "every": 0})
    program.post(TICKETS, ticket(("Ann", 1500)))
    program.post(TICKETS, ticket(("Bo", 1510)))
    rounds = QueueRounds(GameQueue(empty, "duel"))

    async def waited() -> object:
        watch = Matchmaker(empty)
        asked = asyncio.create_task(watch.until("duel", "", 60.0, lambda: rounds.matches() or None))
        await asyncio.sleep(0.2)
        assert not asked.done()
        await asyncio.to_thread(rounds.make)
        return await asked

    assert asyncio.run(waited()) == rounds.matches()


def test_nobody_waits_for_an_office_that_ends(empty: Database) -> None:
    program = Program(empty)
    program.post("queues", {"name": "duel", "every": 0})

    async def waited() -> object:
        watch = Matchmaker(empty)
        asked = asyncio.create_task(watch.until("duel", "", 600.0, lambda: None))
        await asyncio.sleep(0.1)
        watch.close()
        return await asyncio.wait_for(asked, 60.0)

    assert asyncio.run(waited()) is None
