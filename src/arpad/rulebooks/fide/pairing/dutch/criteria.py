"""The criteria of a bracket as costs (C.04.3, 2.2 to 2.4): which there are, how they rank, what one costs.

A criterion's *unit* exceeds all that the criteria below it can cost in the best pairing, so that least cost
is best in the order of the articles. Bounds on that are tight: how many float, and from which scores, is
known before the lower criteria are weighed (C6 to C8 are solved first).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.dutch.net import WORD


class Criterion(NamedTuple):
    """One component of the vector that is minimised: an article, and of which score.

    Args:
        article: ``C6`` … ``C21``; C8 has two parts, ``C8`` (how many remain) and ``C8s`` (of which scores).
        level: which score, from the highest, where the criterion takes scores in descending order.
    """

    article: str
    level: int = 0


def ranked(levels: int, below: int) -> list[Criterion]:
    """Return the components in descending priority.

    Args:
        levels: how many scores the bracket has; the lowest is the residents'.
        below: how many scores the bracket and the next scoregroup have together.
    """
    moved = range(levels - 1)
    return [
        Criterion("C6"),
        *(Criterion("C7", level) for level in moved),
        Criterion("C8"),
        *(Criterion("C8s", level) for level in range(below - 1)),
        *(Criterion(name) for name in ("C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17")),
        *(Criterion("C18", level) for level in moved),
        *(Criterion("C19", level) for level in moved),
        *(Criterion("C20", level) for level in moved),
        *(Criterion("C21", level) for level in moved),
    ]


class Units(NamedTuple):
    """What one of each component costs, in words.

    Args:
        words: how many there are.
        of: per component, its words.
        tie: the largest sum that the last word may take below the lowest component.
    """

    words: int
    of: dict[Criterion, tuple[int, ...]]


def units(components: Sequence[Criterion], bounds: Sequence[int], tie: int, fast: bool) -> Units:
    """Return the units.

    Args:
        components: in descending priority.
        bounds: how much of each the best pairing can have at most.
        tie: how much the order of generation can cost at most.
        fast: whether words are 64 bits wide; otherwise one word holds everything.
    """
    places: list[tuple[int, int]] = []
    word, size = 0, tie + 1
    for bound in reversed(bounds):
        if fast and size * (bound + 1) >= 1 << WORD:
            word, size = word + 1, 1
        places.append((word, size))
        size *= bound + 1
    words = word + 1
    of = {}
    for component, (at, value) in zip(reversed(components), places, strict=True):
        vector = [0] * words
        vector[words - 1 - at] = value
        of[component] = tuple(vector)
    return Units(words, of)
