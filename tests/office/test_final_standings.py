"""The final standings of a tournament: frozen with files, from which arpad verify computes them again."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from arpad.cli.app import main
from arpad.core import ArpadError, BadInput
from arpad.office import desk
from arpad.office.club.final_standings import files_of, final_file, finals, publish_final
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_log import EventLog
from arpad.office.store.tournaments import TournamentLog
from office.stores import place

SYSTEMS = {
    "fide-dutch": "report.trf",
    "round-robin": "report.trf",
    "knockout": "report.trf",
    "groups": "record.arpad",
    "double-elimination": "record.arpad",
    "mcmahon": "record.arpad",
    "othello": "record.arpad",
}
"""From what the standings of each system are computed again."""


def played(system: str) -> EventLog:
    """A tournament of eight that is over."""
    lots = random.Random(3)
    rounds = 3 if system in ("fide-dutch", "mcmahon", "othello") else 0
    log = EventLog.new(name="Cup", system=system, rounds=rounds, seed=1).named("1f")
    log = desk.enter_all(
        log,
        [
            ParticipantEntry(
                f"=P{at}", {"grade": f"{at}k"} if system == "mcmahon" else {"rating": 2000 - 10 * at}
            )
            for at in range(1, 9)
        ],
    )
    texts = ("40-24", "20-44") if system == "othello" else ("1-0", "0-1")
    for _ in range(12):
        try:
            log = desk.pair(log)
        except ArpadError:
            break
        at = log.tournament().played
        for board in range(1, len(log.tournament().rounds[-1].pairings) + 1):
            log = desk.enter_result(log, at, board, lots.choice(texts))
    return desk.finish(log)


def verified(folder: Path, file: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", str(folder / file)])
    return done.exit_code, done.output


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_published_is_computed_again(system: str, tmp_path: Path) -> None:
    files = files_of(played(system))
    assert [*files] == [SYSTEMS[system], "standings.csv", "standings.json", "standings.csv.manifest.json"]
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for name in ("standings.csv", "standings.json"):
        code, output = verified(tmp_path, name)
        assert code == 0, output
        assert f"{name} is reproduced: 8 rows, and every byte" in output


def test_a_changed_place_or_report_is_found(tmp_path: Path) -> None:
    for name, content in files_of(played("fide-dutch")).items():
        (tmp_path / name).write_bytes(content)
    table = (tmp_path / "standings.csv").read_bytes()
    (tmp_path / "standings.csv").write_bytes(table.replace(b"\n2,", b"\n1,", 1))
    code, output = verified(tmp_path, "standings.csv")
    assert code == 1
    assert "row 2, column rank" in output
    report = (tmp_path / "report.trf").read_bytes()
    (tmp_path / "report.trf").write_bytes(report.replace(b" w 1", b" w 0", 1))
    code, output = verified(tmp_path, "standings.json")
    assert code == 1
    assert "report.trf is not the file from which it was computed" in output


def test_the_record_beside_it_does_not_say_who_did_what(tmp_path: Path) -> None:
    store_log = played("groups").stamped(played("groups").acts[0].stamp)
    record = files_of(store_log)["record.arpad"].decode()
    rows = [json.loads(line) for line in record.splitlines()]
    assert {row.get("author", "") for row in rows} == {""}


def test_it_is_frozen_and_a_correction_is_published_beside_it(where: str) -> None:
    store = place(where)
    if not isinstance(store, TournamentLog):
        pytest.skip("an event file has no publications")
    log = played("fide-dutch")
    store.create(desk.undo(log))
    with pytest.raises(BadInput, match="not finished"):
        publish_final(store, author="Ida")
    store.act(desk.finish)
    first = publish_final(store, author="Ida")
    assert first.author == "Ida"
    with pytest.raises(BadInput, match="published already"):
        publish_final(store, author="Ida")
    before = final_file(store, first.seq, "standings.csv")
    store.act(desk.undo)
    store.act(lambda log: desk.enter_result(log, 3, 1, "½-½"))
    store.act(desk.finish)
    second = publish_final(store, author="Bob")
    assert [publication.seq for publication in finals(store)] == [second.seq, first.seq]
    assert final_file(store, first.seq, "standings.csv") == before
    assert final_file(store, second.seq, "standings.csv") != before
    with pytest.raises(BadInput, match="nothing called"):
        final_file(store, first.seq, "../secret")
    for statement in ("UPDATE final_files SET size = 1", "DELETE FROM final_files"):
        with store.database.engine.begin() as connection, pytest.raises(DBAPIError, match="never changed"):
            connection.execute(text(statement))
