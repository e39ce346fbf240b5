"""The pools of the organisation: what each rates by, and a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from arpad.core import ArpadError, BadInput, worded
from arpad.office.club.rights import Task, require
from arpad.office.pools.listing import listing
from arpad.office.pools.pool import Pool, places, pools
from arpad.ratings.advancing import advancing
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system
from arpad.web.addresses import address_of
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.lists.pool import PoolHead, head_of
from arpad.web.outcome import Redirect

FIRST = ("glicko2", "elo", "glicko", "kbaduk", "lichess")
"""The systems that a form offers first."""


class Leader(NamedTuple):
    """The first of a list.

    Args:
        name: the player.
        rating: in points.
    """

    name: str
    rating: float


@dataclass(frozen=True)
class PoolsPage(Page):
    """All pools.

    Args:
        pools: each with the best player, if anybody has played.
        systems: that can rate each result as it comes in, by name; none for who may not begin a pool.
    """

    TEMPLATE: ClassVar[str] = "pools.html.j2"
    pools: Sequence[tuple[PoolHead, Leader | None]]
    systems: dict[str, str]


def all_pools(context: RequestContext) -> PoolsPage:
    """Show the pools."""
    rows = []
    for name in pools(context.site.database):
        places(context.site.database)  # of all pools in one statement; those that follow are not asked
        pool_list = listing(Pool(context.site.database, name))
        first = Leader(pool_list.names[0], float(pool_list.rating[0])) if len(pool_list) else None
        rows.append((head_of(pool_list, manages=context.may_rate), first))
    return PoolsPage(rows, systems() if context.may_rate else {})


def create(context: RequestContext) -> Redirect:
    """Begin a pool.

    Raises:
        BadInput: it has no title, or the system or its settings are not valid.
    """
    require(context.actor, Task.MANAGE_POOLS)
    title = context.text("title")
    if not title:
        raise BadInput("a pool needs a title", code="pool.no-title", remedy="Write its title.")
    name = address_of(title, pools(context.site.database), "pool")
    system = context.text("system")
    settings = _settings(context.text("settings"))
    Pool(context.site.database, name).create(system, settings, title=title, author=context.actor.name)
    return Redirect(f"/lists/{name}")


@cache
def systems() -> dict[str, str]:
    """Return the systems that can rate each result as it comes in, the usual ones first."""
    titles = {}
    for name in (*FIRST, *(name for name in SYSTEMS if name not in FIRST)):
        try:
            system = rating_system(name, {})
            advancing(system)
        except ArpadError:
            continue
        titles[name] = system.title
    return titles


def _settings(text: str) -> dict[str, str]:
    """Return parameters that are typed as ``tau=0.6 initial=1200``.

    Raises:
        BadInput: one is not written so.
    """
    settings = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not (name and equals and value):
            raise BadInput(
                worded("{part!r} is not a parameter with its value", part=part[:40]),
                code="pool.settings",
                remedy="Write parameters as tau=0.6 initial=1200.",
            )
        settings[name] = value
    return settings
