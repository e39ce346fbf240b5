"""The order of play."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.record.record import Record


def chronological(games: Record) -> NDArray[np.int64] | None:
    """Return the rows in the order of their time; games of one time keep the order of the file.

    Returns:
        int64 indices for :func:`Record.take`; None where the games stand in that order already, as they do
        where the record has no times.
    """
    time: NDArray[Any] | None = games.time
    if time is None or bool(np.all(time[1:] >= time[:-1])):
        return None
    return np.argsort(time, kind="stable").astype(np.int64, copy=False)
