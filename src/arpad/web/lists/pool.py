"""The pool that an address names, and what stands at the head of all its pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from arpad.core import BadInput
from arpad.office.pools.listing import Listing, listing, stands_at
from arpad.office.pools.pool import Pool
from arpad.web.context import RequestContext, Unknown


@dataclass(frozen=True)
class PoolHead:
    """What stands at the head of the pages of a pool.

    Args:
        name: by which addresses name it.
        title: its title.
        system: the name of the rating system.
        system_title: the rating system in words.
        settings: its parameters that are not the defaults.
        edition: of its rules on the day of the list; empty where it has none.
        players: how many have played.
        games: how many were posted.
        computed: when the list was computed, UTC.
        seq: the number of its last event.
        season: the name of the season; empty where none has begun.
        decimals: how many decimals of a rating are printed.
        manages: whether who asks may publish and correct.
    """

    name: str
    title: str
    system: str
    system_title: str
    settings: dict[str, str]
    edition: str
    players: int
    games: int
    computed: str
    seq: int
    season: str
    decimals: int
    manages: bool

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"/lists/{self.name}"

    def player(self, name: str) -> str:
        """Return where the page of a player is."""
        return f"{self.address}/player?{urlencode({'name': name})}"


class PoolRanking(NamedTuple):
    """A pool that a request is about.

    Args:
        pool: in the database.
        listing: its players in order.
        head: the head of its pages.
    """

    pool: Pool
    listing: Listing
    head: PoolHead


def pool_ranking(context: RequestContext, as_of: date | None = None) -> PoolRanking:
    """Return the pool that the address names.

    Args:
        context: the request.
        as_of: the day of the list; None for now.

    Raises:
        Unknown: there is none.
    """
    pool = Pool(context.site.database, str(context.request.path_params["pool"]))
    try:
        pool_list = listing(pool, as_of)
    except BadInput as error:
        if error.code == "pool.unknown":
            raise Unknown("there is no pool at this address", code=error.code) from error
        raise
    return PoolRanking(pool, pool_list, head_of(pool_list, manages=context.may_rate))


def ranking_version(context: RequestContext) -> tuple[str, int]:
    """Return by what the pool that the address names is known, and the number of its last event.

    Raises:
        Unknown: there is none.
    """
    try:
        return stands_at(Pool(context.site.database, str(context.request.path_params["pool"])))
    except BadInput as error:
        if error.code == "pool.unknown":
            raise Unknown("there is no pool at this address", code=error.code) from error
        raise


def head_of(pool_list: Listing, *, manages: bool) -> PoolHead:
    """Return the head of a pool's pages."""
    system = pool_list.system
    return PoolHead(
        pool_list.pool,
        pool_list.title,
        system.name,
        system.title,
        {name: str(value) for name, value in pool_list.rules.versions[pool_list.version][1]},
        pool_list.edition,
        len(pool_list),
        pool_list.number,
        pool_list.computed.strftime("%Y-%m-%dT%H:%M:%SZ"),
        pool_list.seq,
        next((season.name for season in reversed(pool_list.rules.seasons) if not season.out), ""),
        system.decimals,
        manages,
    )
