"""Reports of the laboratory on the games of a pool, for those who decide by which rules it rates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from starlette.responses import Response

from arpad.core import worded
from arpad.office.club.rights import Task, require
from arpad.office.pools.publications import GAMES_FILE
from arpad.office.pools.studies import LEAST_GAMES, STUDIES, StudyReport, study
from arpad.office.turns import Busy
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.lists.pool import PoolHead, pool_ranking, ranking_version
from arpad.web.lists.pools import systems
from arpad.web.lists.study_runs import report_of
from arpad.web.responses import shown
from arpad.web.tournaments.files import PAPER

AGAIN = 3
"""Seconds after which a browser asks again for a report that is being made."""


@dataclass(frozen=True)
class LaboratoryPage(Page):
    """What can be asked of the games of a pool.

    Args:
        head: the pool.
        enough: whether there are games enough.
        least: how many that takes.
        systems: by which it could be rated too, by name.
        start: a day for the question what another system would have changed.
    """

    TEMPLATE: ClassVar[str] = "pool_laboratory.html.j2"
    head: PoolHead
    enough: bool
    least: int
    systems: dict[str, str]
    start: str


@dataclass(frozen=True)
class ReportWaitingPage(Page):
    """A report that is being made.

    Args:
        head: the pool.
        ready: whether the report is there; not yet.
    """

    TEMPLATE: ClassVar[str] = "pool_report_waiting.html.j2"
    STATUS: ClassVar[int] = 202
    head: PoolHead
    ready: bool = False


def laboratory(context: RequestContext) -> LaboratoryPage:
    """Show what can be asked."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    year = date.today().year - 1
    return LaboratoryPage(
        ranking.head, ranking.head.games >= LEAST_GAMES, LEAST_GAMES, systems(), f"{year}-01-01"
    )


FILES = {
    "memo.txt": "text/plain; charset=utf-8",
    "manifest.json": "application/json",
    GAMES_FILE: "text/csv; charset=utf-8",
}
"""What is kept of a report beside its page, and what it is to a browser."""


def report(context: RequestContext) -> Response:
    """Return a report as a page of its own; 202 and a page that asks again while it is being made.

    Raises:
        Busy: too many reports are being made.
        Unknown: there is no such report.
        BadInput: the games, or what is asked of them, are not what it takes.
        NotProvided: the report needs what these games do not have.
    """
    study_report = _report(context)
    if study_report is None:
        waiting = shown(context, ReportWaitingPage(pool_ranking(context).head))
        waiting.headers.update(
            {"refresh": str(AGAIN), "retry-after": str(AGAIN), "cache-control": "no-store"}
        )
        return waiting
    return Response(study_report.page, media_type="text/html", headers={"content-security-policy": PAPER})


def file(context: RequestContext) -> Response:
    """Return the memo, the manifest or the games of a report.

    Raises:
        Busy: the report is being made, or too many are.
        Unknown: there is no such report, or no such file.
        BadInput: the games, or what is asked of them, are not what it takes.
        NotProvided: the report needs what these games do not have.
    """
    name, what = (str(context.request.path_params[each]) for each in ("file", "study"))
    require(context.actor, Task.MANAGE_POOLS)
    if name not in FILES:
        raise Unknown(
            worded("a report has no file {name!r}", name=name[:40]),
            remedy=worded("There are {known}.", known=", ".join(FILES)),
        )
    study_report = _report(context)
    if study_report is None:
        raise Busy(
            worded("the report is being made"),
            remedy=worded("Look again in some seconds."),
            code="study.busy",
        )
    attached = f'attachment; filename="{context.request.path_params["pool"]}-{what}-{name}"'
    content = {
        "memo.txt": study_report.memo,
        "manifest.json": study_report.manifest,
        GAMES_FILE: study_report.games,
    }
    return Response(content[name], media_type=FILES[name], headers={"content-disposition": attached})


def _report(context: RequestContext) -> StudyReport | None:
    """Return a report; None while it is being made."""
    require(context.actor, Task.MANAGE_POOLS)
    what = str(context.request.path_params["study"])
    if what not in STUDIES:
        raise Unknown(
            worded("there is no report {what!r}", what=what[:40]),
            remedy=worded("There are {known}.", known=", ".join(STUDIES)),
        )
    against, start = (context.query(name) if what == "scenario" else "" for name in ("against", "start"))
    pool = pool_ranking(context).pool
    key = (pool.database.address, *ranking_version(context), context.language.code, what, against, start)
    return report_of(key, lambda: study(pool, what, against=against, start=start))
