"""The event with which a tournament begins: its system, rules and point system, all of them written down."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from arpad.core import worded, worded_count
from arpad.office.events.concern import EVERYTHING, Concern
from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ROUNDS, MOST_SEED, Fields, Row, fraction_of, refuse, text_of
from arpad.office.events.plan import Plan
from arpad.office.events.state import State
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.rulebooks.pairing_settings import checked
from arpad.tournament.points import Points


@dataclass(frozen=True)
class New(Plan, Event):
    """The tournament begins; its fields are those of the plan."""

    KIND: ClassVar[str] = "new"

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        row: Row = {
            "name": self.name,
            "system": self.system,
            "rounds": self.rounds,
            "seed": self.seed,
            "points": points_row(self.points),
            "edition": self.edition.isoformat(),
            "tiebreak_edition": self.tiebreak_edition.isoformat(),
        }
        if self.settings:
            row["settings"] = dict(self.settings)
        if self.tiebreaks:
            row["tiebreaks"] = list(self.tiebreaks)
        if self.details:
            row["details"] = dict(self.details)
        return row

    @classmethod
    def of(cls, row: Fields) -> New:
        """Make the event from the fields of a line.

        Raises:
            BadInput: a field is missing, of another type, or out of its range.
        """
        name = row.text("name")
        system = row.take("system")
        if not isinstance(system, str) or system not in SYSTEMS:
            refuse("system", system, f"one of {', '.join(SYSTEMS)}")
        rounds, seed = row.whole("rounds", 0, MOST_ROUNDS), row.whole("seed", -MOST_SEED, MOST_SEED)
        points = read_points(row.take("points"))
        edition, tiebreak_edition = row.day("edition"), row.day("tiebreak_edition")
        settings = row.take("settings") if "settings" in row else {}
        if not isinstance(settings, dict):
            refuse("settings", settings, "names and values")
        settings = checked(system, settings, edition)
        codes = row.take("tiebreaks") if "tiebreaks" in row else []
        if not isinstance(codes, list):
            refuse("tiebreaks", codes, "a list of codes")
        details = row.take("details") if "details" in row else {}
        if not isinstance(details, dict):
            refuse("details", details, "names and text")
        return cls(
            name,
            system,
            rounds,
            seed,
            points,
            edition,
            tiebreak_edition,
            settings,
            tuple(text_of("tiebreaks", code) for code in codes),
            {text_of("details", key): text_of(key[:40], value) for key, value in details.items()},
        )

    def apply(self, state: State) -> None:
        """Refuse to begin a tournament that has begun: the first state is ``State(event)``.

        Raises:
            BadInput: always.
        """
        raise self.misplaced()

    def concern(self, state: State) -> Concern:
        # Nobody can have looked at a tournament before it began, so no act is ever compared with this.
        return Concern(self.describe(state), [EVERYTHING])

    def describe(self, state: State) -> str:
        if not self.rounds:
            return worded("new {name}: {system}", name=self.name, system=self.system)
        planned = worded_count("{count} round", "{count} rounds", self.rounds)
        return worded("new {name}: {system}, {planned}", name=self.name, system=self.system, planned=planned)

    def allowed_at_end(self) -> bool:
        # It is refused at the end of a tournament for what it is, as everywhere after the first event.
        return True


def points_row(points: Points) -> Row:
    """Return a point system as JSON has it: what differs from none, as fractions."""
    values = {field.name: getattr(points, field.name) for field in fields(points)}
    return {name: str(value) for name, value in values.items() if value is not None}


def read_points(row: object) -> Points:
    """Return the point system of :func:`points_row`.

    Raises:
        BadInput: it is something else, or a value is out of range.
    """
    names = [field.name for field in fields(Points)]
    if not isinstance(row, dict) or not set(row) <= set(names):
        refuse("points", row, f"the worth of {', '.join(names)}")
    return Points(**{name: fraction_of(name, value) for name, value in row.items()})
