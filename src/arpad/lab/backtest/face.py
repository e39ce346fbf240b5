"""``arpad.backtest``: systems by name, games from a file or a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.core import BadInput
from arpad.core.interface import option
from arpad.lab.backtest.study import Backtest, Candidate, CountingRules, compare
from arpad.lab.forecasts.judging import LEAST
from arpad.lab.forecasts.others import others_of
from arpad.lab.forecasts.segments import SEGMENTS
from arpad.lab.forecasts.walking import Pace
from arpad.ratings.parameters import parameters_of, settings_of
from arpad.ratings.system import RatingSystem
from arpad.record import Record, read_games
from arpad.record.tables.header import forecast_columns
from arpad.rulebooks.rating import as_system

if TYPE_CHECKING:
    from arpad.ratings.model import Schedule
    from arpad.ratings.rate import Events
    from arpad.record.kinds.games import Readable
    from arpad.rulebooks.rating import System


def backtest(
    games: Record | Readable,
    systems: str | System | Sequence[str | System] | None = None,
    *,
    parameters: Mapping[str, str | float | None] | None = None,
    schedule: Schedule | None = None,
    period: str | None = None,
    events: Events = "split",
    refit: str | None = None,
    start: str | None = None,
    end: str | None = None,
    min_games: int = 0,
    unpredicted: str = "drop",
    least: float = LEAST,
    forecasts: Sequence[str] = (),
    odds: Sequence[Sequence[str]] = (),
    segments: Sequence[str] = SEGMENTS,
    columns: Mapping[str, str] | None = None,
) -> Backtest:
    """Return how well rating systems would have predicted the games, each from the games before it.

    Args:
        games: a record, or what :func:`arpad.read_games` reads.
        systems: names with their parameters, apart at commas (``"elo,k=24,glicko2"``), or a sequence of
            names, systems and classes. Behind a name ``schedule=``, ``period=`` and ``refit=`` are its own
            (``"elo,elo,period=1w"``). If not given, those that fit the record, tuned on the first half of
            the games and compared on the second.
        parameters: of all systems that have them, by name.
        schedule: ``live`` or ``period``, for the systems that have it.
        period: the length of a rating period.
        events: whether a name that comes back is another event.
        refit: how often a system that rates all games at once is run anew.
        start: the first moment whose games count (``2010``, ``2010-05``, ``2010-05-17``, or a number);
            earlier games are learned from only.
        end: the last one; later games are left out.
        min_games: games count whose sides have both played so many before.
        unpredicted: what becomes of games that a forecaster says nothing of: ``drop`` or ``even``.
        least: how far a probability is kept from 0 and 1 in the log loss.
        forecasts: columns with others' probabilities of the first side.
        odds: columns with decimal odds, two or three of each bookmaker.
        segments: how games are put together: ``games``, ``favourite``, ``year``, ``pool``.
        columns: of a table or a file, which column is what.

    Raises:
        BadInput: a name or a parameter is unknown, the games cannot be read, or no game counts.
        NotProvided: the record has contests of several players or sides.
    """
    others = others_of(forecasts, odds)
    record = _record(games, [name for other in others for name in other.columns], columns)
    rules = CountingRules(start, end, min_games, unpredicted, least, tuple(segments))
    pace = Pace(schedule, period, events, refit)
    if systems is None:
        from arpad.lab.backtest.choosing import tuned_candidates

        candidates, rules, notes = tuned_candidates(record, rules, pace)
    else:
        candidates, notes = _candidates(paced_systems_of(systems, parameters or {}), pace), []
    study = compare(record, candidates, others, rules)
    return replace(study, notes=(*notes, *_learning(record, candidates), *study.notes))


def systems_of(
    systems: str | System | Sequence[str | System], parameters: Mapping[str, str | float | None]
) -> list[RatingSystem]:
    """Return the systems that are named.

    Args:
        systems: as of :func:`backtest`, without paces of their own.
        parameters: of all systems that have them.

    Raises:
        BadInput: a name or a parameter is unknown, or no system has a parameter.
    """
    return [system for system, _ in _named(systems, parameters, ())]


def paced_systems_of(
    systems: str | System | Sequence[str | System], parameters: Mapping[str, str | float | None]
) -> list[tuple[RatingSystem, dict[str, str]]]:
    """Return the systems that are named, each with what is said of its pace alone, by :data:`OWN_PACES`.

    Args:
        systems: as of :func:`backtest`.
        parameters: of all systems that have them.

    Raises:
        BadInput: as of :func:`systems_of`.
    """
    return _named(systems, parameters, OWN_PACES)


OWN_PACES = ("schedule", "period", "refit")
"""What may be said of how one system alone goes through the record."""


def _named(
    systems: str | System | Sequence[str | System],
    parameters: Mapping[str, str | float | None],
    paces: Sequence[str],
) -> list[tuple[RatingSystem, dict[str, str]]]:
    words = [systems] if isinstance(systems, str | RatingSystem | type) else list(systems)
    named: list[tuple[System, dict[str, str]]] = []
    for word in words:
        if not isinstance(word, str):
            named.append((word, {}))
            continue
        for part in (piece.strip() for piece in word.split(",") if piece.strip()):
            name, equals, value = (each.strip() for each in part.partition("="))
            if not equals:
                named.append((name, {}))
            elif named:
                named[-1][1][name] = value
            else:
                raise BadInput(
                    f"{part!r} is a parameter, and no system stands before it",
                    remedy="Write elo,k=24,glicko2.",
                )
    paced_systems: list[tuple[RatingSystem, dict[str, str]]] = []
    used: set[str] = set()
    for system, own in named:
        bare = as_system(system)
        names = {parameter.name for parameter in parameters_of(bare)}
        shared = {name: value for name, value in parameters.items() if name in names}
        used |= shared.keys()
        pace = {name: value for name, value in own.items() if name in paces and name not in names}
        mine = {name: value for name, value in own.items() if name not in pace}
        paced_systems.append((as_system(system, {**shared, **mine}), pace))
    unused = [name for name in parameters if name not in used]
    if unused:
        raise BadInput(f"none of the systems has the parameter {unused[0]!r}")
    return paced_systems


def label_of(system: RatingSystem) -> str:
    """Return a system with the parameters that are not its defaults: ``elo (k=24)``."""
    changed = ", ".join(
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
        for name, value in settings_of(system).items()
    )
    return f"{system.name} ({changed})" if changed else system.name


def _candidates(systems: Sequence[tuple[RatingSystem, dict[str, str]]], pace: Pace) -> list[Candidate]:
    """Return systems with a schedule that each of them has.

    Raises:
        BadInput: a system has not the schedule that is said of it alone.
    """
    candidates = []
    for system, settings in systems:
        own = pace
        if pace.schedule is not None and pace.schedule not in system.schedules and len(systems) > 1:
            own = pace._replace(schedule=None)
        label = label_of(system)
        if settings:
            if (schedule := settings.get("schedule")) not in (None, *system.schedules):
                schedules = " or ".join(system.schedules)
                raise BadInput(f"{system.name} has no schedule {schedule!r}", remedy=f"It has {schedules}.")
            # A system that is given rating periods of its own is not to go from game to game.
            if "period" in settings and "schedule" not in settings and own.schedule == "live":
                own = own._replace(schedule=None)
            own = own._replace(
                period=settings.get("period", own.period), refit=settings.get("refit", own.refit)
            )
            if schedule is not None:
                own = own._replace(schedule="live" if schedule == "live" else "period")
            words = ", ".join(f"{name}={value}" for name, value in settings.items())
            label = f"{label[:-1]}, {words})" if label.endswith(")") else f"{label} ({words})"
        candidates.append(Candidate(label, system, own))
    return candidates


def _learning(record: Record, candidates: Sequence[Candidate]) -> list[str]:
    """Say which systems learn between rating periods only, where games have dates; nothing where none does.

    Systems that fit all ratings at once are not named: how often these are fitted anew is their refit.
    """
    if record.time is None or record.time.dtype.kind != "M":
        return []
    slow: dict[str, list[str]] = {}
    live = []
    for candidate in candidates:
        system, pace = candidate.system, candidate.pace
        own = "period" if pace.period and "period" in system.schedules else system.schedules[0]
        schedule = pace.schedule or own
        if schedule == "live":
            live.append(candidate.label)
        elif system.default_period not in ("all", "1d", "event"):
            slow.setdefault(pace.period or system.default_period, []).append(candidate.label)
    if not slow:
        return []
    each = [f"{', '.join(names)} between rating periods of {rule} only" for rule, names in slow.items()]
    summary = "; ".join([*([f"{', '.join(live)} from game to game"] if live else []), *each])
    remedy = f"For a weekly league give {option('period', '1w')}." if "1mo" in slow else ""
    return [f"What is learned, and when: {summary}. {remedy}".rstrip()]


def _record(games: Record | Readable, extra: Sequence[str], columns: Mapping[str, str] | None) -> Record:
    """Return a record with others' forecasts as its covariates."""
    if isinstance(games, Record):
        if columns is not None:
            raise BadInput("columns= is for tables and files, and the games are a record already")
        return games
    return read_games(games, columns={**(columns or {}), **forecast_columns(extra)} or None)
