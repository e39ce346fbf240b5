"""Values that no schema draws, in every field of every body of the API: a refusal in words, never a fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from act_samples import SAMPLES
from arpad.office.store.database import Database
from web.attacks.every_address import Address, api
from web.programs import Program

pytestmark = pytest.mark.slow

WITHOUT_BODY = ("number", "pair", "publish", "unpair", "finish", "undo")
"""Addresses, by their last word, that an empty object is enough for."""

BODIES: dict[str, Any] = {
    "/api/pools": {"name": "mine", "system": "elo", "settings": {"k": 32}, "title": "Mine"},
    "/api/pools/{pool}/results": {
        "first": "Ann", "second": "Bo", "score": 1, "at": "2026-03-01T19:30:00Z", "advantage": 1, "weight": 1.0,
    },
    "/api/pools/{pool}/results/batch": {"games": [{"first": "Ann", "second": "Bo", "score": 1}]},
    "/api/pools/{pool}/results/columns": {
        "first": ["Ann"], "second": ["Bo"], "score": [1], "at": [None], "advantage": [0], "weight": [1.0],
    },
    "/api/pools/{pool}/lists": {"name": "2031-01"},
    "/api/pools/{pool}/corrections": {
        "corrections": [
            {"kind": "score", "number": 1, "score": 0.5},
            {"kind": "out", "number": 2},
            {"kind": "merge", "player": "Tom Smith", "into": "John Doe"},
            {"kind": "rules", "since": "2026-03-01T19:30:00Z", "settings": {"k": 32}},
            {"kind": "season", "name": "summer"},
            {
                "kind": "starts",
                "players": [
                    {
                        "player": "Ann", "rating": 1700.0, "deviation": 80.0, "volatility": 0.06, "games": 3.0,
                        "peak": 1800.0, "birth_year": 1990.0,
                    },
                ],
                "source": "spring.csv",
            },
            {"kind": "starts-out", "seq": 3},
        ],
        "dry_run": True,
        "seen": 3,
    },
    "/api/pools/{pool}/seasons": {
        "name": "summer", "carry": 0.5, "mean": 1500.0, "deviation": 100.0, "publish": "spring",
        "at": "2026-03-01T19:30:00Z", "dry_run": True, "seen": 3,
    },
    "/api/webhooks": {"url": "https://game.example.org/", "pool": "club-evenings", "queue": None, "after": 1},
    "/api/queues": {
        "name": "mine", "rule": "window,width=50", "size": 1, "party": 1, "pool": "club-evenings",
        "alike": {"region": 30.0}, "patience": 60.0, "every": 0.0, "placement": 3, "rating": 1500.0,
    },
    "/api/queues/{queue}": {"rule": "window", "alike": {"region": None}},
    "/api/queues/{queue}/tickets": {
        "players": [{"player": "Ann", "rating": 1500.0, "deviation": 60.0}],
        "attributes": {"region": "eu"},
        "at": "2026-03-01T19:30:00Z",
    },
    "/api/queues/{queue}/rounds": {"at": "2026-03-01T19:30:00Z", "dry_run": True},
    "/api/tournaments": {"name": "mine", "title": "Mine", "system": "fide-dutch", "rounds": 3, "seed": 1},
    "/api/tournaments/{name}/participants": {"entries": [{"name": "Mallory", "rating": 2000}], "seen": 4},
    "/api/tournaments/{name}/rounds/{number}/results": {
        "results": [{"board": 2, "result": "1-0"}],
        "correction": False,
        "seen": 1,
    },
    "/api/tournaments/{name}/rounds/{number}/boards": {"board": 2, "first": 1, "second": 2},
    "/api/tournaments/{name}/rounds/{number}/bye": {"participant": 1},
    "/api/tournaments/{name}/absences": {"participant": 2, "rounds": [5], "bye": "half"},
    "/api/tournaments/{name}/visibility": {"visibility": "hidden"},
    "/api/tournaments/{name}/copy": {"name": "next", "title": "Next", "participants": True, "seed": 1},
    **{
        f"/api/tournaments/{{name}}/acts/{name}": {**sample.fields, "seen": 1, "preview": False}
        for name, sample in SAMPLES.items()
        if sample.fields and name not in WITHOUT_BODY
    },
}  # fmt: skip
"""A body of every address that takes one, with as many of its fields as there are."""

VALUES = tuple(
    map(
        json.loads,
        (
            *('"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\u202e\\ud7ff"', '"a\\nb"', '"{0}%s{{7*7}}"'),
            *("null", "true", "[]", "{}", '""', '"nan"', "-1", "1e308", "-1e308", "1e-320", "-0.0", "0.1"),
            *("NaN", "Infinity", "-Infinity", "1e999", "9" * 30, "9" * 400, f'"{"9" * 5000}"'),
            *('"0001-01-01T00:00:00+14:00"', '"9999-12-31T23:59:59-14:00"', '"-271821-04-20T00:00:00Z"'),
            *(
                '"1e400"',
                f'"{"a" * 100_000}"',
                '[{"a": 1}]',
                '{"\\ud800": "\\ud800"}',
                '{"": ""}',
                "[[[[1]]]]",
            ),
            *('{"k": "\\ud800"}', '{"k": 1e999}', '{"k": true}', '{"k": []}', '{"region": "\\ud800"}'),
        ),
    )
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all values within one, itself too."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield from places(one, (*path, key))


def with_value(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a body with another value in one place."""
    if not path:
        return value
    found = copy.deepcopy(body)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return found


def acts(program: Program) -> list[Address]:
    return [one for one in api(program.get("openapi.json")) if one.method != "GET"]


def test_a_body_stands_here_for_every_address_that_takes_one(database: Database) -> None:
    program = Program(database)
    described = program.get("openapi.json")["paths"]
    takes = {
        f"/api{path}"
        for path, found in described.items()
        for act in found.values()
        if "requestBody" in act and not path.endswith("/stream")
    }
    empty = {path for path in takes if path.rpartition("/")[2] in WITHOUT_BODY}
    assert takes - empty == BODIES.keys()


@pytest.mark.slow
def test_no_value_of_a_field_breaks_the_api(database: Database) -> None:
    program = Program(database)
    tried = 0
    for one in acts(program):
        body = BODIES.get(one.path, {})
        for path in places(body):
            for value in VALUES:
                content = json.dumps(with_value(body, path, value))
                headers = {"content-type": "application/json"}
                answer = program.client.request(one.method, one.filled, content=content, headers=headers)
                assert answer.status_code < 500, (one.method, one.path, path, content[:200])
                json.loads(answer.content)
                tried += 1
    assert tried > 3000
    for one in api(program.get("openapi.json")):
        if one.method == "GET":
            assert program.client.get(one.filled).status_code < 500, one.path


BROKEN = (
    *(
        b"",
        b"{",
        b"\xff\xfe",
        b"nul",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"name": "\xed\xa0\x80"}',
        b"\0" * 100,
    ),
    *(b'{"score": 1, "score": 2}', b'"' + b"a" * 1_000_000 + b'"', b"1" * 10_000, "{}".encode("utf-16")),
)


def test_what_is_no_json_is_refused(database: Database) -> None:
    program = Program(database)
    for one in acts(program):
        for content in BROKEN:
            for kind in (
                "application/json",
                "text/plain",
                "application/x-www-form-urlencoded",
                "a/b; charset=x",
            ):
                headers = {"content-type": kind}
                answer = program.client.request(one.method, one.filled, content=content, headers=headers)
                assert answer.status_code < 500, (one.path, content[:20], kind)


HEADERS = (
    ("idempotency-key", "\x7f"),
    ("idempotency-key", "a" * 10_000),
    ("idempotency-key", "ü"),
    ("content-type", ""),
    ("content-type", "\xff"),
    ("content-length", "-1"),
    ("content-length", "٣"),
    ("accept", "\xff"),
    ("accept-language", "x" * 5000),
    ("authorization", "Bearer "),
    ("authorization", "Bearer \xff\xfe"),
    ("authorization", "Basic eDp5"),
    ("x-forwarded-for", "'; DROP TABLE users"),
)


def test_no_header_breaks_the_api(database: Database) -> None:
    program = Program(database)
    for one in api(program.get("openapi.json")):
        for name, value in HEADERS:
            body = json.dumps(BODIES.get(one.path, {})).encode()
            headers = {name.encode(): value.encode("utf-8", "surrogateescape")}
            answer = program.client.request(one.method, one.filled, content=body, headers=headers)
            assert answer.status_code < 500, (one.method, one.path, name, value[:20])
