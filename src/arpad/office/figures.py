"""The charts of a page, and the numbers behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.office.chart import NARROW, STYLES, WIDE, Words, overview, panel, swatch
from arpad.office.markup import OVERRIDES, count, name, number, text
from arpad.office.series import History, Series, history_of
from arpad.ratings.result import INTERVAL, Ratings

if TYPE_CHECKING:
    import polars as pl

CHARTED_GAMES = 2_000_000
"""A record of more games is rated once more for a chart only if its history was kept anyway."""

AXIS = {"date": "date", "number": "rating period", "game": "number of games played"}


def figures(table: pl.DataFrame, ratings: Ratings, key: str) -> str:
    """Return the charts of the best players of a list with their numbers; why there are none otherwise."""
    if not table.height:
        return ""
    if ratings.trace is None and len(ratings.timeline.record) > CHARTED_GAMES:
        return (
            f'<p class="note">No chart is drawn of {count(len(ratings.timeline.record), "game")} '
            "unless their history is kept.</p>\n"
        )
    players, who = _charted(table)
    history = history_of(ratings, players)
    words = _description(history)
    wide = overview(history, WIDE, Words(f"{key}-wide", "Rating history", words))
    narrow = overview(history, NARROW, Words(f"{key}-narrow", "Rating history", words))
    parts = [
        f'<figure>\n<div class="wide">{wide}</div>\n<div class="narrow">{narrow}</div>\n'
        f"<figcaption>{who} {_reading(history)}</figcaption>\n</figure>\n"
    ]
    if history.has_bands and len(players) > 1:
        parts.append(_panels(history, table, key))
    parts.append(_numbers(history))
    return "".join(parts)


def _charted(table: pl.DataFrame) -> tuple[list[str], str]:
    """Return which players are drawn, and a sentence that says which."""
    established = table.filter(~table["provisional"])
    kind = "" if established.height in (0, table.height) else " with an established rating"
    players: list[str] = (established if established.height else table)["player"].head(STYLES).to_list()
    if len(players) == 1:
        return players, f"{name(players[0])}."
    return players, f"The first {len(players)} players{kind}."


def _reading(history: History) -> str:
    """Return how to read the chart."""
    said = [f"Across: {AXIS[history.kind]}. A ring marks each player’s highest rating."]
    if any(one.provisional.any() for one in history.series):
        said.append("Thin, pale pieces of a line, and a question mark at its end, are provisional.")
    if any(one.stretch[-1] for one in history.series):
        said.append("A line stops where its player was away for long.")
    if any(one.whole > len(one) for one in history.series):
        said.append(
            f"Chart simplified: {sum(len(one) for one in history.series):,} of "
            f"{count(sum(one.whole for one in history.series), 'point')}, peaks kept."
        )
    return " ".join(said)


def _description(history: History) -> str:
    """Return what the chart shows, in words."""
    return " ".join(
        f"{_plain(one.player)}: from {_value(one, 0, history)} ({one.labels[0]}) to "
        f"{_value(one, -1, history)} ({one.labels[-1]}), highest {_value(one, one.peak, history)} "
        f"({one.labels[one.peak]})."
        for one in history.series
    )


def _plain(player: str) -> str:
    return OVERRIDES.sub("", player)


def _value(one: Series, at: int, history: History) -> str:
    return number(float(one.rating[at]), history.decimals)


def _panels(history: History, table: pl.DataFrame, key: str) -> str:
    """Return a small chart per player with his band, under his rating as the list has it."""
    shown = [one.player for one in history.series]
    rows = {row["player"]: row for row in table.filter(table["player"].is_in(shown)).to_dicts()}
    items = []
    for i, one in enumerate(history.series):
        row = rows[one.player]
        half = row["high"] - row["rating"]
        words = Words(
            f"{key}-panel-{i + 1}",
            f"{_plain(one.player)} with the 95 % band",
            f"Now {number(row['rating'], history.decimals)} ± {number(half, history.decimals)}, highest "
            f"{_value(one, one.peak, history)} ({one.labels[one.peak]}).",
        )
        doubt = "?" if row["provisional"] else ""
        now = f"{number(row['rating'], history.decimals)}{doubt} ± {number(half, history.decimals)}"
        items.append(
            f'<li><p class="panel-name">{swatch(i + 1)}{name(one.player)} <span>{now}</span></p>'
            f"{panel(history, i, words)}</li>\n"
        )
    return (
        '<p class="note">Each player with the band that holds the rating with a probability of 95&nbsp;%, '
        f'the others behind in grey.</p>\n<ul class="panels">\n{"".join(items)}</ul>\n'
    )


def _numbers(history: History) -> str:
    """Return every point drawn, as a table that opens on demand."""
    bands = history.has_bands
    heads = ["Game" if history.kind == "game" else "Period" if history.kind == "number" else "Date", "Rating"]
    heads += ["Low", "High"] if bands else []
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    bodies = "".join(_body(one, history, len(heads)) for one in history.series)
    return (
        "<details>\n<summary>The numbers behind the chart</summary>\n"
        '<div class="scroll" role="region" aria-label="The numbers behind the chart" tabindex="0">\n'
        f'<table class="numbers">\n<caption>Ratings as drawn</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"{bodies}</table>\n</div>\n</details>\n"
    )


def _body(one: Series, history: History, columns: int) -> str:
    """Return one player's points."""
    rows = [f'<tr><th scope="rowgroup" colspan="{columns}">{name(one.player)}</th></tr>']
    for i, label in enumerate(one.labels):
        cells = f"<td>{_value(one, i, history)}{'?' if one.provisional[i] else ''}</td>"
        if history.has_bands and one.deviation is not None:
            half = INTERVAL * float(one.deviation[i])
            low, high = float(one.rating[i]) - half, float(one.rating[i]) + half
            cells += f"<td>{number(low, history.decimals)}</td><td>{number(high, history.decimals)}</td>"
        mark = " (peak)" if i == one.peak else ""
        rows.append(f'<tr><th scope="row">{text(label)}{mark}</th>{cells}</tr>')
    body = "\n".join(rows)
    return f"<tbody>\n{body}\n</tbody>\n"
