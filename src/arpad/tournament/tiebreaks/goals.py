"""Goals, discs, points for and against; and head-to-head as football orders the tied."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from arpad.core import Step, worded
from arpad.tournament.tiebreaks.catalogue import Compute, Kind
from arpad.tournament.tiebreaks.code import Code
from arpad.tournament.tiebreaks.encounter import Order, by_value, places
from arpad.tournament.tiebreaks.table import Line, Table
from arpad.tournament.tiebreaks.value import Term, Value, number_text

ZERO = Fraction(0)


def scored(line: Line) -> Fraction:
    """Return the goals that somebody scored in a round."""
    return line.entry.points or ZERO


def difference(line: Line) -> Fraction:
    """Return the goals scored less those conceded."""
    return (line.entry.points or ZERO) - (line.entry.against or ZERO)


def unknown(table: Table, code: Code) -> str:
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


def added(of: Callable[[Line], Fraction]) -> Compute:
    """Return the sum of what every round adds."""

    def compute(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
        return {
            number: Value.sum(
                Term(of(line), _label(table, line), line.opponent) for line in table.lines[number]
            )
            for number in numbers
        }

    return compute


def _label(table: Table, line: Line) -> str:
    result = line.result.value
    if line.entry.points is not None and line.entry.against is not None:
        result = f"{number_text(line.entry.points)}-{number_text(line.entry.against)}"
    if not line.opponent:
        return worded("round {round}: {result}", round=line.at, result=result)
    return worded(
        "round {round}: {name} {result}", round=line.at, name=table.name(line.opponent), result=result
    )


def among(of: Callable[[Line], Fraction]) -> Compute:
    """Return the sum of what the games among the tied add."""

    def compute(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
        tied = set(numbers)
        return {
            number: Value.sum(
                Term(of(line), _label(table, line), line.opponent)
                for line in table.lines[number]
                if line.opponent in tied
            )
            for number in numbers
        }

    return compute


def head_to_head(table: Table, code: Code, numbers: Collection[int]) -> Mapping[int, Value]:
    """Order the tied by their own games: points, goal difference, goals; and those still tied anew.

    Where it stands in the list says whether it comes before goal difference (UEFA) or after (FIFA).
    """
    order = _order(table, sorted(numbers))
    values = {}
    for number, place in places(order).items():
        points, goals, most = _three(table, number, numbers)
        terms = tuple(
            Term(line.points, _label(table, line), line.opponent)
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
        values[number] = Value(Fraction(place), terms, (step,))
    return values


def _three(table: Table, number: int, group: Collection[int]) -> tuple[Fraction, Fraction, Fraction]:
    lines = [line for line in table.lines[number] if line.opponent in group]
    return (
        sum((line.points for line in lines), ZERO),
        sum(map(difference, lines), ZERO),
        sum(map(scored, lines), ZERO),
    )


def _order(table: Table, group: Sequence[int]) -> Order:
    parts = by_value({number: _three(table, number, group) for number in group})
    if len(parts) == 1:
        return [list(group)]
    return [subgroup for part in parts for subgroup in _order(table, part)]


KINDS = (
    Kind("GD", "Goal difference", "football", added(difference), unfit=unknown, digits=0),
    Kind("GF", "Goals scored", "football", added(scored), unfit=unknown, digits=0),
    Kind(
        "H2H",
        "Head-to-head: points, goal difference and goals among the tied, and anew",
        "football",
        head_to_head,
        lower=True,
        among=True,
        digits=0,
    ),
    Kind("H2HP", "Points among the tied", "football", among(lambda line: line.points), among=True, digits=1),
    Kind(
        "H2HGD",
        "Goal difference among the tied",
        "football",
        among(difference),
        among=True,
        digits=0,
    ),
    Kind("H2HGF", "Goals among the tied", "football", among(scored), among=True, unfit=unknown, digits=0),
    Kind("DISC", "Discs, or other points of games, added", "", added(scored), unfit=unknown, digits=0),
    Kind("DD", "Discs less the opponents' discs", "", added(difference), unfit=unknown, digits=0),
)
