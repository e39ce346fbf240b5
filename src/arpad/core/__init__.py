"""Values that every room speaks: errors, scores, editions, explanations, rounding.

Nothing here imports anything but the standard library.
"""

from arpad.core.edition import Edition, in_force
from arpad.core.errors import ArpadError, BadInput, NotProvided
from arpad.core.explanation import Explanation, Step
from arpad.core.rounding import round_half_away
from arpad.core.score import DRAW, LOSS, WIN, Score, parse_score
from arpad.core.wording import counted

__all__ = [
    "DRAW",
    "LOSS",
    "WIN",
    "ArpadError",
    "BadInput",
    "Edition",
    "Explanation",
    "NotProvided",
    "Score",
    "Step",
    "counted",
    "in_force",
    "parse_score",
    "round_half_away",
]
