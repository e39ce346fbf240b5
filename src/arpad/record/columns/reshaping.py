"""A file with several rows a game as a table with one, each with the line of its first row."""

from __future__ import annotations

import numpy as np

from arpad.record.columns.reading import Reading
from arpad.record.faults import Fault
from arpad.record.header import layout
from arpad.record.row_reader import text_rows
from arpad.record.source_file import Stored
from arpad.record.tables import Table, by_role, joined


def reshaped_table(file: Stored, reading: Reading) -> Table:
    """Return a file as a table of games.

    Args:
        file: the file.
        reading: how it is read; its shape is not that of a row for each game.

    Raises:
        BadInput: a row is none.
    """
    import polars as pl

    assert reading.reshape is not None
    made = reading.reshape(*text_rows(file))
    found = layout(made.header, reading.columns, file=file.name, unit=file.unit)
    by_column = zip(*(row for _, row in made.rows), strict=True) if made.rows else ([] for _ in made.header)
    frame = pl.DataFrame(
        [
            pl.Series(name, [value or None for value in column], dtype=pl.String)
            for name, column in zip(made.header, by_column, strict=True)
        ]
    )
    faults = [
        Fault(
            line,
            "",
            joined(row),
            "the game of this row has not two rows, one for each side",
            "Expected two rows with one value in the column of the game.",
            joined(row),
            file.unit,
        )
        for line, row in sorted(made.alone)
    ]
    lines = np.array([line for line, _ in made.rows], dtype=np.int64)
    columns = by_role(frame, found, file.name)
    return Table(file.name, found, columns, lines, lambda at: joined(frame.row(at)), faults, file.unit)
