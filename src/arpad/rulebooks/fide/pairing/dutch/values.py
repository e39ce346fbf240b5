"""How much of each criterion a bracket's pairing has, in the words of the edition's table."""

from __future__ import annotations

from arpad.core import worded
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchSolution
from arpad.rulebooks.fide.pairing.dutch.criteria import By, Component
from arpad.tournament.why_not import Value


def values(solved: DutchSolution, unit: int) -> list[Value]:
    """Return what a bracket's pairing has of each criterion that applies to it, in descending priority.

    Two pairings of one bracket have the same criteria. What looks at the next bracket applies where one
    follows. A criterion by scores is told score by score, one by score differences as their list.

    Args:
        solved: the bracket.
        unit: how much a point is in the scores' units.
    """
    bracket = solved.bracket
    totals = bracket.counts(solved.mates, len(bracket.table), solved.bye_alone)
    rows = []
    for at, row in bracket.rows:
        keys = bracket.scores.keys(row)
        counts = [totals.get(Component(at, key), 0) for key in keys]
        if row.by is By.DIFFERENCE:
            gaps = tuple(-key for key, count in zip(keys, counts, strict=True) for _ in range(count) if key)
            text = ", ".join(score_text(gap, unit) for gap in gaps) or worded("none")
            rows.append(Value(row.article, worded(row.words), gaps, text))
            continue
        for key, count in zip(keys, counts, strict=True):
            words = worded(row.words, score=score_text(bracket.scores.near[key], unit))
            rows.append(Value(row.article, words, count, str(count)))
    return rows


def bracket_score(solved: DutchSolution, unit: int) -> str:
    """Return the scores of a bracket's residents: several in a collapsed one."""
    bracket = solved.bracket
    residents = bracket.players[bracket.moved : bracket.size] or bracket.players[: bracket.size]
    first, last = score_text(residents[0].score, unit), score_text(residents[-1].score, unit)
    return first if first == last else worded("{first} to {last}", first=first, last=last)
