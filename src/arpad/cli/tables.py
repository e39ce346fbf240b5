"""Tables: drawn by rich on a terminal, aligned text in a pipe or a file or where NO_COLOR is set."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import click

from arpad.cli.bidirectional_text import isolated

GAP = "  "

UNSEEN = {
    **{code: 0x2400 + code for code in range(0x20)},
    0x7F: 0x2421,
    **dict.fromkeys(
        [*range(0x80, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD
    ),
}
"""Characters that would command a terminal instead of being seen -> what is shown for them: ␛ for ESC; � for
those without a picture and those that turn the direction of writing."""

JAMO = frozenset(map(chr, range(0x1160, 0x1200)))
"""Vowels and final consonants of Korean syllables that are written apart."""

READABLE = 12
"""Characters of a name or a sentence that a line must have room for."""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Args:
        heading: what stands above it.
        align: ``left`` for words, ``right`` for numbers.
        change: its cells are changes: gains and losses have colours on a terminal.
        shrinks: may be cut with … where the terminal is too narrow.
        wraps: may go on in the next line where the terminal is too narrow.
        spare: left out where the terminal is too narrow, the highest number first; 0 is never left out.
    """

    heading: str
    align: Literal["left", "right"] = "left"
    change: bool = False
    shrinks: bool = False
    wraps: bool = False
    spare: int = 0


@dataclass(frozen=True)
class TextTable:
    """Columns, rows of words, and the rows that are sums or headings of groups.

    Args:
        columns: the columns.
        rows: the cells, all of them text.
        strong: the numbers of rows that stand out.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    strong: frozenset[int] = frozenset()


def on_terminal() -> bool:
    """Tell whether a person looks at the standard output."""
    return sys.stdout.isatty()


def coloured() -> bool:
    """Tell whether the standard output takes colours and wants them (https://no-color.org)."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def visible(text: str) -> str:
    """Return a line of text as it may reach a terminal: names from files may hold what commands it."""
    return text if text.isprintable() else text.translate(UNSEEN)


def shown(text: str) -> str:
    """Return a line of text for a terminal: names seen, and kept to themselves if they run right to left."""
    return isolated(visible(text))


def strong(text: str) -> str:
    """Return a text as it stands out on a terminal that has colours."""
    text = shown(text)
    return click.style(text, bold=True) if coloured() else text


def faint(text: str) -> str:
    """Return a text, also of several lines, as an aside on a terminal that has colours."""
    text = "\n".join(shown(line) for line in text.split("\n"))
    return click.style(text, dim=True) if coloured() else text


def show(table: TextTable) -> None:
    """Print a table; on a terminal that is too narrow, without the columns that can be spared, and say so.

    Where it is too narrow for the others too, each row is printed as a paragraph, and nothing is left out.
    """
    whole = table = replace(table, rows=[[shown(cell) for cell in row] for row in table.rows])
    widths: list[int] | None = None
    if on_terminal():
        from shutil import get_terminal_size

        room = get_terminal_size().columns
        table = fitted(whole, room)
        if _needed(table) > room:
            click.echo("\n".join(stacked(whole, room)))
            return
        widths = _shrunk(table, room)
    if coloured():
        _show_rich(table, widths)
    else:
        click.echo("\n".join(aligned(table, widths)))
    if out := [column.heading for column in whole.columns if column.heading and column not in table.columns]:
        click.echo(faint(f"the terminal is too narrow for: {', '.join(out)}"))


def fitted(table: TextTable, room: int) -> TextTable:
    """Return a table without the columns that can be spared, as far as it is too wide."""
    while _needed(table) > room:
        spare = max(table.columns, key=lambda column: column.spare)
        if not spare.spare:
            break
        kept = [i for i, column in enumerate(table.columns) if column.spare < spare.spare]
        table = TextTable(
            [table.columns[i] for i in kept], [[row[i] for i in kept] for row in table.rows], table.strong
        )
    return table


def _needed(table: TextTable) -> int:
    """Return how wide a table is when what can shrink has shrunk to a readable width."""
    widths = [
        min(READABLE, _widest(table, i)) if column.shrinks or column.wraps else _widest(table, i)
        for i, column in enumerate(table.columns)
    ]
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _shrunk(table: TextTable, room: int) -> list[int]:
    """Return the widths of the columns: the widest that can shrink give up what is too much."""
    widths = [_widest(table, i) for i in range(len(table.columns))]
    soft = [i for i, column in enumerate(table.columns) if column.shrinks or column.wraps]
    over = sum(widths) + len(GAP) * (len(widths) - 1) - room
    while over > 0 and soft:
        widest = max(soft, key=lambda i: widths[i])
        widths[widest] -= 1
        over -= 1
    return widths


def aligned(table: TextTable, widths: Sequence[int] | None = None) -> list[str]:
    """Return a table as lines of aligned text.

    Args:
        table: the table.
        widths: of the columns, where cells are cut or go on in the next line; None cuts nothing.
    """
    rows = [[column.heading for column in table.columns], *table.rows]
    to = [_widest(table, i) for i in range(len(table.columns))] if widths is None else widths
    lines = []
    for row in rows:
        cells = [
            wrapped(cell, to[i]) if table.columns[i].wraps else [_cut(cell, to[i])]
            for i, cell in enumerate(row)
        ]
        for line in range(max(map(len, cells))):
            texts = [
                padded(cell[line] if line < len(cell) else "", to[i], table.columns[i].align == "right")
                for i, cell in enumerate(cells)
            ]
            lines.append(GAP.join(texts).rstrip())
    return lines


def stacked(table: TextTable, room: int) -> list[str]:
    """Return each row of a table as a paragraph, its cells behind their headings."""
    lines = []
    for row in table.rows:
        line = ""
        for column, cell in zip(table.columns, row, strict=True):
            if not cell.strip():
                continue
            part = f"{column.heading} {cell.strip()}".strip()
            if line and width(line) + len(GAP) + width(part) > room:
                lines.append(line)
                line = f"{GAP}{part}"
            else:
                line = f"{line}{GAP}{part}" if line else part
        lines.append(line)
    return lines


def hanging(line: str) -> list[str]:
    """Return a long line as it stands on a terminal: parted at blanks, what follows indented below it."""
    if not on_terminal():
        return [line]
    from shutil import get_terminal_size

    room = max(get_terminal_size().columns, 2 * READABLE)
    if width(line) <= room:
        return [line]
    text = line.lstrip()
    indent = min(len(line) - len(text), room - READABLE)
    first, *rest = wrapped(text, room - indent - 2 * len(GAP))
    return [" " * indent + first, *(" " * (indent + 2 * len(GAP)) + part for part in rest)]


def _cut(text: str, to: int) -> str:
    """Return a text cut with … to a width."""
    if width(text) <= to:
        return text
    while text and width(text) > to - 1:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, to: int) -> list[str]:
    """Return a text in lines of a width, parted at blanks, a longer word wherever it must be."""
    if width(text) <= to:
        return [text]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer) <= to:
            lines[-1] = longer
            continue
        rest = word
        if lines[-1]:
            lines.append("")
        while width(rest) > to:
            fits = next(n for n in range(len(rest), 0, -1) if width(rest[:n]) <= to or n == 1)
            lines[-1] = rest[:fits]
            rest = rest[fits:]
            lines.append("")
        lines[-1] = rest
    return lines


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    East Asian characters take two; marks, joiners, isolates and the later letters of a Korean syllable that
    is written apart (as some file systems do) take none. ``rich.cells`` counts the same, and emoji made of
    several characters better; it loads rich, 12 ms that a table of odds does not have to cost.
    """
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    none = sum(unicodedata.category(char) in ("Mn", "Me", "Cf") or char in JAMO for char in text)
    return len(text) + wide - none


def padded(text: str, to: int, right: bool = False) -> str:
    """Return a text with blanks up to a width, after it or before it."""
    blank = " " * (to - width(text))
    return blank + text if right else text + blank


def _show_rich(table: TextTable, widths: Sequence[int] | None) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    for i, column in enumerate(table.columns):
        drawn.add_column(
            column.heading,
            justify=column.align,
            no_wrap=not column.wraps,
            overflow="ellipsis" if column.shrinks else "fold",
            width=_widest(table, i) if widths is None else widths[i],
        )
    for number, row in enumerate(table.rows):
        cells = [
            Text(cell, style=_colour(cell) if column.change else "")
            for column, cell in zip(table.columns, row, strict=True)
        ]
        drawn.add_row(*cells, style="bold" if number in table.strong else None)
    Console(highlight=False).print(drawn)


def _widest(table: TextTable, at: int) -> int:
    return max([width(table.columns[at].heading), *(width(row[at]) for row in table.rows)])


def _colour(change: str) -> str:
    return "green" if change.startswith("+") else "red" if change.startswith("-") else ""


def as_json(document: Any) -> None:
    """Print a document as JSON; a number that is none is null, a date its ISO form."""
    from arpad.core.hostile import json_text

    click.echo(json_text(storable(document), indent=2))


def storable(value: Any) -> Any:
    """Return a document as JSON holds it: what is not a number is null, a date its ISO form."""
    if isinstance(value, dict):
        return {key: storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):  # noqa: PLR0124
        return None
    return value
