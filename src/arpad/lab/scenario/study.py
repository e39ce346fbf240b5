"""What if another system had been used since a day: final lists side by side, and which predicted better.

System A rates all games. System B goes on from A's list of the day before: who is on that list enters with
the rating that A gave, and with its deviation where both systems have one; who is not is a newcomer of B's.
The ratings are taken as they are, so both must be on one scale: systems whose newcomers enter far apart need
``entry="anew"``, with which B rates all games from the first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.core import BadInput, Figure, progress, worded, worded_count
from arpad.core.interface import option
from arpad.lab.backtest.face import label_of
from arpad.lab.forecasts.comparing import MeanEstimate, estimate
from arpad.lab.forecasts.cutting import cut, span_of
from arpad.lab.forecasts.judging import GAMES, LOG_LOSS, judged
from arpad.lab.forecasts.walking import OWN_PACE, Pace, in_order, walk_forward
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Record
from arpad.rulebooks.rating import as_record, as_system

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.kinds.games import Readable
    from arpad.rulebooks.rating import System

FAR = 2.0
"""Newcomers whose ratings differ by more than this factor show two scales."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """What another system would have changed.

    Args:
        used: the ratings by the system that was used (A), after the last game.
        supposed: the ratings by the other one (B).
        start: the first moment with B, as it was given.
        thresholds: the ratings that matter, such as those of titles.
        games: how many games lie in the span.
        loss_used: A's mean log loss on them.
        loss_supposed: B's.
        gain: how much lower B's is, with its 95 % interval.
        entry: ``carried`` or ``anew``.
    """

    used: Ratings
    supposed: Ratings
    start: str
    thresholds: tuple[float, ...]
    games: int
    loss_used: float
    loss_supposed: float
    gain: MeanEstimate
    entry: str

    @cached_property
    def table(self) -> pl.DataFrame:
        """The lists side by side, by the rank in A's: those who have played since the first moment with B.

        Columns: ``player``, ``rank_used``, ``rating_used``, ``rank_supposed``, ``rating_supposed``,
        ``places`` (gained by B), ``points`` (B less A).
        """
        import polars as pl

        used, supposed = (
            ratings.table().select(
                "player", pl.col("rank").alias(f"rank_{name}"), pl.col("rating").alias(f"rating_{name}")
            )
            for name, ratings in (("used", self.used), ("supposed", self.supposed))
        )
        both = used.join(supposed, on="player", how="inner")
        # Ranks among those on both lists: a list that knows more players is no reason to lose places.
        ranks = [pl.col(f"rank_{name}").rank("min").cast(pl.Int64) for name in ("used", "supposed")]
        both = both.with_columns(ranks)
        return both.with_columns(
            (pl.col("rank_used") - pl.col("rank_supposed")).alias("places"),
            (pl.col("rating_supposed") - pl.col("rating_used")).alias("points"),
        ).sort("rank_used", "player")

    @cached_property
    def crossings(self) -> pl.DataFrame:
        """Who reaches a threshold by one list alone: ``threshold``, ``player``, ``used``, ``supposed``."""
        import polars as pl

        rows = []
        for threshold in self.thresholds:
            for row in self.table.iter_rows(named=True):
                sides = [row["rating_used"] >= threshold, row["rating_supposed"] >= threshold]
                if sides[0] != sides[1]:
                    rows.append((threshold, row["player"], row["rating_used"], row["rating_supposed"]))
        schema = {"threshold": pl.Float64, "player": pl.String, "used": pl.Float64, "supposed": pl.Float64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    @property
    def memo(self) -> list[str]:
        """What would have changed in plain sentences."""
        a, b = label_of(self.used.system), label_of(self.supposed.system)
        values = {
            "start": self.start,
            "one": b,
            "other": a,
            "loss_one": Figure(f"{self.loss_supposed:.4f}"),
            "loss_other": Figure(f"{self.loss_used:.4f}"),
        }
        sentences: list[str] = []
        if self.gain.low > 0.0:
            sentences.append(
                worded_count(
                    "On {count} game since {start}, {one} would have predicted better: log loss {one} "
                    "{loss_one}, {other} {loss_other}.",
                    "On {count} games since {start}, {one} would have predicted better: log loss {one} "
                    "{loss_one}, {other} {loss_other}.",
                    self.games,
                    **values,
                )
            )
        elif self.gain.high < 0.0:
            sentences.append(
                worded_count(
                    "On {count} game since {start}, {one} would have predicted worse: log loss {one} "
                    "{loss_one}, {other} {loss_other}.",
                    "On {count} games since {start}, {one} would have predicted worse: log loss {one} "
                    "{loss_one}, {other} {loss_other}.",
                    self.games,
                    **values,
                )
            )
        else:
            sentences.append(
                worded_count(
                    "On {count} game since {start}, neither predicts significantly better: log loss {one} "
                    "{loss_one}, {other} {loss_other}.",
                    "On {count} games since {start}, neither predicts significantly better: log loss {one} "
                    "{loss_one}, {other} {loss_other}.",
                    self.games,
                    **values,
                )
            )
        points = self.table["points"].to_numpy()
        if len(points):
            ends = points.mean(), points.min(), points.max()
            mean, low, high = (Figure(f"{round(float(each), 1) + 0.0:+.1f}") for each in ends)
            sentences.append(
                worded_count(
                    "The ratings of {count} player would change by {mean} points on average, from {low} to "
                    "{high}.",
                    "The ratings of {count} players would change by {mean} points on average, from {low} to "
                    "{high}.",
                    len(points),
                    mean=mean,
                    low=low,
                    high=high,
                )
            )
        for threshold in self.thresholds:
            part = self.crossings.filter(self.crossings["threshold"] == threshold)
            more = int((part["supposed"] >= threshold).sum())
            sentences.append(
                worded(
                    "{threshold}: {more} would reach it who do not now, and {fewer} would not who do.",
                    threshold=Figure(f"{threshold:g}"),
                    more=worded_count("{count} player", "{count} players", more),
                    fewer=worded_count("{count} player", "{count} players", len(part) - more),
                )
            )
        return sentences

    def as_json(self) -> dict[str, Any]:
        """Return the scenario as a document."""
        limits = {"gain": self.gain.mean, "gain_low": self.gain.low, "gain_high": self.gain.high}
        return {
            "system": label_of(self.used.system),
            "against": label_of(self.supposed.system),
            "from": self.start,
            "entry": self.entry,
            "games": self.games,
            "log_loss": self.loss_used,
            "log_loss_against": self.loss_supposed,
            **{name: value if math.isfinite(value) else None for name, value in limits.items()},
            "players": self.table.to_dicts(),
            "crossings": self.crossings.to_dicts(),
            "memo": self.memo,
        }


def scenario(
    games: Record | Readable,
    system: System,
    against: System,
    start: str,
    *,
    thresholds: Sequence[float] = (),
    entry: str = "carried",
    pace: Pace = OWN_PACE,
    columns: Mapping[str, str] | None = None,
) -> Scenario:
    """Return what another system would have changed since a day.

    Args:
        games: a record, or what :func:`arpad.read_games` reads.
        system: the rating system that was used.
        against: the other one.
        start: the first moment with the other system: ``2010``, ``2010-05``, ``2010-05-17``, or a number.
        thresholds: ratings that matter, such as those of titles.
        entry: ``carried``: the other system goes on from the list before; ``anew``: it rates all games.
        pace: schedule and rating periods of both, where they have them.
        columns: of a table or a file, which column is what.

    Raises:
        BadInput: the games cannot be read, no game is before or after the day, or the two systems' ratings
            are on different scales.
        NotProvided: the record has no times, or contests of several players or sides.
    """
    if entry not in ("carried", "anew"):
        raise BadInput(f"entry cannot be {entry!r}", remedy="Expected carried or anew.")
    used_system, other = as_system(system), as_system(against)
    record = in_order(as_record(games, used_system, columns))
    record = replace(record, covariates=None)
    early, late = _parted(record, start)
    paces = [
        pace if pace.schedule in (None, *each.schedules) else pace._replace(schedule=None)
        for each in (used_system, other)
    ]
    how = [{"schedule": each.schedule, "period": each.period, "events": each.events} for each in paces]
    with progress.part(0.0, 0.25):
        used = rate(record, used_system, **how[0])  # type: ignore[arg-type]
    if entry == "carried":
        _check_scales(used_system, other)
        with progress.part(0.25, 0.4):
            late = _entering(late, rate(early, used_system, **how[0]))  # type: ignore[arg-type]
        games = late
    else:
        games = record
    with progress.part(0.4, 0.6):
        supposed = rate(games, other, **how[1])  # type: ignore[arg-type]
    with progress.part(0.6, 0.8):
        expected_supposed = walk_forward(games, other, paces[1]).expected[len(games) - len(late) :]
    with progress.part(0.8, 1.0):
        expected_used = walk_forward(record, used_system, paces[0]).expected[len(early) :]
    counts = ~(np.isnan(expected_used) | np.isnan(expected_supposed))
    parts = cut(late, counts)[0]
    sums = [
        judged(np.nan_to_num(each, nan=0.5), late.score, parts) for each in (expected_used, expected_supposed)
    ]
    gain = estimate(sums[0].blocks[:, LOG_LOSS] - sums[1].blocks[:, LOG_LOSS], sums[0].blocks[:, GAMES])
    return Scenario(
        used,
        supposed,
        start,
        tuple(thresholds),
        int(counts.sum()),
        sums[0].mean(LOG_LOSS),
        sums[1].mean(LOG_LOSS),
        gain,
        entry,
    )


def _parted(record: Games, start: str) -> tuple[Games, Games]:
    """Return the games before a moment, and those from it on.

    Raises:
        BadInput: there are none before it, or none after.
    """
    since = span_of(record, start, None)
    first = int(np.argmax(since)) if since.any() else len(record)
    if not 0 < first < len(record):
        raise BadInput(
            f"the record has no games {'before' if since.any() else 'from'} {start}",
            remedy="Choose a day within the record.",
        )
    return record.take(np.arange(first)), record.take(np.arange(first, len(record)))


def _check_scales(used: RatingSystem, other: RatingSystem) -> None:
    """Refuse to carry ratings over between systems whose newcomers enter far apart.

    Raises:
        BadInput: they do.
    """
    ends = used.newcomer().value, other.newcomer().value
    if min(ends) <= 0.0 or max(ends) / min(ends) > FAR:
        raise BadInput(
            f"{used.name} and {other.name} rate on different scales: newcomers enter at {ends[0]:g} and "
            f"{ends[1]:g}",
            remedy=f"Let the other system rate all games: {option('entry', 'anew')}.",
        )


def _entering(games: Games, before: Ratings) -> Games:
    """Return games whose players enter with the ratings, and the deviations, of a list."""
    attributes = {"rating": np.where(before.listed(), before.rating, games.players.number("rating"))}
    if before.deviation is not None:
        deviation = games.players.number("deviation")
        attributes["deviation"] = np.where(before.listed(), before.deviation, deviation)
    return replace(games, players=games.players.with_attributes(attributes))
