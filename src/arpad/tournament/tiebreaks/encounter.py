"""Direct encounter: the games of the tied among themselves, as article 6 of FIDE's C.07 lays it out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from arpad.core import Step, worded
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, number_text

Order = list[list[int]]
"""The tied in groups, best first; who is in one group is still tied."""


@dataclass(frozen=True)
class Meetings:
    """What the tied scored against each other.

    Args:
        scores: (one, another) → the average of one's points in their games (6.1.2).
        most: what a game that was not played could have brought.
        least: what it brings at worst.
        swiss: whether somebody may be first whatever the missing games (6.3).
    """

    scores: Mapping[tuple[int, int], Fraction]
    most: Fraction
    least: Fraction
    swiss: bool = True

    def sum(self, number: int, group: Collection[int]) -> Fraction:
        """Return somebody's points against a group."""
        return sum((points for other, points in self.of(number).items() if other in group), Fraction(0))

    def missing(self, number: int, group: Collection[int]) -> int:
        """Return how many of a group somebody has not met."""
        played = sum(other in group for other in self.of(number))
        return len(group) - (number in group) - played

    def of(self, number: int) -> Mapping[int, Fraction]:
        """Return somebody's points by the opponents met."""
        return self._by_player.get(number, {})

    @cached_property
    def _by_player(self) -> Mapping[int, Mapping[int, Fraction]]:
        """The points by player and opponent: of hundreds who are tied hardly any have met."""
        by_player: dict[int, dict[int, Fraction]] = {}
        for (number, other), points in self.scores.items():
            by_player.setdefault(number, {})[other] = points
        return by_player


def meetings(table: ScoreTable, group: Collection[int], forfeits: bool = False) -> Meetings:
    """Return what a group scored against each other.

    Args:
        table: the tournament, by the score that counts.
        group: the tied.
        forfeits: whether forfeits count; of pre-determined pairings they always do (15.2).
    """
    among = set(group)
    points: dict[tuple[int, int], list[Fraction]] = {}
    for number in group:
        for line in table.games(number, forfeits or table.predetermined):
            if line.opponent in among:
                points.setdefault((number, line.opponent), []).append(line.points)
    averages = {pair: sum(values, Fraction(0)) / len(values) for pair, values in points.items()}
    return Meetings(
        averages,
        table.worth(Result.WIN),
        table.worth(Result.LOSS),
        swiss=not table.predetermined,
    )


def encounter_order(encounters: Meetings, group: Sequence[int]) -> Order:
    """Return a tied group as its own games order it (6.2, 6.3), as far as they do."""
    group = sorted(group)
    if len(group) < 2:
        return [group]
    if all(pair in encounters.scores for pair in combinations(group, 2)):
        parts = by_value({number: encounters.sum(number, group) for number in group})
        if len(parts) == 1:
            return [group]
        return [subgroup for part in parts for subgroup in encounter_order(encounters, part)]
    if not encounters.swiss:
        return [group]
    ahead, left = [], list(group)
    while len(left) > 1 and (first := _first_anyway(encounters, group, left)) is not None:
        ahead.append([first])
        left.remove(first)
    if not ahead:
        return [group]
    return ahead + encounter_order(encounters, left)


def _first_anyway(encounters: Meetings, group: Sequence[int], left: Sequence[int]) -> int | None:
    """Return who will be alone at the top of those left, whatever the missing games bring."""
    among = set(group)
    worst = {
        number: encounters.sum(number, among) + encounters.least * encounters.missing(number, among)
        for number in left
    }
    # Nobody but who has most at worst can have more than all others have at best.
    first = max(left, key=worst.__getitem__)
    alone = all(
        encounters.sum(other, among) + encounters.most * encounters.missing(other, among) < worst[first]
        for other in left
        if other != first
    )
    return first if alone else None


def by_value(values: Mapping[int, Fraction | tuple[Fraction, ...]]) -> Order:
    """Return numbers in groups of the same value, the greatest first."""
    groups: dict[Fraction | tuple[Fraction, ...], list[int]] = {}
    for number in sorted(values):
        groups.setdefault(values[number], []).append(number)
    return [groups[value] for value in sorted(groups, reverse=True)]


def places(order: Order) -> dict[int, int]:
    """Return everybody's place among the tied, from 1; 0 for all where nothing was decided."""
    if len(order) == 1:
        return dict.fromkeys(order[0], 0)
    by_number, place = {}, 1
    for part in order:
        by_number.update(dict.fromkeys(part, place))
        place += len(part)
    return by_number


def as_values(
    table: ScoreTable,
    order: Order,
    encounters: Meetings,
    source: str,
    steps: Callable[[int], tuple[Step, ...]] = lambda number: (),
) -> dict[int, TieBreakValue]:
    """Return the places of a tied group as values whose terms are the games among them."""
    group = [number for part in order for number in part]
    if len(group) < 2:
        return {number: TieBreakValue(Fraction(0)) for number in group}
    tied = set(group)
    values = {}
    for number, place in places(order).items():
        terms = tuple(
            TieBreakTerm(points, table.name(other), other)
            for other, points in sorted(encounters.of(number).items())
            if other in tied
        )
        added = sum((term.value for term in terms), Fraction(0))
        scored = worded(
            "points against the {count} tied: {points}", count=len(group), points=number_text(added)
        )
        if missing := encounters.missing(number, tied):
            scored = worded("{scored}, {missing} not met", scored=scored, missing=missing)
        outcome = f"{place}" if place else worded("undecided")
        step = Step("place among them", outcome, source=source, note=scored)
        values[number] = TieBreakValue(Fraction(place), terms, (*steps(number), step))
    return values


def direct_encounter(
    table: ScoreTable, group: Collection[int], source: str, forfeits: bool = False
) -> dict[int, TieBreakValue]:
    """Return the places of a tied group by the games among them."""
    encounters = meetings(table, group, forfeits)
    return as_values(table, encounter_order(encounters, sorted(group)), encounters, source)
