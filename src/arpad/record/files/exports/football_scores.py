"""Scores of Football.TXT: ``2-1 (1-0)``, ``4-3 pen. 1-1 a.e.t. (1-1, 0-1)``, ``1-1 a.e.t. (1-1), 5-3 pen.``.

The forms are those of https://openfootball.github.io/spec, and of the files of its repositories, in which the
shoot-out stands first or last. The score that counts is that after extra time; what stands in brackets is the
score at full and at half time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PAIR = r"\d{1,3}-\d{1,3}"
_LABEL = r"(?:a\.\s?e\.\s?t\.?|aet|pen\.?|pso|p\.|agg\.?|g\.?g\.?|s\.?d\.?)"
_PART = rf"(?:agg\.?\s*)?(?:{_PAIR}(?:\s*{_LABEL}(?!\w))?|\([\d\s,;*-]*\)|{_LABEL}(?!\w))"
SECTION = re.compile(
    rf"(?<![\w/.(-]){_PAIR}(?![\w/-])(?:\s*{_LABEL}(?!\w))?(?:\s*[,;]?\s*{_PART})*", re.IGNORECASE
)
"""All that a line says of the score."""

_SCORE = re.compile(
    rf"(agg\.?\s*)?(\d{{1,3}})-(\d{{1,3}})(?:\s*({_LABEL})(?!\w))?|\(([^()]*)\)", re.IGNORECASE
)


class FootballScore(NamedTuple):
    """What both sides made, and in a shoot-out; None where there was none."""

    points: tuple[int, int]
    shootout: tuple[int, int] | None = None


def score_of(section: str) -> FootballScore | None:
    """Return the score that a section says; None where it says only that of a shoot-out."""
    plain: tuple[int, int] | None = None
    extra: tuple[int, int] | None = None
    shootout: tuple[int, int] | None = None
    at_full_time: tuple[int, int] | None = None
    for part in _SCORE.finditer(section):
        if part[5] is not None:
            inner = re.search(r"(\d{1,3})-(\d{1,3})", part[5])
            at_full_time = at_full_time or (_two(inner[1], inner[2]) if inner else None)
            continue
        label, score = (part[4] or "").lower(), _two(part[2], part[3])
        if part[1] or label.startswith("agg"):
            continue
        if label.startswith("p"):
            shootout = score
        elif label.startswith("a"):
            extra = score
        else:
            plain = plain or score
    points = extra or plain or at_full_time
    return None if points is None else FootballScore(points, shootout)


def _two(first: str, second: str) -> tuple[int, int]:
    return int(first), int(second)
