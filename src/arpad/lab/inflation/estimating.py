"""How fast ratings rise: of all who play, and of players of constant strength; each with an interval.

A panel has the rating R of player i at the end of each step t in which the player plays.

* The rise of all: the least-squares slope of R on t. It also rises where weaker players leave.
* The drift: the slope of R on t within players, R = α_i + β · t (players' fixed effects). Only players who
  play in several steps count: their overlapping careers tie the steps together, whoever comes and goes. β is
  what the rating of a player of constant strength rises by, *if the established players become neither
  stronger nor weaker on average*: nothing in the results tells a general improvement from inflation.
* The level of each step: R = α_i + λ_t, the same with a number for each step instead of a line.

Intervals are by clusters of players (Liang and Zeger 1986): whatever a player's ratings have in common.

References: Berry, S. M., Reese, C. S. and Larkey, P. D. (1999), Bridging different eras in sports. *JASA* 94,
661–676, for overlapping careers; Liang, K.-Y. and Zeger, S. L. (1986), Longitudinal data analysis using
generalized linear models. *Biometrika* 73, 13–22, for the clusters.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.lab.formats.study import Z95

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Slope(NamedTuple):
    """Points per unit of time with a 95 % interval.

    Args:
        mean: the estimate.
        low: the lower bound.
        high: the upper one; both are infinite where a single player counts.
    """

    mean: float
    low: float
    high: float

    def times(self, factor: float) -> Slope:
        """Return the slope per another unit of time."""
        return Slope(self.mean * factor, self.low * factor, self.high * factor)

    @property
    def significant(self) -> bool:
        """Whether the interval does not hold 0."""
        return self.low > 0.0 or self.high < 0.0


NOTHING = Slope(math.nan, math.nan, math.nan)


def rise(player: Ints, time: Floats, value: Floats) -> Slope:
    """Return the slope of a value on time over all rows of a panel.

    Args:
        player: who, per row.
        time: when.
        value: of the player then.
    """
    if len(value) < 3 or time.min() == time.max():
        return NOTHING
    return _clustered(player, time - time.mean(), value - value.mean())


def drift(player: Ints, time: Floats, value: Floats) -> Slope:
    """Return the slope of a value on time within players; see the module."""
    if not len(value):
        return NOTHING
    _, codes = np.unique(player, return_inverse=True)
    rows = np.bincount(codes)
    within = [each - (np.bincount(codes, each) / rows)[codes] for each in (time, value)]
    return _clustered(codes, *within)


def _clustered(player: Ints, x: Floats, y: Floats) -> Slope:
    """Return Σ x y / Σ x² with the interval that clusters of players give."""
    total = float(x @ x)
    if total == 0.0:
        return NOTHING
    mean = float(x @ y) / total
    _, codes = np.unique(player[x != 0.0], return_inverse=True)
    clusters = int(codes.max()) + 1 if len(codes) else 0
    if clusters < 2:
        return Slope(mean, -math.inf, math.inf)
    scores = np.bincount(codes, (x * (y - mean * x))[x != 0.0])
    error = math.sqrt(float(scores @ scores) * clusters / (clusters - 1.0)) / total
    return Slope(mean, mean - Z95 * error, mean + Z95 * error)


def levels(player: Ints, step: Ints, value: Floats, steps: int) -> NDArray[np.float64]:
    """Return the level of every step, with its 95 % interval, less that of the first step that has one.

    Args:
        player: who, per row.
        step: the number of the step, per row.
        value: of the player then.
        steps: how many there are.

    Returns:
        steps × 3: the level, the lower and the upper bound; NaN for a step without overlapping careers.
    """
    from scipy.sparse import csr_array

    intervals = np.full((steps, 3), np.nan)
    if not len(value):
        return intervals
    _, codes = np.unique(player, return_inverse=True)
    rows = np.bincount(codes).astype(np.float64)
    kept = rows[codes] > 1.0
    if not kept.any():
        return intervals
    _, codes = np.unique(codes[kept], return_inverse=True)
    step, value = step[kept], value[kept]
    rows = np.bincount(codes).astype(np.float64)
    there = np.unique(step)
    at = np.searchsorted(there, step)
    shape = len(rows), len(there)
    presence = csr_array((np.ones(len(at)), (codes, at)), shape=shape)
    means = np.bincount(codes, value) / rows
    # The normal equations with the players' effects taken out; the first level is 0.
    shared = presence.multiply(1.0 / rows[:, None]).tocsr()
    normal = np.diag(np.bincount(at).astype(np.float64)) - (presence.T @ shared).toarray()
    right = np.bincount(at, value - means[codes])
    level = np.zeros(len(there))
    inverse = np.linalg.pinv(normal[1:, 1:], hermitian=True)
    level[1:] = inverse @ right[1:]
    residual = value - means[codes] - (level[at] - (np.bincount(codes, level[at]) / rows)[codes])
    errors = csr_array((residual, (codes, at)), shape=shape).toarray()[:, 1:]
    spread = np.zeros(len(there))
    spread[1:] = np.sqrt(np.maximum(np.diag(inverse @ (errors.T @ errors) @ inverse), 0.0))
    intervals[there] = np.stack([level, level - Z95 * spread, level + Z95 * spread], axis=1)
    return intervals
