"""What errors and looks count: lines of text, rows of a table or a sheet, objects of a JSON array."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import read_games
from arpad.record.survey import look
from workbooks import xlsx

ROWS = [
    {"white": "Ann", "black": "Bob", "result": "1-0", "round": "1"},
    {"white": "Ann", "black": "Ann", "result": "1-0", "round": "2"},
    {"white": "Ann", "black": "Bob", "result": "1-0", "round": "1"},
    {"white": "Bob", "black": "Cho", "result": "0-1", "round": "1"},
]


def write(folder: Path, name: str) -> Path:
    file = folder / name
    frame = pl.DataFrame(ROWS)
    match name.rpartition(".")[2]:
        case "csv":
            frame.write_csv(file)
        case "jsonl":
            frame.write_ndjson(file)
        case "json":
            frame.write_json(file)
        case "parquet":
            frame.write_parquet(file)
        case _:
            file.write_bytes(xlsx({"Games": [list(ROWS[0]), *(list(row.values()) for row in ROWS)]}))
    return file


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("g.csv", ("line", 3)),
        ("g.jsonl", ("line", 2)),
        ("g.json", ("object", 2)),
        ("g.parquet", ("row", 2)),
        ("g.xlsx", ("row", 3)),
    ],
)
def test_the_place_of_a_fault(name: str, place: tuple[str, int], tmp_path: Path) -> None:
    file = write(tmp_path, name)
    unit, number = place
    with pytest.raises(BadInput, match=f"{unit} {number}, column black: 'Ann' plays against itself"):
        read_games(file)
    seen = look(file)
    (reject,) = seen.rejects
    assert (reject.unit, reject.line) == place
    twice = next(finding for finding in seen.findings if finding.code == "same-game-twice")
    assert (twice.places[0].unit, twice.places[0].line) == (unit, number + 1)


def test_the_place_of_a_fault_in_a_data_frame() -> None:
    with pytest.raises(BadInput, match="DataFrame, row 2, column black"):
        read_games(pl.DataFrame(ROWS))
