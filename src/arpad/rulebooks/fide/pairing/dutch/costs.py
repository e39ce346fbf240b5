"""What pairs and floats cost by a bracket's criteria, and filling a graph with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from arpad.compiled.specialising import kernel
from arpad.rulebooks.fide.pairing.common.players import DOWN, LEVEL, UP, PairingPlayer
from arpad.rulebooks.fide.pairing.dutch.criteria import Feature
from arpad.tournament.matching.dense.graph import DenseGraph

COLOURS = {"": 0, "w": 1, "b": 2}
FEATURES = len(Feature)

APART = 1 << Feature.APART
DOWNS = 1 << Feature.DOWN_1 | 1 << Feature.DOWN_2
UPS = 1 << Feature.UP_1 | 1 << Feature.UP_2


class Facts(NamedTuple):
    """What the costs of a bracket's pairs depend on; vertices are the bracket, the next scoregroup, the rest.

    Args:
        bracket: how many vertices are the bracket's.
        near: how many are the bracket's or the next scoregroup's.
        bye: the vertex that stands for the bye, −1 without one.
        moved: how many of the bracket's are moved-down players; they come first.
        preference: [n] the colour due: 0 none, 1 White, 2 Black.
        strength: [n] of it, from 0 to 3.
        difference: [n] the size of the colour difference.
        repeated: [n] the colour of the two latest games, if the same.
        floated: [n] downfloats and upfloats a round ago and two, as bits of :class:`Feature`.
        level: [n] which of the scores, from the highest.
        levels: how many scores there are.
        used: the features that cost something, as bits.
        unit: [features · levels · levels · words] what a feature costs a pair, by the levels of its two.
        next_unit: [levels · levels · words] what a pair with the next scoregroup costs; empty if nothing.
        out_near: [n · words] what floating into the next scoregroup costs a vertex.
        out_far: [n · words] what remaining unpaired there too costs.
        to_bye: [n · words] what the bye costs beyond that.
    """

    bracket: int
    near: int
    bye: int
    moved: int
    preference: Any
    strength: Any
    difference: Any
    repeated: Any
    floated: Any
    level: Any
    levels: int
    used: int
    unit: Any
    next_unit: Any
    out_near: Any
    out_far: Any
    to_bye: Any


def bare_facts(none: Any, bracket: int = 0, near: int = 0, moved: int = 0) -> Facts:
    """Return facts without what costs are made of, given an empty array."""
    many = (none,) * 6
    return Facts(bracket, near, -1, moved, *many, 1, 0, none, none, none, none, none)


def facts_of(higher: PairingPlayer, lower: PairingPlayer) -> Facts:
    """Return the facts on two players by which their pair's features are known: vertices 0 and 1."""
    preference, strength, difference, repeated, floated = traits((higher, lower))
    return bare_facts([])._replace(
        preference=preference,
        strength=strength,
        difference=difference,
        repeated=repeated,
        floated=floated,
        level=[0, int(higher.score != lower.score)],
    )


def traits(players: Sequence[PairingPlayer]) -> list[list[int]]:
    """Return the columns of :class:`Facts` from ``preference`` to ``floated``."""
    colours = [player.colours for player in players]
    return [
        [COLOURS[history.preference] for history in colours],
        [history.strength for history in colours],
        [abs(history.difference) for history in colours],
        [COLOURS[history.repeated] for history in colours],
        [FLOATED[player.floats] for player in players],
    ]


FLOATED = {
    floats: sum(
        1 << feature
        for direction, pair in zip(
            floats, ((Feature.DOWN_1, Feature.UP_1), (Feature.DOWN_2, Feature.UP_2)), strict=True
        )
        for feature, this in zip(pair, (DOWN, UP), strict=True)
        if direction == this
    )
    for floats in product((LEVEL, DOWN, UP), repeat=2)
}
"""The floats of the previous round and of the one before, as bits of :class:`Feature`."""


@kernel
def colour_features(facts: Facts, u: int, v: int) -> int:
    """Return which features of colour a pair has, as bits: 1, 2, 4, 8 in the order of :class:`Feature`."""
    due = facts.preference[u]
    if due == 0 or due != facts.preference[v]:
        return 0
    bits = 4
    strength_u, strength_v = facts.strength[u], facts.strength[v]
    if strength_u == 3 and strength_v == 3:
        wide, narrow = facts.difference[u], facts.difference[v]
        if wide > 1 and narrow > 1:
            bits += 1
        # Who has the smaller difference gives way, and must not get the same colour for the third time.
        if wide == narrow:
            if facts.repeated[u] != 0 and facts.repeated[u] == facts.repeated[v]:
                bits += 2
        else:
            loser = v if wide > narrow else u
            if facts.repeated[loser] != 0 and facts.repeated[loser] != due:
                bits += 2
    elif strength_u >= 2 and strength_v >= 2:
        bits += 8
    return bits


@kernel
def features(facts: Facts, u: int, v: int) -> int:
    """Return which features a pair has, as bits of :class:`Feature`; ``u`` is the higher ranked."""
    bits = colour_features(facts, u, v)
    if facts.level[u] != facts.level[v]:
        bits |= APART | (facts.floated[u] & DOWNS) | (facts.floated[v] & UPS)
    return bits


@kernel
def fill_costs(graph: DenseGraph, facts: Facts) -> None:
    """Write the costs of all edges that leave from the bracket or from the next scoregroup."""
    n, words, near = graph.n, graph.words, facts.near
    levels = facts.levels
    for u in range(near):
        for v in range(u + 1, n):
            if not graph.allowed[u * n + v]:
                continue
            e, f = (u * n + v) * words, (v * n + u) * words
            if v >= near:
                for k in range(words):
                    value = facts.out_far[u * words + k]
                    if v == facts.bye:
                        value += facts.to_bye[u * words + k]
                    graph.cost[e + k] = value
                    graph.cost[f + k] = value
                continue
            if u >= facts.bracket:
                # The next scoregroup's own pairs cost nothing.
                continue
            at = (facts.level[u] * levels + facts.level[v]) * words
            if v >= facts.bracket:
                for k in range(words):
                    value = facts.out_near[u * words + k]
                    if len(facts.next_unit) > 0:
                        value += facts.next_unit[at + k]
                    graph.cost[e + k] = value
                    graph.cost[f + k] = value
                continue
            if v < facts.moved:
                graph.allowed[u * n + v] = 0
                graph.allowed[v * n + u] = 0
                continue
            bits = features(facts, u, v) & facts.used
            feature = 0
            while bits:
                if bits & 1:
                    of = feature * levels * levels * words + at
                    for k in range(words):
                        value = graph.cost[e + k] + facts.unit[of + k]
                        graph.cost[e + k] = value
                        graph.cost[f + k] = value
                bits >>= 1
                feature += 1


@kernel
def free_of_cost(graph: DenseGraph, u: int, v: int) -> bool:
    """Return whether there is an edge, and it costs nothing."""
    if not graph.allowed[u * graph.n + v]:
        return False
    e = (u * graph.n + v) * graph.words
    for k in range(graph.words):  # noqa: SIM110 (generators do not compile)
        if graph.cost[e + k] != 0:
            return False
    return True
