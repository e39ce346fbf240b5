"""The statements on the players of a pool, which the two databases write in different words to be quick."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from arpad.office.club.rules import Rules
from arpad.office.club.standing import Standing

_SOME = "SELECT player, games, last, state FROM pool_ratings WHERE pool = "
_KEEP = "INSERT INTO pool_ratings (pool, player, rating, deviation, games, last, state) "
_RENEW = (
    " ON CONFLICT (pool, player) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
    "games = excluded.games, last = excluded.last, state = excluded.state"
)


def known_players(
    connection: Connection, pool: int, names: Sequence[str]
) -> list[tuple[str, int, int, bytes]]:
    """Return those of some players who have played: name, games, last and state."""
    found: Any
    if connection.dialect.name == "sqlite":
        statement = f"{_SOME}? AND player IN (SELECT value FROM json_each(?))"
        found = connection.exec_driver_sql(statement, (pool, json.dumps(names)))
    else:
        found = connection.exec_driver_sql(f"{_SOME}%s AND player = ANY(%s)", (pool, list(names)))
    return [tuple(row) for row in found]


def keep_players(connection: Connection, pool: int, standing: Standing, rules: Rules) -> None:
    """Write the ratings of players, in the place of those that they had."""
    shown = standing.shown(rules)
    ratings = shown[:, 0].tolist()
    deviations = shown[:, 1].tolist() if shown.shape[1] > 1 else [None] * len(ratings)
    states = [standing.state(at) for at in range(len(ratings))]
    columns = (
        list(standing.index),
        ratings,
        deviations,
        standing.games.tolist(),
        standing.last.tolist(),
        states,
    )
    if not ratings:
        return
    if connection.dialect.name == "sqlite":
        rows = [(pool, *row) for row in zip(*columns, strict=True)]
        connection.exec_driver_sql(f"{_KEEP}VALUES (?, ?, ?, ?, ?, ?, ?){_RENEW}", rows)
        return
    arrays = "%s::text[], %s::float8[], %s::float8[], %s::bigint[], %s::bigint[], %s::bytea[]"
    connection.exec_driver_sql(f"{_KEEP}SELECT %s, * FROM unnest({arrays}){_RENEW}", (pool, *columns))
