"""The arithmetic of :mod:`arpad.tournament.matching.word_arithmetic` on numbers of several machine words.

A column is int64, rows × limbs, the most significant limb first. A limb has 60 bits; all but the first are
in [0, 2⁶⁰), the first has the sign. So a sum or a difference of three limbs and a carry never overflows, and
the carry is what is left of it above its 60 bits: rows have a fixed width, and no branch hangs on the values.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.kernels import kernel

BITS = 60
MASK = (1 << BITS) - 1


@kernel
def wide_clear(a: Any, i: int) -> None:
    """``a[i] = 0``."""
    for k in range(a.shape[1]):
        a[i, k] = 0


@kernel
def wide_copy(a: Any, i: int, b: Any, j: int) -> None:
    """``a[i] = b[j]``."""
    for k in range(a.shape[1]):
        a[i, k] = b[j, k]


@kernel
def wide_plus(a: Any, i: int, b: Any, j: int) -> None:
    """``a[i] += b[j]``."""
    carry = 0
    for k in range(a.shape[1] - 1, 0, -1):
        total = a[i, k] + b[j, k] + carry
        a[i, k] = total & MASK
        carry = total >> BITS
    a[i, 0] += b[j, 0] + carry


@kernel
def wide_minus(a: Any, i: int, b: Any, j: int) -> None:
    """``a[i] -= b[j]``."""
    carry = 0
    for k in range(a.shape[1] - 1, 0, -1):
        total = a[i, k] - b[j, k] + carry
        a[i, k] = total & MASK
        carry = total >> BITS
    a[i, 0] += carry - b[j, 0]


@kernel
def wide_halve(a: Any, i: int) -> None:
    """``a[i] /= 2``, of an even number."""
    odd = 0
    for k in range(a.shape[1]):
        total = a[i, k] + (odd << BITS)
        a[i, k] = total >> 1
        odd = total & 1


@kernel
def wide_slack(a: Any, i: int, u: Any, p: int, q: int, w: Any, e: int) -> None:
    """``a[i] = u[p] + u[q] − w[e]``."""
    carry = 0
    for k in range(a.shape[1] - 1, 0, -1):
        total = u[p, k] + u[q, k] - w[e, k] + carry
        a[i, k] = total & MASK
        carry = total >> BITS
    a[i, 0] = u[p, 0] + u[q, 0] - w[e, 0] + carry


@kernel
def wide_difference(a: Any, i: int, w: Any, e: int, u: Any, p: int) -> None:
    """``a[i] = w[e] − u[p]``."""
    carry = 0
    for k in range(a.shape[1] - 1, 0, -1):
        total = w[e, k] - u[p, k] + carry
        a[i, k] = total & MASK
        carry = total >> BITS
    a[i, 0] = w[e, 0] - u[p, 0] + carry


@kernel
def wide_less(a: Any, i: int, b: Any, j: int) -> Any:
    """Whether ``a[i] < b[j]``."""
    for k in range(a.shape[1]):
        if a[i, k] != b[j, k]:
            return a[i, k] < b[j, k]
    return False


@kernel
def wide_sign(a: Any, i: int) -> int:
    """Return −1, 0 or 1 as ``a[i]`` is below, at or above zero."""
    if a[i, 0] < 0:
        return -1
    for k in range(a.shape[1]):
        if a[i, k] != 0:
            return 1
    return 0


@kernel
def wide_roughly(a: Any, i: int) -> float:
    """Return ``a[i]`` as a fraction of the largest word, rounded: for choosing, never for deciding."""
    total = 0.0
    scale = 1.0
    for k in range(a.shape[1]):
        total += scale * a[i, k]
        scale *= 0.5**BITS
    return total


WIDE = (
    ("clear", wide_clear),
    ("copy", wide_copy),
    ("difference", wide_difference),
    ("halve", wide_halve),
    ("less", wide_less),
    ("minus", wide_minus),
    ("plus", wide_plus),
    ("roughly", wide_roughly),
    ("sign", wide_sign),
    ("slack", wide_slack),
)
"""What the loops call instead, by the name that they call it."""
