"""What the correction of a result would change, in the standings and in ratings, before it is accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, worded
from arpad.office import desk
from arpad.office.club.register import Register
from arpad.office.log.event_log import EventLog
from arpad.office.pools.corrections import RatingChange
from arpad.office.pools.finished import preview
from arpad.office.pools.pool import Pool, pools
from arpad.rulebooks.pairing_catalogue import names_black_first, written_result
from arpad.rulebooks.standings import ranked_apart, standings
from arpad.tournament.model import Tournament
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.lists.changes import Changed, changed
from arpad.web.tournaments.event import TournamentHead, check_arbiter, seen_round, tournament_view


class StandingChange(NamedTuple):
    """A participant whose place or points a correction changes.

    Args:
        name: of the participant.
        was: the place before; None without one.
        place: the place with the correction; None without one.
        had: the points before.
        points: the points with the correction.
    """

    name: str
    was: int | None
    place: int | None
    had: Fraction
    points: Fraction


@dataclass(frozen=True)
class CorrectionPage(Page):
    """What the correction of a result would change.

    Args:
        head: the tournament.
        number: of the round.
        board: its number.
        sides: the names, in the order in which results are typed.
        result: that stands; empty if none does.
        typed: the result that is looked at.
        moved: whose place or points would change, by the new place.
        later: rounds that were paired after this one; their pairings stay.
        pools: the ranking lists, by name.
        pool: the one in which the tournament is to be rated.
        rated: whose rating would be another one after the games so far.
        problem: why it cannot be told; empty if it can.
    """

    TEMPLATE: ClassVar[str] = "tournament_correction.html.j2"
    head: TournamentHead
    number: int
    board: int
    sides: tuple[str, str]
    result: str
    typed: str
    moved: Sequence[StandingChange]
    later: Sequence[int]
    pools: Mapping[str, str]
    pool: str
    rated: Sequence[Changed]
    problem: str


def correction(context: RequestContext) -> CorrectionPage:
    """Show what a correction would change; nothing is written."""
    view = tournament_view(context)
    check_arbiter(context, view)
    at = seen_round(context, view)
    games = view.tournament.rounds[at - 1].pairings
    board = context.whole_of_query("board", 1)
    if board > len(games):
        raise Unknown(worded("round {at} has no board {board}", at=at, board=board))
    game = games[board - 1]
    lists = pools(context.site.database)
    pool, typed = context.query("pool"), context.query("result")
    standing_changes: Sequence[StandingChange] = ()
    rating_changes: Sequence[Changed] = ()
    problem = ""
    if typed:
        try:
            after = desk.enter_result(view.log, at, board, typed)
            standing_changes = _standing_changes(view.tournament, after.tournament())
            if pool in lists:
                changes = _rating_changes(Pool(context.site.database, pool), view.log, after)
                rating_changes = changed(changes, Register(context.site.database).by_name())
        except BadInput as error:
            problem = error.told
    by_number = view.tournament.by_number
    white, black = by_number[game.white].name, by_number[game.black].name
    black_first = names_black_first(view.tournament.system)
    return CorrectionPage(
        view.head,
        at,
        board,
        (black, white) if black_first else (white, black),
        written_result(view.tournament.system, game),
        typed,
        standing_changes,
        list(range(at + 1, view.tournament.played + 1)),
        lists,
        pool if pool in lists else "",
        rating_changes,
        problem,
    )


def _standing_changes(before: Tournament, after: Tournament) -> list[StandingChange]:
    """Return whose place or points differ between two states of a tournament."""
    was, now = _places(before), _places(after)
    rows = [
        StandingChange(after.by_number[number].name, was[number][0], place, was[number][1], points)
        for number, (place, points) in now.items()
        if number in was and was[number] != (place, points)
    ]
    return sorted(rows, key=lambda change: (change.place is None, change.place or 0, change.name))


def _places(tournament: Tournament) -> dict[int, tuple[int | None, Fraction]]:
    """Return place and points of every participant; within the groups where there are any."""
    places = {}
    for part in ranked_apart(tournament).values():
        points = part.scores()
        for place in standings(part, None, None).places:
            number = place.entrant.number
            places[number] = place.rank, points[number]
    return places


def _rating_changes(pool: Pool, before: EventLog, after: EventLog) -> list[RatingChange]:
    """Return whose rating the games so far would make another one, the greatest difference first."""
    was = {change.player: change.after for change in preview(pool, before, so_far=True)}
    now = {change.player: change.after for change in preview(pool, after, so_far=True)}
    changes = [
        RatingChange(name, was.get(name), now.get(name))
        for name in {**was, **now}
        if was.get(name) != now.get(name)
    ]
    return sorted(
        changes, key=lambda change: (-abs((change.after or 0.0) - (change.before or 0.0)), change.player)
    )
