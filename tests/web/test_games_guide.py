"""The guide for games: its program is run against an office that is served, and prints what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

from arpad.office.club.people import People
from arpad.office.club.rights import Scope
from web.served import opened, served
from web.visiting import owner_of

PAGE = Path(__file__).parents[2] / "docs" / "office" / "games.md"

STEP = re.compile(r"```python\n(.*?)```\n+(?:```text\n(.*?)```)?", re.S)


@pytest.mark.slow
def test_the_program_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'game.db'}"
    with served(url) as office:
        database = opened(url)
        people = People(database)
        token = people.make_token("game", [Scope.READ, Scope.RESULTS, Scope.POOLS], by=owner_of(people))
        monkeypatch.setenv("OFFICE", office.address)
        monkeypatch.setenv("OFFICE_TOKEN", token)
        known: dict[str, Any] = {}
        steps = STEP.findall(PAGE.read_text(encoding="utf-8"))
        assert sum(bool(printed) for _, printed in steps) >= 6
        for code, printed in steps:
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(compile(code, str(PAGE), "exec"), known)
            assert said.getvalue() == printed, code
        database.close()
