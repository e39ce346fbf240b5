"""Standings as values and as JSON: the columns of tie-breaks by their codes, numbers unrounded."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from arpad.tournament.standings import Standings
from arpad.tournament.tiebreaks.catalogue import TieBreak


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
