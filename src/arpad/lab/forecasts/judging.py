"""Scores of probability forecasts: log loss, Brier score, accuracy, calibration, summed in one pass.

References:
    Good, I. J. (1952), Rational decisions. *JRSS B* 14, 107–114: the logarithmic score.
    Brier, G. W. (1950), Verification of forecasts expressed in terms of probability. *MWR* 78, 1–3.
    Epstein, E. S. (1969), A scoring system for probability forecasts of ranked categories.
    *J. Applied Meteorology* 8, 985–987: the ranked probability score.
    Naeini, Cooper and Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian binning.
    *AAAI* 29: the expected calibration error (ECE).

A forecast is the expected score E of the first side; S is its score. A draw counts as half a win and half a
loss:

* log loss −S · ln E − (1 − S) · ln(1 − E), with E kept :data:`LEAST` from 0 and 1;
* Brier score (S − E)²;
* accuracy: S where E is above ½, 1 − S where it is below, ½ where it is ½.

Where the probability D of a draw is given too, three outcomes are judged: their log loss is −ln of the
probability of what happened, and Epstein's ranked probability score is the mean square of two errors, of the
chance to win E − D/2 and of the chance not to lose E + D/2.

All of them are sums over games, so they are summed by blocks of games (periods), and nothing is kept of a
single game.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel, specialise
from arpad.core.waiting import shared
from arpad.lab.forecasts.draws import Draws, share_loop

Floats = NDArray[np.float64]

LEAST = 1e-15
"""Probabilities are kept so far from 0 and 1: no certainty, however wrong, costs more than 34.5."""

BINS = 10
"""Equal shares of [0, 1] in which the expected score and the score are compared."""

SMALL = 1e-180
"""Below this the logarithm of a product is taken: four squares of 1e-15 times it are a number still."""

LOG_LOSS, BRIER, ACCURACY, GAMES, THREE_WAY, RANKED = range(6)
"""The columns of sums."""

COLUMNS = 6
"""How many these are."""

AT_ONCE = 512
"""Games of which what is calculated stays in the processor's nearest memory."""

COPIES = 4
"""In so many places one after another what belongs together is summed up."""

TOGETHER = 1 << 18
"""Games that one core judges at a time."""

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


class ScoreBuffers(NamedTuple):
    """Room for what is calculated of :data:`AT_ONCE` games at once, and summed up in as many lanes; float64.

    Args:
        expected: the expected scores of the first side.
        happened: the squares of the probabilities of what happened, a draw as half of each.
        draw: the probabilities of draws.
        outcome: the probabilities of what happened, of win, draw and loss.
        brier: Σ (S − E)² of every lane.
        right: Σ of the scores of the favourites, less ½ each.
        ranked: Σ of twice the ranked probability score.
        folded: room for the products of every four of these.
        product: what happened, multiplied, and the logarithm of what was multiplied before.
        outcomes: likewise, of three outcomes.
    """

    expected: Floats
    happened: Floats
    draw: Floats
    outcome: Floats
    brier: Floats
    right: Floats
    ranked: Floats
    folded: Floats
    product: Floats
    outcomes: Floats

    @classmethod
    def empty(cls) -> ScoreBuffers:
        """Return room in which nothing is summed up yet."""
        lanes = {name: np.zeros(AT_ONCE) for name in cls._fields}
        folded, unit = np.empty(AT_ONCE // 4), np.array([1.0, 0.0])
        return cls(**{**lanes, "folded": folded, "product": unit, "outcomes": unit.copy()})


# Each of these loops changes one column and has no branch: it runs on the vector units of the processor.


@kernel
def keep_counted(forecast: Any, counts: Any, expected: Any) -> None:
    """Copy the expected scores, ½ where a game does not count."""
    for j in range(counts.shape[0]):
        expected[j] = forecast[j] if counts[j] != 0 else 0.5


@kernel
def square_chances(expected: Any, score: Any, counts: Any, least: float, happened: Any) -> int:
    """Tell the square of what a result was given; return how many scores are none of 0, ½ and 1."""
    others = 0
    for j in range(score.shape[0]):
        S = score[j]
        E = min(max(expected[j], least), 1.0 - least)
        chance = S * E + (1.0 - S) * (1.0 - E)
        squared = E * (1.0 - E) if S == 0.5 else chance * chance
        others += 1 if S * (1.0 - S) * (S - 0.5) != 0.0 else 0
        happened[j] = squared if counts[j] != 0 else 1.0
    return others


@kernel
def square_shares(expected: Any, score: Any, counts: Any, least: float, happened: Any) -> None:
    """Tell the square of what a score between 0, ½ and 1 was given, E^2S · (1 − E)^2(1 − S)."""
    for j in range(score.shape[0]):
        if counts[j] != 0 and score[j] * (1.0 - score[j]) * (score[j] - 0.5) != 0.0:
            happened[j] = math.exp(-2.0 * log_loss(expected[j], score[j], least))


@kernel
def take_outcomes(expected: Any, draw: Any, score: Any, counts: Any, outcome: Any) -> None:
    """Tell the probability of what happened, of win, draw and loss."""
    for j in range(score.shape[0]):
        win = max(expected[j] - 0.5 * draw[j], 0.0)
        loss = 1.0 - min(expected[j] + 0.5 * draw[j], 1.0)
        decided = win if score[j] > 0.5 else loss
        chance = draw[j] if score[j] == 0.5 else decided
        outcome[j] = min(max(chance, LEAST), 1.0) if counts[j] != 0 else 1.0


@kernel
def add_ranked(expected: Any, draw: Any, score: Any, counts: Any, ranked: Any) -> None:
    """Add twice Epstein's ranked probability score of win, draw and loss."""
    for j in range(score.shape[0]):
        win = max(expected[j] - 0.5 * draw[j], 0.0)
        held = min(expected[j] + 0.5 * draw[j], 1.0)
        won = 1.0 if score[j] > 0.5 else 0.0
        not_lost = 1.0 if score[j] >= 0.5 else 0.0
        both = (win - won) * (win - won) + (held - not_lost) * (held - not_lost)
        ranked[j] += both if counts[j] != 0 else 0.0


@kernel
def add_brier(expected: Any, score: Any, counts: Any, brier: Any) -> None:
    """Add the squares of the errors."""
    for j in range(score.shape[0]):
        error = score[j] - expected[j]
        brier[j] += error * error if counts[j] != 0 else 0.0


@kernel
def add_right(expected: Any, score: Any, right: Any) -> None:
    """Add the scores of the favourites, less ½ each."""
    for j in range(score.shape[0]):
        more = score[j] - 0.5 if expected[j] > 0.5 else 0.0
        right[j] += 0.5 - score[j] if expected[j] < 0.5 else more


@kernel
def emptied(lanes: Any, used: int) -> float:
    """Return the sum of some lanes, and leave 0 in them."""
    total = 0.0
    for lane in range(used):
        total += lanes[lane]
        lanes[lane] = 0.0
    return total


@kernel
def fold(chances: Any, folded: Any) -> None:
    """Multiply every four chances: one multiplication after another would wait for the one before it."""
    n = folded.shape[0]
    for j in range(n):
        folded[j] = chances[j] * chances[j + n] * (chances[j + 2 * n] * chances[j + 3 * n])


@kernel
def multiply(chances: Any, games: int, folded: Any, product: Any) -> None:
    """Multiply chances into a product; what is left of it when it becomes small goes into the logarithm."""
    partial = product[0]
    if games == chances.shape[0]:
        fold(chances, folded)
        chances = folded
        games = folded.shape[0]
    for j in range(games):
        partial *= chances[j]
        if partial < SMALL:
            product[1] += math.log(partial)
            partial = 1.0
    product[0] = partial


@kernel
def taken(product: Any) -> float:
    """Return the logarithm of a product, and begin a new one."""
    logarithm = product[1] + math.log(product[0])
    product[0] = 1.0
    product[1] = 0.0
    return float(logarithm)


@kernel
def count_in_bins(expected: Any, score: Any, counts: Any, bins: Any) -> int:
    """Add the games to the bins of their expected scores, and return how many count."""
    many = 0
    for j in range(score.shape[0]):
        if counts[j] != 0:
            E = expected[j]
            S = score[j]
            copy = j & (COPIES - 1)
            at = min(int(E * BINS), BINS - 1)
            bins[copy, at, 0] += 1.0
            bins[copy, at, 1] += E
            bins[copy, at, 2] += S
            bins[copy, at, 3] += S * S
            many += 1
    return many


@kernel
def take_own(own: Any, draw: Any) -> None:
    """Put a forecaster's own probabilities of draws where it has some."""
    for j in range(own.shape[0]):
        draw[j] = own[j] if own[j] == own[j] else draw[j]


@kernel
def judge_some(games: Any, begin: int, end: int, nu: float, least: float, room: Any, bins: Any) -> int:
    """Add up the scores of the forecasts of some games, and return how many of them count.

    Without a ν, three outcomes are not judged.
    """
    counts = games.counts[begin:end]
    score = games.score[begin:end]
    keep_counted(games.expected[begin:end], counts, room.expected)
    if square_chances(room.expected, score, counts, least, room.happened) > 0:
        square_shares(room.expected, score, counts, least, room.happened)
    multiply(room.happened, end - begin, room.folded, room.product)
    add_brier(room.expected, score, counts, room.brier)
    add_right(room.expected, score, room.right)
    if nu > 0.0:
        draw = room.draw[: end - begin]
        share_loop(room.expected, nu, draw)
        if games.own_draw.shape[0] > 0:
            take_own(games.own_draw[begin:end], draw)
        take_outcomes(room.expected, draw, score, counts, room.outcome)
        multiply(room.outcome, end - begin, room.folded, room.outcomes)
        add_ranked(room.expected, draw, score, counts, room.ranked)
    return count_in_bins(room.expected, score, counts, bins)


@kernel
def judge_loop(games: Any, blocks: Any, least: float, room: Any, sums: Any, bins: Any) -> None:
    """Sum up the scores of the forecasts of some blocks, in place.

    Of the probabilities of what happened products are kept, and a logarithm is taken where one becomes
    small, or the block ends. Neighbouring games are added to different copies of bins, since an addition
    waits for the one before it in its place.
    """
    turns = games.turns
    turn = 0
    for block in range(blocks.shape[0] - 1):
        many = 0
        begin = blocks[block]
        while begin < blocks[block + 1]:
            end = min(begin + AT_ONCE, blocks[block + 1])
            nu = 0.0
            if games.nu.shape[0] > 0:
                while turns[turn + 1] <= begin:
                    turn += 1
                nu = games.nu[turn]
                end = min(end, turns[turn + 1])
            many += judge_some(games, begin, end, nu, least, room, bins)
            begin = end
        used = min(AT_ONCE, blocks[block + 1] - blocks[block])
        sums[block, 0] = -0.5 * taken(room.product)
        sums[block, 1] = emptied(room.brier, used)
        sums[block, 2] = 0.5 * many + emptied(room.right, used)
        sums[block, 3] = many
        sums[block, 4] = -taken(room.outcomes)
        sums[block, 5] = 0.5 * emptied(room.ranked, used)


class Sums(NamedTuple):
    """What the forecasts of some games add up to.

    Args:
        blocks: float64, blocks × (log loss, Brier, accuracy, games, three-way log loss, ranked probability
            score); the last two are 0 where no probabilities of draws are given.
        bins: float64, :data:`BINS` × (games, Σ E, Σ S, Σ S²).
    """

    blocks: Floats
    bins: Floats

    def mean(self, column: int) -> float:
        """Return the mean of a score over all games; NaN of no games."""
        games = float(self.blocks[:, GAMES].sum())
        return float(self.blocks[:, column].sum()) / games if games else math.nan


class GameBlocks(NamedTuple):
    """Which games count, and how they are put together for tests and intervals.

    Args:
        counts: int8 by game, 1 where the game counts.
        blocks: int64, the first game of every block, and the number of games.
    """

    counts: NDArray[np.int8]
    blocks: NDArray[np.int64]


class ForecastColumns(NamedTuple):
    """The games, as the kernel takes them."""

    expected: Floats
    score: Floats
    counts: NDArray[np.int8]
    turns: NDArray[np.int64]
    nu: Floats
    own_draw: Floats


NO_DRAWS = Draws(np.empty(0, dtype=np.int64), np.empty(0), np.empty(0))
"""Three outcomes are not judged."""


def judged(
    expected: Floats, score: Floats, cut: GameBlocks, least: float = LEAST, draws: Draws = NO_DRAWS
) -> Sums:
    """Return the sums of the scores of some forecasts.

    Args:
        expected: float64 per game, the expected score of the first side.
        score: its score.
        cut: which games count, and how they are put together.
        least: how far a probability is kept from 0 and 1 in the log loss.
        draws: the probabilities of draws, where all scores are 0, ½ or 1.
    """
    games = ForecastColumns(expected, score, cut.counts, *draws)
    loop = specialise(judge_loop, {}, len(expected))

    def some(blocks: NDArray[np.int64]) -> tuple[Floats, Floats]:
        sums, bins = np.zeros((len(blocks) - 1, COLUMNS)), np.zeros((COPIES, BINS, 4))
        loop(games, blocks, least, ScoreBuffers.empty(), sums, bins)
        return sums, bins.sum(axis=0)

    parts = shared(some, _parts(cut.blocks))
    return Sums(np.concatenate([each[0] for each in parts]), np.sum([each[1] for each in parts], axis=0))


def judged_by_favourite(
    expected: Floats, score: Floats, cut: GameBlocks, least: float = LEAST, draws: Draws = NO_DRAWS
) -> Sums:
    """Return the sums of :func:`judged` with every game seen from the side that is expected to score more.

    For records in which the order of the sides tells the result. A game of which ½ is expected has no
    favourite: it counts half from each side.
    """
    second = expected < 0.5
    favoured = np.where(second, 1.0 - expected, expected)
    favourite_score = np.where(second, 1.0 - score, score)
    sums = judged(favoured, favourite_score, cut, least, draws)
    even = favourite_score[(expected == 0.5) & (cut.counts != 0)]
    bins = sums.bins.copy()
    at = bins[BINS // 2]
    at[BIN_SCORE] += 0.5 * len(even) - float(even.sum())
    at[BIN_SQUARE] += 0.5 * float(((1.0 - even) ** 2 - even**2).sum())
    return sums._replace(bins=bins)


def _parts(blocks: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the blocks cut into parts of about :data:`TOGETHER` games, however many cores there are."""
    inner = np.searchsorted(blocks, np.arange(TOGETHER, int(blocks[-1]), TOGETHER))
    ends = [0, *np.unique(inner[inner < len(blocks) - 1]).tolist(), len(blocks) - 1]
    return [blocks[at : to + 1] for at, to in pairwise(ends)]


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
    points = []
    for at, (games, expected, score, square) in enumerate(bins.tolist()):
        if games:
            low, high = wilson(score / games, square / games, games)
            points.append(
                Bin(at / BINS, (at + 1) / BINS, int(games), expected / games, score / games, low, high)
            )
    return points


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
