"""Results are posted to a pool, one or many, and rated at once in the order of posting."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, Field, ValidationError
from starlette.concurrency import run_in_threadpool

from arpad.core import BadInput
from arpad.office.pools.games import LONGEST_NAME, MOST_GAMES, Game, PoolGames, moment_now, seconds_of
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import CheckedPosting, Posting
from arpad.web.api.answers import PostedShown, answer
from arpad.web.api.door import Caller, Poster
from arpad.web.api.pools import Name
from arpad.web.api.problems import responses
from arpad.web.api.requests import RequestBody

router: APIRouter = APIRouter(tags=["results"])

MOST_EXPLAINED = 100
"""Games of a posting that is explained."""

Body = TypeVar("Body", bound=BaseModel)

PlayerName = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME, description="By which nobody else in the pool is called."),
]
Score = Annotated[
    float, Field(strict=True, ge=0, le=1, description="Of the first: 1 for a win, 0.5 for a draw, 0.")
]
Moment = Annotated[
    datetime | None,
    Field(
        description="When it was played, as 2026-03-01T19:30:00Z; the moment of posting if it is not said."
    ),
]
Advantage = Annotated[
    int,  # not Literal[-1, 0, 1], for which False and True are numbers
    Field(
        strict=True,
        ge=-1,
        le=1,
        description="1 where the first has White or is at home, -1 the second, 0 neither.",
    ),
]
Weight = Annotated[float, Field(strict=True, gt=0, le=1000, description="How much the game counts.")]


class Result(RequestBody):
    """A game of two players."""

    first: PlayerName = Field(examples=["Ann"])
    second: PlayerName = Field(examples=["Bo"])
    score: Score = Field(examples=[1])
    at: Moment = None
    advantage: Advantage = 0
    weight: Weight = 1.0


class Columns(RequestBody):
    """Games as columns of one length, which are quicker to write and to read than a list of games."""

    first: list[PlayerName] = Field(min_length=1, max_length=MOST_GAMES)
    second: list[PlayerName] = Field(min_length=1, max_length=MOST_GAMES)
    score: list[Score] = Field(min_length=1, max_length=MOST_GAMES)
    at: list[Moment] | None = Field(None, max_length=MOST_GAMES)
    advantage: list[Advantage] | None = Field(None, max_length=MOST_GAMES)
    weight: list[Weight] | None = Field(None, max_length=MOST_GAMES)


class Results(RequestBody):
    """Games that are posted together, in the order in which they are rated."""

    games: list[Result] = Field(min_length=1, max_length=MOST_GAMES)


KEY = "^[!-~]([ -~]{0,198}[!-~])?$"
"""What a name of a posting looks like."""

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=KEY,
        description=(
            "A name of the posting's own, under which it is done once: posted again, it is answered as the "
            "first time, and nothing is rated twice."
        ),
        examples=["match-17"],
    ),
]
Explain = Annotated[
    bool, Query(description=f"Whether to explain each change; of at most {MOST_EXPLAINED} games.")
]
AnswerKind = Annotated[
    Literal["games", "number"],
    Query(description="`games`: the ratings before and after each game; `number`: that of the first only."),
]

_REFUSED = responses(401, 403, 404, 409, 413, 422, 503)


@router.post("/pools/{pool}/results", response_model=PostedShown, responses=_REFUSED)
async def post_result(
    caller: Poster, pool: Name, result: Result, key: Key = None, explain: Explain = False
) -> Response:
    """Post a game, which is rated now; the answer comes when it is on the disk.

    Games that many programs post at the same time are rated one after the other, and written together.
    """
    return await posted_result(caller, pool, result, key, explain=explain)


async def posted_result(
    caller: Caller, pool: str, result: Result, key: str | None, *, explain: bool = False
) -> Response:
    """Post a game, and return the answer."""
    posting = Posting([game(result)], key or "", caller.actor.name, explain)
    return await _posted(caller, pool, _pool(caller, pool).checked(posting), "games")


def _described(model: type[BaseModel]) -> dict[str, Any]:
    """Return the description of a body that is read from its bytes, which is quicker for many games."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.post(
    "/pools/{pool}/results/batch",
    response_model=PostedShown,
    responses=_REFUSED,
    openapi_extra=_described(Results),
)
async def post_batch(
    request: Request,
    caller: Poster,
    pool: Name,
    key: Key = None,
    explain: Explain = False,
    answer: AnswerKind = "games",
) -> Response:
    """Post up to 10,000 games together: all are rated in their order, or none."""
    content = await request.body()

    def checked() -> CheckedPosting:
        games = [game(result) for result in _read(Results, content).games]
        if explain and len(games) > MOST_EXPLAINED:
            raise BadInput(
                f"a posting of {len(games)} games is not explained; one of {MOST_EXPLAINED} is",
                code="pool.games",
                remedy="Post fewer games at once, or ask for no explanation.",
            )
        return _pool(caller, pool).checked(Posting(games, key or "", caller.actor.name, explain))

    return await _posted(caller, pool, await run_in_threadpool(checked), answer)


@router.post(
    "/pools/{pool}/results/columns",
    response_model=PostedShown,
    responses=_REFUSED,
    openapi_extra=_described(Columns),
)
async def post_columns(
    request: Request, caller: Poster, pool: Name, key: Key = None, answer: AnswerKind = "number"
) -> Response:
    """Post up to 10,000 games together as columns: all are rated in their order, or none."""
    content = await request.body()

    def checked() -> CheckedPosting:
        columns = _read(Columns, content)
        times = _times(columns.at, len(columns.first))
        now = moment_now()
        row: dict[str, Any] = {
            "first": columns.first,
            "second": columns.second,
            "score": columns.score,
            "time": [now if moment is None else moment for moment in times],
        }
        more = {"advantage": columns.advantage, "weight": columns.weight}
        batch = PoolGames.read(row | {name: column for name, column in more.items() if column is not None})
        return CheckedPosting.of(batch, times, key or "", caller.actor.name)

    return await _posted(caller, pool, await run_in_threadpool(checked), answer)


def game(result: Result) -> Game:
    """Return a game as the office takes it."""
    return Game(result.first, result.second, result.score, result.at, result.advantage, result.weight)


async def _posted(caller: Caller, pool: str, checked: CheckedPosting, detail: str) -> Response:
    posted = await asyncio.wrap_future(caller.site.postings.post(pool, checked))
    few = len(checked.batch.first) <= MOST_EXPLAINED
    content = (
        answer(checked.batch, posted, detail)
        if few
        else await run_in_threadpool(answer, checked.batch, posted, detail)
    )
    return Response(content, media_type="application/json")


def _pool(caller: Caller, name: str) -> Pool:
    return Pool(caller.site.database, name)


def _read(model: type[Body], content: bytes) -> Body:
    """Return a body as it is described.

    Raises:
        RequestValidationError: it is otherwise.
    """
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        errors = [{**fault, "loc": ("body", *fault["loc"])} for fault in error.errors(include_url=False)]
        raise RequestValidationError(errors) from error


def _times(at: Sequence[datetime | None] | None, count: int) -> list[int | None]:
    """Return the moments of games in seconds since 1970 UTC."""
    return [None] * count if at is None else [None if moment is None else seconds_of(moment) for moment in at]
