"""Corrections of a pool: a game is chosen, what follows is shown, and then it is accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, NamedTuple

from arpad.core import BadInput
from arpad.office.club.register import Register
from arpad.office.club.rights import Task, require
from arpad.office.pools.careers import RatedGames, rated_games
from arpad.office.pools.corrections import Correction, Corrections, Preview
from arpad.office.pools.events import GameTakenOut, PlayersMerged, ScoreCorrected
from arpad.record.tables.letters import folded
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.lists.changes import Changed, changed
from arpad.web.lists.pool import PoolHead, pool_ranking
from arpad.web.outcome import Redirect

GAMES = 30
"""Games on the page: the latest, or the latest of a player."""

CHANGES = 100
"""Players of a preview that are shown: those who change most."""

SCORES: Mapping[str, float] = {"1": 1.0, "½": 0.5, "0": 0.0}
"""The results that a game can be corrected to."""


class RatedGame(NamedTuple):
    """A game of the pool.

    Args:
        number: in the pool.
        day: on which it was played.
        first: the first player.
        second: the second.
        score: of the first.
    """

    number: int
    day: str
    first: str
    second: str
    score: float


class ListChanged(NamedTuple):
    """A published list that would be another one now; it stays as it is.

    Args:
        name: of the list.
        players: how many would have another rating in it than was published.
        corrected: how many ratings in it the correction changes, beside what earlier ones have changed.
    """

    name: str
    players: int
    corrected: int


class Consequences(NamedTuple):
    """What follows from a correction.

    Args:
        players: who changes, those who change most.
        all: how many change.
        lists: the published lists that would be others.
        seq: the last event that was looked at.
    """

    players: Sequence[Changed]
    all: int
    lists: Sequence[ListChanged]
    seq: int


@dataclass(frozen=True)
class CorrectionsPage(Page):
    """Corrections of a pool.

    Args:
        head: the pool.
        q: words of a name by which the games are found.
        games: the latest first.
        game: the one that is corrected; None where none is chosen.
        asked: the fields of the correction.
        follows: what follows from it; None where none is asked for.
    """

    TEMPLATE: ClassVar[str] = "pool_corrections.html.j2"
    head: PoolHead
    q: str
    games: Sequence[RatedGame]
    game: RatedGame | None
    asked: Mapping[str, str]
    follows: Consequences | None
    scores: Sequence[str] = tuple(SCORES)


FIELDS = ("game", "score", "merge", "into")
"""What a correction consists of: a game with its score or ``out``, or two names."""


def corrections(context: RequestContext) -> CorrectionsPage:
    """Show the games, and what follows from the correction that the address asks for."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    rated = rated_games(ranking.pool)
    typed = {name: value for name in FIELDS if (value := context.query(name))}
    follows = None
    if typed and ("score" in typed or "into" in typed):
        seen = Corrections(ranking.pool).preview(_correction(typed))
        by_name = Register(context.site.database).by_name()
        follows = Consequences(
            changed(seen.players[:CHANGES], by_name),
            len(seen.players),
            other_lists(seen),
            seen.seq,
        )
    q = context.query("q")
    number = context.whole_of_query("game", 0)
    rows = {int(at): row for row, at in enumerate(rated.number)} if number else {}
    game = _game(rated, rows[number]) if number in rows else None
    return CorrectionsPage(ranking.head, q, _latest_games(rated, q), game, typed, follows)


def other_lists(seen: Preview) -> list[ListChanged]:
    """Return the published lists that would be others with a correction."""
    return [ListChanged(change.name, len(change.players), len(change.corrected)) for change in seen.lists]


def accept(context: RequestContext) -> Redirect:
    """Make the correction that was looked at."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    typed = {name: value for name in FIELDS if (value := context.text(name))}
    Corrections(ranking.pool).accept(
        _correction(typed),
        expected=context.whole("seen"),
        op=context.text("op"),
        author=context.actor.name,
    )
    return Redirect(f"{ranking.head.address}/corrections")


def _correction(typed: Mapping[str, str]) -> Correction:
    """Return the correction that is asked for.

    Raises:
        BadInput: there is none that can be understood.
    """
    game, score = typed.get("game", ""), typed.get("score", "")
    if typed.get("merge") and typed.get("into"):
        return PlayersMerged(typed["merge"], typed["into"])
    if game.isascii() and game.isdecimal() and 0 < len(game) < 16 and int(game):
        if score == "out":
            return GameTakenOut(int(game))
        if score in SCORES:
            return ScoreCorrected(int(game), SCORES[score])
    raise BadInput(
        "this is no correction",
        code="correction.unknown",
        remedy="Choose a game and its result, or write two names.",
    )


def _latest_games(rated: RatedGames, q: str) -> list[RatedGame]:
    """Return the latest games, of players whose names hold some words."""
    words = folded(q).split()
    latest: list[RatedGame] = []
    for row in range(len(rated.number) - 1, -1, -1):
        both = folded(f"{rated.names[rated.first[row]]} {rated.names[rated.second[row]]}") if words else ""
        if all(word in both for word in words):
            latest.append(_game(rated, row))
            if len(latest) == GAMES:
                break
    return latest


def _game(rated: RatedGames, row: int) -> RatedGame:
    return RatedGame(
        int(rated.number[row]),
        datetime.fromtimestamp(rated.games.seconds[row], UTC).date().isoformat(),
        rated.names[int(rated.first[row])],
        rated.names[int(rated.second[row])],
        rated.games.score[row],
    )
