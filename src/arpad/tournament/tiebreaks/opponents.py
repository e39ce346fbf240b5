"""Tie-breaks of opponents' scores as Go uses them: SOS and what comes of it.

As OpenGotha and the EGF name them. With McMahon the score is the McMahon score: the settings' ``mcmahon``
says what each number starts with. A round without a game adds the participant's own starting score, which is
0 in a Swiss tournament, so that who starts higher does not lose by missing a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from arpad.core import joined, worded
from arpad.tournament.tiebreaks.catalogue import Compute, Kind
from arpad.tournament.tiebreaks.code import Code
from arpad.tournament.tiebreaks.encounter import direct_encounter
from arpad.tournament.tiebreaks.scores import by_hand, described
from arpad.tournament.tiebreaks.table import Line, Table
from arpad.tournament.tiebreaks.value import Term, Value, number_text


def starting_score(table: Table, number: int) -> Fraction:
    """Return what somebody started with: a McMahon score, or nothing."""
    starts = table.tournament.settings.get("mcmahon", {})
    return Fraction(starts.get(number, starts.get(str(number), 0)))  # JSON knows no numbers for keys


def _start(table: Table, code: Code, number: int) -> Fraction:
    """Return the starting score; of a code that ends in W, which looks at points only, nothing."""
    return Fraction(0) if code.name.endswith("W") else starting_score(table, number)


def _score(table: Table, code: Code, number: int) -> Fraction:
    return _start(table, code, number) + table.scores[number]


def mcmahon(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """MMS: the starting score and the points."""
    return {
        number: Value.sum(
            [
                Term(starting_score(table, number), "starting score"),
                *(Term(line.points, described(table, line), line.opponent) for line in table.lines[number]),
                *by_hand(table, number),
            ]
        )
        for number in numbers
    }


def wins(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """NBW: the points that were won, byes with them."""
    return {
        number: Value.sum(
            Term(line.points, described(table, line), line.opponent) for line in table.lines[number]
        )
        for number in numbers
    }


def _each(table: Table, number: int, of: Callable[[int], Fraction], missed: Fraction) -> list[Term]:
    terms = []
    for line in table.lines[number]:
        value = of(line.opponent) if line.played else missed
        terms.append(Term(value, described(table, line), line.opponent))
    return terms


def without_best(highest: int) -> Compute:
    """Return SOS without so many of the opponents with the highest scores (SOS-1, SOS-2).

    As pairgoth has them; OpenGotha leaves out the lowest.
    """

    def compute(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
        values = {}
        for number in numbers:
            terms = _each(
                table, number, lambda other: _score(table, code, other), _start(table, code, number)
            )
            for at in sorted(range(len(terms)), key=lambda at: -terms[at].value)[:highest]:
                terms[at] = terms[at].without(f"SOS-{highest}")
            values[number] = Value.sum(terms)
        return values

    return compute


def defeated(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """SODOS: the scores of the opponents that were beaten; half of those drawn with."""
    most = table.tournament.points.win

    def term(line: Line) -> Term:
        score = _score(table, code, line.opponent)
        share = line.points / most
        label = joined([described(table, line), f"{number_text(score)} × {number_text(share)}"])
        return Term(score * share, label, line.opponent)

    return {number: Value.sum(term(line) for line in table.games(number)) for number in numbers}


def of_opponents(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """SOSOS: the opponents' SOS, added; a missed round adds the player's starting score for each round."""
    theirs = table.once(("SOS", code.name), lambda: without_best(0)(table, code, table.numbers))
    return {
        number: Value.sum(
            _each(
                table,
                number,
                lambda other: theirs[other].value,
                _start(table, code, number) * len(table.lines[number]),
            )
        )
        for number in numbers
    }


def cumulative(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """CUSS: the score after every round, added."""
    values = {}
    for number in numbers:
        start = _start(table, code, number)
        running = table.running(number)
        values[number] = Value.sum(
            Term(start + score, worded("after round {round}", round=line.at)) for line, score in running
        )
    return values


def confrontation(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """DC: direct confrontation: the place by the games among the tied."""
    return direct_encounter(table, numbers, "direct confrontation", code.forfeits)


SOURCE = "OpenGotha"
KINDS = (
    Kind("MMS", "McMahon score: starting score and points", SOURCE, mcmahon, digits=1),
    Kind("NBW", "Number of wins", SOURCE, wins, digits=1),
    Kind("SOS", "Sum of the opponents' scores", SOURCE, without_best(0), digits=1),
    Kind("SOS-1", "SOS without the highest score", "pairgoth", without_best(1), digits=1),
    Kind("SOS-2", "SOS without the two highest scores", "pairgoth", without_best(2), digits=1),
    Kind("SODOS", "Sum of the defeated opponents' scores", SOURCE, defeated),
    Kind("SOSOS", "Sum of the opponents' own sums of scores", SOURCE, of_opponents, digits=1),
    Kind(
        "SOSW", "Sum of the opponents' points, McMahon scores left aside", SOURCE, without_best(0), digits=1
    ),
    Kind("SODOSW", "Sum of the defeated opponents' points, likewise", SOURCE, defeated),
    Kind("SOSOSW", "Sum of the opponents' SOSW", SOURCE, of_opponents, digits=1),
    Kind("CUSS", "Cumulative sum of scores", SOURCE, cumulative, digits=1),
    Kind(
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
