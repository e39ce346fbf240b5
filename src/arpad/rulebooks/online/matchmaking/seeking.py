"""The search of one ticket for those whom it may meet, in the order in which the rule prefers them.

It is a kernel (:mod:`arpad.compiled.kernels`): among ten thousand tickets every pair may have to be looked
at. Bounds on the difference of ratings leave out most pairs before their expected score is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

from arpad.compiled.specialising import kernel

Four = Callable[[float, float, float, float], float]
Two = Callable[[float, float], float]


class SeekingParts(TypedDict):
    """What a rule of matching is made of.

    Args:
        distance: how far two tickets, each with a rating and a variance, are from an even match.
        cost: by what they are preferred, the least first.
        reach: the difference of ratings beyond which the distance exceeds a limit, whatever the variances.
        better: the same for the cost.
    """

    distance: Four
    cost: Four
    reach: Two
    better: Two


@kernel
def distance(r: float, v: float, r_j: float, v_j: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def cost(r: float, v: float, r_j: float, v_j: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def reach(d: float, v: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def better(d: float, v: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def seek(
    one: int,
    live: Any,
    count: int,
    taken: Any,
    rating: Any,
    variance: Any,
    since: Any,
    kinds: Any,
    until: Any,
    now: float,
    first: float,
    widening: float,
    most: float,
    widest: float,
    wanted: int,
    found: Any,
    costs: Any,
) -> int:
    """Find the tickets that one may meet and prefers, the best first; return how many.

    Args:
        one: the place of the ticket that seeks; places are in the order of waiting, the longest first.
        live: the places of those who wait, in rising order, some of whom may be matched.
        count: how many they are.
        taken: by place, whether a ticket is matched.
        rating: of all tickets, in points.
        variance: of all tickets, in points squared.
        since: since when they wait, in seconds.
        kinds: tickets × attributes, a number for each value, one ticket's after the other's.
        until: by attribute, the wait in seconds after which it may differ.
        now: the time in seconds.
        first: the distance that is allowed at first.
        widening: by how much it grows in a second.
        most: up to what.
        widest: the largest variance of a ticket.
        wanted: how many are wanted.
        found: room for their places.
        costs: room for their costs.
    """
    r, v, begun = rating[one], variance[one], since[one]
    attributes = len(until)
    limit = max(first, most)
    bound = reach(min(limit, first + widening * max(0.0, now - begun)), v + widest)
    kept = 0
    for at in range(count):
        other = live[at]
        if abs(rating[other] - r) > bound or taken[other] or other == one:
            continue
        waited = max(0.0, now - max(begun, since[other]))
        unlike = False
        for which in range(attributes):
            same = kinds[one * attributes + which] == kinds[other * attributes + which]
            if not same and waited < until[which]:
                unlike = True
        if unlike:
            continue
        if distance(r, v, rating[other], variance[other]) > min(limit, first + widening * waited):
            continue
        price = cost(r, v, rating[other], variance[other])
        if kept == wanted and not price < costs[kept - 1]:
            continue
        place = kept if kept < wanted else kept - 1
        while place > 0 and price < costs[place - 1]:
            costs[place], found[place] = costs[place - 1], found[place - 1]
            place -= 1
        costs[place], found[place] = price, other
        kept = min(kept + 1, wanted)
        if kept == wanted:
            bound = min(bound, better(costs[kept - 1], v + widest))
    return kept
