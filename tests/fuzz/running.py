"""Running a case in this process, and what counts as a finding."""

from __future__ import annotations

import csv
import io
import json
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import polars as pl
from click.testing import CliRunner

from arpad.cli.app import main
from fuzz.commands import Case

SECONDS = 10.0
"""How much time of the processor a command may take over a small file."""

PATIENCE = 60.0
"""How many seconds it may take by the clock, on a machine that is busy."""

MEMORY = 1 << 30
"""How many bytes of memory a case may add to what the process holds before it."""

LONGEST_LINE = 4000
"""Characters that a line on the standard error may have."""

EXITS = (0, 1, 2, 3, 4, 5, 141)
"""What the documentation says a command may end with."""

KILOBYTE = 1 if sys.platform == "darwin" else 1024


class Hang(BaseException):
    """A command took too long."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise :class:`Hang` after so many seconds, where the system has alarms."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hang

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def run(case: Case) -> str | None:
    """Run a case and return what is wrong with what became of it; None if nothing is."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="arpad-fuzz-") as folder:
        for name, data in case.files:
            (Path(folder) / name).write_bytes(data)
        os.chdir(folder)
        try:
            return _run(case)
        finally:
            os.chdir(here)


def _run(case: Case) -> str | None:
    began = time.process_time()
    most = _most_held()
    try:
        with _within(PATIENCE), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            done = CliRunner().invoke(main, case.words)
    except Hang:
        return f"took more than {PATIENCE:g} s"
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        return f"{type(problem).__name__}: {problem}"
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"{_place(done.exception)}{type(done.exception).__name__}: {done.exception}"
    if warned:
        return f"warned: {warned[0].category.__name__}: {warned[0].message}"
    if done.exit_code not in EXITS:
        return f"ended with {done.exit_code}"
    if "Traceback (most recent call last)" in done.output:
        return "printed a traceback"
    if max(map(len, done.stderr.splitlines()), default=0) > LONGEST_LINE:
        return f"a line of the standard error has {max(map(len, done.stderr.splitlines()))} characters"
    if time.process_time() - began > SECONDS:
        return f"took {time.process_time() - began:.1f} s of the processor"
    more = _most_held() - most
    if more > MEMORY:
        return f"held {more >> 20} MB more"
    if case.words[0] in ("rate", "look") and done.exit_code == 0:
        return _unaccounted(case, done.stdout)
    return None


def _most_held() -> int:
    """Return how many bytes the process has held at most; other tests may have run in it before."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE


def _place(problem: BaseException) -> str:
    """Return where in arpad an exception was raised."""
    place, frame = "", problem.__traceback__
    while frame is not None:
        file = frame.tb_frame.f_code.co_filename
        if f"{os.sep}arpad{os.sep}" in file:
            place = f"{Path(file).parent.name}/{Path(file).name}:{frame.tb_lineno}: "
        frame = frame.tb_next
    return place


def _unaccounted(case: Case, printed: str) -> str | None:
    """Return what is wrong with the count of rows of an accepted file."""
    start = printed.find("{")
    try:
        document: Any = json.loads(printed[start:], parse_constant=_no_constant)
    except ValueError as problem:
        return f"printed what is not JSON: {problem}"
    rows = document.get("rows")
    if not isinstance(rows, dict):
        return None if "system" in document or "skill" in printed else f"told no rows: {sorted(document)}"
    parts = {name: rows[name] for name in ("games", "byes", "fixtures", "rejected")}
    if rows["read"] != sum(parts.values()) or min(parts.values()) < 0:
        return f"lost rows: {rows}"
    if case.plain is not None:
        data = dict(case.files)[case.plain]
        counted = rows_in(case.plain, data)
        if counted is not None and rows["read"] != counted:
            return f"read {rows['read']} rows of {counted}"
    return None


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def rows_in(name: str, data: bytes) -> int | None:
    """Return how many rows a file has, counted without arpad; None if that is not for sure."""
    match name.rpartition(".")[2]:
        case "parquet":
            return pl.read_parquet(io.BytesIO(data)).height
        case "jsonl":
            return sum(bool(line.strip()) for line in data.split(b"\n"))
        case "json":
            return len(json.loads(data))
        case _:
            return _quoted_lines(data) if b'"' in data else _lines(data)


def _quoted_lines(data: bytes) -> int | None:
    """Return how many rows a table with quotes has below its header, by Python's own reader."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        first = text.split("\n", 1)[0]
        mark = max(",;\t|", key=first.count)
        rows = list(csv.reader(io.StringIO(text, newline="\n"), delimiter=mark, strict=True))
    except (UnicodeDecodeError, csv.Error):
        return None
    return sum(any(cell.strip() for cell in row) for row in rows[1:])


def _lines(data: bytes) -> int | None:
    """Return how many rows a table without quotes has below its header; None if that is not for sure."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return sum(bool(line.strip(" ,;|\t")) for line in lines[1:]) if lines[0].strip() else None
