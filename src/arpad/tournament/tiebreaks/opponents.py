"""Tie-breaks of opponents' scores as Go uses them: SOS and what comes of it.

As OpenGotha and the EGF name them. With McMahon the score is the McMahon score: the settings' ``mcmahon``
says what each number starts with. A round without a game adds the participant's own starting score, which is
0 in a Swiss tournament, so that who starts higher does not lose by missing a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from arpad.core import joined, worded
from arpad.tournament.tiebreaks.catalogue import Compute, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.encounter import direct_encounter
from arpad.tournament.tiebreaks.scores import by_hand, described
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, number_text


def starting_score(table: ScoreTable, number: int) -> Fraction:
    """Return what somebody started with: a McMahon score, or nothing."""
    starts = table.tournament.settings.get("mcmahon", {})
    return Fraction(starts.get(number, starts.get(str(number), 0)))  # JSON knows no numbers for keys


def _start(table: ScoreTable, code: TieBreakCode, number: int) -> Fraction:
    """Return the starting score; of a code that ends in W, which looks at points only, nothing."""
    return Fraction(0) if code.name.endswith("W") else starting_score(table, number)


def _score(table: ScoreTable, code: TieBreakCode, number: int) -> Fraction:
    return _start(table, code, number) + table.scores[number]


def mcmahon(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """MMS: the starting score and the points."""
    return {
        number: TieBreakValue.sum(
            [
                TieBreakTerm(starting_score(table, number), "starting score"),
                *(
                    TieBreakTerm(line.points, described(table, line), line.opponent)
                    for line in table.lines[number]
                ),
                *by_hand(table, number),
            ]
        )
        for number in numbers
    }


def wins(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """NBW: the points that were won, byes with them."""
    return {
        number: TieBreakValue.sum(
            TieBreakTerm(line.points, described(table, line), line.opponent) for line in table.lines[number]
        )
        for number in numbers
    }


def _each(
    table: ScoreTable, number: int, of: Callable[[int], Fraction], missed: Fraction
) -> list[TieBreakTerm]:
    terms = []
    for line in table.lines[number]:
        value = of(line.opponent) if line.played else missed
        terms.append(TieBreakTerm(value, described(table, line), line.opponent))
    return terms


def without_best(highest: int) -> Compute:
    """Return SOS without so many of the opponents with the highest scores (SOS-1, SOS-2).

    As pairgoth has them; OpenGotha leaves out the lowest.
    """

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        values = {}
        for number in numbers:
            terms = _each(
                table, number, lambda other: _score(table, code, other), _start(table, code, number)
            )
            for at in sorted(range(len(terms)), key=lambda at: -terms[at].value)[:highest]:
                terms[at] = terms[at].without(f"SOS-{highest}")
            values[number] = TieBreakValue.sum(terms)
        return values

    return compute


def defeated(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """SODOS: the scores of the opponents that were beaten; half of those drawn with."""
    most = table.tournament.points.win

    def term(line: ScoreLine) -> TieBreakTerm:
        score = _score(table, code, line.opponent)
        share = line.points / most
        label = joined([described(table, line), f"{number_text(score)} × {number_text(share)}"])
        return TieBreakTerm(score * share, label, line.opponent)

    return {number: TieBreakValue.sum(term(line) for line in table.games(number)) for number in numbers}


def of_opponents(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """SOSOS: the opponents' SOS, added; a missed round adds the player's starting score for each round."""
    theirs = table.once(("SOS", code.name), lambda: without_best(0)(table, code, table.numbers))
    return {
        number: TieBreakValue.sum(
            _each(
                table,
                number,
                lambda other: theirs[other].value,
                _start(table, code, number) * len(table.lines[number]),
            )
        )
        for number in numbers
    }


def cumulative(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """CUSS: the score after every round, added."""
    values = {}
    for number in numbers:
        start = _start(table, code, number)
        running = table.running(number)
        values[number] = TieBreakValue.sum(
            TieBreakTerm(start + score, worded("after round {round}", round=line.at))
            for line, score in running
        )
    return values


def confrontation(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """DC: direct confrontation: the place by the games among the tied."""
    return direct_encounter(table, numbers, "direct confrontation", code.forfeits)


SOURCE = "OpenGotha"
KINDS = (
    TieBreakKind("MMS", "McMahon score: starting score and points", SOURCE, mcmahon, digits=1),
    TieBreakKind("NBW", "Number of wins", SOURCE, wins, digits=1),
    TieBreakKind("SOS", "Sum of the opponents' scores", SOURCE, without_best(0), digits=1),
    TieBreakKind("SOS-1", "SOS without the highest score", "pairgoth", without_best(1), digits=1),
    TieBreakKind("SOS-2", "SOS without the two highest scores", "pairgoth", without_best(2), digits=1),
    TieBreakKind("SODOS", "Sum of the defeated opponents' scores", SOURCE, defeated),
    TieBreakKind("SOSOS", "Sum of the opponents' own sums of scores", SOURCE, of_opponents, digits=1),
    TieBreakKind(
        "SOSW", "Sum of the opponents' points, McMahon scores left aside", SOURCE, without_best(0), digits=1
    ),
    TieBreakKind("SODOSW", "Sum of the defeated opponents' points, likewise", SOURCE, defeated),
    TieBreakKind("SOSOSW", "Sum of the opponents' SOSW", SOURCE, of_opponents, digits=1),
    TieBreakKind("CUSS", "Cumulative sum of scores", SOURCE, cumulative, digits=1),
    TieBreakKind(
        "DC",
        "Direct confrontation: the place by the games among the tied",
        SOURCE,
        confrontation,
        lower=True,
        among=True,
        modifiers="P",
        digits=0,
    ),
)
