"""What a result says of the players: Ioffe's model of a session, and its posterior in closed form.

    x_i ~ N(R_i, s_i²), independent;   S | x ~ N(S0 + k · Σ a_i · x_i, s1² / w);   a_i = +1, −1

S is the result of the session as the first side sees it, and a_i the player's share of the session, with
the sign of the player's side. The formulas are those of a linear model with Gaussian noise: the integral
(12) of the paper needs no simulation. Where only the winner is known, S is a normal number cut off at S0,
whose moments are in closed form too.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel

FAR = -35.0
"""Below this z the ratio φ/Φ is taken from its series: Φ itself would lose its digits."""


class BridgeNumbers(NamedTuple):
    """Bridge's parameters as the kernels take them.

    Args:
        s0: the result of equal sides.
        k: result per point.
        noise: s1², the variance of a session.
        K: points per unit of the result, in the plain form (10).
    """

    s0: float
    k: float
    noise: float
    K: float


@kernel
def forecast(p: BridgeNumbers, R: Any, s2: Any, a: Any, n: int, w: float) -> tuple[float, float]:
    """Return ES = S0 + k · Σ a_i · R_i (his (9)) and V = s1² / w + k² · Σ a_i² · s_i² of ``n`` players."""
    lead = 0.0
    spread = 0.0
    for i in range(n):
        lead += a[i] * R[i]
        spread += a[i] * a[i] * s2[i]
    return p.s0 + p.k * lead, p.noise / w + p.k * p.k * spread


@kernel
def ratio(z: float) -> float:
    """Return φ(z) / Φ(z)."""
    if z > FAR:
        return math.exp(-0.5 * z * z) / (math.sqrt(2.0 * math.pi) * 0.5 * math.erfc(-z / math.sqrt(2.0)))
    y = 1.0 / (z * z)
    return -z / (1.0 - y * (1.0 - y * (3.0 - 15.0 * y)))


@kernel
def news(p: BridgeNumbers, ES: float, V: float, S: float, won: float) -> tuple[float, float]:
    """Return how far the result lies above ES, and which part of V it takes away.

    Args:
        p: the parameters.
        ES: the expected result.
        V: its variance.
        S: the result; NaN where only the winner is known.
        won: 1 if the first side won, −1 if it lost, 0 for neither; counts only if S is NaN.
    """
    if not math.isnan(S):
        return S - ES, 1.0
    if won == 0.0:
        return p.s0 - ES, 1.0
    z = won * (ES - p.s0) / math.sqrt(V)
    hazard = ratio(z)
    return won * math.sqrt(V) * hazard, min(1.0, max(0.0, hazard * (hazard + z)))


@kernel
def gain(p: BridgeNumbers, a: float, s2: float, V: float) -> float:
    """Return a_i · k · s_i² / V, the points per unit of the result above ES: Elo's K in his (10)."""
    return a * p.k * s2 / V


@kernel
def remaining(p: BridgeNumbers, a: float, s2: float, V: float, part: float) -> float:
    """Return s_i² − a_i² · k² · s_i⁴ / V, or only so far as ``part`` of V is gone."""
    return s2 * max(0.0, 1.0 - part * (a * a * p.k * p.k * s2 / V))


@kernel
def closed(
    p: BridgeNumbers, R: Any, s2: Any, a: Any, n: int, S: float, won: float, w: float, R_new: Any, s2_new: Any
) -> None:
    """Write the posterior means and variances of ``n`` players."""
    ES, V = forecast(p, R, s2, a, n, w)
    surprise, part = news(p, ES, V, S, won)
    for i in range(n):
        R_new[i] = R[i] + gain(p, a[i], s2[i], V) * surprise
        s2_new[i] = remaining(p, a[i], s2[i], V, part)


@kernel
def plain(
    p: BridgeNumbers, R: Any, s2: Any, a: Any, n: int, S: float, won: float, w: float, R_new: Any, s2_new: Any
) -> None:
    """Write R_i + a_i · K · (S − ES) with one K for all (his (10)); deviations stay."""
    ES, V = forecast(p, R, s2, a, n, w)
    surprise, _ = news(p, ES, V, S, won)
    for i in range(n):
        R_new[i] = R[i] + a[i] * p.K * w * surprise
        s2_new[i] = s2[i]


def covariances(p: BridgeNumbers, s2: Any, a: Any, w: float = 1.0) -> NDArray[np.float64]:
    """Return the posterior's covariance matrix, −a_i · a_j · k² · s_i² · s_j² / V beside the diagonal.

    Partners' strengths become correlated negatively, opponents' positively. The ratings keep the diagonal
    only.

    Args:
        p: the parameters.
        s2: the variances before.
        a: the signed shares.
        w: how many sessions the result counts as.
    """
    prior = np.asarray(s2, dtype=np.float64)
    pull = p.k * prior * np.asarray(a, dtype=np.float64)
    _, V = forecast(p, np.zeros(len(prior)), prior, a, len(prior), w)
    return np.diag(prior) - np.outer(pull, pull) / V
