"""What strangers try at the pages, and what becomes of it."""

from __future__ import annotations

import re

import pytest

from arpad.office.club.attempts import Attempts
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import Role
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.application import ACTS
from arpad.web.security.forms import token_of
from web.visiting import PASSWORD, Visit, owner_of, somebody

OPEN = "/tournaments/spring-open"

SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "path", [path for path, _ in ACTS if not path.startswith(("/enter", "/sign", "/r/"))]
)
def test_a_visitor_may_do_nothing(path: str, visitor: Visit, database: Database) -> None:
    before = TournamentLog(database, "spring-open").content()
    visitor.client.cookies["arpad_visit"] = "visit"
    address = path.format(name="spring-open", round=4, board=2, pool="club-evenings", number=1, act="rounds")
    token = token_of("visit")
    answer = visitor.client.post(
        address, data={"token": token, "seen": "0", "number": "1", "board": "1", "first": "1", "second": "2"}
    )
    assert answer.status_code == 403, answer.text
    assert TournamentLog(database, "spring-open").content() == before


@pytest.mark.parametrize("data", [{}, {"token": ""}, {"token": "0" * 64}, {"token": token_of("y")}])
def test_a_form_from_elsewhere_is_refused(data: dict[str, str], owner: Visit, database: Database) -> None:
    before = TournamentLog(database, "spring-open").content()
    assert owner.client.post(f"{OPEN}/log/undo", data=data).status_code == 403
    assert TournamentLog(database, "spring-open").content() == before


def test_a_form_that_a_browser_says_comes_from_elsewhere_is_refused(owner: Visit) -> None:
    owner.get(f"{OPEN}/log")
    token = token_of(owner.client.cookies["arpad_session"])
    answer = owner.client.post(
        f"{OPEN}/log/undo", data={"token": token}, headers={"sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403


def test_an_invitation_lets_in_once(database: Database) -> None:
    people = People(database)
    link = f"/enter/{people.invite(Role.OWNER, by=SETTING_UP)}"
    first, second = Visit(database), Visit(database)
    for visit in (first, second):
        visit.get(link)
    assert first.send(link, name="Ida", password=PASSWORD).status_code == 200
    assert second.send(link, name="Eve", password=PASSWORD).status_code == 403
    assert "/tournaments/new" in first.get("/").text
    assert "/tournaments/new" not in second.get("/").text
    assert link.removeprefix("/enter/") not in first.get("/").text


def test_a_session_ends_where_it_is_ended_and_a_closed_user_has_none(
    owner: Visit, database: Database
) -> None:
    stolen = owner.client.cookies["arpad_session"]
    owner.get("/")
    owner.send("/sign-out")
    thief = Visit(database)
    thief.client.cookies.set("arpad_session", stolen)
    assert "/tournaments/new" not in thief.get("/").text
    who = somebody(database, Role.OWNER, "Zoe")
    visit = Visit(database).as_(who)
    assert "/people" in visit.get("/").text
    People(database).close(who.user, by=owner_of(People(database)))
    assert "/people" not in visit.get("/").text


def test_signing_in_makes_a_new_session(owner: Visit, database: Database) -> None:
    visit = Visit(database)
    visit.client.cookies.set(
        "arpad_session", "arpad_session_0123456789abcdef.planted", domain="testserver.local"
    )
    visit.get("/sign-in")
    visit.send("/sign-in", name="owner", password=PASSWORD)
    assert "planted" not in str(visit.client.cookies)
    assert "/tournaments/new" in visit.get("/").text


def test_who_guesses_passwords_waits_and_learns_nothing(owner: Visit, database: Database) -> None:
    visit = Visit(database)
    said = []
    for name in ("owner", "nobody", "owner", "owner", "owner"):
        visit.get("/sign-in")
        said.append(visit.send("/sign-in", name=name, password="wrong password").text)
    assert visit.last.status_code == 403
    assert {re.sub(r"[0-9a-f]{20,}", "", text) for text in said} == {re.sub(r"[0-9a-f]{20,}", "", said[0])}
    visit.get("/sign-in")
    assert visit.send("/sign-in", name="owner", password=PASSWORD).status_code == 429


def test_those_who_fail_wait_five_minutes(empty: Database) -> None:
    now = [1000.0]
    attempts = Attempts(empty, clock=lambda: now[0])
    for _ in range(5):
        assert attempts.begun(["name ida", "address x"]) == 0
        now[0] += 10
    assert attempts.begun(["name ida"]) == 250
    assert attempts.begun(["name bob", "address x"]) == 250
    assert attempts.begun(["name bob", "address y"]) == 0
    now[0] += 250
    assert attempts.begun(["name ida"]) == 0


def test_failures_count_in_all_processes_and_outlive_a_clock_that_is_set_back(empty: Database) -> None:
    now = [1000.0]
    one, two = (Attempts(empty, most=4, clock=lambda: now[0]) for _ in range(2))
    codes = Attempts(empty, "code", 4, clock=lambda: now[0])
    for attempts in (one, two, one, two):
        assert attempts.wait(["name ida"]) == 0
        attempts.failed(["name ida"])
    assert (one.wait(["name ida"]), two.begun(["name ida"]), codes.wait(["name ida"])) == (300, 300, 0)
    now[0] -= 500  # nobody waits longer than five minutes, whatever the clock says
    assert one.begun(["name ida"]) == 0
    now[0] += 100
    assert one.wait(["name ida"]) == 0


def test_an_arbiter_runs_the_tournaments_that_are_given_or_that_the_arbiter_began(database: Database) -> None:
    visit = Visit(database).as_(somebody(database, Role.ARBITER, "Kim"))
    assert visit.get(f"{OPEN}/log").status_code == 403
    assert visit.get("/people").status_code == 403
    assert f"{OPEN}/pair" not in visit.get(OPEN).text
    visit.get("/tournaments/new")
    visit.send("/tournaments/new", title="Own Cup", system="round-robin")
    assert visit.get("/tournaments/own-cup/log").status_code == 200
    owner = Visit(database).as_owner()
    owner.get("/people")
    owner.send("/people/tournament", tournament="spring-open")
    assert visit.get(f"{OPEN}/log").status_code == 200


def test_the_owner_invites(owner: Visit, database: Database) -> None:
    owner.get("/people")
    page = owner.send("/people", role="arbiter").text
    address = re.findall(r"<code>http://testserver(/enter/\S+)</code>", page)[0]
    guest = Visit(database)
    guest.get(address)
    assert guest.send(address, name="Lee", password="short").status_code == 422
    guest.get(address)
    assert guest.send(address, name="Lee", password=PASSWORD).status_code == 200
    assert "/tournaments/new" in guest.last.text
    assert owner.get("/people").text.count("Lee") == 1


@pytest.mark.parametrize(
    "session", ["owner", "arpad_session_x.y", "arpad_session_", "", "é", "arpad_session_" + "A" * 200]
)
def test_a_session_that_the_office_did_not_sign_is_nobodys(session: str, visitor: Visit) -> None:
    answer = visitor.client.get("/tournaments/new", headers={b"cookie": f"arpad_session={session}".encode()})
    assert answer.status_code == 403


def test_a_name_is_text_on_every_page(owner: Visit) -> None:
    owner.get("/tournaments/summer-knockout/participants")
    owner.send("/tournaments/summer-knockout/participants", name=f"Eve {SCRIPT}")
    for path in ("", "/participants", "/participants/9", "/log"):
        page = owner.get(f"/tournaments/summer-knockout{path}").text
        assert SCRIPT not in page
    assert "&lt;script&gt;" in owner.get("/tournaments/summer-knockout/participants").text


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/../../etc/passwd",
        "/tournaments/%2e%2e%2fetc",
        "/tournaments/x'%20OR%201=1--",
        f"{OPEN}/rounds/99",
        f"{OPEN}/rounds/-1",
        f"{OPEN}/rounds/x",
        f"{OPEN}/rounds/4/results/999",
        f"{OPEN}/paper/nothing",
        "/static/x/../../pyproject.toml",
        "/nothing",
        "/" + "a" * 3000,
    ],
)
def test_an_address_at_which_there_is_nothing(path: str, owner: Visit) -> None:
    answer = owner.get(path)
    assert answer.status_code == 404, answer.text[:200]
    assert "Traceback" not in answer.text


def test_a_form_that_is_too_large_is_not_read(owner: Visit) -> None:
    answer = owner.client.post(f"{OPEN}/participants", content=b"x", headers={"content-length": str(10**9)})
    assert answer.status_code == 413


def test_every_answer_has_the_headers(visitor: Visit) -> None:
    for path in ("/", "/nothing", "/healthz", OPEN):
        headers = visitor.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_cookies_of_a_session_are_kept_from_scripts(owner: Visit) -> None:
    owner.get("/sign-in")
    owner.client.follow_redirects = False
    said = owner.send("/sign-in", name="owner", password=PASSWORD).headers.get_list("set-cookie")
    session = next(one for one in said if one.startswith("arpad_session="))
    assert "HttpOnly" in session
    assert "samesite=lax" in session.lower()
