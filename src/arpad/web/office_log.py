"""What was done to a ranking list, and to the people of the office: by whom and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.office.club.audit_log import MOST, AuditEntry, acts_of
from arpad.office.club.rights import Task, require
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.languages import translate
from arpad.web.lists.pool import PoolHead, pool_ranking
from arpad.web.logs import without_secrets
from arpad.web.site import Site

POOL_KINDS = {
    "games": "games",
    "score": "corrected results",
    "out": "games taken out",
    "merge": "players who are one",
    "rules": "parameters",
    "season": "seasons",
    "season-out": "seasons taken out",
    "starts": "starting ratings",
    "starts-out": "starting ratings taken out",
    "list": "published lists",
}
"""What can be looked for in the log of a list."""

PEOPLE_KINDS = {
    "invite": "invitations",
    "user": "first visits",
    "role": "roles",
    "grant": "tournaments",
    "visibility": "tournaments hidden, archived or deleted",
    "close": "users who may no longer come in",
    "password": "passwords",
    "token": "tokens",
    "revoke": "tokens that were revoked",
}
"""What can be looked for in the log of the people."""


@dataclass(frozen=True)
class LogPage(Page):
    """What was done.

    Args:
        acts: a part of them, the last first.
        who: whose acts are looked for; empty for everybody's.
        what: which are looked for; empty for all.
        kinds: what can be looked for.
        earlier: the act before which there may be more; 0 if these are all.
    """

    acts: Sequence[AuditEntry]
    who: str
    what: str
    kinds: dict[str, str]
    earlier: int

    @property
    def translated_kinds(self) -> list[tuple[str, str]]:
        """What can be looked for, in the language of the page."""
        return [(kind, translate(words)) for kind, words in self.kinds.items()]


@dataclass(frozen=True)
class PoolLogPage(LogPage):
    """What was done to a ranking list.

    Args:
        head: the pool.
    """

    TEMPLATE: ClassVar[str] = "pool_log.html.j2"
    head: PoolHead


@dataclass(frozen=True)
class WorkerFailure:
    """What a worker beside the requests cannot do.

    Args:
        worker: its name.
        item: what it fails at; empty for all its work.
        since: the moment of the first failure in a row, ISO 8601, UTC.
        count: failures in a row.
        error: the last one.
    """

    worker: str
    item: str
    since: str
    count: int
    error: str


@dataclass(frozen=True)
class PeopleLogPage(LogPage):
    """What was done to the people of the office, and what the office cannot do.

    Args:
        failures: of the workers of the process that answers; each process logs and counts its own.
    """

    TEMPLATE: ClassVar[str] = "people_log.html.j2"
    failures: Sequence[WorkerFailure]


def of_pool(context: RequestContext) -> PoolLogPage:
    """Show what was done to a ranking list."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    return PoolLogPage(*_looked_for(context, "pool", ranking.head.name, POOL_KINDS), ranking.head)


def of_people(context: RequestContext) -> PeopleLogPage:
    """Show what was done to the people."""
    require(context.actor, Task.MANAGE_PEOPLE)
    return PeopleLogPage(
        *_looked_for(context, "people", "people", PEOPLE_KINDS), list(_failures(context.site))
    )


def _failures(site: Site) -> Iterator[WorkerFailure]:
    for worker in site.workers:
        whole = [worker.failure] if worker.failure is not None else []
        for failure in (*whole, *worker.set_aside()):
            since = failure.since.isoformat(timespec="seconds").replace("+00:00", "Z")
            error = without_secrets(failure.error)
            yield WorkerFailure(worker.name, failure.item, since, failure.count, error)


def _looked_for(
    context: RequestContext, kind: str, name: str, kinds: dict[str, str]
) -> tuple[Sequence[AuditEntry], str, str, dict[str, str], int]:
    author, what = context.query("who"), context.query("what")
    what = what if what in kinds else ""
    before = context.whole_of_query("before", 0)
    acts = acts_of(
        context.site.database, kind, name, before=before if before > 1 else 0, author=author, what=what
    )
    return acts, author, what, kinds, acts[-1].seq if len(acts) == MOST else 0
