"""The odds of fixtures between players of a record, or of a list: chances, and what each result would change.

The changes are those that rating goes on with (:mod:`arpad.ratings.continuation`): every fixture is rated
three times, won, drawn and lost, each time by players of its own who come from the ratings as they stand.
So one fixture says nothing of another, and all that the rules ask of a game (its season, importance,
handicap, the time since the last game) counts as in the record. Systems that rate the whole history at once
give expectations only.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any

import numpy as np

from arpad.core import ArpadError, BadInput, NotProvided
from arpad.ratings.contests.system import ContestSystem
from arpad.ratings.continuation import standing
from arpad.ratings.draw_fit import DrawShare
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.odds import RESULTS, Drawn, Odds, SideOdds, odds, odds_of_prediction
from arpad.ratings.rate import PARTNERS, rate
from arpad.ratings.result import Ratings
from arpad.ratings.run import Run
from arpad.ratings.state import Trace
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Labels, Players
from arpad.record.kinds.fixtures import Fixtures

NEXT = "the next event"
"""The event of fixtures of which nobody says to which they belong, where events count."""


@dataclass(frozen=True)
class FixtureOdds:
    """What is expected of one fixture.

    Args:
        first: the first player's name.
        second: the second's.
        facts: what the table of fixtures says of it: ``date`` (or number), ``event``, ``round``.
        advantage: +1 where the first has White or plays at home, −1 the second, 0 neither.
        odds: what is expected, and what each result would change.
        newcomers: which of the two have no game in the record, and enter as newcomers.
    """

    first: str
    second: str
    facts: dict[str, Any]
    advantage: int
    odds: Odds
    newcomers: tuple[str, ...] = ()


@dataclass(frozen=True)
class FixtureRatings:
    """The ratings before the fixtures.

    Args:
        system: the rating system.
        players: all who are rated, as they enter the games after the record; continued.
        ratings: what they come from; None where they are those of a list.
        day: the day (or the number of the period) that the ratings describe; None where nothing has a time.
    """

    system: RatingSystem
    players: Players
    ratings: Ratings | None = None
    day: Any = None

    @classmethod
    def of(cls, ratings: Ratings) -> FixtureRatings:
        """Return the ratings of a record, on the day of its list."""
        time = ratings.timeline.record.time
        day: Any = None
        if time is not None and len(time):
            day = time.max()
            if ratings.as_of is not None:
                as_of = np.array([ratings.as_of]).astype(
                    "datetime64[s]" if time.dtype.kind == "M" else "int64"
                )
                day = max(day.astype(as_of.dtype), as_of[0])
        return cls(ratings.system, standing(ratings), ratings, day)

    @classmethod
    def of_list(cls, players: Players, system: RatingSystem) -> FixtureRatings:
        """Return the ratings of a list that arpad wrote (:func:`arpad.read_players`).

        Raises:
            BadInput: the players are those of no list.
        """
        if not players.continued:
            raise BadInput(
                "these players do not come from a list that arpad wrote", remedy="Rate a record instead."
            )
        from arpad.record.kinds.ranking_list import moments_of

        since = moments_of(players)
        day = None
        if since is not None and len(since):
            moments = since[~(np.isnat(since) if since.dtype.kind == "M" else np.isnan(since))]
            day = moments.max() if len(moments) else None
        return cls(system, players, None, day)

    @property
    def draws(self) -> Drawn | None:
        """What adds the draws of the record to predictions that lack them; None where nothing tells them."""
        share = self.share
        if share is None:
            return None
        return lambda prediction: prediction if prediction.draw is not None else share.with_draws(prediction)

    @property
    def share(self) -> DrawShare | None:
        """The share of draws that the record tells; None where there is no record, or the system tells it."""
        if self.ratings is None or not len(self.ratings.timeline.record):
            return None
        newcomer = self.system.newcomer()
        if self.system.predict(newcomer, newcomer).draw is not None:
            return None
        return self.ratings.draws

    @property
    def continues(self) -> bool:
        """Whether the system can rate games after the record without those before."""
        try:
            self.system.check_continued()
        except NotProvided:
            return False
        return True

    @property
    def how(self) -> dict[str, Any]:
        """By which schedule and rating periods games after the record are rated."""
        if self.ratings is None:
            return {}
        rule = self.ratings.timeline.rule
        return {"schedule": self.ratings.timeline.schedule, "period": None if rule is None else str(rule)}

    @property
    def has_points(self) -> bool:
        """Whether the record says by what margin games were won, or the system asks for it."""
        if self.ratings is None:
            return getattr(self.system, "margin", None) not in (None, "none", 0.0)
        record = self.ratings.timeline.record
        return isinstance(record, Games) and record.points_first is not None

    def events_of(self, games: Games) -> Labels | None:
        """Return the events of games after the record; those that nobody names are the last one's season."""
        rule = None if self.ratings is None else self.ratings.timeline.rule
        by_event = rule.unit == "event" if rule is not None else self.system.default_period == "event"
        if not (by_event or self.system.uses_events):
            return games.event
        missing = NEXT if by_event else self._last_season or NEXT
        words = [None if games.event is None else games.event.word(row) for row in range(len(games))]
        named = [missing if word is None else word for word in words]
        names = list(dict.fromkeys(named))
        at = {name: code for code, name in enumerate(names)}
        return Labels(np.array([at[name] for name in named], dtype=np.int32), names)

    @property
    def _last_season(self) -> str | None:
        """The season of the last game, where the record or the list tells it."""
        if self.ratings is not None:
            event = self.ratings.timeline.record.event
            return None if event is None or not len(event.codes) else event.word(len(event.codes) - 1)
        seasons = self.players.attributes.get("season")
        opened = self.players.attributes.get("season_began")
        if seasons is None or seasons.dtype != object:
            return None
        dated_seasons = [
            ("" if opened is None or opened[at] is None else str(opened[at]), str(word))
            for at, word in enumerate(seasons)
            if word is not None
        ]
        return max(dated_seasons)[1] if dated_seasons else None

    def knows(self, name: str) -> bool:
        """Tell whether somebody of that name is rated."""
        return self.players.knows(name)

    def name(self, name: str) -> str:
        """Return a player's name.

        Raises:
            BadInput: nobody is called so; the nearest names are suggested.
        """
        self.players.index(name)
        return name

    def partners(self, name: str) -> tuple[str, ...]:
        """Return the players of a side such as ``Ann+Bob``, where the system rates such; none of a player."""
        if not self.system.teams or PARTNERS not in name or self.knows(name):
            return ()
        return tuple(player.strip() for player in name.split(PARTNERS))

    def at(self, name: str, on: Any = None) -> Rating:
        """Return a player's rating on a day: a deviation has grown until then; a newcomer's if unknown."""
        if not self.knows(name):
            return self.system.newcomer()
        if self.ratings is not None:
            return self._of_record(self.ratings, name, on)
        player = self.players.index(name)
        value = {
            column: float(self.players.number(column)[player])
            for column in ("rating", "deviation", "volatility", "games")
        }
        columns = {column: number for column, number in value.items() if not math.isnan(number)}
        return Rating.of(columns) if "rating" in columns else self.system.newcomer()

    def _of_record(self, ratings: Ratings, name: str, on: Any) -> Rating:
        player = ratings.players.index(name)
        if on is not None and self.day is not None:
            later = max(np.datetime64(on), self.day) if isinstance(on, date) else max(on, self.day)
            as_of = later.astype("datetime64[D]").astype(object) if isinstance(on, date) else int(later)
            if ratings.timeline.rule is not None:
                ratings = replace(ratings, as_of=as_of)
        rating = replace(ratings.at(player), value=float(ratings.rating[player]))
        if ratings.deviation is None:
            return rating
        return replace(rating, deviation=float(ratings.deviation[player]))


def fixture_odds(
    before: FixtureRatings | Ratings,
    fixtures: Games | Fixtures,
    *,
    draws: Drawn | None = None,
    changes: bool = True,
) -> list[FixtureOdds]:
    """Return what is expected of each fixture, in their order.

    Args:
        before: the ratings before them.
        fixtures: the games still to be played, as :func:`arpad.read_fixtures` reads them; their scores say
            nothing. A fixture before the day of the
            ratings counts as one of that day.
        draws: adds draws to predictions; if not given, the share of draws in the record does, where there
            is a record (:mod:`arpad.ratings.draw_fit`).
        changes: whether what each result would change is asked for.
    """
    before = FixtureRatings.of(before) if isinstance(before, Ratings) else before
    fixtures = fixtures.games if isinstance(fixtures, Fixtures) else fixtures
    draws = draws or before.draws
    moved = replace(fixtures, time=_moments(before, fixtures))
    rows = range(len(fixtures))
    teams = [row for row in rows if any(before.partners(name) for name in _names(fixtures, row))]
    alone = np.array([row for row in rows if row not in set(teams)], dtype=np.int64)
    odds_by_row = dict(
        zip(alone.tolist(), _player_odds(before, moved.take(alone), draws, changes), strict=True)
    )
    odds_by_row |= {row: _partner_odds(before, moved, row) for row in teams}
    return [_fixture_odds(before, fixtures, row, odds_by_row[row]) for row in rows]


def _player_odds(before: FixtureRatings, fixtures: Games, draws: Drawn | None, changes: bool) -> list[Odds]:
    """Return the odds of fixtures of one player against one."""
    why: ArpadError | None = None
    if before.continues and not before.system.continuous and len(fixtures):
        try:
            after = _rate_every_result(before, fixtures)
        except ArpadError as problem:
            why = problem
        else:
            return list(_odds_from_results(before, fixtures, after, draws, changes=changes))
    all_odds = []
    for row in range(len(fixtures)):
        ratings = [before.at(name, _moment(fixtures, row)) for name in _names(fixtures, row)]
        game_odds = odds(
            before.system,
            *ratings,
            advantage=_advantage(fixtures, row),
            on=_day(fixtures, row),
            draws=draws,
            changes=False,
        )
        all_odds.append(replace(game_odds, lacking=why if changes else None))
    return all_odds


def _partner_odds(before: FixtureRatings, fixtures: Games, row: int) -> Odds:
    """Return the odds of a fixture in which a side has several players: who is ahead, ties apart.

    Raises:
        NotProvided: the system rates one player against one.
    """
    system = before.system
    if not isinstance(system, ContestSystem):
        raise NotProvided(
            f"{system.name} gives the chances of one player against one only",
            remedy="Choose a system for contests: trueskill, weng-lin, elo-mmr, plackett-luce, bridge.",
        )
    when = _moment(fixtures, row)
    sides = [
        [before.at(player, when) for player in before.partners(name) or (name,)]
        for name in _names(fixtures, row)
    ]
    expected = float(system.places(sides)[0, 0])
    ratings = [
        Rating(
            math.fsum(player.value for player in side),
            math.sqrt(math.fsum((player.deviation or 0.0) ** 2 for player in side)),
        )
        for side in sides
    ]
    return Odds(SideOdds(ratings[0], expected), SideOdds(ratings[1], 1.0 - expected))


def _odds_from_results(
    before: FixtureRatings, fixtures: Games, after: Ratings, draws: Drawn | None, *, changes: bool
) -> Iterator[Odds]:
    """Yield the odds of fixtures, each rated for every result from the ratings before."""
    trace, run = after.traced(), after.run
    rows_of: dict[int, dict[int, int]] = {}
    for row, first in enumerate(after.timeline.games.first.tolist()):
        fixture, result = divmod(first // 2, len(RESULTS))
        rows_of.setdefault(fixture, {})[result] = row
    for fixture in range(len(fixtures)):
        rows = rows_of.get(fixture)
        names = _names(fixtures, fixture)
        ratings = (
            [before.at(name, _moment(fixtures, fixture)) for name in names]
            if rows is None  # of weight 0: not rated
            else [run.rating_of(trace.before[rows[0], side]) for side in (0, 1)]
        )
        game_odds = odds(
            after.system,
            *ratings,
            advantage=_advantage(fixtures, fixture),
            on=_day(fixtures, fixture),
            draws=draws,
            changes=False,
        )
        if rows is not None and _has_handicap(fixtures, fixture):
            game_odds = _with_handicap(game_odds, after, run, rows[1], draws)
        if changes and rows is not None:
            own = [[rows[k] for k in range(len(RESULTS))], [rows[k] for k in reversed(range(len(RESULTS)))]]
            game_odds = replace(
                game_odds,
                first=replace(game_odds.first, changes=_changes(trace, own[0], 0)),
                second=replace(game_odds.second, changes=_changes(trace, own[1], 1)),
            )
        yield game_odds


def _has_handicap(fixtures: Games, row: int) -> bool:
    """Tell whether a fixture has a handicap or a komi of its own, of which predictions do not know."""
    stones = fixtures.handicap is not None and fixtures.handicap[row] != 0.0
    return stones or (fixtures.komi is not None and not np.isnan(fixtures.komi[row]))


def _with_handicap(plain_odds: Odds, after: Ratings, run: Run, row: int, draws: Drawn | None) -> Odds:
    """Return odds with the expected score that the system has for this very game."""
    first = int(run.timeline.games.first[row])
    own = run.rating_of(run.trace.before[row, 0])
    explanation = after.system.update(own, [run.encounter(row, first)], after.timeline.schedule).explanation
    expected = explanation.parts[0].facts.get("expected") if explanation.parts else None
    if expected is None:
        return plain_odds
    return odds_of_prediction(
        Prediction(expected, explanation.parts[0].steps),
        plain_odds.first.rating,
        plain_odds.second.rating,
        draws,
        plain_odds.better,
    )


def _changes(trace: Trace, rows: Sequence[int], side: int) -> dict[str, float]:
    """Return what a win, a draw and a loss change, from the games in which the side has these results."""
    gained = [float(trace.after[row, side, 0] - trace.before[row, side, 0]) for row in rows]
    return dict(zip((result for result, _ in RESULTS), gained, strict=True))


def _rate_every_result(before: FixtureRatings, fixtures: Games) -> Ratings:
    """Rate every fixture for every result, by players of its own who come from the ratings before.

    Players 2k and 2k + 1 play game k, which is fixture k // 3 with the result k % 3.
    """
    n, times = len(fixtures), len(RESULTS)
    games = fixtures.take(np.repeat(np.arange(n), times))
    scores = np.tile([score for _, score in RESULTS], n)
    both = np.stack([games.first, games.second], axis=1).ravel()
    entrants = fixtures.players.after(before.players)
    names = [f"{k}\0{entrants.names[player]}" for k, player in enumerate(both.tolist())]
    attributes = {name: column[both] for name, column in entrants.attributes.items()}
    players = Players(names, MappingProxyType(attributes), continued=True)
    margins: dict[str, Any] = {"points_first": None, "points_second": None}
    if before.has_points:  # the least margin that has the result
        margins = {"points_first": (scores == 1.0) * 1.0, "points_second": (scores == 0.0) * 1.0}
    seats = np.arange(2 * times * n, dtype=np.int32)
    games = replace(
        games,
        players=players,
        first=seats[::2],
        second=seats[1::2],
        score=scores,
        event=before.events_of(games),
        **margins,
    )
    return rate(games, before.system, history=True, events="named", **before.how)


def _moments(before: FixtureRatings, fixtures: Games) -> Any:
    """Return when the fixtures are played, none of them before the day of the ratings."""
    time = fixtures.time
    if before.day is None:
        return time
    day = np.asarray(before.day)
    if time is None:
        return np.full(len(fixtures), day)
    if (time.dtype.kind == "M") != (day.dtype.kind == "M"):
        has, other = ("dates", "numbers") if day.dtype.kind == "M" else ("numbers", "dates")
        raise BadInput(
            f"the record has {has} for its times, and the fixtures have {other}",
            remedy="Write them alike, or leave the column of times out.",
        )
    if time.dtype.kind != "M":
        return np.maximum(time, int(day))
    moments = np.where(np.isnat(time), day, time)
    return np.maximum(moments, day)


def _moment(fixtures: Games, row: int) -> date | int | None:
    """Return the day of a fixture, or the number of its period; None where it has none."""
    if fixtures.time is None:
        return None
    time = fixtures.time[row]
    if time.dtype.kind != "M":
        return int(time)
    day: date | None = time.astype("datetime64[D]").astype(object)
    return day


def _day(fixtures: Games, row: int) -> date | None:
    """Return the day of a fixture; None where it has none."""
    moment = _moment(fixtures, row)
    return moment if isinstance(moment, date) else None


def _advantage(fixtures: Games, row: int) -> int:
    return 0 if fixtures.advantage is None else int(fixtures.advantage[row])


def _names(fixtures: Games, row: int) -> tuple[str, str]:
    names = fixtures.players.names
    return names[int(fixtures.first[row])], names[int(fixtures.second[row])]


def _fixture_odds(before: FixtureRatings, fixtures: Games, row: int, game_odds: Odds) -> FixtureOdds:
    names = _names(fixtures, row)
    facts: dict[str, Any] = {}
    if fixtures.time is not None:
        facts["date"] = _moment(fixtures, row)
    for name in ("event", "round"):
        labels = getattr(fixtures, name)
        if labels is not None:
            facts[name] = labels.word(row)
    players = [player for name in names for player in before.partners(name) or (name,)]
    new = tuple(player for player in players if not before.knows(player))
    return FixtureOdds(*names, facts, _advantage(fixtures, row), game_odds, new)
