"""All addresses of the API, and what stands around every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema

from arpad._version import __version__
from arpad.office.club.rights import Task
from arpad.web.api import (
    acts,
    corrections,
    desk,
    details,
    players,
    pools,
    queues,
    results,
    seasons,
    shelf,
    stream,
    tournaments,
    webhooks,
)
from arpad.web.api.bounds import Bounded
from arpad.web.api.door import Door
from arpad.web.api.problems import Problem, handle_refusals, responses
from arpad.web.api.quick import Quick
from arpad.web.api.results import Columns, Results
from arpad.web.api.stream import Line, LineShown
from arpad.web.api.throttle import HEADERS, Throttle
from arpad.web.site import Site

ABOUT = """
The office for programs: pools of rated games, queues of players, and tournaments.

A program shows a token (`Authorization: Bearer arpad_token_…`), which a person of the organisation makes.
What is refused is answered as a problem (`application/problem+json`) with a `code` that stays the same.

The requests of each token and of each address are limited, as the header fields `RateLimit-Policy` and
`RateLimit` say. Whoever sends more is answered 429, with `Retry-After`.
"""

TAGS = [
    {"name": "pools", "description": "Pools of rated games, and the lists that are published from them."},
    {"name": "results", "description": "Results are posted, and rated at once in the order of posting."},
    {"name": "seasons", "description": "Seasons of a pool, which begin with a soft reset."},
    {"name": "queues", "description": "Players wait for a match, and matches are found and explained."},
    {"name": "webhooks", "description": "The server of a game is told what happens, signed and in order."},
    {"name": "players", "description": "Ratings, ranks and histories of players."},
    {
        "name": "tournaments",
        "description": "Pairings, results, standings, and what the arbiter does in every round.",
    },
    {
        "name": "acts",
        "description": "Everything that the arbiter may do, an address for each act; with `preview` nothing "
        "is done, and the answer says what would be.",
    },
    {"name": "corrections", "description": "What was posted is corrected, after a look at what follows."},
]


MODULES = (
    results,
    stream,
    players,
    pools,
    corrections,
    seasons,
    queues,
    webhooks,
    tournaments,
    details,
    desk,
    acts,
    shelf,
)
"""Addresses are tried in this order: results are posted by the thousand."""


def api(site: Site) -> FastAPI:
    """Return the API of an office.

    Args:
        site: the office.
    """
    app = FastAPI(
        title="arpad",
        version=__version__,
        description=ABOUT.strip(),
        openapi_tags=TAGS,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_name,
        redirect_slashes=False,
        strict_content_type=False,
    )
    app.state.site = site
    for module in MODULES:
        app.include_router(module.router)
    handle_refusals(app)
    app.add_middleware(Bounded, site=site)
    single = next(route for route in results.router.routes if getattr(route, "name", "") == "post_result")
    app.add_middleware(Quick, site=site, route=single)
    app.add_middleware(Throttle, site=site)  # added last, it is asked first: the quick path is limited too
    _describe(app)
    return app


def _public_operations() -> Iterator[tuple[str, str]]:
    """Yield the addresses, and what is done there, that take no token: they tell what is published."""
    for module in MODULES:
        for route in module.router.routes:
            if isinstance(route, APIRoute):
                doors = (
                    dependency.call
                    for dependency in route.dependant.dependencies
                    if isinstance(dependency.call, Door)
                )
                if any(door.task is Task.READ for door in doors):
                    yield from ((route.path, method.lower()) for method in route.methods or ())


def _name(route: APIRoute) -> str:
    return route.name


def _describe(app: FastAPI) -> None:
    """Put the shapes of problems, and of what is read from its bytes, into the description."""
    original = app.openapi

    def openapi() -> dict[str, object]:
        if not app.openapi_schema:
            schema = original()
            schemas = schema.setdefault("components", {}).setdefault("schemas", {})
            more = [(model, "validation") for model in (Problem, Results, Columns, Line, LineShown)]
            _, described = models_json_schema(more, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
            schemas |= described["$defs"]
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            for path, method in _public_operations():
                act = schema["paths"][path][method]
                act["security"] = [{}, *act["security"]]
            _describe_limits(schema)
        return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation has it


def _describe_limits(description: dict[str, Any]) -> None:
    """Put the answer to too many requests, which the routes know nothing of, to every address."""
    description["components"]["headers"] = {
        name: {
            "description": meaning,
            "required": True,
            "schema": {"type": "integer", "minimum": 1} if name == "Retry-After" else {"type": "string"},
        }
        for name, meaning in HEADERS.items()
    }
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS}
    refused = {**responses(429)[429], "headers": headers}
    for methods in description["paths"].values():
        for operation in methods.values():
            operation["responses"] = dict(sorted({**operation["responses"], "429": refused}.items()))
