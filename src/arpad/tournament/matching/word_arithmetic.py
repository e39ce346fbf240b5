"""Arithmetic on one row of a column of whole numbers: the column holds one number per row.

Interpreted, the columns are lists of Python's own integers, of any width; compiled, they are int64.
:mod:`arpad.tournament.matching.limbs` says the same for numbers of several machine words.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.kernels import kernel


@kernel
def clear(a: Any, i: int) -> None:
    """``a[i] = 0``."""
    a[i] = 0


@kernel
def copy(a: Any, i: int, b: Any, j: int) -> None:
    """``a[i] = b[j]``."""
    a[i] = b[j]


@kernel
def plus(a: Any, i: int, b: Any, j: int) -> None:
    """``a[i] += b[j]``."""
    a[i] += b[j]


@kernel
def minus(a: Any, i: int, b: Any, j: int) -> None:
    """``a[i] -= b[j]``."""
    a[i] -= b[j]


@kernel
def halve(a: Any, i: int) -> None:
    """``a[i] /= 2``, of an even number."""
    a[i] >>= 1


@kernel
def slack(a: Any, i: int, u: Any, p: int, q: int, w: Any, e: int) -> None:
    """``a[i] = u[p] + u[q] − w[e]``."""
    a[i] = u[p] + u[q] - w[e]


@kernel
def difference(a: Any, i: int, w: Any, e: int, u: Any, p: int) -> None:
    """``a[i] = w[e] − u[p]``."""
    a[i] = w[e] - u[p]


@kernel
def less(a: Any, i: int, b: Any, j: int) -> Any:
    """Whether ``a[i] < b[j]``."""
    return a[i] < b[j]


@kernel
def sign(a: Any, i: int) -> int:
    """Return −1, 0 or 1 as ``a[i]`` is below, at or above zero."""
    if a[i] < 0:
        return -1
    if a[i] > 0:
        return 1
    return 0


@kernel
def roughly(a: Any, i: int) -> float:
    """Return ``a[i]`` as a fraction of the largest word, rounded: for choosing, never for deciding."""
    return float(a[i])
