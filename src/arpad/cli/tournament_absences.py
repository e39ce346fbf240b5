"""``arpad tournament away``, ``back``: who misses which rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.act_commands import act_command
from arpad.cli.tables import shown
from arpad.office.acts.entries import NoteAbsence, NoteReturn

if TYPE_CHECKING:
    from arpad.office.log.store import StoredAct


def _rounds(word: str) -> Callable[[StoredAct, bool], tuple[Iterable[str], Mapping[str, Any] | None]]:
    """Return what says who is away or back, and when."""

    def show(done: StoredAct, as_json: bool) -> tuple[Iterable[str], Mapping[str, Any] | None]:
        from arpad.core import numbered_as
        from arpad.office.events.entries import Away, Back

        (event,) = done.events
        assert isinstance(event, Away | Back)
        tournament = done.after.tournament()
        when = (
            f"in {numbered_as('round', event.rounds)}"
            if event.rounds
            else f"from round {tournament.played + 1} on"
        )
        name = tournament.by_number[done.after.number_of(event.entrant)].name
        return [f"{shown(name)} is {word} {when}"], None

    return show


away: click.Command = act_command(NoteAbsence, show=_rounds("away"))
back: click.Command = act_command(NoteReturn, show=_rounds("back"))
