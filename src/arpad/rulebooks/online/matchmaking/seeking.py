"""The search of one ticket for those whom it may meet, in the order in which the rule prefers them.

Of ten thousand tickets few are looked at: they stand in classes of nearly equal variances, in each by rating,
and the search goes from the own rating outwards until nobody there can be met, or would be preferred. It is a
kernel (:mod:`arpad.compiled.kernels`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

from arpad.compiled.specialising import kernel

Four = Callable[[float, float, float, float], float]
Three = Callable[[float, float, float], float]


class SeekingParts(TypedDict):
    """What a rule of matching is made of.

    Args:
        distance: how far two tickets, each with a rating and a variance, are from an even match.
        cost: by what they are preferred, the least first.
        reach: the difference of ratings beyond which the distance exceeds a limit; it takes the limit, the
            variance of the one, and the largest of the others.
        cost_from: what the cost is at least from a difference of ratings on; it takes the difference, the
            variance of the one, and the least and the largest of the others.
    """

    distance: Four
    cost: Four
    reach: Three
    cost_from: Four


@kernel
def distance(r: float, v: float, r_j: float, v_j: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def cost(r: float, v: float, r_j: float, v_j: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def reach(d: float, v: float, widest: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def cost_from(d: float, v: float, least: float, widest: float) -> float:
    """Take the place of a rule's part; see :class:`SeekingParts`."""
    return 0.0


@kernel
def seek(
    seeker: int,
    live: Any,
    starts: Any,
    taken: Any,
    least: Any,
    widest: Any,
    rating: Any,
    variance: Any,
    since: Any,
    kinds: Any,
    until: Any,
    now: float,
    first: float,
    widening: float,
    most: float,
    wanted: int,
    places: Any,
    costs: Any,
) -> int:
    """Find the tickets that one may meet and prefers, the best first; return how many.

    Args:
        seeker: the place of the ticket that seeks; places are in the order of waiting, the longest first.
        live: the places of those who wait, some of whom may be matched: one class after the other, in each by
            rating.
        starts: by class, where it starts among these; and the end of the last.
        taken: by place, whether a ticket is matched.
        least: by class, a variance that none of its tickets goes below.
        widest: by class, one that none exceeds.
        rating: of all tickets, in points.
        variance: of all tickets, in points squared.
        since: since when they wait, in seconds.
        kinds: tickets × attributes, a number for each value, one ticket's after the other's.
        until: by attribute, the wait in seconds after which it may differ.
        now: the time in seconds.
        first: the distance that is allowed at first.
        widening: by how much it grows in a second.
        most: up to what.
        wanted: how many are wanted.
        places: room for their places.
        costs: room for their costs.
    """
    r, v, begun = rating[seeker], variance[seeker], since[seeker]
    limit = max(first, most)
    own = min(limit, first + widening * max(0.0, now - begun))
    kept = 0
    for group in range(len(widest)):
        start, end = starts[group], starts[group + 1]
        bound = reach(own, v, widest[group])
        above = first_not_below(rating, live, start, end, r)
        below = above - 1
        while below >= start or above < end:
            if below < start or (above < end and rating[live[above]] - r < r - rating[live[below]]):
                other = live[above]
                above += 1
            else:
                other = live[below]
                below -= 1
            apart = abs(rating[other] - r)
            if apart > bound:
                break
            if taken[other] or other == seeker:
                continue
            if kept == wanted and cost_from(apart, v, least[group], widest[group]) > costs[kept - 1]:
                break
            waited = max(0.0, now - max(begun, since[other]))
            if are_unlike(kinds, until, seeker, other, waited):
                continue
            if distance(r, v, rating[other], variance[other]) > min(limit, first + widening * waited):
                continue
            price = cost(r, v, rating[other], variance[other])
            kept = insert(places, costs, kept, wanted, other, price)
    return kept


@kernel
def first_not_below(rating: Any, live: Any, start: int, end: int, r: float) -> int:
    """Return where the first ticket of a class stands whose rating is not below another; its end for none."""
    low, high = start, end
    while low < high:
        middle = (low + high) // 2
        if rating[live[middle]] < r:
            low = middle + 1
        else:
            high = middle
    return high


@kernel
def are_unlike(kinds: Any, until: Any, a: int, b: int, waited: float) -> bool:
    """Return whether two tickets differ in an attribute in which they may not yet."""
    attributes = len(until)
    for which in range(attributes):
        same = kinds[a * attributes + which] == kinds[b * attributes + which]
        if not same and waited < until[which]:
            return True
    return False


@kernel
def insert(places: Any, costs: Any, kept: int, wanted: int, other: int, price: float) -> int:
    """Put a ticket among the cheapest, if it is one of them; return how many there are then."""
    place = kept
    while place > 0 and (
        price < costs[place - 1] or (price == costs[place - 1] and other < places[place - 1])
    ):
        place -= 1
    if place == wanted:
        return kept
    kept = min(kept + 1, wanted)
    for at in range(kept - 1, place, -1):
        costs[at], places[at] = costs[at - 1], places[at - 1]
    costs[place], places[place] = price, other
    return kept
