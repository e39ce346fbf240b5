"""Whether each core of this machine works at full speed: a loop of arithmetic on all of them at once.

What a virtual machine calls a core may be half of one, whose other half works for somebody else, or is
another of its "cores". Then two threads that exchange nothing and touch no memory take twice as long as one.
"""

from __future__ import annotations

import math
import os
import time
from concurrent.futures import ThreadPoolExecutor

import numba

STEPS = 1_000_000
"""Of the loop: some 4 ms."""

NEAR = 1.1
"""By how much the loop may take longer than it ever took alone."""


@numba.njit(nogil=True)
def arithmetic(steps: int) -> float:
    """Return a sum whose terms do not wait for each other: it keeps all of a core's units busy."""
    total = 0.0
    for i in range(steps):
        total += math.exp(-0.001 * (i & 1023))
    return total


def _timed(_: int) -> float:
    start = time.perf_counter()
    arithmetic(STEPS)
    return time.perf_counter() - start


class Quiet:
    """Tells whether all cores work at full speed now."""

    def __init__(self) -> None:
        self._cores = os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(self._cores)
        arithmetic(1)
        self._best = min(_timed(0) for _ in range(50))

    def __call__(self) -> bool:
        """Run the loop on all cores at once."""
        slowest = max(self._threads.map(_timed, range(self._cores)))
        self._best = min(self._best, slowest)
        return slowest <= NEAR * self._best
