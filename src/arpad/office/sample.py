"""What to try an office with: tournaments (under way, over, to be begun), players, and rated games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_log import EventLog
from arpad.office.sample_club import fill_club
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog, tournaments

AUTHOR = "sample"

PEOPLE: Sequence[tuple[str, int, str]] = (
    ("Kim Minji", 2214, "KOR"),
    ("Anna Berg", 2171, "SWE"),
    ("Лев Иванов", 2140, ""),
    ("Jan de Vries", 2096, "NED"),
    ("Olga Petrova", 2058, ""),
    ("Lee Jun", 2011, "KOR"),
    ("María Ruiz", 1987, "ESP"),
    ("Tom Smith", 1945, "ENG"),
    ("Park Soo", 1902, "KOR"),
    ("Eva Nováková", 1864, "CZE"),
    ("Piet Bakker", 1820, "NED"),
    ("John Doe", 1777, "USA"),
)
"""Names, ratings and federations; nobody that there is."""


def fill(database: Database) -> list[str]:
    """Put the sample into a database without tournaments, and return the names of its tournaments.

    Raises:
        BadInput: the database does not answer.
    """
    if tournaments(database):
        return []
    logs = {"spring-open": _swiss(), "othello-cup": _othello(), "summer-knockout": _knockout()}
    for name, log in logs.items():
        TournamentLog(database, name).create(log, author=AUTHOR, in_acts=True)
    fill_club(database, list(PEOPLE))
    return list(logs)


def _swiss() -> EventLog:
    """Return a Swiss tournament of five rounds, of which the fourth is being played."""
    details = {"city": "Utrecht", "start": "2026-05-02", "end": "2026-05-03"}
    log = _with(desk.create("Spring Open", "fide-dutch", rounds=5, seed=7, details=details), len(PEOPLE))
    for at in range(1, 4):
        log = desk.publish(desk.pair(log))
        log = desk.enter_results(log, at, [_game(log, board) for board in range(6)])
    log = desk.publish(desk.pair(log))
    for board in (0, 2, 3):
        log = desk.enter_result(log, 4, board + 1, _game(log, board))
    return log


def _othello() -> EventLog:
    """Return an Othello tournament that is over."""
    log = _with(desk.create("Othello Cup", "othello", rounds=4, seed=3), 8)
    lots = Random(5)
    for at in range(1, 5):
        log = desk.publish(desk.pair(log))
        discs = [lots.choice([18, 22, 27, 30, 34, 37, 41, 46]) for _ in range(4)]
        log = desk.enter_results(log, at, [f"{count}-{64 - count}" for count in discs])
    return desk.finish(log)


def _knockout() -> EventLog:
    """Return a knockout for which eight have entered."""
    return _with(desk.create("Summer Knockout", "knockout", seed=11), 8)


def _with(log: EventLog, count: int) -> EventLog:
    return desk.enter_all(
        log,
        [
            ParticipantEntry(name, {"rating": rating, **({"federation": home} if home else {})})
            for name, rating, home in PEOPLE[:count]
        ],
    )


def _game(log: EventLog, board: int) -> str:
    """Return a result for a board: mostly the stronger wins, drawn by lots that depend on the game."""
    tournament = log.tournament()
    game = tournament.rounds[-1].pairings[board]
    by_number = tournament.by_number
    ahead = by_number[game.white].rating - by_number[game.black].rating
    white = 1 / (1 + 10 ** (-ahead / 400))
    drawn = Random(1000 * tournament.played + board).random()
    if abs(drawn - white) < 0.12:
        return "½-½"
    return "1-0" if drawn < white else "0-1"
