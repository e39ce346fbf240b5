"""Explanations as text: a line per game, and below it the calculation where it is asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from arpad.cli import number_formats
from arpad.cli.tables import Column, TextTable
from arpad.core import Explanation
from arpad.ratings.explain import games_in

DATE, OPPONENT, THEIRS, EXPECTED, RESULT, CHANGE, RATING = range(7)

COLUMNS = (
    Column("date"),
    Column("opponent", shrinks=True),
    Column("their rating", "right", spare=3),
    Column("expected", "right", spare=2),
    Column("result", "right"),
    Column("change", "right", change=True),
    Column("rating", "right", spare=1),
)
"""The columns of an explained rating; one that says nothing is left out."""

EXACT = 1e-9


def explained(explanation: Explanation) -> TextTable:
    """Return the explanation of a player's rating as a table that adds up.

    Args:
        explanation: what :func:`arpad.explain` returns: games (live) or rating periods, and what happens
            between them.
    """
    rows: list[list[str]] = []
    strong: set[int] = set()
    for unit in explanation.parts:
        after = number_formats.plain(unit.facts["after"], 2)
        games = list(games_in(unit))
        if games and ("period" in unit.facts or len(games) > 1):
            rows.extend(game_row(game) for game in games)
            others = [part for part in unit.parts if "score" not in part.facts and not part.parts]
            rows.extend(total_row(part.label, part.value) for part in others)
            strong.add(len(rows))
            rows.append(total_row(_together(unit), unit.value, after))
        elif games:
            rows.append(game_row(games[0], unit.value, after))
        else:
            rows.append(total_row(between(unit), unit.value, after))
    return rows_as_table(rows, strong)


def initial_rating_text(explanation: Explanation) -> str:
    """Tell an initial rating among the parts, and of how many games it is made; empty if there is none."""
    initial_ratings = []
    for unit in explanation.parts:
        if pooled := [part for part in unit.parts if part.facts.get("pooled")]:
            games = number_formats.counted(len(pooled), "game")
            initial_ratings.append(
                f"{unit.label} {number_formats.plain(unit.facts['after'], 2)} from {games}"
            )
    return ", ".join(initial_ratings)


def rows_as_table(rows: Sequence[Sequence[str]], strong: set[int]) -> TextTable:
    """Return rows as a table, without the columns that say nothing."""
    kept = [i for i in range(len(COLUMNS)) if any(row[i] for row in rows)]
    return TextTable([COLUMNS[i] for i in kept], [[row[i] for i in kept] for row in rows], frozenset(strong))


def game_row(game: Explanation, change: float | None = None, after: str = "") -> list[str]:
    """Return the line of one game.

    Args:
        game: its explanation.
        change: what it changed after all rounding; its own value if not given.
        after: the rating after it.
    """
    facts = game.facts
    theirs = number_formats.given(round(facts["opponent_rating"], 1))
    if facts.get("opponent_deviation") is not None:
        theirs += f"/{number_formats.given(round(facts['opponent_deviation'], 1))}"
    return [
        facts.get("date", ""),
        facts.get("opponent", ""),
        theirs,
        "" if facts["expected"] is None else f"{facts['expected']:.3f}",
        number_formats.score(facts["score"]),
        "" if facts.get("pooled") else number_formats.signed(game.value if change is None else change),
        after,
    ]


def total_row(label: str, change: float, after: str = "") -> list[str]:
    """Return a line with a sum, or with what happened between games."""
    return ["", label, "", "", "", number_formats.signed(change), after]


def between(unit: Explanation) -> str:
    """Name what changed a rating without a game."""
    return "carried over between seasons" if unit.label == "between seasons" else unit.label


def _together(unit: Explanation) -> str:
    exact = math.fsum(part.value for part in unit.parts)
    rounded = "" if abs(exact - unit.value) < EXACT else f", {number_formats.signed(exact)} rounded"
    return f"{_name(unit)}{rounded}"


def equation(before: float, change: float, after: float) -> str:
    """Write the sum as a person checks it; ≈ where the last decimals, rounded, do not add up."""
    sign = "-" if change < 0 else "+"
    cents = round(before, 2) + round(change, 2) - round(after, 2)
    first, second, third = (number_formats.plain(value, 2) for value in (before, abs(change), after))
    return f"{first} {sign} {second} {'=' if abs(cents) < 0.005 else '≈'} {third}"


def unfolded(units: Iterable[Explanation]) -> Iterator[str]:
    """Yield every change with its calculation, as one would write it by hand.

    Args:
        units: games (live) or rating periods with their games, and what happens between them.
    """
    number = 0
    for unit in units:
        games = list(games_in(unit))
        for game in games:
            number += 1
            yield _heading(game, number)
            yield from (f"    {step.line()}" for step in game.steps)
        if len(games) != 1 or "period" in unit.facts:
            yield f"{_name(unit)}: {number_formats.signed(unit.value, 4)}"
        yield from (f"    {step.line()}" for step in unit.steps)
        yield ""


def _heading(game: Explanation, number: int) -> str:
    facts = game.facts
    where = [facts[name] for name in ("date", "event") if facts.get(name)]
    opponent_name = facts.get("opponent", f"game {number}")
    opponent = f"{opponent_name} ({facts['opponent_rating']:.10g})"
    return f"{', '.join([*where, opponent])}: {number_formats.score(facts['score'])}"


def _name(unit: Explanation) -> str:
    if any(part.facts.get("pooled") for part in unit.parts):
        return unit.label
    if "period" in unit.facts:
        label = str(unit.facts["period"])
        return f"period {label} together" if label.isdigit() else f"{label} together"
    return "together" if unit.parts else between(unit)
