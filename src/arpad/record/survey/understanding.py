"""What is understood of one file before anything is done with it: a page shows it beside the file itself.

The columns with their roles, the first rows as they stand in the file and the games that were made of them,
how many rows became what, and what is rejected. Where the columns say too little, or two things, that is part
of the answer and no error: whoever looks can choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.core import BadInput, worded
from arpad.record.columns.headerless import has_numbers_for_names, with_numbers
from arpad.record.columns.questions import Ambiguous
from arpad.record.files.source_file import Stored, uploaded
from arpad.record.games import Games
from arpad.record.kinds.games import has_no_games, observed_upload
from arpad.record.kinds.observer import FileSeen, Observer
from arpad.record.survey.survey import Reject
from arpad.record.tables.above_header import below_title
from arpad.record.tables.faults import KeptFaults, escaped
from arpad.record.tables.header import layout
from arpad.record.tables.row_reader import first_rows

if TYPE_CHECKING:
    from arpad.record.tables.column_names import Sides

ROWS = 8
"""Rows of a file that are shown as they stand in it."""

ROLES = (
    *("white", "black", "home", "away", "winner", "loser", "first", "second", "score", "points_first"),
    *("points_second", "time", "clock", "weight", "neutral"),
)
"""What a column can be chosen for: the sides by what their names say, and what tells of the game."""

_LEFT_OUT = ("score", "winner", "points_first", "points_second", "time", "clock", "weight", "neutral")
"""Roles that a whole choice leaves out where it does not name a column for them."""


@dataclass(frozen=True)
class RowSeen:
    """A row as it stands in a file.

    Args:
        line: where it begins.
        cells: what stands in it; None for a blank.
    """

    line: int
    cells: Sequence[str | None]


@dataclass(frozen=True, eq=False)
class Understanding:
    """What is understood of a file.

    Args:
        name: of the file.
        unit: what its rows are counted in: ``line``, ``row`` or ``object``.
        header: the names of its columns; of PGN none, which has tags.
        rows: the first rows.
        roles: for each column what it is, as one of :data:`ROLES`; empty for none.
        shape: what a row is, as of :class:`arpad.record.columns.reading.ColumnReading`.
        games: None where the file cannot be read.
        lines: of each game, where it stands.
        rejects: the rows that cannot be read.
        problem: why the file cannot be read; None if it can.
        choices: readings that are equally good, of which one is to be chosen: role -> column.
    """

    name: str
    unit: str
    header: Sequence[str]
    rows: Sequence[RowSeen]
    roles: Sequence[str]
    shape: str = "games"
    games: Games | None = None
    lines: Sequence[int] = ()
    rejects: Sequence[Reject] = ()
    problem: BadInput | None = None
    choices: Sequence[Mapping[str, str]] = ()


def understood(
    content: bytes, name: str, *, columns: Mapping[str, str] | None = None, dates: str | None = None
) -> Understanding:
    """Return what is understood of a file of games.

    Args:
        content: the file.
        name: of the file.
        columns: which column is what, as of :func:`arpad.read_games`, like ``dates``; None for what the names
            and the values of the columns say.
        dates: how dates are written.

    Raises:
        BadInput: the file is no table, and no choice of columns would make it one.
    """
    file = uploaded(content, name)
    found = _understood(below_title(file), columns, dates)
    if found.problem is None or not has_no_games(found.problem):
        return found
    # Of a workbook another sheet may have the games.
    others = (_understood(below_title(sheet), columns, dates) for sheet in file.other_sheets())
    return next((other for other in others if other.problem is None), found)


def _understood(file: Stored, columns: Mapping[str, str] | None, dates: str | None) -> Understanding:
    header, rows = _beginning(file)
    if has_numbers_for_names(header, [row.cells for row in rows], (columns or {}).values()):
        table = with_numbers(header, [(row.line, row.cells) for row in rows])
        header, rows = list(table.header), [RowSeen(*row) for row in table.rows[:ROWS]]
    observer, faults = Observer(), KeptFaults()
    try:
        games = observed_upload(file, observer, faults, columns=columns, dates=dates)
    except BadInput as error:
        choices = error.choices if isinstance(error, Ambiguous) else ()
        roles = roles_of(header, _by_names(header, columns or {}))
        return Understanding(file.name, file.unit, header, rows, roles, problem=error, choices=choices)
    (seen,) = observer.files
    return Understanding(
        file.name,
        seen.unit,
        header,
        rows,
        roles_of(header, _named(seen, columns or {})),
        "games" if seen.reading is None else seen.reading.shape,
        games,
        [int(line) for line in seen.lines],
        [Reject.of(name, fault) for name, fault in faults.kept],
    )


def _beginning(file: Stored) -> tuple[list[str], list[RowSeen]]:
    """Return the header and the first rows; nothing of PGN."""
    if file.format == "pgn":
        return [], []
    header, rows = first_rows(file if file.format == "parquet" else file.in_utf8(), ROWS)
    return header, [RowSeen(line, [cell and escaped(cell) for cell in cells]) for line, cells in rows]


def roles_of(header: Sequence[str], columns: Mapping[str, str]) -> list[str]:
    """Return what each column is by a choice, as one of :data:`ROLES`; empty for none of them."""
    by_name = {name: role for role, name in columns.items() if name and role in ROLES}
    return [by_name.get(name, "") for name in header]


def whole_choice(header: Sequence[str], roles: Sequence[str]) -> dict[str, str]:
    """Return the choice of columns that says of each what it is; what it does not name is left out.

    Args:
        header: the names of the columns.
        roles: for each what it is, as one of :data:`ROLES`; empty for none.

    Raises:
        BadInput: two columns are the same.
    """
    choice: dict[str, str] = {}
    for name, role in zip(header, roles, strict=True):
        if role and role in choice:
            raise BadInput(
                worded(
                    "the columns {one!r} and {other!r} are chosen for the same", one=choice[role], other=name
                ),
                remedy=worded("Choose one of them, and leave the other one unused."),
                code="columns.twice",
            )
        if role:
            choice[role] = name
    return dict.fromkeys((role for role in _LEFT_OUT if role not in choice), "") | choice


def _named(seen: FileSeen, chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the roles of a file that was read, the sides by what is known of them."""
    columns = chosen if seen.reading is None else seen.reading.columns
    return _by_names(seen.header, columns) or seen.roles  # PGN has no columns


def _by_names(header: Sequence[str], columns: Mapping[str, str]) -> Mapping[str, str]:
    """Return the roles of columns by a choice and the known names; the choice where they tell no game."""
    try:
        known = layout(header, columns)
    except BadInput:
        return columns
    first, second = _words(known.sides)
    return {{"first": first, "second": second}.get(role, role): known.name(role) for role in known.roles}


def _words(sides: Sides) -> tuple[str, str]:
    if sides.won:
        return "winner", "loser"
    if sides.advantage:
        return ("white", "black") if sides.colours else ("home", "away")
    return "first", "second"
