"""What is counted and what is logged while the office serves, and that no secret is among it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from arpad.core import BadInput
from arpad.office.club.rights import Role, Scope
from arpad.office.store.database import Database
from arpad.web import logs, request_log
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.serving import serve
from arpad.web.site import Site
from web.programs import Program
from web.visiting import PASSWORD, Visit, owner_of


def counts(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    """The values of a text of Prometheus, by name and labels."""
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def here(site: Site) -> TestClient:
    """A program on the machine of the office."""
    return TestClient(application(site), client=("127.0.0.1", 5000))


def test_requests_and_postings_are_counted(empty: Database) -> None:
    program = Program(empty)
    program.post("pools", {"name": "blitz", "system": "elo"})
    for _ in range(2):  # the second is a repetition
        program.post("pools/blitz/results", {"first": "Ann", "second": "Bo", "score": 1}, key="one")
    games = [{"first": "Ann", "second": "Cy", "score": 0}] * 3
    program.post("pools/blitz/results/batch", {"games": games})
    program.post("pools/blitz/results", {"first": "Ann", "second": "Ann", "score": 1})
    program.client.get("/lists/blitz")
    program.client.get("/nothing/at/all")
    answer = here(program.site).get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = counts(answer.text)
    assert found["arpad_postings_total", ("blitz",)] == 2
    assert found["arpad_games_total", ("blitz",)] == 4
    results = "/api/pools/{pool}/results"
    assert found["arpad_requests_total", ("POST", results, "200")] == 2
    assert found["arpad_requests_total", ("POST", results, "422")] == 1
    assert found["arpad_requests_total", ("GET", "/lists/{pool}", "200")] == 1
    assert found["arpad_requests_total", ("GET", "other", "404")] == 1
    assert found["arpad_request_seconds_count", (results,)] == 3
    assert found["arpad_watching", ()] == 0


def test_what_is_counted_is_for_this_machine_and_for_programs(empty: Database) -> None:
    program = Program(empty, [Scope.READ])
    assert here(program.site).get("/metrics").status_code == 200
    assert program.client.get("/metrics").status_code == 200
    stranger = TestClient(application(program.site))
    assert stranger.get("/metrics").status_code == 401
    for said in ("Bearer", "Bearer arpad_token_1.2", "Basic b3duZXI6eA=="):
        assert stranger.get("/metrics", headers={"authorization": said}).status_code == 401


@pytest.fixture
def logged() -> Iterator[Any]:
    """What is logged, as JSON, from now on."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    said = io.StringIO()
    logs.set_up("json", said)

    def lines() -> list[dict[str, Any]]:
        return [json.loads(line) for line in said.getvalue().splitlines()]

    yield lines
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in ("arpad.serving", "arpad.requests"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_each_request_is_an_object_a_line(empty: Database, logged: Any) -> None:
    here(Site(empty, Watch(empty))).get("/lists?name=secret")
    (line,) = logged()
    assert line["level"] == "info"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/lists", 200)
    assert line["message"] == "GET /lists 200"
    assert line["client"] == "127.0.0.1"
    assert line["seconds"] > 0
    assert line["time"].endswith("Z")


def test_no_secret_is_logged(empty: Database, logged: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    visit = Visit(empty)
    people = visit.site.people
    owner = owner_of(people)
    invitation = people.invite(Role.ARBITER, by=owner)
    token = people.make_token("game server", [Scope.READ], by=owner)
    session = people.begin_session(owner)
    secrets = [invitation, token, session, PASSWORD, "hidden-in-a-path", "hidden-in-a-query"]
    secrets += [one.partition(".")[2] for one in secrets[:3]]
    visit.client.cookies.set("arpad_session", session)
    visit.get(f"/enter/{invitation}?next=hidden-in-a-query")
    visit.client.post(f"/enter/{invitation}", data={"name": "Bo", "password": PASSWORD})
    visit.client.post("/sign-in", data={"name": "owner", "password": PASSWORD})
    visit.get(f"/api/pools?token={token}", authorization=f"Bearer {token}")
    visit.get(f"/{invitation}/hidden-in-a-path")
    visit.get(f"/lists/{token}")

    def broken(*asked: Any) -> Response:
        raise RuntimeError(
            f"no answer to {token}, {session} of postgresql://arpad:{PASSWORD_OF_IT}@host/club"
        )

    monkeypatch.setattr(request_log, "_check", broken)
    client = TestClient(application(visit.site), raise_server_exceptions=False)
    assert client.get("/metrics").status_code == 500
    logging.getLogger("uvicorn.error").error("Exception in %s", token, exc_info=_raised(token))
    lines = logged()
    assert len(lines) > 7
    text = json.dumps(lines)
    assert [one for one in [*secrets, PASSWORD_OF_IT] if one in text] == []
    assert {"/enter/{invitation}", "/lists/{pool}"} <= {line.get("route") for line in lines}


PASSWORD_OF_IT = "p4ss"


def _raised(token: str) -> Any:
    try:
        raise RuntimeError(f"Bearer {token} and postgresql://arpad:{PASSWORD_OF_IT}@host/club")
    except RuntimeError as error:
        return type(error), error, error.__traceback__


@pytest.mark.parametrize(
    "url", ["chess.example.org", "ftp://chess.example.org", "https://example.org/chess", "https://"]
)
def test_an_office_has_a_host_of_its_own(url: str, empty: Database) -> None:
    with pytest.raises(BadInput) as caught:
        serve(str(empty.engine.url), url=url)
    assert caught.value.code == "serve.not-address"
