"""Forecasts of others: a column of probabilities, or the odds of bookmakers without their margin.

The margin is taken out in proportion: of decimal odds o, the probability of an outcome is 1 / o over the sum
of all 1 / o. A game without a forecast has NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.lab.forecasts.walking import Expected
from arpad.record import Games

Floats = NDArray[np.float64]


class Other(NamedTuple):
    """A forecaster whose forecasts are columns of the record (its covariates).

    Args:
        columns: one for a probability of the first side; two for the odds of both sides; three for the odds
            of the first side, the draw and the second side.
    """

    columns: tuple[str, ...]

    @property
    def label(self) -> str:
        """The forecaster in words."""
        return self.columns[0] if len(self.columns) == 1 else f"odds {'/'.join(self.columns)}"


def others_of(forecasts: Sequence[str], odds: Sequence[Sequence[str]]) -> list[Other]:
    """Return the forecasters that columns hold.

    Raises:
        BadInput: odds have neither two nor three columns.
    """
    for columns in odds:
        if len(columns) not in (2, 3):
            raise BadInput(
                f"odds have two or three columns, and {', '.join(columns)} has {len(columns)}",
                remedy="Name the columns of the first side's odds, the draw's if there is one, and the "
                "second side's.",
            )
    return [*(Other((column,)) for column in forecasts), *(Other(tuple(columns)) for columns in odds)]


def expected_by(games: Games, other: Other) -> Expected:
    """Return what another forecaster expects of every game.

    Raises:
        BadInput: the record has no such column, or a probability is not from 0 to 1, or odds are not above 1.
    """
    columns = [_column(games, name) for name in other.columns]
    if len(columns) == 1:
        (expected,) = columns
        bad = (expected < 0.0) | (expected > 1.0)
        _refuse(games, other, bad, expected, "is not a probability", "Expected a number from 0 to 1.")
        return Expected(expected, np.full(len(expected), np.nan))
    for column in columns:
        bad = column <= 1.0
        _refuse(games, other, bad, column, "is not decimal odds", "Expected a number above 1, such as 1.85.")
    inverse = 1.0 / np.stack(columns)
    chances = inverse / inverse.sum(axis=0)
    if len(columns) == 2:
        return Expected(chances[0], np.full(len(games), np.nan))
    return Expected(chances[0] + 0.5 * chances[1], chances[1])


def _column(games: Games, name: str) -> Floats:
    covariates = games.covariates
    if covariates is None or name not in covariates.names:
        raise BadInput(f"the record has no column {name!r} of forecasts")
    return covariates.values[:, covariates.names.index(name)]


def _refuse(
    games: Games, other: Other, bad: NDArray[np.bool_], column: Floats, problem: str, remedy: str
) -> None:
    if bad.any():
        row = int(np.argmax(bad))
        players = " – ".join(games.players.names[side[row]] for side in (games.first, games.second))
        raise BadInput(f"{other.label}: {column[row]:g} {problem} ({players})", remedy=remedy)
