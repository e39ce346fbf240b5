"""Results of a file are added to a ranking list, after a look at how it was read and at what would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, worded_count
from arpad.core.interface import page as page_messages
from arpad.office.club.register import Register
from arpad.office.club.rights import Task, require
from arpad.office.policy import Finding
from arpad.office.pools.column_choices import keep_choice, kept_choice
from arpad.office.pools.from_file import Addition, NewName, addition, was_added
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.record.survey.understanding import Understanding, understood
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.lists.changes import Changed, changed
from arpad.web.lists.pool import PoolHead, PoolRanking, pool_ranking
from arpad.web.lists.understood_file import ROLE_WORDS, FileShown, file_shown
from arpad.web.outcome import Redirect
from arpad.web.uploads import DATES, LARGEST, SentFile, chosen, sent_file, typed_roles

CHANGES = 30
"""Players of a preview that are shown: those who change most."""

NEW = 100
"""New players of a preview that are shown."""


@dataclass(frozen=True)
class AdditionPreview:
    """What adding the results of a file would change.

    Args:
        count: how many results would be added.
        known: how many the list has already.
        not_taken: results that a list does not take: where they stand, and why.
        dated: whether the file says when the games were played.
        earlier: how many were played before the last game of the list.
        later: how many are dated after today.
        new: the players who are new to the list, the first of them; those with names nearly alike first.
        all_new: how many are new.
        players: whose rating would change, those who change most.
        all: how many would change.
    """

    count: int
    known: int
    not_taken: Sequence[tuple[int, str]]
    dated: bool
    earlier: int
    later: int
    new: Sequence[NewName]
    all_new: int
    players: Sequence[Changed]
    all: int


@dataclass(frozen=True)
class AddPage(Page):
    """The page on which results are added to a list from a file.

    Args:
        head: the list.
        file: what was understood of the file; None where none was sent.
        follows: what adding its results would change; None where the file cannot be read.
        dates: how dates were said to be written; empty where the column says it.
        again: whether results are added that the list has already.
        remembered: whether the file is read as the last one of its columns was.
        changed: whether it was read anew where it was to be added, as what was chosen has changed.
        html_state: the file, packed for the form that accepts it.
    """

    TEMPLATE: ClassVar[str] = "pool_add.html.j2"
    head: PoolHead
    file: FileShown | None = None
    follows: AdditionPreview | None = None
    dates: str = ""
    again: bool = False
    remembered: bool = False
    changed: bool = False
    html_state: str = ""
    roles: Sequence[tuple[str, str]] = tuple(ROLE_WORDS.items())
    orders: Sequence[str] = DATES
    largest: int = LARGEST // 2**20


def look(context: RequestContext) -> AddPage:
    """Show the form that takes a file."""
    require(context.actor, Task.POST_GAMES)
    return AddPage(pool_ranking(context).head)


def add(context: RequestContext) -> AddPage | Redirect:
    """Show what was understood of a file, or add its results where that was looked at.

    Raises:
        BadInput: there is no file, or it is no table.
    """
    require(context.actor, Task.POST_GAMES)
    ranking = pool_ranking(context)
    sent = sent_file(context)
    accepting = context.text("act") == "add"
    op = context.text("op")
    if accepting and was_added(ranking.pool, op):
        return Redirect(ranking.head.address)
    with page_messages():
        try:
            choice, other = chosen(context, sent)
        except BadInput as error:
            return _page(ranking, sent, _read(ranking.pool, sent), error, typed=typed_roles(context, sent))
        again = "again" in context.form if sent.header else sent.again
        wanted = replace(sent, choice=choice, again=again)
        reading = _read(ranking.pool, wanted)
        if not accepting:
            return _page(ranking, wanted, reading)
        return _add_results(context, ranking, wanted, reading, other=other or again != sent.again, op=op)


class _Reading(NamedTuple):
    """A file as it was read.

    Args:
        file: what was understood of it.
        sent: the file with how it was read.
        remembered: whether it was read as the last one of its columns was.
    """

    file: Understanding
    sent: SentFile
    remembered: bool = False


def _read(pool: Pool, sent: SentFile) -> _Reading:
    """Read a file as it was chosen; where nothing was chosen yet, as the last one of its columns was.

    Raises:
        BadInput: the file is no table.
    """
    choice = sent.choice
    understanding = understood(
        sent.content, sent.name, columns=choice.columns or None, dates=choice.dates or None
    )
    if sent.roles or sent.header or choice:  # it was shown before
        return _Reading(understanding, sent)
    kept = kept_choice(pool, understanding.header)
    if not kept:
        return _Reading(understanding, sent)
    same = understood(sent.content, sent.name, columns=kept.columns or None, dates=kept.dates or None)
    if same.games is None:
        return _Reading(understanding, sent)
    return _Reading(same, replace(sent, choice=kept), remembered=True)


def _page(
    ranking: PoolRanking,
    sent: SentFile,
    reading: _Reading,
    problem: BadInput | None = None,
    *,
    typed: Sequence[str] | None = None,
    changed_since: bool = False,
) -> AddPage:
    """Return the preview of a file.

    Args:
        ranking: the list.
        sent: the file.
        reading: how it was read.
        problem: why what was chosen cannot be.
        typed: what the columns were chosen for; None for what they were read as.
        changed_since: as of :class:`AddPage`.
    """
    file, follows, count = reading.file, None, 0
    if file.games is not None and problem is None:
        try:
            seen = addition(ranking.pool, file.games, again=sent.again)
            follows, count = _addition_preview(ranking.pool, seen, file.lines), len(seen.games)
        except BadInput as error:
            problem = error
    shown = replace(
        reading.sent,
        header=file.header,
        roles=file.roles,
        choices=file.choices,
        again=sent.again,
        count=count,
    )
    return AddPage(
        ranking.head,
        file_shown(file if typed is None else replace(file, roles=typed), problem),
        follows,
        shown.choice.dates,
        shown.again,
        reading.remembered,
        changed_since,
        shown.packed(),
    )


def _addition_preview(pool: Pool, seen: Addition, lines: Sequence[int]) -> AdditionPreview:
    by_name = Register(pool.database).by_name()
    return AdditionPreview(
        len(seen.games),
        seen.already_posted,
        [(lines[refused_game.at], refused_game.problem) for refused_game in seen.not_taken],
        seen.dated,
        seen.earlier,
        seen.later,
        sorted(seen.new, key=lambda name: not name.near)[:NEW],
        len(seen.new),
        changed(seen.changes[:CHANGES], by_name),
        len(seen.changes),
    )


def _add_results(
    context: RequestContext, ranking: PoolRanking, sent: SentFile, reading: _Reading, *, other: bool, op: str
) -> AddPage | Redirect:
    """Add the results of a file, if they are those that the preview has told of; else show them anew."""
    file = reading.file
    if other or file.games is None:
        return _page(ranking, sent, reading, changed_since=True)
    games = addition(ranking.pool, file.games, again=sent.again).games
    if len(games) != sent.count or not games:
        return _page(ranking, sent, reading, changed_since=True)
    checked = ranking.pool.checked(Posting(games, op, context.actor.name))
    context.site.postings.post(ranking.pool.name, checked).result()
    if sent.choice and file.header:
        keep_choice(ranking.pool, file.header, sent.choice)
    message = worded_count(
        "{count} result of {file} was added",
        "{count} results of {file} were added",
        len(games),
        file=sent.name,
    )
    return Redirect(ranking.head.address, (Finding("pool.added", message),))
