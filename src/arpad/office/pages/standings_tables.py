"""Standings as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from arpad.core.hostile import guarded
from arpad.tournament.standings import Standings
from arpad.tournament.standings_table import keys, number

if TYPE_CHECKING:
    from arpad.office.pages.gained import Gained

CODES = ("performance", "w_we", "rating_change")
"""What the columns of what a tournament is worth are called in a file."""


def as_csv(tables: Mapping[str, Standings], gained: Mapping[int, Gained] | None = None) -> str:
    """Return standings as CSV: rank, number, name, what is known of the entrant, points, tie-breaks, decided.

    Numbers are unrounded; ``decided`` is the code of what set a place apart from the one above. Where there
    are groups, the first column has the group.

    Args:
        tables: by group; ``""`` where there are no groups.
        gained: what the tournament is worth to everybody, by number, for three columns at the end.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    codes = list(dict.fromkeys(key for standings in tables.values() for key in keys(standings)))
    apart = ["group"] * ("" not in tables)
    heads = ["rank", "number", "name", "title", "rating", "federation", "points"]
    writer.writerow([*apart, *heads, *codes, "decided", *(CODES if gained else ())])
    for group, standings in tables.items():
        for place in standings:
            entrant = place.entrant
            row: list[object] = [
                place.rank or "",
                entrant.number,
                guarded(entrant.name),
                guarded(entrant.title),
                entrant.rating or "",
                guarded(entrant.federation),
            ]
            values = dict(zip(keys(standings), place.values, strict=True))
            row.append(number(place.points.value))
            row += [number(values[code].value) if code in values else "" for code in codes]
            worth = gained[entrant.number].numbers() if gained else ()
            writer.writerow([*([guarded(group)] * len(apart)), *row, place.decided, *worth])
    return stream.getvalue()
