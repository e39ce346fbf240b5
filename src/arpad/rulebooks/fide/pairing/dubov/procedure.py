"""A round of Dubov's system: all brackets from the top, with colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision, Rule, allocate
from arpad.rulebooks.fide.pairing.dubov.brackets import Groups, grouped
from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.rulebooks.fide.pairing.dubov.upfloaters import chosen


class DubovSolution(NamedTuple):
    """A bracket that is paired; all are vertices of the field.

    Args:
        residents: of the scoregroup, without those who have come up from it.
        upfloaters: who comes up from below.
        groups: how it was divided.
        games: White and Black, and the article that gives the colours.
    """

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    groups: Groups
    games: tuple[tuple[int, int, Rule], ...]


def brackets(field: DubovField, bye: ByeDecision) -> list[DubovSolution]:
    """Pair all brackets, from the top (1.9.2)."""
    completion = field.completion()
    left = [v for v in range(len(field.players)) if v != bye.vertex]
    if bye.vertex is not None:
        completion.remove(bye.vertex)
    solved = []
    while left:
        top = field.seekers[left[0]].score
        residents = [v for v in left if field.seekers[v].score == top]
        upfloaters = chosen(field, completion, residents, left[len(residents) :])
        bracket = sorted([*residents, *upfloaters])
        groups = grouped(field, bracket)
        completion.remove(*bracket)
        gone = set(bracket)
        left = [v for v in left if v not in gone]
        games = coloured(field, list(zip(groups.s1, groups.t2, strict=True)))
        solved.append(DubovSolution(tuple(residents), upfloaters, groups, games))
    return solved


def coloured(field: DubovField, pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, Rule], ...]:
    """Return White and Black of each pair, and the article that says so (5.2)."""
    games = []
    for pair in pairs:
        # Vertices are in the order of score and pairing number, which is the ranking of 5.2.1.
        high, low = sorted(pair)
        colour, rule = allocate(field.seekers[high].as_due, field.seekers[low].as_due, field.state.initial)
        games.append((high, low, rule) if colour == "w" else (low, high, rule))
    return tuple(games)
