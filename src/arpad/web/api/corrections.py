"""What was posted to a pool is corrected, after a look at what follows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from arpad.core import BadInput, worded
from arpad.office.pools.corrections import Correction, Corrections, Preview
from arpad.office.pools.corrections import RatingChange as OfficeChange
from arpad.office.pools.events import (
    GameTakenOut,
    PlayersMerged,
    RulesChanged,
    ScoreCorrected,
    SeasonTakenOut,
    StartsSet,
    StartsTakenOut,
)
from arpad.office.pools.games import seconds_of
from arpad.office.pools.starts import MOST_STARTS, Start
from arpad.office.pools.starts_file import starts_acts
from arpad.web.api.door import Officer, Reader
from arpad.web.api.pools import Name, pool_of
from arpad.web.api.problems import responses
from arpad.web.api.requests import RequestBody
from arpad.web.api.results import Key, PlayerName, Score

router: APIRouter = APIRouter(tags=["corrections"])

LARGEST = 1e6
"""Points that a program may give a player to begin with."""

Known = Annotated[float | None, Field(strict=True)]
Number = Annotated[int, Field(strict=True, ge=1, le=10**15, description="Of the game in the pool.")]


class OtherScore(RequestBody):
    """The game had another result."""

    kind: Literal["score"]
    number: Number
    score: Score

    def event(self) -> Correction:
        """Return the correction as the office takes it."""
        return ScoreCorrected(self.number, self.score)


class TakenOut(RequestBody):
    """The game was not played, or does not count."""

    kind: Literal["out"]
    number: Number

    def event(self) -> Correction:
        """Return the correction as the office takes it."""
        return GameTakenOut(self.number)


class Merged(RequestBody):
    """Two names are one player."""

    kind: Literal["merge"]
    player: PlayerName = Field(description="The name that goes.")
    into: PlayerName = Field(description="The name that stays.")

    def event(self) -> Correction:
        """Return the correction as the office takes it."""
        return PlayersMerged(self.player, self.into)


class OtherRules(RequestBody):
    """From a moment on, other parameters of the same rating system hold."""

    kind: Literal["rules"]
    since: datetime
    settings: dict[str, str | float | None] = Field(max_length=50)

    def event(self) -> Correction:
        """Return the correction as the office takes it."""
        return RulesChanged(seconds_of(self.since), self.settings)


class SeasonOut(RequestBody):
    """A season did not begin, and ratings were not reset."""

    kind: Literal["season"]
    name: str = Field(min_length=1, max_length=100, description="Of the season.")

    def event(self) -> Correction:
        """Return the correction as the office takes it."""
        return SeasonTakenOut(self.name)


class StartingRating(RequestBody):
    """What is known of a player before the first game; at least one number."""

    player: PlayerName
    rating: Known = Field(None, ge=-LARGEST, le=LARGEST, description="In points.")
    deviation: Known = Field(None, ge=0, le=LARGEST, description="In points.")
    volatility: Known = Field(None, gt=0, le=10)
    games: Known = Field(None, ge=0, le=10**9, description="Rated before.")
    peak: Known = Field(None, ge=-LARGEST, le=LARGEST, description="The highest rating, in points.")
    birth_year: Known = Field(None, ge=1, le=9999)


class StartingRatings(RequestBody):
    """Players have starting ratings, from the beginning of the pool."""

    kind: Literal["starts"]
    players: list[StartingRating] = Field(min_length=1, max_length=MOST_STARTS)
    source: str = Field("", max_length=200, description="What they come from, such as the name of a file.")

    def event(self) -> Correction:
        """Return the correction as the office takes it.

        Raises:
            BadInput: a player is there twice.
        """
        players: dict[str, Start] = {}
        for rating in self.players:
            if rating.player in players:
                raise BadInput(worded("{name!r} is given twice", name=rating.player), code="pool.starts")
            players[rating.player] = Start(**rating.model_dump(exclude={"player"}))
        return StartsSet(players, self.source)


class StartingRatingsOut(RequestBody):
    """The starting ratings of an act do not hold; those that it had replaced hold again."""

    kind: Literal["starts-out"]
    seq: int = Field(strict=True, ge=1, le=10**15, description="The event by which they were set.")

    def event(self) -> Correction:
        """Return the correction as the office takes it."""
        return StartsTakenOut(self.seq)


Seen = Annotated[
    int | None,
    Field(
        strict=True,
        ge=0,
        le=10**15,
        description="`seq` of the look before: refused if others have posted since.",
    ),
]


class CorrectionsRequest(RequestBody):
    """Corrections that are made together."""

    corrections: list[
        Annotated[
            OtherScore | TakenOut | Merged | OtherRules | SeasonOut | StartingRatings | StartingRatingsOut,
            Field(discriminator="kind"),
        ]
    ] = Field(min_length=1, max_length=1000)
    dry_run: bool = Field(
        False, strict=True, description="Whether to tell only what would follow; nothing is written."
    )
    seen: Seen = None


class Change(BaseModel):
    """A player whose rating changes."""

    player: str
    before: float | None = Field(description="null where the player has none without the correction.")
    after: float | None = Field(description="null where the player has none with it.")


class ListChange(BaseModel):
    """A published list, which stays as it is, and would be another one now."""

    name: str
    players: list[Change] = Field(description="Whose rating in it was published otherwise.")
    corrected: list[Change] = Field(
        description="Whose rating in it these corrections change, beside what earlier ones have changed."
    )


class Followed(BaseModel):
    """What follows from corrections."""

    players: list[Change] = Field(description="Whose rating of now changes, the greatest change first.")
    lists: list[ListChange]
    seq: int = Field(description="The last event of the pool that was looked at.")
    done: bool = Field(description="Whether the corrections were made.")


@router.post("/pools/{pool}/corrections", responses=responses(401, 403, 404, 409, 413, 422, 503))
def correct(caller: Officer, pool: Name, request: CorrectionsRequest, key: Key = None) -> Followed:
    """Correct a pool: its games are rated anew from the first one that is concerned."""
    corrections = Corrections(pool_of(caller, pool))
    events = [correction.event() for correction in request.corrections]
    if request.dry_run:
        return _followed(corrections.preview(*events), done=False)
    done = corrections.accept(*events, expected=request.seen, op=key or "", author=caller.actor.name)
    return _followed(done, done=True)


class StartsActShown(BaseModel):
    """An act whose starting ratings hold."""

    seq: int = Field(description="The event by which they were set.")
    at: datetime = Field(description="When.")
    author: str
    source: str = Field(description="What they come from; empty where nobody said it.")
    players: int = Field(description="How many.")


@router.get("/pools/{pool}/starts", responses=responses(401, 403, 404, 422, 503))
def list_starting_ratings(caller: Reader, pool: Name) -> list[StartsActShown]:
    """Return the acts whose starting ratings hold, the last first."""
    return [
        StartsActShown(
            seq=act.seq,
            at=datetime.fromisoformat(act.at),
            author=act.author,
            source=act.source,
            players=act.players,
        )
        for act in starts_acts(pool_of(caller, pool))
    ]


def _followed(preview: Preview, *, done: bool) -> Followed:
    return Followed(
        players=list(map(change_shown, preview.players)),
        lists=[
            ListChange(
                name=list_change.name,
                players=list(map(change_shown, list_change.players)),
                corrected=list(map(change_shown, list_change.corrected)),
            )
            for list_change in preview.lists
        ],
        seq=preview.seq,
        done=done,
    )


def change_shown(change: OfficeChange) -> Change:
    """Return a change as it is answered."""
    return Change(player=change.player, before=change.before, after=change.after)
