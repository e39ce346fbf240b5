"""By which rules a report is paired and checked: what the caller says goes before what the report says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from arpad.core import BadInput
from arpad.core.interface import argument
from arpad.tournament.model import Tournament

YEARS = {"2017": date(2017, 7, 1), "2026": date(2026, 2, 1)}
"""Editions of FIDE's Dutch system that are also called by their year."""


def edition_day(edition: date | str | None) -> date | None:
    """Return the day whose rules hold, from a day, its ISO form, or a year of :data:`YEARS`.

    Raises:
        BadInput: it is none of these (``edition.not-a-date``).
    """
    if edition is None or isinstance(edition, date):
        return edition
    if edition in YEARS:
        return YEARS[edition]
    try:
        return date.fromisoformat(edition.strip())
    except ValueError:
        raise BadInput(
            f"{edition!r} is not a valid date", remedy="Write 2026-02-01, or 2017.", code="edition.not-a-date"
        ) from None


@dataclass(frozen=True)
class ChosenRules:
    """What the caller says of the rules of a tournament.

    Args:
        system: the name of the pairing system; None for the report's own.
        edition: the day whose edition of it holds; None for the report's own, or the one in force.
        seed: what lots are drawn from; None for the report's own, 0.
        settings: of the system, by name.
    """

    system: str | None = None
    edition: date | None = None
    seed: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a system that is not known."""
        from arpad.rulebooks.pairing_catalogue import SYSTEMS, unknown_pairing_system

        if self.system is not None and self.system not in SYSTEMS:
            raise unknown_pairing_system(self.system)

    @property
    def of_lots(self) -> bool:
        """Whether a seed or settings are given."""
        return self.seed is not None or bool(self.settings)

    def applied(self, tournament: Tournament) -> Tournament:
        """Return a tournament under these rules.

        Raises:
            BadInput: a setting is none of the system's, or cannot have that value.
        """
        chosen = replace(
            tournament,
            system=self.system or tournament.system,
            edition=self.edition or tournament.edition,
            seed=tournament.seed if self.seed is None else self.seed,
        )
        if not self.settings:
            return chosen
        from arpad.rulebooks.pairing_settings import checked

        settings = checked(chosen.system, self.settings, chosen.edition)
        if "acceleration" in settings:
            raise BadInput(
                "a report states its own acceleration (250)",
                remedy=f"Leave acceleration out of {argument('settings', 'set')}.",
                code="setting.acceleration-of-report",
            )
        return replace(chosen, settings={**chosen.settings, **settings})
