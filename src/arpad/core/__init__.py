"""Values that every room speaks: errors, scores, editions, explanations, rounding.

Nothing here imports anything but the standard library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.core.edition import Edition, in_force
    from arpad.core.errors import ArpadError, BadInput, NotProvided
    from arpad.core.explanation import Explanation, Step
    from arpad.core.rounding import round_half_away
    from arpad.core.score import DRAW, LOSS, WIN, Score, parse_score
    from arpad.core.wording import Figure, counted, joined, listed, numbered_as, worded, worded_count

_HOMES = {
    "DRAW": "arpad.core.score",
    "LOSS": "arpad.core.score",
    "WIN": "arpad.core.score",
    "ArpadError": "arpad.core.errors",
    "BadInput": "arpad.core.errors",
    "Edition": "arpad.core.edition",
    "Explanation": "arpad.core.explanation",
    "Figure": "arpad.core.wording",
    "NotProvided": "arpad.core.errors",
    "Score": "arpad.core.score",
    "Step": "arpad.core.explanation",
    "counted": "arpad.core.wording",
    "in_force": "arpad.core.edition",
    "joined": "arpad.core.wording",
    "listed": "arpad.core.wording",
    "numbered_as": "arpad.core.wording",
    "parse_score": "arpad.core.score",
    "round_half_away": "arpad.core.rounding",
    "worded": "arpad.core.wording",
    "worded_count": "arpad.core.wording",
}
"""The public names, and where they come from: the help of a command needs no explanation."""

__all__ = [
    "DRAW",
    "LOSS",
    "WIN",
    "ArpadError",
    "BadInput",
    "Edition",
    "Explanation",
    "Figure",
    "NotProvided",
    "Score",
    "Step",
    "counted",
    "in_force",
    "joined",
    "listed",
    "numbered_as",
    "parse_score",
    "round_half_away",
    "worded",
    "worded_count",
]

__getattr__: Deferred = deferred(__name__, _HOMES)
