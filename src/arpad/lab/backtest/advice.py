"""What a backtest says in plain sentences: a memo for who has to decide."""

from __future__ import annotations

import math

from arpad.core import Figure, listed, worded, worded_count
from arpad.lab.backtest.study import SURE, Backtest, Comparison, Entry

WORTH = 0.002
"""A difference of log loss below this is small, whether or not it is sure: about what a fifth of a per cent
of the games' results tell."""

EVEN = Figure(f"{math.log(2.0):.4f}")
"""The log loss of ½ for every game."""


def memo(found: Backtest) -> list[str]:
    """Return the sentences: which forecaster, how sure, how well calibrated, and what to bear in mind."""
    best = found.entries[0]
    said = [_which(found, best)]
    said += _unsure(found, best)
    said += _worse(found, best)
    said.append(_calibrated(best))
    said += _chance(best)
    return said


def _which(found: Backtest, best: Entry) -> str:
    told = {"name": best.label, "loss": Figure(f"{best.log_loss.mean:.4f}"), "even": EVEN}
    if len(found.entries) == 1:
        return worded_count(
            "{name} predicted {count} game with a log loss of {loss} (½ for every game costs {even}).",
            "{name} predicted {count} games with a log loss of {loss} (½ for every game costs {even}).",
            best.games,
            **told,
        )
    return worded_count(
        "{name} has the lowest log loss on {count} game: {loss} (½ for every game costs {even}).",
        "{name} has the lowest log loss on {count} games: {loss} (½ for every game costs {even}).",
        best.games,
        **told,
    )


def _unsure(found: Backtest, best: Entry) -> list[str]:
    equal = [one.worse for one in found.comparisons if one.better == best.label and not one.significant]
    if not equal:
        return []
    return [
        worded(
            "These games do not show that it is better than {others}: the difference may be luck. "
            "Choose among them by other reasons, such as how easily the rules are explained.",
            others=listed(equal),
        )
    ]


def _worse(found: Backtest, best: Entry) -> list[str]:
    said: list[str] = []
    sure = [one for one in found.comparisons if one.better == best.label and one.significant]
    large = [one for one in sure if one.difference >= WORTH]
    small = [one for one in sure if one.difference < WORTH]
    if large:
        said.append(
            worded_count(
                "It is better than {others}; the difference is significant at the level of 5 % among all "
                "{count} comparison.",
                "It is better than {others}; the difference is significant at the level of 5 % among all "
                "{count} comparisons.",
                len(found.comparisons),
                others=listed([_by(one) for one in large]),
            )
        )
    if small:
        said.append(
            worded(
                "It is also better than {others}, significantly but by little (less than {limit}).",
                others=listed([one.worse for one in small]),
                limit=Figure(f"{WORTH:g}"),
            )
        )
    return said


def _by(one: Comparison) -> str:
    """Return the other forecaster with by how much it is worse."""
    return worded(
        "{other} (by {difference}, {low} to {high})",
        other=one.worse,
        difference=Figure(f"{one.difference:.4f}"),
        low=Figure(f"{one.low:.4f}"),
        high=Figure(f"{one.high:.4f}"),
    )


def _calibrated(best: Entry) -> str:
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


def _chance(best: Entry) -> list[str]:
    if best.log_loss.low < math.log(2.0) and best.log_loss.high < math.log(2.0):
        return []
    return [worded("Its forecasts are not significantly better than ½ for every game.")]
