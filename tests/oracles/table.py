"""Published numbers as data: reading the tables beside this file, and comparing what is found with what is printed.

A table (one per rulebook or family, ``*.json``) has groups. A group says where its numbers come from (``source``),
how to get ours (``kind``, one function of ``runners.py`` each), what its rows share (``common``), and has rows:
objects, or lists under ``columns`` (a dotted column goes into a nested object). ``expect`` has the numbers.

* A number in quotes is as printed, and holds to half a unit of its last digit; one without is exact by definition.
* ``misprint`` in a row has what the source prints instead, each of which must *not* come out, and ``why``.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures"

DOUBLE = 1e-12
"""What a double keeps of a value over a calculation, relative to it: longer prints promise no more."""

Row = Mapping[str, Any]


class Oracle(NamedTuple):
    """One row of a table.

    Args:
        rulebook: the table.
        name: which row, for the report of a test.
        kind: how to get our numbers.
        row: what it takes, and ``expect``.
        source: who published it.
    """

    rulebook: str
    name: str
    kind: str
    row: Row
    source: str

    @property
    def expect(self) -> dict[str, str | float]:
        """The numbers published, by the name of ours."""
        found = self.row["expect"]
        return dict(found) if isinstance(found, dict) else {"value": found}

    @property
    def misprint(self) -> dict[str, str]:
        """What the source prints instead, by the same names; empty where it is right."""
        found = self.row.get("misprint", {})
        told = dict(found) if isinstance(found, dict) else {"value": found}
        return {name: value for name, value in told.items() if name != "why"}


def half_unit(printed: str | float) -> float:
    """Return what a printed number leaves open: half a unit of its last digit; nothing where it is exact."""
    if not isinstance(printed, str):
        return 0.0
    exponent = Decimal(printed).as_tuple().exponent
    assert isinstance(exponent, int), printed
    return 0.5 * 10.0**exponent


def agrees(found: float, printed: str | float) -> bool:
    """Tell whether a number is the one printed."""
    value = float(printed)
    if math.isinf(value):
        return found == value
    return abs(found - value) <= half_unit(printed) + DOUBLE * max(1.0, abs(value))


def notes(name: str) -> list[dict[str, str]]:
    """Return what is said of numbers that are in no table: ``_open`` and ``_elsewhere``."""
    found: list[dict[str, str]] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _put(into: dict[str, Any], path: str, value: Any) -> None:
    *rooms, last = path.split(".", 1) if path.startswith(("expect.", "misprint.", "set.", "own.")) else [path]
    for room in rooms:
        into = into.setdefault(room, {})
    into[last] = value


def _rows(group: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    rows: list[Any] = group.get("rows", [])
    columns: list[str] | None = group.get("columns")
    if "csv" in group:
        with (FIXTURES / group["csv"]).open(encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        columns = columns or list(table[0])
        rows = [[line[name] or math.inf for name in group["take"]] for line in table]  # empty: open
    for given in rows:
        row: dict[str, Any] = json.loads(json.dumps(group.get("common", {})))
        if columns is None:
            for name, value in given.items():
                row[name] = {**row.get(name, {}), **value} if isinstance(row.get(name), dict) else value
        else:
            assert len(columns) == len(given), given
            for path, value in zip(columns, given, strict=True):
                if value is not None:
                    _put(row, path, value)
        yield row


@cache
def oracles() -> tuple[Oracle, ...]:
    """Return every row of every table."""
    found = []
    for path in sorted(HERE.glob("[!_]*.json")):
        for group in json.loads(path.read_text(encoding="utf-8")):
            for r, row in enumerate(_rows(group)):
                source = row.get("source", group["source"])
                name = f"{path.stem}-{group['about']}-{row.get('name', r + 1)}".replace(" ", "_")
                found.append(Oracle(path.stem, name, group["kind"], {"kind": group["kind"], **row}, source))
    return tuple(found)
