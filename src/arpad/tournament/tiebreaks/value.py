"""The value of a tie-break, with the terms that make it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from arpad.core import Explanation, Step, worded
from arpad.core.wording import Worded

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class TieBreakTerm:
    """One round's, opponent's or board's part in a tie-break.

    Args:
        value: what it adds.
        label: what it is, ``round 3: 12 NICK``.
        opponent: whose number it comes from; 0 for nobody's.
        weight: what decides which term is the least significant; the value, where that decides.
        steps: how the value came about: adjusted scores, products.
        voluntary: whether it comes from a round in which the participant was not available to play.
        cut: the article by which it does not count; empty if it counts.
    """

    value: Fraction
    label: str
    opponent: int = 0
    weight: Fraction | None = None
    steps: tuple[Step, ...] = ()
    voluntary: bool = False
    cut: str = ""

    @property
    def significance(self) -> tuple[Fraction, Fraction]:
        """By what it is among the least: its weight, and of equal ones its value."""
        return (self.value if self.weight is None else self.weight, self.value)

    def without(self, article: str) -> TieBreakTerm:
        """Return it as cut by an article."""
        return replace(self, cut=article)

    @property
    def explanation(self) -> Explanation:
        """What it adds and why."""
        if not self.cut:
            return Explanation(self.label, float(self.value), self.steps)
        facts = {"cut": self.cut, "instead_of": float(self.value)}
        label = worded(
            "{term}, {value} cut [{article}]",
            term=self.label,
            value=number_text(self.value),
            article=self.cut,
        )
        return Explanation(label, 0.0, self.steps, facts=facts)


@dataclass(frozen=True)
class TieBreakValue:
    """A participant's value in a tie-break.

    Without ``steps`` the value is the sum of the terms that are not cut. With them it is what the steps make
    of that sum: an average, a row of a table, a place among the tied.

    Args:
        value: the number.
        terms: what it is made of.
        steps: from the sum to the value; empty if it is the sum.
        order: what to sort by, if not the value.
    """

    value: Fraction
    terms: tuple[TieBreakTerm, ...] = ()
    steps: tuple[Step, ...] = ()
    order: tuple[Fraction, ...] = field(default=())

    @classmethod
    def sum(cls, terms: Iterable[TieBreakTerm]) -> TieBreakValue:
        """Return the sum of the terms that are not cut."""
        terms = tuple(terms)
        return cls(total(terms), terms)

    @classmethod
    def of(cls, value: Fraction | int, *steps: Step) -> TieBreakValue:
        """Return a value that is not a sum."""
        return cls(Fraction(value), (), steps)

    @property
    def total(self) -> Fraction:
        """The sum of the terms that count."""
        return total(self.terms)

    @property
    def key(self) -> tuple[Fraction, ...]:
        """What to sort by."""
        return self.order or (self.value,)

    def explanation(self, label: str) -> Explanation:
        """Return the value with its terms, which add up to it, or to the sum that its steps start from."""
        parts = tuple(term.explanation for term in self.terms)
        if not self.steps:
            return Explanation(label, float(self.value), (), parts, terms=True)
        if not parts:
            return Explanation(label, float(self.value), self.steps)
        added = Explanation("sum", float(self.total), (), parts, terms=True)
        return Explanation(label, float(self.value), self.steps, (added,))


ZERO = TieBreakValue(Fraction(0))
"""Nothing to add."""


def total(terms: Iterable[TieBreakTerm]) -> Fraction:
    """Return the sum of the terms that are not cut."""
    return added(term.value for term in terms if not term.cut)


def added(numbers: Iterable[Fraction]) -> Fraction:
    """Return the sum of numbers: those of one denominator first, so that few fractions are reduced."""
    numerators: dict[int, int] = {}
    for number in numbers:
        numerators[number.denominator] = numerators.get(number.denominator, 0) + number.numerator
    return sum((Fraction(above, below) for below, above in numerators.items()), Fraction(0))


@lru_cache(1 << 15)
def in_round(at: int, name: str) -> Worded:
    """Name a round by the opponent; several tie-breaks of a tournament name each of them."""
    return worded("round {round}: {name}", round=at, name=name)


def average(terms: Iterable[TieBreakTerm], source: str, whole: bool = False) -> TieBreakValue:
    """Return the average of the terms that are not cut; of none, 0.

    Args:
        terms: the terms.
        source: whose rule it is.
        whole: whether it is rounded to a whole number, halves up.
    """
    terms = tuple(terms)
    counted = sum(not term.cut for term in terms)
    if not counted:
        return TieBreakValue(Fraction(0), terms, (Step("average", 0.0, "of none", source=source),))
    added = total(terms)
    value = added / counted
    formula = "sum / number"
    if whole:
        value, formula = Fraction(half_up(value)), "sum / number, .5 up"
    step = Step(
        "average",
        float(value),
        formula,
        f"{number_text(added)} / {counted}",
        source,
        digits=0 if whole else 4,
    )
    return TieBreakValue(value, terms, (step,))


def half_up(value: Fraction) -> int:
    """Return the nearest whole number, of two the larger."""
    return math.floor(value + HALF)


def number_text(value: Fraction | int) -> str:
    """Write a number as standings do: whole, with halves and quarters as decimals, else with four digits."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    if 10_000 % value.denominator == 0:
        return f"{float(value):.4f}".rstrip("0")
    return f"{float(value):.4f}"
