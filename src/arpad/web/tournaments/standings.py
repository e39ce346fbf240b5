"""The standings after any round, the crosstable, and the page of a participant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from arpad.core import worded
from arpad.office.charts.bump import MOST, Climb, bump
from arpad.office.charts.chart import STYLES, Caption
from arpad.office.pages.event_page import TERMS
from arpad.office.pages.event_tables import (
    CrossTable,
    RankTable,
    crosstable,
    standings_table,
    without_game,
)
from arpad.office.pages.gained import gained, is_rated
from arpad.office.pages.standings_tables import as_csv
from arpad.office.reports.standings import cells_note
from arpad.rulebooks.fide.tiebreaks import FIDE
from arpad.rulebooks.fide.tiebreaks.editions import TieBreakEdition
from arpad.rulebooks.pairing_catalogue import written_result
from arpad.rulebooks.standings import edition_for, ranked_apart
from arpad.rulebooks.standings import standings as compute_standings
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.standings import Standings
from arpad.tournament.standings_table import dropped, uncounted
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.tournaments.event import TournamentHead, TournamentView, tournament_view

ALL = "all"
"""The columns that are asked for where performance and rating change are to be among them."""


@dataclass(frozen=True)
class StandingsPage(Page):
    """The standings.

    Args:
        head: the tournament.
        after: the round after which they hold; 0 before the first.
        tables: by group; a single one without a name.
        order: the tie-breaks in order, each with its full name, and its modifiers in words.
        dropped: tie-breaks that were left out, each with the reason.
        uncounted: whose games do not count, and why.
        rules: the edition of FIDE's rules of tie-breaks; empty where none of them is FIDE's.
        since: the day since which these rules are in force.
        rateable: whether there are columns of performance, W − We and rating change.
        rated: whether they are shown.
        climbs: the places after every round, a line for each; none of groups and large fields.
        html_wide: a chart of that for wide windows.
        html_narrow: the same for phones.
    """

    TEMPLATE: ClassVar[str] = "tournament_standings.html.j2"
    head: TournamentHead
    after: int
    tables: Mapping[str, RankTable]
    order: Sequence[tuple[str, str, Sequence[str]]]
    dropped: Sequence[tuple[str, str]]
    uncounted: Sequence[str]
    rules: str
    since: str
    rateable: bool
    rated: bool
    climbs: Sequence[Climb] = ()
    html_wide: Markup | str = ""
    html_narrow: Markup | str = ""


def standings(context: RequestContext) -> StandingsPage:
    """Show the standings after a round; each value unfolds into what it is made of."""
    view = tournament_view(context)
    after = context.whole_of_path("round") if "round" in context.request.path_params else view.seen
    if after > view.seen:
        raise Unknown(worded("round {at} is not published yet", at=after))
    tournament = view.tournament.until(after)
    rules = edition_for(tournament, None)
    tables = {group: compute_standings(part, None, rules) for group, part in ranked_apart(tournament).items()}
    order = next(iter(tables.values())).order
    rateable = is_rated(tournament)
    worth = gained(tournament) if context.query("columns") == ALL else {}
    unfolds = len(tournament.entrants) * max(after, 1) * len(order) <= TERMS
    return StandingsPage(
        view.head,
        after,
        {
            group: standings_table(group_standings, terms=unfolds, gained=worth)
            for group, group_standings in tables.items()
        },
        [
            (str(tiebreak), tiebreak.kind.title, tiebreak.code.words())
            for tiebreak in order
            if str(tiebreak) != "PTS"
        ],
        list(dropped(tables)),
        uncounted(tables),
        rules.name if any(tiebreak.code.name in FIDE.kinds for tiebreak in order) else "",
        rules.since.isoformat(),
        rateable,
        bool(worth),
        *_climbs(context, tournament, tables, rules),
    )


def table(context: RequestContext) -> Response:
    """Return the standings after a round as CSV; with performance and rating change if they are asked for."""
    view = tournament_view(context)
    after = context.whole_of_query("after", view.seen)
    if after > view.seen:
        raise Unknown(worded("round {at} is not published yet", at=after))
    tournament = view.tournament.until(after)
    rules = edition_for(tournament, None)
    tables = {group: compute_standings(part, None, rules) for group, part in ranked_apart(tournament).items()}
    text = as_csv(tables, gained(tournament) if context.query("columns") == ALL else None)
    name = f"{view.head.name}-{after}.csv"
    return Response(
        text, media_type="text/csv", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


def _climbs(
    context: RequestContext, tournament: Tournament, tables: Mapping[str, Standings], rules: TieBreakEdition
) -> tuple[Sequence[Climb], Markup | str, Markup | str]:
    """Return the places after every round, and the charts of them."""
    if len(tables) != 1 or tournament.played < 2 or len(tournament.entrants) > MOST:
        return (), "", ""
    last = next(iter(tables.values()))
    places: dict[int, list[int]] = {place.entrant.number: [] for place in last}
    for at in range(1, tournament.played + 1):
        ranking = last if at == tournament.played else compute_standings(tournament.until(at), None, rules)
        for rank, place in enumerate(ranking, 1):
            places[place.entrant.number].append(rank)
    climbs = [Climb(place.entrant.name, places[place.entrant.number]) for place in last]
    title = context.language.translate("The places round by round")
    words = " ".join(f"{climb.name}: {', '.join(map(str, climb.places))}." for climb in climbs[:STYLES])
    wide, narrow = (
        bump(climbs, Caption(f"climbs-{width}", title, words), narrow=width == "narrow")
        for width in ("wide", "narrow")
    )
    return climbs, wide, narrow


@dataclass(frozen=True)
class CrosstablePage(Page):
    """Who met whom with what result.

    Args:
        head: the tournament.
        tables: by group; a single one without a name.
        cells: what stands in their cells.
    """

    TEMPLATE: ClassVar[str] = "tournament_crosstable.html.j2"
    head: TournamentHead
    tables: Mapping[str, CrossTable]
    cells: str


def cross(context: RequestContext) -> CrosstablePage:
    """Show the crosstable."""
    view = tournament_view(context)
    tournament = view.tournament.until(view.seen)
    apart = ranked_apart(tournament)
    rules = edition_for(tournament, None)
    tables = {
        group: _cross(crosstable(part, compute_standings(part, None, rules))) for group, part in apart.items()
    }
    square = any(cross_table.square for cross_table in tables.values())
    coloured = any(entry.colour for line in tournament.history.values() for entry in line)
    return CrosstablePage(view.head, tables, cells_note(square=square, coloured=coloured))


def _cross(table: CrossTable) -> CrossTable:
    """Return a crosstable whose heads lead nowhere: the rounds are not on its page."""
    return replace(table, heads=[head._replace(link="") for head in table.heads])


class ParticipantRound(NamedTuple):
    """A round of a participant.

    Args:
        round: its number.
        board: the board; 0 without a game.
        opponent: who was met; None without a game.
        colour: ``White``, ``Black`` or nothing.
        result: the result as boards print it, or what stands for a round without a game.
        score: what it brought; None if the result is to come.
    """

    round: int
    board: int
    opponent: Entrant | None
    colour: str
    result: str
    score: Fraction | None


@dataclass(frozen=True)
class ParticipantPage(Page):
    """A participant's rounds.

    Args:
        head: the tournament.
        entrant: the participant.
        games: by round.
        points: so far.
    """

    TEMPLATE: ClassVar[str] = "tournament_participant.html.j2"
    head: TournamentHead
    entrant: Entrant
    games: Sequence[ParticipantRound]
    points: Fraction


def participant(context: RequestContext) -> ParticipantPage:
    """Show the rounds of a participant."""
    view = tournament_view(context)
    number = context.whole_of_path("number")
    tournament = view.tournament.until(view.seen)
    if number not in tournament.by_number:
        raise Unknown(worded("no participant has the number {number}", number=number))
    return ParticipantPage(view.head, tournament.by_number[number], *games_of(view, number))


def games_of(view: TournamentView, number: int) -> tuple[list[ParticipantRound], Fraction]:
    """Return the rounds of a participant, and the points so far."""
    tournament = view.tournament.until(view.seen)
    games = [_participant_round(view, tournament, number, at) for at in range(1, view.seen + 1)]
    points = tournament.scores(view.seen).get(number, Fraction(0)) if view.seen else Fraction(0)
    return games, points


def _participant_round(
    view: TournamentView, tournament: Tournament, number: int, at: int
) -> ParticipantRound:
    for board, game in enumerate(tournament.rounds[at - 1].pairings, 1):
        if number not in (game.white, game.black):
            continue
        other = game.black if number == game.white else game.white
        colour = ("White" if number == game.white else "Black") if game.coloured else ""
        score = None if game.pending else tournament.gained(number, at)
        return ParticipantRound(
            at, board, tournament.by_number[other], colour, written_result(tournament.system, game), score
        )
    entry = tournament.history[number][at - 1]
    word = without_game(tournament, number, at, entry.result)
    return ParticipantRound(at, 0, None, "", word, tournament.gained(number, at))
