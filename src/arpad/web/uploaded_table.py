"""What the previews of uploaded tables share: the columns with what they are, the first rows, what is wrong.

Files of results (:mod:`arpad.web.lists.understood_file`) and lists of participants
(:mod:`arpad.web.tournaments.entry_preview`) are shown so, by the macros of ``uploaded_table.html.j2``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.core import BadInput
from arpad.web.uploads import MOST_COLUMNS

LONGEST = 40
"""Characters of a cell that are shown: enough to know it by."""

REJECTS = 100
"""Rejected rows that are shown."""


class ColumnShown(NamedTuple):
    """A column of a file.

    Args:
        at: its place, from 0.
        name: as the file has it.
        role: what it is; empty for nothing.
    """

    at: int
    name: str
    role: str


class Problem(NamedTuple):
    """Why a file cannot be read.

    Args:
        place: where in the file what is wrong stands; empty for nowhere in particular.
        problem: what it is; empty for nothing.
        remedy: what to do about it.
    """

    place: str = ""
    problem: str = ""
    remedy: str = ""

    @classmethod
    def of(cls, error: BadInput | None, remedy: str = "") -> Problem:
        """Return an error, without the name of the file, which the page has at its head."""
        if error is None:
            return cls()
        return cls(error.place.removeprefix(error.file or "").lstrip(", "), error.problem, remedy)


def columns_shown(header: Sequence[str], roles: Sequence[str]) -> list[ColumnShown]:
    """Return the columns that are shown, those first that are used: a wide table may begin with others.

    Args:
        header: the names of the columns.
        roles: for each what it is; empty for nothing.
    """
    every = [ColumnShown(at, name, roles[at]) for at, name in enumerate(header)]
    shown = [column for column in every if column.at < MOST_COLUMNS or column.role]
    return sorted(shown, key=lambda column: not column.role)


def cells_shown(cells: Sequence[str | None], columns: Sequence[ColumnShown]) -> list[str]:
    """Return the cells of a row in the columns that are shown, long ones shortened."""
    return [shortened_cell(cells[column.at] or "") for column in columns]


def shortened_cell(cell: str) -> str:
    """Return a cell as it is shown."""
    return cell if len(cell) <= LONGEST else f"{cell[: LONGEST - 1]}…"
