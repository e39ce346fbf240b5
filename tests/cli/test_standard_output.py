"""The standard output closed, full or broken: the exit code says whether the act happened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")

Shell = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def shell(here: Path, environment: Callable[..., dict[str, str]]) -> Shell:
    def call(words: str, where: str = "") -> subprocess.CompletedProcess[str]:
        command = f"{sys.executable} -m arpad {words} {where}"
        done = subprocess.run(
            ["bash", "-c", command],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
        return done

    return call


@pytest.mark.parametrize(
    ("where", "code", "said"),
    [
        (">/dev/full", 2, "No space left on device"),
        (">&-", 2, "it is closed"),
        ("2>&-", 0, ""),
        ("<&- >/dev/full", 2, "No space left"),
    ],
)
def test_what_only_prints_has_failed_where_nothing_is_printed(
    where: str, code: int, said: str, shell: Shell
) -> None:
    for words in ("rate results.csv --json", "--version"):
        done = shell(words, where)
        assert (done.returncode, said in done.stderr) == (code, True)


@pytest.mark.parametrize("where", [">/dev/full", ">&-", ">&- 2>&-", "| true; exit ${PIPESTATUS[0]}"])
def test_an_act_that_happened_is_said_by_the_exit_code(where: str, shell: Shell, here: Path) -> None:
    cup = here / "cup.arpad"
    acts = [
        ("tournament new cup.arpad --rounds 3", 1),
        ("tournament add cup.arpad Ann", 2),
        ("tournament undo cup.arpad", 3),
    ]
    for words, events in acts if where == ">/dev/full" else acts[:1]:
        done = shell(words, where)
        assert done.returncode == 0, done.stderr
        assert len(cup.read_text().splitlines()) > events
        if "2>&-" not in where and "true" not in where:
            assert "done and written" in done.stderr
    before = cup.read_bytes()
    assert shell("tournament add cup.arpad Ann --rating x", where).returncode == 2
    assert (
        shell("tournament round cup.arpad", where.replace("exit ${PIPESTATUS[0]}", "exit 2")).returncode == 2
    )
    assert cup.read_bytes() == before


def test_nothing_that_is_printed_goes_into_a_file(shell: Shell, here: Path) -> None:
    """A file that is opened while a standard stream is closed would get the stream's number."""
    for where in (">&-", "<&- >&- 2>&-"):
        shell("rate results.csv --out list.json", where)
        assert list(json.loads((here / "list.json").read_text())) == ["manifest", "players"]
        (here / "list.json").unlink()


def test_a_reader_that_has_seen_enough_is_no_error(shell: Shell) -> None:
    done = shell("systems", "| true; exit ${PIPESTATUS[0]}")
    assert done.returncode in (0, 141)
    assert done.stderr == ""


def test_the_standard_input_closed_is_empty(shell: Shell) -> None:
    done = shell("rate -", "<&-")
    assert done.returncode == 2
    assert "empty" in done.stderr


def test_the_process_prints_as_before(here: Path, environment: Callable[..., dict[str, str]]) -> None:
    words = [sys.executable, "-m", "arpad", "rate", "results.csv"]
    done = subprocess.run(words, env=environment(PYTHONIOENCODING="ascii"), capture_output=True, check=True)
    assert b"Kim Ji-u" in done.stdout
    assert os.linesep.encode() in done.stdout
