"""Parquet that executors read for themselves, where all machines see it under one path.

Spark's own reader makes rows of Parquet, and tables of Arrow's from these again, which costs more than rating
them. Here Spark is told which row groups of which files each executor has to read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arpad.cluster.storage import local_path
from arpad.core import BadInput


class FileShare(NamedTuple):
    """Neighbouring row groups of a file.

    Args:
        file: the path of the file.
        first: the first of its row groups.
        end: the one after the last.
        row: the row of the file with which they begin, from 0.
    """

    file: str
    first: int
    end: int
    row: int


def files_below(place: str) -> list[Path] | None:
    """Return the files of a folder of Parquet, or the file; None where Spark has to read them.

    That is so of files elsewhere, and of folders whose names are values of a column (``speed=blitz``).
    """
    path = local_path(place)
    if path is None or not path.exists():
        return None
    files = [path]
    if path.is_dir():
        inside = sorted(each.relative_to(path) for each in path.rglob("*") if each.is_file())
        shown = [each for each in inside if not any(part.startswith(("_", ".")) for part in each.parts)]
        if not shown or any("=" in part for each in shown for part in each.parts[:-1]):
            return None
        files = [path / each for each in shown]
    return files


def divided(files: Sequence[Path], places: int, largest: int | None = None) -> list[list[FileShare]]:
    """Divide files into shares of about as many rows, in the order of the files.

    Args:
        files: the files.
        places: how many shares there are to be, if the files have as many row groups.
        largest: the bytes of a share; it is not much larger, however many shares that makes.

    Raises:
        BadInput: a file is no Parquet.
    """
    import pyarrow as pa
    from pyarrow import parquet

    groups: list[tuple[str, int, int, int]] = []
    size = 0
    for file in files:
        try:
            metadata = parquet.read_metadata(file)
        except (pa.ArrowInvalid, OSError) as error:
            raise BadInput(
                f"it cannot be read as Parquet: {str(error).splitlines()[0]}", file=str(file)
            ) from error
        row = 0
        for at in range(metadata.num_row_groups):
            groups.append((str(file), at, row, metadata.row_group(at).num_rows))
            row += groups[-1][3]
        size += file.stat().st_size
    if largest is not None:
        places = max(places, -(-size // largest))
    whole = sum(rows for *_, rows in groups)
    shares: list[list[FileShare]] = [[] for _ in range(places)]
    before = 0
    for file_name, at, row, rows in groups:
        # A row group belongs where its middle lies.
        mine = shares[min(places - 1, (2 * before + rows) * places // (2 * whole))] if whole else shares[0]
        before += rows
        if mine and mine[-1].file == file_name:
            mine[-1] = mine[-1]._replace(end=at + 1)
        else:
            mine.append(FileShare(file_name, at, at + 1, row))
    return [each for each in shares if each]


def frame_of(spark: Any, shares: Sequence[Sequence[FileShare]]) -> Any:
    """Return shares as a table of Spark's, each in a part of its own."""
    rows = [(json.dumps(each),) for each in shares]
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, max(1, len(rows))), "shares string")


def tables_of(batches: Iterable[Any], rows: int) -> Iterator[tuple[str, int, Any]]:
    """Yield tables of Arrow, on an executor, with their file and the row of it with which they begin.

    Args:
        batches: of the table of Spark's.
        rows: how many a table has at most.
    """
    import pyarrow as pa
    from pyarrow import parquet

    for batch in batches:
        for text in batch.column(0).to_pylist():
            for share in (FileShare(*each) for each in json.loads(text)):
                row = share.row
                with parquet.ParquetFile(share.file) as file:
                    groups = list(range(share.first, share.end))
                    for part in file.iter_batches(rows, row_groups=groups, use_threads=False):
                        yield share.file, row, pa.Table.from_batches([part])
                        row += part.num_rows
