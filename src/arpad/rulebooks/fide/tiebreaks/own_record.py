"""Tie-breaks of a participant's own record: article 7 of C.07, and 10.6."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from arpad.core import Step, worded
from arpad.rulebooks.fide.tiebreaks.unplayed import REQUESTED
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.catalogue import Compute
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.scores import described
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import HALF, TieBreakTerm, TieBreakValue, number_text

FULL_POINT = Fraction(1)
WON = frozenset({Result.WIN, Result.UNRATED_WIN})


def counting(counts: Callable[[ScoreTable, ScoreLine], Fraction]) -> Compute:
    """Return a tie-break that adds something for every round."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        return {
            number: TieBreakValue.sum(
                TieBreakTerm(value, described(table, line), line.opponent)
                for line in table.lines[number]
                if (value := counts(table, line))
            )
            for number in numbers
        }

    return compute


def _win(table: ScoreTable, line: ScoreLine) -> Fraction:
    # 15.2: of pre-determined pairings a forfeit loss stays unplayed; it never brings a win's points anyway.
    return FULL_POINT if line.points >= table.worth(Result.WIN) else Fraction(0)


def _won(table: ScoreTable, line: ScoreLine) -> Fraction:
    return Fraction(line.result in WON)


def _black(table: ScoreTable, line: ScoreLine) -> Fraction:
    return Fraction(line.played and line.entry.colour == "b")


def _black_won(table: ScoreTable, line: ScoreLine) -> Fraction:
    return Fraction(line.result in WON and line.entry.colour == "b")


def _elected(table: ScoreTable, line: ScoreLine) -> Fraction:
    return Fraction(line.result is not Result.FORFEIT_LOSS and line.result not in REQUESTED)


wins: Compute = counting(_win)
"""7.1: rounds that brought a win's points, played or not."""

games_won: Compute = counting(_won)
"""7.2: games won over the board."""

games_with_black: Compute = counting(_black)
"""7.3: games played over the board with Black."""

games_won_with_black: Compute = counting(_black_won)
"""7.4: games won over the board with Black."""

elected: Compute = counting(_elected)
"""7.6: rounds one elected to play in: all but half- and zero-point byes and forfeit losses."""


def standard_points(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """7.7: a point for more than the scheduled opponent (unpaired: than a draw), half of one for as much.

    Compared as the text says: who is lost with the opponent, both by forfeit, have as much as each other.
    """
    points = {(number, line.at): line.points for number in table.numbers for line in table.lines[number]}

    def counts(number: int, line: ScoreLine) -> Fraction:
        if line.opponent:
            other = points[line.opponent, line.at]
        elif table.predetermined:
            return Fraction(0)
        else:
            other = table.worth(Result.DRAW)
        return FULL_POINT if line.points > other else HALF if line.points == other else Fraction(0)

    return {
        number: TieBreakValue.sum(
            TieBreakTerm(value, described(table, line), line.opponent)
            for line in table.lines[number]
            if (value := counts(number, line))
        )
        for number in numbers
    }


def progressive(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """7.5: the score after every round, added; Cut-n leaves out the first n rounds (14.1.1 c)."""
    values = {}
    for number in numbers:
        running = table.running(number)
        terms = [
            TieBreakTerm(
                score, worded("after round {round}: {points}", round=line.at, points=number_text(score))
            )
            for line, score in running
        ]
        for at in range(min(code.low, len(terms))):
            terms[at] = terms[at].without("C.07, 14")
        for at in range(max(code.low, len(terms) - code.high), len(terms)):
            terms[at] = terms[at].without("C.07, 14")
        values[number] = TieBreakValue.sum(terms)
    return values


def pairing_number(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """7.8: the pairing number, the smaller first."""
    return {
        number: TieBreakValue.of(number, Step("pairing number", number, source="C.07, 7.8", digits=0))
        for number in numbers
    }


def rating(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """10.6: the rating, the higher first."""
    values = {}
    for number in numbers:
        own = table.tournament.by_number[number].rating
        value = own or code.unrated or 0
        why = "" if own else "for those who have none"
        values[number] = TieBreakValue.of(value, Step("rating", value, why, source="C.07, 10.6", digits=0))
    return values
