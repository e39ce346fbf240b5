"""The event with which a tournament begins: its system, rules and point system, all of them written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any, ClassVar

from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ROUNDS, MOST_SEED, Fields, Row, fraction_of, refuse, text_of
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.rulebooks.pairing_settings import checked
from arpad.tournament.points import Points


@dataclass(frozen=True)
class New(Event):
    """The tournament begins.

    Args:
        name: its title.
        system: the pairing system.
        rounds: how many are planned; 0 if nobody has said.
        seed: what all lots are drawn from.
        points: what results are worth.
        edition: the day whose edition of the pairing rules holds.
        tiebreak_edition: the day whose edition of the tie-break rules holds.
        settings: every setting of the system that is in force.
        tiebreaks: their codes in order; none for those that the system commonly uses.
        details: place, dates, arbiters: what only is printed, by its name.
    """

    KIND: ClassVar[str] = "new"

    name: str
    system: str
    rounds: int
    seed: int
    points: Points
    edition: date
    tiebreak_edition: date
    settings: Mapping[str, Any] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)

    def row(self) -> Row:
        """Return the fields as JSON has them."""
        found: Row = {
            "name": self.name,
            "system": self.system,
            "rounds": self.rounds,
            "seed": self.seed,
            "points": points_row(self.points),
            "edition": self.edition.isoformat(),
            "tiebreak_edition": self.tiebreak_edition.isoformat(),
        }
        if self.settings:
            found["settings"] = dict(self.settings)
        if self.tiebreaks:
            found["tiebreaks"] = list(self.tiebreaks)
        if self.details:
            found["details"] = dict(self.details)
        return found

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
        edition, ties = row.day("edition"), row.day("tiebreak_edition")
        settings = row.take("settings") if "settings" in row else {}
        if not isinstance(settings, dict):
            refuse("settings", settings, "names and values")
        found = checked(system, settings, edition)
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
            ties,
            found,
            tuple(text_of("tiebreaks", one) for one in codes),
            {text_of("details", key): text_of(key[:40], value) for key, value in details.items()},
        )


def points_row(points: Points) -> Row:
    """Return a point system as JSON has it: what differs from none, as fractions."""
    values = {one.name: getattr(points, one.name) for one in fields(points)}
    return {name: str(value) for name, value in values.items() if value is not None}


def read_points(row: object) -> Points:
    """Return the point system of :func:`points_row`.

    Raises:
        BadInput: it is something else, or a value is out of range.
    """
    known = [one.name for one in fields(Points)]
    if not isinstance(row, dict) or not set(row) <= set(known):
        refuse("points", row, f"the worth of {', '.join(known)}")
    return Points(**{name: fraction_of(name, value) for name, value in row.items()})
