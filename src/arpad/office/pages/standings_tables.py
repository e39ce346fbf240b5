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


def keys(standings: Standings) -> list[str]:
    """Return the codes, each once: direct encounter may stand in a list more than once (C.07, 4.3)."""
    unique_codes: list[str] = []
    for code in standings.codes:
        times = sum(key.partition("#")[0] == code for key in unique_codes)
        unique_codes.append(f"{code}#{times + 1}" if times else code)
    return unique_codes


def legend(tables: Mapping[str, Standings]) -> dict[str, str]:
    """Return what the codes at the heads of the columns stand for, each once, in their order.

    Args:
        tables: by group; ``""`` where there are no groups.
    """
    return {
        key: tiebreak.title
        for standings in tables.values()
        for key, tiebreak in zip(keys(standings), standings.tiebreaks, strict=True)
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
                key: number(value.value) for key, value in zip(keys(standings), place.values, strict=True)
            },
            "decided": place.decided,
        }
        for group, standings in tables.items()
        for place in standings
    ]
    return {
        "tiebreaks": keys(first),
        "dropped": [{"code": code, "why": why} for code, why in dropped(tables)],
        "notes": uncounted(tables),
        "players": rows,
    }


def dropped(tables: Mapping[str, Standings]) -> list[tuple[str, str]]:
    """Return the tie-breaks that were left out anywhere, each once, and why."""
    return list(dict.fromkeys(pair for standings in tables.values() for pair in standings.dropped))


def uncounted(tables: Mapping[str, Standings]) -> list[str]:
    """Return whose games do not count, and why, in a sentence each."""
    return [note for standings in tables.values() for note in standings.notes]


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


def scored(standings: Standings) -> tuple[TieBreak, ...]:
    """Return what orders before the tie-breaks: the points, unless the list has a score itself."""
    return tuple(tiebreak for tiebreak in standings.order if tiebreak not in standings.tiebreaks)


def printed(tiebreak: TieBreak, value: Fraction) -> str:
    """Return a value with the decimals of its tie-break, halves up."""
    digits = tiebreak.kind.digits
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def number(value: Fraction) -> int | float:
    """Return a number as JSON has it."""
    return value.numerator if value.denominator == 1 else float(value)
