"""A table with several rows a game, or none of its own, as one with a row for each game, with its lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arpad.record.columns.reading import ColumnReading, Rows
from arpad.record.tables.faults import Fault
from arpad.record.tables.header import layout
from arpad.record.tables.table import Table, by_role, joined


def reshaped_table(
    header: Sequence[str],
    rows: Rows,
    reading: ColumnReading,
    name: str,
    unit: str,
    faults: Sequence[Fault] = (),
) -> Table:
    """Return a table of games.

    Args:
        header: the names of the columns.
        rows: as text, each with its line.
        reading: how they are read; it reshapes them.
        name: of the file, for messages.
        unit: what the lines count.
        faults: what is wrong with rows that are none.

    Raises:
        BadInput: the columns do not make games.
    """
    import polars as pl

    assert reading.reshape is not None
    table = reading.reshape(header, rows)
    roles = layout(table.header, reading.columns, file=name, unit=unit)
    by_column = list(zip(*(row for _, row in table.rows), strict=True)) or [()] * len(table.header)
    frame = pl.DataFrame(
        [
            pl.Series(column, [value or None for value in values], dtype=pl.String)
            for column, values in zip(table.header, by_column, strict=True)
        ]
    )
    alone = [
        Fault(
            line,
            "",
            joined(row),
            "the game of this row has not two rows, one for each side",
            "Expected two rows with one value in the column of the game.",
            joined(row),
            unit,
        )
        for line, row in table.alone
    ]
    return Table(
        name,
        roles,
        by_role(frame, roles, name),
        np.array([line for line, _ in table.rows], dtype=np.int64),
        lambda at: joined(frame.row(at)),
        sorted([*faults, *alone], key=lambda fault: fault.line),
        unit,
    )
