"""How a file was read by somebody's choice of its columns: kept for the next file with the same columns.

A choice is a convenience and no part of the record: it is no event, and what it leads to is shown before
anything is done with the file. Each kind of file has a table of its own, whose first column says whose
choices they are: those of a pool, or those of a person.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from sqlalchemy import Connection, Table, delete, insert, select


@dataclass(frozen=True)
class ColumnChoice:
    """What somebody chose of a file.

    Args:
        columns: role -> column, as of :func:`arpad.read_games` for results, and as of
            :func:`arpad.office.desk.entry_list.read_entry_list` for participants; an empty column
            leaves a role out.
        dates: how dates are written: ``dmy``, ``mdy`` or ``ymd``; empty where the column says it.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    dates: str = ""

    def __bool__(self) -> bool:
        return bool(self.columns or self.dates)


def kept_choice_in(
    connection: Connection, table: Table, owner: int, header: Sequence[str]
) -> ColumnChoice | None:
    """Return how the last file of these columns was read; None where nothing was chosen.

    Args:
        connection: to the database.
        table: of the choices.
        owner: whose they are.
        header: the names of the columns.
    """
    owner_column, form, choice = table.columns
    kept = connection.execute(select(choice).where(owner_column == owner, form == _form(header))).scalar()
    if kept is None:
        return None
    row = json.loads(kept)
    return ColumnChoice(row["columns"], row["dates"])


def keep_choice_in(
    connection: Connection, table: Table, owner: int, header: Sequence[str], kept: ColumnChoice
) -> None:
    """Keep how a file was read, in the place of what was kept for files of its columns.

    Args:
        connection: in a transaction that the caller ends.
        table: of the choices.
        owner: whose they are.
        header: the names of the columns.
        kept: the choice.
    """
    owner_column, form, choice = table.columns
    same = _form(header)
    text = json.dumps({"columns": dict(kept.columns), "dates": kept.dates}, ensure_ascii=False)
    connection.execute(delete(table).where(owner_column == owner, form == same))
    connection.execute(insert(table).values({owner_column.name: owner, form.name: same, choice.name: text}))


def _form(header: Sequence[str]) -> str:
    """Return what files of the same columns have in common."""
    return sha256(json.dumps(list(header), ensure_ascii=False).encode("utf-8", "replace")).hexdigest()
