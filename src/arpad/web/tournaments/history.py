"""What was done to a tournament, by whom and when; and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.log.history import Told, history, undone_by
from arpad.web.answers import Page
from arpad.web.asked import Asked
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import Head, act, check_arbiter, opened


@dataclass(frozen=True)
class HistoryPage(Page):
    """Every act of a tournament.

    Args:
        head: the tournament.
        acts: the last first.
        undoes: what undoing the last act would take away, in words; none if nothing can be undone.
    """

    TEMPLATE: ClassVar[str] = "tournament_history.html.j2"
    head: Head
    acts: Sequence[Told]
    undoes: Sequence[str]


def log(asked: Asked) -> HistoryPage:
    """Show every act."""
    found = opened(asked)
    check_arbiter(asked, found)
    ends = found.log.ends_of_acts()
    return HistoryPage(
        found.head,
        list(reversed(history(found.log))),
        undone_by(found.log, ends[-2]) if len(ends) > 1 else (),
    )


def undo(asked: Asked) -> Redirect:
    """Take back the last act, or everything after an act."""
    found = opened(asked)
    to = asked.whole("to", 0) or None

    def change(log: EventLog) -> EventLog:
        return desk.undo(log, to=to)

    done = act(asked, found, change)
    return Redirect(f"{found.head.address}/log", done.after.findings)
