"""Paper and files: printed reports, the tournament as an event file and as a report (TRF)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starlette.responses import Response

from arpad.core import worded
from arpad.office.corrected_results import corrected_results
from arpad.office.decision_lines import decisions
from arpad.office.events.side_report import EVERYWHERE
from arpad.office.publishing.file_kinds import with_report_end
from arpad.office.reports.catalogue import REPORTS, report
from arpad.office.reports.page import as_page
from arpad.rulebooks.reporting import report_of
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.security.headers import POLICY
from arpad.web.tournaments.codes import codes_of
from arpad.web.tournaments.event import TournamentHead, check_arbiter, tournament_view

PAPER = POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'").replace(
    "script-src 'self'", "script-src 'none'"
)
"""The policy of printed reports, which have their styles inside."""

OWN = ("slips", "rating", "norms", "byes")
"""The reports that only the arbiter prints."""


@dataclass(frozen=True)
class PaperPage(Page):
    """What can be printed.

    Args:
        head: the tournament.
        reports: name, title, and whether it is of a round.
        rounds: that can be printed.
    """

    TEMPLATE: ClassVar[str] = "tournament_paper.html.j2"
    head: TournamentHead
    reports: list[tuple[str, str, bool]]
    rounds: int


def paper(context: RequestContext) -> PaperPage:
    """Show what can be printed or saved."""
    view = tournament_view(context)
    runs = view.head.runs
    reports = [
        (name, entry.title, entry.of_round) for name, entry in REPORTS.items() if runs or name not in OWN
    ]
    return PaperPage(view.head, reports, view.seen)


def printed(context: RequestContext) -> Response:
    """Return a printed report as a page for paper."""
    view = tournament_view(context)
    what = str(context.request.path_params["what"])
    if what not in REPORTS:
        raise Unknown(
            worded("there is no report {what!r}", what=what[:40]),
            remedy=worded("There are {known}.", known=", ".join(REPORTS)),
        )
    if what in OWN:
        check_arbiter(context, view)
    text = context.request.query_params.get("round", "")
    at = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
    of_round = REPORTS[what].of_round
    if of_round and (at or view.seen) > view.seen:
        raise Unknown(worded("round {at} is not published yet", at=at))
    tournament = view.tournament.until(view.seen)
    paper_report = report(tournament, what, (at or view.seen or None) if of_round else None)
    scanned = what == "slips" or (what == "pairings" and view.log.reporting == EVERYWHERE)
    codes = codes_of(context, view, at or view.seen, pending=True) if scanned and view.seen else ()
    text = as_page(paper_report, codes, lang=context.language.code, decimal=context.language.decimal)
    return Response(text, media_type="text/html", headers={"content-security-policy": PAPER})


def event_file(context: RequestContext) -> Response:
    """Return the event file that the tournament is, byte for byte."""
    view = tournament_view(context)
    check_arbiter(context, view)
    return _saved(view.store.content(), f"{view.head.name}.arpad", "application/x-ndjson")


def trf(context: RequestContext) -> Response:
    """Return the tournament as FIDE's report (TRF26); with the decisions as comments to who runs it."""
    view = tournament_view(context)
    tournament = view.tournament.until(view.seen)
    remarks = [
        correction.text for correction in corrected_results(view.log) if correction.paired <= view.seen
    ]
    if context.query("decisions"):
        check_arbiter(context, view)
        remarks += [decision.line() for decision in decisions(view.log)]
    text = with_report_end(report_of(tournament, "trf26", remarks))
    return _saved(text.encode(), f"{view.head.name}.trf", "text/plain")


def _saved(content: bytes, name: str, kind: str) -> Response:
    return Response(
        content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'}
    )
