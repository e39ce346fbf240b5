"""The headers of every answer: of pages, acts, refusals, files and the API; and what no answer gives away."""

from __future__ import annotations

import logging
from base64 import urlsafe_b64encode

import pytest
from starlette.testclient import TestClient

from arpad.office.store.database import Database
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.security.forms import token_of
from arpad.web.site import Site
from web.attacks.every_address import api, pages
from web.attacks.test_other_arbiters import FIELDS
from web.programs import Program
from web.visiting import PASSWORD, Visit

EXPECTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def check_headers(answer: object, path: str) -> None:
    headers = answer.headers  # type: ignore[attr-defined]
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'", path
    assert policy["script-src"] in ("'self'", "'none'"), path
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'", path
    assert policy["form-action"] == "'self'", path
    assert "unsafe-inline" not in policy["script-src"]
    secret = {"referrer-policy": "no-referrer"} if path.startswith(("/enter/", "/r/")) else {}
    assert {name: headers.get(name) for name in EXPECTED} == {**EXPECTED, **secret}, path
    assert "cache-control" in headers, path
    assert "server" not in headers
    assert "access-control-allow-origin" not in headers, path


def test_every_answer_has_them(owner: Visit, database: Database) -> None:
    visitor = Visit(database)
    for one in pages(owner.site):
        for visit in (owner, visitor):
            if one.method == "GET":
                check_headers(visit.client.get(one.filled), one.path)
        if one.method == "POST":
            check_headers(owner.client.post(one.filled, data={}), one.path)
    program = Program(database)
    for one in api(program.get("openapi.json")):
        check_headers(program.client.request(one.method, one.filled, json={}), one.path)
        check_headers(visitor.client.request(one.method, one.filled), one.path)
    for path in ("/nothing", "/api/nothing", "/healthz", "/static/x/site.css", "/api/openapi.json"):
        check_headers(visitor.client.get(path), path)
        check_headers(visitor.client.put(path), path)
    check_headers(visitor.client.get("/", headers={"origin": "https://evil.example"}), "/")


def test_what_a_person_sees_is_not_kept_by_others(owner: Visit) -> None:
    for one in pages(owner.site):
        if one.method == "GET" and not one.path.startswith("/static"):
            assert owner.client.get(one.filled).headers["cache-control"] == "no-store", one.path


def test_cookies_travel_by_https_alone_where_there_is_https(database: Database) -> None:
    site = Site(database, Watch(database), "https://testserver")
    visit = Visit(database).as_owner()
    client = TestClient(application(site), base_url="https://testserver")
    answer = client.get("/sign-in?lang=nl")
    assert answer.headers["strict-transport-security"]
    typed = {"name": "owner", "password": PASSWORD, "token": token_of(client.cookies["arpad_visit"])}
    answers = [answer, client.post("/sign-in", data=typed, follow_redirects=False)]
    assert answers[1].status_code == 303
    said = [one for each in answers for one in each.headers.get_list("set-cookie")]
    assert len(said) == 3
    assert [one for one in said if "secure" not in one.lower() or "samesite=lax" not in one.lower()] == []
    assert visit.client.cookies


def test_no_secret_is_on_a_page_in_an_address_or_in_a_log(
    owner: Visit, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    program = Program(database)
    session = owner.client.cookies["arpad_session"]
    secrets = [session, session.partition(".")[2], program.token, program.token.partition(".")[2], PASSWORD]
    token = token_of(session)
    for one in pages(owner.site):
        if one.method == "GET":
            answer = owner.client.get(one.filled)
        else:
            answer = owner.client.post(
                one.filled, data={**FIELDS, "password": PASSWORD, "token": token, "user": "99"}
            )
        for each in (*answer.history, answer):
            assert [secret for secret in secrets if secret in each.text] == [], one.path
            assert [secret for secret in secrets if secret in str(each.url)] == [], one.path
        if one.path == "/sign-out":
            owner.as_owner()
            session = owner.client.cookies["arpad_session"]
            secrets += [session, session.partition(".")[2]]
            token = token_of(session)
    for one in api(program.get("openapi.json")):
        answer = program.client.request(one.method, one.filled, json={"token": program.token})
        assert "arpad_token_" not in answer.text.replace("arpad_token_…", "")
    said = caplog.text
    assert [secret for secret in secrets if secret in said] == []


@pytest.mark.parametrize(
    "cookie",
    [
        b"x",
        b"\xff\xfe",
        urlsafe_b64encode(b"[" * 3000),
        urlsafe_b64encode(b"5"),
        urlsafe_b64encode(b'{"a": 1}'),
        urlsafe_b64encode(b'[["warning"]]'),
        urlsafe_b64encode(b'[["warning", "<script>alert(1)</script>"]]'),
        urlsafe_b64encode(b'[[{"a": []}, ["x"]]]'),
        urlsafe_b64encode(b"[" + b"9" * 5000 + b"]"),
    ],
)
def test_cookies_that_the_office_did_not_write_break_nothing(cookie: bytes, owner: Visit) -> None:
    for name in (b"arpad_said", b"arpad_visit", b"arpad_language", b"arpad_session"):
        for path in ("/", "/sign-in", "/lists/club-evenings"):
            answer = owner.client.get(path, headers={b"cookie": name + b"=" + cookie})
            assert answer.status_code == 200
            assert "<script>alert" not in answer.text
