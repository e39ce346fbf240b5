"""Players, pools of rated games and published lists to try an office with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from arpad.office.club.register import Register
from arpad.office.club.rights import Actor, Role
from arpad.office.pools import publications
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool, pools
from arpad.office.pools.posting import Posting
from arpad.office.store.database import Database

OFFICER = Actor(name="sample", role=Role.OWNER)

BORN = (1989, 1994, 2001, 1972, 1966, 2008, 1998, 1985, 2010, 2003, 1959, 1978)
WOMEN = ("Kim Minji", "Anna Berg", "Olga Petrova", "María Ruiz", "Eva Nováková")
TITLES = {"Kim Minji": "WGM", "Anna Berg": "IM", "Jan de Vries": "FM"}
CLUBS = ("Utrecht", "Seoul", "Brno")

FIRST = datetime(2025, 1, 11, 19, 0, tzinfo=UTC)
"""The first evening."""

EVENINGS = 60
"""A week apart."""

LISTS = {47: "2025-12", 52: "2026-01", 56: "2026-02"}
"""After how many evenings a list is published, and its name."""


def fill_club(database: Database, people: list[tuple[str, int, str]]) -> list[str]:
    """Put players and pools into a database that has no pool, and return the pools' names.

    Args:
        database: of the organisation.
        people: name, playing strength and federation of each.

    Raises:
        BadInput: the database does not answer.
    """
    if pools(database):
        return []
    register = Register(database)
    for at, (name, _, federation) in enumerate(people):
        register.register(
            {
                "name": name,
                "federation": federation,
                "birth": str(BORN[at % len(BORN)]),
                "sex": "w" if name in WOMEN else "m",
                "title": TITLES.get(name, ""),
                "club": CLUBS[at % len(CLUBS)],
                "identity": str(100_001 + 17 * at),
            },
            by=OFFICER,
        )
    evenings = Pool(database, "club-evenings")
    evenings.create("glicko2", title="Club Evenings", author=OFFICER.name)
    lots = Random(12)
    waiting: list[Posting] = []
    for evening in range(EVENINGS):
        waiting.append(Posting(_evening(lots, people, FIRST + timedelta(weeks=evening))))
        if evening in LISTS:
            evenings.post_all(waiting, author=OFFICER.name)
            waiting = []
            publications.publish(evenings, LISTS[evening], author=OFFICER.name)
    evenings.post_all(waiting, author=OFFICER.name)
    Pool(database, "othello").create("elo", {"k": 20.0}, title="Othello", author=OFFICER.name)
    return ["club-evenings", "othello"]


def _evening(lots: Random, people: list[tuple[str, int, str]], at: datetime) -> list[Game]:
    """Return the games of an evening, four boards: the stronger mostly wins."""
    here = lots.sample(people, 8)
    games = []
    for (white, own, _), (black, theirs, _) in zip(here[::2], here[1::2], strict=True):
        expected = 1 / (1 + 10 ** ((theirs - own) / 400))
        drawn = lots.random()
        score = 0.5 if abs(drawn - expected) < 0.12 else float(drawn < expected)
        games.append(Game(white, black, score, at, 1))
    return games
