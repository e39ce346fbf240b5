"""Brackets of a top scoregroup and upfloaters: what C.04.5 and C.04.6 share (their Articles 2 and 3).

The articles order sets of upfloaters, and pairings of a bracket, and take the first that complies best. Here
each choice is one perfect matching whose edges weigh what the criteria count, the most important first, and
below them what the order compares; so the first of the best is found without writing the order out.

That is possible since everything adds up over pairs. With as few upfloaters as possible (C4) no two of them
meet, else both could stay below; so each meets a resident, and pairs say who floats. Of two sets with the
same scores the one comes first that has the smallest number in which they differ. Of two identifiers the same
holds for the top members; then the bottom members are compared in the order of their top members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

import numpy as np

from arpad.core import worded
from arpad.tournament.conflict import conflict_of
from arpad.tournament.matching import maximum_cardinality_matching, maximum_weight_matching
from arpad.tournament.system import NoLegalRound


class NumberedParticipant(Protocol):
    """Who can be named, and may have the bye or not."""

    @property
    def number(self) -> int:
        """The pairing number (TPN)."""
        ...

    @property
    def may_bye(self) -> bool:
        """Whether the bye may be theirs (C2)."""
        ...

    @property
    def opponents(self) -> frozenset[int]:
        """Whom they have played."""
        ...


class SwissParticipant(NumberedParticipant, Protocol):
    """What the procedure needs to know of a team, or of a player."""

    @property
    def score(self) -> Fraction:
        """The score that makes scoregroups, virtual points among it."""
        ...

    @property
    def played(self) -> int:
        """How many matches were played."""
        ...

    @property
    def floated(self) -> bool:
        """Whether the previous round's match was against another score."""
        ...


P = TypeVar("P", bound=SwissParticipant)
N = TypeVar("N", bound=NumberedParticipant)


@dataclass(frozen=True)
class Procedure(Generic[P]):
    """What differs between the two texts.

    Args:
        article: the text's number, ``C.04.6``.
        legal: whether two may meet (C1, and who is not to meet).
        costs: of a pair: name of the criterion and how often it is broken, the most important first.
        spare_floaters: whether C7 holds: upfloaters should not have floated in the previous round.
        spare_opponents: whether their opponents should not have either (C10, or C8 of C.04.5).
        opponents: the name of that criterion.
        fewest: whether C6 asks for as few upfloaters as possible in the following scoregroup's bracket;
            otherwise for none or one, or else for nothing.
    """

    article: str
    legal: Callable[[P, P], bool]
    costs: Sequence[tuple[str, Callable[[P, P], int]]]
    spare_floaters: bool
    spare_opponents: bool
    opponents: str
    fewest: bool = True


@dataclass(frozen=True)
class TeamBracket(Generic[P]):
    """A bracket and how it was paired.

    Args:
        residents: the top scoregroup.
        upfloaters: the teams that joined it, in the order of 3.5.3.
        pairs: top members first, ascending.
        counts: per criterion, what could not be avoided.
    """

    residents: tuple[P, ...]
    upfloaters: tuple[P, ...]
    pairs: tuple[tuple[P, P], ...]
    counts: Mapping[str, int] = field(default_factory=dict)


def bye_of(players: Sequence[P], procedure: Procedure[P]) -> P | None:
    """Return who gets the pairing-allocated bye (3.4); nobody if the number is even.

    Raises:
        NoLegalRound: it cannot be given so that all others can be paired.
    """
    if len(players) % 2 == 0:
        return None
    order = sorted(
        (player for player in players if player.may_bye),
        key=lambda player: (player.score, -player.played, -player.number),
    )
    for player in order:
        rest = [other for other in players if other is not player]
        if can_pair(rest, procedure.legal):
            return player
    raise no_round(players, procedure)


CallUp = Callable[[Sequence[P], Sequence[P], Fraction | None], tuple[list[P], dict[str, int]]]
"""Finds the upfloaters: given residents, everybody below, and the following score; see ``upfloaters``."""


def brackets(
    players: Sequence[P], procedure: Procedure[P], call_up: CallUp[P] | None = None
) -> tuple[TeamBracket[P], ...]:
    """Return the round's brackets, from the top (3.3.2).

    Args:
        players: an even number.
        procedure: the text.
        call_up: how upfloaters are found; None for the text's own way.

    Raises:
        NoLegalRound: not all of them can be paired.
    """
    if not can_pair(players, procedure.legal):
        raise no_round(players, procedure)
    scores = sorted({player.score for player in players}, reverse=True)
    rest = sorted(players, key=lambda player: (-player.score, player.number))
    paired_brackets = []
    while rest:
        top = rest[0].score
        residents = [player for player in rest if player.score == top]
        at = scores.index(top) + 1
        following = scores[at] if at < len(scores) else None
        below = rest[len(residents) :]
        if call_up is None:
            ups, counts = upfloaters(residents, below, following, procedure)
        else:
            ups, counts = call_up(residents, below, following)
        bracket = paired(residents, ups, counts, procedure)
        paired_brackets.append(bracket)
        gone = {player.number for player in (*residents, *ups)}
        rest = [player for player in rest if player.number not in gone]
    return tuple(paired_brackets)


def upfloaters(
    residents: Sequence[P],
    below: Sequence[P],
    following: Fraction | None,
    procedure: Procedure[P],
) -> tuple[list[P], dict[str, int]]:
    """Return the set of upfloaters (3.5), and what C4, C6 and C7 count for it.

    Args:
        residents: the top scoregroup.
        below: everybody else who is yet to be paired.
        following: the score of the next scoregroup of the round, even if all of it has been paired already.
        procedure: the text.
    """
    legal = procedure.legal
    if can_pair(residents, legal) and can_pair(below, legal):
        return [], {"C4": 0, "C6": 0, "C7": 0}
    order = sorted(below, key=lambda player: (-player.score, player.number))
    everybody = [*residents, *order]
    inside = len(residents)
    edges = legal_edges(everybody, legal)
    up = [
        everybody[b] if (a < inside) != (b < inside) else None for a, b in edges
    ]  # the first named is the higher ranked
    lowest = sorted({player.score for player in order})
    # C4 and C5: few upfloaters, and few of the lowest scores.
    few = [[int(b < inside) for _, b in edges]]
    few += [[int(upfloater is None or upfloater.score != score) for upfloater in up] for score in lowest[:-1]]
    mates = search(len(everybody), edges, few)
    chosen = _upfloaters_of(mates, inside)
    # Between sets of these scores: C6, C7, and the order of 3.5.4.
    follow = [int(a >= inside and everybody[a].score == following == everybody[b].score) for a, b in edges]
    level = {score: sum(order[i].score == score for i in chosen) for score in lowest}
    left = (
        0
        if following is None
        else sum(player.score == following for player in order) - level.get(following, 0)
    )
    spared = [
        int(not (procedure.spare_floaters and upfloater is not None and upfloater.floated))
        for upfloater in up
    ]
    whole = {score for score, count in level.items() if count in (0, sum(p.score == score for p in order))}
    ranks = [i for i, player in enumerate(order) if player.score not in whole]
    rank = {inside + i: len(ranks) - 1 - at for at, i in enumerate(ranks)}
    first = [1 << rank[b] if a < inside <= b and b in rank else 0 for a, b in edges]
    for levels in ([follow, spared, first], [spared, first, follow]):
        mates = search(len(everybody), edges, [*few, *levels])
        chosen = _upfloaters_of(mates, inside)
        needed = left - 2 * sum(1 for (a, b), yes in zip(edges, follow, strict=True) if yes and mates[a] == b)
        if procedure.fewest or needed <= 1:
            break
    ups = [order[i] for i in chosen]
    floated = sum(player.floated for player in ups) if procedure.spare_floaters else 0
    return ups, {"C4": len(ups), "C6": needed, "C7": floated}


def paired(
    residents: Sequence[P],
    ups: Sequence[P],
    counts: Mapping[str, int],
    procedure: Procedure[P],
) -> TeamBracket[P]:
    """Pair a bracket (3.6): of the pairings that break the criteria least, the first by its identifier."""
    members = sorted((*residents, *ups), key=lambda player: player.number)
    floating = {player.number for player in ups}
    criteria = [(name, cost) for name, cost in procedure.costs]
    if procedure.spare_opponents and ups:
        criteria.append((procedure.opponents, lambda a, b: int(_opponent_floated(a, b, floating))))
    n = len(members)
    half = n // 2
    proposed = [(members[i], members[i + half]) for i in range(half)]
    if not all(procedure.legal(a, b) and not any(cost(a, b) for _, cost in criteria) for a, b in proposed):
        edges = legal_edges(members, procedure.legal)
        levels = []
        for _, cost in criteria:
            values = [cost(members[a], members[b]) for a, b in edges]
            most = max(values, default=0)
            if most:
                levels.append([most - value for value in values])
        mates = search(n, edges, [*levels, *_identifier(n, edges)])
        proposed = [(members[a], members[b]) for a, b in enumerate(mates) if a < b]
    counted = {name: sum(cost(a, b) for a, b in proposed) for name, cost in criteria}
    return TeamBracket(tuple(residents), tuple(ups), tuple(proposed), {**counts, **counted})


def search(n: int, edges: Sequence[tuple[int, int]], levels: Sequence[Sequence[int]]) -> list[int]:
    """Return the perfect matching of largest weight: for each vertex its mate.

    Args:
        n: how many vertices there are.
        edges: who may meet.
        levels: per level, the most important first, a weight from 0 for every edge.
    """
    weights = [0] * len(edges)
    for values in levels:
        room = n // 2 * max(values, default=0) + 1
        weights = [weight * room + value for weight, value in zip(weights, values, strict=True)]
    mates: list[int] = maximum_weight_matching(n, np.array(edges), weights, perfect=True).tolist()
    return mates


def legal_edges(players: Sequence[N], legal: Callable[[N, N], bool]) -> list[tuple[int, int]]:
    """Return who may meet, by their places in the list, the earlier first."""
    return [
        (a, b)
        for a, player in enumerate(players)
        for b in range(a + 1, len(players))
        if legal(player, players[b])
    ]


def can_pair(players: Sequence[N], legal: Callable[[N, N], bool]) -> bool:
    """Return whether all can be paired."""
    n = len(players)
    if n % 2:
        return False
    half = n // 2
    if all(legal(players[i], players[i + half]) for i in range(half)):
        return True
    mates = maximum_cardinality_matching(n, np.array(legal_edges(players, legal)).reshape(-1, 2))
    return bool((mates >= 0).all())


def no_round(players: Sequence[P], procedure: Procedure[P]) -> NoLegalRound:
    """Return the error, with the smallest conflict found."""
    numbers, text = blocked(players, procedure.legal)
    return NoLegalRound(
        worded("not all can be paired without a second meeting or a second bye: {text}", text=text),
        article=f"{procedure.article}, 3.3.3",
        players=numbers,
        remedy="The Chief Arbiter decides what to do.",
    )


def blocked(players: Sequence[N], legal: Callable[[N, N], bool]) -> tuple[tuple[int, ...], str]:
    """Return who cannot all be paired, by numbers, and why in words; see :mod:`arpad.tournament.conflict`.

    Args:
        players: the teams that cannot all be paired, one of an odd number with the bye.
        legal: whether two may meet.
    """
    n = len(players)
    size = n + n % 2
    allowed = np.zeros((size, size), bool)
    for a, b in legal_edges(players, legal):
        allowed[a, b] = allowed[b, a] = True
    if n % 2:
        allowed[n, :n] = allowed[:n, n] = [player.may_bye for player in players]

    def why(a: int, b: int) -> str:
        if n in (a, b):
            return "may not have"
        return "has met" if players[b].number in players[a].opponents else "may not meet"

    return conflict_of(allowed, [player.number for player in players], why)


def _upfloaters_of(mates: Sequence[int], inside: int) -> list[int]:
    """Return who of those below meets a resident, by their places below."""
    return sorted(mate - inside for mate in mates[:inside] if mate >= inside)


def _opponent_floated(a: P, b: P, floating: Iterable[int]) -> bool:
    up = [player.number in floating for player in (a, b)]
    return (up[0] and not up[1] and b.floated) or (up[1] and not up[0] and a.floated)


def _identifier(n: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the levels that put identifiers (3.6.2) in their order, of vertices in the order of numbers."""
    tops = [1 << (n - 1 - a) for a, _ in edges]
    # The bottom members, as digits of a number: that of the first top member is the highest.
    bottoms = [(n - 1 - b) * n ** (n - 1 - a) for a, b in edges]
    return [tops, bottoms]
