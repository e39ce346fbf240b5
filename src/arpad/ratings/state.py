"""Arrays over players (what a system says after a record) and over games (how it came to say so)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def _read_only(column: NDArray[Any]) -> NDArray[Any]:
    """Return a view that cannot be written: whoever holds the ratings holds them as they were calculated."""
    view = column.view()
    view.flags.writeable = False
    return view


@dataclass(frozen=True)
class Convergence:
    """How an iteration came to its end.

    Args:
        rounds: how many times it went over the record.
        residual: what was left to improve; see the system for its measure.
        reached: whether that is as little as was asked for.
    """

    rounds: int
    residual: float
    reached: bool


@dataclass(frozen=True)
class Coefficient:
    """What a covariate of the games is worth.

    Args:
        name: of the covariate.
        points: how many rating points one unit of it is worth to the side that has it.
        deviation: the standard error of that.
    """

    name: str
    points: float
    deviation: float

    def __str__(self) -> str:
        """Return it in words, with its 95 % interval."""
        half = 1.96 * self.deviation
        decimals = max(0, 1 - math.floor(math.log10(half))) if 0.0 < half < math.inf else 1
        return f"covariate {self.name}: {self.points:+.{decimals}f} ± {half:.{decimals}f} points per unit"


@dataclass(frozen=True)
class RatingState:
    """What a system knows of every player.

    Args:
        columns: per name (``rating``, ``deviation``, ``volatility``) float64 over players; a deviation is
            the one after the player's last rating period.
        fitted: parameters that the record itself decided (an advantage, a share of draws), by name.
        convergence: how a system that iterates came to its end; None for one that does not.
        memory: what the system needs beside them to go on, by the names of its
            :attr:`arpad.ratings.system.RatingSystem.state_columns`: float64 with NaN, or object with None,
            where there is nothing.
        covariates: what those of the games are worth, where the system fits them.
        covariance: float64, players × players, of the ratings, in points²; None where the system says of each
            deviation alone.
        notes: what a reader of the ratings should know of how they were found, a sentence each.
        exact: float64 over players, ``variance``, in points², where the loops go on from the square of the
            deviation and not from the deviation; empty where they do not.
    """

    columns: dict[str, Floats]
    fitted: Mapping[str, float] = field(default_factory=dict)
    convergence: Convergence | None = None
    memory: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    covariates: tuple[Coefficient, ...] = ()
    covariance: Floats | None = None
    notes: tuple[str, ...] = ()
    exact: Mapping[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("columns", "memory", "exact"):
            views = {key: _read_only(column) for key, column in getattr(self, name).items()}
            object.__setattr__(self, name, views)


@dataclass(frozen=True)
class StateColumn:
    """A column of a list that holds what a system needs to go on, beside rating, deviation and volatility.

    Args:
        name: the column's name.
        meaning: what it holds.
        unit: of the number; ``text`` for words.
    """

    name: str
    meaning: str
    unit: str = ""


@dataclass(frozen=True)
class Trace:
    """What every game met and left, for histories and explanations.

    Args:
        before: games × 2 sides × state columns, as the game met them: a deviation has already grown for the
            time since the last update.
        after: the same after the game (live) or after its rating period.
        pull: games × 2 sides, what each game does to its players' ratings, where a system rates the whole
            history at once; see :mod:`arpad.ratings.whole_history.family`.
        as_opponents: games × 2 sides × state columns, the ratings against which such a system holds each
            game.
        peak: games × 2 sides, the highest rating up to the entry into each game, where a rating period may
            hold several entries (seasons) and the K-factor remembers the peak.
        swayed: games, by how many points the covariates of each sway it to its first side.
    """

    before: Floats
    after: Floats
    pull: Floats | None = None
    as_opponents: Floats | None = None
    peak: Floats | None = None
    swayed: Floats | None = None

    @classmethod
    def empty(cls, games: int, columns: int) -> Trace:
        """Return room for a trace; of no games if nothing is to be kept."""
        return cls(np.empty((games, 2, columns)), np.empty((games, 2, columns)))
