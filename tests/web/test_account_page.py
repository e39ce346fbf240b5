"""The account of who has come in: tokens for programs and the password, without JavaScript."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from arpad.office.club.rights import NotAllowed, Role
from arpad.office.store.database import Database
from arpad.web.application import application
from arpad.web.security.forms import token_of
from web.visiting import PASSWORD, Visit, somebody

TOKEN = re.compile(r"<code>(arpad_token_[\w.-]+)</code>")


def made(visit: Visit, **typed: str) -> str:
    """Make a token by the form of the page, and return it."""
    visit.get("/account")
    page = visit.send("/account/tokens", **typed)
    found = TOKEN.search(page.text)
    assert found, page.text
    return found[1]


def test_a_token_is_shown_once_and_does_what_is_ticked(owner: Visit) -> None:
    token = made(owner, name="game server", days="30", scope_results="yes", scope_read="yes")
    assert token not in owner.get("/account").text
    (listed,) = owner.json("/account")["tokens"]
    assert (listed["name"], listed["user"], listed["scopes"]) == ("game server", "owner", ["read", "results"])
    program = TestClient(application(owner.site), headers={"authorization": f"Bearer {token}"})
    game = {"first": "Tom Smith", "second": "John Doe", "score": 1}
    assert program.post("/api/pools/club-evenings/results", json=game).status_code == 200
    assert program.post("/api/pools/club-evenings/lists", json={"name": "2031-01"}).status_code == 403


def test_a_token_that_is_revoked_holds_no_longer(owner: Visit, database: Database) -> None:
    token = made(owner, name="game server", scope_people="yes")
    (listed,) = owner.json("/account")["tokens"]
    stranger = Visit(database).as_(somebody(database, Role.ARBITER, "Ida"))
    stranger.get("/account")
    assert stranger.json("/account")["tokens"] == [], "others' tokens are not listed"
    form = {"token": token_of(stranger.client.cookies["arpad_session"]), "id": listed["token"]}
    assert stranger.client.post("/account/tokens/revoke", data=form).status_code == 403
    owner.get("/account")
    owner.send("/account/tokens/revoke")
    assert owner.json("/account")["tokens"] == []
    with pytest.raises(NotAllowed):
        owner.site.people.of_token(token)


def test_a_token_needs_a_name_and_a_scope(owner: Visit) -> None:
    for typed in ({"name": "server"}, {"scope_read": "yes"}, {"name": "x", "scope_read": "yes", "days": "0"}):
        owner.get("/account")
        page = owner.send("/account/tokens", **typed)
        assert page.status_code == 422
        assert "at least one scope" in page.text


def test_another_password_ends_the_visits_elsewhere_and_not_this_one(
    database: Database, visitor: Visit
) -> None:
    ida = somebody(database, Role.ARBITER, "Ida")
    here, elsewhere = Visit(database).as_(ida), Visit(database).as_(ida)
    here.get("/account")
    here.send("/account/password", old=PASSWORD, new="another long password")
    assert here.get("/account").status_code == 200
    assert elsewhere.get("/account").status_code == 403
    visitor.get("/sign-in")
    assert visitor.send("/sign-in", name="Ida", password=PASSWORD).status_code == 403
    visitor.get("/sign-in")
    assert visitor.send("/sign-in", name="Ida", password="another long password").status_code == 200


def test_a_wrong_old_password_changes_nothing_and_is_counted(database: Database) -> None:
    visit = Visit(database).as_(somebody(database, Role.ARBITER, "Ida"))
    found = []
    for _ in range(6):
        visit.get("/account")
        page = visit.send("/account/password", old="wrong password", new="another long password")
        found.append(page.status_code)
    assert found == [403, 403, 403, 403, 403, 429]
    assert visit.site.people.come_in("Ida", PASSWORD).name == "Ida"


def test_a_visitor_has_no_account(visitor: Visit) -> None:
    page = visitor.get("/account")
    assert page.status_code == 403
    assert "Sign in first." in page.text
