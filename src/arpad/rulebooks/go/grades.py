"""Go grades as whole numbers: 1 dan is 0, 1 kyu −1, as tournament programs count them."""

from __future__ import annotations

import re

from arpad.core import BadInput, worded

LOWEST, HIGHEST = -30, 8
"""30 kyu, and 9 dan, beside whom professionals are put."""

_GRADE = re.compile(r"\s*(\d{1,2})\s*(k|d|p|kyu|dan|pro)\s*", re.IGNORECASE)


def rank_of(grade: str) -> int:
    """Return the rank of a grade such as ``3d`` or ``12k``; a professional's is 9 dan.

    Raises:
        BadInput: it is not a grade.
    """
    steps, kind = parts_of(grade)
    rank = {"k": -steps, "d": steps - 1, "p": HIGHEST}[kind]
    return max(LOWEST, min(HIGHEST, rank))


def parts_of(grade: str) -> tuple[int, str]:
    """Return the number of a grade, and ``k`` for kyu, ``d`` for dan or ``p`` for a professional's dan.

    Raises:
        BadInput: it is not a grade.
    """
    match = _GRADE.fullmatch(grade)
    if match is None or not int(match[1]):
        raise BadInput(
            worded("{grade!r} is not a valid grade", grade=grade),
            remedy="Expected 12k, 3d or 1p.",
            code="entry.grade",
        )
    return int(match[1]), match[2][0].lower()


def rank_of_rating(rating: float) -> int:
    """Return the rank of a European rating: 2100 is the middle of 1 dan, a rank has 100 points."""
    return max(LOWEST, min(HIGHEST, int((rating - 2050) // 100)))


def grade_of(rank: int) -> str:
    """Return the grade of a rank: ``1d`` for 0, ``1k`` for −1."""
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"
