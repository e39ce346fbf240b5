"""A list of participants as its preview shows it: columns with what they are, rows beside what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arpad.core import BadInput, worded
from arpad.office.desk.entering import composed
from arpad.office.desk.entry_list import EntryList, EntryPreview
from arpad.office.desk.entry_table import EntryRow
from arpad.office.names_alike import alike
from arpad.office.policy import Finding
from arpad.record.survey.survey import Reject
from arpad.tournament.model import Tournament
from arpad.web.uploaded_table import REJECTS, ColumnShown, Problem, cells_shown, columns_shown

ROLE_WORDS: Mapping[str, str] = {
    "": worded("not used"),
    "name": worded("Name"),
    "last_name": worded("Family name"),
    "first_name": worded("Given name"),
    "rating": worded("Rating"),
    "federation": worded("Federation"),
    "fide_id": worded("FIDE id"),
    "sex": worded("Sex"),
    "birth": worded("Birth"),
    "title": worded("Title of the player"),
    "club": worded("Club"),
    "grade": worded("Grade"),
    "team": worded("Team"),
    "board": worded("Board"),
}
"""What a column can be chosen for, in words."""

FIELDS = ("rating", "grade", "title", "federation", "club", "team", "board", "birth", "sex", "fide_id")
"""What is shown of a row beside the name, if any of the first rows says it."""

NEW, ENTERED, TWICE, REJECTED = "new", "known", "twice", "rejected"
"""What becomes of a row."""

ALIKE = 100
"""New participants who may be the same as others, of those shown."""


class EntryListRow(NamedTuple):
    """A row of a file, beside what it says.

    Args:
        line: where it stands in the file.
        cells: of the columns that are shown.
        name: of the participant.
        said: what the row says beside the name, in the order of the fields that are shown.
        state: what becomes of the row: ``new``, ``known``, ``twice`` or ``rejected``; empty for nothing.
    """

    line: int
    cells: Sequence[str]
    name: str
    said: Sequence[str]
    state: str


class PossibleDuplicate(NamedTuple):
    """A new participant who may be the same as another one.

    Args:
        name: of the new one.
        others: the names of the others.
    """

    name: str
    others: Sequence[str]


class EntryListPreview(NamedTuple):
    """What was understood of a list of participants, and what would become of it.

    Args:
        name: of the file.
        unit: what its lines count.
        columns: those that are shown: all that are used, and the first ones of the others.
        hidden: how many are not shown.
        fields: what is shown of a participant beside the name.
        rows: the first rows.
        counts: how many rows there are, and how many become what; empty where nobody can be entered.
        new: the lines and names of those who would be entered.
        known: the same of those whom the tournament has already.
        twice: of those who stand in the list before.
        rejects: rows that cannot be entered, the first of them.
        alike: new participants who may be the same as others, the first of them.
        findings: what was supposed, and what entering them would say.
        place: where in the file what is wrong stands; empty for nowhere in particular.
        problem: why nobody can be entered; empty if somebody can.
        remedy: what to do about it.
    """

    name: str
    unit: str
    columns: Sequence[ColumnShown]
    hidden: int
    fields: Sequence[str]
    rows: Sequence[EntryListRow]
    counts: Mapping[str, int]
    new: Sequence[tuple[int, str]] = ()
    known: Sequence[tuple[int, str]] = ()
    twice: Sequence[tuple[int, str]] = ()
    rejects: Sequence[Reject] = ()
    alike: Sequence[PossibleDuplicate] = ()
    findings: Sequence[Finding] = ()
    place: str = ""
    problem: str = ""
    remedy: str = ""


def entry_list_preview(
    entry_list: EntryList,
    tournament: Tournament,
    added: EntryPreview | None,
    problem: BadInput | None = None,
    roles: Sequence[str] | None = None,
) -> EntryListPreview:
    """Return how a page shows what was understood of a list of participants.

    Args:
        entry_list: the list.
        tournament: as it is.
        added: what would become of the list; None where nobody can be entered.
        problem: why that is so.
        roles: what the columns are chosen for; None for what they were read as.
    """
    columns = columns_shown(entry_list.header, entry_list.roles if roles is None else roles)
    read = {row.line: row for row in entry_list.read}
    states = {} if added is None else _states(added)
    first = [read[line] for line, _ in entry_list.first if line in read]
    fields = [key for key in FIELDS if added is not None and any(row.cells.get(key) for row in first)]
    rows = [
        _row(line, cells_shown(cells, columns), read.get(line), fields, states.get(line, ""))
        for line, cells in entry_list.first
    ]
    hidden = len(entry_list.header) - len(columns)
    preview = EntryListPreview(entry_list.file, entry_list.unit, columns, hidden, fields, rows, {})
    if added is None:
        error = problem or entry_list.problem
        place, problem_text, remedy = Problem.of(error, "" if error is None else _remedy_of(error))
        return preview._replace(place=place, problem=problem_text, remedy=remedy)
    return preview._replace(
        counts=_counts(entry_list, added),
        new=_lines(added.new),
        known=_lines(added.already_entered),
        twice=_lines(added.twice),
        rejects=[_reject(entry_list, rejection) for rejection in added.refused[:REJECTS]],
        alike=_alike(tournament, added.new)[:ALIKE],
        findings=[*entry_list.findings, *(added.log.findings if added.new else ())],
    )


def _row(
    line: int, cells: Sequence[str], read: EntryRow | None, fields: Sequence[str], state: str
) -> EntryListRow:
    if read is None:
        return EntryListRow(line, cells, "", (), state)
    name = read.entry.name or read.cells.get("team", "")
    return EntryListRow(line, cells, name, [read.cells.get(key, "") for key in fields], state)


def _states(added: EntryPreview) -> dict[int, str]:
    """Return what becomes of each row, by its line."""
    return {
        **{row.line: NEW for row in added.new},
        **{row.line: ENTERED for row in added.already_entered},
        **{row.line: TWICE for row in added.twice},
        **{rejection.row: REJECTED for rejection in added.refused if rejection.row is not None},
    }


def _counts(entry_list: EntryList, added: EntryPreview) -> dict[str, int]:
    counts = {
        "rows": entry_list.rows,
        NEW: len(added.new),
        ENTERED: len(added.already_entered),
        TWICE: len(added.twice),
        REJECTED: len(added.refused),
    }
    if entry_list.of_teams:
        counts["teams"] = len({composed(row.cells["team"]) for row in added.new})
    return counts


def _lines(rows: Sequence[EntryRow]) -> list[tuple[int, str]]:
    return [(row.line, row.entry.name or row.cells.get("team", "")) for row in rows]


def _reject(entry_list: EntryList, error: BadInput) -> Reject:
    return Reject(
        entry_list.file,
        error.row or 0,
        error.column or "",
        error.problem,
        error.remedy or "",
        entry_list.unit,
    )


def _remedy_of(error: BadInput) -> str:
    """Return what to do on the page about a list of which nobody can be entered."""
    if error.code == "entries.columns":
        return worded("Choose above the columns what each of them is, and read the file again.")
    if error.code == "team.players-paired":
        return worded("Choose Club for the column of the teams, and read the file again.")
    return error.remedy or ""


def _alike(tournament: Tournament, new: Sequence[EntryRow]) -> list[PossibleDuplicate]:
    """Return the new participants whose name is nearly that of another one, or whose id is the same."""
    entrants = [*tournament.entrants, *(tournament.players.entrants if tournament.players else ())]
    names = [composed(row.entry.name) for row in new if row.entry.name]
    similar = alike(names, [entrant.name for entrant in entrants])
    of_identity: dict[str, str] = {entrant.identity: entrant.name for entrant in entrants if entrant.identity}
    for row in new:
        identity, name = str(row.entry.fields.get("identity", "")), composed(row.entry.name)
        other = of_identity.setdefault(identity, name) if identity and name else name
        if other != name and other not in similar[name]:
            similar[name].append(other)
    return [PossibleDuplicate(name, others) for name, others in similar.items() if others]
