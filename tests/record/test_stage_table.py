"""The table of stages: what it says of a record, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import Games, read_games
from arpad.record.kinds.stages import StageTable, read_stages, with_stages

ROWS = (("Town Cup", "group"), ("town  cup", ""), ("League", "final"), ("", "x"))


def games() -> Games:
    rows = [("A", "B", "1-0", *row) for row in ROWS]
    return read_games(pl.DataFrame(rows, schema=["first", "second", "score", "event", "stage"], orient="row"))


def stages_of(record: Games) -> list[str | None]:
    assert record.stage is not None
    return [record.stage.word(row) for row in range(len(record))]


def written(folder: Path, text: str) -> Path:
    file = folder / "stages.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_it_holds_for_every_game_of_the_competition(tmp_path: Path) -> None:
    table = read_stages(written(tmp_path, "competition,stage\nTOWN CUP,friendly\nElsewhere,friendly\n"))
    found = with_stages(games(), table)
    assert stages_of(found) == ["friendly", "friendly", "final", "x"]
    assert found.source.notes == (
        "stages.csv: the stage of 2 games: 'TOWN CUP' as friendly (2 games)",
        "stages.csv: 1 competition is not in the record: 'Elsewhere'",
    )


def test_a_record_without_stages_gets_them() -> None:
    bare = Games.from_frame({"first": ["A", "B"], "second": ["B", "A"], "score": [1, 0], "event": ["X", "Y"]})
    found = with_stages(bare, StageTable.of({"y": " cup "}))
    assert stages_of(found) == [None, "cup"]
    assert found.digest != bare.digest
    assert found.source.notes == ("stages: the stage of 1 game: 'y' as cup (1 game)",)


def test_reading_takes_a_file_or_a_mapping(tmp_path: Path) -> None:
    rows = {"first": ["A"], "second": ["B"], "score": ["1"], "tournament": ["Town Cup"]}
    file = written(tmp_path, "tournament;class\nTown Cup;friendly\n")
    assert stages_of(read_games(rows, stages=file)) == ["friendly"]
    assert stages_of(read_games(rows, stages={"Town Cup": "friendly"})) == ["friendly"]


FAULTS = (
    ("name,stage,x\n,friendly,\n", r"stages.csv, line 2, column name: the competition is missing"),
    ("competition,stage\nTown Cup,\n", r"line 2, column stage: the stage is missing"),
    (
        "competition,place\nTown Cup,1\n",
        r"line 1: no column holds the stage; .* Expected a header competition,stage",
    ),
    ("competition,stage\nA,x\nB,x\na,y\n", r"line 4: 'a' has the stage 'y' here, and 'x' on line 2"),
)


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_what_is_wrong_with_it(tmp_path: Path, text: str, message: str) -> None:
    assert len(FAULTS) == 4
    with pytest.raises(BadInput, match=message):
        read_stages(written(tmp_path, text))


def test_a_record_without_competitions_is_refused() -> None:
    bare = Games.from_frame({"first": ["A"], "second": ["B"], "score": [1]})
    with pytest.raises(BadInput, match="no column names it") as raised:
        with_stages(bare, StageTable.of({"y": "cup"}))
    assert raised.value.code == "stages.no-event"


def test_unknown_stages_have_their_line(tmp_path: Path) -> None:
    table = read_stages(written(tmp_path, "competition,stage\nA,cup\nB,cpu\n"))
    with pytest.raises(
        BadInput, match=r"stages.csv, line 3, column stage: 'cpu' is not a known stage. .* cup"
    ):
        table.check(lambda stage: stage == "cup", ["cup"])
