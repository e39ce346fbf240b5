"""What a backtest says in plain sentences: a memo for who has to decide."""

from __future__ import annotations

import math

from arpad.core import counted
from arpad.lab.backtest.study import SURE, Backtest, Entry

WORTH = 0.002
"""A difference of log loss below this is small, whether or not it is sure: about what a fifth of a per cent
of the games' results tell."""


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
    games, loss = counted(best.games, "game"), f"{best.log_loss.mean:.4f}"
    if len(found.entries) == 1:
        return (
            f"{best.label} predicted {games} with a log loss of {best.log_loss.mean:.4f} ({_against_even()})."
        )
    return f"{best.label} has the lowest log loss on {games}: {loss} ({_against_even()})."


def _against_even() -> str:
    return f"½ for every game costs {math.log(2.0):.4f}"


def _unsure(found: Backtest, best: Entry) -> list[str]:
    equal = [one.worse for one in found.comparisons if one.better == best.label and not one.significant]
    if not equal:
        return []
    return [
        f"These games do not show that it is better than {_listed(equal)}: the difference may be luck. "
        "Choose among them by other reasons, such as how easily the rules are explained."
    ]


def _worse(found: Backtest, best: Entry) -> list[str]:
    said = []
    sure = [one for one in found.comparisons if one.better == best.label and one.significant]
    large = [one for one in sure if one.difference >= WORTH]
    small = [one for one in sure if one.difference < WORTH]
    if large:
        said.append(
            "It is better than "
            + _listed(
                [f"{one.worse} (by {one.difference:.4f}, {one.low:.4f} to {one.high:.4f})" for one in large]
            )
            + "; the difference is significant at the level of 5 % among all "
            f"{len(found.comparisons)} comparisons."
        )
    if small:
        said.append(
            f"It is also better than {_listed([one.worse for one in small])}, significantly but by little "
            f"(less than {WORTH:g})."
        )
    return said


def _calibrated(best: Entry) -> str:
    if best.calibration_p >= SURE:
        return (
            f"Its forecasts are calibrated as far as {counted(best.games, 'game')} can tell (expected "
            f"calibration error {best.ece:.3f})."
        )
    way = "too sure" if best.boldness < 0.0 else "too cautious"
    return (
        f"Its forecasts are {way}: the scores do not agree with the expected scores "
        f"(p = {best.calibration_p:.2g}, expected calibration error {best.ece:.3f})."
    )


def _chance(best: Entry) -> list[str]:
    if best.log_loss.low < math.log(2.0) and best.log_loss.high < math.log(2.0):
        return []
    return ["Its forecasts are not significantly better than ½ for every game."]


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
