"""Ioffe's integral (12) by numbers: a check of the closed form that anyone can run.

    E[x_i | S] = ∫ x_i · p(S | x) · Π f_j(x_j) dx / ∫ p(S | x) · Π f_j(x_j) dx

over all players of the session, on a grid (Gauss–Hermite in every dimension) or by drawing from the prior and
weighing every draw with its likelihood. Both have the kernels' form, so that the loop takes them as its
part; they are run interpreted only, as they need SciPy and whole arrays.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import NotProvided
from arpad.rulebooks.bridge.posterior import BridgeNumbers

Floats = NDArray[np.float64]

NODES = 24
"""Nodes per player of the grid: 332,000 points for four players."""

MOST = 4
"""Players up to which the grid is affordable."""

COARSER, GRIDS_APART = 19, 1e-3
"""Nodes of the grid beside it, and how far what the two find may lie apart, in deviations."""

LEAST_DRAWS = 1000
"""How many draws must count: the means are good to a thirtieth of a deviation then."""

TOO_FAR = "a result lies too far from what was expected, or tells too much, for the {} of method={}"

DRAWS = 400_000
"""Draws of a simulated session: the means are good to about 1/600 of a deviation."""

SEED = 12
"""The draws are the same in every run."""


def log_likelihood(p: BridgeNumbers, lead: Floats, S: float, won: float, w: float) -> Floats:
    """Return ln p(S | x) up to a constant, where ``lead`` is Σ a_i · x_i; of the winner only, if S is NaN."""
    from scipy.special import log_ndtr

    expected = p.s0 + p.k * lead
    if math.isnan(S) and won != 0.0:
        below: Floats = log_ndtr(won * (expected - p.s0) * math.sqrt(w / p.noise))
        return below
    off = (p.s0 if math.isnan(S) else S) - expected
    return -0.5 * w * off * off / p.noise


@kernel
def quadrature(
    p: BridgeNumbers, R: Any, s2: Any, a: Any, n: int, S: float, won: float, w: float, R_new: Any, s2_new: Any
) -> None:
    """Write the posterior means and variances of ``n`` players, integrated on a grid.

    Raises:
        NotProvided: they are too many, or a coarser grid finds something else.
    """
    if n > MOST:
        raise NotProvided(
            f"the grid of method=quadrature takes up to {MOST} players, not {n}",
            remedy="method=monte-carlo takes any number, and method=closed is exact.",
        )
    moments = _on_grid(p, R, s2, a, n, S, won, w, NODES)
    if not np.abs(moments - _on_grid(p, R, s2, a, n, S, won, w, COARSER)).max() < GRIDS_APART:
        raise NotProvided(TOO_FAR.format("grid", "quadrature"), remedy="method=closed is exact.")
    for i in range(n):
        _write(i, R, s2, float(moments[0, i]), float(moments[1, i]), R_new, s2_new)


def _on_grid(
    p: BridgeNumbers, R: Any, s2: Any, a: Any, n: int, S: float, won: float, w: float, nodes: int
) -> Floats:
    """Return 2 × players, E[z] and E[z²] in the prior's deviations, on a grid of so many nodes each."""
    z, mass = np.polynomial.hermite_e.hermegauss(nodes)
    axes = [(-1 if j == i else 1) for i in range(n) for j in range(n)]
    z_of = [z.reshape(axes[i * n : i * n + n]) for i in range(n)]
    m_of = [mass.reshape(axes[i * n : i * n + n]) for i in range(n)]
    lead = sum(a[i] * (R[i] + math.sqrt(s2[i]) * z_of[i]) for i in range(n))
    with np.errstate(over="ignore", invalid="ignore"):
        log = log_likelihood(p, np.asarray(lead), S, won, w)
        density = np.exp(log - log.max())
    for i in range(n):
        density = density * m_of[i]
    total = float(density.sum())
    shares = [density.sum(axis=tuple(j for j in range(n) if j != i)) / total for i in range(n)]
    return np.array([[share @ z for share in shares], [share @ (z * z) for share in shares]])


@kernel
def monte_carlo(
    p: BridgeNumbers, R: Any, s2: Any, a: Any, n: int, S: float, won: float, w: float, R_new: Any, s2_new: Any
) -> None:
    """Write the posterior means and variances of ``n`` players, simulated.

    Raises:
        NotProvided: too few of the draws come near the result.
    """
    z = np.random.default_rng(SEED).standard_normal((n, DRAWS))
    lead = sum(a[i] * (R[i] + math.sqrt(s2[i]) * z[i]) for i in range(n))
    with np.errstate(over="ignore", invalid="ignore"):
        log = log_likelihood(p, np.asarray(lead), S, won, w)
        share = np.exp(log - log.max())
    share /= share.sum()
    if not share @ share < 1.0 / LEAST_DRAWS:
        raise NotProvided(TOO_FAR.format("simulation", "monte-carlo"), remedy="method=closed is exact.")
    for i in range(n):
        _write(i, R, s2, float(share @ z[i]), float(share @ (z[i] * z[i])), R_new, s2_new)


def _write(i: int, R: Any, s2: Any, mean: float, square: float, R_new: Any, s2_new: Any) -> None:
    """Turn moments in units of the prior's deviation into points."""
    R_new[i] = R[i] + math.sqrt(s2[i]) * mean
    s2_new[i] = s2[i] * max(0.0, square - mean * mean)
