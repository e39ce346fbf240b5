"""What a backtest says in plain sentences: a memo for who has to decide."""

from __future__ import annotations

import math

from arpad.core import Figure, listed, worded, worded_count
from arpad.lab.backtest.study import SURE, Backtest, ForecastComparison, ForecastScores

WORTH = 0.002
"""A difference of log loss below this is small, whether or not it is sure: about what a fifth of a per cent
of the games' results tell."""

EVEN = Figure(f"{math.log(2.0):.4f}")
"""The log loss of ½ for every game."""


def memo(backtest: Backtest) -> list[str]:
    """Return the sentences: which forecaster, how sure, how well calibrated, and what to bear in mind."""
    best = backtest.entries[0]
    sentences = [_which(backtest, best)]
    sentences += _unsure(backtest, best)
    sentences += _worse(backtest, best)
    sentences.append(_calibrated(best))
    sentences += _chance(best)
    return sentences


def _which(backtest: Backtest, best: ForecastScores) -> str:
    values = {"name": best.label, "loss": Figure(f"{best.log_loss.mean:.4f}"), "even": EVEN}
    if len(backtest.entries) == 1:
        return worded_count(
            "{name} predicted {count} game with a log loss of {loss} (½ for every game costs {even}).",
            "{name} predicted {count} games with a log loss of {loss} (½ for every game costs {even}).",
            best.games,
            **values,
        )
    return worded_count(
        "{name} has the lowest log loss on {count} game: {loss} (½ for every game costs {even}).",
        "{name} has the lowest log loss on {count} games: {loss} (½ for every game costs {even}).",
        best.games,
        **values,
    )


def _unsure(backtest: Backtest, best: ForecastScores) -> list[str]:
    equal = [
        comparison.worse
        for comparison in backtest.comparisons
        if comparison.better == best.label and not comparison.significant
    ]
    if not equal:
        return []
    return [
        worded(
            "These games do not show that it is better than {others}: the difference may be luck. "
            "Choose among them by other reasons, such as how easily the rules are explained.",
            others=listed(equal),
        )
    ]


def _worse(backtest: Backtest, best: ForecastScores) -> list[str]:
    sentences: list[str] = []
    sure = [
        comparison
        for comparison in backtest.comparisons
        if comparison.better == best.label and comparison.significant
    ]
    large = [comparison for comparison in sure if comparison.difference >= WORTH]
    small = [comparison for comparison in sure if comparison.difference < WORTH]
    if large:
        sentences.append(
            worded_count(
                "It is better than {others}; the difference is significant at the level of 5 % among all "
                "{count} comparison.",
                "It is better than {others}; the difference is significant at the level of 5 % among all "
                "{count} comparisons.",
                len(backtest.comparisons),
                others=listed([_by(comparison) for comparison in large]),
            )
        )
    if small:
        sentences.append(
            worded(
                "It is also better than {others}, significantly but by little (less than {limit}).",
                others=listed([comparison.worse for comparison in small]),
                limit=Figure(f"{WORTH:g}"),
            )
        )
    return sentences


def _by(comparison: ForecastComparison) -> str:
    """Return the other forecaster with by how much it is worse."""
    return worded(
        "{other} (by {difference}, {low} to {high})",
        other=comparison.worse,
        difference=Figure(f"{comparison.difference:.4f}"),
        low=Figure(f"{comparison.low:.4f}"),
        high=Figure(f"{comparison.high:.4f}"),
    )


def _calibrated(best: ForecastScores) -> str:
    error = Figure(f"{best.ece:.3f}")
    if best.calibration_p >= SURE:
        return worded_count(
            "Its forecasts are calibrated as far as {count} game can tell (expected calibration error "
            "{error}).",
            "Its forecasts are calibrated as far as {count} games can tell (expected calibration error "
            "{error}).",
            best.games,
            error=error,
        )
    p = Figure(f"{best.calibration_p:.2g}")
    if best.boldness < 0.0:
        return worded(
            "Its forecasts are too sure: the scores do not agree with the expected scores (p = {p}, "
            "expected calibration error {error}).",
            p=p,
            error=error,
        )
    return worded(
        "Its forecasts are too cautious: the scores do not agree with the expected scores (p = {p}, "
        "expected calibration error {error}).",
        p=p,
        error=error,
    )


def _chance(best: ForecastScores) -> list[str]:
    if best.log_loss.low < math.log(2.0) and best.log_loss.high < math.log(2.0):
        return []
    return [worded("Its forecasts are not significantly better than ½ for every game.")]
