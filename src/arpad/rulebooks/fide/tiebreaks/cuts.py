"""Modifiers that cut values: article 14 of C.07, and the exception 16.5."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.rulebooks.fide.tiebreaks.unplayed import rules_of
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm

ARTICLES = {(1, 0): "14.1", (2, 0): "14.2", (1, 1): "14.3", (2, 2): "14.4"}
"""Which article cuts so many of the least and of the most significant values."""


def cut(table: ScoreTable, code: TieBreakCode, terms: Sequence[TieBreakTerm]) -> tuple[TieBreakTerm, ...]:
    """Return the terms with those marked that a code's modifier cuts, the least significant first."""
    left = list(terms)
    article = f"C.07, {ARTICLES.get((code.low, code.high), '14')}"
    exception = rules_of(table).exception
    for _ in range(code.low):
        counted = [at for at, term in enumerate(left) if not term.cut]
        if not counted:
            break
        # Of equal terms the voluntary one goes first: nothing may depend on the order of the rounds.
        at = min(counted, key=lambda at: (left[at].significance, not left[at].voluntary))
        why = article
        voluntary = [at for at in counted if left[at].voluntary] if exception else []
        if voluntary:
            # Of equal contributions the one goes that the article would cut first, the least significant.
            other = min(voluntary, key=lambda at: (left[at].value, left[at].significance))
            if other != at and left[other].value >= left[at].value:
                at, why = other, "C.07, 16.5"
        left[at] = left[at].without(why)
    for _ in range(code.high):
        counted = [at for at, term in enumerate(left) if not term.cut]
        if not counted:
            break
        at = max(counted, key=lambda at: left[at].significance)
        left[at] = left[at].without(article)
    return tuple(left)
