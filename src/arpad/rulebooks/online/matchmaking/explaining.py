"""Why two sides meet: how long each has waited, what the rule allows then, and what the match is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from arpad.core import Explanation, Step
from arpad.rulebooks.online.matchmaking.matching import Match
from arpad.rulebooks.online.matchmaking.rules import (
    MatchRule,
    WideningWindow,
    expected_score,
    information,
)
from arpad.rulebooks.online.matchmaking.ticket import Ticket

GLICKMAN = "Glickman 1999"


class Quality(NamedTuple):
    """What a match is worth.

    Args:
        expected: the expected score of the first side, by the mean ratings and their variances.
        information: by how much the game would lower the variances of both means, in points squared.
    """

    expected: float
    information: float


def quality(match: Match) -> Quality:
    """Return what a match is worth."""
    first, second = whole(match.first), whole(match.second)
    return Quality(expected_score(first, second), information(first, second))


def whole(side: Sequence[Ticket]) -> Ticket:
    """Return the tickets of a side as one party, which came when the last of them did."""
    if len(side) == 1:
        return side[0]
    return Ticket(
        "+".join(ticket.key for ticket in side),
        tuple(chain.from_iterable(ticket.ratings for ticket in side)),
        tuple(chain.from_iterable(ticket.deviations for ticket in side)),
        max(ticket.since for ticket in side),
    )


def explained(
    match: Match, now: float, rule: MatchRule, names: Mapping[str, str] | None = None
) -> Explanation:
    """Return why two sides meet.

    Args:
        match: the two sides.
        now: when they were found, in seconds.
        rule: who may meet whom.
        names: of the tickets, by their keys; None for the keys.
    """
    head = match.first[0]
    others = match.tickets[1:]
    called = names or {ticket.key: ticket.key for ticket in match.tickets}
    parts = tuple(_may_meet(head, other, now, rule, called) for other in others)
    first, second = whole(match.first), whole(match.second)
    match_quality = quality(match)
    waited = now - head.since
    steps = (
        Step("waited", waited, unit="s", digits=0, note="the ticket that has waited longest of the match"),
        Step("rating of the first side", first.rating, unit="points", digits=1),
        Step("rating of the second side", second.rating, unit="points", digits=1),
        Step(
            "expected score of the first side",
            match_quality.expected,
            "1 / (1 + 10^(−g(RD₁² + RD₂²) · (r₁ − r₂) / 400))",
            source=GLICKMAN,
        ),
        Step(
            "information",
            match_quality.information,
            "variances before less those after",
            source=GLICKMAN,
            digits=1,
        ),
    )
    near = min(
        (rule.allowed(max(0.0, now - max(head.since, ticket.since))) for ticket in others), default=0.0
    )
    outcome = (
        f"waited {waited:.0f} s, {_allowed(rule, near)}, win chance {100 * match_quality.expected:.0f} %"
    )
    return Explanation("match", steps=steps, parts=parts, outcome=outcome)


def _may_meet(
    ticket: Ticket, other: Ticket, now: float, rule: MatchRule, names: Mapping[str, str]
) -> Explanation:
    """Return why a ticket may meet another one."""
    waited = max(0.0, now - max(ticket.since, other.since))
    first, widening, most = rule.window
    allowed = rule.allowed(waited)
    unit = "points" if isinstance(rule, WideningWindow) else ""
    steps = (
        Step("waited", waited, unit="s", digits=0, note="the one of the two that has come later"),
        Step(
            "allowed distance",
            allowed,
            "min(most, at first + widening · waited)",
            f"min({max(first, most):g}, {first:g} + {widening:g} · {waited:.0f})",
            unit=unit,
        ),
        Step("distance", rule.distance(ticket, other), unit=unit, note=f"at most {allowed:.4g}"),
    )
    return Explanation(f"{names[ticket.key]} may meet {names[other.key]}", steps=steps, outcome="yes")


def _allowed(rule: MatchRule, allowed: float) -> str:
    """Return the distance that a rule allows, in words."""
    if isinstance(rule, WideningWindow):
        return f"window ±{allowed:.0f}"
    return f"win chance within 50 ± {100 * allowed:.0f} %"
