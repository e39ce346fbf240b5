"""The tie-breaks of the US Chess Federation's rulebook, chapter 34E.

From memory of the rulebook (7th edition), not checked against its text: an opponent's unplayed games count
half a point each, and an own unplayed game is one against an opponent with no points (34E1); from nine
rounds on Median leaves out two at each end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from arpad.core import Step
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.catalogue import Catalogue, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.scores import described
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue

TWO_FROM = 9
"""So many rounds make Median leave out two at each end."""


def adjusted(table: ScoreTable, number: int) -> tuple[Fraction, tuple[Step, ...]]:
    """Return an opponent's score with every unplayed game as a draw, and why it differs."""
    draw = table.tournament.points.draw
    score = table.scores[number]
    value = sum((line.points if line.played else draw for line in table.lines[number]), table.extra(number))
    if value == score:
        return score, ()
    step = Step("adjusted score", float(value), "unplayed games as draws", source="34E1", digits=1)
    return value, (step,)


def _terms(table: ScoreTable, number: int) -> list[TieBreakTerm]:
    terms = []
    for line in table.lines[number]:
        value, steps = adjusted(table, line.opponent) if line.played else (Fraction(0), ())
        terms.append(TieBreakTerm(value, described(table, line), line.opponent, steps=steps))
    return terms


def _without(terms: list[TieBreakTerm], low: int, high: int, source: str) -> TieBreakValue:
    by_value = sorted(range(len(terms)), key=lambda at: terms[at].value)
    out = {*by_value[:low], *(by_value[max(low, len(by_value) - high) :] if high else ())}
    return TieBreakValue.sum(term.without(source) if at in out else term for at, term in enumerate(terms))


def _cut_count(table: ScoreTable) -> int:
    return 2 if table.rounds >= TWO_FROM else 1


def solkoff(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """34E2: all opponents' adjusted scores, added."""
    return {number: TieBreakValue.sum(_terms(table, number)) for number in numbers}


def median(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Harkness: Solkoff without the highest and the lowest."""
    ends = _cut_count(table)
    return {number: _without(_terms(table, number), ends, ends, "Median") for number in numbers}


def modified_median(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """34E1: without the lowest above an even score, without the highest below it, without both at it."""
    ends = _cut_count(table)
    even = table.tournament.points.win * table.rounds / 2
    values = {}
    for number in numbers:
        score = table.scores[number]
        low, high = (ends if score >= even else 0), (ends if score <= even else 0)
        values[number] = _without(_terms(table, number), low, high, "34E1")
    return values


def cumulative(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """34E3: the score after every round, added; less a point for every unplayed game won."""
    win = table.tournament.points.win
    values = {}
    for number in numbers:
        terms = [TieBreakTerm(score, f"after round {line.at}") for line, score in table.running(number)]
        unplayed = sum(not line.played and line.points >= win for line in table.lines[number])
        if unplayed:
            terms.append(TieBreakTerm(-win * unplayed, f"unplayed wins: {unplayed}"))
        values[number] = TieBreakValue.sum(terms)
    return values


KASHDAN_POINTS = {
    Result.WIN: 4,
    Result.UNRATED_WIN: 4,
    Result.DRAW: 2,
    Result.UNRATED_DRAW: 2,
    Result.LOSS: 1,
    Result.UNRATED_LOSS: 1,
}


def kashdan(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """4 points for a win, 2 for a draw, 1 for a loss, none for what was not played."""
    return {
        number: TieBreakValue.sum(
            TieBreakTerm(Fraction(KASHDAN_POINTS.get(line.result, 0)), described(table, line), line.opponent)
            for line in table.lines[number]
        )
        for number in numbers
    }


SOURCE = "US Chess, 34E"
US_CHESS = Catalogue.of(
    (
        TieBreakKind(
            "MMED",
            "Modified Median: opponents' scores without the end that matters least",
            SOURCE,
            modified_median,
            digits=1,
        ),
        TieBreakKind(
            "MED", "Median: opponents' scores without the highest and the lowest", SOURCE, median, digits=1
        ),
        TieBreakKind("SOLK", "Solkoff: opponents' scores", SOURCE, solkoff, digits=1),
        TieBreakKind("CUM", "Cumulative: the score after every round, added", SOURCE, cumulative, digits=1),
        TieBreakKind("KASH", "Kashdan: 4 for a win, 2 for a draw, 1 for a loss", SOURCE, kashdan, digits=0),
    )
)
"""By code."""
