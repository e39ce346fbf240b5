"""Direct encounter: article 6 of C.07, and 13.3 for teams.

Where 13.3.3 and FIDE's own exercises (TEC 2023, exercise 45) differ, the exercises are followed: a subset
that stays tied within article 6 is ordered by the same score first (6.2), and only when article 6 is at its
end does the subset start again with the primary score (13.3.1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from arpad.core import Step
from arpad.rulebooks.fide.tiebreaks import boards
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.encounter import (
    Meetings,
    Order,
    as_values,
    by_value,
    direct_encounter,
    encounter_order,
    meetings,
)
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakValue

KNOCKOUT: Mapping[str, tuple[str, ...]] = {
    "EDE": (),
    "EDEBT": ("BC", "TBR"),
    "EDEBB": ("BC", "BBE"),
    "EDET": ("TBR",),
    "EDEB": ("BBE",),
}
"""What follows where exactly two teams are left (13.3.2)."""


def encounter(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """6: the place by the games among the tied; 0 where they decide nothing."""
    return direct_encounter(table, numbers, "C.07, 6", code.forfeits)


def extended(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """13.3: article 6 by the primary score, then by the secondary, then by boards where two are left."""
    first, second = table, table.by("mp" if table.score == "gp" else "gp")
    primary = meetings(first, numbers, code.forfeits)
    secondary = meetings(second, numbers, code.forfeits)
    order = _order(table, code, sorted(numbers), primary, secondary)

    def steps(number: int) -> tuple[Step, ...]:
        added = float(secondary.sum(number, numbers))
        return (Step("secondary score among them", added, source="C.07, 13.3.1", digits=1),)

    return as_values(first, order, primary, "C.07, 13.3", steps)


def _order(
    table: ScoreTable, code: TieBreakCode, group: Sequence[int], primary: Meetings, secondary: Meetings
) -> Order:
    if len(group) < 2:
        return [list(group)]
    order = encounter_order(primary, group)
    if len(order) == 1:
        order = encounter_order(secondary, group)
    if len(order) == 1 and len(group) == 2:
        return _by_boards(table, KNOCKOUT[code.name], group)
    if len(order) == 1:
        return order
    return [part for subgroup in order for part in _order(table, code, subgroup, primary, secondary)]


def _by_boards(table: ScoreTable, names: Sequence[str], group: Sequence[int]) -> Order:
    if table.by("mp").scores[group[0]] != table.by("mp").scores[group[1]]:
        return [list(group)]
    if table.by("gp").scores[group[0]] != table.by("gp").scores[group[1]]:
        return [list(group)]
    methods: dict[
        str, tuple[Callable[[ScoreTable, TieBreakCode, Collection[int]], Mapping[int, TieBreakValue]], int]
    ] = {
        "BC": (boards.board_count, -1),
        "TBR": (boards.top_boards, 1),
        "BBE": (boards.without_bottom, 1),
    }
    for name in names:
        method, sign = methods[name]
        keys: dict[int, Fraction | tuple[Fraction, ...]] = {
            number: tuple(sign * part for part in value.key)
            for number, value in method(table, TieBreakCode(name), group).items()
        }
        order = by_value(keys)
        if len(order) > 1:
            return order
    return [list(group)]
