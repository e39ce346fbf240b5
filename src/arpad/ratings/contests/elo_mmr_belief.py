"""A belief of Elo-MMR, and what a list holds of it: its Gaussian, and the performances that still weigh.

A performance is written as ``p:weight:variance``, in points, 1 / points² and points², with all digits; the
oldest is first, and blanks stand between them. One that weighs less than :data:`NOTHING` of the whole has no
part in a rating that a float64 could show; it goes into the Gaussian.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.ratings.contests import elo_mmr_loop as loop
from arpad.ratings.model import Rating
from arpad.ratings.state import Floats, RatingState, StateColumn
from arpad.record import Players

Performances: TypeAlias = "list[tuple[float, float, float]]"
"""Per performance where it lies, its weight and its variance."""

COLUMNS = (
    StateColumn("centre", "where the belief's Gaussian lies", "points"),
    StateColumn("centre_weight", "what it weighs", "1 / points²"),
    StateColumn("performances", "the performances that still weigh, p:weight:variance each", "text"),
)

NOTHING = loop.NEGLIGIBLE
"""The share of a belief's weight below which a performance is not written."""


@dataclass(frozen=True)
class Belief(Rating):
    """A rating with the factors of its belief; without them it is one Gaussian.

    Args:
        centre: the Gaussian's centre p0; the rating itself if it is None.
        weight: the Gaussian's weight w0; 1 / σ² if it is None.
        performances: (p, w, β²) of every performance kept, the oldest first.
    """

    centre: float | None = None
    weight: float | None = None
    performances: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Beliefs(RatingState):
    """The state with every player's belief: the loop's rows and its pool of performances."""

    rows: Floats | None = None
    pool: Floats | None = None
    base: NDArray[np.int64] | None = None

    def of(self, player: int, rating: Rating) -> Belief:
        """Return a player's rating with the performances."""
        assert self.rows is not None
        assert self.pool is not None
        assert self.base is not None
        start, end = self.base[player : player + 2].tolist()
        row, room = self.rows[player], end - start
        kept, then = int(row[loop.KEPT]), int(row[loop.NEXT])
        slots = [start + (then - kept + k) % room for k in range(kept)] if room else []
        performances = tuple(tuple(map(float, self.pool[slot])) for slot in slots)
        fields = {name: getattr(rating, name) for name in Rating.__dataclass_fields__}
        return Belief(
            **fields,
            centre=float(row[loop.CENTRE]),
            weight=float(row[loop.WEIGHT]),
            performances=performances,  # type: ignore[arg-type]
        )


class BeliefColumns(Mapping[str, "NDArray[Any]"]):
    """The beliefs by the names of :data:`COLUMNS`, written down when they are first asked for.

    Args:
        rows: the players' rows of the loop.
        pool: their performances.
        base: players + 1, each player's stretch of the pool.
    """

    def __init__(self, rows: Floats, pool: Floats, base: NDArray[np.int64]) -> None:
        self._rows, self._pool, self._base = rows, pool, base

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(column.name for column in COLUMNS)

    def __len__(self) -> int:
        return len(COLUMNS)

    @cached_property
    def _columns(self) -> dict[str, NDArray[Any]]:
        rows, pool, base = self._rows, self._pool, self._base
        centre, weight = rows[:, loop.CENTRE].copy(), rows[:, loop.WEIGHT].copy()
        words = np.full(len(rows), None, dtype=object)
        for player in np.flatnonzero(rows[:, loop.KEPT]).tolist():
            start, room = int(base[player]), int(base[player + 1] - base[player])
            kept, then = int(rows[player, loop.KEPT]), int(rows[player, loop.NEXT])
            stretch = pool[start + (then - kept + np.arange(kept)) % room]
            heavy = stretch[:, loop.SHARE] >= NOTHING / rows[player, loop.VARIANCE]
            lost = stretch[~heavy]
            whole = weight[player] + lost[:, loop.SHARE].sum()
            if len(lost) and whole > 0.0:
                moment = weight[player] * centre[player] + (lost[:, loop.SHARE] * lost[:, loop.AT]).sum()
                centre[player], weight[player] = moment / whole, whole
            words[player] = " ".join(":".join(map(repr, each)) for each in stretch[heavy].tolist()) or None
        return {"centre": centre, "centre_weight": weight, "performances": words}


def beliefs(players: Players, rows: Floats) -> list[Performances]:
    """Return the performances of every player that a list brings, and put its Gaussians into the rows.

    Raises:
        BadInput: a performance cannot be read.
    """
    performances: list[Performances] = [[] for _ in rows]
    if not players.continued or "centre_weight" not in players.attributes:
        return performances
    centre, weight = players.number("centre"), players.number("centre_weight")
    there = ~(np.isnan(centre) | np.isnan(weight))
    rows[there, loop.CENTRE] = centre[there]
    rows[there, loop.WEIGHT] = weight[there]
    words = players.attributes.get("performances")
    if words is None:
        return performances
    for player in np.flatnonzero(there).tolist():
        performances[player] = [
            _performance(players.names[player], word) for word in (words[player] or "").split()
        ]
    return performances


def _performance(name: str, word: str) -> tuple[float, float, float]:
    try:
        at, weight, variance = map(float, word.split(":"))
    except ValueError:
        at = weight = variance = np.nan
    if not (np.isfinite(at) and weight >= 0.0 and 0.0 < variance < np.inf and weight < np.inf):
        raise BadInput(
            f"{word!r} is not a performance of {name}",
            remedy="Expected the column performances as arpad wrote it.",
        )
    return at, weight, variance


def remember(
    performances: Sequence[Performances], rows: Floats, base: NDArray[np.int64], pool: Floats
) -> None:
    """Put performances into the pool, the oldest first, as if the loop had left them there."""
    for player, each in enumerate(performances):
        if each:
            room = int(base[player + 1] - base[player])
            pool[base[player] : base[player] + len(each)] = each
            rows[player, loop.KEPT] = len(each)
            rows[player, loop.NEXT] = len(each) % room
