"""Pools of rated games: begun, listed, and the lists that are published from them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from arpad.office.pools.pool import Pool, PublishedList, details, pools
from arpad.office.pools.standing import PoolRating
from arpad.web.api.door import Caller, Officer, Reader
from arpad.web.api.problems import responses
from arpad.web.api.requests import NAMED, name_of

router: APIRouter = APIRouter(tags=["pools"])

Name = Annotated[str, name_of("pool", "blitz")]

ListName = Annotated[str, Path(min_length=1, max_length=100, description="The list's name.")]


class PoolShown(BaseModel):
    """A pool."""

    name: str = Field(examples=["blitz"])
    title: str = Field(examples=["Blitz"])
    system: str = Field(description="The rating system.", examples=["glicko2"])
    settings: dict[str, str | float | None] = Field(description="Its parameters that are not the defaults.")
    games: int = Field(description="How many were posted.")
    seq: int = Field(description="The number of the last event of the pool.")


class NewPool(BaseModel):
    """A pool that is to begin."""

    name: str = Field(pattern=NAMED, examples=["blitz"])
    system: str = Field(
        max_length=100, description="A rating system of Elo's or Glicko's family.", examples=["glicko2"]
    )
    settings: dict[str, str | float | None] = Field(
        default_factory=dict, max_length=50, description="Its parameters that are not the defaults."
    )
    title: str = Field("", max_length=200, description="What people call it; the name if it is empty.")


class RatingShown(BaseModel):
    """A player's rating."""

    player: str = Field(examples=["Ann"])
    rating: float = Field(description="In points.", examples=[1662.3])
    deviation: float | None = Field(None, description="In points; null where the system has none.")
    games: int = Field(description="How many count.")


class ListShown(BaseModel):
    """A list as it was published."""

    name: str = Field(examples=["2026-03"])
    number: int = Field(description="The last game that counts; 0 for none.")
    seq: int = Field(description="The event that published it: what follows from what was known then.")
    digest: str = Field(description="SHA-256 of the list.")
    ratings: list[RatingShown] = Field(description="The best first.")


class NewList(BaseModel):
    """A list that is to be published."""

    name: str = Field(min_length=1, max_length=100, examples=["2026-03"])


def pool_of(caller: Caller, name: str) -> Pool:
    """Return the pool that an address names."""
    return Pool(caller.site.database, name)


def rating_shown(rating: PoolRating) -> RatingShown:
    """Return a rating as it is answered."""
    return RatingShown(
        player=rating.player, rating=rating.rating, deviation=rating.deviation, games=rating.games
    )


def _list_shown(published: PublishedList) -> ListShown:
    return ListShown(
        name=published.name,
        number=published.number,
        seq=published.seq,
        digest=published.digest,
        ratings=[rating_shown(rating) for rating in published.ratings],
    )


@router.get("/pools", responses=responses(401, 403, 422, 503))
def list_pools(caller: Reader) -> dict[str, str]:
    """Return the titles of all pools, by their names."""
    return dict(pools(caller.site.database))


@router.post("/pools", status_code=201, responses=responses(401, 403, 409, 413, 422, 503))
def create_pool(caller: Officer, new: NewPool) -> PoolShown:
    """Begin a pool."""
    pool = pool_of(caller, new.name)
    pool.create(new.system, new.settings, title=new.title, author=caller.actor.name)
    return _shown(pool)


@router.get("/pools/{pool}", responses=responses(401, 403, 404, 422, 503))
def read_pool(caller: Reader, pool: Name) -> PoolShown:
    """Return what a pool rates by, and how many games it has."""
    return _shown(pool_of(caller, pool))


@router.post("/pools/{pool}/lists", status_code=201, responses=responses(401, 403, 404, 409, 413, 422, 503))
def publish_list(caller: Officer, pool: Name, new: NewList) -> ListShown:
    """Publish the ratings of now as a list, which stays as it is."""
    return _list_shown(pool_of(caller, pool).publish(new.name, author=caller.actor.name))


@router.get("/pools/{pool}/lists/{name}", responses=responses(401, 403, 404, 422, 503))
def read_list(caller: Reader, pool: Name, name: ListName) -> ListShown:
    """Return a list as it was published, whatever was corrected since."""
    return _list_shown(pool_of(caller, pool).published(name))


def _shown(pool: Pool) -> PoolShown:
    pool_details = details(pool)
    _, settings = pool_details.rules.versions[-1]
    return PoolShown(
        name=pool.name,
        title=pool_details.title,
        system=pool_details.rules.system,
        settings=dict(settings),
        games=pool_details.games,
        seq=pool_details.stream.seq,
    )
