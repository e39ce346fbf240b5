"""Tie-breaks of ratings: article 10 of C.07, by the tables of B.02.

Only games over the board count. Decisions where the text is silent: the fractional score of a performance
counts a win 1, a draw ½, whatever the tournament gives for them, and is rounded to whole per cent, halves up,
as B.01 rounds it; the score of a perfect performance is that of the same games. Who has played no game over
the board has no performance: the value is 0, and opponents' averages have nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil

from arpad.core import Step, worded
from arpad.rulebooks.fide.tables import TABLE_8_1_1, TABLE_8_1_2
from arpad.rulebooks.fide.tiebreaks.cuts import cut
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.catalogue import Compute
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import (
    HALF,
    TieBreakTerm,
    TieBreakValue,
    average,
    half_up,
    in_round,
    number_text,
)

BELOW = 800
"""How far below the lowest opponent a perfect performance without a point lies (10.3)."""

SCORES = {
    Result.WIN: Fraction(1),
    Result.UNRATED_WIN: Fraction(1),
    Result.DRAW: HALF,
    Result.UNRATED_DRAW: HALF,
    Result.LOSS: Fraction(0),
    Result.UNRATED_LOSS: Fraction(0),
}


@cache
def _differences() -> Mapping[int, int]:
    return {round(100 * p): dp for p, dp in TABLE_8_1_1}


@cache
def _per_cents() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return table 8.1.2 by difference, in whole per cent: of the higher and of the lower rated player."""
    higher, lower = [], []
    for row in TABLE_8_1_2:
        last = row.least if row.most == float("inf") else int(row.most)
        for _ in range(row.least, last + 1):
            higher.append(round(100 * row.higher))
            lower.append(round(100 * row.lower))
    return tuple(higher), tuple(lower)


def probability(difference: int) -> int:
    """Return the scoring probability for a difference in rating, in whole per cent, on the full scale."""
    higher, lower = _per_cents()
    at = min(abs(difference), len(higher) - 1)
    return higher[at] if difference >= 0 else lower[at]


def unfit(table: ScoreTable, code: TieBreakCode) -> str:
    """Tell why ratings cannot break ties: somebody has none, and no rule (U) says what then."""
    if code.unrated is not None or all(entrant.rating for entrant in table.tournament.entrants):
        return ""
    return worded(
        "dropped: not everybody has a rating (C.07, 10); U<rating> gives one to those who have none"
    )


def _rating(table: ScoreTable, code: TieBreakCode, number: int) -> int:
    return table.tournament.by_number[number].rating or code.unrated or 0


def _terms(table: ScoreTable, code: TieBreakCode, number: int) -> tuple[TieBreakTerm, ...]:
    terms = [
        TieBreakTerm(
            Fraction(_rating(table, code, line.opponent)),
            in_round(line.at, table.name(line.opponent)),
            line.opponent,
        )
        for line in table.games(number)
    ]
    return cut(table, code, terms)


def average_rating(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """10.1: the average rating of the opponents met over the board, .5 up."""
    return {number: average(_terms(table, code, number), "C.07, 10.1", whole=True) for number in numbers}


def _counted(table: ScoreTable, terms: Sequence[TieBreakTerm], number: int) -> list[ScoreLine]:
    return [line for line, term in zip(table.games(number), terms, strict=True) if not term.cut]


def performance(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """10.2: the average rating of the opponents plus the difference that table 8.1.1 gives for the score."""
    return {number: _performance(table, code, number) for number in numbers}


def _performance(table: ScoreTable, code: TieBreakCode, number: int) -> TieBreakValue:
    terms = _terms(table, code, number)
    lines = _counted(table, terms, number)
    mean = average(terms, "C.07, 10.1", whole=True)
    if not lines:
        return mean
    score = sum((SCORES[line.result] for line in lines), Fraction(0))
    share = half_up(100 * score / len(lines))
    difference = _differences()[share]
    value = mean.value + difference
    steps = (
        *mean.steps,
        Step(
            "p",
            share / 100,
            "score / games, to the nearest hundredth",
            f"{number_text(score)} / {len(lines)}",
            "C.07, 10.2",
            digits=2,
        ),
        Step("RD", difference, f"p {share / 100:.2f}", source="B.02, 8.1.1", unit="points", digits=0),
        Step(
            "TPR",
            float(value),
            "ARO + RD",
            f"{number_text(mean.value)} {difference:+d}",
            "C.07, 10.2",
            digits=0,
        ),
    )
    return TieBreakValue(value, terms, steps)


def perfect_performance(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """10.3: the lowest whole rating whose expected score is at least the score."""
    return {number: _perfect(table, code, number) for number in numbers}


def _perfect(table: ScoreTable, code: TieBreakCode, number: int) -> TieBreakValue:
    terms = _terms(table, code, number)
    lines = _counted(table, terms, number)
    if not lines:
        return average(terms, "C.07, 10.3")
    ratings = sorted(_rating(table, code, line.opponent) for line in lines)
    score = sum((SCORES[line.result] for line in lines), Fraction(0))
    source = "C.07, 10.3"
    if not score:
        value = ratings[0] - BELOW
        step = Step("PTP", value, "lowest opponent − 800", f"{ratings[0]} − {BELOW}", source, digits=0)
        return TieBreakValue(Fraction(value), terms, (step,))
    value = lowest_rating(ratings, score)
    expected = sum(probability(value - rating) for rating in ratings)
    before = sum(probability(value - 1 - rating) for rating in ratings)
    steps = (
        Step("score", float(score), digits=1),
        Step("expected score", expected / 100, f"at {value}", source="B.02, 8.1.2", digits=2),
        Step("one point lower", before / 100, f"at {value - 1}", source="B.02, 8.1.2", digits=2),
        Step("PTP", value, "lowest rating whose expected score is enough", source=source, digits=0),
    )
    return TieBreakValue(Fraction(value), terms, steps)


def lowest_rating(ratings: Sequence[int], score: Fraction) -> int:
    """Return the lowest whole rating that is expected to score so much against these ratings."""
    reach = TABLE_8_1_2[-1].least
    low, high = min(ratings) - reach - 1, max(ratings) + reach
    enough = ceil(100 * score)
    # Expected scores do not fall as the rating rises, so halving finds the first that is enough.
    while high - low > 1:
        middle = (low + high) // 2
        if sum(probability(middle - rating) for rating in ratings) >= enough:
            high = middle
        else:
            low = middle
    return high


def of_opponents(theirs: Callable[[ScoreTable, TieBreakCode, int], TieBreakValue], source: str) -> Compute:
    """Return the average of the opponents' performances, over those met over the board, .5 up."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        plain = TieBreakCode(code.name, unrated=code.unrated)

        def of(number: int) -> TieBreakValue:
            return table.once((source, code.unrated, number), lambda: theirs(table, plain, number))

        values = {}
        for number in numbers:
            terms = [
                TieBreakTerm(
                    of(line.opponent).value,
                    in_round(line.at, table.name(line.opponent)),
                    line.opponent,
                )
                for line in table.games(number)
            ]
            values[number] = average(cut(table, code, terms), source, whole=True)
        return values

    return compute


performance_of_opponents: Compute = of_opponents(_performance, "C.07, 10.4")
"""10.4: the average TPR of the opponents."""

perfect_performance_of_opponents: Compute = of_opponents(_perfect, "C.07, 10.5")
"""10.5: the average PTP of the opponents."""
