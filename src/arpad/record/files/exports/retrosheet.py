"""Game logs of Retrosheet: 161 fields a game, without a header.

The form is that of https://www.retrosheet.org/gamelogs/glfields.txt: the first field is the day
(``yyyymmdd``), the second the number of the game, the third the day of the week, the fourth the visiting
team, the seventh the home team, the tenth and eleventh the runs of the two, the fifteenth how the game was
forfeited: ``V`` to the visitors, ``H`` to the home team, ``T`` without a decision.

Decisions: a forfeit is a forfeit, whatever was played before it; a game without a decision is a fixture.
"""

from __future__ import annotations

import csv
import re

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, ExportRow

FIRST_FIELDS = re.compile(
    rb'\s*"?\d{8}"?,"?[0-9A-Z]"?,"?(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)"?,"?[A-Z0-9]{2,4}"?,"?[A-Z0-9]{0,3}"?,'
)
"""How a line of a game log begins."""

FEWEST_FIELDS = 11
"""Fields that a row must have for its result."""


def read_retrosheet(text: bytes, file: str) -> Export | None:
    """Return the games of a game log; None where there is none.

    Args:
        text: in UTF-8.
        file: its name.
    """
    rows = []
    for number, line in enumerate(text.decode("utf-8-sig", "replace").split("\n"), start=1):
        if line.strip():
            rows.append(ExportRow(number, _row(_fields(line))))
    return Export(f"a game log of Retrosheet, {counted(len(rows), 'game')}", rows) if rows else None


def _fields(line: str) -> list[str]:
    """Return the fields of a line; a line that is no CSV is one field."""
    try:
        return [field.strip() for field in next(csv.reader([line.strip()]), [])]
    except csv.Error:
        return [line.strip()]


def _row(fields: list[str]) -> dict[str, Cell]:
    if len(fields) < FEWEST_FIELDS:
        # What the row lacks stands where the reader looks for the result, so that its message says it.
        said = f"a row of {counted(len(fields), 'field')}"
        return {"date": fields[0], "home_team": "home", "away_team": "visitors", "home_score": said}
    forfeit = fields[14] if len(fields) > 14 else ""
    row: dict[str, Cell] = {
        "date": fields[0],
        "home_team": fields[6],
        "away_team": fields[3],
        "home_score": fields[10],
        "away_score": fields[9],
    }
    if forfeit in ("V", "H"):
        row |= {"home_score": "forfeit", "away_score": "forfeit"}
    elif forfeit == "T":
        row |= {"home_score": None, "away_score": None}
    return row
