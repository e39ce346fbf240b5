"""The encoded type of a tournament (192) and the system, edition and settings that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from arpad.tournament.trf.records import Records

_EDITIONS = {"2017": date(2017, 7, 1), "2026": date(2026, 2, 1)}
_SYSTEMS = {
    "FIDE_DUTCH": "fide-dutch",
    "FIDE_DUBOV": "fide-dubov",
    "FIDE_BURSTEIN": "fide-burstein",
    "FIDE_DOUBLESWISS": "fide-double-swiss",
    "FIDE_TEAM": "fide-team",
    "FIDE_ROUNDROBIN": "round-robin",
    "BERGER_ROUNDROBIN": "round-robin",
    "FIDE_DOUBLEROUNDROBIN": "round-robin",
    "CUSTOM_KNOCKOUT": "knockout",
}
"""The code without its suffixes, and the name of the system."""


def type_of(records: Records, accelerated: bool) -> tuple[str, date | None, Mapping[str, Any]]:
    """Return the system, its edition (None for the one in force) and its settings.

    A type that is not known keeps its name, in small letters: ``custom-swiss``. Without a type, the words of
    092 decide between round robin and the Dutch system.

    Args:
        records: what the file says.
        accelerated: whether the file lists accelerations, which then hold instead of the type's (TRF26, 250).
    """
    settings: dict[str, Any] = {}
    code = records.encoded_type
    if not code:
        words = records.details.get("type", "").lower().replace("-", " ")
        if "round robin" not in words:
            return "fide-dutch", None, settings
        if "double" in words:
            settings["cycles"] = 2
        return "round-robin", None, settings
    edition = None
    parts = code.split("_")
    if parts[-1] == "BAKU":
        parts.pop()
        if not accelerated:
            settings["acceleration"] = "baku"
    if parts[-1] in _EDITIONS:
        edition = _EDITIONS[parts.pop()]
    base = "_".join(parts[:2])
    if base == "FIDE_DOUBLEROUNDROBIN":
        settings["cycles"] = 2
    for part in parts[2:]:
        if base == "BERGER_ROUNDROBIN" and part[:1] == "G" and part[1:].isdigit() and len(part) < 4:
            settings["cycles"] = int(part[1:])
        elif base == "FIDE_TEAM" and part.startswith("TYPE"):
            settings["colours"] = part.removeprefix("TYPE").lower()
        elif base == "FIDE_TEAM" and part in ("MP", "GP"):
            settings.setdefault("secondary" if "primary" in settings else "primary", part.lower())
    return _SYSTEMS.get(base, code.lower().replace("_", "-")), edition, settings
