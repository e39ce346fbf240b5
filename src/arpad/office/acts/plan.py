"""What is settled of a tournament: title, place, days, the number of rounds, tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arpad.core import BadInput, worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.fields import CodesField, LineField, ListField, WholeNumberField, field
from arpad.office.events.fields import MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog

DETAILS = {
    "name": "name",
    "place": "city",
    "federation": "federation",
    "start": "start",
    "end": "end",
    "arbiter": "chief_arbiter",
    "deputy": "deputy_arbiters",
    "time_control": "time_control",
    "round_dates": "round_dates",
}
"""Field of :class:`ChangeDetails` → the detail of a tournament."""


@dataclass(frozen=True)
class ChangeDetails(Act):
    """Correct title, place, dates, arbiters.

    It is printed and exported; an empty text takes it out.
    """

    NAME: ClassVar[str] = "details"
    TITLE: ClassVar[Worded] = worded("Correct title, place, dates, arbiters.")
    GROUP: ClassVar[ActGroup] = ActGroup.PLAN

    name: str | None = field(LineField(), worded("The tournament's title."), default=None)
    place: str | None = field(
        LineField(), worded("The town in which it is played."), default=None, metavar="TEXT"
    )
    federation: str | None = field(
        LineField(), worded("The federation in which it is played: HUN."), default=None, metavar="F"
    )
    start: str | None = field(LineField(), worded("The first day: 2026-02-01."), default=None, metavar="DATE")
    end: str | None = field(LineField(), worded("The last day."), default=None, metavar="DATE")
    arbiter: str | None = field(LineField(), worded("The chief arbiter."), default=None, metavar="NAME")
    deputy: tuple[str, ...] | None = field(
        ListField(LineField()), worded("The deputy arbiters."), default=None, metavar="NAME"
    )
    time_control: str | None = field(
        LineField(), worded("The time control, such as 90'/40+30'+30\"."), default=None, metavar="TEXT"
    )
    round_dates: str | None = field(
        LineField(), worded("The day of every round, with commas between."), default=None, metavar="DATES"
    )

    def details(self) -> dict[str, str]:
        """Return the details that are given, by the names that a tournament has for them."""
        given = {detail: getattr(self, name) for name, detail in DETAILS.items()}
        return {
            detail: "\n".join(value) if isinstance(value, tuple) else value
            for detail, value in given.items()
            if value is not None
        }

    def change(self, log: EventLog) -> EventLog:
        """Return the log with other details; an empty text takes a detail out."""
        from arpad.office import desk

        details = self.details()
        if not details:
            raise BadInput("no change is given", code="detail.none", remedy="Give one or more details.")
        return desk.set_details(log, details)


@dataclass(frozen=True)
class PlanRounds(Act):
    """Change the number of rounds."""

    NAME: ClassVar[str] = "rounds"
    TITLE: ClassVar[Worded] = worded("Change the number of rounds.")
    GROUP: ClassVar[ActGroup] = ActGroup.PLAN

    rounds: int = field(
        WholeNumberField(1, MOST_ROUNDS),
        worded("The number of rounds; not fewer than are paired."),
        positional=True,
        metavar="N",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with another number of rounds."""
        from arpad.office import desk

        return desk.plan_rounds(log, self.rounds)


@dataclass(frozen=True)
class ChooseTiebreaks(Act):
    """Change the tie-breaks.

    They break ties in their order: BH/C1,BH,SB,DE. An empty text stands for those of the system.
    """

    NAME: ClassVar[str] = "tiebreaks"
    TITLE: ClassVar[Worded] = worded("Change the tie-breaks.")
    GROUP: ClassVar[ActGroup] = ActGroup.PLAN

    codes: tuple[str, ...] = field(
        CodesField(LineField(200), 40),
        worded("The tie-breaks in their order: BH/C1,BH,SB,DE; nothing for those of the system."),
        positional=True,
        metavar="CODES",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with other tie-breaks."""
        from arpad.office import desk
        from arpad.rulebooks.standings import TIEBREAKS

        return desk.set_tiebreaks(log, [TIEBREAKS.as_code(word) for word in self.codes])
