"""How a file of results was read that was added to a pool: kept for the next file of the same columns."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.office.pools.pool import Pool
from arpad.office.store.column_choices import ColumnChoice, keep_choice_in, kept_choice_in
from arpad.office.store.tables import COLUMN_CHOICES


def kept_choice(pool: Pool, header: Sequence[str]) -> ColumnChoice | None:
    """Return how the last file of these columns was read that was added; None where nothing was chosen.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.reading() as (connection, place):
        return kept_choice_in(connection, COLUMN_CHOICES, place.stream.id, header)


def keep_choice(pool: Pool, header: Sequence[str], choice: ColumnChoice) -> None:
    """Keep how a file was read, in the place of what was kept for files of its columns.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.writing() as (connection, place):
        keep_choice_in(connection, COLUMN_CHOICES, place.stream.id, header, choice)
        connection.commit()
