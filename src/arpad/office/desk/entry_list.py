"""A list of participants before they are entered: what is understood of it, and what would become of it.

The columns with their roles, the first rows as they stand in the file, what each says of a participant, and
the rows that cannot be read. A list without the names of its columns is understood by what stands in them.
:func:`preview_entries` says whom a tournament has already, and who cannot be entered; it writes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from arpad.core import BadInput, worded
from arpad.office.desk.entering import EntryRefused, composed, enter_all, plain_name
from arpad.office.desk.entry_table import (
    COLUMNS,
    OF_TEAMS,
    PARTS,
    EntryRow,
    EntrySheet,
    EntryTable,
    has_name,
    places_of,
    row_read,
    table_as_it_stands,
    unused_of,
)
from arpad.office.desk.rosters_file import enter_rosters
from arpad.office.desk.teams import BY_CLUB
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding

ROLES = ("name", *PARTS, *COLUMNS, *OF_TEAMS)
"""What a column can be chosen for."""

MOST_COLUMNS = 1000
"""Columns of a list of participants."""

MOST_ROWS = 10_000
"""Rows of a list that are entered at once."""

MOST_REFUSED = 100
"""Rows of teams' players that are set aside one by one, each after a look at all others."""

_NAME = re.compile(r".*[^\W\d_].*")
_RATING = re.compile(r"[1-3]?\d{3}")


@dataclass(frozen=True)
class EntryList:
    """What is understood of a list of participants.

    Args:
        file: its name.
        unit: what its rows are counted in: ``line`` or ``row``.
        header: the names of the columns, each another one: without a name, a column is called by its number.
        headed: whether the first row has the names of the columns, and is no participant.
        roles: for each column what it is, as one of :data:`ROLES`; empty for nothing.
        first: the first rows as they stand, with their lines.
        rows: how many there are.
        read: what the rows say that can be read.
        faults: why others cannot; each with its line.
        findings: what was supposed, and what is not used.
        problem: why nobody can be entered by these roles; None if somebody can.
    """

    file: str
    unit: str
    header: Sequence[str]
    headed: bool
    roles: Sequence[str]
    first: Sequence[tuple[int, Sequence[str]]]
    rows: int
    read: Sequence[EntryRow] = ()
    faults: Sequence[BadInput] = ()
    findings: Sequence[Finding] = ()
    problem: BadInput | None = None

    @property
    def of_teams(self) -> bool:
        """Whether the rows are players of teams."""
        return "team" in self.roles


@dataclass(frozen=True)
class EntryPreview:
    """What becomes of a list of participants in a tournament.

    Args:
        log: with those who are entered; as it was if nobody is.
        new: the rows of those who are entered.
        already_entered: the rows of those whom the tournament has already.
        twice: the rows of those who stand in the list before.
        refused: why others cannot be entered, and rows that cannot be read; each with its line.
    """

    log: EventLog
    new: Sequence[EntryRow] = ()
    already_entered: Sequence[EntryRow] = ()
    twice: Sequence[EntryRow] = ()
    refused: Sequence[BadInput] = ()


def read_entry_list(
    content: bytes,
    file: str,
    *,
    columns: Mapping[str, str] | None = None,
    headed: bool | None = None,
    first: int = 8,
) -> EntryList:
    """Return what is understood of a list of participants.

    Args:
        content: of the file.
        file: its name.
        columns: role -> column, as of :data:`ROLES`; None for what the names and the values of columns say.
        headed: whether the first row has the names of the columns; None for what they say.
        first: how many rows are returned as they stand.

    Raises:
        BadInput: the file is no table, or too large.
    """
    sheet = table_as_it_stands(content, file)
    _check_size(sheet)
    by_names = places_of(sheet, OF_TEAMS)
    if headed is False or (headed is None and sheet.heading and not _has_heading(sheet, by_names)):
        sheet = sheet.without_heading()
        by_names = {}
    header = unique_names(sheet.titles)
    if columns is not None:
        at = {name: place for place, name in enumerate(header)}
        places = {role: at[name] for role, name in columns.items() if role in ROLES and name in at}
    else:
        places = by_names if has_name(by_names) else {**by_names, **_by_values(sheet, by_names)}
    role_of = {place: role for role, place in places.items()}
    listed = EntryList(
        file,
        "row" if sheet.workbook else "line",
        header,
        bool(sheet.heading),
        [role_of.get(place, "") for place in range(len(header))],
        [(line, [*row, *[""] * (len(header) - len(row))]) for line, row in sheet.rows[:first]],
        len(sheet.rows),
    )
    return _with_rows(listed, sheet, places)


def _check_size(sheet: EntrySheet) -> None:
    """Refuse a list that is too large to be entered at once.

    Raises:
        BadInput: it is.
    """
    if not sheet.titles:
        raise BadInput(
            worded("the file has no rows"),
            file=sheet.file,
            code="entries.no-rows",
            remedy=worded("Choose a list with a row for each participant."),
        )
    if len(sheet.rows) > MOST_ROWS:
        raise BadInput(
            worded(
                "the file has {count} rows: at most {most} are read at once",
                count=len(sheet.rows),
                most=MOST_ROWS,
            ),
            file=sheet.file,
            code="entries.too-many",
            remedy=worded("Divide it into several files."),
        )
    width = max((len(row) for _, row in sheet.rows), default=0)
    if max(width, len(sheet.titles)) > MOST_COLUMNS:
        raise BadInput(
            worded("the file has more than {most} columns", most=MOST_COLUMNS),
            file=sheet.file,
            code="entries.too-many",
            remedy=worded("Choose a list with a row for each participant."),
        )


def _has_heading(sheet: EntrySheet, by_names: Mapping[str, int]) -> bool:
    """Tell whether the first row has the names of the columns.

    It has, where one of them is known, or where numbers stand below a word.
    """
    if by_names:
        return True
    for place, title in enumerate(sheet.titles):
        below = [row[place] for _, row in sheet.rows if place < len(row) and row[place]]
        if below and title and not _RATING.fullmatch(title) and all(map(_RATING.fullmatch, below)):
            return True
    return False


def _by_values(sheet: EntrySheet, places: Mapping[str, int]) -> dict[str, int]:
    """Return which column is the name, and which the rating, where only one of them can be."""
    taken = set(places.values())
    cells = [
        (place, [row[place] for _, row in sheet.rows if place < len(row) and row[place]])
        for place in range(len(sheet.titles))
        if place not in taken
    ]
    names = [place for place, values in cells if values and all(map(_NAME.fullmatch, values))]
    ratings = [place for place, values in cells if values and all(map(_RATING.fullmatch, values))]
    columns = {"name": names[0]} if len(names) == 1 else {}
    return columns | ({"rating": ratings[0]} if len(ratings) == 1 and "rating" not in places else {})


def unique_names(titles: Sequence[str]) -> list[str]:
    """Return names for columns, each another one: the number for a column without, and ``Name (2)``."""
    given = set(titles)
    names: dict[str, None] = {}
    for place, title in enumerate(titles, 1):
        name = title or str(place)
        others = (f"{name} ({number})" for number in count(2))
        free = (
            candidate
            for candidate in chain([name], others)
            if candidate not in names and (candidate == title or candidate not in given)
        )
        names[next(free)] = None
    return list(names)


def _with_rows(listed: EntryList, sheet: EntrySheet, places: Mapping[str, int]) -> EntryList:
    """Return what is understood with what the rows say."""
    problem = _problem_of(listed, places)
    if problem is not None:
        return replace(listed, problem=problem)
    read, faults = [], []
    for line, cells in sheet.rows:
        try:
            read.append(row_read(sheet, places, line, cells))
        except BadInput as error:
            faults.append(error)
    unused = unused_of(sheet, places) if listed.headed else []
    findings = EntryTable([*places], read, unused, sheet.notes).findings(listed.file)
    return replace(listed, read=read, faults=faults, findings=findings)


def _problem_of(listed: EntryList, places: Mapping[str, int]) -> BadInput | None:
    """Return why nobody can be entered by some roles; None if somebody can."""
    if not has_name(places):
        return BadInput(worded("no column is known to be the name"), file=listed.file, code="entries.columns")
    if "name" in places and not places.keys().isdisjoint(PARTS):
        return BadInput(
            worded("both a whole name and parts of a name are chosen"),
            file=listed.file,
            code="entries.columns",
        )
    if "board" in places and "team" not in places:
        return BadInput(
            worded(
                "the column {column!r} needs the column {other!r} beside it", column="board", other="team"
            ),
            file=listed.file,
            code="entries.columns",
        )
    return None


def preview_entries(log: EventLog, listed: EntryList) -> EntryPreview:
    """Return what becomes of a list of participants in a tournament; nothing is written.

    Args:
        log: of the tournament.
        listed: the list.

    Raises:
        BadInput: nobody of it can be entered, whatever the rows say: they are of teams, and the system pairs
            players; or the tournament is over.
    """
    if listed.problem is not None:
        raise listed.problem
    tournament = log.tournament()
    there = {composed(entrant.name) for entrant in tournament.entrants}
    teams = there
    if listed.of_teams and tournament.system not in BY_CLUB:
        players = tournament.players
        there = {composed(entrant.name) for entrant in players.entrants} if players is not None else set()
    already_entered, twice, rest = [], [], []
    refused = list(listed.faults)
    names: set[str] = set()
    for row in listed.read:
        name = composed(row.entry.name)
        if name in there or _only_names(row, teams):
            already_entered.append(row)
        elif name and name in names:
            twice.append(row)
        else:
            rest.append(row)
            names.add(name)
    after, new = (_teams if listed.of_teams else _participants)(log, listed, rest, refused)
    refused.sort(key=lambda error: error.row or 0)
    return EntryPreview(after, new, already_entered, twice, refused)


def _only_names(row: EntryRow, teams: set[str]) -> bool:
    """Tell whether a row only names a team, and one of those that are entered."""
    filled = [key for key, cell in row.cells.items() if cell]
    return filled == ["team"] and composed(row.cells["team"]) in teams


def _participants(
    log: EventLog, listed: EntryList, rows: Sequence[EntryRow], refused: list[BadInput]
) -> tuple[EventLog, list[EntryRow]]:
    """Return the log with participants, and who they are; those who cannot be entered are added to a list."""
    aside: list[EntryRefused] = []
    after = enter_all(log, [row.entry for row in rows], refused=aside)
    refused += [_at(listed, rows[refusal.at].line, refusal) for refusal in aside]
    left_out = {refusal.at for refusal in aside}
    return after, [row for at, row in enumerate(rows) if at not in left_out]


def _teams(
    log: EventLog, listed: EntryList, rows: Sequence[EntryRow], refused: list[BadInput]
) -> tuple[EventLog, list[EntryRow]]:
    """Return the log with teams and their players; see :func:`_participants`.

    Raises:
        BadInput: no team can be entered.
    """
    left = []
    for row in rows:
        try:
            plain_name(row.cells["team"] or "-")
        except BadInput as error:
            refused.append(_at(listed, row.line, error))
        else:
            left.append(row)
    for _ in range(MOST_REFUSED):
        if not left:
            return log, []
        try:
            return enter_rosters(log, listed.file, left), left
        except BadInput as error:
            if error.row is None:
                raise
            refused.append(error)
            left = [row for row in left if row.line != error.row]
    return enter_rosters(log, listed.file, left), left


def _at(listed: EntryList, line: int, error: BadInput) -> BadInput:
    """Return why a row is refused, with its line."""
    return BadInput(
        error.problem,
        file=listed.file,
        row=line,
        unit=listed.unit,
        article=error.article,
        remedy=error.remedy,
        code=error.code,
    )
