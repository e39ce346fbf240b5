"""A backtest: which system would have predicted the games best, from what was known before each of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError, BadInput, counted, progress, worded, worded_count
from arpad.core.interface import option
from arpad.lab.forecasts.comparing import MeanEstimate, estimate, holm
from arpad.lab.forecasts.cutting import cut, played_before, span_of
from arpad.lab.forecasts.draws import Draws, draws_before, have_draws
from arpad.lab.forecasts.judging import (
    ACCURACY,
    BRIER,
    GAMES,
    LEAST,
    LOG_LOSS,
    NO_DRAWS,
    RANKED,
    THREE_WAY,
    Bin,
    GameBlocks,
    Sums,
    boldness,
    calibration_error,
    calibration_p,
    judged,
    judged_by_favourite,
    reliability,
)
from arpad.lab.forecasts.others import Other, expected_by
from arpad.lab.forecasts.segments import SEGMENTS, check_segments, losses_by_segment, segmentations
from arpad.lab.forecasts.walking import OWN_PACE, Expected, Pace, in_order, walk_forward
from arpad.ratings.parameters import settings_of, values_of
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Record
from arpad.record.winner_first import winner_first

if TYPE_CHECKING:
    import polars as pl

Floats = NDArray[np.float64]

SURE = 0.05
"""A difference is called one where its p-value among all comparisons is below this."""


class CountingRules(NamedTuple):
    """Which games count, and how.

    Args:
        start: the first moment whose games count (``2010``, ``2010-05``, a day, a number); earlier games are
            learned from only.
        end: the last one; later games are left out.
        min_games: games count whose sides have both played so many before.
        unpredicted: what becomes of games that a forecaster says nothing of: ``drop`` leaves them out for
            all, ``even`` takes ½ for them.
        least: how far a probability is kept from 0 and 1 in the log loss.
        segments: how games are put together: ``games``, ``favourite``, ``year``, ``pool``.
    """

    start: str | None = None
    end: str | None = None
    min_games: int = 0
    unpredicted: str = "drop"
    least: float = LEAST
    segments: tuple[str, ...] = SEGMENTS


ALL_COUNT = CountingRules()
"""Every game counts."""


class Segment(NamedTuple):
    """The scores of some games by all forecasters.

    Args:
        by: how games were put together.
        label: which these are.
        games: how many.
        log_loss: by forecaster.
    """

    by: str
    label: str
    games: int
    log_loss: dict[str, float]


class ForecastComparison(NamedTuple):
    """How much one forecaster's log loss is below another's, on the same games.

    Args:
        better: the forecaster with the lower log loss.
        worse: the other one.
        difference: of their mean log losses, at least 0.
        low: the lower bound of its 95 % interval.
        high: the upper bound.
        p: of no difference, two-sided (Diebold and Mariano).
        p_adjusted: the same among all comparisons (Holm).
        significant: whether that is below :data:`SURE`.
    """

    better: str
    worse: str
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    significant: bool


@dataclass(frozen=True, eq=False)
class ForecastScores:
    """How good one forecaster's forecasts were.

    Args:
        label: the forecaster in words, unique in the backtest.
        system: the rating system; None of others.
        schedule: ``live`` or ``period``; None of others.
        period: the length of a rating period, where there is one.
        sums: of the scores.
        log_loss: two-way, a draw as half of each, with its 95 % interval.
        three_way: the log loss of win, draw and loss; None where no game is drawn.
        ranked: the ranked probability score; None where no game is drawn.
        tuned: the parameters that were tuned on earlier games.
    """

    label: str
    system: RatingSystem | None
    schedule: str | None
    period: str | None
    sums: Sums
    log_loss: MeanEstimate
    three_way: float | None
    ranked: float | None
    tuned: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many games count."""
        return int(self.sums.blocks[:, GAMES].sum())

    @property
    def brier(self) -> float:
        """The mean of (S − E)²."""
        return self.sums.mean(BRIER)

    @property
    def accuracy(self) -> float:
        """The mean score of the side that was expected to score more; ½ where none was."""
        return self.sums.mean(ACCURACY)

    @property
    def deviance(self) -> float:
        """The log loss as R's PlayerRatings prints it: 100 for the forecast ½ of every game."""
        return 100.0 * self.log_loss.mean / math.log(2.0)

    @property
    def calibration(self) -> list[Bin]:
        """The points of the reliability diagram."""
        return reliability(self.sums.bins)

    @property
    def ece(self) -> float:
        """The expected calibration error."""
        return calibration_error(self.sums.bins)

    @property
    def calibration_p(self) -> float:
        """The p-value of calibrated forecasts."""
        return calibration_p(self.sums.bins)

    @property
    def boldness(self) -> float:
        """Below 0 where the forecasts lie too far from ½."""
        return boldness(self.sums.bins)

    def as_json(self) -> dict[str, Any]:
        """Return the scores as a document."""
        name = self.label if self.system is None else self.system.name
        return {
            "system": name,
            "label": self.label,
            "parameters": {} if self.system is None else values_of(self.system),
            "settings": {} if self.system is None else settings_of(self.system),
            "tuned": list(self.tuned),
            "schedule": self.schedule,
            "period": self.period,
            "games": self.games,
            "log_loss": _number(self.log_loss.mean),
            "low": _number(self.log_loss.low),
            "high": _number(self.log_loss.high),
            "deviance": _number(self.deviance),
            "brier": _number(self.brier),
            "accuracy": _number(self.accuracy),
            "ece": _number(self.ece),
            "calibration_p": _number(self.calibration_p),
            "log_loss_three_way": self.three_way,
            "ranked_probability_score": self.ranked,
            "calibration": [point._asdict() for point in self.calibration],
        }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


class LeftOut(NamedTuple):
    """A system that took no part.

    Args:
        label: the system in words.
        reason: why it cannot rate the record, and what to do.
    """

    label: str
    reason: str


@dataclass(frozen=True, eq=False)
class Backtest:
    """What a backtest found.

    Args:
        games: the games that are rated, in order of time.
        counts: which of them count.
        rules: which were to count.
        entries: the forecasters, the lowest log loss first.
        blocks: what the games are put together by for tests and intervals, in words.
        forecasts: float64 per game, what each forecaster expected of the first side, in the order of
            ``entries``; NaN where nothing.
        notes: what a reader should know, as sentences.
        winner_first: whether the order of the sides tells the result, so that nothing is judged by it.
        left_out: systems that cannot rate the record.
    """

    games: Games
    counts: NDArray[np.bool_]
    rules: CountingRules
    entries: tuple[ForecastScores, ...]
    blocks: str
    forecasts: tuple[Floats, ...]
    notes: tuple[str, ...]
    winner_first: bool = False
    left_out: tuple[LeftOut, ...] = ()

    def __repr__(self) -> str:
        return f"<Backtest: {counted(int(self.counts.sum()), 'game')}, best {self.entries[0].label}>"

    @cached_property
    def comparisons(self) -> tuple[ForecastComparison, ...]:
        """All pairs of forecasters, the better one first; p-values hold for all pairs together."""
        pairs = []
        for at, entry in enumerate(self.entries):
            for other in self.entries[at + 1 :]:
                sums = other.sums.blocks[:, LOG_LOSS] - entry.sums.blocks[:, LOG_LOSS]
                pairs.append((entry.label, other.label, estimate(sums, entry.sums.blocks[:, GAMES])))
        adjusted = holm([1.0 if math.isnan(each.p) else each.p for _, _, each in pairs])
        return tuple(
            ForecastComparison(better, worse, *each, p, p < SURE)
            for (better, worse, each), p in zip(pairs, adjusted, strict=True)
        )

    @cached_property
    def segmented(self) -> tuple[Segment, ...]:
        """The log loss of parts of the games, put together by the rules; found when it is first asked for."""
        if not self.forecasts:
            return ()
        segments = segmentations(self.games, self.forecasts, self.rules.segments)
        least, score = self.rules.least, self.games.score
        parts = []
        losses = losses_by_segment(self.forecasts, score, self.counts, segments, least)
        for segmentation, sums in zip(segments, losses, strict=True):
            for at, label in enumerate(segmentation.labels):
                games = sums[0][at, 1]
                if games:
                    each = zip(self.entries, sums, strict=True)
                    mean = {entry.label: float(mine[at, 0] / games) for entry, mine in each}
                    parts.append(Segment(segmentation.name, label, int(games), mean))
        return tuple(parts)

    def compared(self, better: str, worse: str) -> ForecastComparison:
        """Return the comparison of two forecasters.

        Raises:
            BadInput: the backtest has no such comparison.
        """
        for comparison in self.comparisons:
            if (comparison.better, comparison.worse) == (better, worse):
                return comparison
        raise BadInput(f"the backtest has no comparison in which {better!r} is better than {worse!r}")

    def table(self) -> pl.DataFrame:
        """Return the scores as a polars DataFrame, the lowest log loss first."""
        import polars as pl

        rows = []
        for entry in self.entries:
            row = entry.as_json()
            rows.append({name: row[name] for name in row if not isinstance(row[name], dict | list)})
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """Return the whole backtest as a document."""
        return {
            "games": int(self.counts.sum()),
            "rules": self.rules._asdict(),
            "blocks": self.blocks,
            "systems": [entry.as_json() for entry in self.entries],
            "comparisons": [
                {name: _number(value) if isinstance(value, float) else value for name, value in each.items()}
                for each in (comparison._asdict() for comparison in self.comparisons)
            ],
            "segments": [segment._asdict() for segment in self.segmented],
            "winner_first": self.winner_first,
            "left_out": [omission._asdict() for omission in self.left_out],
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class Candidate:
    """A system that takes part in a backtest.

    Args:
        label: in words.
        system: the rating system.
        pace: its schedule and rating periods.
        tuned: the parameters that were tuned on earlier games.
    """

    label: str
    system: RatingSystem
    pace: Pace = OWN_PACE
    tuned: tuple[str, ...] = ()


def compare(
    record: Record,
    candidates: Sequence[Candidate],
    others: Sequence[Other] = (),
    rules: CountingRules = ALL_COUNT,
) -> Backtest:
    """Return how well some forecasters would have predicted the games, each from the games before it.

    Args:
        record: the games.
        candidates: rating systems.
        others: whose forecasts are columns of the record.
        rules: which games count.

    Raises:
        BadInput: no forecaster is given, two have one name, or no game counts.
        NotProvided: the record has contests of several players or sides; or no system can rate it.
    """
    check_segments(rules.segments)
    games = in_order(record)
    if rules.end is not None:
        games = games.take(np.flatnonzero(span_of(games, None, rules.end)))
    labels = [*(candidate.label for candidate in candidates), *(other.label for other in others)]
    if not labels:
        raise BadInput(
            "no forecaster is given", remedy=f"Name rating systems: {option('systems', 'elo,glicko2')}."
        )
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise BadInput(f"{twice} takes part twice", remedy="Name it once, or with other parameters.")
    # What others' forecasts are read from must not sway a system that takes covariates.
    bare = replace(games, covariates=None) if others else games
    predictions: list[tuple[Candidate | Other, Expected]] = []
    left_out: list[LeftOut] = []
    for at, candidate in enumerate(candidates):
        swayed = candidate.system.takes_covariates and not others
        with progress.part(at / (len(candidates) + 1), (at + 1) / (len(candidates) + 1)):
            try:
                predictions.append(
                    (candidate, walk_forward(games if swayed else bare, candidate.system, candidate.pace))
                )
            except ArpadError as problem:
                if len(left_out) + 1 == len(candidates):
                    raise
                left_out.append(LeftOut(candidate.label, str(problem)))
    predictions += [(other, expected_by(games, other)) for other in others]
    counts, notes = _counting(games, [expected for _, expected in predictions], rules)
    predictions = [(forecaster, _filled(expected, rules)) for forecaster, expected in predictions]
    out = [
        worded("{system} is left out: {reason}", system=omission.label, reason=omission.reason)
        for omission in left_out
    ]
    first = winner_first(games)
    notes = [*([] if first is None else [first.note]), *out, *notes]
    judge = judged if first is None else judged_by_favourite
    backtest = _judged(games, counts, predictions, rules, judge)
    return replace(backtest, notes=tuple(notes), winner_first=first is not None, left_out=tuple(left_out))


def _counting(
    games: Games, predictions: Sequence[Expected], rules: CountingRules
) -> tuple[NDArray[np.bool_], list[str]]:
    """Return which games count, and what that leaves out."""
    if rules.unpredicted not in ("drop", "even"):
        raise BadInput(f"unpredicted cannot be {rules.unpredicted!r}", remedy="Expected drop or even.")
    counts = span_of(games, rules.start, None)
    notes: list[str] = []
    if rules.min_games:
        few = counts & (played_before(games) < rules.min_games)
        if few.any():
            least = worded_count("{count} game", "{count} games", rules.min_games)
            notes.append(
                worded_count(
                    "{count} game left out: a side had played fewer than {least} before.",
                    "{count} games left out: a side had played fewer than {least} before.",
                    int(few.sum()),
                    least=least,
                )
            )
        counts &= ~few
    silent = np.zeros(len(games), dtype=np.bool_)
    for prediction in predictions:
        silent |= np.isnan(prediction.expected)
    if silent.any() and (silent := silent & counts).any():
        many = int(silent.sum())
        if rules.unpredicted == "even":
            notes.append(
                worded_count(
                    "Not every forecaster predicts {count} game; ½ stands for what is missing.",
                    "Not every forecaster predicts {count} games; ½ stands for what is missing.",
                    many,
                )
            )
        else:
            notes.append(
                worded_count(
                    "{count} game left out: not every forecaster predicts them.",
                    "{count} games left out: not every forecaster predicts them.",
                    many,
                )
            )
            counts &= ~silent
    if not counts.any():
        raise BadInput("no game counts", remedy="Choose a longer span, or fewer conditions.")
    return counts, notes


def _filled(prediction: Expected, rules: CountingRules) -> Expected:
    if rules.unpredicted == "even":
        return prediction._replace(expected=np.where(np.isnan(prediction.expected), 0.5, prediction.expected))
    return prediction


def _judged(
    games: Games,
    counts: NDArray[np.bool_],
    predictions: Sequence[tuple[Candidate | Other, Expected]],
    rules: CountingRules,
    judge: Callable[[Floats, Floats, GameBlocks, float, Draws], Sums],
) -> Backtest:
    """Return the scores of the forecasts."""
    score = games.score
    three = have_draws(score, counts)
    parts, word = cut(games, counts)
    entries: list[tuple[ForecastScores, Floats]] = []
    for forecaster, expected in predictions:
        draws = draws_before(expected.expected, score, games.time, expected.draw) if three else NO_DRAWS
        sums = judge(expected.expected, score, parts, rules.least, draws)
        mine = forecaster if isinstance(forecaster, Candidate) else None
        entry = ForecastScores(
            forecaster.label,
            None if mine is None else mine.system,
            expected.schedule,
            expected.period,
            sums,
            estimate(sums.blocks[:, LOG_LOSS], sums.blocks[:, GAMES]),
            sums.mean(THREE_WAY) if three else None,
            sums.mean(RANKED) if three else None,
            () if mine is None else mine.tuned,
        )
        entries.append((entry, expected.expected))
    entries.sort(key=lambda each: (each[0].log_loss.mean, each[0].label))
    sorted_entries, forecasts = zip(*entries, strict=True)
    return Backtest(games, counts, rules, sorted_entries, word, forecasts, ())
