"""How much of each criterion a bracket's pairing has, in the words of the edition's table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.common.players import shown
from arpad.rulebooks.fide.pairing.dutch.brackets import Solved
from arpad.rulebooks.fide.pairing.dutch.criteria import By, Component


class Measure(NamedTuple):
    """How much of a criterion a pairing has; less is better.

    Args:
        article: the criterion's name in the text.
        words: what is measured.
        value: a count; or scores in units of the state, the largest first, which compare one by one.
        unit: how much a point is in the scores' units.
    """

    article: str
    words: str
    value: int | tuple[int, ...]
    unit: int = 1

    @property
    def said(self) -> str:
        """The value as people write it."""
        if isinstance(self.value, int):
            return str(self.value)
        return ", ".join(shown(one, self.unit) for one in self.value if one) or "none"


class Difference(NamedTuple):
    """Where one pairing is worse than another first.

    Args:
        article: the criterion.
        words: what it measures.
        worse: how much of that the worse one has.
        better: how much the better one has.
    """

    article: str
    words: str
    worse: str
    better: str

    @property
    def said(self) -> str:
        """The difference in words."""
        return f"{self.words}: {self.worse} instead of {self.better}"


def first_difference(better: Sequence[Measure], worse: Sequence[Measure]) -> Difference | None:
    """Return at which criterion two pairings of one bracket differ first, None if at none."""
    known = {(one.article, one.words): one for one in better}
    for one in worse:
        mine = known.get((one.article, one.words))
        nothing = 0 if isinstance(one.value, int) else ()
        if one.value != (mine.value if mine else nothing):
            there = mine or one._replace(value=nothing)
            return Difference(one.article, one.words, one.said, there.said)
    return None


def measures(solved: Solved, unit: int) -> list[Measure]:
    """Return what applies to a bracket, in descending priority.

    What looks at the next bracket applies where one follows, what counts at the bye where the only
    downfloater gets it. A criterion by scores is told score by score, one by score differences as their
    list.

    Args:
        solved: the bracket.
        unit: how much a point is in the scores' units.
    """
    bracket = solved.bracket
    found = bracket.counts(solved.mates, len(bracket.table), solved.bye_alone)
    told = []
    for at, row in enumerate(bracket.table):
        if not bracket.counts_here(row) or (row.bye is not None and not solved.bye_alone):
            continue
        keys = bracket.scores.keys(row)
        counts = [found.get(Component(at, key), 0) for key in keys]
        if row.by is By.DIFFERENCE:
            gaps = tuple(-key for key, count in zip(keys, counts, strict=True) for _ in range(count))
            told.append(Measure(row.article, row.words, gaps, unit))
            continue
        scores = bracket.scores.near if row.by is By.SCORE_LEFT else bracket.scores.bracket
        for key, count in zip(keys, counts, strict=True):
            words = row.words.format(score=shown(scores[key], unit))
            told.append(Measure(row.article, words, count, unit))
    return told
