"""Who may do what: roles of people, scopes of programs, and one table that decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from arpad.core import ArpadError, worded


class Role(StrEnum):
    """What a person is in an organisation."""

    OWNER = "owner"
    RATING_OFFICER = "rating-officer"
    ARBITER = "arbiter"
    PLAYER = "player"
    VISITOR = "visitor"
    """Anybody who has not come in."""

    @property
    def label(self) -> str:
        """What people call it."""
        return worded(self.value.replace("-", " "))


class Scope(StrEnum):
    """What a program that comes with a token may do at most; its user's role limits it further."""

    READ = "read"
    RESULTS = "results"
    TOURNAMENTS = "tournaments"
    POOLS = "pools"
    PEOPLE = "people"


class Task(StrEnum):
    """What is allowed or not."""

    READ = "read"
    """See what is published."""

    REPORT = "report"
    """Report a result of one's own."""

    BEGIN_TOURNAMENT = "begin-tournament"
    RUN_TOURNAMENT = "run-tournament"
    """Any act of the arbiter in a given tournament."""

    POST_GAMES = "post-games"
    """Post results to a pool."""

    RUN_QUEUES = "run-queues"
    """Let players wait for a match, and match them."""

    MANAGE_POOLS = "manage-pools"
    """Begin pools, correct them, publish lists."""

    MANAGE_PEOPLE = "manage-people"
    """Invite users, change their roles, close them, revoke tokens."""


EVERYBODY = frozenset(Role)
OFFICERS = frozenset((Role.OWNER, Role.RATING_OFFICER))

RIGHTS: Mapping[Task, tuple[frozenset[Role], Scope]] = {
    Task.READ: (EVERYBODY, Scope.READ),
    Task.REPORT: (EVERYBODY - {Role.VISITOR}, Scope.RESULTS),
    Task.BEGIN_TOURNAMENT: (frozenset((Role.OWNER, Role.ARBITER)), Scope.TOURNAMENTS),
    Task.RUN_TOURNAMENT: (frozenset((Role.OWNER, Role.ARBITER)), Scope.TOURNAMENTS),
    Task.POST_GAMES: (OFFICERS, Scope.RESULTS),
    Task.RUN_QUEUES: (OFFICERS, Scope.RESULTS),
    Task.MANAGE_POOLS: (OFFICERS, Scope.POOLS),
    Task.MANAGE_PEOPLE: (frozenset((Role.OWNER,)), Scope.PEOPLE),
}
"""For every task the roles that may do it, and the scope that a token needs for it."""


@dataclass(frozen=True)
class Actor:
    """Who sends a request: a person, a visitor, or a program with the token of a person.

    Args:
        user: the number of the user; 0 for a visitor.
        name: of the user.
        role: of the user.
        tournaments: the streams of the tournaments of which the user is an arbiter.
        scopes: of the token; None for a person.
    """

    user: int = 0
    name: str = ""
    role: Role = Role.VISITOR
    tournaments: frozenset[int] = frozenset()
    scopes: frozenset[Scope] | None = None


class NotAllowed(ArpadError):
    """Something that somebody may not do."""

    CODE: ClassVar[str] = "right.missing"


def may(actor: Actor, task: Task, *, tournament: int | None = None) -> bool:
    """Tell whether somebody may do something.

    Args:
        actor: somebody.
        task: what.
        tournament: the stream of the tournament, to run one: an arbiter runs the given ones only.
    """
    roles, scope = RIGHTS[task]
    if actor.role not in roles or (actor.scopes is not None and scope not in actor.scopes):
        return False
    return task is not Task.RUN_TOURNAMENT or actor.role is Role.OWNER or tournament in actor.tournaments


def require(actor: Actor, task: Task, *, tournament: int | None = None) -> None:
    """Refuse what somebody may not do; see :func:`may`.

    Raises:
        NotAllowed: it is not allowed.
    """
    if may(actor, task, tournament=tournament):
        return
    roles, scope = RIGHTS[task]
    if actor.role in roles and actor.scopes is not None and scope not in actor.scopes:
        raise NotAllowed(
            worded(
                "this token has no scope {value!r}, which it takes to {words}",
                value=scope.value,
                words=_words(task),
            ),
            remedy="Make a token with that scope.",
        )
    here = task is Task.RUN_TOURNAMENT and actor.role is Role.ARBITER
    action = worded("{task} here", task=_words(task)) if here else _words(task)
    raise NotAllowed(
        worded("{name} ({role}) may not {task}", name=actor.name, role=actor.role.label, task=action)
        if actor.user
        else worded("a visitor may not {task}", task=action),
        remedy=worded("Ask the {who}.", who=_either(sorted(roles))),
    )


def _words(task: Task) -> str:
    return worded(task.value.replace("-", " "))


def _either(roles: list[Role]) -> str:
    text = roles[0].label
    for role in roles[1:]:
        text = worded("{one} or the {other}", one=text, other=role.label)
    return text
