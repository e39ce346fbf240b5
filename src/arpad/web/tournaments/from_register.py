"""Participants who are entered from the register of players, with their ratings in a ranking list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.register import Register, Registered
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.events.entry_fields import TEXTS
from arpad.office.pools.pool import Pool, pools
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, act, check_arbiter, tournament_view

SHOWN = 100
"""Players of the register who are shown; more are found by a longer word."""


@dataclass(frozen=True)
class FromRegisterPage(Page):
    """Players of the register who are not participants yet.

    Args:
        head: the tournament.
        q: the words that are looked for.
        players: those found, each with the rating in the list; None where there is none.
        found: how many there are.
        pools: the ranking lists, by name.
        pool: the one whose ratings count.
    """

    TEMPLATE: ClassVar[str] = "tournament_from_register.html.j2"
    head: TournamentHead
    q: str
    players: Sequence[tuple[Registered, int | None]]
    found: int
    pools: Mapping[str, str]
    pool: str


def from_register(context: RequestContext) -> FromRegisterPage:
    """Show the players who may be entered."""
    view = tournament_view(context)
    check_arbiter(context, view)
    q, pool = context.query("q"), context.query("pool")
    lists = pools(context.site.database)
    taken = {entrant.name for entrant in view.tournament.entrants}
    players = [player for player in Register(context.site.database).search(q) if player.name not in taken]
    ratings = _ratings(context, pool if pool in lists else "")
    rows = [(player, ratings.get(player.name)) for player in players[:SHOWN]]
    return FromRegisterPage(view.head, q, rows, len(players), lists, pool)


def enter(context: RequestContext) -> Redirect:
    """Enter those who are ticked.

    Raises:
        BadInput: nobody is, or one cannot be entered.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    register = Register(context.site.database)
    pool = context.text("pool")
    ratings = _ratings(context, pool)
    entries = []
    for name in context.form:
        number = name.removeprefix("player-")
        if number == name or not number.isdecimal():
            continue
        player = register.player(int(number))
        if player is not None:
            fields: dict[str, str | int] = {key: value for key in TEXTS if (value := getattr(player, key))}
            entries.append(ParticipantEntry(player.name, fields | {"rating": ratings.get(player.name, 0)}))
    if not entries:
        raise BadInput("nobody is ticked", code="entry.nobody", remedy="Tick who takes part.")
    done = act(context, view, lambda log: desk.enter_all(log, entries))
    return Redirect(f"{view.head.address}/participants", done.after.findings)


def _ratings(context: RequestContext, pool: str) -> dict[str, int]:
    """Return the ratings of a list in whole points; nothing where no list is chosen."""
    if not pool:
        return {}
    return {rating.player: round(rating.rating) for rating in Pool(context.site.database, pool).ratings()}
