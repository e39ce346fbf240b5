"""Who asks, by the token that a program shows, and whether that is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool

from arpad.office.club.people import TOKEN
from arpad.office.club.rights import Actor, NotAllowed, Task, require
from arpad.web.connections import note_authenticated
from arpad.web.site import Site

VISITOR = Actor()

ABOUT = f"A token, which begins with `{TOKEN}`. What is published is told without one."


OFTEN = (Task.READ, Task.POST_GAMES, Task.RUN_QUEUES)
"""For these a token is not looked up at every request; an arbiter has other rights after each tournament."""


@dataclass(frozen=True)
class Caller:
    """Who asks.

    Args:
        site: the office.
        actor: asks; a visitor where no token is shown.
    """

    site: Site
    actor: Actor


def token_in(header: str) -> str:
    """Return the token of the header Authorization.

    Raises:
        NotAllowed: it has none.
    """
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAllowed(
            "this takes a token" if not header else "the header Authorization has no token",
            code="people.not-known",
            remedy="Send the header Authorization: Bearer TOKEN.",
        )
    return token


class Door(HTTPBearer):
    """Lets in whoever may do a task.

    Args:
        task: what is done.
    """

    def __init__(self, task: Task) -> None:
        super().__init__(scheme_name="token", description=ABOUT, auto_error=False)
        self.task = task

    async def __call__(self, request: Request) -> Caller:  # type: ignore[override]  # who asks, not the token
        """Return the caller.

        Raises:
            NotAllowed: the token does not hold, there is none, or it does not go so far.
        """
        site: Site = request.app.state.site
        header = request.headers.get("authorization", "")
        if not header and self.task is Task.READ:
            return Caller(site, VISITOR)
        token = token_in(header)
        actor = site.tokens.recent(token) if self.task in OFTEN else None
        if actor is None:
            actor = await run_in_threadpool(site.tokens.of, token)
        require(actor, self.task)
        note_authenticated(request.scope)
        return Caller(site, actor)


Reader = Annotated[Caller, Depends(Door(Task.READ))]
Poster = Annotated[Caller, Depends(Door(Task.POST_GAMES))]
Keeper = Annotated[Caller, Depends(Door(Task.RUN_QUEUES))]
"""Who lets players wait and be matched."""
Officer = Annotated[Caller, Depends(Door(Task.MANAGE_POOLS))]
Director = Annotated[Caller, Depends(Door(Task.BEGIN_TOURNAMENT))]
"""Who begins tournaments, and runs those that are given."""
