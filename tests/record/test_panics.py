"""What polars prints where it gives up on a damaged file does not reach the standard error; all else does."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, NoReturn

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import read_games
from arpad.record.panics import without_panic_reports

PANIC = b"""
thread 'async-executor-0' (27510) panicked at crates/polars-arrow/src/bitmap/immutable.rs:329:9:
assertion failed: offset + length <= self.length
stack backtrace:
   0: __rustc::rust_begin_unwind
"""


def give_up(*args: Any, **more: Any) -> NoReturn:
    os.write(2, PANIC)
    raise pl.exceptions.PanicException("assertion failed: offset + length <= self.length")


def test_a_damaged_file_is_an_error_in_our_words_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"
    pl.DataFrame({"white": ["A"], "black": ["B"], "result": ["1-0"]}).write_parquet(path)
    monkeypatch.setattr(pl, "read_parquet", give_up)
    with pytest.raises(BadInput, match="the file cannot be read"):
        read_games(path)
    os.write(2, b"after\n")
    assert capfd.readouterr().err == "after\n"


def test_what_is_no_panic_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    with without_panic_reports():
        os.write(2, b"a warning\n" + PANIC)
    assert capfd.readouterr().err == "a warning\n"


def test_threads_share_it(capfd: pytest.CaptureFixture[str]) -> None:
    inside = Barrier(4)

    def one(at: int) -> None:
        with without_panic_reports():
            inside.wait(10)
            os.write(2, b"said\n")
            inside.wait(10)
        inside.wait(10)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one, range(4)))
    os.write(2, b"after\n")
    assert capfd.readouterr().err == "said\n" * 4 + "after\n"


@pytest.mark.skipif(os.name != "posix", reason="the shell closes it")
def test_without_a_standard_error_nothing_fails() -> None:
    code = "from arpad.record.panics import without_panic_reports as w\nwith w(): print(1)\nprint(2)"
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" 2>&-', sys.executable, "-c", code], stdout=subprocess.PIPE, check=True
    )
    assert done.stdout == b"1\n2\n"
