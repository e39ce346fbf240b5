"""Brightwell's quotient, the tie-break of Othello.

Source: the rules of the World Othello Championship as the Danish Othello book gives them: own discs, and a
constant times the opponents' points; a game that was not played adds half of the discs of a board and the
constant times the player's points. The championship's constant is 6, with 13 rounds; British nationals: 7.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from arpad.core import Step
from arpad.tournament.tiebreaks.catalogue import Catalogue, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.goals import unknown
from arpad.tournament.tiebreaks.scores import described
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, number_text

CONSTANT = Fraction(6)
BYE_DISCS = Fraction(32)


def brightwell(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """Return the quotient; K7 takes the constant for 7.

    A game against somebody who left the tournament counts as a bye: the settings' ``withdrawn`` has their
    numbers, since no line says it.
    """
    constant = code.number or CONSTANT
    withdrawn = set(table.tournament.settings.get("withdrawn", ()))

    def term(number: int, line: ScoreLine) -> TieBreakTerm:
        discs = line.entry.points
        if line.played and discs is not None and line.opponent not in withdrawn:
            score = table.scores[line.opponent]
        else:
            discs, score = BYE_DISCS, table.scores[number]
        value = discs + constant * score
        working = f"{number_text(discs)} + {number_text(constant)} × {number_text(score)}"
        step = Step("discs + constant × points", float(value), working=working, source="Brightwell", digits=1)
        return TieBreakTerm(value, described(table, line), line.opponent, steps=(step,))

    return {
        number: TieBreakValue.sum(term(number, line) for line in table.lines[number]) for number in numbers
    }


OTHELLO = Catalogue.of(
    (
        TieBreakKind(
            "BQ",
            "Brightwell's quotient: discs and K times the opponents' points",
            "Brightwell",
            brightwell,
            modifiers="K",
            unfit=unknown,
            digits=1,
        ),
    ),
    {"BRIGHTWELL": "BQ"},
)
"""By code."""
