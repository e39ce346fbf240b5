"""What a look at a record says, in words: of its columns, its facts, its likely mistakes and its names.

The terminal prints these words, and a report has them on a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arpad.core import counted
from arpad.core.interface import option, switch
from arpad.record.survey.evidence import NearEqual
from arpad.record.survey.near_names import COMPARED
from arpad.record.survey.suspicious import LISTED
from arpad.record.tables.column_names import normal

if TYPE_CHECKING:
    from arpad.record.kinds.observer import FileSeen
    from arpad.record.survey.evidence import NameSeen
    from arpad.record.survey.facts import Group
    from arpad.record.survey.survey import Survey
    from arpad.record.survey.suspicious import Finding

SHOWN_REJECTS, SHOWN_PLACES, SHOWN_NAMES, SHOWN_GROUPS = 5, 3, 10, 3
"""How many of each are told; JSON has all."""

COLUMNS, UNUSED = "columns", "not used"
REJECTS, FINDINGS, NAMES, NOTES = (
    "rows that cannot be read",
    "look at",
    "names that may be one player's",
    "notes",
)
"""What stands above each part of what is told."""

VOTERS = ("voter", "judge", "annotator", "rater", "user", "voter_id", "judge_id", "annotator_id", "user_id")
"""The names of columns that say who has decided a game: games of one of these are not independent."""

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

KINDS = {
    "spelling": "capitals, accents or punctuation differ",
    "order": "another order, or a title",
    "initial": "an initial",
    "typing": "one letter differs",
    "word": "one word more",
}
"""What two names differ in (:data:`arpad.record.survey.near_names.KINDS`), in words."""


def account(survey: Survey) -> str:
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
    parts.append(f"{rows.rejected:,} rejected")
    return f"{counted(rows.rows, 'row')} = {' + '.join(parts)}"


def columns(file: FileSeen) -> Iterator[tuple[str, str]]:
    """Yield the columns that are used, each with what it was taken for."""
    for role, name in file.roles.items():
        yield name, ROLES.get(role, role)


def unused(file: FileSeen) -> list[str]:
    """Return the columns that are not used."""
    return [name or "(a column without a name)" for name in file.unused]


def voters(file: FileSeen) -> str:
    """Return how a column that says who has decided a game can be used; nothing where none is left unused."""
    found = [name for name in file.unused if normal(name) in VOTERS]
    if not found:
        return ""
    return (
        f"{option('cluster', found[0])} counts it: what one {found[0]} decided is not independent "
        "(bradley-terry, variance=cluster)"
    )


def facts(survey: Survey) -> Iterator[tuple[str, str]]:
    """Yield the facts of the games, each with its label."""
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
        once = f", {one.once:,} of them with a single game" if one.once else ""
        yield (
            "players",
            f"{one.count:,}{once}; the median has {one.median:g}, {one.busiest} the most ({one.most:,})",
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


def _results(survey: Survey) -> str:
    found, games = survey.results, len(survey.record)
    assert found is not None
    sides = ("White or home side", "Black or away side") if found.advantage else ("first side", "second side")

    def share(count: int) -> str:
        return f"{count:,} ({100 * count / games:.0f} %)"

    text = (
        f"{sides[0]} won {share(found.first_won)}, drawn {share(found.drawn)}, "
        f"{sides[1]} won {share(found.second_won)}"
    )
    if found.shared:
        text += f"; {found.shared:,} of these with another score than 1, ½ or 0"
    return text + ("; points of the sides known" if found.points else "")


def _groups(groups: Sequence[Group]) -> str:
    if len(groups) == 1:
        return "all players are connected by games"
    parts = [f"{counted(group.players, 'player')}: {_some(group)}" for group in groups[:SHOWN_GROUPS]]
    more = f"; {counted(len(groups) - SHOWN_GROUPS, 'more group')}" if len(groups) > SHOWN_GROUPS else ""
    return (
        f"{len(groups):,} that never met, so that their ratings cannot be compared: {'; '.join(parts)}{more}"
    )


def _some(group: Group) -> str:
    return " · ".join(group.names[:3]) + " …" * (group.players > 3)


def rejects(survey: Survey) -> Iterator[tuple[str, str]]:
    """Yield where rows stand that cannot be read, each with what is wrong and what to do."""
    several = len(survey.source.files) > 1
    for reject in survey.rejects[:SHOWN_REJECTS]:
        file = f"{reject.file}, " if several else ""
        column = f", {reject.column}" if reject.column else ""
        yield f"{file}{reject.unit} {reject.line}{column}", f"{reject.problem}. {reject.remedy}".rstrip()


def more_rejects(survey: Survey) -> list[str]:
    """Return how many further rows there are."""
    return _more(len(survey.rejects) - SHOWN_REJECTS, "row")


def findings(survey: Survey) -> Iterator[tuple[str, list[str]]]:
    """Yield what looks like a mistake with what to do, and where."""
    several = len(survey.source.files) > 1
    for finding in survey.findings:
        places = []
        for place in finding.places[:SHOWN_PLACES]:
            file = f"{place.file}, " if several and place.file else ""
            line = f"{place.unit} {place.line}: " if place.line is not None else ""
            places.append(f"{file}{line}{place.game}")
        yield f"{finding.problem}. {finding.remedy}", [*places, *_further(finding)]


def _further(finding: Finding) -> list[str]:
    """Return how many places there are beside those told; nothing where a finding does not name its games."""
    if len(finding.places) < min(finding.count, LISTED):
        return []
    noun = "player" if finding.code in ("one-sided", "farming") else "game"
    listed = "lists all" if finding.count <= LISTED else f"lists the first {LISTED}"
    return _more(finding.count - SHOWN_PLACES, noun, listed)


def names(survey: Survey) -> Iterator[tuple[str, str, str]]:
    """Yield two names that may be one player's, each with its games, and what the record says of them."""
    for pair in sorted(survey.open_names, key=lambda pair: not pair.once)[:SHOWN_NAMES]:
        yield _name(pair.often), _name(pair.seldom), ", ".join(described(pair))


def more_names(survey: Survey) -> Iterator[str]:
    """Yield what there is to say of further near-equal names."""
    pairs = survey.open_names
    yield from _more(len(pairs) - SHOWN_NAMES, "pair")
    two = len(survey.near) - len(pairs)
    if two:
        more = "further near-equal names" if pairs else "near-equal names"
        yield f"{counted(two, 'pair')} of {more} {_why_two(survey)}: two players each"
    if survey.vague:
        yield f"{counted(survey.vague, 'name')} with an initial fit more than five others"
    if survey.names_until is not None:
        yield (
            f"of {len(survey.record.players):,} names the first {COMPARED:,} of the alphabet were compared, "
            f"up to {survey.names_until}"
        )


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


def described(pair: NearEqual) -> Iterator[str]:
    """Yield what two names differ in, and what the record says of them."""
    yield KINDS[pair.kind]
    if pair.met:
        yield f"met in {counted(pair.met, 'game')}"
    else:
        yield f"both in {counted(pair.at_once, 'round')}" if pair.at_once else "never met"
    if pair.opponents:
        yield counted(pair.opponents, "opponent") + " in common"
    if pair.overlap is False:
        yield "not at the same time"
    if pair.once:
        yield "one game only"


def _more(count: int, noun: str, listed: str = "lists all") -> list[str]:
    return [f"… and {counted(count, f'more {noun}')}: {switch('json')} {listed}"] if count > 0 else []
