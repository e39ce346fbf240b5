"""The rounds: paired, looked at, set by hand, published, taken back, and why they are so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from markupsafe import Markup

from arpad.core import ArpadError, BadInput
from arpad.office import desk
from arpad.office.hand_decisions import by_hand, explained_round
from arpad.office.log.event_log import EventLog
from arpad.office.pages.event_tables import RoundTable, round_table, with_sides
from arpad.office.pages.explanation_html import about_float, explained
from arpad.office.pages.floats import FloatMap, float_map, seen_before
from arpad.office.policy import Finding
from arpad.rulebooks.pairing_catalogue import names_black_first
from arpad.rulebooks.standings import by_points
from arpad.tournament.model import Entrant, Tournament
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, act, check_arbiter, seen_round, tournament_view


@dataclass(frozen=True)
class RoundPage(Page):
    """A round by board.

    Args:
        head: the tournament.
        round: the round with its results so far.
        state: ``draft``, ``open`` or ``complete``.
        pending: how many results are to come.
        last: whether it is the last round that is shown.
        decided: what the arbiter set by hand in it, with the rules that it departs from.
        floats: who was paired out of their scoregroup; None of a system without scoregroups.
    """

    TEMPLATE: ClassVar[str] = "tournament_round.html.j2"
    head: TournamentHead
    round: RoundTable
    state: str
    pending: int
    last: bool
    decided: Sequence[Finding]
    floats: FloatMap | None


def round_(context: RequestContext) -> RoundPage:
    """Show a round."""
    view = tournament_view(context)
    at = seen_round(context, view)
    tournament = view.tournament
    return RoundPage(
        view.head,
        _seen_table(view.log, at),
        view.head.rounds[at - 1].state,
        len(tournament.rounds[at - 1].pending),
        at == view.seen,
        list(by_hand(tournament, at)),
        float_map(view.log, at),
    )


@dataclass(frozen=True)
class WhyPage(Page):
    """Why a round was paired as it was.

    Args:
        head: the tournament.
        number: of the round.
        told: the explanation.
        refused: why it cannot be explained; empty if it can.
        round: the round by board.
        entrants: who the numbers of the explanation are.
    """

    TEMPLATE: ClassVar[str] = "tournament_why.html.j2"
    head: TournamentHead
    number: int
    told: Markup | str
    refused: str
    round: RoundTable
    entrants: Sequence[Entrant]


def why(context: RequestContext) -> WhyPage:
    """Pair a round again, and show why it came out so; of a participant who floats, why that one does."""
    view = tournament_view(context)
    at = seen_round(context, view)
    try:
        tree = explained_round(view.log, at)
        number = context.whole_of_query("float", 0)
        about = about_float(tree, number, _opponent_of(view.log, at, number)) if number else None
        explanation: Markup | str = explained(tree, unfolded=1, about=about)
        problem = ""
    except ArpadError as error:
        explanation, problem = "", error.told
    entrants = view.log.as_paired(at)[0].entrants
    return WhyPage(view.head, at, explanation, problem, _table(view.tournament, at), entrants)


def _opponent_of(log: EventLog, at: int, number: int) -> int:
    """Return whom a participant met in a round as it was paired, by the numbers of then; 0 for nobody."""
    for game in log.as_paired(at).round.pairings:
        if number in (game.white, game.black):
            return game.black if number == game.white else game.white
    return 0


def _seen_table(log: EventLog, at: int) -> RoundTable:
    """Return a round with what the pairing went by: ratings, and the colours due."""
    tournament = log.tournament()
    dues = {number: preference.due for number, (_, preference) in seen_before(log, at).items()}
    return with_sides(
        _table(tournament, at), tournament, dues, black_first=names_black_first(tournament.system)
    )


def _table(tournament: Tournament, at: int) -> RoundTable:
    table = round_table(
        tournament, at, black_first=names_black_first(tournament.system), scores=by_points(tournament)
    )
    return replace(table, decided=())  # a page says it by itself, in its language


def pair(context: RequestContext) -> Redirect:
    """Pair the next round."""
    view = tournament_view(context)
    done = act(context, view, desk.pair)
    return Redirect(f"{view.head.address}/rounds/{done.after.tournament().played}", done.after.findings)


def publish(context: RequestContext) -> Redirect:
    """Make a round known."""
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    done = act(context, view, lambda log: desk.publish(log, at))
    return Redirect(f"{view.head.address}/rounds/{at}", done.after.findings)


def unpair(context: RequestContext) -> Redirect:
    """Take the last round back."""
    view = tournament_view(context)
    done = act(context, view, desk.unpair)
    left = done.after.tournament().played
    address = f"{view.head.address}/rounds/{left}" if left else view.head.address
    return Redirect(address, done.after.findings)


def set_by_hand(context: RequestContext) -> Redirect:
    """Set a board of a round by hand, or give its bye to another.

    Raises:
        BadInput: the form names neither, or the desk refuses it.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    if context.text("bye"):
        number = context.whole("bye")
        done = act(context, view, lambda log: desk.swap_bye(log, number, at=at))
    elif context.text("board"):
        board, first, second = context.whole("board"), context.whole("first"), context.whole("second")
        white, black = (second, first) if names_black_first(view.tournament.system) else (first, second)
        done = act(context, view, lambda log: desk.set_board(log, board, white, black, at=at))
    else:
        raise BadInput(
            "the form names neither a board nor a bye",
            code="board.not-named",
            remedy="Write the number of the board and those of both players.",
        )
    return Redirect(f"{view.head.address}/rounds/{at}", done.after.findings)
