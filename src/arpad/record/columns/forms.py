"""Exports of servers of games that say who won by more than one value: the documented forms of each.

- lichess: games as NDJSON (https://lichess.org/api, *Export games of a user*). ``winner`` is missing where a
  game was drawn or never ended; ``status`` tells which.
- chess.com: monthly archives (https://www.chess.com/news/view/published-data-api, *Game results codes*). Each
  side has a ``result``, one of which is ``win``, or both a code of a draw.
- OGS: games of a player (https://online-go.com/api/v1/players/ID/games, documented at
  https://apidocs.online-go.com). ``black_lost`` and ``white_lost`` are both true as long as the game is not
  ended, and both false where it was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

RESULT = "result"
"""The column that is added: 1-0, ½-½, 0-1, or * for what was not played."""

_LICHESS_DRAWN = frozenset(("draw", "stalemate", "outoftime", "timeout", "insufficientMaterialClaim"))
_LICHESS_UNPLAYED = frozenset(("created", "started", "aborted", "noStart", "unknownFinish"))
_CHESSCOM_DRAWN = frozenset(
    ("agreed", "repetition", "stalemate", "insufficient", "50move", "timevsinsufficient")
)

Cells = Mapping[str, str | None]


@dataclass(frozen=True)
class ExportForm:
    """The form of an export.

    Args:
        name: of the server.
        needs: columns by which it is known.
        columns: role -> column, of the table with :data:`RESULT` added.
        result: tells how a game ended.
    """

    name: str
    needs: frozenset[str]
    columns: Mapping[str, str]
    result: Callable[[Cells], str]


def _of_lichess(game: Cells) -> str:
    winner, status = game.get("winner"), game.get("status") or ""
    if winner in ("white", "black"):
        return "1-0" if winner == "white" else "0-1"
    return "½-½" if status in _LICHESS_DRAWN else "*"


def _of_chesscom(game: Cells) -> str:
    white, black = game.get("white.result"), game.get("black.result")
    if white == "win":
        return "1-0"
    if black == "win":
        return "0-1"
    return "½-½" if white in _CHESSCOM_DRAWN or black in _CHESSCOM_DRAWN else "*"


def _of_ogs(game: Cells) -> str:
    black, white = game.get("black_lost"), game.get("white_lost")
    if not game.get("ended") or game.get("annulled") == "true" or (black, white) == ("true", "true"):
        return "*"
    return "½-½" if black == white else "1-0" if black == "true" else "0-1"


FORMS = (
    ExportForm(
        "OGS",
        frozenset(("players.black.username", "players.white.username", "black_lost", "white_lost", "ended")),
        {
            "white": "players.white.username",
            "black": "players.black.username",
            "score": RESULT,
            "time": "ended",
            "winner": "",
        },
        _of_ogs,
    ),
    ExportForm(
        "lichess",
        frozenset(("id", "status", "createdAt", "players.white.user.name", "players.black.user.name")),
        {
            "white": "players.white.user.name",
            "black": "players.black.user.name",
            "score": RESULT,
            "time": "createdAt",
            "winner": "",
        },
        _of_lichess,
    ),
    ExportForm(
        "chess.com",
        frozenset(("url", "end_time", "white.username", "black.username", "white.result", "black.result")),
        {"white": "white.username", "black": "black.username", "score": RESULT, "time": "end_time"},
        _of_chesscom,
    ),
)
"""The forms that are known."""


def form_of(header: Sequence[str]) -> ExportForm | None:
    """Return the form of a table whose nested objects are columns; None if it is none of them."""
    names = set(header)
    return next((form for form in FORMS if form.needs <= names), None)


def with_result(
    form: ExportForm, header: Sequence[str], rows: Sequence[Sequence[str | None]]
) -> tuple[list[str], list[list[str | None]]]:
    """Return an export with a column for the result."""
    named = [name for name in header if name != RESULT]
    games = []
    for row in rows:
        cells = dict(zip(header, row, strict=False))
        games.append([*(cells.get(name) for name in named), form.result(cells)])
    return [*named, RESULT], games
