"""Weights as the search takes them: one whole number per edge, doubled, in as many machine words as it needs.

A ladder of levels, the most important first, becomes one number in which each level has bits enough for its
total over a matching, so that no sum of lower levels ever outweighs one unit of a higher one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.compiling import compiled
from arpad.compiled.kernels import kernel
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


class WeightColumn(NamedTuple):
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
    """Return the weights as levels × edges, or, if they do not fit, as Python's integers.

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
    return np.ascontiguousarray(levels.T), []


def _shifts(lows: list[int], highs: list[int], n: int, shifted: bool) -> tuple[list[int], list[int], int]:
    """Return what to subtract from each level, by how many bits to shift it, and the bits of all together."""
    pairs = max(n // 2, 1)
    shifts = []
    total = 0
    for low, high in reversed(list(zip(lows, highs, strict=True))):
        shifts.append(total)
        reach = high - low if shifted else max(high, 0) - min(low, 0)
        total += (pairs * reach).bit_length()
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
            levels = np.vstack((np.ones((1, edges), np.int64), levels))
        lows = [int(level.min()) for level in levels]
        highs = [int(level.max()) for level in levels]
        below, shifts, total = _shifts(lows, highs, n, shifted)
        if all(
            low > -WIDEST and high < WIDEST and high - low < WIDEST
            for low, high in zip(lows, highs, strict=True)
        ):
            return [], (levels, below, shifts), total
        return _summed(levels, below, shifts), None, total
    if bonus and numbers:
        reach = (max(map(abs, numbers)) * n + 1).bit_length()
        numbers = [number + (1 << reach) for number in numbers]
    largest = max((abs(number) for number in numbers), default=0)
    return numbers, None, (largest * max(n, 2)).bit_length()


def _summed(levels: NDArray[np.int64], lows: list[int], shifts: list[int]) -> list[int]:
    """Return weights as Python's integers."""
    sums = [0] * levels.shape[1]
    for level, low, shift in zip(levels.tolist(), lows, shifts, strict=True):
        sums = [total + ((x - low) << shift) for total, x in zip(sums, level, strict=True)]
    return sums


def as_numbers(numbers: list[int], plan: Any) -> list[int]:
    """Return doubled weights as Python's integers."""
    if plan is None:
        return [2 * number for number in numbers]
    return [2 * number for number in _summed(*plan)]


def as_column(numbers: list[int], plan: Any, total: int) -> WeightColumn:
    """Return doubled weights in machine words."""
    if total <= ROOM:
        if plan is None:
            return WeightColumn(2 * np.array(numbers, np.int64), 1)
        levels, lows, shifts = plan
        sums = np.zeros(levels.shape[1], np.int64)
        for level, low, shift in zip(levels, lows, shifts, strict=True):
            sums += (level - low) << (shift + 1)
        return WeightColumn(sums, 1)
    width = (total + BITS - ROOM + BITS - 1) // BITS
    if plan is None:
        return WeightColumn(np.array([in_limbs(2 * number, width) for number in numbers], np.int64), width)
    levels, lows, shifts = plan
    limbs = np.zeros((levels.shape[1], width), np.int64)
    compiled(add_levels)(limbs, levels, np.array(lows), np.array(shifts))
    return WeightColumn(limbs, width)


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


@kernel
def add_levels(limbs: Any, levels: Any, lows: Any, shifts: Any) -> None:
    """Put levels together, doubled, in limbs that are zero; numbers less ``lows`` have less than 63 bits."""
    width = limbs.shape[1]
    for row in range(levels.shape[0]):
        shift = shifts[row] + 1
        at = width - 1 - shift // BITS
        over = shift % BITS
        low = lows[row]
        for e in range(levels.shape[1]):
            number = levels[row, e] - low
            part = (number & ((1 << (BITS - over)) - 1)) << over
            rest = number >> (BITS - over)
            k = at
            while k > 0 and (part != 0 or rest != 0):
                total = limbs[e, k] + part
                limbs[e, k] = total & MASK
                part = (total >> BITS) + rest
                rest = 0
                k -= 1
            if k == 0:
                limbs[e, 0] += part + (rest << BITS)
