"""The charts of a page, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.office.charts.chart import NARROW, STYLES, WIDE, Caption, overview, panel
from arpad.office.charts.intervals import ROWS, intervals
from arpad.office.charts.series import RatingHistory, Series, history_of
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.templating import undirected
from arpad.ratings.list_columns import INTERVAL
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl
    from markupsafe import Markup

CHARTED_GAMES = 2_000_000
"""A record of more games is rated once more for a chart only if its history was kept anyway."""

AXIS = {"date": "date", "number": "rating period", "game": "number of games played"}

UNIT = {"date": "Date", "number": "Period", "game": "Game"}
"""What a row of the numbers is."""


@dataclass(frozen=True)
class PlayerPanel:
    """The small chart of one player.

    Args:
        style: by which number its line is styled.
        player: the name.
        now: the rating as the list has it.
        drawing: the chart.
    """

    style: int
    player: str
    now: str
    drawing: Markup


@dataclass(frozen=True)
class PlayerPoints:
    """One player's points, as numbers.

    Args:
        player: the name.
        rows: what each point is called, and its cells.
    """

    player: str
    rows: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class ListCharts:
    """The charts of a list. Without a history to draw there is only what is said instead.

    Args:
        title: what they show.
        instead: why there is no chart; empty if there is one.
        wide: the chart for wide windows.
        narrow: the chart for phones.
        player: the one player whom it shows; empty if it shows several.
        reading: how to read it, a sentence each.
        panels: a small chart for each player; empty without deviations.
        heads: of the table of numbers; empty where the list has them all.
        numbers: the points of every player.
    """

    title: str = "Rating history"
    instead: str = ""
    wide: Markup | str = ""
    narrow: Markup | str = ""
    player: str = ""
    reading: Sequence[str] = ()
    panels: Sequence[PlayerPanel] = ()
    heads: Sequence[Head] = ()
    numbers: Sequence[PlayerPoints] = ()


def figures(table: pl.DataFrame, ratings: Ratings, key: str) -> ListCharts | None:
    """Return the charts of the best players of a list with their numbers; None if there is nothing to draw.

    Where nobody has more than one point there is no history: the chart shows the 95 % intervals, if the
    system has deviations.

    Args:
        table: the list.
        ratings: where it came from.
        key: the beginning of their ids, unique on the page.
    """
    if not table.height:
        return None
    if ratings.trace is None and len(ratings.timeline.record) > CHARTED_GAMES:
        games = count(len(ratings.timeline.record), "game")
        return ListCharts(instead=f"No chart is drawn of {games} unless their history is kept.")
    players, established = _charted(table)
    history = history_of(ratings, players)
    if all(series.whole == 1 for series in history.series):
        return _intervals(table, history.decimals, key) if history.has_bands else None
    words = _description(history)
    alone = len(players) == 1
    which = [] if alone else [f"The first {len(players)} players{established}."]
    bands = history.has_bands
    return ListCharts(
        wide=overview(history, WIDE, Caption(f"{key}-wide", "Rating history", words)),
        narrow=overview(history, NARROW, Caption(f"{key}-narrow", "Rating history", words)),
        player=players[0] if alone else "",
        reading=[*which, *_reading(history)],
        panels=list(_panels(history, table, key)) if bands and not alone else [],
        heads=[Head(UNIT[history.kind]), Head("Rating"), *([Head("Low"), Head("High")] if bands else [])],
        numbers=[PlayerPoints(series.player, list(_rows(series, history))) for series in history.series],
    )


def portrait(row: Mapping[str, Any], ratings: Ratings, key: str) -> Markup | str:
    """Return the small chart of one player, with the 95 % band where there are deviations.

    Args:
        row: the player's row of the list.
        ratings: where it came from.
        key: the beginning of its ids, unique on the page.

    Returns:
        Nothing where the history has one point only, or is not kept and the record is too long for a chart.
    """
    if ratings.trace is None and len(ratings.timeline.record) > CHARTED_GAMES:
        return ""
    history = history_of(ratings, [row["player"]])
    if history.series[0].whole == 1:
        return ""
    return panel(history, 0, Caption(key, "Rating history", _description(history)))


def _intervals(table: pl.DataFrame, decimals: int, key: str) -> ListCharts:
    """Return the chart of the 95 % intervals."""
    title = "Ratings with their 95\u00a0% intervals"
    rows = table.head(ROWS).to_dicts()
    words = " ".join(_interval(row, decimals) for row in rows)
    reading = ["The dot is the rating; the line holds the strength with a probability of 95\u00a0%."]
    if table.height > ROWS:
        reading.insert(0, f"The first {ROWS} players.")
    if "joint_low" in table.columns:
        reading.append("The pale line beyond holds it for all players of the list together.")
    if any(row["provisional"] for row in rows):
        reading.append("Thin, pale lines are those of provisional ratings.")
    return ListCharts(
        title,
        wide=intervals(table, Caption(f"{key}-wide", title, words), narrow=False),
        narrow=intervals(table, Caption(f"{key}-narrow", title, words), narrow=True),
        reading=reading,
    )


def _interval(row: Mapping[str, Any], decimals: int) -> str:
    """Return a player's rating and interval in words."""
    rating, low, high = (number(row[key], decimals) for key in ("rating", "low", "high"))
    return f"{undirected(row['player'])}: {rating}, from {low} to {high}."


def _charted(table: pl.DataFrame) -> tuple[list[str], str]:
    """Return which players are drawn, and what they have in common beside their rank."""
    if table.height == 1:  # the page of a player: of thousands, none waits for a filter
        return table["player"].to_list(), ""
    established = table.filter(~table["provisional"])
    kind = "" if established.height in (0, table.height) else " with an established rating"
    return (established if established.height else table)["player"].head(STYLES).to_list(), kind


def _reading(history: RatingHistory) -> Iterator[str]:
    """Yield how to read the chart."""
    yield f"Across: {AXIS[history.kind]}. A ring marks each player’s highest rating."
    if any(series.provisional.any() for series in history.series):
        yield "Thin, pale pieces of a line, and a question mark at its end, are provisional."
    if any(series.stretch[-1] for series in history.series):
        yield "A line stops where its player was away for long."
    if any(series.whole > len(series) for series in history.series):
        yield (
            f"Chart simplified: {sum(len(series) for series in history.series):,} of "
            f"{count(sum(series.whole for series in history.series), 'point')}, peaks kept."
        )


def _description(history: RatingHistory) -> str:
    """Return what the chart shows, in words."""
    return " ".join(_course(series, history) for series in history.series)


def _course(series: Series, history: RatingHistory) -> str:
    """Return the first, the last and the highest rating of a player in a sentence."""
    first, last, highest = (
        f"{_value(series, at, history)} ({series.labels[at]})" for at in (0, -1, series.peak)
    )
    return f"{undirected(series.player)}: from {first} to {last}, highest {highest}."


def _value(series: Series, at: int, history: RatingHistory) -> str:
    return number(float(series.rating[at]), history.decimals)


def _panels(history: RatingHistory, table: pl.DataFrame, key: str) -> Iterator[PlayerPanel]:
    """Yield a small chart per player with the band, and the rating as the list has it."""
    shown = [series.player for series in history.series]
    rows: dict[str, Any] = {
        row["player"]: row for row in table.filter(table["player"].is_in(shown)).to_dicts()
    }
    for i, series in enumerate(history.series):
        row = rows[series.player]
        rating, half = row["rating"], number(row["high"] - row["rating"], history.decimals)
        caption = Caption(
            f"{key}-panel-{i + 1}",
            f"{undirected(series.player)} with the 95 % band",
            f"Now {number(rating, history.decimals)} ± {half}, highest "
            f"{_value(series, series.peak, history)} ({series.labels[series.peak]}).",
        )
        now = f"{number(rating, history.decimals)}{'?' if row['provisional'] else ''} ± {half}"
        yield PlayerPanel(i + 1, series.player, now, panel(history, i, caption))


def _rows(series: Series, history: RatingHistory) -> Iterator[tuple[str, list[str]]]:
    """Yield one player's points."""
    for i, label in enumerate(series.labels):
        cells = [f"{_value(series, i, history)}{'?' if series.provisional[i] else ''}"]
        if history.has_bands and series.deviation is not None:
            half = INTERVAL * float(series.deviation[i])
            cells += [number(float(series.rating[i]) + side, history.decimals) for side in (-half, half)]
        yield f"{label}{' (peak)' if i == series.peak else ''}", cells
