"""Random tournaments with every mishap, whose values FIDE's reference program gave: ``data/random.json``."""

from __future__ import annotations

import json
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest

from arpad.rulebooks.standings import standings
from arpad.tournament.trf import parse

EVENTS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "random.json").read_text())
NAMES = sorted(name for name in EVENTS if name != "source")
EDITIONS = {"2024": date(2024, 8, 1), "2026": date(2026, 3, 1)}
VALUES = 3246


def test_there_are_as_many_values_as_there_should_be() -> None:
    tables = [table for name in NAMES for table in EVENTS[name]["values"].values()]
    assert sum(len(table["codes"]) * (len(table) - 1) for table in tables) == VALUES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("year", sorted(EDITIONS))
def test_every_value_is_the_reference_programs(name: str, year: str) -> None:
    tournament = parse("".join(f"{line}\n" for line in EVENTS[name]["trf"])).tournament()
    table = dict(EVENTS[name]["values"][year])
    codes = table.pop("codes")
    # Direct encounter first: the program gave it among those level on points.
    made = standings(tournament, ["DE", *(code for code in codes if code != "DE")], EDITIONS[year])
    assert not made.dropped
    wrong = []
    for number, values in table.items():
        for code, given in zip(codes, values, strict=True):
            exact = made.value(int(number), code).value
            said = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
                Decimal(given), ROUND_HALF_UP
            )
            if said != Decimal(given):
                wrong.append((number, code, given, str(said)))
    assert not wrong
