"""The ranking list of a pool: of now or of any day, a part at a time, and as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
import polars as pl
from markupsafe import Markup
from numpy.typing import NDArray
from starlette.responses import Response

from arpad.core import BadInput, worded
from arpad.office.charts.chart import Caption
from arpad.office.charts.distribution import CutLine, RatingBar, bars_of, distribution
from arpad.office.charts.spark import span_of, spark
from arpad.office.club.attributes import Attributes, attributes
from arpad.office.club.register import Register
from arpad.office.pages.formatting import number
from arpad.office.pools.careers import rated_games
from arpad.office.pools.listing import LastPublishedList, Listing, before, end_of, lately
from arpad.office.pools.performing import peaks, performances
from arpad.office.publishing.composition import RequestedOutput, content_of, parquet
from arpad.ratings.list_columns import INTERVAL
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.lists.filters import AGES, MONTHS, Filters, chosen
from arpad.web.lists.pool import PoolHead, PoolRanking, pool_ranking, ranking_version
from arpad.web.responses import KeptAnswers

ROWS = 50
"""Players on one page."""

QUARTERS = (0.25, 0.5, 0.75)
"""Where the chart of the ratings is cut."""

SPREAD = 10
"""Players from whom on a chart says anything of the spread of their ratings."""

LISTS = 8
"""Published lists that the line of a player goes through, before the rating of the list that is shown."""

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "parquet": "application/octet-stream",
}
"""The files of a list, and what they are to a browser."""


class RankingRow(NamedTuple):
    """A player in the list.

    Args:
        rank: one more than the players with a higher rating.
        best: the best rank that the 95 % intervals leave open; None without deviations.
        worst: the worst one.
        place: within the group that is asked for; the rank where none is.
        moved: by how many ranks up since the last list; None for who was not on it.
        name: the player.
        title: as the register has it.
        federation: as the register has it.
        club: as the register has it.
        rating: in points.
        half: half of the 95 % interval, in points; None without deviations.
        gained: rating points since the last list; None for who was not on it.
        games: how many count.
        last: the day of the last game.
        provisional: whether the rating is provisional.
        percentile: what part of the list has a lower rating, in per cent.
        period: games since the last list; None without one.
        peak: the highest rating after a game; None where nobody asks.
        performance: that of the last year; None where there is none, or nobody asks.
        lately: the ratings on the last lists, the latest last, and then of this one; None for who was not on
            a list. Empty where nobody asks.
    """

    rank: int
    best: int | None
    worst: int | None
    place: int
    moved: int | None
    name: str
    title: str
    federation: str
    club: str
    rating: float
    half: float | None
    gained: float | None
    games: int
    last: str
    provisional: bool
    percentile: float
    period: int | None
    peak: float | None = None
    performance: float | None = None
    lately: Sequence[float | None] = ()


@dataclass(frozen=True)
class RankingPage(Page):
    """A part of a ranking list.

    Args:
        head: the pool.
        as_of: the day that is asked for; empty for now.
        today: the day of the list.
        rows: the players.
        found: how many there are in all parts.
        part: which part, from 1.
        parts: how many there are.
        filters: what the list is narrowed down to.
        group: whether the places are within a group of players.
        compared: the name of the published list with which it is compared; empty for none.
        new: how many have come since.
        federations: those that players of the list have.
        titles: the same.
        clubs: the same.
        ages: the age groups.
        months: within which somebody has played who is active.
        spread: of the ratings of all players who are shown, on all parts; empty with few players.
        html_wide: a chart of that for wide windows.
        html_narrow: the same for phones.
        cuts: the ratings below which a quarter, a half and three quarters of them are; empty with few.
        more: whether all columns are shown.
        movers: whether those whose rating changed since the last list are shown, the greatest change first.
        lately: the names of the last published lists whose ratings the rows have, the latest last.
        html_lines: a line of them for each row; empty where there is none.
    """

    TEMPLATE: ClassVar[str] = "pool_ranking.html.j2"
    head: PoolHead
    as_of: str
    today: str
    rows: Sequence[RankingRow]
    found: int
    part: int
    parts: int
    filters: Filters
    group: bool
    compared: str
    federations: Sequence[str]
    titles: Sequence[str]
    clubs: Sequence[str]
    spread: Sequence[RatingBar]
    cuts: Sequence[float]
    html_wide: Markup | str
    html_narrow: Markup | str
    ages: Sequence[str] = AGES
    months: Sequence[int] = MONTHS
    movers: bool = False
    more: bool = False
    lately: Sequence[str] = ()
    html_lines: Sequence[Markup | str] = ()

    @cached_property
    def columns(self) -> dict[str, bool]:
        """Which columns have something in them."""
        return {
            "federation": any(row.federation for row in self.rows),
            "club": any(row.club for row in self.rows),
            "half": any(row.half is not None for row in self.rows),
            "provisional": any(row.provisional for row in self.rows),
        }

    @property
    def query(self) -> dict[str, str]:
        """What the address of a file of the list asks for."""
        parameters = {"as_of": self.as_of, **asdict(self.filters), "movers": "yes" if self.movers else ""}
        return {name: value for name, value in parameters.items() if value}


_KEPT = KeptAnswers("pages of lists")


def answer(context: RequestContext) -> Page | Response:
    """Show a part of the list, as it was shown to another visitor if nothing has changed."""

    def stands() -> tuple[object, ...]:
        pool, seq = ranking_version(context)
        return pool, seq, Register(context.site.database).seq, datetime.now(UTC).date()

    return _KEPT.answer(context, stands, ranking_page)


def ranking_page(context: RequestContext) -> RankingPage:
    """Show a part of the list."""
    day = day_of(context)
    ranking = pool_ranking(context, day)
    filters = Filters.of(context)
    details = attributes(ranking.listing, Register(context.site.database))
    rows, place = chosen(ranking.listing, details, filters)
    earlier = before(ranking.pool, day)
    movers = context.query("movers") == "yes"
    if movers:
        rows, place = moved(ranking.listing, rows, place, earlier)
    parts = max(1, -(-len(rows) // ROWS))
    part = min(context.whole_of_query("part", 1), parts)
    span = slice((part - 1) * ROWS, part * ROWS)
    shown = rows_of(ranking.listing, details, rows[span], place[span], earlier)
    more = context.query("columns") == "all"
    if more:
        shown = _with_more(ranking, shown, now=day is None)
    lists = lately(ranking.pool, day, LISTS) if shown and (more or movers) else {}
    if lists:
        shown = [
            row._replace(lately=(*(ratings.get(row.name) for ratings in lists.values()), row.rating))
            for row in shown
        ]
    return RankingPage(
        ranking.head,
        "" if day is None else day.isoformat(),
        ranking.listing.day.isoformat(),
        shown,
        len(rows),
        part,
        parts,
        filters,
        filters.of_group,
        "" if earlier is None else earlier.name,
        details.federations,
        details.titles,
        details.clubs,
        *_spread(context, ranking.listing.rating[rows], ranking.listing.system.decimals),
        movers=movers,
        more=more,
        lately=list(lists),
        html_lines=_lines(context, shown, ranking.listing.system.decimals),
    )


def _lines(context: RequestContext, rows: Sequence[RankingRow], decimals: int) -> list[Markup | str]:
    """Return for each row the line of its ratings on the last lists; none where nobody has any."""
    decimal = context.language.decimal
    span = span_of([row.lately for row in rows])
    lines = [
        spark(
            row.lately,
            span,
            ", ".join("–" if each is None else decimal(number(each, decimals)) for each in row.lately),
        )
        for row in rows
    ]
    return lines if any(lines) else []


def _spread(
    context: RequestContext, ratings: NDArray[np.float64], decimals: int
) -> tuple[Sequence[RatingBar], Sequence[float], Markup | str, Markup | str]:
    """Return how ratings are spread, what cuts them into quarters, and the charts; nothing of few players."""
    if len(ratings) < SPREAD:
        return (), (), "", ""
    cuts = np.quantile(ratings, QUARTERS).tolist()
    lines = [CutLine(cut, f"{100 * part:.0f} %") for cut, part in zip(cuts, QUARTERS, strict=True)]
    bars = bars_of(ratings)
    decimal = context.language.decimal
    title = context.language.translate("How the ratings are spread")
    words = " ".join(
        f"{decimal(number(bar.low, decimals))}–{decimal(number(bar.high, decimals))}: {bar.players}."
        for bar in bars
    )
    wide, narrow = (
        distribution(bars, Caption(f"spread-{width}", title, words), narrow=width == "narrow", cuts=lines)
        for width in ("wide", "narrow")
    )
    return bars, cuts, wide, narrow


def _with_more(ranking: PoolRanking, rows: Sequence[RankingRow], *, now: bool) -> list[RankingRow]:
    """Return rows with what takes the games of their players; in the list of now all games count."""
    rated, until = rated_games(ranking.pool), end_of(ranking.listing.day)
    if now:
        until = max(until, 1.0 + max(rated.games.seconds, default=0))
    highest = peaks(rated, until)
    performed = performances(rated, [row.name for row in rows], until)
    return [
        row._replace(peak=float(highest[rated.index[row.name]]), performance=performance)
        for row, performance in zip(rows, performed, strict=True)
    ]


def moved(
    listing: Listing, rows: NDArray[np.int64], place: NDArray[np.int64], earlier: LastPublishedList | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return whose ratings changed since the last list, the greatest change first, and nobody new."""
    was = {} if earlier is None else earlier.ratings
    ratings = listing.rating[rows].tolist()
    gained = np.array(
        [now - was.get(listing.names[at], now) for at, now in zip(rows.tolist(), ratings, strict=True)]
    )
    least = 0.5 * 10.0**-listing.system.decimals  # what is printed as 0 is no change
    order = np.argsort(-np.abs(gained), kind="stable")[: np.count_nonzero(np.abs(gained) >= least)]
    return rows[order], place[order]


def rows_of(
    listing: Listing,
    details: Attributes,
    rows: NDArray[np.int64],
    place: NDArray[np.int64],
    earlier: LastPublishedList | None,
) -> list[RankingRow]:
    """Return some players of a list as they are shown."""
    shown = []
    for at, own in zip(rows.tolist(), place.tolist(), strict=True):
        name, rank, rating = listing.names[at], int(listing.rank[at]), float(listing.rating[at])
        was = None if earlier is None else earlier.ranks.get(name)
        player = details.registered[at]
        shown.append(
            RankingRow(
                rank,
                None if listing.ranks is None else int(listing.ranks[0][at]),
                None if listing.ranks is None else int(listing.ranks[1][at]),
                own,
                None if was is None else was - rank,
                name,
                player.title,
                player.federation,
                player.club,
                rating,
                None if listing.deviation is None else INTERVAL * float(listing.deviation[at]),
                None if was is None or earlier is None else rating - earlier.ratings[name],
                int(listing.games[at]),
                datetime.fromtimestamp(int(listing.last[at]), UTC).date().isoformat(),
                bool(listing.provisional[at]),
                float(listing.percentile[at]),
                None if earlier is None else int(listing.games[at]) - earlier.games.get(name, 0),
            )
        )
    return shown


def whole(context: RequestContext) -> Response:
    """Return the whole list, narrowed down as the address says, as a file."""
    form = str(context.request.path_params["form"])
    if form not in FORMATS:
        raise Unknown(
            worded("there is no list as {form!r}", form=form[:20]),
            remedy=worded("There are {known}.", known=", ".join(FORMATS)),
        )
    day = day_of(context)
    ranking = pool_ranking(context, day)
    details = attributes(ranking.listing, Register(context.site.database))
    rows, place = chosen(ranking.listing, details, Filters.of(context))
    if context.query("movers") == "yes":
        rows, _ = moved(ranking.listing, rows, place, before(ranking.pool, day))
    table = table_of(ranking.listing, details, rows)
    if form == "json":
        facts = {**asdict(ranking.head), "as_of": ranking.listing.day.isoformat()}
        del facts["manages"]
        body = f'{json.dumps(facts, ensure_ascii=False)[:-1]},"list":{table.write_json()}}}'.encode()
    elif form == "parquet":
        body = parquet(table, None)
    else:
        body = content_of(table, RequestedOutput("list", ".csv")).head
    name = f"{ranking.head.name}-{ranking.listing.day.isoformat()}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=FORMATS[form], headers=headers)


def table_of(listing: Listing, details: Attributes, rows: NDArray[np.int64]) -> pl.DataFrame:
    """Return some players of a list as a table: a row for each."""
    at = rows.tolist()
    registered = [details.registered[row] for row in at]
    columns: dict[str, object] = {
        "rank": listing.rank[rows],
        **(
            {} if listing.ranks is None else {"best": listing.ranks[0][rows], "worst": listing.ranks[1][rows]}
        ),
        "player": [listing.names[row] for row in at],
        "title": [player.title or None for player in registered],
        "federation": [player.federation or None for player in registered],
        "club": [player.club or None for player in registered],
        "id": [player.identity or None for player in registered],
        "rating": listing.rating[rows],
        **({} if listing.deviation is None else {"deviation": listing.deviation[rows]}),
        "games": listing.games[rows],
        "last_played": listing.last[rows].astype("datetime64[s]").astype("datetime64[D]"),
        "provisional": listing.provisional[rows],
    }
    words = dict.fromkeys(("player", "title", "federation", "club", "id"), pl.String)
    return pl.DataFrame(columns, schema_overrides=words)


def day_of(context: RequestContext) -> date | None:
    """Return the day that the address asks for; None for now.

    Raises:
        BadInput: it is not a day.
    """
    text = context.query("as_of")
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(
            worded("{text!r} is not a day", text=text[:40]), code="list.day", remedy="Write it as 2026-03-01."
        ) from None
