"""A player in a pool: the rating and its history, games with their explanations, opponents, and what if."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from arpad.core import BadInput, worded
from arpad.office.charts.axes import dates_written
from arpad.office.charts.candles import Candle, candles, unit_of
from arpad.office.charts.chart import NARROW, WIDE, Caption, overview
from arpad.office.charts.marks import Mark, What
from arpad.office.charts.series import RatingHistory, of_one_player
from arpad.office.club.attributes import NOBODY, attributes
from arpad.office.club.register import Register, Registered
from arpad.office.pages.explanation_html import working
from arpad.office.pages.formatting import number
from arpad.office.pools.careers import CareerGame, RatedGames, RatedTournament, rated_games, rated_tournaments
from arpad.office.pools.listing import Listing, before
from arpad.office.pools.starts import Start
from arpad.office.pools.starts_file import StartsActSummary, starts_acts
from arpad.ratings.list_columns import INTERVAL
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.whatif import WhatIf, what_if
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.languages import current, translate, writing_in
from arpad.web.lists.pool import PoolHead
from arpad.web.lists.ranking import RankingRow, rows_of
from arpad.web.players.milestones import Milestone, days_of, marks_of, milestones
from arpad.web.players.norms import ReachedNorm, reached_norms
from arpad.web.players.opponents import Against, drawn_map, record_against, usual_deviation
from arpad.web.players.requested_player import requested_player
from arpad.web.players.series import periods_of

GAMES = 5
"""Games on one page, each with its whole calculation."""

OPPONENTS = 20
"""Opponents on one page."""

TOURNAMENTS, EVENTS = 10, 12
"""Tournaments and events that are listed: the latest."""

POINTS, NARROW_POINTS, NUMBERS = 140, 80, 40
"""Points that the chart has for wide windows and for phones, and that the table behind it has."""

VIEWS = ("date", "game", "period")
"""By what the history goes on."""

JUDGED = 20
"""Tournaments, the latest, whose games are judged as norms."""

MOST_NEXT = 30
"""Games of a next event."""


class CareerRow(NamedTuple):
    """A game in the list of a player.

    Args:
        played: the game.
        event: the tournament in which it was rated; None elsewhere.
        html_why: the calculation of the change; empty where there is none.
    """

    played: CareerGame
    event: RatedTournament | None
    html_why: Markup | str


class Attended(NamedTuple):
    """A tournament that the player has played.

    Args:
        event: the tournament.
        games: how many were rated.
        score: in them.
        change: of the rating, in points.
    """

    event: RatedTournament
    games: int
    score: float
    change: float


class Next(NamedTuple):
    """A game of a next event.

    Args:
        opponent: a name or a rating.
        rating: of the opponent.
        score: that is supposed.
        expected: the expected score.
        change: of the rating, in points.
    """

    opponent: str
    rating: float
    score: float
    expected: float
    change: float


class Supposed(NamedTuple):
    """What the games of a next event would make of the rating.

    Args:
        games: each of them.
        after: the rating after them.
        change: of the rating, in points.
        won: the change if all were won.
        lost: the change if all were lost.
    """

    games: Sequence[Next]
    after: float
    change: float
    won: float
    lost: float


class Peak(NamedTuple):
    """The highest rating.

    Args:
        rating: in points.
        day: after which it was reached.
    """

    rating: float
    day: str


@dataclass(frozen=True)
class CareerPage(Page):
    """A player in a pool.

    Args:
        head: the pool.
        registered: what the register knows; no number for who is not registered.
        row: the player in the list of now.
        official: the rating of the last published list; None for who is not on it.
        list: the name of that list; empty for none.
        peak: the highest rating, of the established ones if there are any.
        counts: games won, drawn and lost.
        deviation: the deviation of the rating; None where the system has none.
        start: what was known before the first game; None for who began as a newcomer.
        start_act: the act that set it; None for the same.
        by: what the chart goes by: ``date``, ``game`` or ``period``.
        unit: how long a period is: ``month``, ``quarter`` or ``year``.
        points: of the chart: what each is called, rating, and the ends of the 95 % interval.
        periods: the rating in each period with games; none where the chart does not go by periods.
        events: the latest tournaments of the player, lists and seasons, the last one first.
        happened: how many there are in all.
        kinds: which kinds of events there are.
        games: a part of the games, the latest first.
        part: which part, from 1.
        parts: how many there are.
        against: a part of the opponents, those met most often first, with the record against each.
        met: which part, from 1.
        mets: how many there are.
        opponents: how many there are in all.
        attended: the latest tournaments, the last one first.
        tournaments: how many there are in all.
        norms: for titles of FIDE that were reached in the latest of them, by the games alone.
        typed: the games of a next event, as they are typed.
        supposed: what they would make of the rating; None where nothing is typed.
        problem: why that cannot be told; empty if it can.
        html_wide: the chart for wide windows; empty with less than two games.
        html_narrow: the chart for phones.
        html_map: the map of these opponents.
    """

    TEMPLATE: ClassVar[str] = "player_career.html.j2"
    head: PoolHead
    registered: Registered
    row: RankingRow
    official: float | None
    list: str
    peak: Peak
    counts: tuple[int, int, int]
    deviation: float | None
    start: Start | None
    start_act: StartsActSummary | None
    by: str
    unit: str
    points: Sequence[tuple[str, float, float | None, float | None]]
    periods: Sequence[Candle]
    events: Sequence[Milestone]
    happened: int
    kinds: Set[What]
    games: Sequence[CareerRow]
    part: int
    parts: int
    against: Sequence[Against]
    met: int
    mets: int
    opponents: int
    attended: Sequence[Attended]
    tournaments: int
    norms: Sequence[ReachedNorm]
    typed: str
    supposed: Supposed | None
    problem: str
    html_wide: Markup | str
    html_narrow: Markup | str
    html_map: Markup | str


def career(context: RequestContext) -> CareerPage:
    """Show a player.

    Raises:
        Unknown: nobody of that name has played in the pool.
    """
    ranking, name = requested_player(context)
    listing = ranking.listing
    at = listing.place[name]
    details = attributes(listing, Register(context.site.database))
    here, last = np.array([at]), before(ranking.pool)
    rated = rated_games(ranking.pool)
    played = rated.career(name)
    events = rated_tournaments(ranking.pool)
    days = days_of(played)
    by = _chart_kind(context, days)
    history = _history(listing, name, played, by_game=by == "game")
    periods = periods_of(played) if by == "period" else []
    part, parts = _part(context, "part", len(played), GAMES)
    typed = context.query("next")
    supposed, problem = _supposed(rated, listing, name, typed)
    attended = _attended(played, events)
    happened = milestones(ranking.pool, rated, played, [attendance.event for attendance in attended])
    against = record_against(played)
    against_part, against_parts = _part(context, "met", len(against), OPPONENTS)
    listed = against[(against_part - 1) * OPPONENTS : against_part * OPPONENTS]
    start = listing.rules.start_of(name)
    own = rated.state(name)
    assert own is not None
    with writing_in(context.language), dates_written(context.language.short_date):
        wide, narrow = _charts(history, periods, name, marks_of(happened, by_game=by == "game"))
        html_map = drawn_map(listing, name, own, listed)
    judged = [attendance.event for attendance in attended[:JUDGED]]
    return CareerPage(
        head=ranking.head,
        registered=details.registered[at] if details.registered else NOBODY,
        row=rows_of(listing, details, here, listing.rank[here], last)[0],
        official=None if last is None else last.ratings.get(name),
        list="" if last is None else last.name,
        peak=_peak(history),
        counts=_counts(played),
        deviation=None if listing.deviation is None else float(listing.deviation[at]),
        start=None if start is None else start.start,
        start_act=None if start is None else starts_acts(ranking.pool, [start.act.seq])[0],
        by=by,
        unit=unit_of(days),
        points=_points(history.thinned(NUMBERS)),
        periods=periods,
        events=happened[: -EVENTS - 1 : -1],
        happened=len(happened),
        kinds={milestone.what for milestone in happened},
        games=_games(rated, name, played, events, part),
        part=part,
        parts=parts,
        against=listed,
        met=against_part,
        mets=against_parts,
        opponents=len(against),
        attended=attended[:TOURNAMENTS],
        tournaments=len(attended),
        norms=reached_norms(context.site.database, listing.rules, name, judged),
        typed=typed,
        supposed=supposed,
        problem=problem,
        html_wide=wide,
        html_narrow=narrow,
        html_map=html_map,
    )


def _chart_kind(context: RequestContext, days: NDArray[np.float64]) -> str:
    """Return what the chart goes by: what the address asks for, else dates, or games that are of one day."""
    by = context.query("by")
    if by in VIEWS:
        return by
    return "date" if days[-1] - days[0] >= 1.0 else "game"


def _part(context: RequestContext, name: str, count: int, size: int) -> tuple[int, int]:
    """Return which part of a list the address asks for, from 1, and how many parts there are."""
    parts = max(1, -(-count // size))
    return min(context.whole_of_query(name, 1), parts), parts


def _peak(history: RatingHistory) -> Peak:
    series = history.series[0]
    return Peak(float(series.rating[series.peak]), series.labels[series.peak][:10])


def _counts(played: Sequence[CareerGame]) -> tuple[int, int, int]:
    """Return how many games were won, drawn and lost."""
    scores = [game.score for game in played]
    won, lost = sum(score > 0.5 for score in scores), sum(score < 0.5 for score in scores)
    return won, len(scores) - won - lost, lost


def _history(listing: Listing, name: str, played: Sequence[CareerGame], *, by_game: bool) -> RatingHistory:
    """Return how the rating went, for the chart."""
    system = listing.system
    rating = np.array([game.after for game in played])
    spread = [game.deviation for game in played]
    deviation = np.array(spread, dtype=np.float64) if listing.deviation is not None else None
    provisional = np.arange(1, len(played) + 1) < system.provisional_games
    if deviation is not None and system.provisional_deviation is not None:
        provisional = provisional | (deviation > system.provisional_deviation)
    labels = [game.at.date().isoformat() for game in played]
    return of_one_player(
        name, None if by_game else days_of(played), rating, deviation, provisional, labels, system.decimals
    )


def _charts(
    history: RatingHistory, periods: Sequence[Candle], name: str, events: Sequence[Mark]
) -> tuple[Markup | str, Markup | str]:
    """Return the chart for wide windows and for phones, of the periods if there are any."""
    return _candles(periods, name, history.decimals, events) if periods else _lines(history, name, events)


def _lines(history: RatingHistory, name: str, events: Sequence[Mark]) -> tuple[Markup | str, Markup | str]:
    """Return the chart of the games for wide windows and for phones; nothing of a single game."""
    series = history.series[0]
    if series.whole < 2:
        return "", ""
    decimal, digits, peak = current().decimal, history.decimals, series.peak
    words = translate("%(player)s: from %(first)s to %(last)s, highest %(peak)s.") % {
        "player": name,
        "first": f"{decimal(number(float(series.rating[0]), digits))} ({series.labels[0]})",
        "last": f"{decimal(number(float(series.rating[-1]), digits))} ({series.labels[-1]})",
        "peak": f"{decimal(number(float(series.rating[peak]), digits))} ({series.labels[peak]})",
    }
    title = translate("Rating history")
    wide, narrow = replace(WIDE, points=POINTS), replace(NARROW, points=NARROW_POINTS)
    return (
        overview(history, wide, Caption("history-wide", title, words), events),
        overview(history, narrow, Caption("history-narrow", title, words), events),
    )


def _candles(
    periods: Sequence[Candle], name: str, decimals: int, events: Sequence[Mark]
) -> tuple[Markup | str, Markup | str]:
    """Return the chart of the periods for wide windows and for phones."""
    decimal = current().decimal
    first, last = periods[0], periods[-1]
    words = translate("%(player)s: from %(first)s to %(last)s, highest %(peak)s.") % {
        "player": name,
        "first": f"{decimal(number(first.open, decimals))} ({first.label})",
        "last": f"{decimal(number(last.close, decimals))} ({last.label})",
        "peak": decimal(number(max(period.high for period in periods), decimals)),
    }
    wide, narrow = (
        candles(
            periods,
            Caption(f"history-{width}", translate("Rating history"), words),
            narrow=width == "narrow",
            decimals=decimals,
            events=events,
        )
        for width in ("wide", "narrow")
    )
    return wide, narrow


def _points(history: RatingHistory) -> list[tuple[str, float, float | None, float | None]]:
    """Return the points of the chart as numbers."""
    series = history.series[0]
    points = []
    for at, (label, rating) in enumerate(zip(series.labels, series.rating.tolist(), strict=True)):
        half = None if series.deviation is None else INTERVAL * float(series.deviation[at])
        low, high = (None, None) if half is None else (rating - half, rating + half)
        points.append((label, rating, low, high))
    return points


def _games(
    rated: RatedGames,
    name: str,
    played: Sequence[CareerGame],
    events: Sequence[RatedTournament],
    part: int,
) -> list[CareerRow]:
    """Return a part of the games, the latest first, with their explanations."""
    explanations = rated.explained(name)
    rows = []
    for at in range(len(played) - 1, -1, -1)[(part - 1) * GAMES : part * GAMES]:
        why = explanations[at]
        event = _event(events, played[at].number)
        rows.append(CareerRow(played[at], event, "" if why is None else working(why, unfolded=1)))
    return rows


def _event(events: Sequence[RatedTournament], game: int) -> RatedTournament | None:
    return next((event for event in events if event.first <= game <= event.last), None)


def _attended(played: Sequence[CareerGame], events: Sequence[RatedTournament]) -> list[Attended]:
    """Return the tournaments of the player, the latest first."""
    tournaments = []
    for event in reversed(events):
        games = [game for game in played if event.first <= game.number <= event.last]
        if games:
            score, change = (
                math.fsum(column) for column in zip(*((g.score, g.change) for g in games), strict=True)
            )
            tournaments.append(Attended(event, len(games), score, change))
    return tournaments


def _supposed(rated: RatedGames, listing: Listing, name: str, typed: str) -> tuple[Supposed | None, str]:
    """Return what the games of a next event would make of the rating, or why that cannot be told."""
    if not typed:
        return None, ""
    try:
        games = [_next(rated, listing, line) for line in typed.splitlines() if line.strip()]
        if len(games) > MOST_NEXT:
            raise BadInput(
                worded("{count} games are typed: {most} are allowed", count=len(games), most=MOST_NEXT),
                code="next.many",
            )
        own = rated.state(name)
        assert own is not None
        outcome: WhatIf = what_if(listing.system, own, [game for _, game in games], "live")
    except BadInput as error:
        return None, error.told
    rows = []
    for (opponent, game), gain in zip(games, outcome.asked.games, strict=True):
        expected = listing.system.predict(own, game.opponent, 0).expected
        rows.append(Next(opponent, game.opponent.value, game.score, expected, gain.value))
    after = outcome.asked.after.value
    return (
        Supposed(rows, after, after - own.value, outcome.if_all_won.total, outcome.if_all_lost.total),
        "",
    )


RESULTS = {"1": 1.0, "0": 0.0, "½": 0.5, "=": 0.5, "0.5": 0.5, "0,5": 0.5, "1/2": 0.5}
"""How a result may be typed."""


def _next(rated: RatedGames, listing: Listing, line: str) -> tuple[str, Encounter]:
    """Return a game that is typed as ``opponent: result``.

    Raises:
        BadInput: it is not typed so, or nobody has that name.
    """
    opponent, _, result = line.strip().rpartition(":")
    opponent = opponent.strip()
    score = RESULTS.get(result.strip())
    if not opponent or score is None:
        raise BadInput(
            worded("{line!r} is not an opponent with a result", line=line.strip()[:60]),
            code="next.line",
            remedy="Write a line for each game, such as Anna Berg: 1 or 1650: ½.",
        )
    rating = rated.state(listing.rules.named(opponent))
    if rating is None:
        rating = _typed_rating(listing, opponent)
    return opponent, Encounter(rating, score)


def _typed_rating(listing: Listing, text: str) -> Rating:
    """Return a rating that is typed, with the deviation of an established player.

    Raises:
        BadInput: it is not a number.
    """
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        raise BadInput(
            worded("nobody called {name!r} has played in the pool", name=text[:60]),
            code="pool.no-player",
            remedy="Write the name as the list has it, or a rating.",
        ) from None
    return replace(listing.system.newcomer(), value=value, deviation=usual_deviation(listing))
