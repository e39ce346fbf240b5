"""What pairs and floats cost by a bracket's criteria, and filling a net with it."""

from __future__ import annotations

from typing import Any, NamedTuple

from arpad.ratings.kernels import kernel
from arpad.rulebooks.fide.pairing.dutch.blossom import Net


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
        ups: [2 · n] whether an upfloat was had 1 and 2 rounds before.
        level: [n] which of the bracket's scores, from the highest.
        unit: [parts · words] what one of a criterion costs: C10, C11, C12, C13, then C15, C17, then C19 by
            levels, then C21 by levels.
        levels: how many of them.
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
    ups: Any
    level: Any
    unit: Any
    levels: int
    out_near: Any
    out_far: Any
    to_bye: Any


def bare_facts(none: Any, bracket: int = 0, near: int = 0, moved: int = 0) -> Facts:
    """Return facts without what costs are made of, given an empty array."""
    return Facts(bracket, near, -1, moved, none, none, none, none, none, none, none, 0, none, none, none)


@kernel
def colour_faults(facts: Facts, u: int, v: int) -> int:
    """Return which of C10, C11, C12, C13 a pair violates, as bits 1, 2, 4, 8."""
    due = facts.preference[u]
    if due == 0 or due != facts.preference[v]:
        return 0
    faults = 4
    one, two = facts.strength[u], facts.strength[v]
    if one == 3 and two == 3:
        wide, narrow = facts.difference[u], facts.difference[v]
        if wide > 1 and narrow > 1:
            faults += 1
        # Who has the smaller difference gives way, and must not get the same colour for the third time.
        if wide == narrow:
            if facts.repeated[u] != 0 and facts.repeated[u] == facts.repeated[v]:
                faults += 2
        else:
            loser = v if wide > narrow else u
            if facts.repeated[loser] != 0 and facts.repeated[loser] != due:
                faults += 2
    elif one >= 2 and two >= 2:
        faults += 8
    return faults


@kernel
def fill_costs(net: Net, facts: Facts) -> None:
    """Write the costs of all edges that leave from the bracket or from the next scoregroup."""
    n, words, near = net.n, net.words, facts.near
    units = facts.unit
    for u in range(near):
        for v in range(u + 1, n):
            if not net.allowed[u * n + v]:
                continue
            e, f = (u * n + v) * words, (v * n + u) * words
            if v >= near:
                for k in range(words):
                    value = facts.out_far[u * words + k]
                    if v == facts.bye:
                        value += facts.to_bye[u * words + k]
                    net.cost[e + k] = value
                    net.cost[f + k] = value
                continue
            if u >= facts.bracket:
                # The next scoregroup's own pairs cost nothing.
                continue
            if v >= facts.bracket:
                for k in range(words):
                    value = facts.out_near[u * words + k]
                    net.cost[e + k] = value
                    net.cost[f + k] = value
                continue
            if v < facts.moved:
                net.allowed[u * n + v] = 0
                net.allowed[v * n + u] = 0
                continue
            faults = colour_faults(facts, u, v)
            met_up = u < facts.moved and (facts.ups[2 * v] or facts.ups[2 * v + 1])
            if faults == 0 and not met_up:
                continue
            for k in range(words):
                value = 0
                if faults & 1:
                    value += units[k]
                if faults & 2:
                    value += units[words + k]
                if faults & 4:
                    value += units[2 * words + k]
                if faults & 8:
                    value += units[3 * words + k]
                if met_up:
                    for back in range(2):
                        if facts.ups[2 * v + back]:
                            value += units[(4 + back) * words + k]
                            at = 6 + back * facts.levels + facts.level[u]
                            value += units[at * words + k]
                net.cost[e + k] = value
                net.cost[f + k] = value


@kernel
def free_of_cost(net: Net, u: int, v: int) -> bool:
    """Return whether there is an edge, and it costs nothing."""
    if not net.allowed[u * net.n + v]:
        return False
    e = (u * net.n + v) * net.words
    for k in range(net.words):  # noqa: SIM110 (generators do not compile)
        if net.cost[e + k] != 0:
            return False
    return True
