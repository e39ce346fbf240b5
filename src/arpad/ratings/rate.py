"""From games to ratings: the one verb that every skin calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np

from arpad.compiled.specialising import COMPILE_FROM, always_compiled
from arpad.core import ArpadError, BadInput, NotProvided, progress
from arpad.core.interface import named_columns
from arpad.core.waiting import beside
from arpad.ratings.continuation import check, exact_variances, going_on
from arpad.ratings.model import Schedule
from arpad.ratings.ranges import check_players, check_record
from arpad.ratings.result import Ratings, day_of
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.win_counts import tally, with_listed
from arpad.record import Contests, Games, Players, Record
from arpad.record.events import cut_within
from arpad.record.periods import PeriodRule, parse_period
from arpad.record.record import Labels

R = TypeVar("R", bound=Record)

Events: TypeAlias = Literal["split", "named"]
"""What a name that comes back later is: another event, or the same."""

NO_POOL = "(blank)"
"""The pool of the games that belong to none."""

PARTNERS = "+"
"""What stands between the names of partners, where a system rates sides of several players: Ann+Bob."""


def rate(
    games: Record,
    system: RatingSystem,
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
    as_of: date | int | str | None = None,
    history: bool = False,
    given: Iterable[tuple[str, str, float]] = (),
    after: Ratings | Players | None = None,
    events: Events = "split",
) -> Ratings:
    """Rate a record.

    Args:
        games: the record, in any order; games of one moment count in the order of their source. For a system
            that rates sides of several players, ``Ann+Bob`` names a side of two.
        system: the rating system with its parameters.
        schedule: ``live`` or ``period``; if not given, the latter where a period is, else the system's own.
        period: how long a rating period is: ``1d``, ``1w``, ``1mo``, ``event``, ``all`` or, for numbered
            periods, how many numbers make one. The system's own default if not given; of a record with
            numbered time 1, of one without dates all.
        as_of: make the list of that day, a date or its ISO form, or of the period of that number: later games
            do not count, and deviations grow until then.
        history: keep what every game met and left, for histories and explanations.
        given: ratings that players are given at the start of an event: (player, event, rating).
        after: go on from these ratings, or from a list that :func:`arpad.read_players` has read: two parts
            of a record give what the whole gives, where the cut lies between two rating periods.
        events: where events count, ``split`` parts a name that comes back after a pause, or after more than a
            year, into several events (:mod:`arpad.record.events`); ``named`` takes all games of one name as
            one event.

    Returns:
        The ratings after the last game.

    Raises:
        BadInput: the system has no such schedule, the record lacks what it needs, or one of the two is
            something else: the name or the class of a system, a table or a file that is still to be read.
        NotProvided: the system cannot go on from a list.
    """
    _check_kinds(games, system)
    day = day_of(as_of) if isinstance(as_of, str) else as_of
    if day is not None:
        games = until(games, day)
        system = system.as_of(day)
    timeline = timeline_of(
        games, system, schedule=schedule, period=period, given=given, after=after, events=events
    )
    with _counting(timeline) as counts:
        ratings = run(system, timeline, history=history, day=day)
    if counts:
        vars(ratings)["counts"] = with_listed(counts["counts"], ratings.players)
    return ratings


def timeline_of(
    games: Record,
    system: RatingSystem,
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
    given: Iterable[tuple[str, str, float]] = (),
    after: Ratings | Players | None = None,
    events: Events = "split",
) -> Timeline:
    """Return the games in the order in which a system rates them; see :func:`rate` for all arguments.

    Raises:
        BadInput: the system has no such schedule, or the record lacks what it needs.
        NotProvided: the system cannot go on from a list, or does not take what the record has.
    """
    if events not in ("split", "named"):
        raise BadInput(f"events cannot be {events!r}", remedy="Expected split or named.")
    chosen = schedule or ("period" if period and "period" in system.schedules else system.schedules[0])
    if chosen not in system.schedules:
        raise BadInput(
            f"{system.name} has no schedule {chosen!r}", remedy=f"It has {', '.join(system.schedules)}."
        )
    if isinstance(games, Games) and games.covariates is not None and not system.takes_covariates:
        raise NotProvided(
            f"{system.name} does not take covariates of games",
            remedy="Choose bradley-terry, or leave the covariates out.",
        )
    games = by_player(games, system)
    if after is not None:
        games = going_on(games, after)
    check_record(games)
    check_players(games.players)
    rule = _rule(games, system, chosen, period)
    given = tuple(given)
    counting = system.uses_events or bool(given)
    timeline = Timeline.of(games, chosen, rule, given, events=counting, named=events == "named")
    if isinstance(after, Ratings) and timeline.events and (before := after.last_event) is not None:
        timeline = replace(timeline, cut=cut_within(before, games) or "")
    if isinstance(after, Ratings):
        timeline = replace(timeline, variance=exact_variances(after, timeline.record.players))
    if timeline.record.players.continued:
        check(timeline, system)
    return timeline


def run(
    system: RatingSystem, timeline: Timeline, *, history: bool = False, day: date | int | None = None
) -> Ratings:
    """Return the ratings of games that are in order; see :func:`rate`.

    Args:
        system: the rating system.
        timeline: of :func:`timeline_of`.
        history: keep what every game met and left.
        day: the day of the list, which the games are not cut at here.
    """
    state, trace = system.rate(timeline, trace=history)
    unfitted = system if state.fitted else None
    fitted = replace(system, **state.fitted) if state.fitted else system
    return Ratings(fitted, timeline, state, trace, day, unfitted)


def _check_kinds(games: object, system: object) -> None:
    """Check that a record and a rating system are given, not what they are made from.

    Raises:
        BadInput: one of them is something else; the remedy says how it is made.
    """
    if not isinstance(games, Record):
        raise BadInput(
            f"a value of type {type(games).__name__} is not a record of games",
            remedy="Read it first: arpad.read_games(…) takes files and tables.",
        )
    if isinstance(system, RatingSystem):
        return
    if isinstance(system, str):
        problem, how = f"{system!r} is not a rating system, only a name", f"arpad.rating_system({system!r})"
    elif isinstance(system, type):
        problem, how = f"{system.__name__} is a class, not a rating system", f"{system.__name__}()"
    else:
        problem = f"a value of type {type(system).__name__} is not a rating system"
        how = "arpad.rating_system('elo')"
    raise BadInput(problem, remedy=f"Make the system first: {how}.")


@contextmanager
def _counting(timeline: Timeline) -> Iterator[dict[str, Any]]:
    """Count the games of a long record beside its rating: the list will want to know, and a core is idle."""
    counts: dict[str, Any] = {}
    if len(timeline.record) < COMPILE_FROM:
        yield counts
        return
    with beside(lambda: tally(timeline.record)) as counting:
        yield counts
    counts["counts"] = counting.result()


def by_player(games: Record, system: RatingSystem) -> Record:
    """Return a record by its players, sides such as ``Ann+Bob`` taken apart where a system rates sides."""
    if system.teams and isinstance(games, Games):
        if any(PARTNERS in name for name in games.players.names):
            return Contests.of(games, PARTNERS)
        if system.continuous:
            return Contests.of(games, None)
    return games


def rate_by_pool(
    games: Record,
    system: RatingSystem,
    *,
    entry_from: Mapping[str, str] | None = None,
    after: Mapping[str, Ratings | Players] | None = None,
    **options: object,
) -> dict[str, Ratings]:
    """Rate every pool of a record by itself; see :func:`rate` for the options.

    Games that belong to no pool are a pool of their own, :data:`NO_POOL`.

    Args:
        games: the record.
        system: the rating system.
        entry_from: pool → the pool whose ratings its newcomers bring, such as ``{"blitz": "rapid"}``
            (:mod:`arpad.ratings.pools`).
        after: pool → the ratings, or the list, from which it goes on. A pool that is not there begins anew;
            one without games here is as the list has it.
        options: as of :func:`rate`.

    Raises:
        NotProvided: the record has no pools, or the system refuses the games of one.
        BadInput: a pool of ``entry_from`` is unknown, or takes its ratings from itself; or the players of the
            record come from one list, which cannot be that of every pool.
    """
    from arpad.ratings.pools import entering, in_turn

    _check_kinds(games, system)
    if games.pool is None:
        raise NotProvided("the record has no pools", remedy=f"Name their column: {named_columns('pool')}.")
    labels = _all_labelled(games.pool)
    games = replace(games, pool=labels)
    if games.players.continued:
        raise BadInput(
            "a list is the state of one pool, and the record is rated pool by pool",
            remedy="Rate the games of each pool by themselves, from the list of that pool.",
        )
    sources = entry_from or {}
    ratings_by_pool: dict[str, Ratings] = {}
    done = 0.0
    for name in in_turn(sorted({*labels.names, *(after or {})}), sources):
        played = name in labels.names
        pool = games.of_pool(name) if played else games.take(np.empty(0, dtype=np.int64))
        if name in sources:
            pool = entering(pool, with_history(ratings_by_pool[sources[name]]))
        begin, done = done, done + len(pool) / max(1, len(games))
        try:
            with progress.part(begin, done):
                ratings_by_pool[name] = rate(pool, system, after=(after or {}).get(name), **options)  # type: ignore[arg-type]
        except NotProvided as problem:
            raise NotProvided(
                f"in the pool {name}: {problem.problem}", remedy=problem.remedy, code=problem.code
            ) from problem
    return {name: ratings_by_pool[name] for name in sorted(ratings_by_pool)}


def _all_labelled(pool: Labels) -> Labels:
    """Return the pools of the games, those that belong to none in one of their own."""
    nowhere = pool.codes < 0
    if not nowhere.any():
        return pool
    names = [*pool.names, *([] if NO_POOL in pool.names else [NO_POOL])]
    codes = np.where(nowhere, names.index(NO_POOL), pool.codes).astype(pool.codes.dtype)
    return Labels(codes, tuple(names))


def until(games: R, day: date | int) -> R:
    """Return the games up to and including a day (or a numbered period).

    Raises:
        NotProvided: the record has no time, or time of another kind.
    """
    if games.time is None:
        raise NotProvided("the record has no dates, so it has no list as of a day")
    dated = games.time.dtype.kind == "M"
    if dated != isinstance(day, date):
        has, expected = ("dates", "a date") if dated else ("numbered periods", "the number of a period")
        raise BadInput(f"the record has {has}, and {day} is not {expected}")
    if dated:
        return games.take(np.flatnonzero(games.time.astype("datetime64[D]") <= np.datetime64(day, "D")))
    return games.take(np.flatnonzero(games.time <= day))


def _rule(games: Record, system: RatingSystem, schedule: Schedule, period: str | None) -> PeriodRule | None:
    """Return how rating periods are cut; None where a live run has no use for them."""
    if period is not None:
        return parse_period(period)
    timed = games.time is not None
    if schedule == "period" and system.default_period == "event" and games.event is not None:
        return parse_period("event")
    if schedule == "live" and ("deviation" not in system.columns or not timed):
        return None
    if not timed:
        return parse_period("all")
    assert games.time is not None
    return parse_period(system.default_period if games.time.dtype.kind == "M" else "1")


def load_machine_code(system: RatingSystem, **options: object) -> None:
    """Load the compiled loops that a long record will need, by rating a dummy game.

    For a thread beside the reading of the record; see :func:`rate` for the options. What goes wrong here
    will go wrong again, and be told, when the record is rated.
    """
    zero = np.zeros(1)
    first, second = np.zeros(1, dtype=np.int32), np.ones(1, dtype=np.int32)
    game = Games(Players(["", " "]), first, second, zero, time=zero.astype("datetime64[D]"))
    with suppress(ArpadError), always_compiled():
        _ = rate(game, system, **options).counts  # type: ignore[arg-type]


def with_history(ratings: Ratings) -> Ratings:
    """Return the same ratings with their trace, rating once more if it was not kept."""
    if ratings.trace is not None:
        return ratings
    state, trace = ratings.system.rate(ratings.timeline, trace=True)
    return replace(ratings, state=state, trace=trace)
