"""Queues of a game: tickets, the matches that are found for them, and how long players wait."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from arpad.core import BadInput
from arpad.office.matchmaking.figures import Figures, figures
from arpad.office.matchmaking.queues import GameQueue, QueueState
from arpad.office.matchmaking.queues import queues as all_queues
from arpad.office.matchmaking.rounds import QueueMatch, QueueRounds
from arpad.office.matchmaking.settings import MOST_ATTRIBUTES, QueueSettings
from arpad.office.matchmaking.tickets import WAITING, Party, PartyPlayer, QueueTicket, Tickets
from arpad.office.pools.games import LONGEST_NAME
from arpad.office.store.tournaments import NAME
from arpad.web.api.answers import ExplanationShown
from arpad.web.api.door import Caller, Keeper, Officer, Reader
from arpad.web.api.matches import MatchShown, TicketShown, match_shown, ticket_shown
from arpad.web.api.problems import responses
from arpad.web.api.requests import NAMED, RequestBody, name_of
from arpad.web.api.results import Key

router: APIRouter = APIRouter(tags=["queues"])

LONGEST_WAIT = 60.0
"""Seconds for which an answer is waited for."""

Name = Annotated[str, name_of("queue", "duel")]
TicketId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of the ticket.")]
MatchNumber = Annotated[int, Path(ge=1, le=10**15, description="Of the match in the queue.")]
Wait = Annotated[
    float,
    Query(ge=0, le=LONGEST_WAIT, description="Seconds for which to wait for news, if there is none yet."),
]
Moment = Annotated[
    datetime | None,
    Field(description="When, as 2026-03-01T19:30:00Z; the moment of the request if it is not said."),
]


class QueueOptions(RequestBody):
    """What a queue is told to do."""

    rule: str = Field(
        "window",
        max_length=200,
        description=(
            "Who may meet whom: window, expected-score or information, with settings as in "
            "`window,width=50,widening=2`."
        ),
        examples=["window,width=100,widening=5,most=600"],
    )
    size: int = Field(1, strict=True, ge=1, le=50, description="Players of a side.")
    party: int = Field(
        1, strict=True, ge=1, le=50, description="The most players of one ticket, who stay on one side."
    )
    pool: str = Field(
        "",
        pattern=f"^({NAME.pattern})?$",
        description="Whose ratings are used; empty where every ticket brings its own.",
    )
    alike: dict[str, Annotated[float, Field(strict=True, ge=0, le=86_400)] | None] = Field(
        default_factory=dict,
        max_length=MOST_ATTRIBUTES,
        description=(
            "Attributes that must be the same, with the seconds of waiting after which they may differ; "
            "null for never."
        ),
        examples=[{"region": 30}],
    )
    patience: float = Field(
        600.0, strict=True, ge=1, le=86_400, description="Seconds after which a ticket expires."
    )
    every: float = Field(
        1.0,
        strict=True,
        ge=0,
        le=3_600,
        description="Seconds between two rounds, at least 0.1; 0 for rounds only when a program asks.",
    )
    placement: int = Field(
        0, strict=True, ge=0, le=1_000, description="Who has fewer games in the pool is being placed."
    )
    placement_deviation: float = Field(
        350.0,
        strict=True,
        ge=0,
        le=10_000,
        description="With which such a player is matched at least, in points.",
    )
    rating: float = Field(1500.0, strict=True, ge=-1e6, le=1e6, description="Of who has none, in points.")
    deviation: float = Field(350.0, strict=True, ge=0, le=10_000, description="Of who has none, in points.")
    open: bool = Field(True, strict=True, description="Whether new tickets are taken.")

    def settings(self) -> QueueSettings:
        """Return the settings as the office takes them."""
        return QueueSettings(**{name: getattr(self, name) for name in QueueOptions.model_fields})


class NewQueue(QueueOptions):
    """A queue that is to be made."""

    name: str = Field(pattern=NAMED, examples=["duel"])


class QueueShown(BaseModel):
    """A queue."""

    name: str
    settings: QueueOptions
    waiting: int = Field(description="Tickets that wait.")
    found: int = Field(description="Matches that were found, ever.")


class TicketPlayer(RequestBody):
    """A player who comes into a queue."""

    player: str = Field(min_length=1, max_length=LONGEST_NAME, examples=["Ann"])
    rating: float | None = Field(
        None, strict=True, ge=-1e6, le=1e6, description="In points; that of the pool if it is not said."
    )
    deviation: float | None = Field(
        None, strict=True, ge=0, le=10_000, description="In points; that of the pool if it is not said."
    )


class NewTicket(RequestBody):
    """A player, or a party that stays on one side, who come into a queue."""

    players: list[TicketPlayer] = Field(min_length=1, max_length=50)
    attributes: dict[str, Annotated[str, Field(max_length=100)]] = Field(
        default_factory=dict, max_length=MOST_ATTRIBUTES, examples=[{"region": "eu"}]
    )
    patience: float | None = Field(
        None, strict=True, ge=1, le=86_400, description="Seconds; those of the queue if it is not said."
    )
    at: Moment = None


class Matches(BaseModel):
    """Matches of a queue, in the order in which they were found."""

    matches: list[MatchShown]
    next: int = Field(description="`after` of those that follow.")


class NewRound(RequestBody):
    """A round that is to be made now."""

    at: Moment = None
    dry_run: bool = Field(False, strict=True, description="Whether nothing is written.")


class RoundShown(BaseModel):
    """What became of a round."""

    matches: list[MatchShown]
    waiting: int = Field(description="Tickets that go on waiting.")
    expired: int = Field(description="Tickets that no longer wait.")


class WaitShown(BaseModel):
    """How long tickets waited until they were matched, in seconds."""

    mean: float
    median: float
    late: float = Field(description="One in twenty waited longer.")
    longest: float


class BandShown(BaseModel):
    """A fifth of the tickets, by their ratings."""

    lowest: float = Field(description="Rating, in points.")
    highest: float = Field(description="Rating, in points.")
    wait: float = Field(description="The mean, in seconds.")
    favourite: float = Field(description="The mean expected score of the favourite of their matches.")


class FiguresShown(BaseModel):
    """How long players wait, and how even their matches are; null where there is no match."""

    waiting: int
    longest: float = Field(description="How long the first of those who wait has waited, in seconds.")
    matches: int = Field(description="The last ones, of which the other figures are.")
    wait: WaitShown | None
    favourite: float | None = Field(description="The mean expected score of the favourite; ½ is even.")
    uneven: float | None = Field(description="The share of matches whose favourite expects 0.75 and more.")
    information: float | None = Field(description="The mean of a match, in points squared.")
    bands: list[BandShown] = Field(description="From the weakest to the strongest; none of few matches.")
    cancelled: int = Field(description="Tickets of the last day.")
    expired: int = Field(description="Tickets of the last day.")


_READ = responses(401, 403, 404, 422, 503)
_DONE = responses(401, 403, 404, 409, 413, 422, 503)


@router.get("/queues", responses=responses(401, 403, 422, 503))
def list_queues(caller: Reader) -> list[QueueShown]:
    """Return all queues, by their names."""
    return [_queue_shown(queue) for queue in all_queues(caller.site.database)]


@router.post("/queues", status_code=201, responses=_DONE)
def create_queue(caller: Officer, new: NewQueue) -> QueueShown:
    """Make a queue."""
    queue = GameQueue(caller.site.database, new.name)
    queue.create(new.settings())
    return _queue_shown(queue.state())


@router.get("/queues/{queue}", responses=_READ)
def read_queue(caller: Reader, queue: Name) -> QueueShown:
    """Return what a queue is told to do, and how many wait."""
    return _queue_shown(_queue(caller, queue).state())


@router.put("/queues/{queue}", responses=_DONE)
def change_queue(caller: Officer, queue: Name, options: QueueOptions) -> QueueShown:
    """Give a queue other settings; whoever waits is matched by them from the next round on."""
    existing = _queue(caller, queue)
    existing.change(options.settings())
    return _queue_shown(existing.state())


@router.post("/queues/{queue}/tickets", status_code=201, responses=_DONE)
def enter_queue(caller: Keeper, queue: Name, new: NewTicket, key: Key = None) -> TicketShown:
    """Let a player, or a party, come into a queue; a player waits in it once."""
    coming = Party(
        [PartyPlayer(player.player, player.rating, player.deviation) for player in new.players],
        new.attributes,
        new.patience,
        key or "",
    )
    ticket = Tickets(_queue(caller, queue)).enter(coming, now=_seconds(new.at))
    caller.site.matchmaker.begin()
    return ticket_shown(ticket)


@router.get("/queues/{queue}/tickets/{ticket}", responses=_READ)
async def read_ticket(caller: Keeper, queue: Name, ticket: TicketId, wait: Wait = 0.0) -> TicketShown:
    """Return a ticket: at once if it has ended, else as soon as it does, or when the wait is over."""
    tickets = Tickets(_queue(caller, queue))

    def look() -> QueueTicket | None:
        entry = tickets.ticket(ticket)
        return entry if entry.state != WAITING else None

    ended = await caller.site.matchmaker.until(queue, ticket, wait, look) if wait else None
    if ended is None:
        ended = await run_in_threadpool(tickets.ticket, ticket)
    return ticket_shown(ended)


@router.delete("/queues/{queue}/tickets/{ticket}", responses=responses(401, 403, 404, 409, 413, 422, 503))
def cancel_ticket(caller: Keeper, queue: Name, ticket: TicketId) -> TicketShown:
    """Let a player or a party leave a queue; refused where a match was found already."""
    entry = Tickets(_queue(caller, queue)).cancel(ticket)
    caller.site.matchmaker.ended(queue, [ticket])
    return ticket_shown(entry)


@router.post("/queues/{queue}/rounds", responses=_DONE)
def make_round(caller: Keeper, queue: Name, new: NewRound) -> RoundShown:
    """Match those who wait now; the same tickets at the same time give the same matches."""
    round_ = QueueRounds(_queue(caller, queue)).make(now=_seconds(new.at), dry_run=new.dry_run)
    if not new.dry_run:
        caller.site.matchmaker.ended(
            queue, [ticket.id for match in round_.matches for ticket in match.tickets]
        )
    return RoundShown(
        matches=[match_shown(match) for match in round_.matches],
        waiting=round_.waiting,
        expired=round_.expired,
    )


@router.get("/queues/{queue}/matches", responses=_READ)
async def list_matches(
    caller: Keeper,
    queue: Name,
    after: Annotated[
        int, Query(ge=0, le=10**15, description="The number of the last match that is known.")
    ] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    wait: Wait = 0.0,
) -> Matches:
    """Return the matches after the last one that is known: at once, or as soon as there is one."""
    rounds = QueueRounds(_queue(caller, queue))

    def look() -> list[QueueMatch] | None:
        return rounds.matches(after=after, limit=limit) or None

    matches = await caller.site.matchmaker.until(queue, "", wait, look) or []
    return Matches(
        matches=[match_shown(match) for match in matches], next=matches[-1].number if matches else after
    )


@router.get("/queues/{queue}/matches/{number}", responses=_READ)
def read_match(caller: Keeper, queue: Name, number: MatchNumber) -> MatchShown:
    """Return a match, with the steps of its explanation."""
    match = QueueRounds(_queue(caller, queue)).match(number)
    shown = match_shown(match)
    shown.explanation = ExplanationShown.model_validate(match.explained().as_dict())
    return shown


@router.get("/queues/{queue}/figures", responses=_READ)
def read_figures(
    caller: Reader,
    queue: Name,
    last: Annotated[int, Query(ge=1, le=10_000, description="How many matches to look at.")] = 1000,
) -> FiguresShown:
    """Return how long players wait, and how even their matches are."""
    return _figures_shown(figures(_queue(caller, queue), last=last))


def _queue(caller: Caller, name: str) -> GameQueue:
    return GameQueue(caller.site.database, name)


def _seconds(at: datetime | None) -> float | None:
    """Return a moment in seconds since 1970 UTC; one without a zone is in UTC.

    Raises:
        BadInput: it is before 1970, or after the year 9000: a wait from then on has no end in a calendar.
    """
    if at is None:
        return None
    if not 1970 < at.year <= 9000:
        raise BadInput(f"{at.isoformat()} is no moment of a queue", code="queue.ticket")
    return (at if at.tzinfo is not None else datetime.combine(at.date(), at.time(), UTC)).timestamp()


def _queue_shown(state: QueueState) -> QueueShown:
    options = QueueOptions(**{name: getattr(state.settings, name) for name in QueueOptions.model_fields})
    return QueueShown(name=state.name, settings=options, waiting=state.waiting, found=state.match_count)


def _figures_shown(numbers: Figures) -> FiguresShown:
    wait = numbers.wait
    return FiguresShown(
        waiting=numbers.waiting,
        longest=numbers.longest,
        matches=numbers.matches,
        wait=None
        if wait is None
        else WaitShown(mean=wait.mean, median=wait.median, late=wait.late, longest=wait.longest),
        favourite=numbers.favourite,
        uneven=numbers.uneven,
        information=numbers.information,
        bands=[BandShown(**band._asdict()) for band in numbers.bands],
        cancelled=numbers.cancelled,
        expired=numbers.expired,
    )
