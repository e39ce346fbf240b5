"""The office that is served: as ``arpad serve`` does it, with what the load needs to begin with."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from arpad.office import desk
from arpad.office.club.people import People
from arpad.office.club.rights import Scope
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.context import SESSION_COOKIE
from arpad.web.security.forms import token_of
from soak.client import Client
from soak.records import Recorder
from web.served import Served, served
from web.visiting import owner_of

INJECTED = Path(__file__).with_name("injected")
"""The folder of the module that lets workers fail."""

HALL_BOARDS = 4
"""Boards of the tournament that all watch."""

HALL = "hall"
"""Its name."""


@dataclass(frozen=True)
class Office:
    """An office that is served.

    Args:
        served: its processes.
        faults: the folder of files that let workers fail.
        token: of a program that may do everything.
        session: of the owner's browser.
        recorder: notes all requests.
        ended: is set when nothing is to be sent again any longer.
    """

    served: Served
    faults: Path
    token: str
    session: str
    recorder: Recorder
    ended: threading.Event

    def program(self) -> Client:
        """Return a program with a connection of its own."""
        return self._client(headers={"authorization": f"Bearer {self.token}"})

    def visitor(self) -> Client:
        """Return somebody who has not come in."""
        return self._client()

    def browser(self) -> Client:
        """Return the owner's browser."""
        return self._client(
            headers={"x-form-token": token_of(self.session)}, cookies={SESSION_COOKIE: self.session}
        )

    def _client(self, headers: dict[str, str] | None = None, cookies: dict[str, str] | None = None) -> Client:
        return Client(self.served.address, self.recorder, self.ended, headers=headers, cookies=cookies)


@contextmanager
def served_office(url: str, folder: Path, workers: int, recorder: Recorder) -> Iterator[Office]:
    """Serve an office, and yield it.

    Args:
        url: of its database, which is empty.
        folder: for what is beside it.
        workers: processes that serve.
        recorder: notes all requests.
    """
    database = open_database(url)
    people = People(database)
    owner = owner_of(people)
    token = people.make_token("soak", list(Scope), by=owner)
    session = people.begin_session(owner)
    log = desk.create("Hall", "fide-dutch", rounds=3, seed=1)
    log = desk.enter_all(log, [ParticipantEntry(f"Player {at}") for at in range(2 * HALL_BOARDS)])
    TournamentLog(database, HALL).create(desk.publish(desk.pair(log), 1))
    database.close()
    faults = folder / "faults"
    faults.mkdir()
    found = [str(INJECTED), os.environ.get("PYTHONPATH", "")]
    environment = {"ARPAD_SOAK_FAULTS": str(faults), "PYTHONPATH": os.pathsep.join(filter(None, found))}
    options = "--workers", str(workers), "--webhooks-inside"
    with served(url, *options, environment=environment) as process:
        yield Office(process, faults, token, session, recorder, threading.Event())
