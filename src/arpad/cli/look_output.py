"""What ``arpad look`` prints: a screen of facts, then what a person should look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from arpad.cli.number_formats import counted, grouped
from arpad.cli.tables import padded, shown, strong, width
from arpad.record.column_names import normal

if TYPE_CHECKING:
    from arpad.record.observing import FileSeen
    from arpad.record.survey.evidence import NameSeen
    from arpad.record.survey.facts import Group
    from arpad.record.survey.survey import Survey

SHOWN_REJECTS, SHOWN_PLACES, SHOWN_NAMES, SHOWN_GROUPS = 5, 3, 10, 3
"""How many of each are printed; ``--json`` has all."""

VOTERS = ("voter", "judge", "annotator", "rater", "user", "voter_id", "judge_id", "annotator_id", "user_id")
"""The names of columns that say who has decided a game: games of one of these are not independent."""

LABEL = 9
LINE = 100
"""How wide a line of facts is, at most."""

ROLES = {
    "first": "first side",
    "second": "second side",
    "first_id": "id of the first side",
    "second_id": "id of the second side",
    "score": "result",
    "score_second": "result of the second side",
    "points_first": "points of the first side",
    "points_second": "points of the second side",
    "clock": "time of day",
}
"""What a role is called; others are called by their own names."""


def print_survey(survey: Survey, notes: Sequence[str] = ()) -> None:
    """Print what was seen, and further notes."""
    rows = survey.source
    name = ", ".join(rows.files) or "the record"
    click.echo(strong(f"{name}: {_account(survey)}"))
    click.echo()
    for label, text in _facts(survey):
        _print_fact(label, text)
    sections = [
        ("rows that cannot be read", list(_rejects(survey))),
        ("look at", list(_findings(survey))),
        ("names that may be one player's", list(_names(survey))),
        ("notes", [*rows.notes, *notes]),
    ]
    for title, lines in sections:
        if lines:
            click.echo()
            click.echo(strong(title))
            for line in lines:
                click.echo(shown(f"  {line}"))


def _account(survey: Survey) -> str:
    """Return what became of the rows: ``12 rows = 8 games + 2 byes + 1 fixture + 1 rejected``."""
    rows = survey.source
    if rows.rows != rows.games + rows.byes + rows.fixtures + rows.rejected:
        return counted(len(survey.record), "game")
    forfeits = f" ({counted(rows.forfeits, 'forfeit')})" if rows.forfeits else ""
    one_each = len(survey.record) == rows.games
    parts = [
        counted(rows.games, "game")
        if one_each
        else counted(rows.games, "row of contests", "rows of contests")
    ]
    if rows.byes:
        parts.append(counted(rows.byes, "bye") + forfeits)
    if rows.fixtures:
        parts.append(counted(rows.fixtures, "fixture"))
    parts.append(f"{grouped(rows.rejected)} rejected")
    return f"{counted(rows.rows, 'row')} = {' + '.join(parts)}"


def _facts(survey: Survey) -> Iterator[tuple[str, str]]:
    """Yield the facts, each with its label."""
    several = len(survey.files) > 1
    for file in survey.files:
        prefix = f"{file.name}: " if several else ""
        yield "columns", prefix + " · ".join(_columns(file))
        if file.unused:
            yield "not used", prefix + ", ".join(name or "(a column without a name)" for name in file.unused)
            voters = [name for name in file.unused if normal(name) in VOTERS]
            if voters:
                yield (
                    "",
                    f"--cluster {voters[0]} counts it: what one {voters[0]} decided is not independent "
                    "(bradley-terry, variance=cluster)",
                )
    span = survey.span
    if span is None:
        yield "played", "no column of time: games count in the order of the rows"
    elif span.kind == "period":
        yield "played", f"periods {span.first} to {span.last}: {counted(span.distinct, 'period')} with games"
    else:
        days, months = counted(span.distinct, "day"), counted(span.months or 0, "month")
        yield "played", f"{span.first} to {span.last}: games on {days}, in {months}"
    if survey.players is not None:
        one = survey.players
        once = f", {grouped(one.once)} of them with a single game" if one.once else ""
        yield (
            "players",
            f"{grouped(one.count)}{once}; the median has {one.median:g}, {one.busiest} the most "
            f"({grouped(one.most)})",
        )
    if survey.results is not None and len(survey.record):
        yield "results", _results(survey)
    labels = [
        counted(len(labels.names), role, "stages" if role == "stage" else "")
        for role in ("event", "round", "stage", "pool")
        if (labels := getattr(survey.record, role)) is not None
    ]
    if labels:
        yield "labels", ", ".join(labels)
    if survey.groups:
        yield "groups", _groups(survey.groups)


def _columns(file: FileSeen) -> Iterator[str]:
    for role, name in file.roles.items():
        yield f"{name}: {ROLES.get(role, role)}"


def _results(survey: Survey) -> str:
    found, games = survey.results, len(survey.record)
    assert found is not None
    sides = ("White or home side", "Black or away side") if found.advantage else ("first side", "second side")

    def share(count: int) -> str:
        return f"{grouped(count)} ({100 * count / games:.0f} %)"

    text = (
        f"{sides[0]} won {share(found.first_won)}, drawn {share(found.drawn)}, "
        f"{sides[1]} won {share(found.second_won)}"
    )
    if found.shared:
        text += f"; {grouped(found.shared)} of these with another score than 1, ½ or 0"
    return text + ("; points of the sides known" if found.points else "")


def _groups(groups: Sequence[Group]) -> str:
    if len(groups) == 1:
        return "all players are connected by games"
    parts = [f"{counted(group.players, 'player')}: {_some(group)}" for group in groups[:SHOWN_GROUPS]]
    more = f"; {counted(len(groups) - SHOWN_GROUPS, 'more group')}" if len(groups) > SHOWN_GROUPS else ""
    return (
        f"{grouped(len(groups))} that never met, so that their ratings cannot be compared: "
        f"{'; '.join(parts)}{more}"
    )


def _some(group: Group) -> str:
    return " · ".join(group.names[:3]) + " …" * (group.players > 3)


def _rejects(survey: Survey) -> Iterator[str]:
    several = len(survey.source.files) > 1
    for reject in survey.rejects[:SHOWN_REJECTS]:
        file = f"{reject.file}, " if several else ""
        column = f", {reject.column}" if reject.column else ""
        yield f"{file}{reject.unit} {reject.line}{column}: {reject.problem}. {reject.remedy}".rstrip()
    yield from _more(len(survey.rejects) - SHOWN_REJECTS, "row")


def _findings(survey: Survey) -> Iterator[str]:
    several = len(survey.source.files) > 1
    for finding in survey.findings:
        yield f"{finding.problem}. {finding.remedy}"
        for place in finding.places[:SHOWN_PLACES]:
            file = f"{place.file}, " if several and place.file else ""
            line = f"{place.unit} {place.line}: " if place.line is not None else ""
            yield f"  {file}{line}{place.game}"
        yield from (f"  {line}" for line in _more(finding.count - SHOWN_PLACES, "game"))


def _names(survey: Survey) -> Iterator[str]:
    from arpad.record.survey.wording import described

    pairs = survey.open_names
    for pair in sorted(pairs, key=lambda pair: not pair.once)[:SHOWN_NAMES]:
        yield f"{_name(pair.often)} and {_name(pair.seldom)}: {', '.join(described(pair))}"
    yield from _more(len(pairs) - SHOWN_NAMES, "pair")
    two = len(survey.near) - len(pairs)
    if two:
        more = "further near-equal names" if pairs else "near-equal names"
        yield f"{counted(two, 'pair')} of {more} {_why_two(survey)}: two players each"
    if survey.vague:
        yield f"{counted(survey.vague, 'name')} with an initial fit more than five others"


def _why_two(survey: Survey) -> str:
    """Return what shows of near-equal names that they are two players'."""
    by_ids = any(pair.ids_differ for pair in survey.near)
    return "met, played in one round or have different ids" if by_ids else "met or played in one round"


def _name(seen: NameSeen) -> str:
    """Return a name with its games and years: ``J. Smith (3 games, 2019–2021)``."""
    played = counted(seen.games, "game")
    if seen.first is None or seen.last is None:
        return f"{seen.name} ({played})"
    dated = "-" in seen.first[1:]
    first, last = (seen.first[:10], seen.last[:10]) if dated else (seen.first, seen.last)
    return f"{seen.name} ({played}, {first if first == last else f'{first} to {last}'})"


def _more(count: int, noun: str) -> Iterable[str]:
    return [f"… and {counted(count, f'more {noun}')}: --json lists all"] if count > 0 else []


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
