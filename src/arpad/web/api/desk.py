"""The arbiter's acts in a tournament, by programs: those of the desk, with what it has to say about each."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from arpad.office import desk
from arpad.office.club.rights import Role, Task, require
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_log import EventLog
from arpad.office.log.store import StoredAct
from arpad.office.policy import Finding
from arpad.office.store.tournaments import TournamentLog
from arpad.rulebooks.pairing_catalogue import names_black_first
from arpad.web.api.door import Caller, Director
from arpad.web.api.problems import responses
from arpad.web.api.requests import NAMED, RequestBody
from arpad.web.api.results import Key
from arpad.web.api.tournaments import Name, Round, TournamentShown, tournament_shown
from arpad.web.tournaments.event import TournamentView, tournament_view_for

router: APIRouter = APIRouter(tags=["tournaments"])

_REFUSED = responses(401, 403, 404, 409, 413, 422, 503)

Text = Annotated[str, Field(max_length=200)]


class NewTournament(RequestBody):
    """A tournament that is to begin."""

    name: str = Field(pattern=NAMED, examples=["spring-open"])
    title: str = Field(min_length=1, max_length=200, examples=["Spring Open"])
    system: Text = Field("fide-dutch", description="The pairing system.")
    rounds: int = Field(0, strict=True, ge=0, le=100, description="Planned; 0 if nobody has said.")
    seed: int | None = Field(
        None,
        strict=True,
        ge=0,
        le=10**6,
        description="What lots are drawn from; if it is not said, by chance.",
    )


class ActRequest(RequestBody):
    """What an act needs."""

    seen: int | None = Field(
        None,
        strict=True,
        ge=0,
        le=10**9,
        description="`seq` as who acts has seen it: refused if others have changed the same thing since.",
    )


class NewEntry(RequestBody):
    """A participant to be entered."""

    name: str = Field(min_length=1, max_length=200, examples=["Ann"])
    rating: int | None = Field(None, strict=True, ge=0, le=4000)
    title: Text = ""
    federation: Text = ""
    sex: Text = ""
    identity: Text = ""
    birth: Text = ""
    club: Text = ""
    grade: Text = ""


class NewEntries(ActRequest):
    """Participants to be entered."""

    entries: list[NewEntry] = Field(min_length=1, max_length=5000)


class BoardResult(RequestBody):
    """The result of a board."""

    board: int = Field(strict=True, ge=1, le=10_000)
    result: str = Field(
        min_length=1,
        max_length=100,
        description="As it is typed: 1-0, ½-½, +-.",
        examples=["1-0"],
    )


class BoardResults(ActRequest):
    """Results of a round."""

    results: list[BoardResult] = Field(min_length=1, max_length=10_000)
    correction: bool = Field(
        False,
        strict=True,
        description="Whether results that were followed by another round may become others: that round keeps "
        "its pairing, and the standings change.",
    )


class ParticipantAct(ActRequest):
    """ParticipantAct an act concerns."""

    participant: int = Field(strict=True, ge=1, le=100_000, description="The pairing number.")


class Absence(ParticipantAct):
    """When somebody is not paired."""

    rounds: list[Annotated[int, Field(strict=True, ge=1, le=1000)]] = Field(
        default_factory=list, max_length=1000, description="All from now on if it is empty."
    )
    bye: Literal["zero", "half", "full", "back"] = Field(
        "zero", description="What each such round brings; `back` for who plays again."
    )


class BoardByHand(ActRequest):
    """A board that is set by hand."""

    board: int = Field(strict=True, ge=1, le=10_000)
    first: int = Field(strict=True, ge=1, le=100_000, description="The number of who is printed first.")
    second: int = Field(strict=True, ge=1, le=100_000, description="The number of the opponent.")


class FindingShown(BaseModel):
    """What is to be said about an act that was done."""

    code: str
    severity: str = Field(description="`note` or `warning`.")
    text: str
    article: str = Field(description="The rule, as its rulebook numbers it; empty for none.")
    follows: str = Field(description="What follows or can be done; empty for nothing.")


class ActAnswer(BaseModel):
    """What became of an act."""

    tournament: TournamentShown
    repeated: bool = Field(description="Whether it was done before under its key, and nothing was done now.")
    findings: list[FindingShown]


@router.post("/tournaments", status_code=201, responses=responses(401, 403, 409, 413, 422, 503))
def create_tournament(caller: Director, new: NewTournament, key: Key = None) -> ActAnswer:
    """Begin a tournament; an arbiter runs the tournament that the arbiter has begun."""
    seed = secrets.randbelow(10**6) if new.seed is None else new.seed
    log = desk.create(new.title, new.system, rounds=new.rounds, seed=seed)
    store = TournamentLog(caller.site.database, new.name)
    done = store.create(
        log,
        op=key or "",
        request=request_digest("tournament", new) if key else "",
        author=caller.actor.name,
        within=caller.site.people.begun_by(caller.actor),
    )
    actor = caller.actor
    if actor.role is Role.ARBITER and not done.repeated:
        actor = replace(actor, tournaments=actor.tournaments | {store.stream()})
    created = tournament_view_for(actor, caller.site.database, new.name)
    findings = () if done.repeated else log.findings
    return ActAnswer(
        tournament=tournament_shown(created.head), repeated=done.repeated, findings=shown_findings(findings)
    )


@router.post("/tournaments/{name}/participants", responses=_REFUSED)
def enter(caller: Director, name: Name, new: NewEntries, key: Key = None) -> ActAnswer:
    """Enter participants; late ones join in the next round."""
    entries = [ParticipantEntry(entry.name, _entry_fields(entry)) for entry in new.entries]
    return _done(caller, name, "enter", new, key, lambda log: desk.enter_all(log, entries))


@router.post("/tournaments/{name}/pair", responses=_REFUSED)
def pair(caller: Director, name: Name, request: ActRequest, key: Key = None) -> ActAnswer:
    """Pair the next round; it is a draft until it is published."""
    return _done(caller, name, "pair", request, key, desk.pair)


@router.post("/tournaments/{name}/rounds/{number}/publish", responses=_REFUSED)
def publish(caller: Director, name: Name, number: Round, request: ActRequest, key: Key = None) -> ActAnswer:
    """Make a round known."""
    return _done(caller, name, "publish", request, key, lambda log: desk.publish(log, number), number)


@router.post("/tournaments/{name}/rounds/{number}/results", responses=_REFUSED)
def enter_results(
    caller: Director, name: Name, number: Round, request: BoardResults, key: Key = None
) -> ActAnswer:
    """Enter results of a round, or correct them: all of them, or none.

    A result that was followed by another round becomes another one only as a `correction`; without, it is
    refused (409, `result.followed`). Results that are to come, and those that stay, need none.
    """

    def change(log: EventLog) -> EventLog:
        typed = [(board_result.board, board_result.result) for board_result in request.results]
        try:
            return desk.enter_some_results(log, number, typed, correction=request.correction)
        except desk.ResultFollowed as error:
            raise error.asked_for('Send "correction": true if that is meant.') from None

    return _done(caller, name, "result", request, key, change, number)


@router.post("/tournaments/{name}/rounds/{number}/boards", responses=_REFUSED)
def set_board(
    caller: Director, name: Name, number: Round, request: BoardByHand, key: Key = None
) -> ActAnswer:
    """Set a board of a round by hand; whoever sat there takes the places that became free."""

    def change(log: EventLog) -> EventLog:
        first, second = request.first, request.second
        if names_black_first(log.tournament().system):
            first, second = second, first
        return desk.set_board(log, request.board, first, second, at=number)

    return _done(caller, name, "board", request, key, change, number)


@router.post("/tournaments/{name}/rounds/{number}/bye", responses=_REFUSED)
def give_bye_of_round(
    caller: Director, name: Name, number: Round, request: ParticipantAct, key: Key = None
) -> ActAnswer:
    """Give the bye of a round to another; whoever had it plays instead."""
    return _done(
        caller,
        name,
        "bye",
        request,
        key,
        lambda log: desk.swap_bye(log, request.participant, at=number),
        number,
    )


@router.post("/tournaments/{name}/unpair", responses=_REFUSED)
def unpair(caller: Director, name: Name, request: ActRequest, key: Key = None) -> ActAnswer:
    """Take the last round back."""
    return _done(caller, name, "unpair", request, key, desk.unpair)


@router.post("/tournaments/{name}/absences", responses=_REFUSED)
def note_absence(caller: Director, name: Name, request: Absence, key: Key = None) -> ActAnswer:
    """Note that a participant is not paired in some rounds, or from now on; or is back."""

    def change(log: EventLog) -> EventLog:
        if request.bye == "back":
            return desk.back(log, request.participant, request.rounds)
        return desk.away(log, request.participant, request.rounds, request.bye)

    return _done(caller, name, "absence", request, key, change)


@router.post("/tournaments/{name}/finish", responses=_REFUSED)
def finish(caller: Director, name: Name, request: ActRequest, key: Key = None) -> ActAnswer:
    """End the tournament."""
    return _done(caller, name, "finish", request, key, desk.finish)


@router.post("/tournaments/{name}/undo", responses=_REFUSED)
def undo(caller: Director, name: Name, request: ActRequest, key: Key = None) -> ActAnswer:
    """Take back the last act; what was done stays in the log."""
    return _done(caller, name, "undo", request, key, desk.undo)


def _done(
    caller: Caller,
    name: str,
    kind: str,
    request: ActRequest,
    key: str | None,
    change: Callable[[EventLog], EventLog],
    *more: int,
) -> ActAnswer:
    """Do an act: once under its key, and as who acts saw the tournament.

    Args:
        caller: who acts.
        name: of the tournament.
        kind: of the act; it stands in the digests of requests, so it never changes.
        request: the fields of the act.
        key: under which the act is done once; None for no such key.
        change: does the act.
        more: numbers of the address that belong to the act, such as that of the round.

    Raises:
        NotAllowed: the caller does not run the tournament.
        BadInput: the desk refuses it.
    """
    digest = request_digest(kind, request, *more) if key else ""
    done, after = perform(caller, name, change, key=key, digest=digest, seen=request.seen)
    findings = () if done.repeated else done.after.findings
    return ActAnswer(
        tournament=tournament_shown(after.head), repeated=done.repeated, findings=shown_findings(findings)
    )


def perform(
    caller: Caller,
    name: str,
    change: Callable[[EventLog], EventLog],
    *,
    key: str | None,
    digest: str,
    seen: int | None,
) -> tuple[StoredAct, TournamentView]:
    """Do an act: once under its key, and as who acts saw the tournament.

    Args:
        caller: who acts.
        name: of the tournament.
        change: does the act.
        key: under which the act is done once; None for no such key.
        digest: of what is asked for, under a key.
        seen: the last event that who acts has seen; None for the last one.

    Returns:
        what became of the act, and the tournament after it.

    Raises:
        NotAllowed: the caller does not run the tournament.
        BadInput: the desk refuses it.
    """
    view = tournament_view_for(caller.actor, caller.site.database, name)
    require(caller.actor, Task.RUN_TOURNAMENT, tournament=view.stream)
    done = view.store.act(
        change, op=key or "", request=digest, author=caller.actor.name, expected=seen or None
    )
    caller.site.watch.changed()
    return done, tournament_view_for(caller.actor, caller.site.database, name)


def request_digest(kind: str, fields: RequestBody, *more: int) -> str:
    """Return a digest of what is asked for, by which an honest retry is told from another act under one key.

    It is kept in the log with the act, so it depends on the declared kind and the values of the fields alone:
    not on the name of a function or class, nor on the order of fields, nor on fields with a default that were
    added since.

    Args:
        kind: of the act.
        fields: of the act; how far its author has seen the tournament (``seen``) is no part of it.
        more: numbers of the address.

    Returns:
        128 bits of SHA-256, in hexadecimal digits.
    """
    values = fields.model_dump(mode="json", exclude={"seen"}, exclude_defaults=True)
    text = json.dumps([kind, list(more), values], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:32]


def _entry_fields(entry: NewEntry) -> dict[str, str | int]:
    fields = entry.model_dump(exclude={"name"})
    return {field: value for field, value in fields.items() if value not in (None, "")}


def shown_findings(findings: tuple[Finding, ...]) -> list[FindingShown]:
    """Return findings as they are answered."""
    return [
        FindingShown(
            code=finding.code,
            severity=finding.severity.value,
            text=finding.text,
            article=finding.article,
            follows=finding.follows,
        )
        for finding in findings
    ]
