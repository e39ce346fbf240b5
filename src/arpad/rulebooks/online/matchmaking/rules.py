"""Rules of matching: who may meet whom after how long a wait, and who is preferred.

Both sides of a match must admit each other: the rule of a newcomer to the queue is strict, that of a
long wait is wide, and the stricter of the two decides.

References: Glickman, M. E. (1999), Parameter estimation in large dynamic paired comparison experiments.
*Applied Statistics* 48, 377–394, for the expected score of uncertain ratings and the variance after a game.
"""

from __future__ import annotations

import dataclasses
import math
from abc import ABC
from dataclasses import dataclass
from typing import ClassVar

from arpad.compiled.specialising import kernel
from arpad.core import BadInput
from arpad.ratings.elo.curves import LN10
from arpad.ratings.glicko.glicko import SCALE, E, Q, g, variance_after
from arpad.rulebooks.online.matchmaking.seeking import SeekingParts
from arpad.rulebooks.online.matchmaking.ticket import Ticket

SLACK = 1e-9
ROUNDING = 1e-12
"""A bound is by this share and by so much on the right side of what it bounds, whatever is rounded."""

STEEPEST = 1.1996786402577339
"""The u at which u / cosh u is largest: u · tanh u = 1."""


@kernel
def between(r: float, v: float, r_j: float, v_j: float) -> float:
    """Return the difference of two ratings."""
    return abs(r - r_j)


@kernel
def nowhere_nearer(d: float, v: float, widest: float) -> float:
    """Return the difference of ratings beyond which :func:`between` exceeds a distance."""
    return d


@kernel
def between_from(d: float, v: float, least: float, widest: float) -> float:
    """Return the least :func:`between` where ratings differ by so much or more."""
    return d


@kernel
def from_even(r: float, v: float, r_j: float, v_j: float) -> float:
    """Return how far the expected score is from ½, with the variances of both ratings (Glickman 1999)."""
    expected, _ = E(r, r_j, g(v + v_j), 0.0)
    return abs(expected - 0.5)


@kernel
def nowhere_more_even(d: float, v: float, widest: float) -> float:
    """Return the difference of ratings beyond which :func:`from_even` exceeds a distance.

    Args:
        d: the distance.
        v: the variance of one rating.
        widest: the largest variance of the other.
    """
    if d >= 0.5:
        return math.inf
    apart = SCALE / LN10 * (math.log(0.5 + d) - math.log(0.5 - d)) / g(v + widest)
    return apart * (1.0 + SLACK) + SLACK


@kernel
def from_even_from(d: float, v: float, least: float, widest: float) -> float:
    """Return the least :func:`from_even` where ratings differ by so much or more; see :func:`untold_from`."""
    return from_even(d, v, 0.0, widest) * (1.0 - SLACK) - ROUNDING


@kernel
def variance_reduction(r: float, v: float, r_j: float, v_j: float) -> float:
    """Return by how much a game would lower the variances of two ratings, in points squared."""
    g_j, g_i = g(v_j), g(v)
    expected, rest = E(r, r_j, g_j, 0.0)
    own = v - variance_after(v, g_j * g_j * expected * rest)
    expected, rest = E(r_j, r, g_i, 0.0)
    return own + v_j - variance_after(v_j, g_i * g_i * expected * rest)


@kernel
def negative_reduction(r: float, v: float, r_j: float, v_j: float) -> float:
    """Return :func:`variance_reduction` with its sign turned: the least is preferred."""
    return -variance_reduction(r, v, r_j, v_j)


@kernel
def untold_from(d: float, v: float, least: float, widest: float) -> float:
    """Return what :func:`negative_reduction` is at least where ratings differ by so much or more.

    A game tells most of the other's variance, v_j, where that is largest. What it tells of v grows with
    g_j² · E · (1 − E) = (g_j / 2 cosh u)², where u = g_j · q · d / 2. Of all g_j this is largest at
    u = :data:`STEEPEST`, or at the g_j next to that which there is.

    Args:
        d: the difference.
        v: the variance of one rating.
        least: the least variance of the other.
        widest: the largest.
    """
    g_j, g_i = g(least), g(v)
    if Q * d * g_j > 2.0 * STEEPEST:
        g_j = max(g(widest), 2.0 * STEEPEST / (Q * d))
    expected, rest = E(d, 0.0, g_j, 0.0)
    own = v - variance_after(v, g_j * g_j * expected * rest)
    expected, rest = E(d, 0.0, g_i, 0.0)
    most = own + widest - variance_after(widest, g_i * g_i * expected * rest)
    return -most * (1.0 + SLACK) - ROUNDING * (v + widest)


def expected_score(ticket: Ticket, other: Ticket) -> float:
    """Return the expected score of a ticket against another one, both ratings being uncertain."""
    expected, _ = E(ticket.rating, other.rating, g(ticket.variance + other.variance), 0.0)
    return float(expected)


def information(ticket: Ticket, other: Ticket) -> float:
    """Return by how much a game would lower the variances of both ratings, in points squared."""
    return float(variance_reduction(ticket.rating, ticket.variance, other.rating, other.variance))


@dataclass(frozen=True)
class MatchRule(ABC):
    """A rule of matching."""

    name: ClassVar[str]
    PARTS: ClassVar[SeekingParts]

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if not (math.isfinite(value) and value >= 0.0):
                raise BadInput(f"{field.name} of the rule {self.name} is {value:g}; it must not be below 0")

    @property
    def label(self) -> str:
        """The rule with the settings that are not its defaults."""
        changed = [
            f"{field.name}={getattr(self, field.name):g}"
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"{self.name} ({', '.join(changed)})" if changed else self.name

    def admits(self, ticket: Ticket, other: Ticket, now: float) -> bool:
        """Tell whether two tickets may meet: within what the one that has waited less allows.

        Args:
            ticket: a ticket.
            other: another one.
            now: the time in seconds.
        """
        waited = max(0.0, now - max(ticket.since, other.since))
        return self.distance(ticket, other) <= self.allowed(waited)

    def distance(self, ticket: Ticket, other: Ticket) -> float:
        """Return how far two tickets are from an even match."""
        return float(self.PARTS["distance"](ticket.rating, ticket.variance, other.rating, other.variance))

    def allowed(self, waited: float) -> float:
        """Return the distance that is allowed after a wait in seconds."""
        first, widening, most = self.window
        return min(max(first, most), first + widening * waited)

    @property
    def window(self) -> tuple[float, float, float]:
        """The distance that is allowed at first, by how much it grows in a second, and up to what."""
        raise NotImplementedError

    def cost(self, ticket: Ticket, other: Ticket) -> float:
        """Return by what the opponents that are admitted are chosen, the least first."""
        return float(self.PARTS["cost"](ticket.rating, ticket.variance, other.rating, other.variance))


@dataclass(frozen=True)
class WideningWindow(MatchRule):
    """A window of rating points around the own rating, which widens while the ticket waits.

    Args:
        width: of the window at first, in points to each side.
        widening: points by which it widens in a second.
        most: points beyond which it does not widen.
    """

    name: ClassVar[str] = "window"
    PARTS: ClassVar[SeekingParts] = {
        "distance": between,
        "cost": between,
        "reach": nowhere_nearer,
        "cost_from": between_from,
    }
    width: float = 100.0
    widening: float = 5.0
    most: float = 600.0

    @property
    def window(self) -> tuple[float, float, float]:
        """The width at first, and how it grows."""
        return self.width, self.widening, self.most


@dataclass(frozen=True)
class ByExpectedScore(MatchRule):
    """The expected score may be so far from ½; an uncertain rating makes it more even.

    Args:
        margin: at first.
        widening: by how much the margin grows in a second.
        most: beyond which it does not grow.
    """

    name: ClassVar[str] = "expected-score"
    PARTS: ClassVar[SeekingParts] = {
        "distance": from_even,
        "cost": from_even,
        "reach": nowhere_more_even,
        "cost_from": from_even_from,
    }
    margin: float = 0.1
    widening: float = 0.005
    most: float = 0.45

    @property
    def window(self) -> tuple[float, float, float]:
        """The margin at first, and how it grows."""
        return self.margin, self.widening, self.most


@dataclass(frozen=True)
class ByInformation(ByExpectedScore):
    """The same margin, and of those within it the opponent from whom a game tells most.

    A game tells most of two uncertain ratings near each other: newcomers meet, and find their places sooner.
    """

    name: ClassVar[str] = "information"
    PARTS: ClassVar[SeekingParts] = {
        "distance": from_even,
        "cost": negative_reduction,
        "reach": nowhere_more_even,
        "cost_from": untold_from,
    }


RULES: dict[str, type[MatchRule]] = {
    each.name: each for each in (WideningWindow, ByExpectedScore, ByInformation)
}
"""The rules by name."""


def rule_of(text: str) -> MatchRule:
    """Read a rule with its settings: ``window``, ``window,width=50,widening=2``.

    Raises:
        BadInput: there is no such rule or setting, or a value is not a number that it could have.
    """
    name, *settings = (part.strip() for part in text.split(","))
    if name not in RULES:
        raise BadInput(f"no rule of matching is called {name!r}", remedy=f"Known: {', '.join(RULES)}.")
    fields = {field.name for field in dataclasses.fields(RULES[name])}
    values = {}
    for setting in settings:
        key, _, value = (part.strip() for part in setting.partition("="))
        if key not in fields:
            raise BadInput(f"the rule {name} has no setting {key!r}", remedy=f"It has {', '.join(fields)}.")
        try:
            values[key] = float(value)
        except ValueError:
            raise BadInput(f"{key} of the rule {name} is {value!r}, which is not a number") from None
    return RULES[name](**values)
