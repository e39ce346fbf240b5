"""A program that asks the API of an office."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from arpad.office.club.rights import Actor, Scope
from arpad.office.store.database import Database
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.site import Site
from web.visiting import owner_of


class Program:
    """A program.

    Args:
        database: where the office keeps everything.
        scopes: of its token; None for a program without one.
        who: whose token it is; None for the owner.
    """

    def __init__(
        self, database: Database, scopes: Iterable[Scope] | None = tuple(Scope), who: Actor | None = None
    ) -> None:
        self.site = Site(database, Watch(database))
        self.site.deliverer.close()  # no test sends anything to an address that it has made up
        headers = {}
        self.token = ""
        if scopes is not None:
            by = who or owner_of(self.site.people)
            self.token = self.site.people.make_token("program", scopes, by=by)
            headers = {"authorization": f"Bearer {self.token}"}
        self.client = TestClient(application(self.site), headers=headers)

    def get(self, path: str, **asked: Any) -> Any:
        """Return what is told at an address of the API."""
        return self.told(self.client.get(f"/api/{path}", params=asked))

    def post(self, path: str, body: Any = None, *, key: str = "", **asked: Any) -> Any:
        """Post JSON to an address of the API, and return what is told."""
        headers = {"idempotency-key": key} if key else {}
        return self.told(self.client.post(f"/api/{path}", json=body, params=asked, headers=headers))

    @staticmethod
    def told(answer: Response) -> Any:
        """Return an answer's content; a problem has the status of the answer."""
        found = answer.json()
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
            assert found["status"] == answer.status_code
            assert {"title", "code", "detail"} <= set(found)
        return found
