"""Charts of ratings for notebooks, by altair: how ratings went, or where they stand, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arpad.core import BadInput, NotProvided
from arpad.ratings.rate import with_history

if TYPE_CHECKING:
    import polars as pl
    from altair import LayerChart as Chart

    from arpad.ratings.result import Ratings

MOST = 5_000
"""How many rows of data altair draws without being asked twice."""

WIDTH, HEIGHT, ROW = 640, 360, 22
"""Of a chart, in pixels; and of a player's row in a chart of the list."""

BAND = 0.12
"""How opaque the band of a 95 % interval is."""


def plotted(ratings: Ratings, players: Sequence[str], top: int) -> Chart:
    """Draw how the ratings of some players went, or where they stand; see :meth:`Ratings.plot`.

    Raises:
        NotProvided: altair is not installed.
        BadInput: nobody has such a name, or ``top`` is not positive.
    """
    try:
        import altair as alt
    except ImportError as error:
        raise NotProvided(
            "altair, which draws the charts, is not installed",
            remedy='Install it: pip install "arpad[plot]".',
        ) from error
    if top < 1:
        raise BadInput(f"top cannot be {top}", remedy="Expected 1 or more.")
    names = list(players) or ratings.table(top=top)["player"].to_list()
    for name in names:
        ratings.players.index(name)  # which says who is not there, and who is meant
    timeline = ratings.timeline
    if timeline.schedule == "period" and len(timeline.bounds) <= 2:
        return _list(alt, ratings, names)
    return _history(alt, ratings, names)


def _history(alt: Any, ratings: Ratings, names: list[str]) -> Chart:
    """Draw the history of each player as a line, with a band where there are deviations."""
    import polars as pl

    table = with_history(ratings).history(*names)
    if "time" not in table.columns:
        table = table.with_columns(pl.int_range(1, pl.len() + 1).over("player").alias("game"))
    when = "time" if "time" in table.columns else "game"
    table = _thinned(table, when)
    dated = table.schema[when].is_temporal()
    axis = alt.X(when, type="temporal" if dated else "quantitative", title="" if dated else when)
    scale = alt.Scale(zero=False)
    color = alt.Color("player:N", sort=names, title="")
    held = [name for name in ("player", when, "rating", "deviation") if name in table.columns]
    base = alt.Chart(table).encode(x=axis, color=color)
    line = base.mark_line(interpolate="step-after").encode(
        y=alt.Y("rating:Q", scale=scale, title="rating"), tooltip=held
    )
    layers = [line]
    if "low" in table.columns:
        band = base.mark_area(interpolate="step-after", opacity=BAND)
        layers.insert(0, band.encode(y=alt.Y("low:Q", scale=scale, title="rating"), y2="high:Q"))
    return _chart(alt, ratings, layers, HEIGHT)


def _list(alt: Any, ratings: Ratings, names: list[str]) -> Chart:
    """Draw the ratings of one rating period as points, with their intervals."""
    import polars as pl

    table = ratings.table().filter(pl.col("player").is_in(names))
    held = [name for name in ("player", "rating", "deviation", "low", "high") if name in table.columns]
    base = alt.Chart(table.select(held)).encode(y=alt.Y("player:N", sort=names, title=""))
    scale = alt.Scale(zero=False)
    layers = [
        base.mark_point(filled=True, size=60, opacity=1.0).encode(
            x=alt.X("rating:Q", scale=scale, title="rating"), tooltip=held
        )
    ]
    if "low" in held:
        layers.insert(0, base.mark_rule().encode(x=alt.X("low:Q", scale=scale, title="rating"), x2="high:Q"))
    return _chart(alt, ratings, layers, ROW * len(names))


def _chart(alt: Any, ratings: Ratings, layers: list[Any], height: int) -> Chart:
    chart: Chart = alt.layer(*layers).properties(width=WIDTH, height=height, title=ratings.system.title)
    return chart


def _thinned(table: pl.DataFrame, when: str) -> pl.DataFrame:
    """Return the last rating of each moment; of a long history every so many, with the first and the last."""
    import polars as pl

    table = table.unique(["player", when], keep="last", maintain_order=True)
    each = -(-table.height * 2 // MOST) if table.height > MOST else 1
    back = pl.int_range(pl.len() - 1, -1, -1).over("player")
    return table.filter((back % each == 0) | (pl.int_range(pl.len()).over("player") == 0))
