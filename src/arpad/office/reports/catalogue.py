"""All printed reports by their names. A report is known by text until it is asked for: each imports much."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from arpad.core import BadInput, worded
from arpad.office.reports.table import Report
from arpad.tournament.model import Tournament


class ReportEntry(NamedTuple):
    """A report of the catalogue.

    Args:
        place: ``module:function``.
        title: what it is, in a few words.
        of_round: whether it is of a round, or of the event after a round.
    """

    place: str
    title: str
    of_round: bool = True


REPORTS: dict[str, ReportEntry] = {
    "start": ReportEntry("arpad.office.reports.entries:start", "the starting list", False),
    "pairings": ReportEntry("arpad.office.reports.rounds:pairings", "a round for the wall"),
    "alphabet": ReportEntry("arpad.office.reports.rounds:alphabet", "who plays where, by the alphabet"),
    "results": ReportEntry("arpad.office.reports.rounds:results", "the results of a round"),
    "slips": ReportEntry("arpad.office.reports.slips:slips", "result slips of a round, to cut apart"),
    "standings": ReportEntry("arpad.office.reports.standings:standings", "the standings"),
    "crosstable": ReportEntry("arpad.office.reports.standings:crosstable", "who met whom with what result"),
    "byes": ReportEntry("arpad.office.reports.entries:byes", "byes and absences, given and to come", False),
    "rating": ReportEntry(
        "arpad.office.reports.rating:rating", "FIDE's rating report: Ro, n, Rc, W, We, K, change"
    ),
    "norms": ReportEntry("arpad.office.reports.norms:norms", "FIDE's title norms, and what is missing"),
}
"""The reports by name."""


def report(tournament: Tournament, what: str, at: int | None = None, **chosen: Any) -> Report:
    """Return a report by its name.

    Args:
        tournament: the event.
        what: a name of :data:`REPORTS`.
        at: the round; None for the last one that is paired.
        chosen: what else the report's function takes.

    Raises:
        BadInput: there is no such report, it has no round and one is asked for, or the report refuses.
    """
    if what not in REPORTS:
        raise BadInput(
            worded("there is no report {what!r}", what=what),
            code="print.unknown",
            remedy=worded("There are {known}.", known=", ".join(REPORTS)),
        )
    entry = REPORTS[what]
    module, _, function = entry.place.partition(":")
    build = getattr(import_module(module), function)
    if entry.of_round:
        round_report: Report = build(tournament, at, **chosen)
        return round_report
    if at is not None:
        raise BadInput(
            worded("{title} has no round", title=entry.title),
            code="print.no-round",
            remedy="Ask without a round.",
        )
    whole: Report = build(tournament, **chosen)
    return whole
