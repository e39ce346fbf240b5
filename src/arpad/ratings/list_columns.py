"""The columns of the ranking list: what each is called, what it holds and how it is printed.

One table for files, the terminal, pages and ``docs/lists.md``: a row here is a column everywhere. It is in
the order in which a list is printed; in files the columns that only some lists have, because somebody asked
for them, stand behind all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided
from arpad.ratings.win_counts import DRAWN, LOST, WON, played
from arpad.record.assembly.identity import ids_of
from arpad.record.cells.small_columns import column_of

if TYPE_CHECKING:
    import polars as pl

    from arpad.ratings.comparisons import Comparisons
    from arpad.ratings.previous_list import PreviousList

UP, DOWN = "▲", "▼"
"""Before the number of places that a player has moved since the previous list."""

OF_RANKS = ("rank", "best", "worst", "tier", "places")
"""The columns that a player without a rank does not have."""

INTERVAL = 1.96
"""Deviations on either side of the rating that hold it with a probability of 95 %."""

Kind: TypeAlias = Literal["text", "count", "points", "number", "date", "true or false"]

Row: TypeAlias = Mapping[str, Any]


class ListedRatings(Protocol):
    """What columns are made of: ratings by the index of the player."""

    @property
    def system(self) -> Any:
        """The rating system."""

    @property
    def state(self) -> Any:
        """What the system says, as columns."""

    @property
    def players(self) -> Any:
        """The players."""

    @property
    def rating(self) -> NDArray[np.float64]:
        """The ratings, in points."""

    @property
    def deviation(self) -> NDArray[np.float64] | None:
        """Their standard deviations."""

    @property
    def counts(self) -> NDArray[np.int32]:
        """Games won, drawn and lost."""

    @property
    def provisional(self) -> NDArray[np.bool_]:
        """Whose rating is provisional."""

    @property
    def last_played(self) -> NDArray[Any] | None:
        """When everybody last played."""

    def comparisons(self, players: NDArray[np.int64]) -> Comparisons:
        """Return what can be said of these players beside each other."""


class Bands(Protocol):
    """Names over bands of ratings, such as :class:`arpad.rulebooks.online.divisions.Divisions`."""

    def of(self, rating: float) -> str:
        """Return the name of a rating's band."""


@dataclass(frozen=True)
class Extras:
    """The columns that a list has only if they are asked for.

    Args:
        ranks: whether it has the 95 % rank sets, ``best`` and ``worst``, of each player by itself.
        divisions: the names for ``division``; None for none. As text they are what the command line reads.
        joint: whether it has what holds of all players together with 95 %: rank sets, tiers, intervals; and
            quasi-deviations.
        previous: the list with which this one is compared; None for none.
    """

    ranks: bool = False
    divisions: Bands | None = None
    joint: bool = False
    previous: PreviousList | None = None

    def of_pool(self, pool: str | None) -> Extras:
        """Return what is asked for of the list of one pool; None is that of a list without pools."""
        previous = self.previous
        return self if previous is None else replace(self, previous=previous.of_pool(pool))


PLAIN = Extras()


@dataclass(frozen=True)
class Style:
    """How numbers are written where a list is printed.

    Args:
        number: writes a number with so many decimals.
        count: writes a whole number.
        date: writes a day, a moment, or the number of a period.
        decimals: of a rating.
    """

    number: Callable[[float, int], str]
    count: Callable[[int], str]
    date: Callable[[Any], str]
    decimals: int


@dataclass(frozen=True)
class ListColumn:
    """A column of the ranking list. It has ``values`` or is ``derived``.

    Args:
        name: in files.
        kind: what it holds.
        meaning: what it says, for its readers.
        values: returns it for the players with these indices, as arrays or texts; None where the system or
            the record has no such thing.
        derived: returns it from the ordered list; None where the list has no such thing.
        option: the option of ``arpad rate`` that asks for it; empty if every list has it.
        heading: what stands above it where the list is printed; empty if it is in files only.
        title: what the heading stands for, where it is an abbreviation.
        cell: writes it, from all columns of the row; its own value by its kind if not given.
        on: where it is printed.
        spare: from how wide a terminal on it is printed: the highest number goes first; 0 always stays.
        marked: whether a provisional rating has its mark here.
    """

    name: str
    kind: Kind
    meaning: str
    values: Callable[[ListedRatings, NDArray[np.int64]], Any] | None = None
    derived: Callable[[pl.DataFrame, ListedRatings, Extras], Any] | None = None
    option: str = ""
    heading: str = ""
    title: str = ""
    cell: Callable[[Row, Style], str] | None = None
    on: frozenset[str] = frozenset({"terminal", "page"})
    spare: int = 0
    marked: bool = False

    def printed(self, row: Row, style: Style) -> str:
        """Return its cell in a row of the list."""
        if self.cell is not None:
            return self.cell(row, style)
        value = row[self.name]
        if value is None:
            return ""
        if self.kind in ("points", "number"):
            return style.number(value, style.decimals)
        if self.kind == "count":
            return style.count(value)
        return style.date(value) if self.kind == "date" else str(value)


def _rank(table: pl.DataFrame, _: ListedRatings, __: Extras) -> pl.Series:

    # The list is in the order of the ratings: the first of equal ones has the rank of all of them.
    rating = table["rating"]
    first = rating.ne_missing(rating.shift()).to_numpy().copy()
    first[:1] = True
    places = np.where(first, np.arange(1, table.height + 1), 0)
    ranks = column_of(np.maximum.accumulate(places))
    return ranks.set(rating.is_null(), None) if rating.null_count() else ranks


def _names(rated: ListedRatings, shown: NDArray[np.int64]) -> list[str]:
    names = rated.players.names
    return [names[i] for i in shown.tolist()]


def _ids(rated: ListedRatings, shown: NDArray[np.int64]) -> list[str | None] | None:
    ids = ids_of(rated.players)
    return [ids.get(name) for name in _names(rated, shown)] if ids else None


def _division(table: pl.DataFrame, _: ListedRatings, extras: Extras) -> list[str] | None:
    bands = extras.divisions
    return None if bands is None else [bands.of(rating) for rating in table["rating"]]


def _limit(sign: int) -> Callable[[pl.DataFrame, ListedRatings, Extras], Any]:
    """Return what makes the lower (−1) or the upper (+1) limit of the 95 % interval."""

    def limit(table: pl.DataFrame, rated: ListedRatings, extras: Extras) -> pl.Series | None:
        if "deviation" not in table.columns:
            return None
        return table["rating"] + sign * INTERVAL * table["deviation"]

    return limit


def _column_of_comparisons(
    is_requested: Callable[[Extras], bool], make: Callable[[Comparisons, Extras], Any]
) -> Callable[[pl.DataFrame, ListedRatings, Extras], Any]:
    """Return what makes a column from the comparisons between the players of the list."""

    def column(table: pl.DataFrame, rated: ListedRatings, extras: Extras) -> Any:
        if not is_requested(extras):
            return None
        if "deviation" not in table.columns:
            raise NotProvided(f"{rated.system.name} has no deviations, so it cannot say how sure a rank is")
        at = np.array([rated.players.index(name) for name in table["player"]], dtype=np.int64)
        return make(rated.comparisons(at), extras)

    return column


def _joint(extras: Extras) -> bool:
    return extras.joint


def _rank_limit(which: int) -> Callable[[pl.DataFrame, ListedRatings, Extras], Any]:
    """Return what makes the best (0) or the worst (1) rank that the games leave open."""
    return _column_of_comparisons(
        lambda extras: extras.ranks or extras.joint,
        lambda comparisons, extras: comparisons.rank_sets(joint=extras.joint)[which],
    )


def _joint_limit(sign: int) -> Callable[[pl.DataFrame, ListedRatings, Extras], Any]:
    """Return what makes the lower (−1) or the upper (+1) limit of the joint interval."""

    def limit(table: pl.DataFrame, rated: ListedRatings, extras: Extras) -> pl.Series | None:
        half = _column_of_comparisons(_joint, lambda comparisons, _: comparisons.half_width())(
            table, rated, extras
        )
        return None if half is None else table["rating"] + sign * half

    return limit


def _quasi_deviation(comparisons: Comparisons, _: Extras) -> pl.Series:
    import polars as pl

    variance = comparisons.quasi_variances()
    real = np.sqrt(variance, out=np.full(len(variance), np.nan), where=variance >= 0.0)
    return pl.Series(real).fill_nan(None)


def _previous_rank(table: pl.DataFrame, _: ListedRatings, extras: Extras) -> list[int | None] | None:
    return None if extras.previous is None else extras.previous.ranks(table)


def _places(table: pl.DataFrame, _: ListedRatings, extras: Extras) -> pl.Series | None:
    return None if extras.previous is None else table["previous_rank"] - table["rank"]


def _previous_rating(table: pl.DataFrame, _: ListedRatings, extras: Extras) -> list[float | None] | None:
    return None if extras.previous is None else extras.previous.ratings(table)


def _change(table: pl.DataFrame, _: ListedRatings, extras: Extras) -> pl.Series | None:
    return None if extras.previous is None else table["rating"] - table["previous_rating"]


def _moved(row: Row, style: Style) -> str:
    """Return the places up or down since the previous list; that a player is new."""
    if row["previous_rating"] is None:
        return "new"
    places = row["places"]
    if places is None:
        return ""
    return f"{UP if places > 0 else DOWN}{style.count(abs(places))}" if places else "="


def _changed(row: Row, style: Style) -> str:
    change = row["change"]
    if change is None:
        return ""
    text = style.number(change, max(1, style.decimals))
    return text if change <= 0.0 or not text.strip("0.,") else f"+{text}"


def _outcomes(which: int) -> Callable[[ListedRatings, NDArray[np.int64]], NDArray[np.int32]]:
    return lambda rated, shown: rated.counts[shown, which]


def _last_played(rated: ListedRatings, shown: NDArray[np.int64]) -> Any:
    """Return times as tables take them: days or milliseconds, no seconds; whole numbers or nothing."""
    import polars as pl

    if rated.last_played is None:
        return None
    time = rated.last_played[shown]
    if time.dtype.kind == "M":
        return time if time.dtype == np.dtype("datetime64[D]") else time.astype("datetime64[ms]")
    return pl.Series(time, dtype=pl.Float64).fill_nan(None).cast(pl.Int64)


def _interval(row: Row, style: Style) -> str:
    return f"{style.number(row['low'], style.decimals)} – {style.number(row['high'], style.decimals)}"


def _ranks(row: Row, style: Style) -> str:
    best, worst = row["best"], row["worst"]
    if best is None:
        return ""
    return style.count(best) if best == worst else f"{style.count(best)}–{style.count(worst)}"


ON_PAGES, ON_TERMINALS = frozenset({"page"}), frozenset({"terminal"})

LIST_COLUMNS: tuple[ListColumn, ...] = (
    ListColumn(
        "rank", "count", "the place; players with the same rating share the better one",
        derived=_rank, heading="rank",
    ),
    ListColumn(
        "best", "count", "the best rank that the games leave open, with 95 %; by `--joint` all together",
        derived=_rank_limit(0), option="--ranks", heading="ranks",
        title="the ranks that the games leave open, with 95 %", cell=_ranks,
    ),
    ListColumn(
        "worst", "count", "the worst rank that the games leave open, with 95 %; by `--joint` all together",
        derived=_rank_limit(1), option="--ranks",
    ),
    ListColumn(
        "tier", "count", "the tier; the first players of the tiers are settled in their order",
        derived=_column_of_comparisons(_joint, lambda comparisons, _: comparisons.tiers()),
        option="--joint", heading="tier",
        title="a tier begins where a player is settled to be worse than the first of the tier above",
    ),
    ListColumn(
        "previous_rank", "count", "the place on the previous list; empty where the player had none",
        derived=_previous_rank, option="--previous",
    ),
    ListColumn(
        "places", "count",
        "the places up since the previous list, down if negative; printed as ▲2, ▼1, =, new",
        derived=_places, option="--previous", heading="moved",
        title="places up or down since the previous list", cell=_moved,
    ),
    ListColumn("player", "text", "the name", values=_names, heading="player"),
    ListColumn("id", "text", "the id, where the record has ids of players", values=_ids),
    ListColumn(
        "division", "text", "the name of the band in which the rating lies",
        derived=_division, option="--divisions", heading="division",
    ),
    ListColumn(
        "rating", "points", "the rating",
        values=lambda rated, shown: rated.rating[shown], heading="rating", marked=True,
    ),
    ListColumn(
        "previous_rating", "points", "the rating on the previous list; empty for a player who is new",
        derived=_previous_rating, option="--previous",
    ),
    ListColumn(
        "change", "points", "the change of the rating since the previous list",
        derived=_change, option="--previous", heading="change",
        title="change of the rating since the previous list", cell=_changed,
    ),
    ListColumn(
        "deviation", "points", "the standard deviation of the rating; printed as ±, 1.96 deviations",
        values=lambda rated, shown: None if rated.deviation is None else rated.deviation[shown],
        heading="±", title="1.96 deviations",
        cell=lambda row, style: style.number(row["high"] - row["rating"], style.decimals),
    ),
    ListColumn(
        "low", "points", "the lower limit of the 95 % interval: rating − 1.96 deviations",
        derived=_limit(-1), heading="95\u00a0% interval", cell=_interval, on=ON_PAGES,
    ),
    ListColumn(
        "high", "points", "the upper limit of the 95 % interval: rating + 1.96 deviations", derived=_limit(1)
    ),
    ListColumn(
        "joint_low", "points", "the lower limit of the 95 % interval that holds for all players together",
        derived=_joint_limit(-1), option="--joint",
    ),
    ListColumn(
        "joint_high", "points", "the upper limit of that interval",
        derived=_joint_limit(1), option="--joint",
    ),
    ListColumn(
        "quasi_deviation", "points",
        "the quasi standard error: q² + q'² is about the variance of a difference",
        derived=_column_of_comparisons(_joint, _quasi_deviation), option="--joint",
    ),
    ListColumn(
        "volatility", "number", "how much the rating is expected to fluctuate",
        values=lambda rated, shown: (
            rated.state.columns["volatility"][shown] if "volatility" in rated.state.columns else None
        ),
        heading="volatility", cell=lambda row, style: style.number(row["volatility"], 4),
        on=ON_TERMINALS, spare=4,
    ),
    ListColumn(
        "games", "count", "the games that the rating rests on",
        values=lambda rated, shown: played(rated.counts[shown]), heading="games", spare=1,
    ),
    ListColumn("wins", "count", "the games won", values=_outcomes(WON), heading="won", spare=2),
    ListColumn("draws", "count", "the games drawn", values=_outcomes(DRAWN), heading="drawn", spare=2),
    ListColumn("losses", "count", "the games lost", values=_outcomes(LOST), heading="lost", spare=2),
    ListColumn(
        "last_played", "date", "the day or the rating period of the last game",
        values=_last_played, heading="last played", spare=3,
    ),
    ListColumn(
        "provisional", "true or false",
        "whether the rating is provisional: on too few games, or with too large a deviation; printed as ?",
        values=lambda rated, shown: rated.provisional[shown],
    ),
)  # fmt: skip


def in_files() -> list[ListColumn]:
    """Return the columns in the order of files."""
    return sorted(LIST_COLUMNS, key=lambda column: bool(column.option))


def printed_columns(table: pl.DataFrame, where: str) -> list[ListColumn]:
    """Return the columns that a list prints.

    Args:
        table: the list.
        where: ``terminal`` or ``page``.
    """
    return [
        column
        for column in LIST_COLUMNS
        if column.heading and where in column.on and column.name in table.columns
    ]


def with_derived(table: pl.DataFrame, rated: ListedRatings, extras: Extras) -> pl.DataFrame:
    """Return an ordered list with the columns that follow from it, all in the order of files.

    Raises:
        NotProvided: the system cannot give a column that is asked for.
    """
    import polars as pl

    kinds: dict[str, Any] = {"count": pl.Int64, "text": pl.String, "points": pl.Float64}
    for column in LIST_COLUMNS:
        if column.derived is None or column.name in table.columns:
            continue
        values = column.derived(table, rated, extras)
        if values is not None:
            series = values if isinstance(values, pl.Series) else pl.Series(values, dtype=kinds[column.kind])
            table = table.with_columns(series.cast(kinds[column.kind]).alias(column.name))
    return table.select([column.name for column in in_files() if column.name in table.columns])


def unranked(table: pl.DataFrame) -> pl.DataFrame:
    """Return a list whose players have no rank: they stand apart from those who have."""
    import polars as pl

    return table.with_columns(
        pl.lit(None, dtype=pl.Int64).alias(name) for name in OF_RANKS if name in table.columns
    )


def own_columns(rated: ListedRatings, shown: NDArray[np.int64]) -> dict[str, Any]:
    """Return the columns that the players with these indices have by themselves, in their order."""
    columns = {
        column.name: column.values(rated, shown) for column in LIST_COLUMNS if column.values is not None
    }
    return {
        name: column_of(values) if isinstance(values, np.ndarray) else values
        for name, values in columns.items()
        if values is not None
    }
