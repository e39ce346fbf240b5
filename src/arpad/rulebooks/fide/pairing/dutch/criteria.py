"""What a criterion of the Dutch system is: a row of an edition's table (C.04.3, section 2; C in 2017).

A row says once how the criterion is called, what of a bracket's pairing it counts, score by score or as a
whole, and how much the best pairing can have of it at most. The engine takes the costs of pairs and floats
from the rows, the explanation the words and the counts, a bracket's comparison with another their order.
The tables are ``table_2026.py`` and ``table_2017.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from itertools import combinations
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.common.players import PairingPlayer


class Feature(IntEnum):
    """What a pair of a bracket may have that a criterion counts; the bit that ``costs.features`` sets.

    The upper player of a pair is the one of the higher score. Colours are those of 1.7 and 2.1.3.
    """

    COLOUR_DIFFERENCE = 0
    """Both have an absolute preference for one colour, and a colour difference beyond 2 results."""
    THIRD_TIME = 1
    """Both have an absolute preference for one colour, and one of them gets the same colour a third time."""
    PREFERENCE = 2
    """Both prefer one colour."""
    STRONG_PREFERENCE = 3
    """Both prefer one colour strongly (and not both absolutely)."""
    APART = 4
    """The two have different scores."""
    DOWN_1 = 5
    """The two have different scores, and the upper one floated down a round ago."""
    DOWN_2 = 6
    """The same, two rounds ago."""
    UP_1 = 7
    """The two have different scores, and the lower one floated up a round ago."""
    UP_2 = 8
    """The same, two rounds ago."""


class By(StrEnum):
    """Whether a criterion is one number, or one per score or score difference, the highest first."""

    TOTAL = "total"
    SCORE = "score"
    """Per score of the moved-down players."""
    SCORE_LEFT = "score left"
    """Per score of the bracket and the next scoregroup together, but the lowest."""
    DIFFERENCE = "difference"
    """Per score difference (2017, A.8): of a pair, between its two; of a downfloater, see
    ``BracketScores``."""


class Extent(NamedTuple):
    """How large a bracket is, for bounds.

    Args:
        players: how many there are in all, the bye and places for floaters among them.
        rounds: how many rounds have been played.
        bye: whether the one downfloater gets the bye.
        floating: how many float down.
        pairs: how many pairs the bracket has.
        topscorers: whether there is a topscorer among its players.
        moved_floating: per score of moved-down players, how many of them float down again.
        moved_paired: per score of moved-down players, how many are paired in the bracket.
    """

    players: int
    rounds: int
    bye: bool
    floating: int
    pairs: int
    topscorers: bool
    moved_floating: Sequence[int]
    moved_paired: Sequence[int]


Bound = Callable[[Extent, int], int]
"""How much of a criterion the best pairing can have at most; the number is the score's, from the highest."""


@dataclass(frozen=True)
class Criterion:
    """A row of an edition's table.

    Args:
        article: what the text calls it: ``C14``.
        words: what it counts, for people; ``{score}`` stands for the score where it counts by scores.
        by: whether it is one number, or several.
        floats: how often a downfloater of the bracket counts; the second argument tells whether this player
            was moved down into the bracket.
        left: how often a player counts who is still unpaired after the next bracket; the second argument
            tells whether that bracket is the last one.
        bye: how often the bracket's only downfloater counts who gets the bye.
        pairs: what a pair of the bracket must have to count.
        next_pairs: whether pairs of the bracket's downfloaters in the next bracket count.
        last: whether it counts only where the next bracket is the last one and leaves somebody the bye.
        bound: how much of it the best pairing can have at most, per score. Tight bounds keep costs narrow.
    """

    article: str
    words: str
    by: By = By.TOTAL
    floats: Callable[[PairingPlayer, bool], int] | None = None
    left: Callable[[PairingPlayer, bool], int] | None = None
    bye: Callable[[PairingPlayer], int] | None = None
    pairs: Feature | None = None
    next_pairs: bool = False
    last: bool = False
    bound: Bound = field(default=lambda extent, _: extent.players)

    @property
    def ahead(self) -> bool:
        """Whether it counts what happens in the next bracket."""
        return self.left is not None or self.next_pairs

    @property
    def of_floaters(self) -> bool:
        """Whether it counts nothing but who floats, and who is left after that."""
        return self.pairs is None and self.bye is None


Table = tuple[Criterion, ...]
"""An edition's criteria in descending priority."""


class Component(NamedTuple):
    """One number of the vector that is minimised. Components sort by priority, the highest first.

    Args:
        row: the criterion's place in the table.
        key: the score's place, from the highest, or the score difference, negated; 0 for a total.
    """

    row: int
    key: int = 0


@dataclass(frozen=True)
class BracketScores:
    """The scores that a bracket's criteria distinguish.

    Args:
        bracket: those of its players, the highest first.
        near: those of the bracket and the next scoregroup together.
        unit: how much a point is.
    """

    bracket: Sequence[int]
    near: Sequence[int]
    unit: int

    def of_float(self, by: By, score: int) -> int | None:
        """Return the key of a player who leaves the bracket; None if this player counts nowhere.

        A downfloater's score difference is that to a point less than the lowest score (2017, A.8).
        """
        return self._key(by, score, self.bracket)

    def of_left(self, by: By, score: int) -> int | None:
        """Return the key of a player who is left after the next bracket; None if this one counts nowhere."""
        return self._key(by, score, self.near)

    def of_pair(self, by: By, upper: int, lower: int) -> int | None:
        """Return the key of a pair, given the scores of its two; None if it counts nowhere."""
        return lower - upper if by is By.DIFFERENCE else self._key(by, upper, self.bracket)

    def _key(self, by: By, score: int, scores: Sequence[int]) -> int | None:
        if by is By.TOTAL:
            return 0
        if by is By.DIFFERENCE:
            return scores[-1] - self.unit - score
        levels = (self.bracket if by is By.SCORE else self.near)[:-1]
        return levels.index(score) if score in levels else None

    def keys(self, row: Criterion) -> list[int]:
        """Return all keys that a criterion can have, in descending priority."""
        keys: set[int | None] = set()
        if row.bye or row.by is By.TOTAL:
            return [0]
        if row.floats:
            keys |= {self.of_float(row.by, score) for score in self.bracket}
        if row.left:
            keys |= {self.of_left(row.by, score) for score in self.near}
        if row.pairs is not None:
            keys |= {self.of_pair(row.by, high, low) for high, low in combinations(self.bracket, 2)}
        if row.next_pairs:
            keys |= {self.of_pair(row.by, high, low) for high, low in combinations(self.near, 2)}
        return sorted(key for key in keys if key is not None)


def components(table: Table, scores: BracketScores) -> list[Component]:
    """Return the components of a bracket's vector in descending priority."""
    return [Component(at, key) for at, row in enumerate(table) for key in scores.keys(row)]
