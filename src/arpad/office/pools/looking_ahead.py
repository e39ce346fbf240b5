"""What games would make of the players of a pool, before they are posted."""

from __future__ import annotations

from arpad.office.pools.corrections import RatingChange
from arpad.office.pools.games import PoolGames, players_of
from arpad.office.pools.pool import Pool


def looked_ahead(pool: Pool, batch: PoolGames) -> list[RatingChange]:
    """Return what posting games now would make of their players; nothing is written.

    Args:
        pool: the pool.
        batch: the games, in the order in which they are rated.

    Returns:
        The players in the order of their first games; ``before`` is None for one who is new to the pool.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    with pool.members() as members:
        rules = members.rules
        names = list(dict.fromkeys(rules.named(name) for name in players_of([batch])))
        standing = members.part(names)
    before = {rating.player: rating.rating for rating in standing.ratings(rules)}
    standing.rate(rules, batch)
    after = {rating.player: rating.rating for rating in standing.ratings(rules)}
    return [RatingChange(name, before.get(name), after[name]) for name in names]
