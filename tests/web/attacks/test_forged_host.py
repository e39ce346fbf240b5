"""A request that names another host: nothing of it stands on a page, in a code or in a redirect."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from arpad.office.store.database import Database
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.security.hosts import address_of
from arpad.web.site import Site
from web.attacks.every_address import pages
from web.visiting import Visit

EVIL = {"host": "evil.example"}
URL = "https://chess.example.org"


def test_no_page_says_the_host_that_a_request_names(owner: Visit) -> None:
    for one in pages(owner.site):
        if one.method == "GET":
            answer = owner.client.get(one.filled, headers=EVIL, follow_redirects=False)
            assert "evil.example" not in answer.text, one.path
            assert "evil.example" not in answer.headers.get("location", ""), one.path


def test_an_invitation_leads_to_the_office(owner: Visit) -> None:
    owner.get("/people")
    owner.client.headers["host"] = "evil.example"
    page = owner.send("/people", role="arbiter").text
    assert "http://testserver/enter/arpad_invitation_" in page
    assert "evil.example" not in page


@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ("/lists/", "/lists"),
        ("/lists/?q=x", "/lists?q=x"),
        ("/tournaments/spring-open/", "/tournaments/spring-open"),
        ("//evil.example/", "/evil.example"),
        ("/\\evil.example/", "/%5Cevil.example"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_page_without_naming_a_host(
    asked: str, leads: str, visitor: Visit
) -> None:
    address = f"http://testserver{asked}"
    answer = visitor.client.get(address, headers=EVIL, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, leads)


def test_an_office_with_an_address_refuses_other_hosts(database: Database) -> None:
    client = TestClient(application(Site(database, Watch(database), URL)), base_url="http://10.0.0.7:8000")
    for host in ("chess.example.org", "chess.example.org:443", "CHESS.example.org", "10.0.0.7:8000",
                 "127.0.0.1:8000", "localhost", "[::1]:8000"):  # fmt: skip
        assert client.get("/healthz", headers={"host": host}).status_code == 200, host
    for host in ("evil.example", "chess.example.org.evil.example", "10.0.0.8", "", "[", "x@y"):
        answer = client.get("/", headers={"host": host})
        assert answer.status_code == 421, host
        assert answer.text == f"The address of this office is {URL}.\n"
        assert "content-security-policy" in answer.headers


def test_what_is_printed_begins_with_the_address_that_is_set(database: Database) -> None:
    visit = Visit(database).as_owner()
    client = TestClient(application(Site(database, Watch(database), URL)), cookies=visit.client.cookies)
    page = client.get("/tournaments/spring-open", headers={"host": "chess.example.org"}).text
    assert "testserver" not in page


@pytest.mark.parametrize(
    ("server", "scheme", "address"),
    [
        (("192.168.1.20", 8000), "http", "http://192.168.1.20:8000"),
        (("192.168.1.20", 80), "http", "http://192.168.1.20"),
        (("192.168.1.20", 443), "https", "https://192.168.1.20"),
        (("2001:db8::1", 8000), "http", "http://[2001:db8::1]:8000"),
        (("::ffff:192.168.1.20", 8000), "http", "http://192.168.1.20:8000"),
        (("/run/arpad.sock", None), "http", "http://localhost"),
        (None, "http", "http://localhost"),
    ],
)
def test_the_address_of_a_socket(server: tuple[str, int | None] | None, scheme: str, address: str) -> None:
    assert address_of({"type": "http", "server": server, "scheme": scheme}) == address
