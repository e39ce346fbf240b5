"""Standings as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from arpad.rulebooks.standings import Edition
    from arpad.tournament import Tournament
    from arpad.tournament.standings import Standings
    from arpad.tournament.tiebreaks import TieBreak


def print_standings(
    tournament: Tournament,
    tiebreaks: Sequence[str] | None = None,
    edition: Edition = None,
    *,
    as_json: bool = False,
) -> None:
    """Print the standings of a tournament.

    Args:
        tournament: the tournament as it is.
        tiebreaks: codes in order; None for its own, or what its system commonly uses.
        edition: whose rules; None for those in force when it began.
        as_json: as JSON instead of a table.

    Raises:
        BadInput: a code is not known, or lacks what it needs.
    """
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import show
    from arpad.rulebooks.standings import edition_for, standings

    rules = edition_for(tournament, edition)
    made = standings(tournament, tiebreaks, rules)
    if as_json:
        print_json({"edition": rules.name, **document(made)})
        return
    show(_table(made))
    for code, why in made.dropped:
        click.echo(f"{code} is left out: {why}", err=True)


def document(made: Standings) -> dict[str, Any]:
    """Return standings for JSON; numbers unrounded."""
    keys = _keys(made)
    return {
        "tiebreaks": keys,
        "dropped": [{"code": code, "why": why} for code, why in made.dropped],
        "players": [
            {
                "id": place.entrant.number,
                "name": place.entrant.name,
                "rank": place.rank,
                "points": _number(place.points.value),
                "tiebreaks": {
                    key: _number(value.value) for key, value in zip(keys, place.values, strict=True)
                },
                "decided": place.decided,
            }
            for place in made
        ],
    }


def _keys(made: Standings) -> list[str]:
    """Return the codes, each once: direct encounter may stand in a list more than once (C.07, 4.3)."""
    keys: list[str] = []
    for code in made.codes:
        times = sum(key.partition("#")[0] == code for key in keys)
        keys.append(f"{code}#{times + 1}" if times else code)
    return keys


def _table(made: Standings) -> Any:
    from arpad.cli.tables import Column, Table

    scored = [one for one in made.order if one not in made.tiebreaks]
    columns = [Column("rank", "right"), Column("no.", "right", spare=1), Column("name", shrinks=True)]
    columns += [Column("points", "right") for _ in scored]
    columns += [Column(code, "right", spare=at if at > 1 else 0) for at, code in enumerate(_keys(made), 1)]
    rows = []
    for place in made:
        row = [str(place.rank), str(place.entrant.number), place.entrant.name]
        row += [printed(one, place.points.value) for one in scored]
        row += [printed(one, value.value) for one, value in zip(made.tiebreaks, place.values, strict=True)]
        rows.append(row)
    return Table(columns, rows)


def printed(one: TieBreak, value: Fraction) -> str:
    """Return a value with the decimals of its tie-break, halves up, or with those that it needs."""
    digits = one.kind.digits
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)
