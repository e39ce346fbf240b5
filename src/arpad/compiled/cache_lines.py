"""Arrays laid out so that one prefetch brings a whole row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NUMBERS = 8
"""float64 per cache line: 64 bytes."""


def rows_of_zeros(count: int, width: int) -> NDArray[np.float64]:
    """Return zeros, count × width, the first row at the beginning of a cache line.

    With a width of 1, 2, 4 or 8 no row then lies across two lines. NumPy may begin an array at any 16 bytes:
    every other row of four numbers can lie across two, of which a prefetch brings one.
    """
    room = np.zeros(count * width + NUMBERS)
    start = (-room.ctypes.data // room.itemsize) % NUMBERS
    return room[start : start + count * width].reshape(-1, width)
