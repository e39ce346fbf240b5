"""Matches from the tickets that wait: the longest waiting first, parties kept together.

The ticket that has waited longest is served first, with the opponents whom the rule prefers among those whom
it admits. Of sides of several players, parties stay on one side, and of all ways to divide the tickets that
are taken into two sides the one is chosen whose sides' mean ratings are nearest.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import COMPILE_FROM, specialise
from arpad.core import BadInput
from arpad.rulebooks.online.matchmaking.rules import MatchRule
from arpad.rulebooks.online.matchmaking.seeking import seek
from arpad.rulebooks.online.matchmaking.ticket import Ticket

CONSIDERED = 9
"""Tickets beside the first from which sides are made at most: every way to divide them is tried."""

RENEWED = 8
"""Those who are matched are left out of the search where they are more than one in so many."""

NARROW = 1.25
"""In a class of tickets the largest variance is at most so many times the least."""

SURE = 25.0
"""Variances up to this one, in points squared, are one class."""

SOUGHT = 200.0
"""The work of a ticket's search, in game updates of Elo's cost."""


@dataclass(frozen=True)
class Match:
    """Two sides that meet.

    Args:
        first: the tickets of one side, that which has waited longest among them.
        second: those of the other.
    """

    first: tuple[Ticket, ...]
    second: tuple[Ticket, ...]

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """The tickets of both sides."""
        return (*self.first, *self.second)


def matches(
    tickets: Sequence[Ticket],
    now: float,
    rule: MatchRule,
    size: int = 1,
    alike: Mapping[str, float] | None = None,
) -> list[Match]:
    """Return the matches that can be made now; a ticket is in one of them at most.

    Args:
        tickets: who waits, in any order.
        now: the time in seconds.
        rule: who may meet whom, and who is preferred.
        size: players of a side.
        alike: attributes that must be the same, with the wait in seconds after which they may differ
            (infinite for never); of two tickets the wait of the later one counts.

    Raises:
        BadInput: a party is larger than a side, or two tickets have one key.
    """
    if size < 1:
        raise BadInput(f"a side has {size} players; it must have at least 1")
    if len({ticket.key for ticket in tickets}) < len(tickets):
        raise BadInput("two tickets of the queue have the same key")
    large = next((ticket for ticket in tickets if len(ticket) > size), None)
    if large is not None:
        raise BadInput(
            f"the ticket {large.key} has {len(large)} players, and a side has {size}",
            remedy="Divide the party, or play with larger sides.",
        )
    waiting = sorted(tickets, key=lambda ticket: (ticket.since, ticket.key))
    if len(waiting) < 2:
        return []
    seeking = _Seeking(waiting, now, rule, 1 if size == 1 else CONSIDERED, alike or {})
    matches: list[Match] = []
    for at, ticket in enumerate(waiting):
        if seeking.taken[at]:
            continue
        others = seeking.of(at)
        match = _sides(ticket, [waiting[other] for other in others], size)
        if match is not None:
            places, sides = match
            matches.append(sides)
            seeking.take([at, *(others[place] for place in places)])
    return matches


class _Seeking:
    """The tickets as columns, and who of them is matched.

    Args:
        waiting: the tickets, the longest waiting first.
        now: the time in seconds.
        rule: who may meet whom.
        wanted: how many a ticket looks for.
        alike: attributes that must be the same.
    """

    def __init__(
        self,
        waiting: Sequence[Ticket],
        now: float,
        rule: MatchRule,
        wanted: int,
        alike: Mapping[str, float],
    ) -> None:
        count = len(waiting)
        rating = [ticket.rating for ticket in waiting]
        variance = [ticket.variance for ticket in waiting]
        classes = [_class_of(value) for value in variance]
        present_classes = sorted(set(classes))
        self._classes = [bisect_left(present_classes, class_) for class_ in classes]
        spread: list[list[float]] = [[] for _ in present_classes]
        for value, its in zip(variance, self._classes, strict=True):
            spread[its].append(value)
        # One search alone is never so long that an interrupt need be answered within.
        work = min(SOUGHT * count, 10.0 * COMPILE_FROM)
        self._seek = specialise(seek, rule.PARTS, work)
        self._listed = work < COMPILE_FROM  # plain Python is quicker with lists
        self.taken = self._column([False] * count)
        self._wait(sorted(range(count), key=lambda at: (classes[at], rating[at])))
        self._places, self._costs = self._column([0] * wanted), self._column([0.0] * wanted)
        self._columns = (
            self._column(list(map(min, spread))),
            self._column(list(map(max, spread))),
            self._column(rating),
            self._column(variance),
            self._column([ticket.since for ticket in waiting]),
            self._column(_kinds(waiting, alike)),
            self._column([float(wait) for wait in alike.values()], np.float64),
            float(now),
            *map(float, rule.window),
            wanted,
        )

    def of(self, at: int) -> list[int]:
        """Return the places of those whom a ticket may meet, the preferred first."""
        count = self._seek(
            at, self._live, self._starts, self.taken, *self._columns, self._places, self._costs
        )
        return [int(place) for place in self._places[:count]]

    def take(self, places: Sequence[int]) -> None:
        """Let tickets be matched."""
        for at in places:
            self.taken[at] = True
        self._gone += len(places)
        if self._gone * RENEWED > len(self._live):
            self._wait([at for at in map(int, self._live) if not self.taken[at]])

    def _wait(self, places: list[int]) -> None:
        """Let the search go among the tickets at some places, which are in its order."""
        self._live, self._gone = self._column(places), 0
        count = Counter(self._classes[at] for at in places)
        ends = accumulate(count[its] for its in range(max(self._classes) + 1))
        self._starts = self._column([0, *ends])

    def _column(self, values: list[Any], kind: Any = None) -> Any:
        return values if self._listed else np.array(values, dtype=kind)


def _class_of(variance: float) -> int:
    """Return the class of a variance; of one class none is more than :data:`NARROW` times another."""
    return max(0, math.floor(math.log(variance / SURE, NARROW))) if variance > SURE else -1


def _kinds(waiting: Sequence[Ticket], alike: Mapping[str, float]) -> list[int]:
    """Return tickets × attributes as numbers: equal values have equal ones."""
    codes: dict[str | None, int] = {}
    return [codes.setdefault(ticket.attributes.get(name), len(codes)) for ticket in waiting for name in alike]


def _sides(ticket: Ticket, order: list[Ticket], size: int) -> tuple[list[int], Match] | None:
    """Return the match of a ticket with some of those whom it may meet, and their places among these.

    Args:
        ticket: the ticket.
        order: the preferred ones first.
        size: players of a side.
    """
    if size == 1:
        return ([0], Match((ticket,), (order[0],))) if order else None
    for last in range(1, len(order) + 1):
        some = order[:last]
        first, second = _ways(tuple(map(len, some)), len(ticket), size)
        if len(first):
            totals = np.array([sum(other.ratings) for other in some])
            apart = np.abs(sum(ticket.ratings) + first @ totals - second @ totals)
            best = int(np.argmin(apart))
            sides = [np.flatnonzero(side[best])[::-1].tolist() for side in (first, second)]
            match = Match((ticket, *(some[at] for at in sides[0])), tuple(some[at] for at in sides[1]))
            return [*sides[0], *sides[1]], match
    return None


@lru_cache(4096)
def _ways(sizes: tuple[int, ...], own: int, size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return all ways in which parties fill two sides, the last party among them.

    Args:
        sizes: of the parties.
        own: players who are on the first side already.
        size: of a side.

    Returns:
        Ways × parties: 1 for those on the first side; the same of the second.
    """
    ways = list(_placed(sizes, len(sizes) - 1, size - own, size))
    shape = len(ways), len(sizes)
    side = np.array(ways, dtype=np.int64).reshape(shape)
    return (side == 1).astype(np.float64), (side == 2).astype(np.float64)


def _placed(sizes: tuple[int, ...], at: int, first: int, second: int) -> Iterator[tuple[int, ...]]:
    """Yield the sides, 1 or 2 and 0 for none, of the parties up to one of them, which fill all room.

    Args:
        sizes: of the parties.
        at: the party.
        first: room on the first side.
        second: room on the second.
    """
    if not first and not second:
        yield (0,) * (at + 1)
        return
    if sum(sizes[: at + 1]) < first + second:
        return
    if sizes[at] <= first:
        yield from ((*rest, 1) for rest in _placed(sizes, at - 1, first - sizes[at], second))
    if sizes[at] <= second:
        yield from ((*rest, 2) for rest in _placed(sizes, at - 1, first, second - sizes[at]))
    if at < len(sizes) - 1:
        yield from ((*rest, 0) for rest in _placed(sizes, at - 1, first, second))
