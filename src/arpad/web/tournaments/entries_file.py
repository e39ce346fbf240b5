"""Participants of a file are entered, after a look at how it was read and at who would be entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, worded_count
from arpad.core.interface import page as page_messages
from arpad.office.club.entry_choices import keep_entry_choice, kept_entry_choice
from arpad.office.desk.entry_list import (
    MOST_ROWS,
    ROLES,
    EntryList,
    preview_entries,
    read_entry_list,
)
from arpad.office.events.entries import Added
from arpad.office.events.teams import MemberAdded
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding
from arpad.office.store.column_choices import ColumnChoice
from arpad.record.survey.understanding import whole_choice
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.entry_preview import ROLE_WORDS, EntryListPreview, entry_list_preview
from arpad.web.tournaments.event import TournamentHead, TournamentView, act_as, check_arbiter, tournament_view
from arpad.web.uploads import LARGEST, SentFile, chosen, sent_file, typed_roles


@dataclass(frozen=True)
class EntriesFilePage(Page):
    """The page on which participants are entered from a file.

    Args:
        head: the tournament.
        file: what was understood of the file, and what would become of it; None where none was sent.
        headed: whether the first row has the names of the columns.
        of_teams: whether the rows are players of teams.
        remembered: whether the file is read as the last one of its columns was.
        changed: whether it was read anew where it was to be entered, as something has changed.
        html_state: the file, packed for the form that accepts it.
    """

    TEMPLATE: ClassVar[str] = "tournament_entries_file.html.j2"
    head: TournamentHead
    file: EntryListPreview | None = None
    headed: bool = True
    of_teams: bool = False
    remembered: bool = False
    changed: bool = False
    html_state: str = ""
    roles: Sequence[tuple[str, str]] = tuple(ROLE_WORDS.items())
    largest: int = LARGEST // 2**20
    most: int = MOST_ROWS


def look(context: RequestContext) -> EntriesFilePage:
    """Show the form that takes a file."""
    view = tournament_view(context)
    check_arbiter(context, view)
    return EntriesFilePage(view.head)


def enter(context: RequestContext) -> EntriesFilePage | Redirect:
    """Show what was understood of a file, or enter its participants where that was looked at.

    Raises:
        BadInput: there is no file, or it is no table.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    sent = sent_file(context)
    with page_messages():
        try:
            choice, other = chosen(context, sent, ROLES, _choice_of)
        except BadInput as error:
            return _page(view, _read(context, sent), error, typed=typed_roles(context, sent, ROLES))
        headed = "headed" in context.form if sent.header else sent.headed
        if headed != sent.headed:  # the columns have other names then
            reading = _read_anew(sent, headed=headed)
            other = True
        else:
            reading = _read(context, replace(sent, choice=choice))
        if context.text("act") != "enter":
            return _page(view, reading)
        if other or reading.file.problem is not None:
            return _page(view, reading, changed=True)
        return _entered(context, view, reading)


class _Reading(NamedTuple):
    """A file as it was read.

    Args:
        file: what was understood of it.
        sent: the file with how it was read.
        remembered: whether it was read as the last one of its columns was.
    """

    file: EntryList
    sent: SentFile
    remembered: bool = False


class _OtherThanShown(Exception):
    """Others would be entered than the preview has shown."""


def _choice_of(header: Sequence[str], roles: Sequence[str]) -> Mapping[str, str]:
    """Return which column is what; see :func:`~arpad.record.survey.understanding.whole_choice`."""
    return {role: column for role, column in whole_choice(header, roles).items() if column}


def _read(context: RequestContext, sent: SentFile) -> _Reading:
    """Read a file as it was chosen; where nothing was chosen yet, as the last one of its columns was.

    Raises:
        BadInput: the file is no table.
    """
    if sent.header:  # it was shown before
        columns = sent.choice.columns or None
        file = read_entry_list(sent.content, sent.name, columns=columns, headed=sent.headed)
        return _Reading(file, sent)
    file = read_entry_list(sent.content, sent.name)
    for headed in (True,) if file.headed else (False, True):
        same = read_entry_list(sent.content, sent.name, headed=headed)
        kept = kept_entry_choice(context.site.database, context.actor, same.header)
        if not kept:
            continue
        same = read_entry_list(sent.content, sent.name, columns=kept.columns, headed=headed)
        if same.problem is None:
            return _Reading(same, replace(sent, choice=kept), remembered=True)
    return _Reading(file, sent)


def _read_anew(sent: SentFile, *, headed: bool) -> _Reading:
    """Read a file whose first row was said to be something else; that is a choice which is kept.

    Raises:
        BadInput: the file is no table.
    """
    file = read_entry_list(sent.content, sent.name, headed=headed)
    return _Reading(file, replace(sent, choice=ColumnChoice(_choice_of(file.header, file.roles))))


def _page(
    view: TournamentView,
    reading: _Reading,
    problem: BadInput | None = None,
    *,
    typed: Sequence[str] | None = None,
    changed: bool = False,
) -> EntriesFilePage:
    """Return the preview of a file.

    Args:
        view: the tournament.
        reading: how the file was read.
        problem: why what was chosen cannot be.
        typed: what the columns were chosen for; None for what they were read as.
        changed: as of :class:`EntriesFilePage`.
    """
    file, added = reading.file, None
    if problem is None and file.problem is None:
        try:
            added = preview_entries(view.log, file)
        except BadInput as error:
            problem = error
    shown = replace(
        reading.sent,
        header=file.header,
        roles=file.roles,
        headed=file.headed,
        count=0 if added is None else len(added.new),
    )
    return EntriesFilePage(
        view.head,
        entry_list_preview(file, view.tournament, added, problem, typed),
        file.headed,
        file.of_teams,
        reading.remembered,
        changed,
        shown.packed(),
    )


def _entered(context: RequestContext, view: TournamentView, reading: _Reading) -> EntriesFilePage | Redirect:
    """Enter the participants of a file, if they are those that the preview has shown; else show them anew."""
    file, sent = reading.file, reading.sent

    def change(log: EventLog) -> EventLog:
        added = preview_entries(log, file)
        if not added.new or len(added.new) != sent.count:
            raise _OtherThanShown
        return added.log

    try:
        # What others have entered meanwhile is asked for in the turn of the act itself.
        done = act_as(context.actor.name, context, view, change)
    except _OtherThanShown:
        return _page(tournament_view(context), reading, changed=True)
    if sent.choice:
        keep_entry_choice(context.site.database, context.actor, file.header, sent.choice)
    kinds = (MemberAdded,) if any(isinstance(event, MemberAdded) for event in done.events) else (Added,)
    message = worded_count(
        "{count} participant of {file} was entered",
        "{count} participants of {file} were entered",
        sum(isinstance(event, kinds) for event in done.events),
        file=sent.name,
    )
    findings = (Finding("entries.entered", message), *done.after.findings)
    return Redirect(f"{view.head.address}/participants", findings)
