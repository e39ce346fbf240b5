"""What of a report the event that was taken over from it would not report again, as findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from arpad.core import ArpadError, worded, worded_count
from arpad.core.wording import as_worded
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity
from arpad.office.publishing.file_kinds import with_report_end
from arpad.rulebooks.reporting import report_of
from arpad.tournament.model import Tournament
from arpad.tournament.trf import Document, parse
from arpad.tournament.trf.compared import ReportLoss, differences

_EXAMPLES = 3

_CODES_OF_LOSSES = {
    # Each is told by itself, with what to do about it: the record, and the column where it begins.
    "report.teams-left-out": ("013", 0),
    "report.bye-game-points": ("320", 10),
}


def findings_of_loss(document: Document, log: EventLog, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield what a report says that the event does not keep, a finding for each field of a record.

    The event is reported again, and the two reports are compared. Points, places and counts, which every
    program counts by itself, are notes; everything else is lost.

    Args:
        document: the report.
        log: the event.
        findings: what is told already.
    """
    tournament = log.tournament()
    try:
        again = _again(tournament)
    except ArpadError as error:
        text = worded("the event cannot be exported as a report: {problem}", problem=as_worded(error.problem))
        yield Finding("report.no-export", text, Severity.WARNING)
        return
    before = {_CODES_OF_LOSSES[finding.code] for finding in findings if finding.code in _CODES_OF_LOSSES}
    groups: dict[tuple[str, str, bool], list[ReportLoss]] = {}
    for difference in differences(document, parse(with_report_end(again))):
        if (difference.code, difference.columns[0]) not in before:
            groups.setdefault((difference.code, difference.field, difference.counted), []).append(difference)
    for group in groups.values():
        yield _finding(group)


def _again(tournament: Tournament) -> str:
    try:
        return report_of(tournament)
    except ArpadError:
        # Tie-breaks that cannot be used are told by themselves.
        return report_of(replace(tournament, tiebreaks=()))


def _finding(group: list[ReportLoss]) -> Finding:
    first = group[0]
    shown = [difference.example for difference in group[:_EXAMPLES]]
    examples = ", ".join([*shown, "…"] if len(group) > _EXAMPLES else shown)
    values = {"code": first.code, "field": first.field, "examples": examples}
    numbers = tuple(dict.fromkeys(difference.number for difference in group if difference.number))
    if first.counted:
        text = worded_count(
            "{code}, {field}: counted anew, other than in {count} line of the report ({examples})",
            "{code}, {field}: counted anew, other than in {count} lines of the report ({examples})",
            len(group),
            **values,
        )
        return Finding("report.counted-anew", text, numbers=numbers)
    text = worded_count(
        "{code}, {field}: {count} entry of the report is not kept ({examples})",
        "{code}, {field}: {count} entries of the report are not kept ({examples})",
        len(group),
        **values,
    )
    return Finding("report.not-kept", text, Severity.WARNING, numbers=numbers)
