"""S0, s1 and s2 from a season's results: a player is a random effect, and the likelihood is Gaussian.

    S = S0 + k · A x + noise;   x ~ N(R̄, s2²);   noise ~ N(0, s1²)

so that S has the covariance s1² · (I + λ · A Aᵀ) with λ = (k · s2 / s1)²; every diagonal element is his
Var(S) = s1² + 4k² · s2². That alone cannot tell s1 from s2: players who meet several times, in changing
company, do. k only sets the scale of the ratings and is given.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided
from arpad.record import Contests, Games, Record

FIT = "fit"
"""What stands for a parameter that the record is to tell."""

MOST = 5000
"""Sessions up to which the eigenvalues of the covariance are affordable."""


class ResultSpread(NamedTuple):
    """What a record tells of its results.

    Args:
        s0: the result of equal pairs, S0.
        sigma1: the noise of a session, s1.
        deviation: the spread of the players' strengths, s2, in points.
    """

    s0: float
    sigma1: float
    deviation: float


class Scale(Protocol):
    """What of a system's parameters a fit goes by."""

    @property
    def s0(self) -> float:
        """The result of equal pairs."""

    @property
    def k(self) -> float:
        """The result that a point of rating is worth."""

    @property
    def initial(self) -> float:
        """The rating of a newcomer."""

    @property
    def sigma1(self) -> float | str:
        """The noise of a session, or :data:`FIT`."""

    @property
    def deviation(self) -> float | str:
        """The deviation of a newcomer, or :data:`FIT`."""


def likeliest(record: Record, k: float) -> ResultSpread:
    """Return the S0, s1 and s2 that make a record's results most likely.

    Args:
        record: contests of two sides with results, or games whose sides are written ``Ann+Bob``.
        k: the result that a point is worth: the scale.

    Raises:
        NotProvided: the record has no results, too many sessions, or too few in changing company.
    """
    from scipy.optimize import minimize_scalar

    contests = Contests.of(record) if isinstance(record, Games) else record
    assert isinstance(contests, Contests)
    S, A = _sessions(contests)
    eigenvalue, U = _eigen(A)
    y, ones = U.T @ S, U.T @ np.ones(len(S))

    def parts(log_ratio: float) -> tuple[float, float, float]:
        v = 1.0 + math.exp(log_ratio) * eigenvalue
        s0 = float((ones * y / v).sum() / (ones * ones / v).sum())
        noise = float(((y - s0 * ones) ** 2 / v).mean())
        return s0, noise, len(S) * math.log(noise) + float(np.log(v).sum())

    best = minimize_scalar(
        lambda x: parts(x)[2], bounds=(-20.0, 10.0), method="bounded", options={"xatol": 1e-9}
    )
    s0, noise, _ = parts(float(best.x))
    spread = math.sqrt(math.exp(float(best.x)) * noise) / abs(k)
    return ResultSpread(s0, math.sqrt(noise), spread)


def spreads(contests: Contests, system: Scale) -> dict[str, float]:
    """Return s1 and s2, those of the two that a system leaves to be fitted, with its S0 and k.

    Ratings that players have from before are their expected strengths; a newcomer's is the rest's.

    Raises:
        NotProvided: as of :func:`likeliest`; or deviations or weights are given, which it does not weigh.
    """
    from scipy.optimize import minimize_scalar

    S, A = _sessions(contests)
    weighted = contests.weight is not None and bool((contests.weight != 1.0).any())
    if weighted or bool(np.isfinite(contests.players.number("deviation")).any()):
        what = "sessions of different weight" if weighted else "players with deviations of their own"
        raise NotProvided(f"bridge is not fitted to {what}", remedy="Give numbers for sigma1 and deviation.")
    if system.k == 0.0:
        raise NotProvided("with k = 0 no result says anything of the players' spread")
    R = contests.players.number("rating", system.initial)
    both = system.sigma1 == system.deviation == FIT
    eigenvalue, U = _eigen(A) if both else np.linalg.eigh(A @ A.T)
    eigenvalue = np.maximum(eigenvalue, 0.0)
    squares = (U.T @ (S - system.s0 - system.k * (A @ R))) ** 2

    def variances(x: float) -> tuple[float, float]:
        """Return s1² and k² · s2², by the one number that is sought."""
        if both:
            ratio = math.exp(x)
            noise = float((squares / (1.0 + ratio * eigenvalue)).mean())
            return noise, ratio * noise
        if system.sigma1 == FIT:
            return math.exp(x) * level, (system.k * float(system.deviation)) ** 2
        return float(system.sigma1) ** 2, math.exp(x) * level

    def cost(x: float) -> float:
        noise, spread = variances(x)
        v = noise + spread * eigenvalue
        return float((squares / v + np.log(v)).sum())

    level = max(float(squares.mean()), 1e-12)
    best = minimize_scalar(cost, bounds=(-20.0, 10.0), method="bounded", options={"xatol": 1e-9})
    noise, spread = variances(float(best.x))
    values = {"sigma1": math.sqrt(noise), "deviation": math.sqrt(spread) / abs(system.k)}
    return {name: value for name, value in values.items() if getattr(system, name) == FIT}


def _sessions(contests: Contests) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the results of the first sides, and the design.

    Raises:
        NotProvided: the record has no results, or too many sessions.
    """
    if contests.result is None or (np.diff(contests.starts) != 2).any():
        raise NotProvided("bridge is fitted to contests of two sides with results")
    if len(contests) > MOST:
        raise NotProvided(f"bridge is fitted to at most {MOST} sessions, not {len(contests)}")
    if not len(contests):
        raise NotProvided("there are no sessions to fit bridge to")
    return contests.result[::2], _design(contests)


def _eigen(A: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the eigenvalues and eigenvectors of A Aᵀ.

    Raises:
        NotProvided: they cannot tell the noise of a session from the spread of the players.
    """
    eigenvalue, U = np.linalg.eigh(A @ A.T)
    eigenvalue = np.maximum(eigenvalue, 0.0)
    if len(A) < 3 or np.ptp(eigenvalue) < 1e-9:
        raise NotProvided(
            "the noise of a session and the spread of the players cannot be told apart in this record",
            remedy="It needs players who meet several times, in changing company.",
        )
    return eigenvalue, U


def _design(contests: Contests) -> NDArray[np.float64]:
    """Return sessions × players: the signed share of everyone in every session."""
    seats = contests.appearances()
    A = np.zeros((len(contests), len(contests.players)))
    share = 1.0 if contests.share is None else contests.share
    A[seats.row, seats.player] = np.where(seats.side == 0, 1.0, -1.0) * share
    return A
