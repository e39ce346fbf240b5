"""Standings as values, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arpad.core.hostile import guarded
from arpad.tournament.standings import Standings
from arpad.tournament.tiebreaks.catalogue import TieBreak

if TYPE_CHECKING:
    from arpad.office.pages.gained import Gained

CODES = ("performance", "w_we", "rating_change")
"""What the columns of what a tournament is worth are called in a file."""


def keys(made: Standings) -> list[str]:
    """Return the codes, each once: direct encounter may stand in a list more than once (C.07, 4.3)."""
    found: list[str] = []
    for code in made.codes:
        times = sum(key.partition("#")[0] == code for key in found)
        found.append(f"{code}#{times + 1}" if times else code)
    return found


def legend(tables: Mapping[str, Standings]) -> dict[str, str]:
    """Return what the codes at the heads of the columns stand for, each once, in their order.

    Args:
        tables: by group; ``""`` where there are no groups.
    """
    return {
        key: one.title
        for made in tables.values()
        for key, one in zip(keys(made), made.tiebreaks, strict=True)
    }


def as_dict(tables: Mapping[str, Standings]) -> dict[str, Any]:
    """Return standings for JSON; numbers unrounded.

    Args:
        tables: by group; ``""`` where there are no groups.
    """
    first = next(iter(tables.values()))
    rows = [
        {
            "id": place.entrant.number,
            "name": place.entrant.name,
            **({"group": group} if group else {}),
            "rank": place.rank,
            "counted": place.counted,
            "points": number(place.points.value),
            "tiebreaks": {
                key: number(value.value) for key, value in zip(keys(made), place.values, strict=True)
            },
            "decided": place.decided,
        }
        for group, made in tables.items()
        for place in made
    ]
    return {
        "tiebreaks": keys(first),
        "dropped": [{"code": code, "why": why} for code, why in dropped(tables)],
        "notes": uncounted(tables),
        "players": rows,
    }


def dropped(tables: Mapping[str, Standings]) -> list[tuple[str, str]]:
    """Return the tie-breaks that were left out anywhere, each once, and why."""
    return list(dict.fromkeys(one for made in tables.values() for one in made.dropped))


def uncounted(tables: Mapping[str, Standings]) -> list[str]:
    """Return whose games do not count, and why, in a sentence each."""
    return [note for made in tables.values() for note in made.notes]


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


def scored(made: Standings) -> tuple[TieBreak, ...]:
    """Return what orders before the tie-breaks: the points, unless the list has a score itself."""
    return tuple(one for one in made.order if one not in made.tiebreaks)


def printed(one: TieBreak, value: Fraction) -> str:
    """Return a value with the decimals of its tie-break, halves up."""
    digits = one.kind.digits
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def number(value: Fraction) -> int | float:
    """Return a number as JSON has it."""
    return value.numerator if value.denominator == 1 else float(value)
