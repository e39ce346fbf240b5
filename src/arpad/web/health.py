"""What the office tells of its own health, to load balancers and to whoever watches it.

``/healthz`` says that the process lives and the database answers. ``/readyz`` also says whether the workers
beside the requests do their work. Anybody may ask, so neither says where the database is, what an error said,
or which tournament is concerned: that stands in the log, and on the owner's page *Log*.
"""

from __future__ import annotations

import logging
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from arpad._version import __version__
from arpad.core import ArpadError
from arpad.office.worker import summary
from arpad.web.site import Site

_LOG = logging.getLogger("arpad.web")


def healthy(request: Request) -> Response:
    """Answer 200 while the database answers, else 503."""
    code = _refused(request.app.state.site)
    if code:
        return JSONResponse({"status": "error", "error": {"code": code}}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


async def ready(request: Request) -> Response:
    """Answer 200 while the database answers and every worker of this process does its work, else 503.

    An item that was set aside, such as the damaged log of one tournament, is counted and does not take the
    office off a load balancer: everything else is served.
    """
    site: Site = request.app.state.site
    code = await run_in_threadpool(_refused, site)
    workers: dict[str, Any] = {}
    for worker in site.workers:
        state = summary(worker)
        before = workers.get(worker.name)
        # Two listeners have one name: the one that fails is shown.
        if before is None or (before["failing_since"] is None and state["failing_since"] is not None):
            workers[worker.name] = state
    failed = [name for name, state in workers.items() if state["failing_since"] is not None]
    if code:
        failed.insert(0, "database")
    database = {"answers": not code} | ({"code": code} if code else {})
    body = {"ready": not failed, "failed": failed, "database": database, "workers": workers}
    return JSONResponse(body, 503 if failed else 200, {"cache-control": "no-store"})


def _refused(site: Site) -> str:
    """Return the code of what the database refuses; empty where it answers."""
    try:
        with site.database.reading() as connection:
            connection.exec_driver_sql("SELECT 1").scalar()
    except ArpadError as error:
        _LOG.error("the database does not serve: %s", error)
        return error.code
    return ""
