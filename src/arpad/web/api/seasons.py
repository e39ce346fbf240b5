"""Seasons of a pool: ratings return part of the way to a mean, after a look at what follows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from arpad.office.pools.games import seconds_of
from arpad.office.pools.rules import Season
from arpad.office.pools.seasons import MOST_TOLD, NewSeason, SeasonEffect, Seasons
from arpad.web.api.corrections import Change, Seen, change_shown
from arpad.web.api.door import Officer, Reader
from arpad.web.api.pools import Name, pool_of
from arpad.web.api.problems import responses
from arpad.web.api.requests import RequestBody
from arpad.web.api.results import Key, Moment

router = APIRouter(tags=["seasons"])

SeasonName = Annotated[
    str, Field(min_length=1, max_length=100, description="By which no other season of the pool is called.")
]


class SeasonRequest(RequestBody):
    """A season that is to begin now."""

    name: SeasonName = Field(examples=["2026 summer"])
    carry: float = Field(
        0.5,
        strict=True,
        ge=0,
        le=1,
        description="The share of the distance to the mean that is kept; 1 keeps ratings, 0 makes all equal.",
    )
    mean: float | None = Field(
        None,
        strict=True,
        ge=-1e6,
        le=1e6,
        description="To which ratings return, in points; null for the rating of a newcomer.",
    )
    deviation: float | None = Field(
        None,
        strict=True,
        ge=0,
        le=10_000,
        description="In points, the least that anybody has then; null to leave deviations as they are.",
    )
    publish: str = Field(
        "", max_length=100, description="The name of a list, as which the ratings before are published."
    )
    at: Moment = Field(None, description="When it begins; now if it is not said.")
    dry_run: bool = Field(
        False, strict=True, description="Whether to tell only what would follow; nothing is written."
    )
    seen: Seen = None


class SeasonShown(BaseModel):
    """A season of a pool."""

    name: str = Field(examples=["2026 summer"])
    at: datetime = Field(description="When it began.")
    number: int = Field(description="The last game before it; 0 for none.")
    mean: float = Field(description="To which ratings returned, in points.")
    carry: float = Field(description="The share of the distance to the mean that was kept.")
    deviation: float | None = Field(
        description="In points, the least that anybody had then; null where deviations stayed as they were."
    )
    seq: int = Field(description="The event by which it began.")


class SeasonBegunShown(BaseModel):
    """What the beginning of a season makes of the ratings."""

    season: SeasonShown
    changed: int = Field(description="How many players have another rating.")
    players: list[Change] = Field(
        description=f"The greatest changes first; at most {MOST_TOLD} of them are told."
    )
    seq: int = Field(description="The last event of the pool that was looked at.")
    done: bool = Field(description="Whether the season has begun.")


@router.get("/pools/{pool}/seasons", responses=responses(401, 403, 404, 422, 503))
def list_seasons(caller: Reader, pool: Name) -> list[SeasonShown]:
    """Return the seasons of a pool, in the order in which they began."""
    return [_season_shown(season) for season in Seasons(pool_of(caller, pool)).all()]


@router.post("/pools/{pool}/seasons", responses=responses(401, 403, 404, 409, 413, 422, 503))
def begin_season(caller: Officer, pool: Name, request: SeasonRequest, key: Key = None) -> SeasonBegunShown:
    """Begin a season: every rating returns part of the way to a mean, and play goes on from there."""
    seasons = Seasons(pool_of(caller, pool))
    at = None if request.at is None else seconds_of(request.at)
    new = NewSeason(request.name, request.carry, request.mean, request.deviation, request.publish, at)
    if request.dry_run:
        return _shown(seasons.preview(new), done=False)
    done = seasons.begin(new, expected=request.seen, op=key or "", author=caller.actor.name)
    return _shown(done, done=True)


def _shown(begun: SeasonEffect, *, done: bool) -> SeasonBegunShown:
    return SeasonBegunShown(
        season=_season_shown(begun.season),
        changed=begun.changed,
        players=list(map(change_shown, begun.players)),
        seq=begun.seq,
        done=done,
    )


def _season_shown(season: Season) -> SeasonShown:
    return SeasonShown(
        name=season.name,
        at=datetime.fromtimestamp(season.at, UTC),
        number=season.number,
        mean=season.mean,
        carry=season.carry,
        deviation=season.deviation,
        seq=season.seq,
    )
