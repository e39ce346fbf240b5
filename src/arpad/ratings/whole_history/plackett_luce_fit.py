"""Fitting Plackett and Luce's strengths: Newton's method on contests in order of their places.

Natural units throughout: a player's strength is e^θ. A contest is a row of sides, the best first, and a row
of draws: at a side where a place begins, so many draws are made among that side and all behind it (its
*stage*). With L for the logarithm of the strengths of a stage together, w for its draws and a for the draws
that a side took, the logarithm of the likelihood is Σ a θ − Σ w L, which is concave. Its first derivative by
θ is a − Σ w p over the stages in which the side stands, with p = e^(θ − L); the negative of the second is
Σ w p (1 − p) of a side, and −Σ w p p' of two.

Sums over stages are sums over columns before or behind, kept in logarithms, so that nothing overflows.

Reference:
    Hunter, D. R. (2004), MM algorithms for generalized Bradley-Terry models. *Annals of Statistics* 32,
    384-406, section 5 (likelihood) and assumption 1 (whether there is an answer).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided, progress
from arpad.core.interface import setting
from arpad.ratings.whole_history.bradley_terry_fit import DENSE, SMALL, STEPS, SUPPOSED

Floats = NDArray[np.float64]

CHUNK = 2_000_000
"""How many pairs of sides are looked at together."""

ROUNDING = 1e-6
"""A step that is this small and no longer shrinks is rounding: strengths that little but the prior holds."""

DEEP = -300.0
"""How far, in natural units, a stage may lie below its contest's best before its curvature is cut off."""


class Block(NamedTuple):
    """Contests of one number of sides, contests × sides, each in order of its places.

    Args:
        seat: where the side stands in the record.
        player: its player.
        took: the draws that it took, weight included.
        drawn: the draws made where a place begins, weight included; 0 within a tie.
    """

    seat: NDArray[Any]
    player: NDArray[Any]
    took: Floats
    drawn: Floats


def blocks(starts: NDArray[Any], place: NDArray[Any], member: NDArray[Any], weight: Floats) -> list[Block]:
    """Put contests in order; see :mod:`arpad.ratings.whole_history.plackett_luce` for what a tie draws.

    Args:
        starts: where each contest's sides begin, contests + 1.
        place: per side.
        member: per side, the player.
        weight: per contest; those that count nothing are left out.
    """
    sizes = np.diff(starts)
    contest_blocks = []
    for k in np.unique(sizes[weight > 0.0]):
        rows = np.flatnonzero((sizes == k) & (weight > 0.0))
        seat = starts[rows][:, None] + np.arange(k)
        order = np.argsort(place[seat], axis=1, kind="stable")
        seat = np.take_along_axis(seat, order, axis=1)
        places = place[seat]
        begins = np.ones(places.shape, dtype=bool)
        begins[:, 1:] = places[:, 1:] != places[:, :-1]
        at = np.arange(k)
        first = np.maximum.accumulate(np.where(begins, at, 0), axis=1)
        ends = np.ones(places.shape, dtype=bool)
        ends[:, :-1] = begins[:, 1:]
        last = np.minimum.accumulate(np.where(ends, at, k)[:, ::-1], axis=1)[:, ::-1]
        tied = last - first + 1
        draws = tied - (last == k - 1)
        w = weight[rows][:, None]
        contest_blocks.append(Block(seat, member[seat], w * draws / tied, w * np.where(begins, draws, 0)))
    return contest_blocks


class BlockExpectations(NamedTuple):
    """Per side of a block: draws expected (Σ w p), Σ w p², and the logarithms of the stages together."""

    expected: Floats
    squares: Floats
    together: Floats


def slopes(block: Block, x: Floats) -> BlockExpectations:
    """Return what a block expects.

    Args:
        block: the contests.
        x: contests × sides, the log strengths.
    """
    L = np.logaddexp.accumulate(x[:, ::-1], axis=1)[:, ::-1]
    with np.errstate(divide="ignore"):
        w = np.log(block.drawn)
    expected = np.exp(x + np.logaddexp.accumulate(w - L, axis=1))
    squares = np.exp(2.0 * x + np.logaddexp.accumulate(w - 2.0 * L, axis=1))
    return BlockExpectations(expected, squares, L)


@dataclass(frozen=True, eq=False)
class PlackettLuceFit:
    """What was found: log strengths, their variances, and how it went."""

    theta: Floats
    variance: Floats
    rounds: int
    residual: float


def fit(contest_blocks: list[Block], n: int, precision: float) -> PlackettLuceFit:
    """Find the most likely log strengths.

    Args:
        contest_blocks: the contests, of players 0 … n − 1, each in one of them.
        n: how many players there are.
        precision: of the normal prior around 0, one over its variance; 0 for none, and then their mean is 0.

    Raises:
        NotProvided: it does not converge, since the results do not hold every strength in place.
    """
    theta, loose = np.zeros(n), precision == 0.0
    if not contest_blocks:
        return PlackettLuceFit(theta, theta, 0, 0.0)

    def height(theta: Floats) -> float:
        log_posterior = -0.5 * precision * float(theta @ theta)
        for block in contest_blocks:
            x = theta[block.player]
            L = np.logaddexp.accumulate(x[:, ::-1], axis=1)[:, ::-1]
            log_posterior += float(np.sum(block.took * x) - np.sum(block.drawn * L))
        return log_posterior

    search_progress = progress.Rounds(SMALL, STEPS, supposed=SUPPOSED)
    now, before = height(theta), math.inf
    for rounds in range(1, STEPS + 1):
        gradient, diagonal = -precision * theta, np.full(n, precision)
        slope = [slopes(block, theta[block.player]) for block in contest_blocks]
        for block, s in zip(contest_blocks, slope, strict=True):
            gradient += np.bincount(block.player.ravel(), (block.took - s.expected).ravel(), n)
            diagonal += np.bincount(block.player.ravel(), np.maximum(s.expected - s.squares, 0.0).ravel(), n)
        if n <= DENSE:
            information = _information(contest_blocks, slope, theta, diagonal)
            level = float(diagonal.mean()) / max(1, n) if loose else 0.0
            step = _solve_exactly(information + level, gradient)
        else:
            step = _solve_iteratively(contest_blocks, slope, theta, diagonal, gradient, precision)
        if loose:
            step -= step.mean()
        size = float(np.abs(step).max(initial=0.0))
        if not math.isfinite(size):
            break
        shrink = 1.0
        while True:
            trial = theta + shrink * step
            then = height(trial)
            if then >= now - 1e-9 * max(1.0, abs(now)) or shrink < 1e-6:
                break
            shrink *= 0.5
        theta, now = trial, then
        stalled = size < ROUNDING and size > 0.5 * before
        before = size
        if shrink == 1.0 and (size < SMALL or stalled):
            if n <= DENSE:
                inverse: Any = np.linalg.inv(information + level)
                variance = np.diag(inverse) - (1.0 / (level * n * n) if loose else 0.0)
            else:
                variance = 1.0 / diagonal
            return PlackettLuceFit(theta, np.maximum(variance, 0.0), rounds, size)
        search_progress.tell(rounds, size)
    raise NotProvided(
        "the most likely strengths are out of reach: the results do not hold them in place",
        remedy=f"Give a prior, such as {setting('prior=350')}.",
    )


def _information(
    contest_blocks: list[Block], expectations: list[BlockExpectations], theta: Floats, diagonal: Floats
) -> Floats:
    """Return the information matrix; two sides share the stages up to the one that is placed first."""
    n = len(theta)
    apart = np.zeros(n * n)
    for block, s in zip(contest_blocks, expectations, strict=True):
        k = block.player.shape[1]
        shared = np.minimum.outer(np.arange(k), np.arange(k))
        away = ~np.eye(k, dtype=bool)
        rows = max(1, CHUNK // (k * k))
        for a in range(0, len(block.player), rows):
            players = block.player[a : a + rows]
            x = theta[players]
            with np.errstate(divide="ignore"):
                c = np.logaddexp.accumulate(
                    np.log(block.drawn[a : a + rows]) - 2.0 * s.together[a : a + rows], axis=1
                )
            both = np.exp(x[:, :, None] + x[:, None, :] + c[:, shared])[:, away]
            key = (players[:, :, None] * n + players[:, None, :])[:, away]
            apart += np.bincount(key.ravel(), both.ravel(), n * n)
    return np.asarray(np.diag(diagonal) - apart.reshape(n, n))


def _solve_exactly(information: Floats, gradient: Floats) -> Floats:
    from scipy.linalg import cho_factor, cho_solve

    try:
        return np.asarray(cho_solve(cho_factor(information), gradient))
    except np.linalg.LinAlgError:
        return np.full(len(gradient), np.nan)


def _solve_iteratively(
    contest_blocks: list[Block],
    expectations: list[BlockExpectations],
    theta: Floats,
    diagonal: Floats,
    gradient: Floats,
    precision: float,
) -> Floats:
    """Solve by conjugate gradients: a product with the information costs one pass over the sides."""
    from scipy.sparse.linalg import LinearOperator, cg

    n = len(theta)
    terms = []
    for block, s in zip(contest_blocks, expectations, strict=True):
        x = theta[block.player]
        top = x.max(axis=1, keepdims=True)
        share = np.exp(x - top)
        terms.append((block, s, share, block.drawn * np.exp(-2.0 * np.maximum(s.together - top, DEEP))))

    def product(b: Floats) -> Floats:
        out = precision * b
        for block, s, share, q in terms:
            mine = b[block.player]
            behind = np.cumsum((share * mine)[:, ::-1], axis=1)[:, ::-1]
            force = s.expected * mine - share * np.cumsum(q * behind, axis=1)
            out += np.bincount(block.player.ravel(), force.ravel(), n)
        return out

    solve: Callable[..., Any] = cg
    least = np.maximum(diagonal, 1e-300)
    scaled = LinearOperator((n, n), matvec=lambda b: b / least, dtype=np.float64)
    information = LinearOperator((n, n), matvec=product, dtype=np.float64)
    if not gradient.any():
        return np.zeros(n)
    step, _ = solve(information, gradient, rtol=1e-5, maxiter=20 * n, M=scaled)
    return np.asarray(step)
