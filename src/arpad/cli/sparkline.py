"""A history in one line of block characters."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
ABSENT = " "


def sparkline(values: Sequence[float | None], low: float, high: float) -> str:
    """Draw values as blocks, the lowest for ``low`` and the highest for ``high``; blank where there is none.

    The bounds are given, so that the lines of several players can be compared.
    """
    span = high - low or 1.0
    return "".join(ABSENT if value is None else BLOCKS[_level((value - low) / span)] for value in values)


def _level(share: float) -> int:
    return min(len(BLOCKS) - 1, max(0, int(share * len(BLOCKS))))
