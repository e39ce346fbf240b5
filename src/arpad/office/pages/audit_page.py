"""An audit as a page: what the games support of a ranking, what distorts it, and which ranks are open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from arpad.core import Figure, joined, worded, worded_count
from arpad.lab.audit import Audit
from arpad.lab.audit.board import FittedGroup
from arpad.lab.audit.verdict import AuditVerdict
from arpad.office.charts.intervals import ROWS, intervals
from arpad.office.pages.formatting import number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, ReportPart, drawing, lab_report
from arpad.office.pages.speaking import translated

NORMAL = 1.959963984540054
"""The standard errors that hold a rating by itself with 95 %."""


def audit_page(audit: Audit, title: str = "What do the games support?", source: str = "") -> str:
    """Return the page of an audit.

    Args:
        audit: the audit.
        title: the heading.
        source: the games that it is about.
    """
    parts = [_findings(audit), _questions(audit)]
    if audit.board.players > 1:
        parts.append(_order(audit.board))
    lede = worded("{games}; strengths by Bradley and Terry.", games=audit.headline)
    return lab_report(title, worded("Audit"), lede, parts, source)


def sentences(audit: Audit) -> list[str]:
    """Return what was found with its remedy."""
    texts: list[str] = [
        _capital(joined([joined([verdict.title, "."], ""), verdict.problem, verdict.remedy], " "))
        for verdict in audit.findings
    ]
    return texts or [worded("Nothing was found that distorts the ranking.")]


def _findings(audit: Audit) -> ReportPart:
    """Return what was found with its remedy, and what could not be asked."""
    unasked: list[str] = []
    for verdict in audit.verdicts:
        if verdict.fault is None:
            unasked.append(
                worded("Not asked: {question}. {why}", question=verdict.title, why=verdict.problem)
            )
    promise = worded(
        "Of 100 audits of games without a fault, {most} at most find one.",
        most=Figure(f"{100 * audit.level:g}"),
    )
    notes = [*unasked, promise, *audit.notes]
    return ReportPart("findings", worded("What was found"), sentences(audit), notes=notes)


def _questions(audit: Audit) -> ReportPart:
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
    rows = [[_capital(verdict.title), _answer(verdict), *_statistic(verdict)] for verdict in audit.verdicts]
    notes = [worded("Where a question has a p, the effect counts only if p is at its limit or below it.")]
    grid = Grid("questions-table", worded("Questions"), heads, rows)
    return ReportPart("questions", worded("All questions"), grid=grid, notes=notes)


def _answer(verdict: AuditVerdict) -> str:
    if verdict.fault is None:
        return worded("not asked")
    return worded("found") if verdict.fault else worded("not found")


def _statistic(verdict: AuditVerdict) -> list[str]:
    """Return the name of a question's statistic, its value and limit, p and the limit of p."""
    numbers = verdict.numbers
    name, value, limit = "", "", ""
    match verdict.code:
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


def _order(board: FittedGroup) -> ReportPart:
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
    return ReportPart(
        "order",
        worded("What the games settle"),
        sentences,
        chart,
        Grid("order-table", caption, heads, rows),
        folded=True,
        notes=notes,
    )


def _ratings(board: FittedGroup) -> pl.DataFrame:
    """Return the players by rating, with intervals, open ranks and tiers."""
    comparisons = board.comparisons
    best, worst = comparisons.rank_sets(joint=True)
    joint, single = comparisons.half_width(), NORMAL * comparisons.deviation
    rating = comparisons.rating - comparisons.rating.mean()
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
        "tier": comparisons.tiers()[order],
        "provisional": [False] * len(order),
    }
    return pl.DataFrame(columns)


def _capital(text: str) -> str:
    """Return a text with a capital at its beginning, in the language in which reports are told."""
    translation = translated(text)
    return joined([translation[:1].upper() + translation[1:]])
