"""What was done to a tournament, by whom and when; and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.log.history import HistoryEntry, history, undone_by
from arpad.office.policy import Severity
from arpad.record.tables.letters import folded
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, act, check_arbiter, tournament_view

MOST = 100
"""Acts on one page."""

KINDS = {"warning": (Severity.WARNING,), "decision": (Severity.WARNING, Severity.NOTE)}
"""Which acts are looked for, by how much they matter."""


@dataclass(frozen=True)
class HistoryPage(Page):
    """Every act of a tournament.

    Args:
        head: the tournament.
        acts: the last first; those that are looked for, :data:`MOST` at once.
        earlier: the number of the first act that is shown, if there are more before it; else 0.
        q: words of an act that are looked for; empty for all.
        who: whose acts are looked for; empty for everybody's.
        authors: who has done anything.
        round: whose acts are looked for; empty for all.
        rounds: how many are paired.
        severity: ``warning`` for what departs from the rules or loses something, ``decision`` for what the
            arbiter decided, that among it; empty for all.
        undoes: what undoing the last act would take away, in words; none if nothing can be undone.
    """

    TEMPLATE: ClassVar[str] = "tournament_history.html.j2"
    head: TournamentHead
    acts: Sequence[HistoryEntry]
    earlier: int
    q: str
    who: str
    authors: Sequence[str]
    round: str
    rounds: int
    severity: str
    undoes: Sequence[str]


def log(context: RequestContext) -> HistoryPage:
    """Show every act, or those that the address looks for."""
    view = tournament_view(context)
    check_arbiter(context, view)
    ends = view.log.ends_of_acts()
    q, author, at, severity = (context.query(name) for name in ("q", "who", "round", "severity"))
    words = folded(q).split()
    entries = history(view.log, weigh=True)
    last = context.whole_of_query("before", 0) or view.log.seq + 1
    acts = [
        entry
        for entry in reversed(entries)
        if entry.seq < last
        and author in ("", entry.stamp.author)
        and (not at or at in map(str, entry.rounds))
        and (severity not in KINDS or entry.severity in KINDS[severity])
        and all(word in _searchable_text(context, entry) for word in words)
    ]
    return HistoryPage(
        view.head,
        acts[:MOST],
        acts[MOST - 1].seq if len(acts) > MOST else 0,
        q,
        author,
        sorted({entry.stamp.author for entry in entries}),
        at,
        max((number for entry in entries for number in entry.rounds), default=0),
        severity,
        undone_by(view.log, ends[-2]) if len(ends) > 1 else (),
    )


def _searchable_text(context: RequestContext, entry: HistoryEntry) -> str:
    """Return the words by which an act is found: those of the page's language, and the English ones."""
    texts = [*entry.words, *(finding.text for finding in entry.findings)]
    translations = [context.language.spoken(word) for word in texts]
    return folded(" ".join((*texts, *translations, *entry.articles, entry.stamp.author)))


def undo(context: RequestContext) -> Redirect:
    """Take back the last act, or everything after an act."""
    view = tournament_view(context)
    to = context.whole("to", 0) or None

    def change(log: EventLog) -> EventLog:
        return desk.undo(log, to=to)

    done = act(context, view, change)
    return Redirect(f"{view.head.address}/log", done.after.findings)
