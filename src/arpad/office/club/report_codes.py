"""The codes with which players report results: each is signed for one round, one board and one side of it.

Who has a code may report for that side, so a code is a secret. It names the round, the board and the side,
and carries a signature (HMAC-SHA-256, cut to 128 bits) over these, the tournament and the two who sit at the
board: a code of board 7 is none of board 8, and after another pairing none of board 7. The key is kept in the
database, in no log and no file; ending the reports throws it away, and all codes with it.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from arpad.office.log.event_log import EventLog
from arpad.office.store.database import Database
from arpad.office.store.tables import REPORT_KEYS

CODE = re.compile(r"([1-9]\d{0,2})-([1-9]\d{0,4})([ab])-([A-Za-z0-9_-]{22})")
"""Round, board, side (``a`` has White), signature."""


class ReportSeat(NamedTuple):
    """Whose code it is.

    Args:
        round: the round.
        board: the board.
        white: whether it is White's side, or that of who is named first.
    """

    round: int
    board: int
    white: bool


def key_of(database: Database, stream: int) -> bytes:
    """Return the key that signs the codes of a tournament; a new one if there is none.

    Args:
        database: where the tournament is.
        stream: its number there.

    Raises:
        BadInput: the database does not answer.
    """
    wanted = select(REPORT_KEYS.c.key).where(REPORT_KEYS.c.stream == stream)
    with database.reading() as connection:
        key = connection.execute(wanted).scalar()
    if key is None:
        with database.writing() as connection:
            key = connection.execute(wanted).scalar()
            if key is None:
                key = secrets.token_hex(32)
                try:
                    connection.execute(insert(REPORT_KEYS).values(stream=stream, key=key))
                    connection.commit()
                except IntegrityError:  # another process has just made one
                    connection.rollback()
                    key = connection.execute(wanted).scalar()
    return bytes.fromhex(str(key))


def forget_key(database: Database, stream: int) -> None:
    """Throw the key of a tournament away: no code that was given is valid any longer.

    Raises:
        BadInput: the database does not answer.
    """
    with database.writing() as connection:
        connection.execute(delete(REPORT_KEYS).where(REPORT_KEYS.c.stream == stream))
        connection.commit()


def code_of(key: bytes, log: EventLog, seat: ReportSeat) -> str:
    """Return the code of a seat.

    Args:
        key: of the tournament.
        log: its events.
        seat: a seat of a round that is paired.
    """
    side = "a" if seat.white else "b"
    return f"{seat.round}-{seat.board}{side}-{_signature(key, log, seat)}"


def seat_of(key: bytes, log: EventLog, code: str) -> ReportSeat | None:
    """Return whose code it is; None if it is not valid.

    Args:
        key: of the tournament.
        log: its events.
        code: as it came.
    """
    match = CODE.fullmatch(code)
    if match is None:
        return None
    seat = ReportSeat(int(match[1]), int(match[2]), match[3] == "a")
    rounds = log.progress.state.rounds
    if seat.round > len(rounds) or seat.board > len(rounds[seat.round - 1].pairings):
        return None
    return seat if hmac.compare_digest(_signature(key, log, seat), match[4]) else None


def _signature(key: bytes, log: EventLog, seat: ReportSeat) -> str:
    game = log.progress.state.rounds[seat.round - 1].pairings[seat.board - 1]
    message = f"{log.identity} {seat.round} {seat.board} {seat.white} {game.white} {game.black}"
    signature = hmac.digest(key, message.encode(), "sha256")[:16]
    return urlsafe_b64encode(signature).decode().rstrip("=")
