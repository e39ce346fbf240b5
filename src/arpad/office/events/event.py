"""The base of all events of a tournament: what each kind has to say of itself, and the registry of kinds.

A kind of event is one class, with everything that belongs to it: its fields, what it does to the tournament,
what it concerns, its line in the log, and the findings about it. A class that leaves one of these out, or has
the ``KIND`` of another, is an error at import.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from arpad.core import BadInput, worded
from arpad.office.events.concern import Concern
from arpad.office.events.state import State
from arpad.office.events.stored_event import StoredEvent
from arpad.office.policy import Finding

KINDS: dict[str, type[Event]] = {}
"""Word in a file → class. It is whole once :mod:`arpad.office.events.kinds` is imported."""

REQUIRED = ("KIND", "apply", "concern", "describe")
"""What every class has of its own; ``weigh`` may be left out: about many kinds there are no findings."""


@dataclass(frozen=True)
class Event(StoredEvent):
    """Something that happened to a tournament; its kinds are subclasses."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Register a kind of event.

        Raises:
            TypeError: the class leaves out a part of :data:`REQUIRED`, or has the ``KIND`` of another class.
        """
        super().__init_subclass__(**options)
        missing = [name for name in REQUIRED if name not in vars(cls)]
        if missing:
            raise TypeError(f"the event class {cls.__name__} has no {', no '.join(missing)}")
        if cls.KIND in KINDS:
            raise TypeError(f"{cls.__name__} and {KINDS[cls.KIND].__name__} have the same KIND {cls.KIND!r}")
        KINDS[cls.KIND] = cls

    def apply(self, state: State) -> None:
        """Change the tournament by the event.

        Args:
            state: the tournament before it; what a refused event leaves of it is not to be used.

        Raises:
            BadInput: the event contradicts those before it.
        """
        raise NotImplementedError

    def concern(self, state: State) -> Concern:
        """Return what the event changes and relies on.

        Args:
            state: the tournament before it.
        """
        raise NotImplementedError

    def describe(self, state: State) -> str:
        """Return the line of the log that says what the event does, by the names and numbers of then.

        Args:
            state: the tournament before it; of the beginning the tournament that it begins.
        """
        raise NotImplementedError

    def weigh(self, state: State) -> Iterable[Finding]:
        """Return the findings about the event: none about the ordinary course of a tournament.

        A finding without a text says that the event is a decision of the arbiter, and no more.

        Args:
            state: the tournament before it.
        """
        return ()

    def rounds_of(self, state: State) -> tuple[int, ...]:
        """Return the rounds that the event belongs to: the round that it names, else the last that is paired.

        Args:
            state: the tournament before it; where no round is paired, the round is 0.
        """
        return (getattr(self, "round", 0) or len(state.rounds),)

    def allowed_at_end(self) -> bool:
        """Whether the event is possible once the tournament is finished."""
        return False

    def misplaced(self) -> BadInput:
        """Return the refusal of an event that is no change of a tournament in play."""
        return BadInput(
            worded("the event {kind!r} is not possible at this point", kind=self.KIND),
            code="event.misplaced",
        )
