"""Whether all that was acknowledged is in the database, exactly once: looked for by a process of its own.

``python -m soak.kept URL FILE FOLDER`` reads what was acknowledged from FILE, reads the database as a stranger
does, backs it up into FOLDER and restores that, and prints what it has found as JSON.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from arpad.core import ArpadError
from arpad.office.backups.making import back_up
from arpad.office.backups.restoring import restore
from arpad.office.pools.events import GamesPosted, read_line
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tables import EVENTS, MATCH_TICKETS, MATCHES, OPERATIONS, PUBLICATIONS, STREAMS
from arpad.office.store.tournaments import TournamentLog
from arpad.rulebooks.pairing_catalogue import written_result
from soak.records import Acknowledged

SHOWN = 5
"""Of what is wrong, so much is told."""


class Checked:
    """What was acknowledged, and what of it was found.

    Args:
        acknowledged: how much.
    """

    def __init__(self, acknowledged: int) -> None:
        self.acknowledged = acknowledged
        self.wrong: list[str] = []

    def told(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        found = self.acknowledged - len(self.wrong)
        return {"acknowledged": self.acknowledged, "found": found, "wrong": self.wrong[:SHOWN]}


def postings(connection: Connection, said: Acknowledged) -> Checked:
    """Look for postings: each is one event, with the number of games and the first number that was answered."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    lines = select(STREAMS.c.name, EVENTS.c.operation, EVENTS.c.payload).join(
        STREAMS, STREAMS.c.id == EVENTS.c.stream
    )
    for name, operation, line in connection.execute(lines.where(STREAMS.c.kind == "pool")):
        _, event, _ = read_line(line)
        if isinstance(event, GamesPosted):
            found.setdefault((name, operation), []).append((event.number, len(event.games.first)))
    checked = Checked(len(said.postings))
    for pool, key, number, count in said.postings:
        if found.get((pool, key)) != [(number, count)]:
            checked.wrong.append(
                f"{pool} {key}: {(number, count)} was acknowledged, {found.get((pool, key))}"
            )
    for (pool, key), events in found.items():
        if key not in said.asked or len(events) > 1:
            checked.wrong.append(f"{pool} {key}: nobody has posted this, or it is there twice")
    repeated = Counter((pool, key) for pool, key, _, _ in said.postings)
    checked.wrong += [
        f"{pool} {key} was acknowledged twice" for (pool, key), count in repeated.items() if count > 1
    ]
    return checked


def operations(connection: Connection, said: Acknowledged) -> Checked:
    """Look for corrections, by the names of their operations."""
    wanted = select(STREAMS.c.name, OPERATIONS.c.operation).join(STREAMS, STREAMS.c.id == OPERATIONS.c.stream)
    there = Counter((name, operation) for name, operation in connection.execute(wanted))
    checked = Checked(len(said.corrections))
    checked.wrong = [f"{pool} {key}" for pool, key in said.corrections if there[(pool, key)] != 1]
    return checked


def lists(connection: Connection, said: Acknowledged) -> Checked:
    """Look for published lists."""
    wanted = select(STREAMS.c.name, PUBLICATIONS.c.name).join(STREAMS, STREAMS.c.id == PUBLICATIONS.c.pool)
    there = {(pool, name) for pool, name in connection.execute(wanted)}
    checked = Checked(len(said.lists))
    checked.wrong = [f"{pool} {name}" for pool, name in said.lists if (pool, name) not in there]
    return checked


def acts(database: Database, said: Acknowledged) -> Checked:
    """Look for the acts of tournaments: each once, with the last event that was answered."""
    checked = Checked(len(said.acts))
    by_name: dict[str, list[tuple[str, int]]] = {}
    for name, key, seq in said.acts:
        by_name.setdefault(name, []).append((key, seq))
    for name, keys in by_name.items():
        ends: dict[str, list[int]] = {}
        seq = 0
        for act in TournamentLog(database, name).read().acts:
            seq += len(act.events)
            ends.setdefault(act.stamp.op, []).append(seq)
        checked.wrong += [
            f"{name} {key}: {last} was acknowledged, {ends.get(key)} is there"
            for key, last in keys
            if ends.get(key) != [last]
        ]
    return checked


def boards(database: Database, said: Acknowledged) -> Checked:
    """Look for the last result of each board, which was entered by a program or in a page."""
    last = {(name, at, board): result for name, at, board, result in said.boards}
    checked = Checked(len(last))
    rounds: dict[tuple[str, int], list[str]] = {}
    for (name, at, board), result in last.items():
        if (name, at) not in rounds:
            tournament = TournamentLog(database, name).read().tournament()
            games = tournament.rounds[at - 1].pairings
            rounds[(name, at)] = [written_result(tournament.system, game) for game in games]
        there = rounds[(name, at)][board - 1]
        if there != result:
            checked.wrong.append(f"{name}, round {at}, board {board}: {result} was acknowledged, {there}")
    return checked


def tickets(connection: Connection, said: Acknowledged) -> Checked:
    """Look for tickets: each is there, and whoever was told a match is in that one and in no other."""
    there = set(connection.execute(select(MATCH_TICKETS.c.id)).scalars())
    of: dict[str, list[int]] = {}
    for number, content in connection.execute(select(MATCHES.c.number, MATCHES.c.content)):
        for side in json.loads(content)["sides"]:
            for ticket in side:
                of.setdefault(ticket["id"], []).append(number)
    checked = Checked(len(said.tickets))
    checked.wrong = [f"{ticket} is lost" for ticket in said.tickets if ticket not in there]
    checked.wrong += [
        f"{ticket} was told match {number}, and is in {of.get(ticket)}"
        for ticket, number in said.matched
        if of.get(ticket) != [number]
    ]
    checked.wrong += [f"{ticket} is in the matches {some}" for ticket, some in of.items() if len(some) > 1]
    return checked


def ratings(database: Database, pools: tuple[str, ...]) -> dict[str, Any]:
    """Return whether the ratings of pools are those of a replay, bit for bit."""
    wrong = [name for name in pools if Pool(database, name).ratings() != Pool(database, name).known()]
    return {"acknowledged": len(pools), "found": len(pools) - len(wrong), "wrong": wrong}


def restored(database: Database, folder: Path) -> dict[str, Any]:
    """Back the database up and restore it, which verifies every part: 1 if that could be done."""
    wrong = []
    file = folder / "backup.zip"
    again = Database.at(f"sqlite:///{folder / 'again.db'}", migrate=False)
    try:
        back_up(database, file)
        restore(file, again)
    except ArpadError as error:
        wrong.append(str(error))
    finally:
        again.close()
    return {"acknowledged": 1, "found": 1 - len(wrong), "wrong": wrong}


def main(url: str, file: str, folder: str) -> None:
    """Do as the module says."""
    said = Acknowledged.read(Path(file))
    database = open_database(url)
    with database.reading() as connection:
        found = {
            "postings": postings(connection, said).told(),
            "corrections": operations(connection, said).told(),
            "published lists": lists(connection, said).told(),
            "tickets and matches": tickets(connection, said).told(),
        }
    found["acts of tournaments"] = acts(database, said).told()
    found["results of boards"] = boards(database, said).told()
    found["pools rated anew"] = ratings(database, ("blitz", "arena"))
    found["backup restored"] = restored(database, Path(folder))
    database.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
