"""What ``arpad look`` prints: a screen of facts, then what a person should look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from arpad.cli.tables import padded, shown, strong, width
from arpad.record.survey import wording

if TYPE_CHECKING:
    from arpad.record.survey.survey import Survey

LABEL = 9
LINE = 100
"""How wide a line of facts is, at most."""


def print_survey(survey: Survey, notes: Sequence[str] = ()) -> None:
    """Print what was seen, and further notes."""
    rows = survey.source
    name = ", ".join(rows.files) or "the record"
    click.echo(strong(f"{name}: {wording.account(survey)}"))
    click.echo()
    for label, text in [*_columns(survey), *wording.facts(survey)]:
        _print_fact(label, text)
    sections = [
        (wording.REJECTS, list(_rejects(survey))),
        (wording.FINDINGS, list(_findings(survey))),
        (wording.NAMES, list(_names(survey))),
        (wording.NOTES, [*rows.notes, *notes]),
    ]
    for title, lines in sections:
        if lines:
            click.echo()
            click.echo(strong(title))
            for line in lines:
                click.echo(shown(f"  {line}"))


def _columns(survey: Survey) -> Iterator[tuple[str, str]]:
    """Yield the columns of every file, the unused ones behind the others, each with a label."""
    several = len(survey.files) > 1
    for file in survey.files:
        prefix = f"{file.name}: " if several else ""
        yield (
            wording.COLUMNS,
            prefix + " · ".join(f"{name}: {role}" for name, role in wording.columns(file)),
        )
        if file.unused:
            yield wording.UNUSED, prefix + ", ".join(wording.unused(file))
        if voters := wording.voters(file):
            yield "", voters


def _rejects(survey: Survey) -> Iterator[str]:
    yield from (f"{place}: {reason}" for place, reason in wording.rejects(survey))
    yield from wording.more_rejects(survey)


def _findings(survey: Survey) -> Iterator[str]:
    for finding, places in wording.findings(survey):
        yield finding
        yield from (f"  {place}" for place in places)


def _names(survey: Survey) -> Iterator[str]:
    yield from (f"{name} and {other}: {evidence}" for name, other, evidence in wording.names(survey))
    yield from wording.more_names(survey)


def _print_fact(label: str, text: str) -> None:
    """Print a fact, its lines below each other behind its label."""
    words, lines = shown(text).split(" "), [""]
    for word in words:
        if lines[-1] and width(lines[-1]) + 1 + width(word) > LINE - LABEL - 1:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    for at, line in enumerate(lines):
        click.echo(f"{padded('' if at else label, LABEL)} {line}")
