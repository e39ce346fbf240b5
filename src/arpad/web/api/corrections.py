"""What was posted to a pool is corrected, after a look at what follows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from arpad.office.pools.corrections import Change as OfficeChange
from arpad.office.pools.corrections import Correction, Corrections, Preview
from arpad.office.pools.events import (
    GameTakenOut,
    PlayersMerged,
    RulesChanged,
    ScoreCorrected,
    SeasonTakenOut,
)
from arpad.office.pools.games import seconds_of
from arpad.web.api.door import Officer
from arpad.web.api.pools import Name, pool_of
from arpad.web.api.problems import responses
from arpad.web.api.requests import RequestBody
from arpad.web.api.results import Key, PlayerName, Score

router: APIRouter = APIRouter(tags=["corrections"])

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


Seen = Annotated[
    int | None,
    Field(
        strict=True,
        ge=0,
        le=10**15,
        description="`seq` of the look before: refused if others have posted since.",
    ),
]


class Asked(RequestBody):
    """Corrections that are made together."""

    corrections: list[
        Annotated[OtherScore | TakenOut | Merged | OtherRules | SeasonOut, Field(discriminator="kind")]
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
def correct(caller: Officer, pool: Name, asked: Asked, key: Key = None) -> Followed:
    """Correct a pool: its games are rated anew from the first one that is concerned."""
    corrections = Corrections(pool_of(caller, pool))
    events = [one.event() for one in asked.corrections]
    if asked.dry_run:
        return _followed(corrections.preview(*events), done=False)
    done = corrections.accept(*events, expected=asked.seen, op=key or "", author=caller.who.name)
    return _followed(done, done=True)


def _followed(preview: Preview, *, done: bool) -> Followed:
    return Followed(
        players=list(map(change_shown, preview.players)),
        lists=[
            ListChange(
                name=one.name,
                players=list(map(change_shown, one.players)),
                corrected=list(map(change_shown, one.corrected)),
            )
            for one in preview.lists
        ],
        seq=preview.seq,
        done=done,
    )


def change_shown(one: OfficeChange) -> Change:
    """Return a change as it is answered."""
    return Change(player=one.player, before=one.before, after=one.after)
