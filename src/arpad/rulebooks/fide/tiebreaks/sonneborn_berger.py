"""Tie-breaks of own and opponents' results: article 9 of C.07, and 13.2 for teams."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arpad.core import Step, worded
from arpad.rulebooks.fide.tiebreaks.buchholz import label
from arpad.rulebooks.fide.tiebreaks.cuts import cut
from arpad.rulebooks.fide.tiebreaks.unplayed import opponents
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import Score, ScoreTable
from arpad.tournament.tiebreaks.value import HALF, TieBreakTerm, TieBreakValue, in_round, number_text

AGAINST = worded("score × points against")


def sonneborn_berger(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """9.1: every opponent's score times the points scored against them."""
    return products(table, table, code, numbers, "C.07, 9.1")


def products(
    theirs: ScoreTable, own: ScoreTable, code: TieBreakCode, numbers: Collection[int], source: str
) -> Mapping[int, TieBreakValue]:
    """Add up opponents' scores times own points, which for teams may be of different kinds."""
    values = {}
    for number in numbers:
        points = {line.at: line.points for line in own.lines[number]}
        terms = []
        for opponent in opponents(theirs, number, code.forfeits):
            scored = points[opponent.line.at]
            value = opponent.score * scored
            working = f"{number_text(opponent.score)} × {number_text(scored)}"
            step = Step("contribution", float(value), AGAINST, working, source, digits=2)
            terms.append(
                TieBreakTerm(
                    value,
                    label(theirs, opponent),
                    opponent.line.opponent,
                    weight=opponent.score,
                    steps=(*opponent.steps, step),
                    voluntary=opponent.voluntary,
                )
            )
        values[number] = TieBreakValue.sum(cut(theirs, code, terms))
    return values


def extended_sonneborn_berger(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """13.2: EMMSB, EMGSB, EGMSB, EGGSB: opponents' totals by the first letter, own points by the other."""
    kinds: dict[str, Score] = {"M": "mp", "G": "gp"}
    theirs, own = table.by(kinds[code.name[1]]), table.by(kinds[code.name[2]])
    return products(theirs, own, code, numbers, "C.07, 13.2")


def koya(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """9.2: the points against those who have at least half of the points that were to be had.

    The most to be had is a win in every round that a participant can be paired in: in a round robin of an
    odd number the free round brings nothing. L±n moves the limit by n half points (14.5).
    """
    rounds = table.rounds
    if table.predetermined:
        rounds = max(
            (sum(bool(line.opponent) for line in lines) for lines in table.lines.values()), default=0
        )
    limit = table.worth(Result.WIN) * rounds / 2 + HALF * code.limit
    values = {}
    for number in numbers:
        terms = []
        for line in table.games(number, forfeits=True):
            score = table.scores[line.opponent]
            step = Step("score", float(score), f"limit {number_text(limit)}", source="C.07, 9.2", digits=1)
            term = TieBreakTerm(
                line.points,
                in_round(line.at, table.name(line.opponent)),
                line.opponent,
                steps=(step,),
            )
            terms.append(term if score >= limit else term.without("C.07, 9.2"))
        values[number] = TieBreakValue.sum(terms)
    return values


def round_robin_only(table: ScoreTable, code: TieBreakCode) -> str:
    """Tell why Koya must not be used."""
    return "" if table.predetermined else worded("for round robins (C.07, 9.2)")
