"""What is answered where something is refused: one shape for all, as RFC 9457 describes it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from arpad.core import ArpadError
from arpad.office.club.rights import NotAllowed
from arpad.office.log.rebasing import ActConflict
from arpad.office.store.refusals import STATUSES as DATABASE_STATUSES
from arpad.office.store.refusals import TRANSIENT, public
from arpad.office.turns import LATER

MEDIA_TYPE = "application/problem+json"

STATUSES = {
    "people.not-known": 401,
    "pool.unknown": 404,
    "pool.no-player": 404,
    "pool.no-game": 404,
    "pool.no-list": 404,
    "pool.no-season": 404,
    "pool.no-starts": 404,
    "tournament.unknown": 404,
    "web.unknown": 404,
    "webhook.unknown": 404,
    "queue.unknown": 404,
    "queue.no-ticket": 404,
    "queue.no-match": 404,
    "webhook.too-many": 409,
    "queue.name-taken": 409,
    "queue.closed": 409,
    "queue.ended": 409,
    "queue.waits-already": 409,
    "log.moved": 409,
    "operation.another-act": 409,
    "result.followed": 409,
    "pool.game-out": 409,
    "pool.have-met": 409,
    "pool.list-taken": 409,
    "pool.merged": 409,
    "pool.name-taken": 409,
    "pool.season-taken": 409,
    "tournament.name-taken": 409,
    "form.too-large": 413,
    "api.too-many-requests": 429,
    "pool.busy": 503,
    **DATABASE_STATUSES,
}
"""Code of an error → status of the answer; 422 for the others."""


class Problem(BaseModel):
    """Why something was refused."""

    title: str = Field(description="The status in words.", examples=["Unprocessable Content"])
    status: int = Field(description="The status of the answer.", examples=[422])
    code: str = Field(
        description="What is wrong, as a word for programs that stays the same; docs/codes.md has them all.",
        examples=["pool.game-not-valid"],
    )
    detail: str = Field(
        description="What is wrong, as a sentence.",
        examples=["game 1 of the posting: 'Ann' cannot play against the same player"],
    )
    remedy: str | None = Field(default=None, description="What to do about it.")
    article: str | None = Field(default=None, description="The rule that is breached.")


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of the problems that an address may answer."""
    content: dict[str, Any] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": _title(status), "content": content} for status in statuses}


def problem(error: ArpadError) -> Problem:
    """Return an error as the API tells it."""
    status = STATUSES.get(error.code, 422)
    if isinstance(error, NotAllowed) and status == 422:
        status = 403
    if isinstance(error, ActConflict):
        status = 409
    error = public(error)
    place = f"{error.place}: " if error.place else ""
    return Problem(
        title=_title(status),
        status=status,
        code=error.code,
        detail=f"{place}{error.problem}",
        remedy=error.remedy,
        article=error.article,
    )


def refusal(error: ArpadError) -> Response:
    """Return the answer to what was refused."""
    body = problem(error)
    headers = {"www-authenticate": "Bearer"} if body.status == 401 else {}
    if body.status == 503 and (body.code in TRANSIENT or body.code not in DATABASE_STATUSES):
        headers = {"retry-after": str(LATER)}
    return _answer(body, headers)


def handle_refusals(app: FastAPI) -> None:
    """Let an application answer every refusal as a problem."""

    @app.exception_handler(ArpadError)
    async def refused(request: Request, error: ArpadError) -> Response:
        return refusal(error)

    @app.exception_handler(RequestValidationError)
    async def not_valid(request: Request, error: RequestValidationError) -> Response:
        first, *rest = error.errors()
        where = ".".join(str(key) for key in first["loc"])
        more = f" ({len(rest)} more)" if rest else ""
        detail = f"{where}: {first['msg']}{more}"
        return _answer(
            Problem(title=_title(422), status=422, code="request.not-valid", detail=detail[:400]), {}
        )

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        status = 422 if error.status_code == 400 else error.status_code  # a body that is not in UTF-8
        code = {404: "web.unknown", 405: "web.unknown"}.get(status, "request.not-valid")
        detail = "there is nothing at this address" if status == 404 else str(error.detail)
        headers = {name.lower(): value for name, value in (error.headers or {}).items()}
        if status == 405:
            headers["allow"] = ", ".join(
                _methods(app, request.url.path.removeprefix(request.scope.get("root_path", "")))
            )
        return _answer(Problem(title=_title(status), status=status, code=code, detail=detail), headers)


def _methods(app: FastAPI, path: str) -> list[str]:
    """Return what can be done at an address."""
    operations = (
        acts for address, acts in app.openapi()["paths"].items() if compile_path(address)[0].match(path)
    )
    return sorted({method.upper() for acts in operations for method in acts})


def _answer(body: Problem, headers: dict[str, str]) -> Response:
    return JSONResponse(body.model_dump(), body.status, headers, MEDIA_TYPE)


def _title(status: int) -> str:
    return {413: "Content Too Large", 422: "Unprocessable Content"}.get(status, HTTPStatus(status).phrase)
