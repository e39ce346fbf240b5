"""What an audit says of a question: found, not found, or not asked; with the numbers behind it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CODES = ("groups", "few-games", "schedule", "first-side", "draws", "cycles", "clusters", "one-cluster")
"""The questions of an audit, in the order of its report."""

TESTED = ("first-side", "draws", "cycles", "clusters", "one-cluster")
"""Those that chance alone could answer wrongly; together they do so as often as the level says, at most."""


@dataclass(frozen=True)
class AuditVerdict:
    """The answer to one question.

    Args:
        code: one of :data:`CODES`.
        title: what is looked for, in a few words.
        fault: whether it is there; None where the question cannot be asked.
        problem: what was found, or why the question cannot be asked, as sentences; empty where nothing was.
        remedy: what to do about it.
        numbers: the statistic, its limit and what belongs to them.
    """

    code: str
    title: str
    fault: bool | None
    problem: str = ""
    remedy: str = ""
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "code": self.code,
            "title": self.title,
            "found": self.fault,
            "problem": self.problem,
            "remedy": self.remedy,
            "numbers": dict(self.numbers),
        }


def beyond(effect: float, least: float, deviation: float) -> float:
    """Return the probability of so large an effect, or a larger one, where the true one is ``least``.

    Two-sided, for a normal estimate: the test of an effect that matters, and not of any effect at all
    (Hodges and Lehmann 1954, *J. R. Stat. Soc.* B 16, 261-268).
    """
    if deviation <= 0.0:
        return 1.0
    return min(1.0, _tail((abs(effect) - least) / deviation) + _tail((abs(effect) + least) / deviation))


def _tail(z: float) -> float:
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def bennett(total: float, variance: float, largest: float = 1.0) -> float:
    """Return a bound for the probability of a sum, or a larger one: of independent terms of mean 0.

    It holds for few terms and skew ones too (Bennett 1962, *J. Am. Stat. Assoc.* 57, 33-45, equation 8b).

    Args:
        total: the sum.
        variance: of the sum.
        largest: what no term exceeds.
    """
    if total <= 0.0 or variance <= 0.0:
        return 1.0
    t = largest * total / variance
    return math.exp(-variance / largest**2 * ((1.0 + t) * math.log1p(t) - t))
