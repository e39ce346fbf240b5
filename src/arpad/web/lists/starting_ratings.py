"""Players enter a ranking list with starting ratings, from a file, after a look at what would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from arpad.core import worded, worded_count
from arpad.core.interface import page as page_messages
from arpad.office.club.register import Register
from arpad.office.club.rights import Task, require
from arpad.office.policy import Finding
from arpad.office.pools.corrections import Corrections, Preview
from arpad.office.pools.events import StartsTakenOut
from arpad.office.pools.from_file import NewName, was_added
from arpad.office.pools.starts import ATTRIBUTES, Start
from arpad.office.pools.starts_file import (
    FAMILY,
    GIVEN,
    PLAYER,
    PlayersRead,
    StartsActSummary,
    StartsToCome,
    read_starts,
    roles_of_players,
    starts_acts,
    starts_to_come,
)
from arpad.record.survey.survey import Reject
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.lists.changes import changed
from arpad.web.lists.corrections import Consequences, other_lists
from arpad.web.lists.pool import PoolHead, PoolRanking, pool_ranking
from arpad.web.outcome import Redirect
from arpad.web.uploaded_table import REJECTS, ColumnShown, Problem, cells_shown, columns_shown
from arpad.web.uploads import LARGEST, SentFile, sent_file

CHANGES = 30
"""Players of a preview that are shown: those who change most."""

NEW = 100
"""New players of a preview, and players who have not played, that are shown."""

WORDS: Mapping[str, str] = {
    "": worded("not used"),
    PLAYER: worded("Name"),
    FAMILY: worded("Family name"),
    GIVEN: worded("Given name"),
    "rating": worded("Starting rating"),
    "deviation": worded("Deviation"),
    "volatility": worded("Volatility"),
    "games": worded("Games before"),
    "peak": worded("Peak rating"),
    "birth_year": worded("Year of birth"),
}
"""What a column can be chosen for, in words."""


class StartRow(NamedTuple):
    """A row of a file, beside what was read.

    Args:
        line: where it stands in the file.
        cells: of the columns that are shown.
        player: who was read; empty where the row is rejected.
        start: what was read of the player; None where nothing is known, or the row is rejected.
    """

    line: int
    cells: Sequence[str]
    player: str
    start: Start | None


class PlayersFileShown(NamedTuple):
    """What was understood of a file of players.

    Args:
        name: of the file.
        unit: what its lines count.
        columns: those that are shown: all that are used, and the first ones of the others.
        hidden: how many are not shown.
        rows: the first rows.
        attributes: what was read of a player, of any.
        counts: how many rows there are, and how many became what; empty where the file cannot be read.
        rejects: rows that cannot be read, the first of them.
        place: where in the file what is wrong stands; empty for nowhere in particular.
        problem: why the file cannot be read; empty if it can.
        remedy: what to do about it.
        choices: nothing, as a file of players has one reading.
    """

    name: str
    unit: str
    columns: Sequence[ColumnShown]
    hidden: int
    rows: Sequence[StartRow]
    attributes: Sequence[str]
    counts: Mapping[str, int]
    rejects: Sequence[Reject]
    place: str
    problem: str
    remedy: str
    choices: Sequence[Sequence[tuple[str, str]]] = ()


@dataclass(frozen=True)
class StartsFollow:
    """What setting the starting ratings of a file would change.

    Args:
        count: how many would be set.
        same: how many the list has already.
        replaced: how many of them the list has otherwise.
        waiting: how many of the players have not played yet.
        new: the players who are new to the list, the first of them; those with names nearly alike first.
        all_new: how many are new.
        seen: who changes, and which published lists would be others.
    """

    count: int
    same: int
    replaced: int
    waiting: int
    new: Sequence[NewName]
    all_new: int
    seen: Consequences


@dataclass(frozen=True)
class StartsPage(Page):
    """The starting ratings of a list, and a file with more.

    Args:
        head: the list.
        file: what was understood of a file; None where none was sent.
        follows: what setting its starting ratings would change; None where the file cannot be read.
        acts: the acts whose starting ratings hold, the last first.
        out: the act that is to be taken out; None where none is.
        out_follows: what follows from that.
        waiting: players with a starting rating who have not played yet, the first of them by name.
        all_waiting: how many they are.
        roles: what a column can be chosen for, with the words for it.
        changed: whether it was read anew where it was to be accepted, as what was chosen, or the list, has
            changed.
        html_state: the file, packed for the form that accepts it.
    """

    TEMPLATE: ClassVar[str] = "pool_starts.html.j2"
    head: PoolHead
    roles: Sequence[tuple[str, str]]
    file: PlayersFileShown | None = None
    follows: StartsFollow | None = None
    acts: Sequence[StartsActSummary] = ()
    out: StartsActSummary | None = None
    out_follows: Consequences | None = None
    waiting: Sequence[tuple[str, float | None]] = ()
    all_waiting: int = 0
    changed: bool = False
    html_state: str = ""
    largest: int = LARGEST // 2**20


def look(context: RequestContext) -> StartsPage:
    """Show the starting ratings that hold, the form that takes a file, and what taking some out changes."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    acts = starts_acts(ranking.pool)
    out, follows = None, None
    if context.query("out"):
        seen = Corrections(ranking.pool).preview(StartsTakenOut(context.whole_of_query("out", 0)))
        out = next(act for act in acts if act.seq == context.whole_of_query("out", 0))
        follows = _consequences(ranking, seen)
    starts = ranking.listing.rules.starts.by_player
    named = ranking.listing.rules.named
    waiting = sorted(name for name in starts if named(name) not in ranking.listing.place)
    shown = [(name, starts[name].start.rating) for name in waiting[:NEW]]
    return StartsPage(
        ranking.head,
        _roles(ranking),
        acts=acts,
        out=out,
        out_follows=follows,
        waiting=shown,
        all_waiting=len(waiting),
    )


def add(context: RequestContext) -> StartsPage | Redirect:
    """Show what was understood of a file, or set its starting ratings where that was looked at.

    Starting ratings that were looked at are taken out where the form says so.

    Raises:
        BadInput: there is no file, or it is no table.
    """
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    accepting, op, seen = context.text("act"), context.text("op"), context.whole("seen")
    if accepting == "out":
        event = StartsTakenOut(context.whole("out"))
        Corrections(ranking.pool).accept(event, expected=seen, op=op, author=context.actor.name)
        return Redirect(f"{ranking.head.address}/players")
    sent = sent_file(context)
    if accepting == "add" and was_added(ranking.pool, op):
        return Redirect(f"{ranking.head.address}/players")
    allowed = roles_of_players(ranking.listing.rules)
    typed = [context.form.get(f"role-{at}", role) for at, role in enumerate(sent.roles)]
    typed = [role if role in allowed else "" for role in typed]
    with page_messages():
        file = read_starts(
            sent.content,
            sent.name,
            ranking.listing.rules,
            ranking.listing.names,
            typed if sent.header else None,
        )
        coming = None if file.problem is not None else _coming(ranking, file)
    if accepting != "add":
        return _page(ranking, sent, file, coming)
    event_to_set = None if coming is None else coming.event
    moved = coming is None or coming.follows.seq != seen
    if event_to_set is None or moved or typed != list(sent.roles):
        return _page(ranking, sent, file, coming, changed_since=True)
    Corrections(ranking.pool).accept(event_to_set, expected=seen, op=op, author=context.actor.name)
    message = worded_count(
        "the starting rating of {count} player of {file} was set",
        "the starting ratings of {count} players of {file} were set",
        len(event_to_set.players),
        file=file.name,
    )
    return Redirect(f"{ranking.head.address}/players", (Finding("pool.starts-set", message),))


def _coming(ranking: PoolRanking, file: PlayersRead) -> StartsToCome:
    return starts_to_come(ranking.pool, file.starts, file.name)


def _roles(ranking: PoolRanking) -> list[tuple[str, str]]:
    return [(role, WORDS[role]) for role in ("", *roles_of_players(ranking.listing.rules))]


def _page(
    ranking: PoolRanking,
    sent: SentFile,
    file: PlayersRead,
    coming: StartsToCome | None,
    *,
    changed_since: bool = False,
) -> StartsPage:
    """Return the preview of a file."""
    follows = None
    if coming is not None:
        follows = StartsFollow(
            0 if coming.event is None else len(coming.event.players),
            coming.same,
            coming.replaced,
            coming.waiting,
            coming.new[:NEW],
            len(coming.new),
            _consequences(ranking, coming.follows),
        )
    packed = replace(sent, header=file.header, roles=file.roles).packed()
    return StartsPage(
        ranking.head, _roles(ranking), _shown(file), follows, changed=changed_since, html_state=packed
    )


def _consequences(ranking: PoolRanking, seen: Preview) -> Consequences:
    by_name = Register(ranking.pool.database).by_name()
    return Consequences(
        changed(seen.players[:CHANGES], by_name), len(seen.players), other_lists(seen), seen.seq
    )


def _shown(file: PlayersRead) -> PlayersFileShown:
    """Return how the page shows what was understood of a file."""
    columns = columns_shown(file.header, file.roles)
    by_line = {line: name for name, line in (*file.lines.items(), *file.bare.items())}
    rows = [
        StartRow(
            row.line,
            cells_shown(row.cells, columns),
            by_line.get(row.line, ""),
            file.starts.get(by_line.get(row.line, "")),
        )
        for row in file.seen
    ]
    counts = {
        "rows": file.rows,
        "starts": len(file.starts),
        "bare": len(file.bare),
        "rejected": len(file.rejects),
    }
    return PlayersFileShown(
        file.name,
        file.unit,
        columns,
        len(file.header) - len(columns),
        rows,
        [name for name in ATTRIBUTES if name in file.roles],
        {} if file.problem is not None else counts,
        file.rejects[:REJECTS],
        *Problem.of(file.problem, "" if file.problem is None else file.problem.remedy or ""),
    )
