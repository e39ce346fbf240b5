"""The API does what its description says: what is drawn from it meets no error and no undocumented answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from arpad.office.store.opening import open_database
from arpad.web.application import application
from lengths import length
from web.programs import Program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program of the owner, and an office with a pool that has games and a list."""
    folder: Path = tmp_path_factory.mktemp("office")
    database = open_database(f"sqlite:///{folder}/club.db")
    found = Program(database)
    found.post("pools", {"name": "blitz", "system": "elo"})
    for at in range(5):
        found.post("pools/blitz/results", {"first": f"P{at}", "second": f"P{at + 1}", "score": 1})
    found.post("pools/blitz/lists", {"name": "2026-03"})
    found.post("tournaments", {"name": "cup", "title": "Cup", "rounds": 3})
    found.post("tournaments/cup/participants", {"entries": [{"name": f"P{at}"} for at in range(6)]})
    found.post("tournaments/cup/pair", {})
    found.post("queues", {"name": "duel", "pool": "blitz", "every": 0})
    for at in range(3):
        found.post("queues/duel/tickets", {"players": [{"player": f"P{at}"}]})
    found.post("queues/duel/rounds", {})
    found.site.matchmaker.close()  # who asks to wait for news is answered at once
    yield found
    database.close()


TOLD_TO_PROGRAMS = (
    "/queues/{queue}/tickets",
    "/queues/{queue}/matches",
    "/tournaments/{name}/log",
    "/webhooks",
)
"""What is not published: who waits, who met whom, and what the arbiter did when."""


def test_every_address_says_what_it_may_answer(program: Program) -> None:
    described = program.get("openapi.json")
    for path, acts in described["paths"].items():
        for method, act in acts.items():
            answers = set(act["responses"])
            assert {"401", "403", "422", "429", "503"} <= answers, path
            assert act["description"].endswith("."), path
            assert act["summary"], path
            open_to_all = method == "get" and not any(path.startswith(one) for one in TOLD_TO_PROGRAMS)
            assert act["security"] == [*([{}] if open_to_all else []), {"token": []}], path
            if "{" in path:
                assert "404" in answers, path
            if method != "get" and not path.endswith("/stream"):
                assert "413" in answers, path
    for name, shape in described["components"]["schemas"].items():
        assert shape.get("description"), name


NOTHING_ASKED = ("GET /pools", "GET /tournaments", "GET /queues", "GET /webhooks")
"""What takes nothing that could be wrong."""


@schemathesis.serializer("application/x-ndjson")
def a_line(context: Any, value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


NOT_ASKED = [schemathesis.checks.positive_data_acceptance, schemathesis.checks.ignored_auth]
"""No schema says that nobody plays against the same player. Who may do what is asked in test_api_pools.py."""

NOT_ASKED_OF_A_STREAM = [*NOT_ASKED, schemathesis.checks.negative_data_rejection]
"""The stream is accepted; each line is answered by itself, a refused one by a problem."""


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_what_is_drawn_from_the_description_is_answered_as_described(
    program: Program, mode: schemathesis.GenerationMode
) -> None:
    """Also what departs from the description, which is refused."""
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", application(program.site))
    headers = {"authorization": f"Bearer {program.token}"}

    def tried(case: Any) -> None:
        # A name that no query has is overlooked, and the token is given here, whatever a case leaves out.
        known = {one.name for one in case.operation.query}
        harmless = case.method == "GET" and not set(case.query or ()) <= known
        excluded = NOT_ASKED_OF_A_STREAM if harmless or case.path.endswith("/stream") else NOT_ASKED
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    asked = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # the description is valid
        if mode is schemathesis.GenerationMode.NEGATIVE and operation.label in NOTHING_ASKED:
            continue
        cases = operation.as_strategy(generation_mode=mode)
        drawn: Any = settings(
            max_examples=length(20, 60),
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        given_cases: Any = given(cases)
        drawn(given_cases(tried))()
        asked += 1
    assert asked >= 20
