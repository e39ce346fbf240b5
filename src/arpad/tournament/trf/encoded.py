"""The encoded type of a tournament (192) and the system, edition and settings that it stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from arpad.tournament.model import Tournament

_EDITIONS = {"2017": date(2026, 1, 31), "2026": date(2026, 2, 1), "2025": date(2026, 2, 1)}
"""The code's year, and a day on which that text was in force: of the text of 2017, the last. That of 2026
was approved in 2025, and programs have called it so."""

_SYSTEMS = {
    "FIDE_DUTCH": "fide-dutch",
    "FIDE_DUBOV": "fide-dubov",
    "FIDE_BURSTEIN": "fide-burstein",
    "FIDE_DOUBLESWISS": "double-swiss",
    "FIDE_TEAM": "fide-team",
    "FIDE_ROUNDROBIN": "round-robin",
    "BERGER_ROUNDROBIN": "round-robin",
    "FIDE_DOUBLEROUNDROBIN": "round-robin",
    "CUSTOM_KNOCKOUT": "knockout",
    "CUSTOM_SCHEVENINGEN": "scheveningen",
}
"""The code without its suffixes, and the name of the system."""

_TYPED = ("acceleration", "colours", "cycles", "primary", "secondary")
"""Settings that a code may tell."""


def type_of(code: str, words: str, accelerated: bool) -> tuple[str, date | None, Mapping[str, Any]]:
    """Return the system, its edition (None for the one in force) and its settings.

    A type that is not known keeps its name, in small letters: ``custom-swiss``. Without a type, the words of
    092 decide between round robin and the Dutch system.

    Args:
        code: what 192 has.
        words: what 092 has.
        accelerated: whether the file lists accelerations, which then hold instead of the type's (TRF26, 250).
    """
    settings: dict[str, Any] = {}
    if not code and re.fullmatch("(FIDE|BERGER|CUSTOM)_[A-Z0-9_]+", words):
        # Generators have been seen to put the code here.
        code = words
    if not code:
        words = words.lower().replace("-", " ")
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
    if parts and parts[-1] in _EDITIONS:
        edition = _EDITIONS[parts.pop()]
    base = "_".join(parts[:2])
    if base == "FIDE_TEAM" and len(parts) > 2 and not {"TYPEA", "TYPEB"} & set(parts):
        # FIDE_TEAM alone is Type A with its defaults; codes that name scores and no type have no preferences.
        settings["colours"] = "none"
    if base == "FIDE_DOUBLEROUNDROBIN":
        settings["cycles"] = 2
    for part in parts[2:]:
        if base == "BERGER_ROUNDROBIN" and re.fullmatch("G[1-9]", part):
            settings["cycles"] = int(part[1])
        elif base == "FIDE_TEAM" and part in ("TYPEA", "TYPEB"):
            settings["colours"] = part[-1].lower()
        elif base == "FIDE_TEAM" and part in ("MP", "GP"):
            settings["secondary" if "primary" in settings else "primary"] = part.lower()
        else:
            # A variant that nobody knows is another system.
            return code.lower().replace("_", "-"), None, {}
    return _SYSTEMS.get(base, code.lower().replace("_", "-")), edition, settings


def team_type(settings: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return preferences of colours, primary and secondary score of teams, what is not said by its default.

    Nothing stands for no secondary score: where only the primary one is said.
    """
    primary = settings.get("primary") or "mp"
    other = "" if settings.get("primary") else "gp"
    secondary = settings.get("secondary") or other
    return settings.get("colours", "a"), primary, "" if secondary in ("none", primary) else secondary


def _typed(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: settings[name] for name in _TYPED if name in settings}


def named_edition(tournament: Tournament) -> str:
    """Return the year of the edition in a type's code: of the Dutch system, the only one that has several."""
    if tournament.system != "fide-dutch" or tournament.edition is None:
        return ""
    return "2017" if tournament.edition < _EDITIONS["2026"] else "2026"


def code_of(tournament: Tournament) -> str:
    """Return the encoded type: the file's own where it still holds, else one that does; or nothing."""
    own = tournament.details.get("encoded_type", "").upper()
    if own and _stands_for(tournament, own):
        return own
    settings = tournament.settings
    base = next((code for code, system in _SYSTEMS.items() if system == tournament.system), "")
    if not base:
        return ""
    if base == "FIDE_ROUNDROBIN" and settings.get("cycles", 1) == 2:
        base = "FIDE_DOUBLEROUNDROBIN"
    if base == "FIDE_TEAM":
        colours, primary, secondary = team_type(settings)
        parts = (f"TYPE{colours}" if colours != "none" else "", primary, secondary)
        base = "_".join((base, *(part.upper() for part in parts if part)))
    if year := named_edition(tournament):
        base += f"_{year}"
    if settings.get("acceleration") == "baku":
        base += "_BAKU"
    return base


def is_usual(tournament: Tournament) -> bool:
    """Whether a report without a type (192) is read as one of the tournament's system and settings."""
    return _stands_for(tournament, "")


def _stands_for(tournament: Tournament, code: str) -> bool:
    words = "" if code else tournament.details.get("type", "")
    system, edition, settings = type_of(code, words, bool(tournament.accelerations))
    same = (tournament.system, tournament.edition) == (system, edition)
    return same and _typed(tournament.settings) == _typed(settings)
