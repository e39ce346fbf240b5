"""What a chart of ratings is drawn from: a few hundred points per player, cut after long absences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.rate import with_history
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl

POINTS = 300
"""How many points of a player are drawn at most."""

AWAY_SHARE = 0.1
"""A line is cut where a player is away for longer than this share of the time that the chart shows…"""

AWAY_LEAST = {"date": 365.0, "number": 10.0}
"""…and longer than this: days, or rating periods."""

EPOCH = np.datetime64("1970-01-01", "D")


@dataclass(frozen=True, eq=False)
class Series:
    """How one player's rating went.

    Args:
        player: the name.
        x: days since 1970, numbers of periods, or games played; it never falls.
        rating: after the game or rating period, in points.
        deviation: the same; None where the system has none.
        provisional: whether the rating was provisional then.
        stretch: counts the stretches without a long absence; a line is cut where it rises.
        labels: what x is called in words: a date, a period, the number of a game.
        peak: which point is the highest, of the established ones if there are any.
        whole: how many points there were before thinning.
    """

    player: str
    x: NDArray[np.float64]
    rating: NDArray[np.float64]
    deviation: NDArray[np.float64] | None
    provisional: NDArray[np.bool_]
    stretch: NDArray[np.int64]
    labels: tuple[str, ...]
    peak: int
    whole: int

    def __len__(self) -> int:
        return len(self.x)

    def thinned(self, span: float, most: int = POINTS) -> Series:
        """Return at most ``most`` points: of those too close to be told apart the last, and always the peak.

        Args:
            span: how much time the chart shows.
            most: how many points may be left.
        """
        kept = {len(self) - 1, self.peak, *_last_ones(self.x, span / max(1, most - 4))}
        if len(kept) == len(self):
            return self
        rows = np.array(sorted(kept))
        return replace(
            self,
            x=self.x[rows],
            rating=self.rating[rows],
            deviation=None if self.deviation is None else self.deviation[rows],
            provisional=self.provisional[rows],
            stretch=self.stretch[rows],
            labels=tuple(self.labels[row] for row in rows),
            peak=int(np.searchsorted(rows, self.peak)),
        )


@dataclass(frozen=True, eq=False)
class RatingHistory:
    """What one chart shows.

    Args:
        series: the players, best first.
        kind: what x is: ``date``, ``number`` (of a rating period) or ``game`` (of the player).
        decimals: how many decimals of a rating are printed.
        names: of events on the axis, by number; empty elsewhere.
    """

    series: tuple[Series, ...]
    kind: str
    decimals: int = 0
    names: tuple[str, ...] = ()

    @property
    def span(self) -> tuple[float, float]:
        """The first and the last time that the chart shows."""
        return min(float(series.x[0]) for series in self.series), max(
            float(series.x[-1]) for series in self.series
        )

    def thinned(self, most: int = POINTS) -> RatingHistory:
        """Return the same with at most ``most`` points of every player."""
        first, last = self.span
        return replace(self, series=tuple(series.thinned(last - first, most) for series in self.series))

    @property
    def has_bands(self) -> bool:
        """Whether the system has deviations."""
        return any(series.deviation is not None for series in self.series)


def history_of(ratings: Ratings, players: Sequence[str]) -> RatingHistory:
    """Return how the ratings of these players went, ready to be drawn; rates once more if need be.

    A player who comes from an earlier list, and has no game here, has no history to draw.
    """
    ratings = with_history(ratings)
    kind, names = _axis(ratings)
    rows = _by_player(ratings, players)
    series = tuple(
        _series(ratings, player, rows[player,], kind, names) for player in players if (player,) in rows
    )
    if not series:
        return RatingHistory((), kind, ratings.system.decimals, names)
    return cut_and_thinned(RatingHistory(series, kind, ratings.system.decimals, names))


def _by_player(ratings: Ratings, players: Sequence[str]) -> dict[tuple[object, ...], pl.DataFrame]:
    """Return the rows of the history by player, of those who have one."""
    if not players:
        return {}
    rows = ratings.history(*players)
    if len(players) == 1:
        return {(players[0],): rows} if rows.height else {}
    return rows.partition_by("player", as_dict=True)


def of_one_player(
    player: str,
    days: NDArray[np.float64] | None,
    rating: NDArray[np.float64],
    deviation: NDArray[np.float64] | None,
    provisional: NDArray[np.bool_],
    labels: Sequence[str],
    decimals: int = 0,
) -> RatingHistory:
    """Return how one player's rating went, game by game, ready to be drawn.

    Args:
        player: the name.
        days: when each game was played, in days since 1970; None to number the games. It never falls.
        rating: after each game, in points.
        deviation: the same; None where the system has none.
        provisional: whether the rating was provisional then.
        labels: what each game is called.
        decimals: how many decimals of a rating are printed.
    """
    x = np.arange(1.0, len(rating) + 1.0) if days is None else days
    none = np.zeros(len(rating), dtype=np.int64)
    best = _peak(rating, provisional)
    series = Series(player, x, rating, deviation, provisional, none, tuple(labels), best, len(rating))
    return cut_and_thinned(RatingHistory((series,), "game" if days is None else "date", decimals))


def cut_and_thinned(history: RatingHistory) -> RatingHistory:
    """Return a history with lines cut after long absences, and a few hundred points of each player."""
    if history.kind == "game":
        return history.thinned()
    kind, series = history.kind, history.series
    first, last = history.span
    away = max(AWAY_LEAST[kind], AWAY_SHARE * (last - first))
    cut = tuple(replace(line, stretch=_stretches(line.x, away)) for line in series)
    return replace(history, series=cut).thinned()


def _axis(ratings: Ratings) -> tuple[str, tuple[str, ...]]:
    """Return what the axis counts, and the names of its events."""
    timeline = ratings.timeline
    time = timeline.record.time
    if time is not None:
        return ("date" if time.dtype.kind == "M" else "number"), ()
    if timeline.schedule == "period" and timeline.periods.names:
        return "number", timeline.periods.names
    return "game", ()


def _series(ratings: Ratings, player: str, table: pl.DataFrame, kind: str, names: tuple[str, ...]) -> Series:
    """Return one player's history, whole."""
    index = ratings.players.index(player)
    played = _played(ratings, index)
    rating = table["rating"].to_numpy()
    deviation = table["deviation"].to_numpy() if "deviation" in table.columns else None
    provisional = played + ratings.played_before[index] < ratings.system.provisional_games
    if deviation is not None and ratings.system.provisional_deviation is not None:
        provisional = provisional | (deviation > ratings.system.provisional_deviation)
    if names:
        position = {name: number for number, name in enumerate(names)}
        labels = tuple(table["period"])
        x = np.array([position[label] for label in labels], dtype=np.float64)
    elif kind == "game":
        x, labels = played.astype(np.float64), tuple(f"game {n}" for n in played)
    else:
        x, labels = _times(table["time"].to_numpy())
    best = _peak(rating, provisional)
    none = np.zeros(len(rating), dtype=np.int64)
    return Series(player, x, rating, deviation, provisional, none, labels, best, len(rating))


def _peak(rating: NDArray[np.float64], provisional: NDArray[np.bool_]) -> int:
    """Return which rating is the highest, of the established ones if there are any."""
    return int(np.where(provisional, -np.inf, rating).argmax() if not provisional.all() else rating.argmax())


def _played(ratings: Ratings, player: int) -> NDArray[np.int64]:
    """Return how many games the player had played at each row of the history."""
    timeline = ratings.timeline
    appearances = timeline.record.appearances()
    mine = appearances.row[appearances.player == player]
    if timeline.schedule == "live":
        return np.arange(1, len(mine) + 1)
    return np.cumsum(np.unique(timeline.order[mine], return_counts=True)[1])


def _times(time: NDArray[Any]) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Return times as days or numbers, and in words."""
    if time.dtype.kind != "M":
        return time.astype(np.float64), tuple(str(number) for number in time)
    days = (time.astype("datetime64[s]") - EPOCH.astype("datetime64[s]")).astype(np.float64) / 86_400.0
    return days, tuple(str(each) for each in time.astype("datetime64[D]"))


def _last_ones(x: NDArray[np.float64], close: float) -> list[int]:
    """Return the last point of every bundle that lies within ``close`` of its first."""
    rows = []
    row = 0
    while row < len(x):
        row = int(np.searchsorted(x, x[row] + close, side="right"))
        rows.append(row - 1)
    return rows


def _stretches(x: NDArray[np.float64], away: float) -> NDArray[np.int64]:
    """Count the stretches without a longer absence."""
    return np.concatenate(([0], np.cumsum(np.diff(x) > away))).astype(np.int64)
