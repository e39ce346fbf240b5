"""The codes of players as drawings for a phone's camera (QR codes): a link for each side of a board."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from arpad.office.club.report_codes import ReportSeat, code_of, key_of
from arpad.office.events.side_report import OFF
from arpad.office.reports.codes import BoardCodes, SideCode
from arpad.rulebooks.pairing_catalogue import names_black_first
from arpad.web.context import RequestContext
from arpad.web.security.hosts import is_loopback
from arpad.web.tournaments.event import TournamentView

HEADINGS = ("White", "Black")


def only_here(context: RequestContext) -> bool:
    """Tell whether the address of the office is one that no other machine reaches."""
    return is_loopback(urlsplit(context.office).hostname or "")


def codes_of(
    context: RequestContext, view: TournamentView, at: int, *, pending: bool = False
) -> Sequence[BoardCodes]:
    """Return the codes of a round, board by board, in the order in which boards are printed.

    Nothing is returned where a code would lead nowhere: players do not report, the round is not the last one,
    or the page was opened at an address that phones cannot reach.

    Args:
        context: the request, which tells the address of the office.
        view: the tournament.
        at: the round.
        pending: whether only boards without a result are wanted.
    """
    log, tournament = view.log, view.tournament
    if log.reporting == OFF or log.finished or at != tournament.played or only_here(context):
        return ()
    key = key_of(context.site.database, view.stream)
    order = (False, True) if names_black_first(tournament.system) else (True, False)
    board_codes = []
    for board, game in enumerate(tournament.rounds[at - 1].pairings, 1):
        if pending and not game.pending:
            continue
        codes = []
        for white in order:
            number = game.white if white else game.black
            link = f"{context.office}/r/{view.head.name}/{code_of(key, log, ReportSeat(at, board, white))}"
            heading = HEADINGS[0 if white else 1] if game.coloured else ""
            codes.append(SideCode(heading, tournament.by_number[number].name, drawn(link)))
        board_codes.append(BoardCodes(board, codes))
    return board_codes


def drawn(link: str) -> Markup:
    """Return a link as a QR code, black on white in any colour scheme: SVG without a size of its own."""
    qr_code = segno.make(link, error="m", micro=False)
    return Markup(  # segno writes numbers and colours only
        qr_code.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    )
