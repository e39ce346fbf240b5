"""The rows of a table that are games, as a record, with the account of all its rows."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from arpad.record.assembly.build_games import Assembled
from arpad.record.assembly.identity import attributes_of
from arpad.record.cells.interning import renumbered
from arpad.record.cells.times import days_where_midnight
from arpad.record.cells.unplayed import count_kinds
from arpad.record.games import Games, Labels, Source
from arpad.record.players import Players
from arpad.record.record import rows_of


def games_of(
    found: Assembled,
    files: tuple[str, ...],
    *,
    rows: int,
    rejected: int,
    notes: tuple[str, ...] = (),
    counts: Mapping[str, int] | None = None,
) -> Games:
    """Return the games among the rows, with the account of all rows.

    Args:
        found: what the table holds.
        files: its name.
        rows: how many rows it has, those that are no rows of it (ragged…) included.
        rejected: how many are set aside.
        notes: what was supposed.
        counts: how many rows told of no game, where they are not among those of ``found``.
    """
    columns, names = found.columns, found.names
    kept = found.are_games()
    counts = count_kinds(found.kinds) if counts is None else counts
    games = int(np.count_nonzero(kept))
    source = Source(files, rows=rows, games=games, rejected=rejected, notes=(*notes, *found.notes), **counts)
    if games < len(kept):
        good = np.flatnonzero(kept)
        columns = {name: rows_of(value, good) for name, value in columns.items()}
        sides = [columns["first"], columns["second"]]
        (columns["first"], columns["second"]), names = renumbered(sides, names)
        for name, value in columns.items():
            if isinstance(value, Labels):
                columns[name] = _without_gone(value)
    if "time" in columns:
        columns["time"] = days_where_midnight(columns["time"])
    players = Players(names, attributes_of(names, found.ids))
    return Games(players=players, source=source, **columns)


def _without_gone(labels: Labels) -> Labels:
    """Drop the words that only bad rows had."""
    there = labels.codes >= 0
    (codes,), names = renumbered([labels.codes[there]], list(labels.names))
    new = np.full(len(labels.codes), -1, dtype=np.int32)
    new[there] = codes
    return Labels(new, names)
