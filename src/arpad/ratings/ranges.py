"""The range of every number that is given of players and games.

Those of parameters stand where a system declares them. Within all of them, what it calculates is finite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.ratings.parameters import LARGEST, SMALLEST, span
from arpad.record.contests import Contests
from arpad.record.games import Games
from arpad.record.players import Players
from arpad.record.record import Record

OF_PLAYERS: Mapping[str, tuple[float, float]] = {
    "rating": (-LARGEST, LARGEST),
    "peak": (-LARGEST, LARGEST),
    "deviation": (0.0, LARGEST),
    "volatility": (0.0, 10.0),
    "games": (0.0, 1e9),
    "elapsed": (0.0, LARGEST),
    "birth_year": (1.0, 9999.0),
}
"""What is known of a player -> the least and the greatest value it may have."""

OF_GAMES: Mapping[str, tuple[float, float]] = {
    "weight": (0.0, LARGEST),
    "points_first": (-1e9, 1e9),
    "points_second": (-1e9, 1e9),
    "handicap": (-LARGEST, LARGEST),
    "komi": (-LARGEST, LARGEST),
    "result": (-1e9, 1e9),
}
"""A column of a record -> the least and the greatest value it may have, where it has one."""


def check_finite(system: str, names: Sequence[str], ratings: NDArray[np.float64]) -> None:
    """Check what functions of the user's have made of ratings.

    Args:
        system: the rating system's name.
        names: of the players.
        ratings: float64 over players, or players × columns.

    Raises:
        BadInput: a rating is not finite.
    """
    wrong = ~np.isfinite(ratings.reshape(len(ratings), -1)).all(axis=1)
    if wrong.any():
        raise BadInput(
            f"the functions of {system} give {names[int(np.argmax(wrong))]} a rating that is not finite",
            remedy="Let them return a finite number for every game.",
        )


def check_number(value: float, name: str, subject: str) -> None:
    """Check a number that is known of a player or a game.

    Args:
        value: the number.
        name: what it is, a key of :data:`OF_PLAYERS` or :data:`OF_GAMES`.
        subject: of whom or what, for the message: ``Ann``, ``the rating``.

    Raises:
        BadInput: it is not finite, out of its range, or too close to 0.
    """
    low, high = {**OF_PLAYERS, **OF_GAMES}[name]
    if not (math.isfinite(value) and low <= value <= high):
        raise BadInput(f"{subject}: {name} {value:g} is out of range", remedy=f"Expected {span(low, high)}.")
    if value and abs(value) < SMALLEST:
        raise BadInput(f"{subject}: {name} {value:g} is too close to 0")


def _first_outside(column: NDArray[np.float64], low: float, high: float) -> int | None:
    """Return the first row whose value is out of range or too close to 0; NaN stands for no value."""
    outside = (column < low) | (column > high) | ((column != 0.0) & (np.abs(column) < SMALLEST))
    at = int(outside.argmax()) if len(outside) else 0
    return at if len(outside) and outside[at] else None


def check_players(players: Players) -> None:
    """Check what is known of players.

    Raises:
        BadInput: a number is out of range; the message names the player.
    """
    for name, (low, high) in OF_PLAYERS.items():
        if name in players.attributes:
            column = players.number(name)
            row = _first_outside(column, low, high)
            if row is not None:
                check_number(float(column[row]), name, players.names[row])


def check_record(record: Record) -> None:
    """Check the numbers of games or contests.

    Raises:
        BadInput: a number is out of range; the message names the players of the first such game.
    """
    for name, (low, high) in OF_GAMES.items():
        column = getattr(record, name, None)
        if not isinstance(column, np.ndarray):
            continue
        row = _first_outside(column, low, high)
        if row is None and name == "weight" and np.isnan(column).any():
            row = int(np.isnan(column).argmax())
        if row is not None:
            check_number(float(column[row]), name, _row_label(record, row))


def _row_label(record: Record, row: int) -> str:
    if isinstance(record, Games):
        return f"{record.players.names[record.first[row]]} – {record.players.names[record.second[row]]}"
    thing = "contest" if isinstance(record, Contests) else "row"
    return f"{thing} {row + 1}"
