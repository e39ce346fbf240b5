"""Names that are markup, SQL, templates and formulas, through every door by which text comes in."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from arpad.office.club.rights import Role
from arpad.office.store.database import Database
from arpad.web.security.forms import token_of
from web.attacks.every_address import api, pages
from web.programs import Program
from web.visiting import PASSWORD, Visit

pytestmark = pytest.mark.slow

MARK = "zzq"
HOSTILE = f"{MARK}'\"><script>alert(1)</script><img src=x onerror=alert(1)>'); DROP TABLE users;--" + (
    "{{1337*1337}}{% raw %}${1337*1337}<%=1337*1337%>#{1337*1337}"
)
"""Ends attributes, tags and strings, and asks four kinds of templates to calculate."""

CALCULATED = "1787569"

LINE_BREAKS = f"{MARK}\r\nset-cookie: arpad_session=planted\r\n\r\n<script>alert(1)</script>"
T = "/tournaments/spring-open"


def test_no_text_of_a_form_is_more_than_text_on_any_page(owner: Visit, database: Database) -> None:
    fill_pages(owner)
    check_every_page(owner, database)


def test_no_text_of_a_program_is_more_than_text_on_any_page(owner: Visit, database: Database) -> None:
    program = Program(database)
    fill_by_program(program)
    check_every_page(owner, database)
    for one in api(program.get("openapi.json")):
        if one.method == "GET":
            found = program.client.get(
                one.filled, params={"player": HOSTILE, "q": HOSTILE, "around": HOSTILE}
            )
            assert found.headers["content-type"].startswith(("application/json", "application/problem+json"))


def fill_pages(owner: Visit) -> None:
    """Type the hostile text into every field of the forms that keep text."""
    knockout = "/tournaments/summer-knockout"
    texts = dict.fromkeys(("federation", "club", "title", "city"), HOSTILE)
    kept = [
        ("/tournaments/new", {"title": HOSTILE, "system": "fide-dutch", **texts, "title ": ""}),
        (f"{knockout}/participants", {"name": HOSTILE, **texts}),
        (f"{T}/participants", {"name": HOSTILE, "club": HOSTILE}),
        ("/register", {"name": HOSTILE, "club": HOSTILE, "identity": HOSTILE}),
        ("/register/1", {"name": HOSTILE, "club": HOSTILE, "title": HOSTILE}),
        ("/lists", {"title": HOSTILE, "system": "elo"}),
        ("/lists/club-evenings/publications", {"name": HOSTILE}),
        ("/lists/club-evenings/corrections", {"merge": "Tom Smith", "into": "John Doe", "seen": "400"}),
    ]
    for address, typed in kept:
        assert post(owner, address, typed) < 500
    file = {"file": (f"{HOSTILE}.csv", f'name,club\n"{HOSTILE.replace(chr(34), chr(34) * 2)}",x\n'.encode())}
    token = {"token": token_of(owner.client.cookies["arpad_session"])}
    for address in ("/register/import", f"{knockout}/participants/file"):
        answer = owner.client.post(address, data=token, files=file)
        assert answer.status_code < 500
        check(answer.text, address)
    people = owner.site.people
    by = people.come_in("owner", PASSWORD)
    people.enter(people.invite(Role.ARBITER, by=by), HOSTILE[:100], PASSWORD)


def fill_by_program(program: Program) -> None:
    """Post the hostile text wherever the API takes one."""
    posted: list[tuple[str, Any]] = [
        ("pools", {"name": "hostile", "system": "elo", "title": HOSTILE}),
        ("pools/club-evenings/results", {"first": HOSTILE, "second": "Tom Smith", "score": 1}),
        ("pools/club-evenings/results", {"first": f"=cmd()|{HOSTILE}", "second": HOSTILE, "score": 0}),
        ("pools/club-evenings/lists", {"name": "2031-01"}),
        ("tournaments", {"name": "hostile", "title": HOSTILE}),
        (
            "tournaments/spring-open/participants",
            {"entries": [{"name": HOSTILE, "club": HOSTILE, "federation": HOSTILE[:200]}]},
        ),
    ]
    taken = [program.post(path, body).get("status", 200) for path, body in posted]
    assert [status for status in taken if status >= 500] == []
    assert taken.count(200) > 3


def post(visit: Visit, address: str, typed: dict[str, str]) -> int:
    """Send a form; return the status of the answer, which must not hold markup."""
    token = token_of(visit.client.cookies["arpad_session"])
    answer = visit.client.post(address, data={"seen": "0", **typed, "token": token})
    check(answer.text, address)
    return answer.status_code


def check(text: str, address: str) -> None:
    """Refuse a page on which a hostile text is more than text."""
    inside = re.sub(r"<script[^>]* src=\"/static/[^\"]+\"[^>]*></script>", "", text)
    assert "<script" not in inside.lower(), address
    assert "<img src=x" not in text, address
    assert CALCULATED not in text, address


def check_every_page(owner: Visit, database: Database) -> None:
    """Look at every page, as the owner and as a visitor, for the hostile text."""
    shown = 0
    asked = urlencode(dict.fromkeys(("player", "q", "lang", "by"), HOSTILE))
    for visit in (owner, Visit(database)):
        for one in pages(visit.site):
            if one.method != "GET":
                continue
            for address in {
                one.filled,
                f"{one.filled}?{asked}",
                one.filled.replace("spring-open", "summer-knockout"),
                one.filled.replace("2026-01", "2031-01"),
            }:
                answer = visit.client.get(address)
                assert answer.status_code < 500 or answer.status_code == 501, address
                if answer.headers["content-type"].startswith("text/html"):
                    check(answer.text, address)
                    shown += MARK in answer.text
    assert shown > 20
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM users").scalar()


@pytest.mark.parametrize("text", [LINE_BREAKS, "\0", f"\u202e{MARK}", "\ud800", "a" * 20_000])
def test_no_text_breaks_out_of_a_header_or_an_address(text: str, owner: Visit) -> None:
    token = token_of(owner.client.cookies["arpad_session"])
    typed = "".join(f"%{one:02X}" for one in text.encode("utf-8", "surrogatepass"))
    body = f"token={token}&seen=0&system=elo&title={typed}&name={typed}"
    form = {"content-type": "application/x-www-form-urlencoded"}
    for address in ("/tournaments/new", "/lists", "/lists/club-evenings/publications", "/register"):
        answer = owner.client.post(address, content=body, headers=form)
        assert answer.status_code < 500
        for one in (*answer.history, answer):
            assert "planted" not in str(one.headers.get_list("set-cookie"))
