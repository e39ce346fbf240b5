"""Tournaments: what their pages show, as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from arpad.office.pages.event_tables import without_game
from arpad.office.pages.floats import float_map, seen_before
from arpad.office.pages.gained import NOTHING, gained
from arpad.office.store.tournaments import tournaments
from arpad.rulebooks.pairing_catalogue import names_black_first, written_result
from arpad.rulebooks.standings import edition_for, ranked_apart
from arpad.rulebooks.standings import standings as made_standings
from arpad.tournament.model import Entrant
from arpad.web.api.door import Caller, Reader
from arpad.web.api.problems import responses
from arpad.web.api.requests import name_of
from arpad.web.context import Unknown
from arpad.web.tournaments.event import TournamentHead, TournamentView, tournament_view_for
from arpad.web.tournaments.listing import visible_to

router: APIRouter = APIRouter(tags=["tournaments"])

Name = Annotated[str, name_of("tournament", "spring-open")]
Round = Annotated[int, Path(ge=1, le=1000, description="The number of the round.")]

REFUSED = responses(401, 403, 404, 422, 503)


class TournamentListed(BaseModel):
    """A tournament in the list of all."""

    name: str = Field(examples=["spring-open"])
    title: str = Field(examples=["Spring Open"])
    system: str = Field(description="The pairing system.", examples=["fide-dutch"])
    participants: int
    planned: int = Field(description="Rounds; 0 if nobody has said.")
    paired: int = Field(description="Rounds.")
    finished: bool


class RoundListed(BaseModel):
    """A round in the list of all."""

    number: int
    state: str = Field(description="`draft` until it is published, `open`, then `complete`.")


class TournamentShown(BaseModel):
    """A tournament."""

    name: str
    title: str
    system: str = Field(description="The pairing system.")
    place: str
    days: list[str] = Field(description="The first and the last; one if they are the same.")
    participants: int
    planned: int = Field(description="Rounds; 0 if nobody has said.")
    rounds: list[RoundListed] = Field(description="Those that who asks may see.")
    finished: bool
    seq: int = Field(description="The number of its last event: `seen` of an act.")


class Person(BaseModel):
    """A participant, as boards and standings name one."""

    number: int = Field(description="The pairing number.")
    name: str


class Participant(Person):
    """A participant with what is known."""

    rating: int = Field(description="0 for none.")
    title: str
    federation: str
    club: str
    grade: str


class Seated(Person):
    """A side of a board."""

    rating: int = Field(description="0 for none.")
    due: str = Field(
        description="The colour that the system preferred before the round: `w`, `b`, or empty for none."
    )


class Board(BaseModel):
    """A board of a round."""

    board: int
    first: Seated = Field(
        description="As boards are printed and results are written: White, or in Othello Black."
    )
    second: Seated
    result: str = Field(description="As boards print it; empty if it is to come.", examples=["1-0"])


class ByeShown(BaseModel):
    """Somebody without an opponent."""

    who: Person
    kind: str = Field(description="In words.")


class FloatShown(BaseModel):
    """Somebody who met a participant of a lower score, or has the bye."""

    number: int = Field(description="The pairing number, as it was when the round was paired.")
    name: str
    score: float = Field(description="Before the round, as the system counts it.")
    opponent: str = Field(description="The name of the opponent; empty for a bye.")
    to: float | None = Field(description="The opponent's score; null for a bye.")
    board: int | None = Field(description="null for a bye.")


class RoundShown(BaseModel):
    """A round by board."""

    number: int
    state: str
    boards: list[Board]
    byes: list[ByeShown]
    pending: int = Field(description="How many results are to come.")
    floats: list[FloatShown] = Field(description="None of systems without scoregroups.")


class PlaceShown(BaseModel):
    """A line of the standings."""

    rank: int | None = Field(
        description="Who is equal in everything shares it; null for who left a round robin before half of it."
    )
    counted: bool = Field(description="Whether the games count, those of the opponents too.")
    who: Person
    points: float
    values: dict[str, float] = Field(description="The tie-breaks, by their codes, in order.")
    decided: str = Field(description="The code of what set it apart from the place above; empty for nothing.")
    performance: int | None = Field(
        None, description="The performance rating (B.01, 1.4); null if it is not asked for, or for no game."
    )
    w_we: float | None = Field(
        None,
        description="The score less the expected one; null if it is not asked for, or without a rating.",
    )
    rating_change: float | None = Field(
        None, description="K · (W − We) by FIDE's rules; null if it is not asked for, or without a rating."
    )


class StandingsShown(BaseModel):
    """The standings after a round."""

    after: int
    rules: str = Field(description="The edition of the rules of tie-breaks.")
    groups: dict[str, list[PlaceShown]] = Field(description="By group; a single one without a name.")


@router.get("/tournaments", responses=responses(401, 403, 422, 503))
def list_tournaments(caller: Reader) -> list[TournamentListed]:
    """Return all tournaments, the newest first; hidden ones to who runs them only."""
    return [
        TournamentListed(**{name: getattr(entry, name) for name in TournamentListed.model_fields})
        for entry in visible_to(caller.actor, tournaments(caller.site.database))
    ]


@router.get("/tournaments/{name}", responses=REFUSED)
def read_tournament(caller: Reader, name: Name) -> TournamentShown:
    """Return a tournament with its rounds."""
    return tournament_shown(_tournament_view(caller, name).head)


@router.get("/tournaments/{name}/participants", responses=REFUSED)
def list_participants(caller: Reader, name: Name) -> list[Participant]:
    """Return who takes part, by number."""
    entrants = sorted(_tournament_view(caller, name).tournament.entrants, key=lambda entrant: entrant.number)
    return [
        Participant(**{field: getattr(entrant, field) for field in Participant.model_fields})
        for entrant in entrants
    ]


@router.get("/tournaments/{name}/rounds/{number}", responses=REFUSED)
def read_round(caller: Reader, name: Name, number: Round) -> RoundShown:
    """Return the boards of a round with the results so far."""
    return round_shown(_tournament_view(caller, name), number)


@router.get("/tournaments/{name}/standings", responses=REFUSED)
def read_standings(
    caller: Reader,
    name: Name,
    after: Annotated[
        int | None, Query(ge=0, le=1000, description="The round; if it is not said, the last one.")
    ] = None,
    columns: Annotated[
        Literal["", "all"], Query(description="`all` for performance, W − We and rating change too.")
    ] = "",
) -> StandingsShown:
    """Return the standings after a round, with every tie-break."""
    view = _tournament_view(caller, name)
    number = view.seen if after is None else after
    if number > view.seen:
        raise Unknown(f"round {number} is not published yet", remedy="Look again when it is.")
    tournament = view.tournament.until(number)
    rules = edition_for(tournament, None)
    worth = gained(tournament) if columns == "all" else {}
    groups = {}
    for group, part in ranked_apart(tournament).items():
        table = made_standings(part, None, rules)
        groups[group] = [
            PlaceShown(
                rank=place.rank,
                counted=place.counted,
                who=_person(place.entrant),
                points=float(place.points.value),
                values={
                    code: float(value.value) for code, value in zip(table.codes, place.values, strict=True)
                },
                decided=place.decided,
                performance=gain.performance,
                w_we=gain.numbers()[1],
                rating_change=gain.numbers()[2],
            )
            for place in table
            for gain in (worth.get(place.entrant.number, NOTHING),)
        ]
    return StandingsShown(after=number, rules=rules.name, groups=groups)


def tournament_shown(head: TournamentHead) -> TournamentShown:
    """Return a tournament as it is answered."""
    return TournamentShown(
        name=head.name,
        title=head.title,
        system=head.system,
        place=head.place,
        days=list(head.days),
        participants=head.participants,
        planned=head.planned,
        rounds=[RoundListed(number=round_.number, state=round_.state) for round_ in head.rounds],
        finished=head.finished,
        seq=head.seq,
    )


def round_shown(view: TournamentView, number: int) -> RoundShown:
    """Return a round as it is answered.

    Raises:
        Unknown: it is not paired, or not published yet.
    """
    if number > view.seen:
        raise Unknown(f"round {number} is not published yet", remedy="Look again when it is.")
    tournament = view.tournament
    round_ = tournament.rounds[number - 1]
    people = {at: _person(entrant) for at, entrant in tournament.by_number.items()}
    before = seen_before(view.log, number)
    dues = {at: state.due for at, (_, state) in before.items()}
    seated = {
        at: Seated(number=at, name=entrant.name, rating=entrant.rating, due=dues.get(at, ""))
        for at, entrant in tournament.by_number.items()
    }
    boards = []
    for board, game in enumerate(round_.pairings, 1):
        first, second = game.white, game.black
        if names_black_first(tournament.system):
            first, second = second, first
        result = written_result(tournament.system, game)
        boards.append(Board(board=board, first=seated[first], second=seated[second], result=result))
    byes = [
        ByeShown(who=people[bye.number], kind=without_game(tournament, bye.number, number, bye.result))
        for bye in round_.byes
    ]
    state = view.head.rounds[number - 1].state
    map_of = float_map(view.log, number)
    floats = [
        FloatShown(
            number=each.number,
            name=each.name,
            score=float(each.score),
            opponent=each.opponent,
            to=None if each.to is None else float(each.to),
            board=each.board or None,
        )
        for each in (map_of.floats if map_of else ())
    ]
    pending = len(round_.pending)
    return RoundShown(number=number, state=state, boards=boards, byes=byes, pending=pending, floats=floats)


def _tournament_view(caller: Caller, name: str) -> TournamentView:
    return tournament_view_for(caller.actor, caller.site.database, name)


def _person(entrant: Entrant) -> Person:
    return Person(number=entrant.number, name=entrant.name)
