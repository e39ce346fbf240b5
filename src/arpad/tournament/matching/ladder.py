"""Weights as the search takes them: one whole number per edge, doubled, in as many machine words as it needs.

A ladder of levels, the most important first, becomes one number in which each level has bits enough for its
total over a matching, so that no sum of lower levels ever outweighs one unit of a higher one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.tournament.matching.limbs import BITS, MASK

ROOM = 54
"""Bits of a matching's total weight up to which one machine word holds all that a search calculates.

With C the largest doubled weight, no dual leaves ±3nC and no event comes after (n + 2)C: Along the tight
path that ends a search, matched and unmatched weights differ by at most nC, and so do the duals at its ends,
one of which is at most C still.
"""

WIDEST = 1 << 62
"""Range of a level from which its numbers are put together in Python."""


class Column(NamedTuple):
    """Doubled weights.

    Args:
        values: int64, edges, or edges × limbs (see :mod:`arpad.tournament.matching.limbs`); or, to be
            interpreted, a list of Python's integers.
        width: limbs per value.
    """

    values: Any
    width: int


Weights = NDArray[np.int64] | Sequence[int]


def as_levels(weights: Any, edges: int) -> tuple[NDArray[np.int64] | None, list[int]]:
    """Return the weights as edges × levels, or, if they do not fit, as Python's integers.

    Raises:
        BadInput: if they are not whole numbers, one or one row per edge.
    """
    if not isinstance(weights, np.ndarray):
        numbers = list(weights)
        if not all(isinstance(number, int | np.integer) for number in numbers):
            raise BadInput("A weight is not a whole number")
        if len(numbers) != edges:
            raise BadInput(f"There are {len(numbers)} weights for {edges} edges")
        if any(abs(int(number)) >= WIDEST // 2 for number in numbers):
            return None, [int(number) for number in numbers]
        weights = np.array(numbers, np.int64)
    if weights.dtype == object:
        return as_levels(weights.tolist(), edges)
    if weights.dtype.kind not in "iub" or weights.ndim not in {1, 2} or len(weights) != edges:
        raise BadInput(
            f"Weights of {edges} edges cannot be an array of {weights.dtype}, shape {weights.shape}",
            remedy="Give whole numbers, one per edge or edges × levels",
        )
    if weights.dtype == np.uint64 and weights.size and int(weights.max()) >= WIDEST:
        raise BadInput("A level of uint64 does not fit int64", remedy="Give Python integers")
    levels = weights.astype(np.int64).reshape(edges, -1 if edges else 1)
    return levels, []


def _shifts(levels: NDArray[np.int64], n: int, shifted: bool) -> tuple[list[int], list[int], int]:
    """Return what to subtract from each level, by how many bits to shift it, and the bits of all together."""
    pairs = max(n // 2, 1)
    lows = [int(level.min(initial=0 if not shifted else level[0])) for level in levels.T]
    highs = [int(level.max(initial=0 if not shifted else level[0])) for level in levels.T]
    shifts = []
    total = 0
    for low, high in reversed(list(zip(lows, highs, strict=True))):
        shifts.append(total)
        total += (pairs * (high - low)).bit_length()
    return lows if shifted else [0] * len(lows), shifts[::-1], total


def combine(weights: Any, n: int, edges: int, *, shifted: bool, bonus: bool) -> tuple[list[int], Any, int]:
    """Return how to put the levels together: as Python's integers, or as levels still; and the total's bits.

    Args:
        weights: as the caller gave them.
        n: how many vertices there are.
        edges: how many edges.
        shifted: whether a number may be added to all weights, as all matchings have the same size.
        bonus: whether an edge counts more than all weights together.
    """
    levels, numbers = as_levels(weights, edges)
    if levels is not None and edges:
        if bonus:
            levels = np.column_stack((np.ones(edges, np.int64), levels))
        spread = [int(level.max()) - int(level.min()) for level in levels.T]
        extreme = [max(abs(int(level.max())), abs(int(level.min()))) for level in levels.T]
        if max(spread) < WIDEST and max(extreme) < WIDEST:
            lows, shifts, total = _shifts(levels, n, shifted)
            return [], (levels, lows, shifts), total
        rows = levels.tolist()
        lows, shifts, total = _shifts(levels, n, shifted)
        return (
            [
                sum((x - low) << shift for x, low, shift in zip(row, lows, shifts, strict=True))
                for row in rows
            ],
            None,
            total,
        )
    if bonus and numbers:
        reach = (max(map(abs, numbers)) * n + 1).bit_length()
        numbers = [number + (1 << reach) for number in numbers]
    largest = max((abs(number) for number in numbers), default=0)
    return numbers, None, (largest * max(n, 2)).bit_length()


def as_numbers(numbers: list[int], plan: Any) -> list[int]:
    """Return doubled weights as Python's integers."""
    if plan is None:
        return [2 * number for number in numbers]
    levels, lows, shifts = plan
    return [
        2 * sum((x - low) << shift for x, low, shift in zip(row, lows, shifts, strict=True))
        for row in levels.tolist()
    ]


def as_column(numbers: list[int], plan: Any, total: int) -> Column:
    """Return doubled weights in machine words."""
    if total <= ROOM:
        if plan is None:
            return Column(2 * np.array(numbers, np.int64), 1)
        levels, lows, shifts = plan
        sums = np.zeros(len(levels), np.int64)
        for level, low, shift in zip(levels.T, lows, shifts, strict=True):
            sums += (level - low) << (shift + 1)
        return Column(sums, 1)
    width = (total + BITS - ROOM + BITS - 1) // BITS
    if plan is None:
        return Column(np.array([in_limbs(2 * number, width) for number in numbers], np.int64), width)
    levels, lows, shifts = plan
    limbs = np.zeros((len(levels), width), np.int64)
    for level, low, shift in zip(levels.T, lows, shifts, strict=True):
        _add_shifted(limbs, level - low, shift + 1)
    return Column(limbs, width)


def in_limbs(number: int, width: int) -> list[int]:
    """Return one number in limbs, the most significant first."""
    low = [(number >> (BITS * k)) & MASK for k in range(width - 1)]
    return [number >> (BITS * (width - 1)), *low[::-1]]


def from_limbs(limbs: Sequence[int]) -> int:
    """Return the number that limbs stand for."""
    number = 0
    for limb in limbs:
        number = (number << BITS) + limb
    return number


def _add_shifted(limbs: NDArray[np.int64], values: NDArray[np.int64], shift: int) -> None:
    """Add ``values · 2^shift`` to each row. Values have less than 63 bits, and the sums fit."""
    width = limbs.shape[1]
    at = width - 1 - shift // BITS
    split = BITS - shift % BITS
    low = (values & ((1 << split) - 1)) << (shift % BITS)
    carry = values >> split
    for k in range(at, -1, -1):
        if k == 0:
            limbs[:, 0] += low + (carry << BITS if at == 0 else 0)
            return
        total = limbs[:, k] + low
        limbs[:, k] = total & MASK
        low = (total >> BITS) + carry if k == at else total >> BITS
        carry = np.zeros_like(carry)
