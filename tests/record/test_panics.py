"""Where polars gives up on a damaged file, the error is in our words, and the standard error is left alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NoReturn

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import read_games

PANIC = """
thread 'async-executor-0' (27510) panicked at crates/polars-arrow/src/bitmap/immutable.rs:329:9:
assertion failed: offset + length <= self.length
"""


def test_a_panic_is_an_error_in_our_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its report, and what other threads write meanwhile, reach the standard error of the process."""

    def give_up(*args: Any, **more: Any) -> NoReturn:
        os.write(2, b"another thread's line\n")
        os.write(2, PANIC.encode())
        raise pl.exceptions.PanicException("assertion failed: offset + length <= self.length")

    path = tmp_path / "games.parquet"
    pl.DataFrame({"white": ["A"], "black": ["B"], "result": ["1-0"]}).write_parquet(path)
    monkeypatch.setattr(pl, "read_parquet_schema", give_up)
    with pytest.raises(BadInput, match="the file cannot be read"):
        read_games(path)
    said = capfd.readouterr().err
    assert "another thread's line\n" in said
    assert PANIC in said
