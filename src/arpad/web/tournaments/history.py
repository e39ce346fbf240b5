"""What was done to a tournament, by whom and when; and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.log.history import Told, history, undone_by
from arpad.record.letters import folded
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import Head, act, check_arbiter, opened


@dataclass(frozen=True)
class HistoryPage(Page):
    """Every act of a tournament.

    Args:
        head: the tournament.
        acts: the last first; those that are looked for.
        q: words of an act that are looked for; empty for all.
        who: whose acts are looked for; empty for everybody's.
        authors: who has done anything.
        undoes: what undoing the last act would take away, in words; none if nothing can be undone.
    """

    TEMPLATE: ClassVar[str] = "tournament_history.html.j2"
    head: Head
    acts: Sequence[Told]
    q: str
    who: str
    authors: Sequence[str]
    undoes: Sequence[str]


def log(asked: Asked) -> HistoryPage:
    """Show every act, or those that the address looks for."""
    found = opened(asked)
    check_arbiter(asked, found)
    ends = found.log.ends_of_acts()
    q, who = asked.query("q"), asked.query("who")
    words = folded(q).split()
    every = history(found.log)
    acts = [
        one
        for one in reversed(every)
        if who in ("", one.stamp.author) and all(word in _found_by(asked, one) for word in words)
    ]
    return HistoryPage(
        found.head,
        acts,
        q,
        who,
        sorted({one.stamp.author for one in every}),
        undone_by(found.log, ends[-2]) if len(ends) > 1 else (),
    )


def _found_by(asked: Asked, one: Told) -> str:
    """Return the words by which an act is found: those of the page's language, and the English ones."""
    said = [asked.language.spoken(word) for word in one.words]
    return folded(" ".join((*one.words, *said, one.stamp.author)))


def undo(asked: Asked) -> Redirect:
    """Take back the last act, or everything after an act."""
    found = opened(asked)
    to = asked.whole("to", 0) or None

    def change(log: EventLog) -> EventLog:
        return desk.undo(log, to=to)

    done = act(asked, found, change)
    return Redirect(f"{found.head.address}/log", done.after.findings)
