"""An audit as a page: what the games support of a ranking, what distorts it, and which ranks are open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from arpad.lab.audit import Audit
from arpad.lab.audit.board import Board
from arpad.lab.audit.verdict import Verdict
from arpad.office.charts.intervals import ROWS, intervals
from arpad.office.pages.formatting import count, number
from arpad.office.pages.heads import Head
from arpad.office.pages.lab_report import Grid, Part, drawing, lab_report

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
    lede = f"{found.headline}; strengths by Bradley and Terry."
    return lab_report(title, "Audit", lede, parts, source)


def _findings(found: Audit) -> Part:
    """Return what was found with its remedy, and what could not be asked."""
    sentences = [f"{_capital(one.title)}. {one.problem} {one.remedy}".rstrip() for one in found.findings]
    sentences = sentences or ["Nothing was found that distorts the ranking."]
    unasked = [
        f"Not asked: {one.title}. {one.problem}".rstrip() for one in found.verdicts if one.found is None
    ]
    promise = f"Of 100 audits of games without a fault, {100 * found.level:g} at most find one."
    return Part("findings", "What was found", sentences, notes=[*unasked, promise, *found.notes])


def _questions(found: Audit) -> Part:
    """Return every question with its answer, its statistic and its limit."""
    heads = [
        Head("Question"),
        Head("Answer", kind="words"),
        Head("Statistic", kind="words"),
        Head("Value"),
        Head("Limit"),
        Head("p", "the probability of such a value, or a larger one, by chance"),
        Head("p limit", "the part of the level that this question has"),
    ]
    rows = [[_capital(one.title), _answer(one), *_statistic(one)] for one in found.verdicts]
    notes = ["Where a question has a p, the effect counts only if p is at its limit or below it."]
    return Part(
        "questions", "All questions", grid=Grid("questions-table", "Questions", heads, rows), notes=notes
    )


def _answer(one: Verdict) -> str:
    return "not asked" if one.found is None else "found" if one.found else "not found"


def _statistic(one: Verdict) -> list[str]:
    """Return the name of a question's statistic, its value and limit, p and the limit of p."""
    numbers = one.numbers
    name, value, limit = "", "", ""
    match one.code:
        case "groups":
            name, value, limit = "groups", f"{numbers['groups']}", "2"
        case "few-games":
            name, value, limit = "part of the list that is open", *_percent(numbers, "open", "limit")
        case "schedule":
            name, value, limit = "efficiency", *_percent(numbers, "efficiency", "limit")
        case "first-side" if "points" in numbers:
            name = "advantage in points"
            value, limit = number(numbers["points"], 1), number(numbers["immaterial"], 1)
        case "draws" if "players_asked" in numbers:
            name, value = "players asked", f"{numbers['players_asked']:,}"
        case "cycles" if "triangles" in numbers:
            name, value = "triangles asked", f"{numbers['triangles']:,}"
        case "clusters" if "wider" in numbers:
            name = "intervals wider by the factor"
            value, limit = f"{numbers['wider']:.2f}", f"{numbers['limit']:g}"
        case "one-cluster" if "clusters" in numbers:
            name, limit = "standard errors that a rating moves", f"{numbers['limit']:g}"
            value = f"{numbers['standard_errors']:.1f}" if "standard_errors" in numbers else ""
    tested = [f"{numbers['p']:.2g}", f"{numbers['level']:.2g}"] if "p" in numbers else ["", ""]
    return [name, value, limit, *tested]


def _percent(numbers: Mapping[str, Any], *keys: str) -> tuple[str, ...]:
    return tuple(f"{100 * numbers[key]:.0f}\u00a0%" for key in keys)


def _order(board: Board) -> Part:
    """Return the ratings with their intervals, and the ranks that the games leave open."""
    table = _ratings(board)
    shown = table.head(ROWS)
    words = " ".join(
        f"{row['player']}: {number(row['rating'])}, from {number(row['low'])} to {number(row['high'])}."
        for row in shown.iter_rows(named=True)
    )
    chart = drawing(
        lambda caption, narrow: intervals(table, caption, narrow=narrow),
        "ratings",
        f"Ratings with 95\u00a0% intervals, the best {ROWS}"
        if len(table) > ROWS
        else "Ratings with intervals",
        words,
    )
    heads = [
        Head("Player"),
        Head("Rating"),
        Head("from"),
        Head("to"),
        Head("Best rank"),
        Head("Worst rank"),
        Head("Tier"),
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
    tiers = count(len(table["tier"].unique()), "tier")
    sentences = [f"{tiers} can be told apart; {count(firsts, 'player')} may be first."]
    notes = [
        "From and to are the 95 % interval of a rating by itself, the thick line of the chart; the thin line "
        "holds for all players together, and so do ranks and tiers. The mean rating is 0, and 400 points are "
        "odds of ten to one."
    ]
    caption = "Ratings and the ranks that the games leave open"
    return Part(
        "order",
        "What the games settle",
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
    return text[:1].upper() + text[1:]
