"""The documentation of the API: every request on the page is sent, and answered as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from arpad.office.store.database import Database
from web.programs import Program

PAGE = Path(__file__).parents[2] / "docs" / "office" / "api.md"

EXAMPLE = re.compile(r"```http\n(\w+) /api/(\S+)\n(.*?)```\n+```json\n(.*?)```", re.S)


def rounded(value: Any) -> Any:
    """Round numbers, whose last bit may be another one on another machine; a cursor has one in it."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items() if name != "next"}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 9) if isinstance(value, float) else value


def test_every_request_is_answered_as_the_page_says(empty: Database) -> None:
    program = Program(empty)
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) == PAGE.read_text(encoding="utf-8").count("```http") >= 8
    for method, path, rest, answer in examples:
        lines = rest.strip().splitlines()
        headers = dict(line.split(": ", 1) for line in lines if line and not line.startswith("{"))
        body = "".join(line for line in lines if line.startswith("{"))
        told = program.client.request(method, f"/api/{path}", headers=headers, content=body.encode())
        assert rounded(told.json()) == rounded(json.loads(answer)), path
