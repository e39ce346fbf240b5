"""TrueSkill's contests of three sides or more: a chain of places, solved by expectation propagation.

References:
    Herbrich, R., Minka, T. and Graepel, T. (2006), TrueSkill: a Bayesian skill rating system. *NIPS* 19.

The nodes of the chain are the places. A place that one side has is that side's performance. A place that
several share is a level, of which nothing is known before: the performance of each of its sides lies within
h = Φ⁻¹((p + 1) / 2) · √n · β of it, with n players on the side. The margins of two sides add up, as
variances, to that of the paper's draw margin between them. Each place beats the next by more than the draw
margin. So no order of the sides that tie says anything: the paper's chain compares tied sides as neighbours
in the order of the record, so that only the last of two that share the first place would be told to have
beaten the third.

Messages are precisions, and means times precision about a reference of their node.
"""

from __future__ import annotations

import math
from typing import Any

from arpad.compiled.specialising import kernel
from arpad.ratings.contests.trueskill_math import above, within

TOLERANCE = 1e-12
"""How little a comparison's v and w may change, against 1 + |v|, for the chain to have converged."""

SWEEPS = 10_000
"""Sweeps after which a chain is left as it is; none that was tried comes near."""

FLAT = 1e30
"""The variance of a level of which no side tells anything: draws are so likely that a tie says nothing."""


@kernel
def corrections(lead: float, c: float, margin: float, score: float) -> tuple[float, float]:
    """Return v and w of one difference, with the sign for the side that leads by ``lead``."""
    if score > 0.5:
        return above((lead - margin) / c)
    if score < 0.5:
        v, w = above((-lead - margin) / c)
        return -v, w
    return within(lead / c, margin / c)


@kernel
def variance_of(p: Any, side: int, room: Any) -> float:
    """Return the variance of a side's performance, which a share of 0 leaves without any."""
    variance: float = room.variance[side] + p.beta2 * room.noise[side]
    least: float = 1e-12 * p.beta2
    return max(variance, least)


@kernel
def make_nodes(p: Any, n: int, room: Any) -> int:
    """Make the nodes of the chain, without messages between them, and return how many there are."""
    nodes = 0
    for side in range(n):
        shared = p.levels and n > 2 and side > 0 and room.place[side] == room.place[side - 1]
        if shared:
            room.sides[nodes - 1] += 1.0
        else:
            room.start[nodes] = side
            room.sides[nodes] = 1.0
            nodes += 1
        room.node[side] = nodes - 1
    for node in range(nodes):
        room.above_precision[node] = 0.0
        room.above_mean[node] = 0.0
        room.below_precision[node] = 0.0
        room.below_mean[node] = 0.0
        room.v[node] = 0.0
        room.w[node] = 0.0
        start = int(room.start[node])
        count = int(room.sides[node])
        mean = 0.0
        size = 0.0
        for side in range(start, start + count):
            mean += room.mean[side] / count
            size += room.size[side] / count
        room.reference[node] = mean
        room.node_mean[node] = mean
        room.node_size[node] = size
        room.node_variance[node] = room.variance[start] + p.beta2 * room.noise[start]
        if count > 1:
            for side in range(start, start + count):
                # The level as the side alone tells it: its performance, and a uniform deviation within h.
                h2 = room.size[side] * p.margin * p.margin
                precision = 1.0 / (variance_of(p, side, room) + h2 / 3.0)
                room.level_precision[side] = precision
                room.level_mean[side] = precision * (room.mean[side] - mean)
                room.level_v[side] = 0.0
                room.level_w[side] = 0.0
    return nodes


@kernel
def share(p: Any, node: int, room: Any) -> float:
    """Pass the messages between a level and its sides, and return how much they have changed.

    All sides are told the same state of the level, so that equal sides come out equal to the last bit.
    """
    start = int(room.start[node])
    end = start + int(room.sides[node])
    reference = room.reference[node]
    outside = room.above_precision[node] + room.below_precision[node]
    outside_mean = room.above_mean[node] + room.below_mean[node]
    changed = 0.0
    precision = 0.0
    mean = 0.0
    for side in range(start, end):
        precision += room.level_precision[side]
        mean += room.level_mean[side]
    for side in range(start, end):
        rest = precision - room.level_precision[side] + outside
        if rest <= 0.0:
            continue
        level_variance = 1.0 / rest
        level = (mean - room.level_mean[side] + outside_mean) * level_variance
        s2 = variance_of(p, side, room)
        c2 = s2 + level_variance
        c = math.sqrt(c2)
        margin = math.sqrt(room.size[side]) * p.margin
        v, w = within((room.mean[side] - reference - level) / c, margin / c)
        changed = max(changed, abs(v - room.level_v[side]) / (1.0 + abs(v)), abs(w - room.level_w[side]))
        room.level_v[side] = v
        room.level_w[side] = w
        remains = s2 + level_variance * (1.0 - w)
        room.level_precision[side] = w / remains
        room.level_mean[side] = w / remains * level - v * c / remains
        remains = level_variance + s2 * (1.0 - w)
        room.side_precision[side] = w / remains
        room.side_mean[side] = v * c / remains
    precision = 0.0
    mean = 0.0
    for side in range(start, end):
        precision += room.level_precision[side]
        mean += room.level_mean[side]
    room.node_variance[node] = 1.0 / precision if precision > 0.0 else FLAT
    room.node_mean[node] = reference + (mean / precision if precision > 0.0 else 0.0)
    return changed


@kernel
def compare(p: Any, k: int, room: Any, forwards: bool) -> float:
    """Pass the messages of the comparison of nodes k and k + 1, and return how much it has changed.

    A node's cavity is what it is without the comparison: its own performance with the other comparison's
    message. After the truncation of the difference d, N(m, c²), the message to a node with cavity N(μ, s²)
    has precision w / (c² − s² w) and shifts the mean by v · c / (c² − s² w) over it.
    """
    s2_a = room.node_variance[k]
    s2_b = room.node_variance[k + 1]
    grown_a = 1.0 + s2_a * room.above_precision[k]
    grown_b = 1.0 + s2_b * room.below_precision[k + 1]
    off_a = (room.node_mean[k] - room.reference[k] + s2_a * room.above_mean[k]) / grown_a
    off_b = (room.node_mean[k + 1] - room.reference[k + 1] + s2_b * room.below_mean[k + 1]) / grown_b
    s2_a = s2_a / grown_a
    s2_b = s2_b / grown_b
    c2 = s2_a + s2_b
    if c2 <= 0.0:
        return 0.0
    c = math.sqrt(c2)
    margin = math.sqrt(room.node_size[k] + room.node_size[k + 1]) * p.margin
    tied = room.place[int(room.start[k])] == room.place[int(room.start[k + 1])]
    lead = room.reference[k] - room.reference[k + 1] + off_a - off_b
    v, w = corrections(lead, c, margin, 0.5 if tied else 1.0)
    changed: float = max(abs(v - room.v[k]), abs(w - room.w[k])) / (1.0 + abs(v))
    room.v[k] = v
    room.w[k] = w
    rest_a = s2_b + s2_a * (1.0 - w)
    rest_b = s2_a + s2_b * (1.0 - w)
    if forwards or k == 0:
        room.above_precision[k + 1] = w / rest_b
        room.above_mean[k + 1] = w / rest_b * off_b - v * c / rest_b
    if not forwards or k == 0:
        room.below_precision[k] = w / rest_a
        room.below_mean[k] = w / rest_a * off_a + v * c / rest_a
    return changed


@kernel
def judge(p: Any, n: int, room: Any) -> None:
    """Find every side's push and pull by expectation propagation on the chain of places."""
    nodes = make_nodes(p, n, room)
    for _ in range(SWEEPS):
        changed = 0.0
        for k in range(nodes):
            if room.sides[k] > 1.0:
                changed = max(changed, share(p, k, room))
            if k < nodes - 1:
                changed = max(changed, compare(p, k, room, True))
        for k in range(nodes - 2, -1, -1):
            if room.sides[k + 1] > 1.0:
                changed = max(changed, share(p, k + 1, room))
            changed = max(changed, compare(p, k, room, False))
        if changed <= TOLERANCE or n == 2:
            break
    for side in range(n):
        node = int(room.node[side])
        if room.sides[node] == 1.0:
            room.side_precision[side] = room.above_precision[node] + room.below_precision[node]
            room.side_mean[side] = room.above_mean[node] + room.below_mean[node]
        s2 = room.variance[side] + p.beta2 * room.noise[side]
        room.push[side] = room.side_mean[side] / (1.0 + s2 * room.side_precision[side])
        room.pull[side] = room.side_precision[side] / (1.0 + s2 * room.side_precision[side])
