"""Every address of an office, taken from the office itself: a new one is tried by every attack at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import select
from starlette.routing import Route

from arpad.office.store.database import Database
from arpad.office.store.tables import METADATA
from arpad.web.application import application
from arpad.web.site import Site

NAMED = {
    "act": "rounds",
    "name": "spring-open",
    "round": "4",
    "board": "2",
    "number": "1",
    "pool": "club-evenings",
    "list": "2026-01",
    "file": "list.csv",
    "form": "csv",
    "what": "pairings",
    "player": "Kim Minji",
    "invitation": "arpad_invitation_0",
    "digest": "0",
    "code": "0",
    "seq": "3",
    "queue": "duel",
    "ticket": "0" * 32,
    "study": "audit",
    "webhook": "0" * 32,
}
"""What stands in the addresses of the sample for the words between braces."""

ENDLESS = ("/tournaments/{name}/live",)
"""Answers that have no end."""


class Address(NamedTuple):
    """Something that can be asked of an office.

    Args:
        method: ``GET`` or ``POST``.
        path: with braces.
        filled: the path in the sample.
    """

    method: str
    path: str
    filled: str


def pages(site: Site) -> list[Address]:
    """Return what can be asked of the pages."""
    return [
        Address(method, route.path, filled(route.path))
        for route in application(site).routes
        if isinstance(route, Route) and route.path not in ENDLESS
        for method in sorted((route.methods or {"GET"}) - {"HEAD"})
    ]


def api(described: dict[str, Any]) -> list[Address]:
    """Return what can be asked of the API.

    Args:
        described: its description.
    """
    return [
        Address(method.upper(), f"/api{path}", filled(f"/api{path}"))
        for path, acts in described["paths"].items()
        for method in acts
    ]


def filled(path: str) -> str:
    """Return a path with what stands in the sample for the words between braces."""
    # A round of the API is called number, as a player of the register is.
    path = path.replace("/rounds/{number}", "/rounds/4")
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: NAMED[found[1]], path)


def written(database: Database) -> str:
    """Return a digest of everything that is kept, but of who is visiting."""
    digest = sha256()
    for row in _rows(database):
        digest.update(row.encode())
    return digest.hexdigest()


def _rows(database: Database) -> Iterator[str]:
    with database.reading() as connection:
        for table in METADATA.sorted_tables:
            if table.name == "secrets":
                wanted = select(table).where(table.c.kind != "session")
            else:
                wanted = select(table)
            yield table.name
            yield from sorted(repr(tuple(row)) for row in connection.execute(wanted))
