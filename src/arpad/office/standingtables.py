"""Standings as values, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from arpad.tournament.standings import Standings
from arpad.tournament.tiebreaks.catalogue import TieBreak


def keys(made: Standings) -> list[str]:
    """Return the codes, each once: direct encounter may stand in a list more than once (C.07, 4.3)."""
    found: list[str] = []
    for code in made.codes:
        times = sum(key.partition("#")[0] == code for key in found)
        found.append(f"{code}#{times + 1}" if times else code)
    return found


def as_dict(made: Standings) -> dict[str, Any]:
    """Return standings for JSON; numbers unrounded."""
    codes = keys(made)
    return {
        "tiebreaks": codes,
        "dropped": [{"code": code, "why": why} for code, why in made.dropped],
        "players": [
            {
                "id": place.entrant.number,
                "name": place.entrant.name,
                "rank": place.rank,
                "points": number(place.points.value),
                "tiebreaks": {
                    key: number(value.value) for key, value in zip(codes, place.values, strict=True)
                },
                "decided": place.decided,
            }
            for place in made
        ],
    }


def as_csv(made: Standings) -> str:
    """Return standings as CSV: rank, number, name, what is known of the entrant, points, tie-breaks, decided.

    Numbers are unrounded; ``decided`` is the code of what set a place apart from the one above.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(
        ["rank", "number", "name", "title", "rating", "federation", "points", *keys(made), "decided"]
    )
    for place in made:
        one = place.entrant
        row: list[object] = [place.rank, one.number, one.name, one.title, one.rating or "", one.federation]
        row += [number(value.value) for value in (place.points, *place.values)]
        writer.writerow([*row, place.decided])
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
