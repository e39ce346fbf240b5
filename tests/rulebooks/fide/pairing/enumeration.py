"""Articles 2 and 3 of C.04.5 and C.04.6 by writing everything out: every set, every pairing, in their order.

Who may meet and what a pair costs stand here as well, from the articles: nothing is asked of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

Legal = Callable[[Any, Any], bool]

STRONG = 2
"""How strong a preference is written to be that C9 of C.04.6 counts."""


@dataclass(frozen=True)
class Articles:
    """What a round is compared by.

    Args:
        costs: of a pair, the most important first: name of the criterion, and how often it is broken.
        spares: whether floats of the previous round count.
        opponents: the criterion by which those of the upfloaters' opponents count.
        fewest: whether C6 asks for as few upfloaters as possible below, or else for none or one.
        prohibited: pairs that the tournament forbids, the smaller number first.
    """

    costs: tuple[tuple[str, Callable[[Any, Any], int]], ...]
    spares: bool
    opponents: str
    fewest: bool = True
    prohibited: frozenset[tuple[int, int]] = frozenset()

    def legal(self, one: Any, other: Any) -> bool:
        """C1: two who have met do not meet again; nor do those whom the tournament forbids to."""
        a, b = sorted((one.number, other.number))
        return (a, b) not in self.prohibited and not {one.number, other.number} & (
            one.opponents | other.opponents
        )


def of_teams(kind: str, at: int, planned: int, following: str = "fewest") -> Articles:
    """C.04.6, Article 2: C7 and C10 do not hold in the last two rounds; C8 is of both types of preferences, C9
    of Type B alone."""
    costs: list[tuple[str, Callable[[Any, Any], int]]] = []
    if kind != "none":
        costs.append(("C8", same_preference))
    if kind == "b":
        costs.append(("C9", same_strong_preference))
    return Articles(tuple(costs), at + 1 < planned, "C10", following == "fewest")


def of_double_swiss(at: int, planned: int) -> Articles:
    """C.04.5, Article 2: no preferences; C7 and C8 do not hold in the last round."""
    return Articles((), at < planned, "C8")


def same_preference(one: Any, other: Any) -> int:
    """C8: how many of the two do not get the colour that they prefer."""
    return 1 if one.preference in ("w", "b") and other.preference == one.preference else 0


def same_strong_preference(one: Any, other: Any) -> int:
    """C9: how many do not get a colour that they strongly prefer."""
    return same_preference(one, other) if (one.strength, other.strength) == (STRONG, STRONG) else 0


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
    residents: Sequence[Any], below: Sequence[Any], following: Fraction | None, articles: Articles
) -> Any:
    _, sets = fewest(residents, below, articles.legal)
    best = max(sorted(one.score for one in ups) for ups in sets)
    sets = [ups for ups in sets if sorted(one.score for one in ups) == best]

    def needed(ups: Sequence[Any]) -> int:
        rest = without(below, ups)
        group = [player for player in rest if player.score == following]
        return fewest(group, without(rest, group), articles.legal)[0] if group else 0

    def floated(ups: Sequence[Any]) -> int:
        return sum(one.floated for one in ups) if articles.spares else 0

    if articles.fewest:
        return min(sets, key=lambda ups: (needed(ups), floated(ups)))
    return min(sets, key=lambda ups: (needed(ups) > 1, floated(ups)))


def rounds_pairs(players: Sequence[Any], articles: Articles) -> list[list[tuple[int, int]]]:
    """Return the pairs bracket by bracket."""
    scores = sorted({player.score for player in players}, reverse=True)
    rest = list(players)
    found = []
    while rest:
        top = max(player.score for player in rest)
        residents = [player for player in rest if player.score == top]
        below = without(rest, residents)
        lower = [score for score in scores if score < top]
        ups = upfloaters(residents, below, lower[0] if lower else None, articles)
        members = [*residents, *ups]

        def broken(pairing: list[tuple[Any, Any]], ups: Sequence[Any] = ups) -> list[int]:
            counts = [sum(cost(a, b) for a, b in pairing) for _, cost in articles.costs]
            opponents = [
                other
                for a, b in pairing
                for one, other in ((a, b), (b, a))
                if one in ups and other not in ups
            ]
            if articles.spares:
                counts.append(sum(one.floated for one in opponents))
            return counts

        best = min(
            pairings(members, articles.legal), key=lambda pairing: (broken(pairing), identifier(pairing))
        )
        found.append(sorted((a.number, b.number) for a, b in best))
        rest = without(rest, members)
    return found


def bye(players: Sequence[Any], articles: Articles) -> Any:
    may = [one for one in players if one.may_bye and possible(without(players, [one]), articles.legal)]
    return min(may, key=lambda one: (one.score, -one.played, -one.number)) if may else None
