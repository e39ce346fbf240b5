"""Making the tables of a database, and renewing those of an older version, by Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from arpad.core import BadInput
from arpad.office.store import migrations


def upgrade(connection: Connection, address: str, to: str = "head") -> None:
    """Take all steps that a database has not taken, in the transaction of a connection.

    Args:
        connection: of a transaction that writes; it is not committed here.
        address: of the database, for errors.
        to: the last step that is taken.

    Raises:
        BadInput: a newer arpad has made the tables.
    """
    try:
        command.upgrade(config(connection), to)
    except CommandError as error:
        raise BadInput(
            f"the tables of {address} were made by another arpad: {error}",
            code="database.newer",
            remedy="Use a newer arpad.",
        ) from error


def config(connection: Connection | None = None) -> Config:
    """Return where Alembic finds the steps, and the connection on which it takes them."""
    configuration = Config()
    configuration.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    configuration.attributes["connection"] = connection
    return configuration


def known_steps() -> set[str]:
    """Return the names of all steps."""
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def last_step() -> str | None:
    """Return the name of the last step that there is."""
    return ScriptDirectory.from_config(config()).get_current_head()
