"""An audit as a page: what the games support of a ranking, what distorts it, and which ranks are open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from arpad.core import Figure, joined, worded, worded_count
from arpad.lab.audit import Audit
from arpad.lab.audit.board import Board
from arpad.lab.audit.verdict import Verdict
from arpad.office.charts.intervals import ROWS, intervals
from arpad.office.pages.formatting import number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, Part, drawing, lab_report
from arpad.office.pages.speaking import said

NORMAL = 1.959963984540054
"""The standard errors that hold a rating by itself with 95 %."""


def audit_page(found: Audit, title: str = "What do the games support?", source: str = "") -> str:
    """Return the page of an audit.

    Args:
        found: the audit.
        title: the heading.
        source: the games that it is about.
    """
    parts = [_findings(found), _questions(found)]
    if found.board.players > 1:
        parts.append(_order(found.board))
    lede = worded("{games}; strengths by Bradley and Terry.", games=found.headline)
    return lab_report(title, worded("Audit"), lede, parts, source)


def sentences(found: Audit) -> list[str]:
    """Return what was found with its remedy."""
    told: list[str] = [
        _capital(joined([joined([one.title, "."], ""), one.problem, one.remedy], " "))
        for one in found.findings
    ]
    return told or [worded("Nothing was found that distorts the ranking.")]


def _findings(found: Audit) -> Part:
    """Return what was found with its remedy, and what could not be asked."""
    unasked: list[str] = []
    for one in found.verdicts:
        if one.found is None:
            unasked.append(worded("Not asked: {question}. {why}", question=one.title, why=one.problem))
    promise = worded(
        "Of 100 audits of games without a fault, {most} at most find one.",
        most=Figure(f"{100 * found.level:g}"),
    )
    notes = [*unasked, promise, *found.notes]
    return Part("findings", worded("What was found"), sentences(found), notes=notes)


def _questions(found: Audit) -> Part:
    """Return every question with its answer, its statistic and its limit."""
    heads = [
        Head(worded("Question")),
        Head(worded("Answer"), kind="words"),
        Head(worded("Statistic"), kind="words"),
        Head(worded("Value")),
        Head(worded("Limit")),
        Head("p", worded("the probability of such a value, or a larger one, by chance")),
        Head(worded("p limit"), worded("the part of the level that this question has")),
    ]
    rows = [[_capital(one.title), _answer(one), *_statistic(one)] for one in found.verdicts]
    notes = [worded("Where a question has a p, the effect counts only if p is at its limit or below it.")]
    grid = Grid("questions-table", worded("Questions"), heads, rows)
    return Part("questions", worded("All questions"), grid=grid, notes=notes)


def _answer(one: Verdict) -> str:
    if one.found is None:
        return worded("not asked")
    return worded("found") if one.found else worded("not found")


def _statistic(one: Verdict) -> list[str]:
    """Return the name of a question's statistic, its value and limit, p and the limit of p."""
    numbers = one.numbers
    name, value, limit = "", "", ""
    match one.code:
        case "groups":
            name, value, limit = worded("groups"), f"{numbers['groups']}", "2"
        case "few-games":
            name, value, limit = worded("part of the list that is open"), *_percent(numbers, "open", "limit")
        case "schedule":
            name, value, limit = worded("efficiency"), *_percent(numbers, "efficiency", "limit")
        case "first-side" if "points" in numbers:
            name = worded("advantage in points")
            value, limit = number(numbers["points"], 1), number(numbers["immaterial"], 1)
        case "draws" if "players_asked" in numbers:
            name, value = worded("players asked"), f"{numbers['players_asked']:,}"
        case "cycles" if "triangles" in numbers:
            name, value = worded("triangles asked"), f"{numbers['triangles']:,}"
        case "clusters" if "wider" in numbers:
            name = worded("intervals wider by the factor")
            value, limit = f"{numbers['wider']:.2f}", f"{numbers['limit']:g}"
        case "one-cluster" if "clusters" in numbers:
            name, limit = worded("standard errors that a rating moves"), f"{numbers['limit']:g}"
            value = f"{numbers['standard_errors']:.1f}" if "standard_errors" in numbers else ""
    tested = [f"{numbers['p']:.2g}", f"{numbers['level']:.2g}"] if "p" in numbers else ["", ""]
    return [name, value, limit, *tested]


def _percent(numbers: Mapping[str, Any], *keys: str) -> tuple[str, ...]:
    return tuple(f"{100 * numbers[key]:.0f}\u00a0%" for key in keys)


def _order(board: Board) -> Part:
    """Return the ratings with their intervals, and the ranks that the games leave open."""
    table = _ratings(board)
    shown = table.head(ROWS)
    words = joined(
        [
            worded(
                "{name}: {value}, from {low} to {high}.",
                name=row["player"],
                value=number(row["rating"]),
                low=number(row["low"]),
                high=number(row["high"]),
            )
            for row in shown.iter_rows(named=True)
        ],
        " ",
    )
    caption = worded("Ratings with 95 % intervals, the best {count}", count=ROWS)
    chart = drawing(
        lambda caption, narrow: intervals(table, caption, narrow=narrow),
        "ratings",
        caption if len(table) > ROWS else worded("Ratings with intervals"),
        words,
    )
    heads = [
        Head(worded("Player")),
        Head(worded("Rating")),
        Head(worded("from")),
        Head(worded("to")),
        Head(worded("Best rank")),
        Head(worded("Worst rank")),
        Head(worded("Tier")),
    ]
    rows = [
        [
            row["player"],
            number(row["rating"]),
            number(row["low"]),
            number(row["high"]),
            f"{row['best']}",
            f"{row['worst']}",
            f"{row['tier']}",
        ]
        for row in table.iter_rows(named=True)
    ]
    firsts = int((table["best"] == 1).sum())
    sentences = [
        worded_count(
            "{count} tier can be told apart; {players} may be first.",
            "{count} tiers can be told apart; {players} may be first.",
            len(table["tier"].unique()),
            players=worded_count("{count} player", "{count} players", firsts),
        )
    ]
    notes = [
        worded(
            "From and to are the 95 % interval of a rating by itself, the thick line of the chart; the thin "
            "line holds for all players together, and so do ranks and tiers. The mean rating is 0, and 400 "
            "points are odds of ten to one."
        )
    ]
    caption = worded("Ratings and the ranks that the games leave open")
    return Part(
        "order",
        worded("What the games settle"),
        sentences,
        chart,
        Grid("order-table", caption, heads, rows),
        folded=True,
        notes=notes,
    )


def _ratings(board: Board) -> pl.DataFrame:
    """Return the players by rating, with intervals, open ranks and tiers."""
    found = board.comparisons
    best, worst = found.rank_sets(joint=True)
    joint, single = found.half_width(), NORMAL * found.deviation
    rating = found.rating - found.rating.mean()
    order = np.argsort(-rating, kind="stable")
    columns = {
        "player": np.array(board.names.names, dtype=object)[order].tolist(),
        "rating": rating[order],
        "low": (rating - single)[order],
        "high": (rating + single)[order],
        "joint_low": (rating - joint)[order],
        "joint_high": (rating + joint)[order],
        "best": best[order],
        "worst": worst[order],
        "tier": found.tiers()[order],
        "provisional": [False] * len(order),
    }
    return pl.DataFrame(columns)


def _capital(text: str) -> str:
    """Return a text with a capital at its beginning, in the language in which reports are told."""
    told = said(text)
    return joined([told[:1].upper() + told[1:]])
