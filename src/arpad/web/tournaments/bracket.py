"""Knockouts and groups as drawings, with the table of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.office.pages.bracket import LINE, WIDE, BracketDrawing, BracketGame, drawings, games
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.tournaments.event import TournamentHead, tournament_view


@dataclass(frozen=True)
class BracketPage(Page):
    """The bracket of a tournament, or its groups.

    Args:
        head: the tournament.
        html_drawings: as boxes and lines.
        games: in their order.
        html_line: a line of a box in pixels, across and down.
    """

    TEMPLATE: ClassVar[str] = "tournament_bracket.html.j2"
    head: TournamentHead
    html_drawings: Sequence[BracketDrawing]
    games: Sequence[BracketGame]
    html_line: tuple[int, int] = (WIDE, LINE)


def bracket(context: RequestContext) -> BracketPage:
    """Show the drawings of a tournament."""
    view = tournament_view(context)
    tournament = view.tournament.until(view.seen)
    return BracketPage(view.head, drawings(tournament), games(tournament))
