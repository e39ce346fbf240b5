"""Ratings, ranks and histories of the players of a pool, and its leaderboard."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from arpad.core import BadInput
from arpad.office.club.rights import Task, require
from arpad.office.pools.cached_ratings import ratings_up_to_event
from arpad.office.pools.careers import RatedGames, rated_games
from arpad.office.pools.games import LONGEST_NAME, seconds_of
from arpad.office.pools.members import Members
from arpad.office.pools.standing import PoolRating
from arpad.web.api.answers import NAMES, Numbers
from arpad.web.api.door import Reader
from arpad.web.api.pools import Name, RatingShown, pool_of, rating_shown
from arpad.web.api.problems import responses

router: APIRouter = APIRouter(tags=["players"])

MOST = 500
"""Players or games in one answer."""

Player = Annotated[str, Query(min_length=1, max_length=LONGEST_NAME, description="The player's name.")]
Limit = Annotated[int, Query(ge=1, le=MOST)]

_REFUSED = responses(401, 403, 404, 422, 503)


class Ranked(RatingShown):
    """A player of a leaderboard."""

    rank: int = Field(description="One more than the players with a higher rating.", examples=[1])


class Leaderboard(BaseModel):
    """A part of a leaderboard, the best first."""

    size: int = Field(description="How many players the pool has.")
    players: list[Ranked]
    next: str | None = Field(description="The cursor of those who follow; null at the end.")


class RatingNow(RatingShown):
    """A player's rating and rank."""

    rank: int | None = Field(description="One more than the players with a higher rating; null for the past.")


class Played(BaseModel):
    """A game of a player, as it was rated."""

    number: int = Field(description="Of the game in the pool.")
    at: datetime
    opponent: str
    score: float = Field(description="Of the player.")
    before: Numbers
    after: Numbers
    opponent_before: Numbers


class History(BaseModel):
    """Games of a player, the last first."""

    player: str
    games: list[Played]
    next: int | None = Field(description="`before` of those that follow; null at the end.")


@router.get("/pools/{pool}/leaderboard", responses=_REFUSED)
def leaderboard(
    caller: Reader,
    pool: Name,
    limit: Limit = 50,
    cursor: Annotated[str | None, Query(max_length=1000, description="`next` of the part before.")] = None,
    around: Annotated[
        str | None,
        Query(min_length=1, max_length=LONGEST_NAME, description="A player who is to stand in the middle."),
    ] = None,
) -> Leaderboard:
    """Return the players in the order of their ratings; of equal ratings by name.

    A cursor goes on behind the rating and name that were told last, also where others have played since.
    """
    after = None if cursor is None else _read(cursor)
    with pool_of(caller, pool).members() as members:
        if around is not None:
            name = members.rules.named(around)
            member = members.rating(name)
            if member is None:
                raise _nobody(around)
            start = max(members.place(member.rating, name) - limit // 2, 0)
        elif after is not None:
            start = members.place(*after)
            here = members.between(start, start + 1)
            start += bool(here and (here[0].rating, here[0].player) == after)
        else:
            start = 0
        return _shown(members, start, limit)


def _shown(members: Members, start: int, limit: int) -> Leaderboard:
    window = members.between(start, start + limit)
    rank = (members.rank(window[0].player) or 0) if window else 0
    players = []
    for at, member in enumerate(window):
        if at and member.rating != window[at - 1].rating:
            rank = start + at + 1
        players.append(Ranked(rank=rank, **rating_shown(member).model_dump()))
    more = start + len(window) < len(members)
    return Leaderboard(
        size=len(members), players=players, next=_cursor(window[-1]) if window and more else None
    )


def _cursor(member: PoolRating) -> str:
    return base64.urlsafe_b64encode(json.dumps([member.rating, member.player]).encode()).decode()


def _read(cursor: str) -> tuple[float, str]:
    """Return the rating and the name of a cursor.

    Raises:
        BadInput: it is none.
    """
    try:
        rating, name = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
        if isinstance(name, str) and isinstance(rating, float):
            return rating, name
    except (ValueError, TypeError, binascii.Error):
        pass
    raise BadInput(
        "this is not a cursor",
        code="request.not-valid",
        remedy="Send what `next` of the answer before has, or nothing.",
    )


@router.get("/pools/{pool}/rating", responses=_REFUSED)
def rating(
    caller: Reader,
    pool: Name,
    player: Player,
    at: Annotated[
        datetime | None, Query(description="As of a moment: after the last game that was played by then.")
    ] = None,
    published: Annotated[
        str | None, Query(min_length=1, max_length=100, description="As published in the list of this name.")
    ] = None,
    known: Annotated[
        int | None,
        Query(
            ge=1,
            le=10**15,
            description="As known after the event of this number: for those who may correct pools.",
        ),
    ] = None,
) -> RatingNow:
    """Return a player's rating of now, with the rank; or one of the past."""
    rated_pool = pool_of(caller, pool)
    if [at, published, known].count(None) < 2:
        raise BadInput(
            "a rating is told as of a moment, as published or as known, not several of these",
            code="request.not-valid",
            remedy="Send one of at, published and known.",
        )
    rank: int | None = None
    pool_rating: PoolRating | None
    if at is not None:
        rated = rated_games(rated_pool)
        pool_rating = rated.as_of(rated.rules.named(player), seconds_of(at))
    elif known is not None:
        require(caller.actor, Task.MANAGE_POOLS)  # each number is a replay of its own
        pool_rating = ratings_up_to_event(rated_pool, known).get(player)
    elif published is not None:
        pool_rating = next(
            (each for each in rated_pool.published(published).ratings if each.player == player), None
        )
    else:
        with rated_pool.members() as members:
            pool_rating, rank = (
                members.rating(members.rules.named(player)),
                members.rank(members.rules.named(player)),
            )
    if pool_rating is None:
        raise _nobody(player)
    return RatingNow(rank=rank, **rating_shown(pool_rating).model_dump())


@router.get("/pools/{pool}/history", responses=_REFUSED)
def history(
    caller: Reader,
    pool: Name,
    player: Player,
    limit: Limit = 50,
    before: Annotated[
        int | None,
        Query(ge=1, le=10**15, description="Only games with a lower number: `next` of the part before."),
    ] = None,
) -> History:
    """Return the games of a player with what each met and left, the last first."""
    rated = rated_games(pool_of(caller, pool))
    name = rated.rules.named(player)
    rows = rated.of(name)
    if not len(rows):
        raise _nobody(player)
    if before is not None:
        rows = rows[rated.number[rows] < before]
    games = [_played(rated, row, name) for row in rows[::-1][:limit].tolist()]
    return History(player=name, games=games, next=games[-1].number if len(rows) > limit else None)


def _side(rated: RatedGames, row: int, player: str) -> int:
    return 0 if int(rated.first[row]) == rated.index[player] else 1


def _played(rated: RatedGames, row: int, player: str) -> Played:
    own = _side(rated, row, player)
    before, after = rated.game_ratings.before[row].tolist(), rated.game_ratings.after[row].tolist()
    score = rated.games.score[row]
    return Played(
        number=int(rated.number[row]),
        at=datetime.fromtimestamp(rated.games.seconds[row], UTC),
        opponent=rated.names[int((rated.first, rated.second)[1 - own][row])],
        score=score if own == 0 else 1.0 - score,
        before=_numbers(before[own]),
        after=_numbers(after[own]),
        opponent_before=_numbers(before[1 - own]),
    )


def _numbers(row: Sequence[float]) -> Numbers:
    return Numbers(**dict(zip(NAMES, row, strict=False)))


def _nobody(player: str) -> BadInput:
    return BadInput(f"nobody called {player!r} has played in the pool", code="pool.no-player")
