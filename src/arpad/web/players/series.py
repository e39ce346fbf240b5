"""The history of a player as files: every game, rating periods, opponents and events."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import numpy as np
from starlette.responses import Response

from arpad.core.hostile import guarded
from arpad.office.charts.candles import Candle, candles_of, unit_of
from arpad.office.pools.careers import CareerGame, rated_games, rated_tournaments
from arpad.web.context import RequestContext
from arpad.web.players.milestones import attended_by, days_of, milestones
from arpad.web.players.opponents import record_against
from arpad.web.players.requested_player import requested_player

SIDES = {1: "first", -1: "second", 0: ""}

GAME_COLUMNS = (
    *("game", "date", "opponent", "side", "opponent_rating", "score"),
    *("expected", "rating", "deviation"),
)
PERIOD_COLUMNS = ("period", "open", "high", "low", "close", "games")


def periods_of(played: Sequence[CareerGame]) -> list[Candle]:
    """Return the rating by month, quarter or year: the shortest of which a chart has room for all."""
    days = days_of(played)
    before, after = (np.array([getattr(game, name) for game in played]) for name in ("before", "after"))
    return candles_of(days, before, after, unit_of(days))


def as_csv(context: RequestContext) -> Response:
    """Return the history of a player as CSV: a line for each game, or for each period.

    Raises:
        Unknown: nobody of that name has played in the pool.
    """
    ranking, name = requested_player(context)
    played = rated_games(ranking.pool).career(name)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    if context.query("by") == "period":
        writer.writerow(PERIOD_COLUMNS)
        writer.writerows(_period_row(period) for period in periods_of(played))
    else:
        writer.writerow(GAME_COLUMNS)
        for game in played:
            row = _game_row(game)
            row["opponent"] = guarded(game.opponent)
            writer.writerow("" if cell is None else cell for cell in row.values())
    return _saved(stream.getvalue(), "text/csv; charset=utf-8", f"{name}.csv")


def as_json(context: RequestContext) -> Response:
    """Return all that is known of a player in the pool as JSON: of games, periods, opponents and events all.

    Raises:
        Unknown: nobody of that name has played in the pool.
    """
    ranking, name = requested_player(context)
    rated = rated_games(ranking.pool)
    played = rated.career(name)
    attended = attended_by(played, rated_tournaments(ranking.pool))
    facts: dict[str, Any] = {
        "player": name,
        "pool": ranking.head.name,
        "system": ranking.head.system,
        "computed": ranking.head.computed,
        "games": [_game_row(game) for game in played],
        "periods": [
            dict(zip(PERIOD_COLUMNS, _period_row(period), strict=True)) for period in periods_of(played)
        ],
        "opponents": [record._asdict() for record in record_against(played)],
        "events": [
            {
                "date": event.day.isoformat(),
                "kind": event.what,
                "name": event.title,
                "after_games": event.game,
            }
            for event in milestones(ranking.pool, rated, played, attended)
        ],
    }
    return _saved(json.dumps(facts, ensure_ascii=False), "application/json", f"{name}.json")


def _game_row(game: CareerGame) -> dict[str, Any]:
    cells = (
        game.number,
        game.at.date().isoformat(),
        game.opponent,
        SIDES[game.advantage],
        game.theirs,
        game.score,
        game.expected,
        game.after,
        game.deviation,
    )
    return dict(zip(GAME_COLUMNS, cells, strict=True))


def _period_row(period: Candle) -> tuple[Any, ...]:
    return (period.label, period.open, period.high, period.low, period.close, period.games)


def _saved(text: str, kind: str, name: str) -> Response:
    headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name, safe='')}"}
    return Response(text, media_type=kind, headers=headers)
