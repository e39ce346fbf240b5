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
    if time is None or _rises(time):
        return None
    return np.argsort(time, kind="stable").astype(np.int64, copy=False)


def _rises(time: NDArray[Any]) -> bool:
    """Tell whether no moment is before the one above it; dates are compared as whole numbers, for speed."""
    if time.dtype.kind == "M":
        if np.isnat(time[:1]).any():
            return False
        time = time.view(np.dtype(np.int64).newbyteorder(time.dtype.byteorder))
    return bool((time[1:] >= time[:-1]).all())
