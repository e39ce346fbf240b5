"""The event that takes others back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from arpad.core import worded
from arpad.office.events.concern import EVERYTHING, Concern
from arpad.office.events.event import Event
from arpad.office.events.state import State
from arpad.office.events.stored_event import whole


@dataclass(frozen=True)
class Undone(Event):
    """What was done after an event no longer stands; it stays in the log.

    Args:
        to: the sequence number of the last event that still stands.
    """

    KIND: ClassVar[str] = "undo"

    to: Annotated[int, whole(1, 10**9)]

    def apply(self, state: State) -> None:
        """Refuse to change a state: which events stand, the replay of the log decides.

        Raises:
            BadInput: always.
        """
        raise self.misplaced()

    def concern(self, state: State) -> Concern:
        # What it changes are the subjects of the undone events: the log has them, and the state does not.
        return Concern(worded("what was done after event {to} was undone", to=self.to), (), [EVERYTHING])

    def describe(self, state: State) -> str:
        return worded("undo back to event {to}", to=self.to)

    def allowed_at_end(self) -> bool:
        return True
