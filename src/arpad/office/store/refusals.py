"""What a database refuses, by the codes that SQLite and PostgreSQL give.

SQLite: the primary result code (https://sqlite.org/rescode.html), the low byte of the extended one.
PostgreSQL: the SQLSTATE (its manual, appendix A). Only what has no code of its own is known by its words:
a missing table of SQLite, and what PostgreSQL answers before there is a connection.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from arpad.core import ArpadError, worded

Message = Callable[[str, str], str]
"""From the address and the database's own words."""

AGAIN = worded("Try again; under the same operation's name an act is done once.")


class DatabaseRefusal(NamedTuple):
    """A kind of refusal.

    Args:
        code: of the error.
        status: of the answer of the web.
        message: from the address and the database's own words.
        public: the same for visitors and programs, whom it does not concern where the database is.
        remedy: what to do.
        again: whether the same can succeed a moment later.
    """

    code: str
    status: int
    message: Message
    public: str
    remedy: str
    again: bool = False


BUSY = DatabaseRefusal(
    code="database.busy",
    status=503,
    message=lambda address, detail: worded("others write to {address} and do not end", address=address),
    public=worded("others write to the database and do not end"),
    remedy=AGAIN,
    again=True,
)
CONFLICT = DatabaseRefusal(
    code="database.conflict",
    status=503,
    message=lambda address, detail: worded(
        "others changed the same rows of {address} at the same moment", address=address
    ),
    public=worded("others changed the same rows of the database at the same moment"),
    remedy=AGAIN,
    again=True,
)
TIMEOUT = DatabaseRefusal(
    code="database.timeout",
    status=503,
    message=lambda address, detail: worded("a statement took too long in {address}", address=address),
    public=worded("the database took too long"),
    remedy=AGAIN,
    again=True,
)
OVERLOADED = DatabaseRefusal(
    code="database.overloaded",
    status=503,
    message=lambda address, detail: worded(
        "{address} has too many connections or too little memory: {said}", address=address, said=detail
    ),
    public=worded("the database has too many connections or too little memory"),
    remedy=AGAIN,
    again=True,
)
UNREACHABLE = DatabaseRefusal(
    code="database.unreachable",
    status=503,
    message=lambda address, detail: worded("{address} does not answer: {said}", address=address, said=detail),
    public=worded("the database does not answer"),
    remedy=AGAIN,
    again=True,
)
FULL = DatabaseRefusal(
    code="database.full",
    status=507,
    message=lambda address, detail: worded(
        "{address} has no room left: {said}", address=address, said=detail
    ),
    public=worded("the database has no room left"),
    remedy=worded("Make room on its disk. Nothing was changed."),
)
READ_ONLY = DatabaseRefusal(
    code="database.read-only",
    status=503,
    message=lambda address, detail: worded(
        "{address} can only be read: {said}", address=address, said=detail
    ),
    public=worded("the database can only be read"),
    remedy=worded("Give the permission to write. Nothing was changed."),
)
NOT_WRITTEN = DatabaseRefusal(
    code="database.not-written",
    status=503,
    message=lambda address, detail: worded(
        "{address} cannot be written: {said}", address=address, said=detail
    ),
    public=worded("the database cannot be written"),
    remedy=worded("Make room, or give the permission to write. Nothing was changed."),
)
DAMAGED = DatabaseRefusal(
    code="database.damaged",
    status=500,
    message=lambda address, detail: worded(
        "{address} is damaged, or is not a database of arpad: {said}", address=address, said=detail
    ),
    public=worded("the database is damaged"),
    remedy=worded("Restore it from a copy, or name another file."),
)
CANNOT_OPEN = DatabaseRefusal(
    code="database.cannot-open",
    status=503,
    message=lambda address, detail: worded(
        "{address} cannot be opened: {said}", address=address, said=detail
    ),
    public=worded("the database cannot be opened"),
    remedy=worded("Look whether its folder is there and may be read and written."),
)
NOT_MIGRATED = DatabaseRefusal(
    code="database.not-migrated",
    status=500,
    message=lambda address, detail: worded(
        "{address} lacks a table or a column: {said}", address=address, said=detail
    ),
    public=worded("the database lacks a table or a column"),
    remedy=worded("Open it anew with this version of arpad, or restore it from a copy."),
)
CONSTRAINT = DatabaseRefusal(
    code="database.constraint",
    status=409,
    message=lambda address, detail: worded("{address} refuses: {said}", address=address, said=detail),
    public=worded("the act contradicts what the database has"),
    remedy=worded("Something else is there under that name or number. Nothing was changed."),
)
REFUSED = DatabaseRefusal(
    code="database.refused",
    status=500,
    message=lambda address, detail: worded("{address} refuses: {said}", address=address, said=detail),
    public=worded("the database refuses"),
    remedy="",
)

REFUSALS = (
    BUSY,
    CONFLICT,
    TIMEOUT,
    OVERLOADED,
    UNREACHABLE,
    FULL,
    READ_ONLY,
    NOT_WRITTEN,
    DAMAGED,
    CANNOT_OPEN,
    NOT_MIGRATED,
    CONSTRAINT,
    REFUSED,
)
STATUSES = {refusal.code: refusal.status for refusal in REFUSALS}
"""Code → status of the answer."""

_BY_CODE = {refusal.code: refusal for refusal in REFUSALS}

TRANSIENT = frozenset(refusal.code for refusal in REFUSALS if refusal.again)
"""Codes of refusals after which the same can succeed a moment later: the web names the moment."""

_SQLITE = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_NOMEM: OVERLOADED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_IOERR: NOT_WRITTEN,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: CANNOT_OPEN,
    sqlite3.SQLITE_CONSTRAINT: CONSTRAINT,
}
_MISSING = re.compile(r"no such (table|column)|has no column named")

_STATES = {
    "55P03": BUSY,
    "57014": TIMEOUT,
    "40": CONFLICT,
    "53100": FULL,
    "53": OVERLOADED,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "58": NOT_WRITTEN,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "23": CONSTRAINT,
    "P0001": CONSTRAINT,  # what the triggers of append-only tables raise
    "42P01": NOT_MIGRATED,
    "42703": NOT_MIGRATED,
    "28": CANNOT_OPEN,
    "3D": CANNOT_OPEN,
    "08": UNREACHABLE,
    "57": UNREACHABLE,
}
"""A SQLSTATE, or its class, which are its first two letters."""

_CONNECTING = re.compile(r"too many clients|remaining connection slots|too many connections")


def public(error: ArpadError) -> ArpadError:
    """Return an error as visitors and programs are told it: without where the database is."""
    if not error.code.startswith("database."):
        return error
    refusal = _BY_CODE.get(error.code, REFUSED)
    if refusal.again:
        remedy = worded("Try again in some seconds; if it stays so, tell who runs the office.")
    else:
        remedy = worded("Nothing was changed. Tell who runs the office.")
    return ArpadError(refusal.public, code=error.code, remedy=remedy)


def refusal_of(error: BaseException | None, *, lost: bool = False) -> DatabaseRefusal:
    """Return what kind of refusal a driver's error is.

    Args:
        error: of ``sqlite3`` or psycopg.
        lost: whether the connection is gone.
    """
    problem = str(error)
    if isinstance(error, sqlite3.Error):
        number = getattr(error, "sqlite_errorcode", None)
        refusal = None if number is None else _SQLITE.get(number & 0xFF)
        return refusal or (NOT_MIGRATED if _MISSING.search(problem) else REFUSED)
    state = getattr(error, "sqlstate", None) or ""
    if not state:
        return OVERLOADED if _CONNECTING.search(problem) else UNREACHABLE
    refusal = _STATES.get(state) or _STATES.get(state[:2])
    return refusal or (UNREACHABLE if lost else REFUSED)
