"""Parquet that executors read for themselves: every row once, with its place in its file."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from arpad.cluster.shares import divided, files_below, tables_of
from arpad.core import BadInput

arrow = pytest.importorskip("pyarrow")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three files of 100, 1 and 57 rows, in row groups of 10."""
    found = []
    for name, first, rows in (("a b", 0, 100), ("c", 100, 1), ("ü", 101, 57)):
        found.append(tmp_path / f"{name}.parquet")
        frame = pl.DataFrame({"row": range(first, first + rows)})
        frame.write_parquet(found[-1], row_group_size=10)
    return found


@pytest.mark.parametrize("places", [1, 2, 3, 7, 100])
def test_every_row_is_read_once_with_its_place(files: list[Path], places: int) -> None:
    shares = divided(files, places)
    assert len(shares) == min(places, 17)
    starts = dict(zip(map(str, files), (0, 100, 101), strict=True))
    found = []
    for share in shares:
        batch = arrow.RecordBatch.from_arrays([arrow.array([json.dumps(share)])], names=["shares"])
        for file, row, table in tables_of([batch], 25):
            rows = table.column("row").to_pylist()
            assert len(rows) <= 25
            assert rows[0] == starts[file] + row
            found += rows
    assert found == list(range(158))


def test_shares_are_about_equal_and_no_larger_than_they_may_be(files: list[Path]) -> None:
    assert [sum(each.end - each.first for each in share) for share in divided(files, 2)] == [8, 9]
    size = sum(file.stat().st_size for file in files)
    assert len(divided(files, 1, largest=size // 4)) >= 4


def test_which_files_are_read(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / ".a.parquet.crc").touch()
    (tmp_path / "_temporary").mkdir()
    (tmp_path / "_temporary" / "d.parquet").touch()
    assert files_below(str(tmp_path)) is None, "without a scheme it is no location"
    assert files_below(f"file:{tmp_path}") == files
    assert files_below(f"file:{files[0]}") == files[:1]
    assert files_below("s3a://lake/games") is None
    assert files_below(f"file:{tmp_path}/nowhere") is None
    (tmp_path / "speed=blitz").mkdir()
    files[0].rename(tmp_path / "speed=blitz" / "a.parquet")
    assert files_below(f"file:{tmp_path}") is None, "the folder's name is a value"


def test_what_is_no_parquet_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    file.write_text("white,black,score\n")
    with pytest.raises(BadInput, match=r"cannot be read as Parquet.*games\.parquet|games\.parquet.*Parquet"):
        divided([file], 2)
