"""When a game was that is given by itself, as the one row of a record's column of time."""

from __future__ import annotations

from datetime import UTC, date, datetime
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput

Moment: TypeAlias = date | int | str
"""When a game was: a day, a moment (of UTC where it has a zone), either as ISO 8601, or a period's number."""


def moment_of(on: Moment, *, code: str = "rate-game.time") -> NDArray[Any]:
    """Return when a game was as the one row of a record's column of time.

    Args:
        on: the day, the moment or the number.
        code: of the error.

    Raises:
        BadInput: it is neither a day, a moment, nor a number.
    """
    if isinstance(on, Integral) and not isinstance(on, bool):
        return np.array([int(on)], dtype=np.int64)
    read: date | None = on if isinstance(on, date) else None
    if isinstance(on, str):
        try:
            read = date.fromisoformat(on) if len(on) <= len("2026-01-31") else datetime.fromisoformat(on)
        except ValueError:
            read = None
    if read is None:
        raise BadInput(
            f"{on!r} is not a day, a moment or the number of a rating period",
            remedy='Give a date or a datetime, as "2026-01-31" too, or a whole number.',
            code=code,
        )
    if not isinstance(read, datetime):
        return np.array([read], dtype="datetime64[D]")
    if read.tzinfo is not None:
        read = read.astimezone(UTC).replace(tzinfo=None)
    return np.array([read], dtype="datetime64[s]")
