"""Rows that have a result and are called unplayed by another column: they become fixtures, or forfeits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arpad.core import BadInput
from arpad.record.assembly.build_games import RESULTS
from arpad.record.columns.flags import Flag, blanked, flags_of, without_result
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
    if reading is not None and reading.reshape is not None:
        return reading
    try:
        roles = layout(sample.header, chosen if reading is None else reading.columns)
    except BadInput:
        return reading
    results = [roles.name(role) for role in RESULTS if role in roles.roles]
    cells = [column.values for column in sample.columns if column.name in results]
    unreported = without_result([column for column in sample.columns if column.name not in results], cells)
    flags = [*flags_of(sample.columns), *([] if unreported is None else [unreported])]
    flag = next((flag for flag in flags if not _was_played_later(flag, cells)), None)
    if flag is None:
        return reading
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


def _was_played_later(flag: Flag, results: Sequence[Sequence[str | None]]) -> bool:
    """Whether the games that a column calls put off have results: 0-0 alone may stand for none."""
    if not flag.says_put_off:
        return False
    rows = [row for row, state in enumerate(flag.column.values) if flag.says_unplayed(state)]
    return any(set(values[row] or "") & set("123456789") for values in results for row in rows)
