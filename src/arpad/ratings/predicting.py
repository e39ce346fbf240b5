"""Many predictions at once: of pairs of players now, and of every game of a record before it was played.

A prediction made before a game knows nothing of that game, of others of its rating period, or of anything
later. Of systems that go from game to game, or from period to period, the trace has the ratings that each
game met. Those that rate the whole history at once, or find a parameter in the record, are rated anew from
the games before each period: as often as there are periods.

A draw is predicted only by a system that has a draw model of its own: the share of draws that
:attr:`arpad.ratings.result.Ratings.draws` fits is known at the end of the record only.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError, BadInput, NotProvided, progress
from arpad.core.interface import option
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.rate import with_history
from arpad.ratings.result import Ratings
from arpad.ratings.state import Floats
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.record import Games, parse_period

if TYPE_CHECKING:
    import polars as pl

Side = str | Rating


def predict_pairs(
    ratings: Ratings,
    first: Sequence[Side],
    second: Sequence[Side],
    advantage: int | Sequence[int] | NDArray[Any],
) -> pl.DataFrame:
    """Return what a system expects of many games; see :meth:`arpad.ratings.result.Ratings.predict`.

    Raises:
        BadInput: the columns are not of one length, or the record knows nobody of a name.
    """
    import polars as pl

    sides = [list(first), list(second)]
    if isinstance(advantage, int):
        toward = np.full(len(sides[0]), advantage, dtype=np.int8)
    else:
        toward = np.asarray(advantage, dtype=np.int8)
    if not len(sides[0]) == len(sides[1]) == len(toward):
        raise BadInput(
            f"{len(sides[0])} players are to meet {len(sides[1])}, with {len(toward)} advantages",
            remedy="Give columns of one length.",
            code="predict.length",
        )
    ratings_by_side: dict[Side, Rating] = {}
    for side in dict.fromkeys([*sides[0], *sides[1]]):
        ratings_by_side[side] = ratings.of(side) if isinstance(side, str) else side
    rating_columns = [[ratings_by_side[side] for side in column] for column in sides]
    system = ratings.system
    rows = [np.array([_row(system, rating) for rating in column]) for column in rating_columns]
    first_rows, second_rows = (each.reshape(len(toward), len(system.columns)) for each in rows)
    expected, draw = _chances(system, first_rows, second_rows, toward, None, rating_columns)
    silent = np.isnan(draw) & ~np.isnan(expected)
    if silent.any():
        draw[silent] = [ratings.draws.of(E) for E in expected[silent].tolist()]
    names = [[side if isinstance(side, str) else f"{side.value:g}" for side in column] for column in sides]
    return pl.DataFrame(
        {
            "first": pl.Series(names[0], dtype=pl.String),
            "second": pl.Series(names[1], dtype=pl.String),
            "expected": expected,
            "win": np.maximum(0.0, expected - 0.5 * draw),
            "draw": draw,
            "loss": np.maximum(0.0, 1.0 - expected - 0.5 * draw),
        }
    ).fill_nan(None)


def predictions(ratings: Ratings, period: str | None = None) -> pl.DataFrame:
    """Return what was expected of every game before it; see :meth:`arpad.ratings.result.Ratings.predictions`.

    Raises:
        NotProvided: the record has contests of several players or sides; or no game is before another one.
    """
    import polars as pl

    record = ratings.timeline.record
    if not isinstance(record, Games):
        raise NotProvided(
            f"predictions are of games of one against one, and the record has contests: {record!r}"
        )
    expected, draw = expected_before(ratings, period)
    names = pl.Series(list(record.players.names), dtype=pl.String)
    columns: dict[str, Any] = {} if record.time is None else {"time": record.time_of(np.arange(len(record)))}
    columns |= {
        "first": names.gather(record.first),
        "second": names.gather(record.second),
        "score": record.score,
        "expected": expected,
    }
    if not np.isnan(draw).all():
        columns |= {"win": expected - 0.5 * draw, "draw": draw, "loss": 1.0 - expected - 0.5 * draw}
    return pl.DataFrame(columns).fill_nan(None)


def expected_before(ratings: Ratings, period: str | None = None) -> tuple[Floats, Floats]:
    """Return the expected score and the probability of a draw of every game, before it.

    Args:
        ratings: of games of one against one.
        period: how often to rate anew; see :meth:`arpad.ratings.result.Ratings.predictions`.

    Returns:
        Two columns, float64 over the games of the timeline, in its order. NaN where nothing is expected, and
        where the system has no draw model.

    Raises:
        NotProvided: no game is before another one.
    """
    games, days = ratings.timeline.games, ratings.timeline.days
    toward = np.zeros(len(games), np.int8) if games.advantage is None else games.advantage
    expected, draw = np.full(len(games), np.nan), np.full(len(games), np.nan)
    blocks = _blocks_of_refits(ratings, period) if _looks_back(ratings) else _blocks_of_trace(ratings)
    for system, start, first, second in blocks:
        rows = slice(start, start + len(first))
        on = None if days is None else days[rows]
        expected[rows], draw[rows] = _chances(system, first, second, toward[rows], on, None)
    return expected, draw


def _looks_back(ratings: Ratings) -> bool:
    """Tell whether a system's ratings after a game depend on later ones, or its parameters on the record."""
    if ratings.asked is not None:
        return True
    try:
        ratings.system.check_continued()
    except NotProvided:
        return True
    return ratings.traced().as_opponents is not None if ratings.trace is not None else False


Block = tuple[RatingSystem, int, Floats, Floats]
"""A system, the first of some games, and rows × state columns of both sides as the games meet them."""


def _blocks_of_trace(ratings: Ratings) -> Iterator[Block]:
    """Yield all games, as the trace has them."""
    before = with_history(ratings).traced().before
    yield ratings.system, 0, before[:, 0], before[:, 1]


def _blocks_of_refits(ratings: Ratings, period: str | None) -> Iterator[Block]:
    """Yield the games of each period by the ratings of all games before it.

    Raises:
        NotProvided: all games are in one period.
    """
    timeline, system = ratings.timeline, ratings.asked or ratings.system
    bounds = _periods(timeline, period).bounds
    if len(bounds) < 3:
        raise NotProvided(
            f"{system.name} rates all games at once here, so none is predicted from others before it",
            remedy=f"Say how often to rate anew: {option('period', '1mo')}.",
        )
    # The work of a period goes with the games before it.
    work, done = max(1, int(bounds[:-1].sum())), 0
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        games = timeline.games.take(np.arange(start, end))
        begin, done = done, done + start
        try:
            with progress.part(begin / work, done / work):
                rated = _rated_before(ratings, system, start)
        except ArpadError:
            continue  # too few games: nothing is expected of these
        rows = np.stack([rated.rating, *(_column(rated, name) for name in system.columns[1:])], axis=1)
        yield rated.system, start, rows[games.first], rows[games.second]


def _periods(timeline: Timeline, period: str | None) -> Timeline:
    """Return the games cut into the periods that are asked for, else into the run's, else by their time."""
    if period is not None:
        return replace(timeline, rule=parse_period(period))
    if timeline.rule is not None and timeline.rule.unit != "all":
        return timeline
    time = timeline.record.time
    if time is None:
        return replace(timeline, rule=parse_period("all"))
    return replace(timeline, rule=parse_period("1mo" if time.dtype.kind == "M" else "1"))


def _rated_before(ratings: Ratings, system: RatingSystem, start: int) -> Ratings:
    """Return the ratings of the games before one, as they stand on its day."""
    timeline = ratings.timeline
    before = replace(timeline, record=timeline.record.take(np.arange(start)))
    state, _ = system.rate(before)
    fitted = replace(system, **state.fitted) if state.fitted else system
    rule, time = timeline.rule, timeline.record.time
    aged = time is not None and rule is not None and (rule.calendar or rule.unit == "number")
    day = None
    if aged and start:
        assert time is not None
        day = (
            time[start].astype("datetime64[D]").astype(object) if time.dtype.kind == "M" else int(time[start])
        )
    return Ratings(fitted, before, state, as_of=day)


def _column(rated: Ratings, name: str) -> NDArray[np.float64]:
    if name == "deviation" and rated.deviation is not None:
        return rated.deviation
    return rated.state.columns[name]


def _row(system: RatingSystem, rating: Rating) -> list[float]:
    """Return a rating as the state's columns have it, a newcomer's where it does not say."""
    values = [_column_value(rating, name) for name in system.columns]
    if None in values:
        new = system.newcomer()
        values = [
            _column_value(new, name) if value is None else value
            for name, value in zip(system.columns, values, strict=True)
        ]
    return [math.nan if value is None else value for value in values]


def _column_value(rating: Rating, column: str) -> float | None:
    """Return what a rating says of a column of a system's state."""
    if column == "rating":
        return rating.value
    value = getattr(rating, column) if hasattr(rating, column) else rating.attributes.get(column)
    return None if value is None else float(value)


def _chances(
    system: RatingSystem,
    first: Floats,
    second: Floats,
    advantage: NDArray[Any],
    days: NDArray[Any] | None,
    sides: Sequence[Sequence[Rating]] | None,
) -> tuple[Floats, Floats]:
    """Return the expected score and the probability of a draw of every game, NaN where nothing is said."""
    expected, draw = np.full(len(first), np.nan), np.full(len(first), np.nan)
    rated = np.flatnonzero(~(np.isnan(first[:, 0]) | np.isnan(second[:, 0])))
    on = None if days is None else days[rated]
    many = system.outcomes(first[rated], second[rated], advantage[rated], on)
    if many is not None:
        expected[rated], drawn = many
        if drawn is not None:
            draw[rated] = drawn
        return expected, draw
    prediction_by_key: dict[Any, Prediction] = {}
    for row in rated.tolist():
        day = None if days is None else days[row].astype(object)
        toward = int(advantage[row])
        if sides is None:
            key: Any = (first[row].tobytes(), second[row].tobytes(), toward, day)
            pair = [_rating(system, each[row]) for each in (first, second)]
        else:
            pair = [side[row] for side in sides]
            key = (id(pair[0]), id(pair[1]), toward)
        if key not in prediction_by_key:
            prediction_by_key[key] = system.predict(pair[0], pair[1], toward, day)
        expected[row] = prediction_by_key[key].expected
        probability = prediction_by_key[key].draw
        draw[row] = np.nan if probability is None else probability
    return expected, draw


def _rating(system: RatingSystem, row: Floats) -> Rating:
    """Return a row of state columns as a rating."""
    return Rating.of(dict(zip(system.columns, map(float, row), strict=True)))
