"""Articles 2 and 3 of C.04.5 and C.04.6 by writing everything out: every set, every pairing, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Legal = Callable[[Any, Any], bool]


def pairings(players: Sequence[Any], legal: Legal) -> Iterator[list[tuple[Any, Any]]]:
    """Yield every legal pairing of all, smaller numbers first."""
    if not players:
        yield []
        return
    one, *rest = sorted(players, key=lambda player: player.number)
    for other in rest:
        if legal(one, other):
            for more in pairings([player for player in rest if player is not other], legal):
                yield [(one, other), *more]


def possible(players: Sequence[Any], legal: Legal) -> bool:
    return next(pairings(players, legal), None) is not None


def identifier(pairing: list[tuple[Any, Any]]) -> list[int]:
    ordered = sorted((a.number, b.number) for a, b in pairing)
    return [a for a, _ in ordered] + [b for _, b in ordered]


def without(players: Sequence[Any], gone: Sequence[Any]) -> list[Any]:
    return [player for player in players if player not in gone]


def fewest(residents: Sequence[Any], below: Sequence[Any], legal: Legal) -> tuple[int, list[tuple[Any, ...]]]:
    """Return how many upfloaters are needed (C4, C3), and all sets of so many in the order of 3.5.4."""
    order = sorted(below, key=lambda player: (-player.score, player.number))
    for count in range(len(order) + 1):
        sets = [
            ups
            for ups in combinations(order, count)
            if possible([*residents, *ups], legal) and possible(without(order, ups), legal)
        ]
        if sets:
            return count, sorted(sets, key=lambda ups: [one.number for one in ups])
    raise AssertionError("they cannot be paired")


def upfloaters(
    residents: Sequence[Any], below: Sequence[Any], following: Fraction | None, procedure: Any
) -> Any:
    _, sets = fewest(residents, below, procedure.legal)
    best = max(sorted(one.score for one in ups) for ups in sets)
    sets = [ups for ups in sets if sorted(one.score for one in ups) == best]

    def needed(ups: Sequence[Any]) -> int:
        rest = without(below, ups)
        group = [player for player in rest if player.score == following]
        return fewest(group, without(rest, group), procedure.legal)[0] if group else 0

    def floated(ups: Sequence[Any]) -> int:
        return sum(one.floated for one in ups) if procedure.spare_floaters else 0

    if procedure.fewest:
        return min(sets, key=lambda ups: (needed(ups), floated(ups)))
    return min(sets, key=lambda ups: (needed(ups) > 1, floated(ups)))


def rounds_pairs(players: Sequence[Any], procedure: Any) -> list[list[tuple[int, int]]]:
    """Return the pairs bracket by bracket."""
    scores = sorted({player.score for player in players}, reverse=True)
    rest = list(players)
    found = []
    while rest:
        top = max(player.score for player in rest)
        residents = [player for player in rest if player.score == top]
        below = without(rest, residents)
        lower = [score for score in scores if score < top]
        ups = upfloaters(residents, below, lower[0] if lower else None, procedure)
        members = [*residents, *ups]

        def broken(pairing: list[tuple[Any, Any]], ups: Sequence[Any] = ups) -> list[int]:
            counts = [sum(cost(a, b) for a, b in pairing) for _, cost in procedure.costs]
            opponents = [
                other
                for a, b in pairing
                for one, other in ((a, b), (b, a))
                if one in ups and other not in ups
            ]
            if procedure.spare_opponents:
                counts.append(sum(one.floated for one in opponents))
            return counts

        best = min(
            pairings(members, procedure.legal), key=lambda pairing: (broken(pairing), identifier(pairing))
        )
        found.append(sorted((a.number, b.number) for a, b in best))
        rest = without(rest, members)
    return found


def bye(players: Sequence[Any], procedure: Any) -> Any:
    may = [one for one in players if one.may_bye and possible(without(players, [one]), procedure.legal)]
    return min(may, key=lambda one: (one.score, -one.played, -one.number)) if may else None
