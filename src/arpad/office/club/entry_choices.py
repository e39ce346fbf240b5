"""How somebody read a list of participants that was entered: kept for that person's next list of its columns.

It is kept by person and not by tournament: the next list of the same form is that of another tournament.
"""

from __future__ import annotations

from collections.abc import Sequence

from arpad.office.club.rights import Actor
from arpad.office.store.column_choices import ColumnChoice, keep_choice_in, kept_choice_in
from arpad.office.store.database import Database
from arpad.office.store.tables import ENTRY_CHOICES


def kept_entry_choice(database: Database, actor: Actor, header: Sequence[str]) -> ColumnChoice | None:
    """Return how a person read the last list of these columns; None where nothing was chosen.

    Raises:
        BadInput: the database does not answer.
    """
    with database.reading() as connection:
        return kept_choice_in(connection, ENTRY_CHOICES, actor.user, header)


def keep_entry_choice(database: Database, actor: Actor, header: Sequence[str], choice: ColumnChoice) -> None:
    """Keep how a person read a list, in the place of what was kept for lists of its columns.

    Raises:
        BadInput: the database does not answer.
    """
    with database.writing() as connection:
        keep_choice_in(connection, ENTRY_CHOICES, actor.user, header, choice)
        connection.commit()
