"""The parameters that are free, and the space in which their best values are looked for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.interface import option
from arpad.ratings.parameters import parameters_of, values_of
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.rating import as_system

Floats = NDArray[np.float64]

WIDE = 20.0
"""A range whose ends are so many times as far apart is searched on a logarithmic scale."""

DIGITS = 6
"""Significant digits of the values that are tried: what is printed is what was tried."""


@dataclass(frozen=True)
class Free:
    """A parameter whose best value is looked for.

    Args:
        name: of the parameter.
        low: the least value that is tried.
        high: the greatest.
    """

    name: str
    low: float
    high: float

    @property
    def logarithmic(self) -> bool:
        """Whether the search goes by ratios instead of differences."""
        return self.low > 0.0 and self.high / self.low >= WIDE

    def value(self, unit: float) -> float:
        """Return the value at a place from 0 to 1 of the range."""
        unit = min(max(unit, 0.0), 1.0)
        if self.logarithmic:
            raw = self.low * (self.high / self.low) ** unit
        else:
            raw = self.low + (self.high - self.low) * unit
        return min(max(float(f"{raw:.{DIGITS}g}"), self.low), self.high)

    def unit(self, value: float) -> float:
        """Return the place from 0 to 1 of a value of the range; its nearest end for others."""
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Space:
    """A rating system with the parameters of it that are free.

    Args:
        system: with the values of all others.
        free: in the order in which they are given.
    """

    system: RatingSystem
    free: tuple[Free, ...]

    def settings(self, point: Sequence[float]) -> dict[str, float]:
        """Return the values of the free parameters at a point of the unit cube."""
        return {
            parameter.name: parameter.value(unit) for parameter, unit in zip(self.free, point, strict=True)
        }

    def system_at(self, values: Mapping[str, float]) -> RatingSystem | None:
        """Return the system with these values; None where they exclude each other."""
        try:
            return as_system(self.system, dict(values))
        except BadInput:
            return None

    @property
    def start(self) -> list[float]:
        """The point at which the system as it is given lies, or the nearest to it."""
        values = values_of(self.system)
        own = [_number(values[parameter.name]) for parameter in self.free]
        return [
            0.5 if value is None else parameter.unit(value)
            for parameter, value in zip(self.free, own, strict=True)
        ]


def _number(value: object) -> float | None:
    """Return a value as a number; None where it is not one."""
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def space_of(system: RatingSystem, free: Mapping[str, Sequence[float]]) -> Space:
    """Return the space of some parameters.

    Args:
        system: the rating system.
        free: parameter → the least and the greatest value.

    Raises:
        BadInput: the system has no such parameter, it is not a number, or a range is empty or out of bounds.
    """
    if not free:
        raise BadInput("no parameter is free", remedy=f"Name one with its range: {option('free', 'k=5:80')}.")
    parameters = {parameter.name: parameter for parameter in parameters_of(system)}
    ranges = []
    for name, ends in free.items():
        if name not in parameters:
            raise BadInput(
                f"{system.name} has no parameter {name!r}", remedy=f"It has {', '.join(parameters)}."
            )
        if parameters[name].choices:
            raise BadInput(
                f"{name} of {system.name} is a word, and only numbers can be tuned",
                remedy=f"Compare its values: {', '.join(parameters[name].choices)}.",
            )
        low, high = (float(end) for end in ends)
        if not low < high:
            raise BadInput(f"the range of {name} is empty: {low:g} to {high:g}", remedy="Write it as k=5:80.")
        if low < parameters[name].low or high > parameters[name].high:
            raise BadInput(
                f"the range of {name} is out of bounds: {low:g} to {high:g}",
                remedy=f"Expected {parameters[name].range}.",
            )
        ranges.append(Free(name, low, high))
    return Space(system, tuple(ranges))
