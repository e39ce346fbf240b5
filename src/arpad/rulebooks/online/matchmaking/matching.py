"""Matches from the tickets that wait: the longest waiting first, parties kept together.

The ticket that has waited longest is served first, with the opponents whom the rule prefers among those whom
it admits. Of sides of several players, parties stay on one side, and of all ways to divide the tickets that
are taken into two sides the one is chosen whose sides' mean ratings are nearest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.core import BadInput
from arpad.rulebooks.online.matchmaking.rules import MatchRule
from arpad.rulebooks.online.matchmaking.ticket import Ticket

CONSIDERED = 9
"""Tickets beside the first from which sides are made at most: every way to divide them is tried."""


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


def matches(tickets: Sequence[Ticket], now: float, rule: MatchRule, size: int = 1) -> list[Match]:
    """Return the matches that can be made now; a ticket is in one of them at most.

    Args:
        tickets: who waits, in any order.
        now: the time in seconds.
        rule: who may meet whom, and who is preferred.
        size: players of a side.

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
    found: list[Match] = []
    taken: set[str] = set()
    for one in waiting:
        if one.key in taken:
            continue
        others = [
            other
            for other in waiting
            if other.key not in taken and other.key != one.key and rule.admits(one, other, now)
        ]
        match = _sides(one, others, rule, size)
        if match is not None:
            found.append(match)
            taken |= {ticket.key for ticket in match.tickets}
    return found


def _sides(one: Ticket, others: list[Ticket], rule: MatchRule, size: int) -> Match | None:
    """Return the match of a ticket with some of those whom it may meet; None if there is none yet."""
    if size == 1:
        best = min(others, key=lambda other: (rule.cost(one, other), other.since, other.key), default=None)
        return None if best is None else Match((one,), (best,))
    order = sorted(others, key=lambda other: (rule.cost(one, other), other.since, other.key))[:CONSIDERED]
    for last in range(1, len(order) + 1):
        divided = _divided(one, order[:last], size)
        if divided is not None:
            return divided
    return None


def _divided(one: Ticket, others: list[Ticket], size: int) -> Match | None:
    """Return the most even division of some of these tickets, the last one among them, into full sides."""
    best: tuple[float, Match] | None = None

    def place(at: int, first: tuple[Ticket, ...], second: tuple[Ticket, ...], room: tuple[int, int]) -> None:
        nonlocal best
        if at < 0:
            return
        ticket = others[at]
        for side, mine in enumerate((first, second)):
            left = room[side] - len(ticket)
            if left < 0:
                continue
            rest = (left, room[1]) if side == 0 else (room[0], left)
            sides = ((*mine, ticket), second) if side == 0 else (first, (*mine, ticket))
            if rest == (0, 0):
                apart = abs(_mean(sides[0]) - _mean(sides[1]))
                if best is None or apart < best[0]:
                    best = apart, Match(*sides)
            else:
                place(at - 1, *sides, rest)
        if at < len(others) - 1:
            place(at - 1, first, second, room)

    place(len(others) - 1, (one,), (), (size - len(one), size))
    return None if best is None else best[1]


def _mean(side: Sequence[Ticket]) -> float:
    """Return the mean rating of the players of a side."""
    return sum(sum(ticket.ratings) for ticket in side) / sum(len(ticket) for ticket in side)
