from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main

Run = Callable[..., Result]

RESULTS = """\
date,white,black,result,event
2026-01-10,Kim Ji-u,Noor,1-0,Winter
2026-01-11,Noor,Ada,½-½,Winter
2026-02-07,Ada,Kim Ji-u,0-1,Spring
2026-02-08,Kim Ji-u,Noor,0-1,Spring
"""
"""Four games of three players."""


@pytest.fixture
def run() -> Run:
    """Run a command in this process; what it refuses is in ``result.stderr``, with the exit code."""

    def call(*words: str, code: int = 0, stdin: str | None = None) -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words], input=stdin, prog_name="arpad")
        assert result.exit_code == code, (result.output, result.exception)
        assert "\x1b" not in result.output
        return result

    return call


@pytest.fixture
def run_json(run: Run) -> Callable[..., Any]:
    def call(*words: str) -> Any:
        return json.loads(run(*words, "--json").stdout)

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with ``results.csv``, as the current one."""
    (tmp_path / "results.csv").write_text(RESULTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _environment(**extra: str) -> dict[str, str]:
    source = str(Path(__file__).parents[2] / "src")
    known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    return {**known, "PYTHONPATH": source, "TERM": "xterm-256color", **extra}


@pytest.fixture
def environment() -> Callable[..., dict[str, str]]:
    """The variables of a process that finds this package, and others on top."""
    return _environment


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run Python in a process of its own."""

    def call(*words: str, **extra: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, *words],
            env=_environment(**extra),
            capture_output=True,
            check=False,
            timeout=60,
        )

    return call
