"""How much of each criterion a bracket's pairing has, in descending priority: C.04.3 of 2017 (C.5 to C.19).

Score differences are those of A.8: of a pair, between its two; of a downfloater, to one point less than the
lowest score of the bracket. If the next bracket is the last one, whoever it leaves gets the bye, and must be
one who may have it (C.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from arpad.rulebooks.fide.pairing.common.players import DOWN, UP
from arpad.rulebooks.fide.pairing.dutch.brackets import Solved
from arpad.rulebooks.fide.pairing.dutch.edition_2017 import OldBracket
from arpad.rulebooks.fide.pairing.dutch.measures import Measure, faults_of

COLOURS = {
    "C.8": "pairs in which somebody's colour difference exceeds 2",
    "C.9": "pairs in which somebody has the same colour a third time",
    "C.10": "players without the colour they prefer",
    "C.11": "players without the colour they strongly prefer",
}
FLOATS = {
    "C.12": "players who float down and did so a round ago",
    "C.13": "players who float up and did so a round ago",
    "C.14": "players who float down and did so two rounds ago",
    "C.15": "players who float up and did so two rounds ago",
}


def measures(solved: Solved, unit: int) -> list[Measure]:
    """Return what applies to a bracket: C.7 in all but the last two.

    Args:
        solved: the bracket, an ``OldBracket``.
        unit: how much a point is in the scores' units.
    """
    bracket = solved.bracket
    assert isinstance(bracket, OldBracket)
    players, size = bracket.players, bracket.size
    below = players[size - 1].score - unit
    down = [(u, players[u].score - below) for u in solved.floaters]
    up: list[tuple[int, int]] = []
    gaps = [gap for _, gap in down]
    faults = [0, 0, 0, 0]
    for u, v in solved.pairs:
        gap = players[u].score - players[v].score
        gaps.append(gap)
        if gap:
            down.append((u, gap))
            up.append((v, gap))
        bits = faults_of(players[u], players[v])
        for at in range(4):
            faults[at] += bits >> at & 1
    told = [
        Measure("C.5", "downfloaters", len(solved.floaters), unit),
        Measure("C.6", "score differences of pairs and downfloaters", _descending(gaps), unit),
    ]
    if not bracket.whole:
        told += _next_bracket(bracket, solved, unit)
    told += [Measure(article, COLOURS[article], faults[at], unit) for at, article in enumerate(COLOURS)]
    again = []
    for back in (0, 1):
        again.append([gap for u, gap in down if players[u].floats[back] == DOWN])
        again.append([gap for u, gap in up if players[u].floats[back] == UP])
    told += [Measure(article, FLOATS[article], len(again[at]), unit) for at, article in enumerate(FLOATS)]
    for at, words in enumerate(FLOATS.values()):
        told.append(Measure(f"C.{16 + at}", f"score differences of {words}", _descending(again[at]), unit))
    return told


def _next_bracket(bracket: OldBracket, solved: Solved, unit: int) -> list[Measure]:
    mates = solved.mates
    players, size, near = bracket.players, bracket.size, bracket.near
    there = [*solved.floaters, *range(size, near)]
    below = players[near - 1].score - unit
    left = [u for u in there if mates[u] >= near]
    gaps = [players[u].score - below for u in left]
    gaps += [players[u].score - players[mates[u]].score for u in there if u < mates[u] < near]
    told = []
    if bracket.last and bracket.bye:
        barred = sum(not players[u].may_bye for u in left)
        told.append(Measure("C.7", "who is left by the last bracket and may not have the bye", barred, unit))
    return [
        *told,
        Measure("C.7", "downfloaters of the next bracket", len(left), unit),
        Measure("C.7", "score differences in the next bracket", _descending(gaps), unit),
    ]


def _descending(gaps: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(gaps, reverse=True))
