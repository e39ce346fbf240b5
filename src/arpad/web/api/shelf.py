"""Tournaments hidden, archived, copied or deleted by programs."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from arpad.office import desk
from arpad.office.club.rights import Task, require
from arpad.office.club.shelf import remove, show
from arpad.office.store.tournaments import TournamentLog, Visibility
from arpad.web.api.desk import ActAnswer, request_digest, shown_findings
from arpad.web.api.door import Director
from arpad.web.api.problems import responses
from arpad.web.api.requests import NAMED, RequestBody
from arpad.web.api.results import Key
from arpad.web.api.tournaments import Name, TournamentShown, tournament_shown
from arpad.web.tournaments.event import tournament_view_for

router: APIRouter = APIRouter(tags=["tournaments"])

_REFUSED = responses(401, 403, 404, 409, 413, 422, 503)


class WhereShown(RequestBody):
    """Where a tournament is shown."""

    visibility: Literal["listed", "hidden", "archived"] = Field(
        description="`hidden`: seen by who runs it only; `archived`: apart in the list of tournaments."
    )


class CopyOfTournament(RequestBody):
    """A tournament that begins with the plan of another."""

    name: str = Field(pattern=NAMED, examples=["spring-open-2027"])
    title: str = Field(min_length=1, max_length=200, examples=["Spring Open 2027"])
    participants: bool = Field(True, strict=True, description="Whether it has the participants of the other.")
    seed: int | None = Field(
        None, strict=True, ge=0, le=10**6, description="What lots are drawn from; the other's if it is null."
    )


@router.post("/tournaments/{name}/visibility", responses=_REFUSED)
def show_tournament(caller: Director, name: Name, request: WhereShown) -> TournamentShown:
    """List, hide or archive a tournament."""
    tournament_view_for(caller.actor, caller.site.database, name)
    show(caller.site.database, name, Visibility(request.visibility), by=caller.actor)
    caller.site.watch.changed()
    return tournament_shown(tournament_view_for(caller.actor, caller.site.database, name).head)


@router.post("/tournaments/{name}/copy", status_code=201, responses=_REFUSED)
def copy_tournament(caller: Director, name: Name, request: CopyOfTournament, key: Key = None) -> ActAnswer:
    """Begin another tournament with the same system, settings, points, tie-breaks and participants."""
    view = tournament_view_for(caller.actor, caller.site.database, name)
    require(caller.actor, Task.RUN_TOURNAMENT, tournament=view.stream)
    require(caller.actor, Task.BEGIN_TOURNAMENT)
    log = desk.copied(view.log, request.title, participants=request.participants, seed=request.seed)
    done = TournamentLog(caller.site.database, request.name).create(
        log,
        op=key or "",
        request=request_digest("copy", request) if key else "",
        author=caller.actor.name,
        within=caller.site.people.begun_by(caller.actor),
    )
    created = tournament_view_for(caller.actor, caller.site.database, request.name)
    findings = () if done.repeated else log.findings
    return ActAnswer(
        tournament=tournament_shown(created.head), repeated=done.repeated, findings=shown_findings(findings)
    )


@router.delete("/tournaments/{name}", status_code=204, responses=_REFUSED)
def delete_tournament(caller: Director, name: Name) -> None:
    """Delete a tournament of which nothing was ever published; its name is free then."""
    remove(caller.site.database, name, by=caller.actor)
    caller.site.watch.changed()
