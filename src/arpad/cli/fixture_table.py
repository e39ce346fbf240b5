"""The table of fixtures with their odds: on a terminal and in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arpad.cli.number_formats import signed
from arpad.cli.tables import Column, TextTable
from arpad.cli.tables import show as show_table
from arpad.ratings.odds import RESULTS

if TYPE_CHECKING:
    import polars as pl

    from arpad.ratings.fixture_odds import FixtureOdds

DECIMALS = 1
"""Of a change, where six of them stand in a line."""


def rows(fixtures: Sequence[FixtureOdds]) -> pl.DataFrame:
    """Return fixtures with their odds, a row each, numbers unrounded.

    Columns: ``date``, ``event`` and ``round`` where the fixtures have them; ``first``, ``second``,
    ``first_rating``, ``second_rating``, their deviations where the system has them; ``advantage``; the
    ``expected`` score of the first side; ``win``, ``draw``, ``loss``, its chances; ``first_if_win``,
    ``first_if_draw``, ``first_if_loss``, ``second_if_win``…, the change of a side's rating if that side wins,
    draws, loses.
    """
    import polars as pl

    fixture_rows = [_row(fixture) for fixture in fixtures]
    names = list(dict.fromkeys(name for row in fixture_rows for name in row))
    texts = ("event", "round", "first", "second")
    columns = []
    for name in names:
        values = [row.get(name) for row in fixture_rows]
        if name in texts:
            columns.append(pl.Series(name, values, dtype=pl.String))
        elif name in ("date", "advantage"):
            columns.append(pl.Series(name, values))
        elif any(value is not None for value in values) or name in ("win", "draw", "loss"):
            columns.append(pl.Series(name, values, dtype=pl.Float64).fill_nan(None))
    return pl.DataFrame(columns)


def _row(fixture: FixtureOdds) -> dict[str, Any]:
    row: dict[str, Any] = {**fixture.facts, "first": fixture.first, "second": fixture.second}
    pairs = tuple(zip(("first", "second"), fixture.odds.sides, strict=True))
    for column, attribute in (("rating", "value"), ("deviation", "deviation")):
        row |= {f"{side}_{column}": getattr(odds.rating, attribute) for side, odds in pairs}
    row |= {"advantage": fixture.advantage, "expected": fixture.odds.first.expected}
    row |= {result: (fixture.odds.first.chances or {}).get(result) for result, _ in RESULTS}
    for side, odds in pairs:
        row |= {f"{side}_if_{result}": (odds.changes or {}).get(result) for result, _ in RESULTS}
    return row


def show(fixtures: Sequence[FixtureOdds]) -> None:
    """Print the fixtures; chances in per cent, changes with one decimal."""
    columns: list[Column] = []
    cells: list[list[str]] = [[] for _ in fixtures]

    def add(column: Column, values: Sequence[str]) -> None:
        columns.append(column)
        for row, value in zip(cells, values, strict=True):
            row.append(value)

    for name, spare in (("date", 0), ("event", 4), ("round", 3)):
        values = ["" if (value := fixture.facts.get(name)) is None else str(value) for fixture in fixtures]
        if any(values):
            add(Column(name, shrinks=name == "event", spare=spare), values)
    add(Column("first", shrinks=True), [fixture.first for fixture in fixtures])
    add(Column("second", shrinks=True), [fixture.second for fixture in fixtures])
    add(Column("expected", "right"), [f"{fixture.odds.first.expected:.3f}" for fixture in fixtures])
    for result, _ in RESULTS:
        shares = [(fixture.odds.first.chances or {}).get(result) for fixture in fixtures]
        if any(shares):
            add(Column(f"{result} %", "right"), ["" if x is None else f"{100 * x:.1f}" for x in shares])
    for at, side in enumerate(("first", "second")):
        values = [_changes(fixture.odds.sides[at].changes) for fixture in fixtures]
        if any(values):
            add(Column(f"{side} wins / draws / loses", "right", spare=2 - at), values)
    show_table(TextTable(columns, cells))


def _changes(changes: Any) -> str:
    if changes is None:
        return ""
    return " / ".join(signed(changes[result], DECIMALS) for result, _ in RESULTS)
