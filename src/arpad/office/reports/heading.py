"""What stands above and below every printed report: the event, where and when it is, and who directs it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arpad.core import worded, worded_count
from arpad.office.reports.table import Report, ReportColumn, ReportTable, decimals
from arpad.tournament.games import has_round_dates, round_dates
from arpad.tournament.model import Tournament


def report_of(
    tournament: Tournament,
    what: str,
    title: str,
    tables: Sequence[ReportTable],
    *,
    at: int = 0,
    notes: Sequence[str] = (),
) -> Report:
    """Return a report under the heading of its tournament.

    Args:
        tournament: whose.
        what: which report.
        title: its heading.
        tables: at least one.
        at: the round that it is of, or after which it holds; 0 for none.
        notes: what stands below the tables.
    """
    facts = [place_and_dates(tournament)]
    if arbiter := tournament.details.get("chief_arbiter", ""):
        facts.append(worded("Chief arbiter: {name}", name=arbiter))
    return Report(what, title, tournament.name, tables, at, [fact for fact in facts if fact], notes)


def points_column(
    tournament: Tournament, key: str = "points", heading: str = "Points", title: str = ""
) -> ReportColumn:
    """Return a column of points, with the decimals that the event's points need; left out if it is empty."""
    digits = decimals(Fraction(1, tournament.unit))
    return ReportColumn(key, heading, "right", title, optional=True, digits=digits)


def place_and_dates(tournament: Tournament) -> str:
    """Return where and when a tournament is: ``Seoul, KOR, 2026-05-01 to 2026-05-03``; empty if unknown."""
    place, days = place_of(tournament), days_of(tournament)
    when = worded("{first} to {last}", first=days[0], last=days[-1]) if len(days) > 1 else "".join(days)
    return worded("{place}, {days}", place=place, days=when) if place and when else place or when


def place_of(tournament: Tournament) -> str:
    """Return where a tournament is: ``Seoul, KOR``; empty if unknown."""
    details = tournament.details
    return ", ".join(details[key] for key in ("city", "federation") if details.get(key))


def days_of(tournament: Tournament) -> tuple[str, ...]:
    """Return the first and the last day of a tournament, as ``2026-05-01``; one if they are the same."""
    details = tournament.details
    days = [details[key].replace("/", "-") for key in ("start", "end") if details.get(key)]
    return tuple(dict.fromkeys(days))


def of_round(title: str, tournament: Tournament, at: int) -> str:
    """Return the heading of a report of a round, with the round's date where it is known."""
    day = round_dates(tournament)[at - 1] if has_round_dates(tournament) else None
    if day is None:
        return worded("Round {at}: {title}", at=at, title=title)
    return worded("Round {at}: {title} ({day})", at=at, title=title, day=day.isoformat())


def boards_named(numbers: Sequence[int]) -> str:
    """Return boards by their numbers: ``board 3``, ``boards 3, 4``."""
    listed = ", ".join(map(str, numbers))
    return worded_count("board {numbers}", "boards {numbers}", len(numbers), numbers=listed)
