"""Rows that have a result and are called unplayed by another column: they become fixtures, or forfeits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arpad.core import BadInput
from arpad.record.assembly.build_games import RESULTS
from arpad.record.columns.flags import blanked, flag_of
from arpad.record.columns.reading import ColumnReading, GameTable, Rows
from arpad.record.columns.sample import Sample
from arpad.record.tables.header import layout


def with_flag(
    sample: Sample, reading: ColumnReading | None, chosen: Mapping[str, str]
) -> ColumnReading | None:
    """Return a reading by which rows that a flag calls unplayed are fixtures, though they have a result.

    Args:
        sample: the first rows.
        reading: by evidence; None where the known names tell everything, or nothing does.
        chosen: what the caller chose.
    """
    flag = flag_of(sample.columns)
    if flag is None or (reading is not None and reading.reshape is not None):
        return reading
    try:
        roles = layout(sample.header, chosen if reading is None else reading.columns)
    except BadInput:
        return reading
    results = [roles.name(role) for role in RESULTS if role in roles.roles]
    cells = [column.values for column in sample.columns if column.name in results]
    column = flag.column
    if column.name in results or not any(
        flag.says_unplayed(state) and any(values[row] for values in cells)
        for row, state in enumerate(column.values)
    ):
        return reading

    def reshape(header: Sequence[str], rows: Rows) -> GameTable:
        blank = blanked(header, flag, results)
        return GameTable(header, [(line, blank(row)) for line, row in rows])

    return replace(reading or ColumnReading(chosen), reshape=reshape, flag=column.name)
