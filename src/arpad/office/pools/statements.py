"""The statements on the players of a pool, which the two databases write in different words to be quick."""

from __future__ import annotations

import json

from sqlalchemy import Connection

from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolStanding

_KEEP = "INSERT INTO pool_ratings (pool, player, rating, deviation, games, last, state) "
_RENEW = (
    " ON CONFLICT (pool, player) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
    "games = excluded.games, last = excluded.last, state = excluded.state"
)
_SQLITE = f"{_KEEP}VALUES (?, ?, ?, ?, ?, ?, ?){_RENEW}"
_POSTGRESQL = (
    f"{_KEEP}SELECT %s, a.player, a.rating, a.deviation, a.games, a.last, a.state "
    "FROM json_to_recordset(%s::json) AS a (player text, rating float8, deviation float8, games bigint, "
    f"last bigint, state bytea){_RENEW}"
)
"""One text for all rows: a parameter for each takes longer to write than the rows to keep."""


def keep_players(connection: Connection, pool: int, standing: PoolStanding, rules: PoolRules) -> None:
    """Write the ratings of players, in the place of those that they had."""
    if not standing.index:
        return
    shown = standing.shown(rules)
    ratings = shown[:, 0].tolist()
    deviations = shown[:, 1].tolist() if shown.shape[1] > 1 else [None] * len(ratings)
    states = [standing.state(at) for at in range(len(ratings))]
    games, last = standing.games.tolist(), standing.last.tolist()
    rows = zip(standing.index, ratings, deviations, games, last, states, strict=True)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_SQLITE, [(pool, *row) for row in rows])
        return
    named = [
        {
            "player": player,
            "rating": rating,
            "deviation": deviation,
            "games": played,
            "last": at,
            "state": f"\\x{state.hex()}",
        }
        for player, rating, deviation, played, at, state in rows
    ]
    connection.exec_driver_sql(_POSTGRESQL, (pool, json.dumps(named, ensure_ascii=False)))
