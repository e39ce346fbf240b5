"""What one of each criterion costs, so that least cost is best in the order of the articles.

A component's *unit* exceeds all that the components below it can cost in the best pairing. Bounds on that
are tight: how many float, and from which scores, is known before the lower criteria are weighed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.dutch.criteria import Component
from arpad.tournament.matching.dense.graph import WORD


class Units(NamedTuple):
    """What one of each component costs, in words.

    Args:
        words: how many there are.
        of: per component, its words; a component that is not here costs nothing.
    """

    words: int
    of: Mapping[Component, tuple[int, ...]]


def units(components: Sequence[Component], bounds: Sequence[int], tie: int, fast: bool) -> Units:
    """Return the units.

    Args:
        components: in descending priority.
        bounds: how much of each the best pairing can have at most.
        tie: how much the order of generation can cost at most, in the last word.
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
