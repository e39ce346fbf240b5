"""A browser without JavaScript: it keeps cookies, reads pages, and sends their forms."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import Actor, Role
from arpad.office.store.database import Database
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.site import Site

HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">')
FORM = re.compile(r'<form method="post" action="([^"]*)"[^>]*>(.*?)</form>', re.S)


PASSWORD = "a long password"


def owner_of(found: People) -> Actor:
    """Return the owner of an office, who comes in now if there is none."""
    if not found.has_owner():
        found.enter(found.invite(Role.OWNER, by=SETTING_UP), "owner", PASSWORD)
    return found.come_in("owner", PASSWORD)


def somebody(database: Database, role: Role, name: str) -> Actor:
    """Return somebody whom the owner has invited."""
    found = People(database)
    found.enter(found.invite(role, by=owner_of(found)), name, PASSWORD)
    return found.come_in(name, PASSWORD)


class Visit:
    """One visitor of an office.

    Args:
        database: where the office keeps everything.
    """

    def __init__(self, database: Database) -> None:
        self.site = Site(database, Watch(database))
        self.client = TestClient(application(self.site), follow_redirects=True)
        self.last = self.get("/")

    def as_owner(self) -> Visit:
        """Come in as the owner."""
        return self.as_(owner_of(self.site.people))

    def as_(self, who: Actor) -> Visit:
        """Come in as somebody, whose password need not be asked for."""
        self.client.cookies.set("arpad_session", self.site.people.begin_session(who))
        return self

    def get(self, path: str, **headers: str) -> Response:
        """Open a page."""
        self.last = self.client.get(path, headers=headers)
        return self.last

    def json(self, path: str) -> Any:
        """Return what a program gets at an address."""
        return self.client.get(path, headers={"accept": "application/json"}).json()

    def send(self, action: str, files: Any = None, **typed: str) -> Response:
        """Fill in a form of the page that is open, and send it.

        Args:
            action: where the form goes.
            files: what is uploaded.
            typed: what is typed; ``_`` in a name stands for a hyphen.
        """
        form = next(inside for found, inside in FORM.findall(self.last.text) if unescape(found) == action)
        data = dict(HIDDEN.findall(form)) | {name.replace("_", "-"): text for name, text in typed.items()}
        self.last = self.client.post(action, data=data, files=files)
        return self.last
