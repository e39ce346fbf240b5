"""One game, or one contest, between ratings that are kept elsewhere: the ratings before in, those after out.

A record of that game alone is made and rated by :meth:`arpad.ratings.system.RatingSystem.rate`, as any other
record is: what comes out is what :func:`arpad.rate` says, bit for bit. What a system goes on from beside a
rating's own fields is in :attr:`arpad.ratings.model.Rating.memory`, so that games one after the other give
what the whole record gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError, BadInput, NotProvided
from arpad.core.interface import option
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.ranges import check_number
from arpad.ratings.rate import timeline_of
from arpad.ratings.state import RatingState
from arpad.ratings.system import RatingSystem
from arpad.ratings.time_of_game import Moment, moment_of
from arpad.ratings.timeline import Timeline
from arpad.record import Contests, Games, Players, Record
from arpad.record.kinds.ranking_list import KEPT
from arpad.record.periods import PeriodRule
from arpad.record.record import Labels

RatingInput: TypeAlias = "Rating | float | Sequence[float] | None"
"""A rating as it is given: a :class:`Rating`, its value, (value, deviation, …), or None for a newcomer."""

EVENT = "game"
"""The event of a game that has none, under rules that judge the games of an event at once."""

NUMBERS = ("rating", "deviation", "volatility")
"""What the numbers of a rating that is given as a tuple are, in this order, as far as the system has them."""

BESIDE_COLUMNS = frozenset({"variance", "last_played"})
"""What a rating remembers that is no column of the system's."""

REMEDY = (
    "Rate the whole record: arpad.rate(games, …). For a game at a time choose a system that goes on from "
    "ratings, such as elo, glicko2 or trueskill."
)


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """What is known of a game beside its score, as the record's columns of these names; None for nothing.

    Args:
        advantage: +1 where the first side has White or plays at home, −1 the second, 0 neither.
        weight: how much the game counts; 0 for not at all.
        points: goals, discs or points of the first side and of the second.
        on: when it was.
        event: the season or tournament.
        stage: the stage of the competition, where the rules tell stages apart.
        handicap: the stones that the first side gives; negative for received.
        komi: points that White is given.
    """

    advantage: int | None = None
    weight: float | None = None
    points: tuple[float, float] | None = None
    on: Moment | None = None
    event: str | None = None
    stage: str | None = None
    handicap: float | None = None
    komi: float | None = None


NOTHING_KNBESIDE_COLUMNS = GameFacts()


def rate_game(
    system: RatingSystem,
    first: RatingInput,
    second: RatingInput,
    score: float,
    facts: GameFacts = NOTHING_KNBESIDE_COLUMNS,
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
) -> tuple[Rating, Rating]:
    """Return the two ratings after a game; see :func:`arpad.rulebooks.rating.rate_game`.

    Raises:
        BadInput: a rating, the score or a fact is not valid, the rules ask for more, or the system cannot
            rate a game by itself; always with a code.
    """
    names = ("the first player", "the second player")
    before = [_rating_of(given, name, system) for given, name in zip((first, second), names, strict=True)]
    if isinstance(score, bool) or not isinstance(score, Real) or not 0.0 <= float(score) <= 1.0:
        raise BadInput(
            f"the score {score!r} is not a number from 0 to 1",
            remedy="Give what the first player scored: 1 for a win, 0.5 for a draw, 0 for a loss.",
            code="games.score",
        )
    _check_game(system, facts)
    chosen = _schedule(system, schedule)
    when = None if facts.on is None else moment_of(facts.on)
    event = facts.event
    if event is None and when is not None and chosen == "period" and system.default_period == "event":
        event = EVENT

    def column(value: float | None, kind: Any = np.float64) -> Any:
        return None if value is None else np.array([value], dtype=kind)

    def label(word: str | None) -> Labels | None:
        return None if word is None else Labels(np.zeros(1, dtype=np.int32), (str(word),))

    points = facts.points or (None, None)

    def record_of(players: Players) -> Record:
        return Games(
            players,
            np.array([0], dtype=np.int32),
            np.array([1], dtype=np.int32),
            np.array([score], dtype=np.float64),
            time=when,
            weight=column(facts.weight),
            event=label(event),
            stage=label(facts.stage),
            advantage=column(facts.advantage, np.int8),
            points_first=column(points[0]),
            points_second=column(points[1]),
            handicap=column(facts.handicap),
            komi=column(facts.komi),
        )

    after = _after_record(system, names, before, record_of, when, schedule=chosen, period=period)
    return after[0], after[1]


def rate_contest(
    system: RatingSystem,
    sides: Sequence[Sequence[RatingInput]],
    places: Sequence[int],
    *,
    shares: Sequence[Sequence[float]] | None = None,
    results: Sequence[float] | None = None,
    weight: float | None = None,
    on: Moment | None = None,
    period: str | None = None,
) -> list[list[Rating]]:
    """Return the ratings after a contest, side by side; see :func:`arpad.rulebooks.rating.rate_contest`.

    Raises:
        BadInput: sides, places or ratings are not valid, or the system rates no contests; always with a code.
    """
    _check_sides(sides, places)
    sizes = [len(side) for side in sides]
    if not system.teams:
        if sizes != [1, 1] or shares is not None or results is not None:
            raise BadInput(
                f"{system.name} rates games of one player against one, and this is a contest of "
                f"{len(sides)} sides with {sum(sizes)} players",
                remedy="Choose a system for contests: trueskill, weng-lin, elo-mmr.",
                code="rate-game.system",
            )
        score = 0.5 if places[0] == places[1] else float(places[0] < places[1])
        facts = GameFacts(weight=weight, on=on)
        first, second = rate_game(system, sides[0][0], sides[1][0], score, facts, period=period)
        return [[first], [second]]
    names, before = [], []
    for at, side in enumerate(sides, 1):
        for seat, given in enumerate(side, 1):
            names.append(f"player {seat} of side {at}")
            before.append(_rating_of(given, names[-1], system))
    when = None if on is None else moment_of(on)
    share_column = None if shares is None else _shares(shares, sizes)
    if results is not None and len(results) != len(sides):
        raise BadInput(
            f"there are {len(results)} results, and {len(sides)} sides",
            remedy="Give one result for each side.",
            code="rate-game.sides",
        )

    def record_of(players: Players) -> Record:
        return Contests(
            players,
            np.array([0, len(sizes)], dtype=np.int64),
            np.array(places, dtype=np.int32),
            np.cumsum([0, *sizes], dtype=np.int64),
            np.arange(len(names), dtype=np.int32),
            share=share_column,
            result=None if results is None else np.array(results, dtype=np.float64),
            time=when,
            weight=None if weight is None else np.array([weight], dtype=np.float64),
        )

    schedule = system.schedules[0]
    rated = _after_record(system, names, before, record_of, when, schedule=schedule, period=period)
    after = iter(rated)
    return [[next(after) for _ in side] for side in sides]


def _schedule(system: RatingSystem, schedule: Schedule | None) -> Schedule:
    if schedule is None:
        return "live" if "live" in system.schedules else system.schedules[0]
    return schedule


def _check_game(system: RatingSystem, facts: GameFacts) -> None:
    """Refuse a game of which the rules ask more than is given, or of which something is no such fact.

    Raises:
        BadInput: it is so.
    """
    if facts.advantage is not None and facts.advantage not in (1, 0, -1):
        raise BadInput(
            f"advantage = {facts.advantage!r} does not say which player has it",
            remedy="Give 1 where the first player has White or plays at home, −1 where the second does, else "
            "0. What that is worth in points is a parameter of the system: "
            f"arpad.{type(system).__name__}(advantage=…).",
            code="rate-game.advantage",
        )
    if facts.points is not None and (not isinstance(facts.points, Sequence) or len(facts.points) != 2):
        raise BadInput(
            f"points = {facts.points!r} are not those of two players",
            remedy="Give both, those of the first player first: points=(3, 1).",
            code="rate-game.points",
        )
    if facts.stage is None and facts.weight is None:
        try:
            system.check_supposed([Encounter(Rating(math.nan), 0.5)])
        except BadInput as problem:
            raise _with_code(problem) from problem
    if not isinstance(system, EloFamily):
        return
    if system.margin_counts and facts.points is None:
        raise BadInput(
            f"{system.name} counts the margin of victory, and the points of the game are not given",
            remedy="Give them, those of the first player first: points=(3, 1); or leave the margin out: "
            'margin="none".',
            code="rate-game.points",
        )
    if system.decays and facts.on is None:
        raise BadInput(
            f"{system.name} deducts points for inactivity, and the day of the game is not given",
            remedy='Give it: on="2026-01-31".',
            code="rate-game.time",
        )
    if system.is_carried and facts.event is None:
        raise BadInput(
            f"{system.name} carries ratings from season to season, and the season of the game is not given",
            remedy='Give it: event="2026"; or let ratings stay as they are between seasons: carry=1.',
            code="rate-game.season",
        )


def _check_sides(sides: Sequence[Sequence[RatingInput]], places: Sequence[int]) -> None:
    """Refuse sides and places that are no contest.

    Raises:
        BadInput: they are none.
    """
    if isinstance(sides, str) or not isinstance(sides, Sequence) or len(sides) < 2:
        raise BadInput(
            "a contest needs two sides or more",
            remedy="Give a list of sides, each a list of players: [[a], [b], [c]].",
            code="rate-game.sides",
        )
    for at, side in enumerate(sides, 1):
        if isinstance(side, (str, Rating)) or not isinstance(side, Sequence):
            raise BadInput(
                f"side {at} is not a list of players",
                remedy="Give each side as a list, also one of a single player: [[a], [b]].",
                code="rate-game.sides",
            )
        if not len(side):
            raise BadInput(f"side {at} has no player", code="rate-game.sides")
        if isinstance(side, tuple) and len(side) > 1 and all(isinstance(player, Real) for player in side):
            raise BadInput(
                f"side {at} is a tuple of numbers, which may be one rating or several players",
                remedy="Give a list of players: [(25, 8.3)] for one with a deviation, [25, 27] for two.",
                code="rate-game.sides",
            )
    whole = not isinstance(places, str) and isinstance(places, Sequence | np.ndarray)
    if not (
        whole
        and len(places) == len(sides)
        and all(isinstance(place, Integral) and 1 <= int(place) < 2**31 for place in places)
    ):
        raise BadInput(
            f"places = {places!r} are not the places of {len(sides)} sides",
            remedy="Give each side a whole number, 1 for the best; sides that tie share a place: "
            "places=[1, 2, 2].",
            code="rate-game.places",
        )


def _shares(shares: Sequence[Sequence[float]], sizes: Sequence[int]) -> NDArray[np.float64]:
    """Return float64 per player, how much of the contest each took part in.

    Raises:
        BadInput: they do not fit the sides, or are not from 0 to 1.
    """
    try:
        flat = [float(share) for side in shares for share in side]
        fits = [len(side) for side in shares] == list(sizes)
    except TypeError:
        flat, fits = [], False
    if not fits or not all(0.0 <= share <= 1.0 for share in flat):
        raise BadInput(
            f"shares = {shares!r} do not say how much of the contest each player took part in",
            remedy="Give a number from 0 to 1 for every player, in the shape of the sides.",
            code="rate-game.sides",
        )
    return np.array(flat, dtype=np.float64)


def _rating_of(given: RatingInput, player: str, system: RatingSystem) -> Rating | None:
    """Return a rating that is given; None for a newcomer.

    Raises:
        BadInput: it is no rating.
    """
    if given is None or isinstance(given, Rating):
        if given is not None and math.isinf(given.value):
            raise _no_rating(given, player, system)
        return given
    columns = [name for name in NUMBERS if name in system.columns]
    if isinstance(given, Real) and not isinstance(given, bool):
        values: Sequence[Any] = [given]
    elif isinstance(given, Sequence | np.ndarray) and not isinstance(given, str | bytes):
        values = given
    else:
        raise _no_rating(given, player, system)
    if not 1 <= len(values) <= len(columns):
        raise _no_rating(given, player, system)
    if not all(isinstance(value, Real) and math.isfinite(float(value)) for value in values):
        raise _no_rating(given, player, system)
    value, *uncertainty = map(float, values)
    deviation, volatility = [*uncertainty, None, None][:2]
    return Rating(value, deviation, volatility)


def _no_rating(given: object, player: str, system: RatingSystem) -> BadInput:
    columns = [name for name in NUMBERS if name in system.columns]
    several = f", ({', '.join(columns)})" if len(columns) > 1 else ""
    return BadInput(
        f"{given!r} is not a rating of {player} in {system.name}",
        remedy=f"Give an arpad.Rating, a finite number{several}, or None for a newcomer.",
        code="rate-game.rating",
    )


def _after_record(
    system: RatingSystem,
    names: Sequence[str],
    before: Sequence[Rating | None],
    record_of: Callable[[Players], Record],
    when: NDArray[Any] | None,
    *,
    schedule: Schedule,
    period: str | None,
) -> list[Rating]:
    """Return the ratings of the players of a record of one row after it.

    Args:
        system: the rating system.
        names: of the players, for messages.
        before: their ratings, None for a newcomer.
        record_of: returns the record of its players.
        when: the row's time; None for none.
        schedule: live or by period.
        period: how long a rating period is; None for the system's own.

    Raises:
        BadInput: something is not valid, or the system needs more.
    """
    try:
        system.check_continued()
    except NotProvided as problem:
        raise BadInput(problem.problem, remedy=REMEDY, code="rate-game.system") from problem
    _check_times(names, before, when)
    try:
        record = record_of(_players(names, before, when))
        timeline = timeline_of(record, system, schedule=schedule, period=period)
    except ArpadError as problem:
        raise _with_code(problem) from problem
    if not len(timeline.record):
        return [system.newcomer() if rating is None else rating for rating in before]
    try:
        state, _ = system.rate(_entering(timeline, before, when))
    except ArpadError as problem:
        raise _with_code(problem, asks_ratings=None in before) from problem
    columns = [column.name for column in system.state_columns]
    return [_after(system, state, columns, at, rating, when) for at, rating in enumerate(before)]


def _with_code(problem: ArpadError, *, asks_ratings: bool = False) -> BadInput:
    """Return an error of rating a record as one of rating a game.

    Args:
        problem: the error.
        asks_ratings: whether there are newcomers, of whom the rules may ask for a rating.
    """
    if problem.code not in (BadInput.CODE, NotProvided.CODE, ArpadError.CODE):
        return BadInput(problem.problem, remedy=problem.remedy, code=problem.code)
    if isinstance(problem, NotProvided):
        return BadInput(problem.problem, remedy=problem.remedy, code="rate-game.system")
    remedy = problem.remedy
    if asks_ratings and option("players", "FILE") in (remedy or ""):  # there is no such file here
        remedy = (
            "Give every player a rating, or set the one with which newcomers enter, such as initial=1500."
        )
    return BadInput(problem.problem, remedy=remedy, code="rate-game.input")


def _check_times(names: Sequence[str], before: Sequence[Rating | None], when: NDArray[Any] | None) -> None:
    """Refuse times that do not fit: of a game before a player's last one, of days and numbers.

    Raises:
        BadInput: there is one.
    """
    for name, rating in zip(names, before, strict=True):
        if rating is None:
            continue
        if rating.elapsed is not None:
            try:
                check_number(float(rating.elapsed), "elapsed", name)
            except BadInput as problem:
                raise _with_code(problem) from problem
        last = rating.memory.get("last_played")
        if when is None or last is None:
            continue
        dated = when.dtype.kind == "M"
        if dated != isinstance(last, str):
            has = ("a number", "a day") if dated else ("a day", "a number")
            raise BadInput(
                f"{name} last played at {has[0]}, {last}, and the game has {has[1]}",
                remedy="Give the times of all games as days or moments, or all as numbers.",
                code="rate-game.time",
            )
        moment: Any = np.datetime64(last) if dated else float(last)
        if moment > when[0]:
            raise BadInput(
                f"{name} last played on {last}, and the game was on {when[0]}",
                remedy="Rate games in the order of time. Where a result comes late, rate the record anew.",
                code="rate-game.time",
            )


def _players(names: Sequence[str], before: Sequence[Rating | None], when: NDArray[Any] | None) -> Players:
    """Return the players of a record as they enter it, with all that their ratings hold."""
    values_by_name: dict[str, list[Any]] = {}

    def say(name: str, at: int, value: float | str | None) -> None:
        if value is not None:
            values_by_name.setdefault(name, [None] * len(names))[at] = value

    for at, rating in enumerate(before):
        if rating is None:
            continue
        for name in ("deviation", "volatility", "peak", "birth_year", "games"):
            say(name, at, getattr(rating, name))
        for name, value in rating.attributes.items():
            say(name, at, value)
        for name, remembered in rating.memory.items():
            if name not in BESIDE_COLUMNS:
                say(KEPT.get(name, name), at, remembered)
        say("rating", at, rating.value)
        if when is not None:
            say("last_played", at, rating.memory.get("last_played"))
    columns: dict[str, NDArray[Any]] = {}
    for name, values in values_by_name.items():
        words = any(isinstance(value, str) for value in values)
        if words:
            column = np.empty(len(names), dtype=object)
            column[:] = values
        else:
            column = np.array([math.nan if value is None else float(value) for value in values])
        columns[name] = column
    return Players(names, columns, continued=True)


def _entering(timeline: Timeline, before: Sequence[Rating | None], when: NDArray[Any] | None) -> Timeline:
    """Return a timeline of one row that knows the players' exact variances, and how long each has rested."""
    memories: list[Mapping[str, Any]] = [{} if rating is None else rating.memory for rating in before]
    if any("variance" in memory for memory in memories):
        exact = np.array([float(memory.get("variance", math.nan)) for memory in memories])
        timeline = replace(timeline, variance=exact)
    rests = [
        math.nan
        if rating is None or rating.elapsed is None or (when is not None and "last_played" in rating.memory)
        else float(rating.elapsed)
        for rating in before
    ]
    if not any(rest > 0.0 for rest in rests):
        return timeline
    if timeline.rule is None or when is None:
        timeline = replace(timeline, rule=PeriodRule("number"))
        now = 0.0
        vars(timeline)["position"] = np.zeros(1)
        vars(timeline)["order"] = np.zeros(1, dtype=np.int64)
        since = np.full(len(before), math.nan)
    else:
        now = float(timeline.position[0] if timeline.schedule == "live" else timeline.order[0])
        since = timeline.listed_position.copy()
    rested = np.array(rests)
    vars(timeline)["listed_position"] = np.where(np.isnan(rested), since, now - rested)
    return timeline


def _after(
    system: RatingSystem,
    state: RatingState,
    remembers: Sequence[str],
    at: int,
    before: Rating | None,
    when: NDArray[Any] | None,
) -> Rating:
    """Return what a player of a record of one row is rated after it, with what the next game asks for."""
    old = Rating(math.nan) if before is None else before
    columns = {name: float(column[at]) for name, column in state.columns.items()}
    value = columns["rating"]
    memory: dict[str, float | str] = {name: float(column[at]) for name, column in state.exact.items()}
    for column_name in remembers:
        remembered = state.memory[column_name][at]
        if remembered is None or (not isinstance(remembered, str) and math.isnan(remembered)):
            continue
        memory[column_name] = remembered if isinstance(remembered, str) else float(remembered)
    if when is not None:
        dated = when.dtype.kind == "M"
        memory["last_played"] = str(when[0]) if dated else float(when[0])
    peak: float | str = max(_least(old.peak), _least(old.value), _least(value))
    if "peak" in remembers:  # some rules do not count every rating
        peak = memory.get("peak", -math.inf)
    rating = Rating(
        value,
        columns.get("deviation"),
        columns.get("volatility"),
        old.games + 1,
        float(peak) if math.isfinite(float(peak)) else None,
        0.0 if when is None else None,
        old.birth_year,
        {**old.attributes, **{name: number for name, number in columns.items() if name not in NUMBERS}},
        memory,
    )
    return system.recalled(state, at, rating)


def _least(value: float | None) -> float:
    return -math.inf if value is None or math.isnan(value) else value
