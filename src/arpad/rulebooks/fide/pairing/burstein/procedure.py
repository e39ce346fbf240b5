"""A round of Burstein's system after the seeding rounds: all brackets from the top, with colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from arpad.rulebooks.fide.pairing.burstein.brackets import BursteinBracket, paired
from arpad.rulebooks.fide.pairing.burstein.players import BursteinField
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision, Rule, allocate
from arpad.tournament.matching import Completion


class BursteinSolution(NamedTuple):
    """A bracket that is paired, with colours.

    Args:
        bracket: its pairs and floaters.
        games: White and Black, and the article that gives the colours.
    """

    bracket: BursteinBracket
    games: tuple[tuple[int, int, Rule], ...]


Pairing = Callable[[Completion, list[int], list[int]], BursteinBracket]
"""How a bracket is paired: given who can still be paired, its players, and those below."""


def brackets(
    field: BursteinField, bye: ByeDecision, pairing: Pairing | None = None
) -> list[BursteinSolution]:
    """Pair all brackets, from the top (1.9.2).

    Args:
        field: everybody.
        bye: who has the bye.
        pairing: how a bracket is paired; None for the rules' own way.
    """
    pairing = pairing or partial(paired, field)
    players = field.players
    completion = field.completion()
    left = [v for v in range(len(players)) if v != bye.vertex]
    if bye.vertex is not None:
        completion.remove(bye.vertex)
    floaters: tuple[int, ...] = ()
    solved = []
    while left or floaters:
        residents = [v for v in left if players[v].score == players[left[0]].score]
        below = left[len(residents) :]
        bracket = pairing(completion, [*floaters, *residents], below)
        gone = [v for pair in bracket.pairs for v in pair]
        if gone:
            completion.remove(*gone)
        solved.append(BursteinSolution(bracket, coloured(field, bracket)))
        left, floaters = below, bracket.floaters
    return solved


def coloured(field: BursteinField, bracket: BursteinBracket) -> tuple[tuple[int, int, Rule], ...]:
    """Return White and Black of each pair, and the article that says so (5.2)."""
    games = []
    for high, low in bracket.pairs:
        colour, rule = allocate(field.due(high), field.due(low), field.state.initial)
        games.append((high, low, rule) if colour == "w" else (low, high, rule))
    return tuple(games)
