"""Tickets of a queue, and the matches that were found for them, as they are told."""

from __future__ import annotations

from datetime import UTC, datetime

from pydantic import BaseModel, Field

from arpad.office.matchmaking.rounds import QueueMatch
from arpad.office.matchmaking.tickets import QueueTicket, TicketPlayer
from arpad.web.api.answers import ExplanationShown


class SeatedShown(BaseModel):
    """A player of a ticket."""

    player: str
    rating: float = Field(description="With which the player is matched, in points.")
    deviation: float = Field(description="The same, in points.")
    placement: int = Field(description="Placement games that are still to be played.")


class TicketShown(BaseModel):
    """A ticket."""

    id: str
    state: str = Field(description="waiting, found, cancelled or expired.", examples=["found"])
    players: list[SeatedShown]
    attributes: dict[str, str]
    since: datetime
    until: datetime = Field(description="When it expires.")
    ended: datetime | None = Field(description="null while it waits.")
    match: int | None = Field(description="The number of the match that was found.")
    repeated: bool = Field(description="Whether it was made before, under its key.")


class MatchShown(BaseModel):
    """A match that was found."""

    number: int
    at: datetime
    why: str = Field(examples=["waited 40 s, window ±120, win chance 47 %"])
    rule: str = Field(description="By which it was found.")
    sides: list[list[TicketShown]] = Field(description="Both sides; the first has waited longest.")
    expected: float = Field(description="The expected score of the first side; ½ is even.")
    information: float = Field(
        description="By how much the game would lower the variances of the sides' ratings, in points²."
    )
    explanation: ExplanationShown | None = Field(None, description="Where it was asked for.")


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def ticket_shown(ticket: QueueTicket) -> TicketShown:
    """Return a ticket as it is told."""
    return TicketShown(
        id=ticket.id,
        state=ticket.state,
        players=[_seated_shown(player) for player in ticket.players],
        attributes=dict(ticket.attributes),
        since=_moment(ticket.since),
        until=_moment(ticket.until),
        ended=None if ticket.ended is None else _moment(ticket.ended),
        match=ticket.match,
        repeated=ticket.repeated,
    )


def _seated_shown(player: TicketPlayer) -> SeatedShown:
    return SeatedShown(
        player=player.player, rating=player.rating, deviation=player.deviation, placement=player.placement
    )


def match_shown(match: QueueMatch) -> MatchShown:
    """Return a match as it is told, without its steps."""
    return MatchShown(
        number=match.number,
        at=_moment(match.at),
        why=match.explained().outcome,
        rule=match.rule,
        sides=[[ticket_shown(ticket) for ticket in side] for side in match.sides],
        expected=match.quality.expected,
        information=match.quality.information,
        explanation=None,
    )
