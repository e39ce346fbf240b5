"""Goals, discs, points for and against; and head-to-head as football orders the tied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from arpad.core import Step, worded
from arpad.tournament.tiebreaks.catalogue import Compute, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.encounter import Order, by_value, places
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, number_text

ZERO = Fraction(0)


def scored(line: ScoreLine) -> Fraction:
    """Return the goals that somebody scored in a round."""
    return line.entry.points or ZERO


def difference(line: ScoreLine) -> Fraction:
    """Return the goals scored less those conceded."""
    return (line.entry.points or ZERO) - (line.entry.against or ZERO)


def unknown(table: ScoreTable, code: TieBreakCode) -> str:
    """Tell that goals or discs cannot be added, as a game that was played lacks them."""
    for number in table.numbers:
        for line in table.lines[number]:
            if line.played and line.entry.points is None:
                return worded(
                    "nobody has said by how much a game was won: round {round}, {name} against {other}",
                    round=line.at,
                    name=table.name(number),
                    other=table.name(line.opponent),
                )
    return ""


def added(of: Callable[[ScoreLine], Fraction]) -> Compute:
    """Return the sum of what every round adds."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        return {
            number: TieBreakValue.sum(
                TieBreakTerm(of(line), _label(table, line), line.opponent) for line in table.lines[number]
            )
            for number in numbers
        }

    return compute


def _label(table: ScoreTable, line: ScoreLine) -> str:
    result = line.result.value
    if line.entry.points is not None and line.entry.against is not None:
        result = f"{number_text(line.entry.points)}-{number_text(line.entry.against)}"
    if not line.opponent:
        return worded("round {round}: {result}", round=line.at, result=result)
    return worded(
        "round {round}: {name} {result}", round=line.at, name=table.name(line.opponent), result=result
    )


def among(of: Callable[[ScoreLine], Fraction]) -> Compute:
    """Return the sum of what the games among the tied add."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        tied = set(numbers)
        return {
            number: TieBreakValue.sum(
                TieBreakTerm(of(line), _label(table, line), line.opponent)
                for line in table.lines[number]
                if line.opponent in tied
            )
            for number in numbers
        }

    return compute


def head_to_head(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """Order the tied by their own games: points, goal difference, goals; and those still tied anew.

    Where it stands in the list says whether it comes before goal difference (UEFA) or after (FIFA).
    """
    order = _order(table, sorted(numbers))
    values = {}
    for number, place in places(order).items():
        points, goals, most = _three_values(table, number, numbers)
        terms = tuple(
            TieBreakTerm(line.points, _label(table, line), line.opponent)
            for line in table.lines[number]
            if line.opponent in numbers
        )
        scored = worded(
            "against the tied: points {points}, goals {goals} apart, {most} scored",
            points=number_text(points),
            goals=number_text(goals),
            most=number_text(most),
        )
        step = Step("place among them", str(place) if place else worded("undecided"), note=scored)
        values[number] = TieBreakValue(Fraction(place), terms, (step,))
    return values


def _three_values(
    table: ScoreTable, number: int, group: Collection[int]
) -> tuple[Fraction, Fraction, Fraction]:
    lines = [line for line in table.lines[number] if line.opponent in group]
    return (
        sum((line.points for line in lines), ZERO),
        sum(map(difference, lines), ZERO),
        sum(map(scored, lines), ZERO),
    )


def _order(table: ScoreTable, group: Sequence[int]) -> Order:
    parts = by_value({number: _three_values(table, number, group) for number in group})
    if len(parts) == 1:
        return [list(group)]
    return [subgroup for part in parts for subgroup in _order(table, part)]


KINDS = (
    TieBreakKind("GD", "Goal difference", "football", added(difference), unfit=unknown, digits=0),
    TieBreakKind("GF", "Goals scored", "football", added(scored), unfit=unknown, digits=0),
    TieBreakKind(
        "H2H",
        "Head-to-head: points, goal difference and goals among the tied, and anew",
        "football",
        head_to_head,
        lower=True,
        among=True,
        digits=0,
    ),
    TieBreakKind(
        "H2HP", "Points among the tied", "football", among(lambda line: line.points), among=True, digits=1
    ),
    TieBreakKind(
        "H2HGD",
        "Goal difference among the tied",
        "football",
        among(difference),
        among=True,
        digits=0,
    ),
    TieBreakKind(
        "H2HGF", "Goals among the tied", "football", among(scored), among=True, unfit=unknown, digits=0
    ),
    TieBreakKind(
        "DISC", "Discs, or other points of games, added", "", added(scored), unfit=unknown, digits=0
    ),
    TieBreakKind("DD", "Discs less the opponents' discs", "", added(difference), unfit=unknown, digits=0),
)
