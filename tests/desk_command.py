"""``arpad tournament`` in this process, and the tournament of seven that its tests begin with."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from arpad.cli import main
from arpad.office import desk
from arpad.office.log.event_format import parsed
from arpad.office.log.event_log import EventLog
from arpad.tournament.model import Tournament

NAMES = ("Ada", "Bo", "Cid", "Dan", "Eve", "Fay", "Gus")


def arpad(*words: object, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


def entered() -> EventLog:
    """Seven players of falling ratings, so that they have the numbers 1 to 7; five rounds; White is drawn."""
    log = desk.create("Open", "fide-dutch", rounds=5, colour="white")
    return desk.enter_all(
        log, [desk.ParticipantEntry(name, {"rating": 2000 - 50 * at}) for at, name in enumerate(NAMES)]
    )


def now(file: Path) -> Tournament:
    """The tournament as it is replayed from the bytes of its file."""
    return parsed(file.read_text(encoding="utf-8"), str(file)).tournament()
