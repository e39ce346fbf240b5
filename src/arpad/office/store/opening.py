"""The way into a database, which loads what databases need only when one is opened."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from arpad.core import NotProvided

if TYPE_CHECKING:
    from arpad.office.store.database import Database

NEEDED = ("sqlalchemy", "alembic")
"""The packages without which no database can be opened."""


def open_database(url: str, *, migrate: bool = True, new: bool = True) -> Database:
    """Open a database, and make or renew its tables.

    Args:
        url: ``sqlite:///club.db`` for a file in this folder, ``sqlite:////var/lib/club.db`` for another one,
            or ``postgresql://user@host/name``. A file that is not there is made.
        migrate: whether the tables are made or renewed; without, nothing is asked of the database.
        new: whether a file that is not there is made.

    Raises:
        NotProvided: the packages of ``arpad[web]`` are not installed.
        BadInput: the address is not that of a database, it cannot be reached, or a newer arpad has made it.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NotProvided(
            f"a database needs the package {' and '.join(missing)}, which is not installed",
            code="database.no-package",
            remedy='Install what the office needs: pip install "arpad[web]".',
        )
    from arpad.office.store.database import Database

    return Database.at(url, migrate=migrate, new=new)
