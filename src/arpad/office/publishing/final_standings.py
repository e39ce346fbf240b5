"""The standings of a tournament as a table that is published: ``arpad verify`` computes it again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import polars as pl

from arpad.office.publishing.composition import STANDINGS
from arpad.office.publishing.published_table import PublishedTable
from arpad.rulebooks.standings import edition_for, ranked_apart, standings
from arpad.tournament.model import Tournament
from arpad.tournament.standings_table import dropped, keys


def published_standings(
    tournament: Tournament,
    file: str,
    tiebreaks: Sequence[str] | None = None,
    on: date | None = None,
) -> PublishedTable:
    """Return the standings of a tournament with what they were computed by.

    Args:
        tournament: as it is.
        file: the name of the file from which it is read again.
        tiebreaks: codes in order; None for its own, or what its system commonly uses.
        on: the day whose edition of the rules of tie-breaks holds; None for its first day.

    Raises:
        BadInput: a code is not known, or lacks what it needs, or no edition is that old.
    """
    rules = edition_for(tournament, on)
    tables = {group: standings(part, tiebreaks, rules) for group, part in ranked_apart(tournament).items()}
    codes = list(dict.fromkeys(key for table in tables.values() for key in keys(table)))
    rows: list[dict[str, Any]] = []
    for group, table in tables.items():
        for place in table:
            entrant = place.entrant
            values = dict(zip(keys(table), (each.value for each in place.values), strict=True))
            rows.append(
                {
                    **({"group": group} if "" not in tables else {}),
                    "rank": place.rank,
                    "number": entrant.number,
                    "name": entrant.name,
                    "title": entrant.title,
                    "rating": entrant.rating or None,
                    "federation": entrant.federation,
                    "points": float(place.points.value),
                    **{code: _number(values.get(code)) for code in codes},
                    "decided": place.decided,
                }
            )
    texts = ("group", "name", "title", "federation", "decided")
    kinds = {"rank": pl.Int64, "number": pl.Int64, "rating": pl.Int64}
    schema: dict[str, Any] = {
        name: pl.String if name in texts else kinds.get(name, pl.Float64) for name in rows[0]
    }
    words = ["arpad", "standings", file]
    if tiebreaks is not None:
        words += ["--tiebreaks", ",".join(tiebreaks)]
    facts = {
        "tournament": tournament.name,
        "system": tournament.system,
        "rounds": tournament.played,
        "edition": rules.name,
        "tiebreaks": codes,
        "dropped": [{"code": code, "why": why} for code, why in dropped(tables)],
    }
    return PublishedTable(
        STANDINGS, pl.DataFrame(rows, schema=schema), facts, [*words, "--edition", str(rules.since)]
    )


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
