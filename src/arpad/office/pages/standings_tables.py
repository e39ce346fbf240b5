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
    codes = list(dict.fromkeys(key for made in tables.values() for key in keys(made)))
    apart = ["group"] * ("" not in tables)
    known = ["rank", "number", "name", "title", "rating", "federation", "points"]
    writer.writerow([*apart, *known, *codes, "decided", *(CODES if gained else ())])
    for group, made in tables.items():
        for place in made:
            one = place.entrant
            row: list[object] = [
                place.rank or "",
                one.number,
                guarded(one.name),
                guarded(one.title),
                one.rating or "",
                guarded(one.federation),
            ]
            values = dict(zip(keys(made), place.values, strict=True))
            row.append(number(place.points.value))
            row += [number(values[code].value) if code in values else "" for code in codes]
            worth = gained[one.number].numbers() if gained else ()
            writer.writerow([*([guarded(group)] * len(apart)), *row, place.decided, *worth])
    return stream.getvalue()
