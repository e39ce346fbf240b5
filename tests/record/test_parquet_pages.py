"""Parquet files whose pages state sizes that cannot be true are refused before polars allocates by them."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arpad.record.tables.parquet_pages import Compact, page_fault

FLIPS = """
import sys
from pathlib import Path
from arpad.core import ArpadError
from arpad.record import read_games
whole, path = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2])
refused = 0
for bit in range(8 * 64):
    content = bytearray(whole)
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)
    try:
        read_games(path)
    except ArpadError as error:
        refused += "values" in str(error) or "page" in str(error)
print(refused)
"""


def test_no_flipped_bit_of_a_page_ends_the_process(tmp_path: Path) -> None:
    """The first column's first page begins at byte 4: its header, with the number of its values, and its values."""
    whole = tmp_path / "whole.parquet"
    rows = {"white": ["A", "B"] * 20, "black": ["C", "D"] * 20, "result": ["1-0", "0-1"] * 20}
    pl.DataFrame(rows).write_parquet(whole)
    done = subprocess.run(
        [sys.executable, "-c", FLIPS, str(whole), str(tmp_path / "games.parquet")],
        capture_output=True,
        text=True,
        check=False,
    )
    # What polars prints where it gives up is its own, and no error of ours is left without words.
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert int(done.stdout) > 5


@pytest.mark.parametrize("compression", ["uncompressed", "snappy", "gzip", "lz4", "zstd", "brotli"])
@pytest.mark.parametrize(
    "options", [{}, {"row_group_size": 700}, {"data_page_size": 200}, {"statistics": False}]
)
def test_what_is_whole_has_no_fault(compression: Any, options: dict[str, Any]) -> None:
    n = 5000
    table = pl.DataFrame(
        {
            "white": [f"P{i % 7}" for i in range(n)],
            "black": [f"Élő{i * 17 % 1999}" if i % 3 else None for i in range(n)],
            "rounds": [[1, 2]] * n,
            "won": [i % 2 == 0 for i in range(n)],
            "same": ["x"] * n,
            "nothing": pl.Series([None] * n, dtype=pl.String),
            "rating": [i / 7 for i in range(n)],
        }
    )
    stream = io.BytesIO()
    table.write_parquet(stream, compression=compression, **options)
    assert page_fault(stream.getvalue()) is None
    assert page_fault(stream.getvalue(), {"white"}) is None


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_no_page_says_of_more_values_than_there_are(version: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    names = [f"player {at % 9}" for at in range(40)]
    parquet.write_table(
        pl.DataFrame({"white": names}).to_arrow(), stream, data_page_version=version, use_dictionary=False
    )
    whole = stream.getvalue()
    assert page_fault(whole) is None
    faults = set()
    for bit in range(4 * 8, 64 * 8):
        content = bytearray(whole)
        content[bit // 8] ^= 1 << bit % 8
        faults.add(page_fault(bytes(content)))
    assert "column white: a page says of 42 values, and 40 at most can be there" in faults


def test_a_structure_with_a_double() -> None:
    """Thrift's compact protocol: a field's head is its distance and its kind, and 7 is a double of 8 bytes."""
    double, number = b"\x17" + b"\x00" * 6 + b"\xf0\x3f", b"\x15\x0a"
    assert Compact(double + number + b"\x00").struct() == {1: b"\x00" * 6 + b"\xf0\x3f", 2: 5}


def test_an_empty_table_has_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "empty.parquet"
    pl.DataFrame({"white": []}, schema={"white": pl.String}).write_parquet(path)
    assert page_fault(path) is None
