"""A stream of results: a line each, answered by a line each, for as long as the program likes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from arpad.core import ArpadError, BadInput
from arpad.office.pools.pool import Pool, details
from arpad.office.pools.posting import CheckedPosting, Posting
from arpad.web.api.answers import GameShown, games_shown
from arpad.web.api.door import Caller, Poster
from arpad.web.api.pools import Name
from arpad.web.api.problems import Problem, problem, responses
from arpad.web.api.results import Result, game
from arpad.web.connections import peer_of

router: APIRouter = APIRouter(tags=["results"])

MEDIA_TYPE = "application/x-ndjson"

MOST_LINES = 1000
"""That are rated together; more wait for the next ones."""

LONGEST_LINE = 65_536
"""In bytes."""


class Line(Result):
    """A result in a stream."""

    key: Annotated[str | None, Field(pattern="^[!-~]([ -~]{0,198}[!-~])?$")] = Field(
        None, description="As the header Idempotency-Key, for this game alone."
    )


class LineShown(BaseModel):
    """What became of a line: a game that was rated, or why it was refused."""

    line: int = Field(description="Counted from 1, with the empty ones.")
    repeated: bool | None = Field(None, description="Whether it was posted before, under its key.")
    game: GameShown | None = None
    problem: Problem | None = None


class Streamed(Response):
    """An answer that is sent while the request is read."""

    media_type = MEDIA_TYPE

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for some in self.lines:
            await send({"type": "http.response.body", "body": some, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


_ANSWER: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A line for each line, in their order.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/LineShown"}}},
    }
}
_REQUEST_BODY = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Line"}}}}


@router.post(
    "/pools/{pool}/results/stream",
    response_class=Response,
    responses={**_ANSWER, **responses(401, 403, 404, 422, 503)},
    openapi_extra={"requestBody": _REQUEST_BODY},
)
async def stream_results(request: Request, caller: Poster, pool: Name) -> Response:
    """Post games as lines of JSON; each is rated in its order, and answered when it is on the disk.

    A line that cannot be is answered with a problem, and those after it are rated. Lines without a key that
    come in together are written together.
    """
    await run_in_threadpool(details, Pool(caller.site.database, pool))
    peer = peer_of(request.scope)
    if peer is not None:
        peer.patient = True  # results come as they are played
    return Streamed(_answers(request, caller, pool))


async def _answers(request: Request, caller: Caller, pool: str) -> AsyncIterator[bytes]:
    """Yield the answers to the lines of a request."""
    number = 1
    async for lines in _lines(request):
        try:
            answers = await _answered(caller, pool, lines, number)
        except ArpadError as error:
            yield _line({"line": number, "problem": problem(error).model_dump()})
            return
        number += len(lines)
        if answers:
            yield b"".join(map(_line, answers))


async def _lines(request: Request) -> AsyncIterator[list[bytes]]:
    """Yield the lines of a request, as many at once as are there."""
    rest = b""
    async for chunk in request.stream():
        *lines, rest = (rest + chunk).split(b"\n")
        for start in range(0, len(lines), MOST_LINES):
            yield lines[start : start + MOST_LINES]
        if len(rest) > LONGEST_LINE:
            yield [rest]
            return
    if rest:
        yield [rest]


async def _answered(caller: Caller, pool: str, lines: Sequence[bytes], number: int) -> list[dict[str, Any]]:
    """Post lines, and return what became of each."""
    answers: dict[int, dict[str, Any]] = {}

    def checked() -> list[tuple[CheckedPosting, list[int]]]:
        return list(_postings(Pool(caller.site.database, pool), caller.actor.name, lines, answers))

    postings = await run_in_threadpool(checked)
    futures = [asyncio.wrap_future(caller.site.postings.post(pool, posting)) for posting, _ in postings]
    for (posting, places), done in zip(
        postings, await asyncio.gather(*futures, return_exceptions=True), strict=True
    ):
        if isinstance(done, ArpadError):
            answers |= {at: {"problem": problem(done).model_dump()} for at in places}
        elif isinstance(done, BaseException):
            raise done
        else:
            shown = await run_in_threadpool(games_shown, posting.batch, done)
            answers |= {
                at: {"repeated": done.repeated, "game": row} for at, row in zip(places, shown, strict=True)
            }
    return [{"line": number + at, **answers[at]} for at in sorted(answers)]


def _postings(
    pool: Pool, author: str, lines: Sequence[bytes], answers: dict[int, dict[str, Any]]
) -> list[tuple[CheckedPosting, list[int]]]:
    """Return the postings that lines are, each with its lines; what cannot be posted is told."""
    postings: list[tuple[CheckedPosting, list[int]]] = []
    together: list[tuple[Line, int]] = []

    def close() -> None:
        if together:
            games = [game(entry) for entry, _ in together]
            postings.append((pool.checked(Posting(games, author=author)), [at for _, at in together]))
            together.clear()

    for at, text in enumerate(lines):
        if not text.strip():
            continue
        try:
            line = _read(text)
            alone = pool.checked(Posting([game(line)], line.key or "", author))
        except ArpadError as error:
            answers[at] = {"problem": problem(error).model_dump()}
            continue
        if line.key is None:
            together.append((line, at))
        else:
            close()
            postings.append((alone, [at]))
    close()
    return postings


def _read(text: bytes) -> Line:
    """Return the result of a line.

    Raises:
        BadInput: it is none.
    """
    try:
        if len(text) > LONGEST_LINE:
            raise BadInput(f"a line has more than {LONGEST_LINE} bytes", code="form.too-large")
        return Line.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInput(
            f"{where}: {first['msg']}" if where else first["msg"], code="request.not-valid"
        ) from None


def _line(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
