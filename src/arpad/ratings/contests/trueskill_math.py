"""The truncated normal: what TrueSkill's and Thurstone and Mosteller's updates learn from a win or a draw.

References:
    Herbrich, R., Minka, T. and Graepel, T. (2006), TrueSkill: a Bayesian skill rating system. *NIPS* 19; the
    functions V and W of its section on approximate message passing.

A difference of performances, in units of its standard deviation, is normal around x. A win tells that it is
above a margin; a draw that it is within the margin either way. v is the shift of its mean by that, w the
share of its variance that goes. Both stay finite and keep their digits however great the surprise: beyond
:data:`TAIL` Mills' ratio comes from its continued fraction (Laplace), not from a quotient of two numbers that
both vanish.
"""

from __future__ import annotations

import math

from arpad.compiled.specialising import kernel

ROOT2 = math.sqrt(2.0)
ROOT_HALF_PI = math.sqrt(0.5 * math.pi)
DENSITY = 1.0 / math.sqrt(2.0 * math.pi)

TAIL = 6.0
"""From here on the continued fraction is used; :data:`LEVELS` of it give all digits."""

LEVELS = 26

NARROW = 0.02
"""A margin below which a draw is integrated numerically: the closed form subtracts nearly equal numbers."""


@kernel
def excess(x: float) -> float:
    """Return 1 / M(x) − x for x from :data:`TAIL` on: 1 / (x + 2 / (x + 3 / (x + …)))."""
    tail = x
    for level in range(LEVELS, 1, -1):
        tail = x + level / tail
    return 1.0 / tail


@kernel
def mills(x: float) -> tuple[float, float]:
    """Return Mills' ratio M(x) = (1 − Φ(x)) / φ(x), and 1 / M(x) − x, for x >= 0."""
    if x >= TAIL:
        r = excess(x)
        return 1.0 / (x + r), r
    ratio = ROOT_HALF_PI * math.exp(0.5 * x * x) * math.erfc(x / ROOT2)
    return ratio, 1.0 / ratio - x


@kernel
def above(x: float) -> tuple[float, float]:
    """Return v = φ(x) / Φ(x) and w = v · (v + x): a win, where x is the lead less the margin."""
    if x <= -TAIL:
        r = excess(-x)
        return r - x, r * (r - x)
    v = DENSITY * math.exp(-0.5 * x * x) / (0.5 * math.erfc(-x / ROOT2))
    return v, v * (v + x)


@kernel
def within(x: float, margin: float) -> tuple[float, float]:
    """Return v and w of a draw, where x is the lead: the difference ended within ± ``margin``.

    With L = |x| − margin, U = |x| + margin, e = φ(U) / φ(L) and D = (Φ(U) − Φ(L)) / φ(L), the mean of what
    remains is m = (1 − e) / D; v is −m with the sign of x, w = m · (m − L) + (U − L) · e / D.
    """
    t = abs(x)
    if margin < NARROW and t * margin < 1.0:
        m, w = _narrow(t, margin)
    else:
        low, high = t - margin, t + margin
        width = 2.0 * margin
        e = math.exp(-2.0 * t * margin)
        rest = -math.expm1(-2.0 * t * margin)
        if low < 0.0:
            mass = 0.5 * (math.erf(high / ROOT2) - math.erf(low / ROOT2))
            d = mass / (DENSITY * math.exp(-0.5 * low * low)) if low > -36.0 else 1e300
            m = rest / d
            over = m - low
        else:
            near, near_excess = mills(low)
            far, far_excess = mills(high)
            d = near - e * far
            m = rest / d
            over = (near * near_excess - e * far * (far_excess + width)) / d
        w = m * over + width * e / d
    return (-m if x >= 0.0 else m), w


@kernel
def _narrow(t: float, h: float) -> tuple[float, float]:
    """Return the mean and 1 − variance within t ± h by Gauss and Legendre's eight nodes."""
    total = first = second = 0.0
    for k in range(4):
        if k == 0:
            node, weight = 0.1834346424956498, 0.3626837833783620
        elif k == 1:
            node, weight = 0.5255324099163290, 0.3137066458778873
        elif k == 2:
            node, weight = 0.7966664774136267, 0.2223810344533745
        else:
            node, weight = 0.9602898564975363, 0.1012285362903763
        u = h * node
        bell = weight * math.exp(-0.5 * u * u)
        up = bell * math.exp(-t * u)
        down = bell * math.exp(t * u)
        total += up + down
        first += (up - down) * u
        second += (up + down) * u * u
    mean = first / total
    return t + mean, 1.0 - (second / total - mean * mean)
