"""Whether numba is installed, and loading it, for whoever compiles."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from threading import Lock

BLAS = "scipy.linalg.cython_blas"

_one_at_a_time = Lock()
_spared: list[str] = []


@cache
def can_compile() -> bool:
    """Return whether numba is installed. A new version of Python is there months before its numba."""
    return find_spec("numba") is not None


def spare_blas() -> None:
    """Let numba start without looking for SciPy's BLAS, in a process that is arpad's own.

    Looking means importing scipy.linalg, which takes a third of the time that numba's start takes, and no
    loop of arpad's multiplies matrices. In somebody else's process theirs might.
    """
    _spared.append(BLAS)


def prepare_compiling() -> None:
    """Load what numba needs to compile, before it does so itself; kept machine code runs without."""
    with _one_at_a_time:
        if BLAS not in _spared or BLAS in sys.modules:
            return
        sys.modules[BLAS] = None  # type: ignore[assignment]
        try:
            # This module looks for it, when numba compiles its first loop at the latest.
            import numba.np.arraymath  # noqa: F401
        finally:
            del sys.modules[BLAS]
