"""Scores of probability forecasts: log loss, Brier score, accuracy, calibration, summed in one pass.

References:
    Good, I. J. (1952), Rational decisions. *JRSS B* 14, 107–114: the logarithmic score.
    Brier, G. W. (1950), Verification of forecasts expressed in terms of probability. *MWR* 78, 1–3.
    Naeini, Cooper and Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian binning.
    *AAAI* 29: the expected calibration error (ECE).

A forecast is the expected score E of the first side; S is its score. A draw counts as half a win and half a
loss:

* log loss −S · ln E − (1 − S) · ln(1 − E), with E kept :data:`LEAST` from 0 and 1;
* Brier score (S − E)²;
* accuracy: S where E is above ½, 1 − S where it is below, ½ where it is ½.

All of them are sums over games, so they are summed by blocks of games (periods) and by groups of games
(segments), and nothing is kept of a single game.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, specialise

Floats = NDArray[np.float64]

LEAST = 1e-15
"""Probabilities are kept so far from 0 and 1: no certainty, however wrong, costs more than 34.5."""

BINS = 10
"""Equal shares of [0, 1] in which the expected score and the score are compared."""

SMALL = 1e-250
"""Below this the logarithm of a product of probabilities is taken: 1e-15 times it is a number still."""

LOG_LOSS, BRIER, ACCURACY, GAMES = range(4)
"""The columns of sums."""

GROUP_LOSS, GROUP_GAMES = range(2)
"""The columns of sums by group."""

BIN_GAMES, BIN_EXPECTED, BIN_SCORE, BIN_SQUARE = range(4)
"""The columns of a calibration bin: how many games, Σ E, Σ S, Σ S²."""


@kernel
def log_loss(expected: float, score: float, least: float) -> float:
    """Return −S · ln E − (1 − S) · ln(1 − E)."""
    E = min(max(expected, least), 1.0 - least)
    loss = 0.0
    if score > 0.0:
        loss -= score * math.log(E)
    if score < 1.0:
        loss -= (1.0 - score) * math.log1p(-E)
    return loss


@kernel
def judge_loop(
    expected: Any, score: Any, cut: Any, least: float, sums: Any, bins: Any, groups: Any, products: Any
) -> None:
    """Sum up the scores of forecasts, in place.

    Of the probabilities of what happened the product is kept, in ``products`` by group, and its logarithm
    taken where it becomes small, or the block ends.
    """
    counts = cut.counts
    group = cut.group
    n = bins.shape[0]
    block = 0
    product = 1.0
    loss = 0.0
    brier = 0.0
    right = 0.0
    games = 0.0
    for i in range(expected.shape[0]):
        if counts[i] == 0:
            continue
        if cut.block[i] != block:
            sums[block, 0] += loss - math.log(product)
            sums[block, 1] += brier
            sums[block, 2] += right
            sums[block, 3] += games
            block = cut.block[i]
            product = 1.0
            loss = brier = right = games = 0.0
        E = expected[i]
        S = score[i]
        kept = min(max(E, least), 1.0 - least)
        happened = 1.0
        part = 0.0
        # Who wins and who is the favourite is what a processor guesses wrong: that is calculated instead.
        if S * (1.0 - S) == 0.0:
            happened = S * kept + (1.0 - S) * (1.0 - kept)
        elif S == 0.5:
            happened = math.sqrt(kept * (1.0 - kept))
        else:
            part = log_loss(E, S, least)
        product *= happened
        loss += part
        if product < SMALL:
            loss -= math.log(product)
            product = 1.0
        brier += (S - E) * (S - E)
        right += 0.5 + (int(E > 0.5) - int(E < 0.5)) * (S - 0.5)
        games += 1.0
        at = min(int(E * n), n - 1)
        bins[at, 0] += 1.0
        bins[at, 1] += E
        bins[at, 2] += S
        bins[at, 3] += S * S
        for k in range(group.shape[0]):
            g = group[k, i]
            if g >= 0:
                groups[g, 0] += part
                groups[g, 1] += 1.0
                products[g] *= happened
                if products[g] < SMALL:
                    groups[g, 0] -= math.log(products[g])
                    products[g] = 1.0
    sums[block, 0] += loss - math.log(product)
    sums[block, 1] += brier
    sums[block, 2] += right
    sums[block, 3] += games
    for g in range(groups.shape[0]):
        groups[g, 0] -= math.log(products[g])


class Sums(NamedTuple):
    """What the forecasts of some games add up to.

    Args:
        blocks: float64, blocks × (log loss, Brier, accuracy, games).
        bins: float64, :data:`BINS` × (games, Σ E, Σ S, Σ S²).
        groups: float64, groups × (log loss, games).
    """

    blocks: Floats
    bins: Floats
    groups: Floats

    def mean(self, column: int) -> float:
        """Return the mean of a score over all games; NaN of no games."""
        games = float(self.blocks[:, GAMES].sum())
        return float(self.blocks[:, column].sum()) / games if games else math.nan


class Cut(NamedTuple):
    """Which games count, and how they are put together; all by game.

    Args:
        counts: int8, 1 where the game counts.
        block: int64, the number of its block, from 0; in order.
        group: int32, segmentations × games, the number of its group; −1 for none.
        blocks: how many blocks there are.
        groups: how many groups.
    """

    counts: NDArray[np.int8]
    block: NDArray[np.int64]
    group: NDArray[np.int32]
    blocks: int
    groups: int


class CutColumns(NamedTuple):
    """The columns of a :class:`Cut`, as the kernel takes them."""

    counts: NDArray[np.int8]
    block: NDArray[np.int64]
    group: NDArray[np.int32]


def judged(expected: Floats, score: Floats, cut: Cut, least: float = LEAST) -> Sums:
    """Return the sums of the scores of some forecasts.

    Args:
        expected: float64 per game, the expected score of the first side.
        score: its score.
        cut: which games count, and how they are put together.
        least: how far a probability is kept from 0 and 1 in the log loss.
    """
    sums, bins, groups = np.zeros((cut.blocks, 4)), np.zeros((BINS, 4)), np.zeros((cut.groups, 2))
    columns = CutColumns(cut.counts, cut.block, cut.group)
    loop = specialise(judge_loop, {}, len(expected))
    loop(expected, score, columns, least, sums, bins, groups, np.ones(cut.groups))
    return Sums(sums, bins, groups)


class Bin(NamedTuple):
    """One point of a reliability diagram.

    Args:
        low: the least expected score of the bin.
        high: the greatest.
        games: how many.
        expected: their mean expected score.
        score: their mean score.
        score_low: the lower bound of its 95 % interval.
        score_high: the upper bound.
    """

    low: float
    high: float
    games: int
    expected: float
    score: float
    score_low: float
    score_high: float


Z95 = 1.959963984540054


def reliability(bins: Floats) -> list[Bin]:
    """Return the points of the reliability diagram, those of bins with games.

    The interval is Wilson's (1927), with the variance that the scores of the bin have instead of the one
    that they would have without draws.
    """
    found = []
    for at, (games, expected, score, square) in enumerate(bins.tolist()):
        if games:
            low, high = wilson(score / games, square / games, games)
            found.append(
                Bin(at / BINS, (at + 1) / BINS, int(games), expected / games, score / games, low, high)
            )
    return found


def wilson(mean: float, square: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a mean score.

    Args:
        mean: of scores in [0, 1].
        square: the mean of their squares; as the mean itself where no game is drawn.
        games: how many; where some are drawn they tell as much as more games without draws would.
    """
    whole = mean * (1.0 - mean)
    spread = square - mean * mean
    n = games * min(whole / spread, 10.0) if spread > 1e-12 else games
    z2 = Z95 * Z95
    centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n)
    half = Z95 / (1.0 + z2 / n) * math.sqrt(whole / n + z2 / (4.0 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def calibration_error(bins: Floats) -> float:
    """Return the expected calibration error, Σ n/N · |mean score − mean expected score| over the bins."""
    games = float(bins[:, BIN_GAMES].sum())
    if not games:
        return math.nan
    return float(np.abs(bins[:, BIN_SCORE] - bins[:, BIN_EXPECTED]).sum()) / games


def calibration_p(bins: Floats) -> float:
    """Return the p-value of calibrated forecasts: Σ (Σ S − Σ E)² / variance over the bins, against χ².

    As Hosmer and Lemeshow's test (1980) of forecasts that are not fitted to the games; draws lower the
    variance of a bin by what its scores show.
    """
    from scipy.special import chdtrc

    there = bins[bins[:, BIN_GAMES] > 0.0]
    games, expected, score, square = there.T
    mean, E = score / games, expected / games
    whole = mean * (1.0 - mean)
    spread = np.maximum(square / games - mean * mean, 0.0)
    share = np.divide(spread, whole, out=np.ones(len(there)), where=whole > 1e-12)
    variance = np.maximum(games * E * (1.0 - E) * np.maximum(share, 0.1), 1e-12)
    return float(chdtrc(len(there), float(((score - expected) ** 2 / variance).sum())))


def boldness(bins: Floats) -> float:
    """Return Σ (S − E) · (E − ½) over the bins: below 0 where forecasts lie too far from ½."""
    there = bins[bins[:, BIN_GAMES] > 0.0]
    games, expected, score, _ = there.T
    return float(((score - expected) * (expected / games - 0.5)).sum())
