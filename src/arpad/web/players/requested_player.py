"""The player of a pool whom an address asks for."""

from __future__ import annotations

from arpad.core import worded
from arpad.web.context import RequestContext, Unknown
from arpad.web.lists.pool import PoolRanking, pool_ranking


def requested_player(context: RequestContext) -> tuple[PoolRanking, str]:
    """Return the pool, and the name of the player that the address asks for.

    Raises:
        Unknown: nobody of that name has played in the pool.
    """
    ranking = pool_ranking(context)
    name = context.query("name")
    at = ranking.listing.place.get(ranking.listing.rules.named(name))
    if at is None:
        raise Unknown(
            worded("nobody called {name!r} has played in the pool", name=name[:100]),
            code="pool.no-player",
            remedy="Look for the name in the list.",
        )
    return ranking, ranking.listing.names[at]
