"""How a file of results was read that was added to a pool: kept for the next file of the same columns.

A choice is a convenience and no part of the record: it is no event, and what it leads to is shown before
anything is added.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from sqlalchemy import delete, insert, select

from arpad.office.pools.pool import Pool
from arpad.office.store.tables import COLUMN_CHOICES


@dataclass(frozen=True)
class ColumnChoice:
    """What somebody chose of a file of results.

    Args:
        columns: role -> column, as of :func:`arpad.read_games`; an empty column leaves a role out.
        dates: how dates are written: ``dmy``, ``mdy`` or ``ymd``; empty where the column says it.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    dates: str = ""

    def __bool__(self) -> bool:
        return bool(self.columns or self.dates)


def kept_choice(pool: Pool, header: Sequence[str]) -> ColumnChoice | None:
    """Return how the last file of these columns was read that was added; None where nothing was chosen.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    table = COLUMN_CHOICES.c
    with pool.reading() as (connection, place):
        wanted = select(table.choice).where(table.pool == place.stream.id, table.form == _form(header))
        kept = connection.execute(wanted).scalar()
    if kept is None:
        return None
    row = json.loads(kept)
    return ColumnChoice(row["columns"], row["dates"])


def keep_choice(pool: Pool, header: Sequence[str], choice: ColumnChoice) -> None:
    """Keep how a file was read, in the place of what was kept for files of its columns.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    form = _form(header)
    text = json.dumps({"columns": dict(choice.columns), "dates": choice.dates}, ensure_ascii=False)
    with pool.writing() as (connection, place):
        same = (COLUMN_CHOICES.c.pool == place.stream.id, COLUMN_CHOICES.c.form == form)
        connection.execute(delete(COLUMN_CHOICES).where(*same))
        connection.execute(
            insert(COLUMN_CHOICES).values({"pool": place.stream.id, "form": form, "choice": text})
        )
        connection.commit()


def _form(header: Sequence[str]) -> str:
    """Return what files of the same columns have in common."""
    return sha256(json.dumps(list(header), ensure_ascii=False).encode("utf-8", "replace")).hexdigest()
