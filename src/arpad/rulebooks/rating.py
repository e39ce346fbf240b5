"""Rating by the name of a system, from a table or a file as well as from a record: what ``arpad.rate`` is.

``arpad.rate(frame, "elo", k=30)`` reads the table, makes the system and rates. The rating itself is done by
:mod:`arpad.ratings.rate`, which knows neither files nor names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from arpad.core import BadInput, NotProvided
from arpad.core.notebook import html_table
from arpad.ratings import rate as rating
from arpad.ratings.parameters import configure, parameters_of
from arpad.ratings.system import RatingSystem
from arpad.record import Record, read_games
from arpad.record.tables.frames import as_polars, is_frame
from arpad.rulebooks.known_systems import SYSTEMS, installed_systems, known_system
from arpad.rulebooks.rating_catalogue import rating_system, system_class

if TYPE_CHECKING:
    from typing import TypeAlias

    import polars as pl

    from arpad.ratings.between_ratings import RatingInput
    from arpad.ratings.model import Rating, Schedule
    from arpad.ratings.rate import Events
    from arpad.ratings.result import Ratings
    from arpad.ratings.time_of_game import Moment
    from arpad.record import Players
    from arpad.record.kinds.games import Readable
    from arpad.record.tables.frames import Frame

    System: TypeAlias = RatingSystem | type[RatingSystem] | str
    """A rating system: made, its class, or its name."""


def rate(
    games: Record | Readable,
    system: System = "elo",
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
    as_of: date | int | str | None = None,
    history: bool = False,
    given: Iterable[tuple[str, str, float]] = (),
    after: Ratings | Players | None = None,
    events: Events = "split",
    columns: Mapping[str, str] | None = None,
    **parameters: str | float | None,
) -> Ratings:
    """Rate games: ``arpad.rate(games, "glicko2", tau=0.6, period="1mo")``.

    Args:
        games: a record, or what :func:`arpad.read_games` reads: a file, several, or a table (polars, pandas,
            pyarrow, DuckDB, columns by name). Games may be in any order; those of one moment count in the
            order of their source. For a system that rates sides of several players, ``Ann+Bob`` names a side
            of two.
        system: a rating system, its class, or its name (:func:`systems`); Elo if not given, as on the command
            line.
        schedule: ``live`` or ``period``; if not given, the latter where a period is, else the system's own.
        period: how long a rating period is: ``1d``, ``1w``, ``1mo``, ``event``, ``all`` or, for numbered
            periods, how many numbers make one. The system's own default if not given; of a record with
            numbered time 1, of one without dates all.
        as_of: make the list of that day, a date or its ISO form, or of the period of that number: later games
            do not count, and deviations grow until then.
        history: keep what every game met and left, for histories and explanations.
        given: ratings that players are given at the start of an event: (player, event, rating).
        after: go on from these ratings, or from a list that :func:`arpad.read_players` has read.
        events: where events count, ``split`` parts a name that comes back after a pause, or after more than a
            year, into several events; ``named`` takes all games of one name as one event.
        columns: of a table or a file, which column is what, before the usual names.
        parameters: of the system, by name: ``k=30``. A parameter with the name of an argument (Elo-MMR's
            ``history``) is given to the system itself: ``arpad.rating_system("elo-mmr", history=50)``.

    Returns:
        The ratings after the last game.

    Raises:
        BadInput: there is no such system, parameter or schedule, the games cannot be read, or the record
            lacks what the system needs.
        NotProvided: the system cannot go on from a list.
    """
    instance = as_system(system, parameters)
    return rating.rate(
        as_record(games, instance, columns),
        instance,
        schedule=schedule,
        period=period,
        as_of=as_of,
        history=history,
        given=given,
        after=after,
        events=events,
    )


def rate_by_pool(
    games: Record | Readable,
    system: System = "elo",
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
    as_of: date | int | str | None = None,
    history: bool = False,
    entry_from: Mapping[str, str] | None = None,
    after: Mapping[str, Ratings | Players] | None = None,
    events: Events = "split",
    columns: Mapping[str, str] | None = None,
    **parameters: str | float | None,
) -> dict[str, Ratings]:
    """Rate every pool of a record by itself; see :func:`rate` for the other arguments.

    Args:
        games: a record, a file or a table, with a column ``pool``.
        system: a rating system, its class, or its name.
        schedule: ``live`` or ``period``.
        period: how long a rating period is.
        as_of: make the lists of that day.
        history: keep what every game met and left.
        entry_from: pool → the pool whose ratings its newcomers bring, such as ``{"blitz": "rapid"}``.
        after: pool → the ratings, or the list, from which it goes on. A pool that is not there begins anew;
            one without games here is as the list has it.
        events: whether a name that comes back is another event.
        columns: of a table or a file, which column is what.
        parameters: of the system, by name.

    Raises:
        BadInput: as of :func:`rate`; or a pool of ``entry_from`` is unknown.
        NotProvided: the record has no pools, or a game belongs to none.
    """
    instance = as_system(system, parameters)
    return rating.rate_by_pool(
        as_record(games, instance, columns),
        instance,
        entry_from=entry_from,
        after=after,
        schedule=schedule,
        period=period,
        as_of=as_of,
        history=history,
        events=events,
    )


def rate_game(
    system: System,
    first: RatingInput,
    second: RatingInput,
    score: float,
    *,
    schedule: Schedule | None = None,
    period: str | None = None,
    advantage: int | None = None,
    weight: float | None = None,
    points: tuple[float, float] | None = None,
    on: Moment | None = None,
    event: str | None = None,
    stage: str | None = None,
    handicap: float | None = None,
    komi: float | None = None,
    **parameters: str | float | None,
) -> tuple[Rating, Rating]:
    """Rate one game between two ratings: ``a, b = arpad.rate_game("glicko2", a, b, 1)``.

    The ratings come from anywhere, such as a database of the caller's, and go back there; the result is what
    :func:`rate` makes of a record of that game whose players enter with these ratings, bit for bit. A rating
    that came out goes into the next game as it is, and a chain of games gives what the whole record gives.
    What the system remembers beside value, deviation and volatility is then in ``games``, ``peak`` and
    ``memory``: who keeps a rating elsewhere keeps these too. Without ``memory`` it goes on to rounding, or,
    where the rules ask for it (games that count, seasons, pooled games), as for a player of whom that is not
    known.

    Args:
        system: a rating system, its class, or its name (:func:`systems`).
        first: the rating of the first player: a :class:`Rating`, its value, (value, deviation, volatility) as
            far as the system has them, or None for a newcomer. ``Rating.elapsed`` says how many rating
            periods the player has rested, for a deviation that grows; ``games``, ``peak`` and ``birth_year``
            are what some K-factors ask for.
        second: the rating of the opponent, likewise.
        score: of the first player, from 0 to 1.
        schedule: ``live`` takes the game as it comes in, ``period`` as a rating period of its own; the former
            if not given, where the system has it.
        period: how long a rating period is, for what ``on`` measures: ``1d``, ``1w``, ``1mo``…; the system's
            own if not given.
        advantage: +1 where the first player has White or plays at home, −1 where the second does.
        weight: how much the game counts; of weight 0 it moves no rating.
        points: goals, discs or points of both, where the system uses them: ``points=(3, 1)``.
        on: when the game was: a day or a moment, also as ISO 8601, or the number of a rating period. It
            chooses the edition of the rules, tells ages, and, from the ``on`` of a player's game before, how
            long each rested.
        event: the season or tournament, where ratings are carried from season to season.
        stage: the stage of the competition, where the rules tell stages apart.
        handicap: stones that the first player gives; negative for received.
        komi: points that White is given.
        parameters: of the system, by name: ``k=30``. One with the name of an argument (Elo's ``advantage``,
            in points) is given to the system itself: ``arpad.Elo(advantage=35)``.

    Returns:
        The ratings of the first and of the second player after the game.

    Raises:
        BadInput: a rating or another argument is not valid, the rules ask for more of the game, or the system
            cannot rate a game by itself, as those of a whole history cannot; with a ``code``.
    """
    from arpad.ratings import between_ratings

    facts = between_ratings.GameFacts(
        advantage=advantage,
        weight=weight,
        points=points,
        on=on,
        event=event,
        stage=stage,
        handicap=handicap,
        komi=komi,
    )
    system = _by_name_once(system, parameters)
    return between_ratings.rate_game(system, first, second, score, facts, schedule=schedule, period=period)


def rate_contest(
    system: System,
    sides: Sequence[Sequence[RatingInput]],
    places: Sequence[int],
    *,
    shares: Sequence[Sequence[float]] | None = None,
    results: Sequence[float] | None = None,
    weight: float | None = None,
    on: Moment | None = None,
    period: str | None = None,
    **parameters: str | float | None,
) -> list[list[Rating]]:
    """Rate one contest between ratings: ``arpad.rate_contest("trueskill", [[a], [b]], places=[1, 2])``.

    It is :func:`rate_game` for any number of sides, each of any number of players.

    Args:
        system: a rating system, its class, or its name: ``trueskill``, ``weng-lin``, ``elo-mmr`` (single
            players), ``bridge``; of two single players any that :func:`rate_game` takes.
        sides: a list of sides, each a list of its players' ratings, which are given as to :func:`rate_game`.
        places: the place of every side, 1 for the best; sides that tie share a place.
        shares: in the shape of the sides, how much of the contest every player took part in, from 0 to 1; all
            of it if not given.
        results: a continuous result of every side, where the system uses it: the margin for Weng and Lin's,
            IMPs for ``bridge``.
        weight: how much the contest counts.
        on: when it was; see :func:`rate_game`.
        period: how long a rating period is.
        parameters: of the system, by name.

    Returns:
        The ratings after the contest, in the shape of the sides.

    Raises:
        BadInput: sides, places or ratings are not valid, or the system rates no such contests; with a
            :attr:`code`.
    """
    from arpad.ratings import between_ratings

    system = _by_name_once(system, parameters)
    return between_ratings.rate_contest(
        system, sides, places, shares=shares, results=results, weight=weight, on=on, period=period
    )


def _by_name_once(system: System, parameters: Mapping[str, str | float | None]) -> RatingSystem:
    """Return a rating system; one by name is made once for its parameters, since games come one by one.

    Raises:
        BadInput: as of :func:`as_system`, with a code.
    """
    try:
        if not isinstance(system, str):
            return as_system(system, parameters)
        try:
            return _by_name(system, tuple(sorted(parameters.items())))
        except TypeError:  # a value that cannot be a key, which is refused with its name
            return as_system(system, parameters)
    except BadInput as problem:
        if problem.code != BadInput.CODE:
            raise
        raise BadInput(problem.problem, remedy=problem.remedy, code="rate-game.system") from problem
    except NotProvided as problem:
        raise BadInput(problem.problem, remedy=problem.remedy, code="rate-game.system") from problem


@lru_cache(maxsize=64)
def _by_name(name: str, parameters: tuple[tuple[str, str | float | None], ...]) -> RatingSystem:
    return as_system(name, dict(parameters))


def as_system(system: System, parameters: Mapping[str, str | float | None] | None = None) -> RatingSystem:
    """Return a rating system: one that is given, of a class, or by name, with these parameters changed.

    Raises:
        BadInput: it is none of these, or it has no such parameter.
    """
    changed = parameters or {}
    if isinstance(system, RatingSystem):
        if not changed:
            return system
        names = {p.name for p in parameters_of(system)}
        if names >= changed.keys():
            # configure() reads them as the class would; what is set already stays.
            read = configure(type(system), changed)
            return replace(system, **{name: getattr(read, name) for name in _fields(changed)})
        return configure(type(system), changed)  # which says what it does not have
    if isinstance(system, type) and issubclass(system, RatingSystem):
        return configure(system, changed)
    if isinstance(system, str):
        return rating_system(known_system(system), changed)
    raise BadInput(
        f"a value of type {type(system).__name__} is not a rating system",
        remedy="Expected a name such as 'elo' (arpad.systems() lists them), a system, or its class.",
        code="rating-system.unknown",
    )


def _fields(parameters: Iterable[str]) -> list[str]:
    """Return the names of dataclass fields; Python reserves the word ``lambda``."""
    return [f"{name}_" if name == "lambda" else name for name in parameters]


def as_record(
    games: Record | Readable, system: RatingSystem, columns: Mapping[str, str] | None = None
) -> Record:
    """Return a record: the one that is given, or what a file or a table holds.

    A table of contests (:func:`arpad.read_contests`) is read as such where the system rates them.

    Raises:
        BadInput: it cannot be read; or columns are named of a record, which has no others.
    """
    if isinstance(games, Record):
        if columns is not None:
            raise BadInput("columns= is for tables and files, and the games are a record already")
        return games
    source = as_polars(games) if is_frame(games) else games
    if system.teams and _is_of_contests(source, columns):
        from arpad.record.kinds.contests import read_contests  # games alone are rated without this module

        return read_contests(cast("str | Path | Frame", source), columns)
    try:
        return read_games(source, columns=columns, par=system.par if system.continuous else None)
    except BadInput as problem:
        if system.teams or not _is_of_contests(source, columns):
            raise
        raise rates_no_contests(system) from problem


def _is_of_contests(source: Readable, columns: Mapping[str, str] | None) -> bool:
    """Tell whether what is to be read is one table of contests."""
    from arpad.record.kinds.contests import is_long

    if not (isinstance(source, str | Path) or is_frame(source)):
        return False
    try:
        return is_long(cast("str | Path | Frame", source), columns)
    except BadInput:
        return False


def rates_no_contests(system: RatingSystem) -> BadInput:
    """Return the error that a system rates games of two sides, where contests of many are given."""
    return BadInput(
        f"{system.name} rates games of two sides, and this is a table of contests, with places",
        remedy="Choose a system for contests of many sides: trueskill, weng-lin, elo-mmr, plackett-luce.",
    )


class Systems(Mapping[str, type[RatingSystem]]):
    """The rating systems by name, each class imported when it is asked for; as a table in a notebook."""

    def __getitem__(self, name: str) -> type[RatingSystem]:
        """Return the class of a system.

        Raises:
            KeyError: no system has that name.
        """
        if name not in SYSTEMS and name not in installed_systems():
            raise KeyError(name)
        return system_class(name)

    def __iter__(self) -> Iterator[str]:
        return iter([*SYSTEMS, *installed_systems()])

    def __len__(self) -> int:
        return len(SYSTEMS) + len(installed_systems())

    def __repr__(self) -> str:
        """Return the names and titles, a line each."""
        width = max(map(len, self))
        return "\n".join(f"{row['name']:<{width}}  {row['title']}" for row in self._rows())

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        rows = list(self._rows())
        return html_table(f"{len(rows)} rating systems", list(rows[0]), [list(row.values()) for row in rows])

    def table(self) -> pl.DataFrame:
        """Return the list as a polars DataFrame: name, title, schedules, status, parameters."""
        import polars as pl

        return pl.DataFrame(list(self._rows()))

    def _rows(self) -> Iterator[dict[str, str]]:
        for name, system in self.items():
            yield {
                "name": name,
                "title": system.title,
                "schedules": ", ".join(system.schedules),
                "status": system.status,
                "parameters": ", ".join(parameter.name for parameter in parameters_of(system)),
            }


def systems() -> Systems:
    """Return all rating systems: a mapping from name to class that prints as a list.

    ``arpad.rate(games, name)`` rates by any of them; ``arpad.systems()[name]`` is the class, whose docstring
    and parameters say more.
    """
    return Systems()
