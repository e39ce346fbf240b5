"""Public files of results that nobody prepared: read right at the first command, or not at all."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from strangers.judge import judged

FOLDER = Path(__file__).parents[1] / "fixtures" / "strangers"
ENTRIES = [
    entry
    for entry in json.loads((FOLDER / "readings.json").read_text(encoding="utf-8"))
    if (FOLDER / entry["file"]).is_file()
]

NOT_READ = frozenset(
    (
        "football-bukmeker.csv",
        "horseracing-keiba.csv",
        "hurling-league.csv",
        "volleyball-kovo.csv",
    )
)
"""What is asked about or refused though a person could read it."""

Table = list[list[str]]


def table_of(path: Path) -> Table | None:
    """Return the cells of a CSV file in UTF-8 with a header of different names; None for other files."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\r" in text.replace("\r\n", "\n"):
        return None
    header = text.split("\n", 1)[0]
    mark = max(",;\t", key=header.count)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    whole = all(len(row) == len(rows[0]) for row in rows)
    return rows if whole and len(set(rows[0])) == len(rows[0]) > 2 else None


TABLES = [
    (entry, table)
    for entry in ENTRIES
    if entry["file"].endswith((".csv", ".tsv"))
    and "games" in entry["reading"]
    and entry["reading"].get("header", True)
    and (table := table_of(FOLDER / entry["file"])) is not None
]


def in_another_order(table: Table, lots: random.Random) -> Table:
    order = list(range(len(table[0])))
    lots.shuffle(order)
    return [[row[at] for at in order] for row in table]


def without_winner(table: Table, entry: dict[str, Any]) -> Table | None:
    """Return a table without the column that names the winner; None where there is none."""
    name = entry["reading"].get("winner")
    if name not in table[0]:
        return None
    at = table[0].index(name)
    return [row[:at] + row[at + 1 :] for row in table]


def written(table: Table, mark: str, file: Path) -> Path:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=mark, lineterminator="\n").writerows(table)
    file.write_text(text.getvalue(), encoding="utf-8")
    return file


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"])
def test_it_is_read_right_or_not_at_all(entry: dict[str, Any]) -> None:
    verdict = judged(FOLDER / entry["file"], entry)
    expected = ("asked", "refused") if entry["file"] in NOT_READ else ("right",)
    assert verdict.word in expected, verdict.why


CHANGES: dict[str, Callable[[Table, random.Random], Table]] = {
    "another order": in_another_order,
    "another order again": in_another_order,
    "as it is": lambda table, _: table,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("mark", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize(("entry", "table"), TABLES, ids=[entry["file"] for entry, _ in TABLES])
def test_in_another_order_and_with_other_separators(
    entry: dict[str, Any], table: Table, mark: str, change: str, tmp_path: Path
) -> None:
    lots = random.Random(f"{entry['file']} {mark} {change}")
    verdict = judged(written(CHANGES[change](table, lots), mark, tmp_path / "results.csv"), entry)
    assert verdict.word in ("right", "asked", "refused"), verdict.why


@pytest.mark.parametrize(("entry", "table"), TABLES, ids=[entry["file"] for entry, _ in TABLES])
def test_without_the_column_of_the_winner(entry: dict[str, Any], table: Table, tmp_path: Path) -> None:
    rest = without_winner(table, entry)
    if rest is None:
        pytest.skip("no column names the winner")
    verdict = judged(written(rest, ",", tmp_path / "results.csv"), entry)
    assert verdict.word in ("right", "asked", "refused"), verdict.why
