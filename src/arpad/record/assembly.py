"""A table becomes games: every column is read and checked, and the bad rows are known by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.record.columns import ROLES
from arpad.record.faults import Fault
from arpad.record.games import Games, Labels, Source
from arpad.record.interning import Codes, intern, renumbered, tidied
from arpad.record.players import Players
from arpad.record.tables import Table
from arpad.record.times import times
from arpad.record.values import (
    Check,
    advantages,
    points,
    scores,
    scores_of_points,
    text,
    truths,
    weights,
    wrong,
)

if TYPE_CHECKING:
    import polars as pl

ORDER = ("first", "second", *ROLES[2:])
"""If a row is bad for several reasons, the reason given is the first in this order."""


@dataclass
class Assembled:
    """What a table holds.

    Args:
        columns: those of :class:`Games`, by name; words still with their own numbering.
        names: the players, as numbered by ``first`` and ``second``.
        checks: what every row has to meet.
        bad: the rows that do not.
    """

    columns: dict[str, Any]
    names: list[str]
    checks: list[Check]
    bad: NDArray[np.bool_]

    def first_bad(self) -> int | None:
        """Return the number of the first bad row."""
        return int(np.argmax(self.bad)) if self.bad.any() else None


def assembled(table: Table, *, keep: bool = False) -> Assembled:
    """Read and check the columns of a table.

    Args:
        table: its columns are taken out one by one, to give back their memory,
        keep: unless they are needed to say what is wrong.
    """
    take = table.columns.get if keep else table.columns.pop
    height = len(table)
    columns, checks = _numbers(table, take)
    for role in ("event", "round", "stage", "pool"):
        if role in table.columns:
            columns[role] = _labels(take(role))  # type: ignore[arg-type]
    first, second = take("first"), take("second")
    assert first is not None
    assert second is not None
    names, sides, side_checks = _sides(text(first), text(second), first, second)
    columns.update(sides)
    checks = [*side_checks, *checks]
    bad = np.zeros(height, dtype=np.bool_)
    for check in checks:
        bad |= check.bad
    if not keep:
        checks = []
    return Assembled(columns, names, checks, bad)


def _numbers(table: Table, take: Callable[[str], pl.Series | None]) -> tuple[dict[str, Any], list[Check]]:
    """Read the columns of numbers and times."""
    found, height = table.columns.keys(), len(table)
    columns: dict[str, Any] = {}
    checks: list[Check] = []

    def read(role: str, reader: Callable[[pl.Series], tuple[Any, Check]]) -> Any:
        values, check = reader(take(role))  # type: ignore[arg-type]
        checks.append(check)
        return values

    if "score" in found:
        needed = False
        columns["score"] = read("score", scores)
        if table.layout.sides.won:
            # Beside winner and loser, a score may be that of the sets: 6-4 6-2.
            checks[-1] = replace(checks[-1], expected="Expected a result; leave the column out with score=.")
    else:
        needed = "points_first" in found and not table.layout.sides.won
    for role in ("points_first", "points_second"):
        if role in found:
            columns[role] = read(role, partial(points, role=role, needed=needed))
    if "score" not in columns:
        columns["score"] = (
            scores_of_points(columns["points_first"], columns["points_second"]) if needed else np.ones(height)
        )
    if "time" in found:
        columns["time"] = read("time", times)
    if "weight" in found:
        columns["weight"] = read("weight", weights)
    columns.update(_advantage(table, read))
    return columns, checks


def _advantage(table: Table, read: Callable[..., Any]) -> dict[str, Any]:
    """Return who has the advantage: by a column of it, else by the sides' names and neutral ground."""
    sides, found, height = table.layout.sides, table.columns.keys(), len(table)
    neutral = read("neutral", truths) if "neutral" in found else None
    if "advantage" in found:
        return {"advantage": read("advantage", advantages)}
    if neutral is not None and sides.venue:
        return {"advantage": (~neutral).astype(np.int8)}
    return {"advantage": np.ones(height, dtype=np.int8)} if sides.advantage else {}


def _labels(column: pl.Series) -> Labels:
    (codes,), words = intern([text(column)])
    new, names = tidied(words)
    return Labels(new[codes] if len(words) else codes, names)


def _sides(
    first: pl.Series, second: pl.Series, *given: pl.Series
) -> tuple[list[str], dict[str, Codes], list[Check]]:
    """Give the players numbers, and check that both are there and are not one."""
    (one, two), words = intern([first, second])
    del first, second
    new, names = tidied(words)
    if len(names) < len(words):
        one, two = new[one], new[two]
    expected = "Expected the name of a player."
    checks = []
    if len(names) < len(words):
        checks = [
            Check("first", one < 0, wrong("a name"), expected, given[0]),
            Check("second", two < 0, wrong("a name"), expected, given[1]),
        ]
    same = one == two
    checks.append(
        Check(
            "second",
            same,
            lambda value: f"{(value or '').strip()!r} plays against himself",
            "Expected two players.",
            given[1],
        )
    )
    return names, {"first": one, "second": two}, checks


def games_of(found: Assembled, source: Source) -> Games:
    """Return the good rows as games."""
    columns, names = found.columns, found.names
    if found.bad.any():
        good = np.flatnonzero(~found.bad)
        columns = {
            name: value.take(good) if isinstance(value, Labels) else value[good]
            for name, value in columns.items()
        }
        sides = [columns["first"], columns["second"]]
        (columns["first"], columns["second"]), names = renumbered(sides, names)
        for name, value in columns.items():
            if isinstance(value, Labels):
                columns[name] = _without_gone(value)
    return Games(players=Players(names), source=source, **columns)


def _without_gone(labels: Labels) -> Labels:
    """Drop the words that only bad rows had."""
    there = labels.codes >= 0
    (codes,), names = renumbered([labels.codes[there]], list(labels.names))
    new = np.full(len(labels.codes), -1, dtype=np.int32)
    new[there] = codes
    return Labels(new, names)


def faults_of(table: Table, found: Assembled) -> Iterator[Fault]:
    """Yield what is wrong, in the order of the lines, one reason a row."""
    assert table.lines is not None
    order = sorted(found.checks, key=lambda check: ORDER.index(check.role))
    which = np.full(len(found.bad), -1, dtype=np.int16)
    for k, check in enumerate(order):
        which[check.bad & (which < 0)] = k
    ragged = iter(table.faults)
    waiting = next(ragged, None)
    for row in np.flatnonzero(found.bad).tolist():
        line = int(table.lines[row])
        while waiting is not None and waiting.line < line:
            yield waiting
            waiting = next(ragged, None)
        check = order[which[row]]
        assert check.values is not None
        value = check.values[row]
        shown = None if value is None else str(value)
        yield Fault(
            line, table.layout.name(check.role), shown, check.problem(shown), check.expected, table.row(row)
        )
    if waiting is not None:
        yield waiting
        yield from ragged
