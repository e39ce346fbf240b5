"""Columns that grow batch by batch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Growing:
    """A column that takes batches as they come.

    One batch is kept as it is. From the second on they are written one after another into memory that has
    room for all that is expected: joining them at the end would fetch as much memory a second time, and
    fetching it costs more than filling it. Room that is not needed costs nothing, as it is never touched.

    Args:
        room: how many entries are expected.
    """

    def __init__(self, room: int = 0) -> None:
        self._expected = room
        self._room: NDArray[Any] | None = None
        self._only = True
        self._size = 0

    def extend(self, batch: NDArray[Any]) -> None:
        """Append a batch."""
        if self._room is None:
            self._room, self._size = batch, len(batch)
            return
        size = self._size + len(batch)
        kind = np.promote_types(self._room.dtype, batch.dtype)
        if self._only or kind != self._room.dtype or size > len(self._room):
            larger = np.empty(max(self._expected, 2 * size), kind)
            larger[: self._size] = self._room[: self._size]
            self._room, self._only = larger, False
        self._room[self._size : size] = batch
        self._size = size

    def array(self) -> NDArray[Any]:
        """Return the column."""
        assert self._room is not None
        return self._room[: self._size]
