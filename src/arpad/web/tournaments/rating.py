"""A tournament that is over is rated into a ranking list, after a look at what becomes of its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.office.club.register import Register
from arpad.office.club.rights import Task, may, require
from arpad.office.pools.careers import pools_that_rated
from arpad.office.pools.finished import preview, rate_tournament
from arpad.office.pools.pool import Pool, pools
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.lists.changes import Changed, changed
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, tournament_view


@dataclass(frozen=True)
class RatingPage(Page):
    """The rating of a tournament.

    Args:
        head: the tournament.
        pools: the ranking lists, by name.
        pool: the one that is asked for; empty for none.
        players: what becomes of them.
        problem: why the tournament cannot be rated; empty if it can.
        rated: the lists into which it was rated.
        may: whether who asks may rate it.
    """

    TEMPLATE: ClassVar[str] = "tournament_rating.html.j2"
    head: TournamentHead
    pools: Mapping[str, str]
    pool: str
    players: Sequence[Changed]
    problem: str
    rated: Sequence[str]
    may: bool


def rating(context: RequestContext) -> RatingPage:
    """Show what rating the tournament would make of its players."""
    view = tournament_view(context)
    database = context.site.database
    lists = pools(database)
    rated = pools_that_rated(database, view.head.name)
    pool = context.query("pool")
    players: Sequence[Changed] = ()
    problem = ""
    if pool and pool in lists and pool not in rated:
        try:
            changes = preview(Pool(database, pool), view.log)
            players = changed(changes, Register(database).by_name())
        except BadInput as error:
            problem = error.told
    may_rate = may(context.actor, Task.POST_GAMES)
    return RatingPage(view.head, lists, pool, players, problem, rated, may_rate)


def rate(context: RequestContext) -> Redirect:
    """Rate the tournament."""
    require(context.actor, Task.POST_GAMES)
    view = tournament_view(context)
    pool = context.text("pool")
    rate_tournament(Pool(context.site.database, pool), view.log, author=context.actor.name)
    return Redirect(f"{view.head.address}/rating?pool={pool}")
