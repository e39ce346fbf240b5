"""Values that no browser sends, in every field that an act or a page reads: a refusal in words, never a fault."""

from __future__ import annotations

import pytest

from arpad.office.store.database import Database
from arpad.web.context import RequestContext
from arpad.web.security.forms import token_of
from web.attacks.every_address import Address, pages
from web.attacks.test_other_arbiters import FIELDS
from web.visiting import Visit

pytestmark = pytest.mark.slow

VALUES = (
    *("", "-1", "0", "9" * 12, "9" * 30, "9" * 5000, "1e309", "nan", "1.5", "٣", "½", "\0", "true", "null"),
    *("a" * 300, "1-0", "2026-99-99", "%s%n", "' OR '1'='1", "../..", "[]", "\ud7ff\u202e", "x=y"),
)

FEW = ("", "9" * 30, "½", "\0")
"""Those of the shorter test, which tries one of them in each field."""

LEFT_OUT = ("/sign-in", "/sign-out", "/enter/{invitation}")
"""They are about passwords, and a visit ends."""


def read_by(visit: Visit, one: Address, patch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the fields that an act or a page has read."""
    names: dict[str, None] = {}
    known = RequestContext.text, RequestContext.query
    with patch.context() as patched:
        for kind, reads in zip(("text", "query"), known, strict=True):

            def noted(context: RequestContext, name: str, reads: object = reads) -> str:
                names[name] = None
                return str(reads(context, name))  # type: ignore[operator]

            patched.setattr(RequestContext, kind, noted)
        sent(visit, one, {})
    return list(names)


def sent(visit: Visit, one: Address, typed: dict[str, str]) -> int:
    """Send a form, or open a page that is asked for something; return the status."""
    if one.method == "GET":
        return visit.client.get(one.filled, params=typed).status_code
    token = token_of(visit.client.cookies["arpad_session"])
    data = {**FIELDS, **typed, "token": token}
    return visit.client.post(one.filled, data=data, follow_redirects=False).status_code


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_field_breaks_an_act_or_a_page(
    every: bool, owner: Visit, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0
    for one in pages(owner.site):
        if one.path in LEFT_OUT:
            continue
        for name in read_by(owner, one, monkeypatch):
            for value in VALUES if every else (FEW[tried % len(FEW)],):
                status = sent(owner, one, {name: value})
                assert status < 500 or status == 501, (one.path, name, value)
                tried += 1
    assert tried > 50 * (len(VALUES) if every else 1)
    assert owner.get("/people").status_code == 200
    assert owner.get("/tournaments/spring-open/log").status_code == 200
