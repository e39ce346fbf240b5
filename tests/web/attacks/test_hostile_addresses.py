"""Addresses that lead out of the office: to other sites (open redirect), and to files (path traversal)."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode, urljoin, urlsplit

import pytest
from httpx2 import Response

from arpad.web.security.forms import token_of
from web.attacks.every_address import NAMED, Address, pages
from web.visiting import PASSWORD, Visit

pytestmark = pytest.mark.slow

HERE = "http://testserver"
EVIL = "evil.example"

ELSEWHERE = (
    f"//{EVIL}",
    f"/\\{EVIL}",
    f"https://{EVIL}/x",
    f"///{EVIL}",
    f"/%09/{EVIL}",
    f"javascript:alert(1)//{EVIL}",
)

LINK = re.compile(r'(?:href|action|src|hx-\w+)="([^"]*)"')

UPWARDS = ("../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "....//etc/passwd",
           "..\\..\\etc\\passwd", "/etc/passwd", "%00/etc/passwd", "file:///etc/passwd", "list.csv%00.html")  # fmt: skip


def links_out(text: str, at: str) -> list[str]:
    """Return the addresses of a page that do not lead to the office."""
    found = [urljoin(f"{HERE}{at}", one.replace("&amp;", "&")) for one in LINK.findall(text)]
    return [one for one in found if not one.startswith((f"{HERE}/", f"{HERE}?", "data:,"))]


@pytest.mark.parametrize("place", ELSEWHERE)
def test_no_page_leads_to_an_address_that_a_stranger_has_put_into_its_own(place: str, owner: Visit) -> None:
    asked = urlencode(
        dict.fromkeys(("next", "back", "url", "return", "to", "player", "q", "by", "part"), place)
    )
    for one in pages(owner.site):
        if one.method == "GET":
            address = f"{one.filled}?{asked}"
            answer = owner.client.get(address, headers={"referer": f"{HERE}{place}"}, follow_redirects=False)
            check_stays(answer.headers.get("location", ""), answer.text, one.filled)
    visitor = Visit(owner.site.database)
    rooted = place if place.startswith("/") else f"/{place}"
    for path in (rooted, f"/{place}", f"{rooted}/%2e%2e"):
        for referer in (f"{HERE}{path}", f"https://{EVIL}/", place, f"{HERE}@{EVIL}/", f"{HERE}:x//{EVIL}"):
            answer = visitor.client.get(f"{HERE}{path}", headers={"referer": referer}, follow_redirects=False)
            check_stays(answer.headers.get("location", ""), answer.text, "/")


def check_stays(location: str, text: str, at: str) -> None:
    """Refuse an answer that leads to another site."""
    assert urlsplit(urljoin(HERE, location)).netloc == "testserver", location
    assert [one for one in links_out(text, at) if EVIL in one or one.startswith("javascript:")] == []


def test_to_sign_in_leads_to_the_office_wherever_one_came_from(owner: Visit) -> None:
    for place in ELSEWHERE:
        visit = Visit(owner.site.database)
        visit.get(f"/sign-in?next={quote(place)}")
        visit.client.follow_redirects = False
        typed = {"name": "owner", "password": PASSWORD, "next": place, "back": place}
        answer = visit.client.post(
            f"/sign-in?next={quote(place)}",
            data={**typed, "token": token_of(visit.client.cookies["arpad_visit"])},
            headers={"referer": f"https://{EVIL}/"},
        )
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("upwards", UPWARDS)
def test_no_word_of_an_address_leads_to_a_file_of_the_machine(upwards: str, owner: Visit) -> None:
    for one in pages(owner.site):
        for word in re.findall(r"\{(\w+)", one.path):
            words = {**NAMED, word: upwards}
            path = "".join(words.get(part, part) for part in re.split(r"[{}]", one.path))
            answer = asked(owner, one, path)
            anything = word == "invitation" and one.method == "GET"  # the form is the same for every one
            assert answer.status_code in ((200, 404) if anything else (403, 404, 422)), path
            assert "root:" not in answer.text
    for path in (f"/static/x/{upwards}", f"/static/{upwards}", f"/api/{upwards}", f"/{upwards}"):
        answer = owner.client.get(path)
        assert answer.status_code in (404, 405, 422), path
        assert "root:" not in answer.text


def asked(visit: Visit, one: Address, path: str) -> Response:
    """Open a page, or send it a form."""
    if one.method == "GET":
        return visit.client.get(path)
    token = token_of(visit.client.cookies["arpad_session"])
    return visit.client.post(path, data={"token": token, "seen": "0"})
