"""Write a golden file for every kind of event that has none; a file that is there is never written again.

Run in the folder ``tests`` as ``python -m office.golden``. What the files hold is read by
:mod:`office.test_golden_events`: the bytes that arpad 0.1.0 wrote, and what it made of them.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from arpad.core import BadInput
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.register import Register
from arpad.office.club.rights import Role, Scope
from arpad.office.events.kinds import KINDS
from arpad.office.log.event_format import written
from arpad.office.log.event_log import EventLog
from arpad.office.log.store import Memory
from arpad.office.pools import publications
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import (
    GameTakenOut,
    PlayersMerged,
    RulesChanged,
    ScoreCorrected,
    SeasonTakenOut,
)
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.office.store import streams
from arpad.office.store.database import Database
from arpad.office.store.opening import open_database
from arpad.office.store.tables import POOLS
from arpad.office.store.tournaments import TournamentLog
from arpad.tournament import NoLegalRound, Tournament
from office import random_acts

FOLDER = Path(__file__).parents[1] / "fixtures" / "golden_events"

PASSWORD = "a long password"


def state_of(log: EventLog) -> dict[str, Any]:
    """Return what a log comes to: everything of the tournament that its events decide."""
    own = {
        "published": sorted(log.published),
        "finished": log.finished,
        "acts": len(log.acts),
        "events": log.seq,
    }
    return state_of_tournament(log.tournament()) | own


def state_of_tournament(tournament: Tournament) -> dict[str, Any]:
    games = [each.pairings for each in tournament.rounds]
    return {
        "title": tournament.name,
        "system": tournament.system,
        "planned": tournament.planned,
        "seed": tournament.seed,
        "initial colour": tournament.initial_colour,
        "participants": [[who.number, who.name, who.rating, who.title] for who in tournament.entrants],
        "absences": {
            str(at): {str(number): result.name for number, result in sorted(those.items())}
            for at, those in sorted(tournament.absences.items())
        },
        "rounds": [
            [[game.white, game.black, game.white_result.name, game.black_result.name] for game in those]
            for those in games
        ],
        "game points": [
            [None if game.points is None else [str(each) for each in game.points] for game in those]
            for those in games
        ],
        "byes": [[[bye.number, bye.result.name] for bye in each.byes] for each in tournament.rounds],
        "prohibitions": [[sorted(each.numbers), each.first, each.last] for each in tournament.prohibitions],
        "accelerations": len(tournament.accelerations),
        "adjustments": [[sorted(each.numbers), str(each.points)] for each in tournament.adjustments],
        "tie-breaks": list(tournament.tiebreaks),
        "details": dict(sorted(tournament.details.items())),
        "fixed boards": {str(number): board for number, board in sorted(tournament.fixed_boards.items())},
        "players": None if tournament.players is None else state_of_tournament(tournament.players),
    }


def drawn_logs(teams: bool) -> Iterator[EventLog]:
    """Yield logs of random acts, act by act, each with its stamps."""
    for seed in range(60):
        lots = random.Random(f"golden {seed} {teams}")
        store = Memory(random_acts.begun_teams(lots) if teams else random_acts.begun(lots))
        for _ in range(120):
            try:
                _, change = random_acts.draw(store.read(), lots)
                store.act(change, author="Ida", op=f"op-{seed}-{store.read().seq}", request="0" * 32)
            except (BadInput, NoLegalRound):
                continue
            yield store.read()


def write_tournaments() -> None:
    """Write the missing files of tournaments: a log that ends with the act in which the kind first occurs."""
    missing = {
        kind
        for kind in KINDS
        if not (FOLDER / "tournament" / f"{kind}-v{KINDS[kind].VERSION}.arpad").exists()
    }
    for teams in (False, True):
        for log in drawn_logs(teams):
            for kind in sorted({event.KIND for event in log.acts[-1].events} & missing):
                missing.discard(kind)
                write_tournament(log, f"{kind}-v{KINDS[kind].VERSION}")
            if not missing:
                return
    begun = random_acts.begun(random.Random(1), 3)
    for kind in sorted({event.KIND for event in begun.events} & missing):
        missing.discard(kind)
        write_tournament(begun, f"{kind}-v{KINDS[kind].VERSION}")
    assert not missing, f"no log of random acts has {missing}"


def write_tournament(log: EventLog, name: str) -> None:
    named = log if log.identity else log.named("0123456789abcdef0123456789abcdef")
    path = FOLDER / "tournament" / f"{name}.arpad"
    path.write_bytes(written(named))
    text = json.dumps(state_of(named), ensure_ascii=False, indent=1)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def fill_streams(database: Database) -> None:
    """Do every act of a pool, of the people and of the register."""
    people = People(database)
    people.enter(people.invite(Role.OWNER, by=SETTING_UP), "Ida", PASSWORD)
    ida = people.come_in("Ida", PASSWORD)
    people.enter(people.invite(Role.ARBITER, by=ida), "Bo", PASSWORD)
    bo = people.come_in("Bo", PASSWORD)
    TournamentLog(database, "cup").create(random_acts.begun(random.Random(1), 3), author="Ida")
    people.give_tournament(bo.user, "cup", by=ida)
    people.give_tournament(bo.user, "cup", by=ida, given=False)
    people.give_role(bo.user, Role.RATING_OFFICER, by=ida)
    people.change_password(ida, PASSWORD, f"{PASSWORD}, another")
    people.make_token("game server", [Scope.READ, Scope.RESULTS], by=ida)
    people.revoke(people.tokens(by=ida)[0].token, by=ida)
    people.close(bo.user, by=ida)
    register = Register(database)
    registered = register.register(
        {"name": "김민지", "federation": "KOR", "birth": "1999-02-03", "sex": "w"}, by=ida
    )
    register.amend(registered.number, {"title": "WGM", "club": "Łódź"}, by=ida)
    pool = Pool(database, "blitz")
    pool.create("glicko2", {"tau": 0.7}, title="Blitz — 블리츠", author="Ida")
    start = datetime(2026, 1, 3, 19, tzinfo=UTC)
    lots = random.Random(3)
    names = ["김민지", "Łukasz", 'O"Brien \\ Sons', "Di"]
    for at in range(12):
        white, black = lots.sample(names, 2)
        game = Game(
            white, black, lots.choice([0.0, 0.5, 1.0]), start.replace(day=3 + at), at % 3 - 1, 1.0 + at % 2
        )
        pool.post_all([Posting([game], op=f"g{at}")], author="Ida")
    pool.post_all([Posting([Game("Di (2)", "Łukasz", 1.0, start.replace(day=20))])], author="Ida")
    publications.publish(pool, "2026-01", author="Ida")
    corrections = Corrections(pool)
    corrections.accept(ScoreCorrected(3, 0.5), author="Ida")
    corrections.accept(GameTakenOut(4), author="Ida")
    corrections.accept(PlayersMerged("Di (2)", "Di"), author="Ida")
    corrections.accept(RulesChanged(int(start.timestamp()) + 5 * 86_400, {"tau": 0.4}), author="Ida")
    at = int(start.timestamp()) + 8 * 86_400
    Seasons(pool).begin(NewSeason("2026", carry=0.75, deviation=120.0, at=at), author="Ida")
    Seasons(pool).begin(NewSeason("mistaken"), author="Ida")
    corrections.accept(SeasonTakenOut("mistaken"), author="Ida")


def lines_of(database: Database, kind: str, name: str) -> list[str]:
    """Return the first line of a stream and the lines of its events."""
    with database.reading() as connection:
        stream = streams.find(connection, kind, name)
        assert stream is not None
        return [stream.header, *streams.lines_after(connection, stream, 0)]


STREAMS = {"pool": ("pool", "blitz"), "people": ("people", "people"), "register": ("register", "register")}
"""Folder → kind and name of a stream of the database."""


def write_streams() -> None:
    """Write the streams of the database that are missing."""
    if all((FOLDER / f"{name}.jsonl").exists() for name in STREAMS):
        return
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{folder}/club.db")
        fill_streams(database)
        for name, (kind, stream) in STREAMS.items():
            lines = lines_of(database, kind, stream)
            (FOLDER / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        ratings = {"rules": rules_of(database), "ratings": ratings_of(Pool(database, "blitz"))}
        (FOLDER / "pool.json").write_text(
            json.dumps(ratings, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
        database.close()


def rules_of(database: Database) -> str:
    """Return the parameters of the pool from day to day, as its row has them beside the events."""
    with database.reading() as connection:
        return str(connection.execute(select(POOLS.c.rules)).scalar_one())


def ratings_of(pool: Pool) -> dict[str, list[str]]:
    """Return rating, deviation and number of games of all players, to the last bit."""
    return {
        each.player: [
            each.rating.hex(),
            "" if each.deviation is None else each.deviation.hex(),
            str(each.games),
        ]
        for each in pool.known()
    }


if __name__ == "__main__":
    (FOLDER / "tournament").mkdir(parents=True, exist_ok=True)
    write_tournaments()
    write_streams()
