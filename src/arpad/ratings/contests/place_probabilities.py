"""Who comes first, second, third…: the probability of every place, exact for independent performances.

Given that side i performs at x, each other side is ahead with its own probability, independently; how many
are ahead has the Poisson–binomial distribution. Integrating over x gives the probability of each place:

    P(place of i is k + 1) = ∫ f_i(x) · P(exactly k others perform above x) dx

Performances are normal (:func:`normal_places`) or Gumbel (:func:`gumbel_places`: Plackett and Luce's model,
in which the shares of first places are those of the strengths). Ties have probability zero here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput

Floats = NDArray[np.float64]

NODES = 129
"""Nodes of the quadrature for each side; the integrand is smooth, and more change nothing."""

REACH = 9.0
"""How many deviations either way are integrated: beyond lie 2 · 10⁻¹⁹ of the mass."""


MOST_SIDES = 128
"""How many sides chances are told of: the time grows with the cube of their number."""


def _check_sides(count: int) -> None:
    """Refuse more sides than chances are told of.

    Raises:
        BadInput: there are more than :data:`MOST_SIDES`.
    """
    if count > MOST_SIDES:
        raise BadInput(
            f"the chances of every place are calculated for at most {MOST_SIDES} sides, not for {count}",
            remedy="Leave out those without a chance.",
        )


def normal_places(mean: Floats, deviation: Floats) -> Floats:
    """Return sides × places, the probability of every place.

    Args:
        mean: the mean performance of each side.
        deviation: its standard deviation, of skill and of the day together; more than 0.

    Raises:
        BadInput: there are more than :data:`MOST_SIDES`.
    """
    _check_sides(len(mean))
    from scipy.special import ndtr

    def above(x: Floats) -> Floats:
        z: Floats = ndtr((mean[:, None] - x[None, :]) / deviation[:, None])
        return z

    def nodes(i: int) -> tuple[Floats, Floats]:
        z = np.linspace(-REACH, REACH, NODES * 4)
        weight = np.exp(-0.5 * z * z)
        return mean[i] + deviation[i] * z, weight / weight.sum()

    return _places(len(mean), nodes, above)


def gumbel_places(log_strength: Floats) -> Floats:
    """Return sides × places under Plackett and Luce's model, strengths given by their logarithms.

    Raises:
        BadInput: there are more than :data:`MOST_SIDES`.
    """
    _check_sides(len(log_strength))

    def above(x: Floats) -> Floats:
        return -np.expm1(-np.exp(np.minimum(log_strength[:, None] - x[None, :], 700.0)))

    def nodes(i: int) -> tuple[Floats, Floats]:
        # performance = log strength + standard Gumbel, at equally probable heights refined towards the ends
        z = np.linspace(-6.0, 45.0, NODES * 16)
        weight = np.exp(-z - np.exp(-z))
        return log_strength[i] + z, weight / weight.sum()

    return _places(len(log_strength), nodes, above)


def _places(
    sides: int, nodes: Callable[[int], tuple[Floats, Floats]], above: Callable[[Floats], Any]
) -> Floats:
    """Integrate the number of sides ahead over each side's performance."""
    probability = np.empty((sides, sides))
    for i in range(sides):
        x, weight = nodes(i)
        ahead = above(x)
        count = np.zeros((sides, len(x)))
        count[0] = 1.0
        # Of the sides looked at so far no more can be ahead than there are of them.
        for seen, j in enumerate((j for j in range(sides) if j != i), start=1):
            count[1 : seen + 1] = count[1 : seen + 1] * (1.0 - ahead[j]) + count[:seen] * ahead[j]
            count[0] *= 1.0 - ahead[j]
        probability[i] = count @ weight
    return probability
