"""Every pairing system that arpad knows, by the name that the command line uses.

The table names classes as text, so that asking for one imports nothing of the others.
"""

from __future__ import annotations

from datetime import date
from importlib import import_module
from inspect import signature
from typing import Any

from arpad.core import BadInput
from arpad.tournament.system import PairingSystem

PAIRINGS: dict[str, str] = {
    "othello": "arpad.rulebooks.othello.pairing:Othello",
    "othello-woc": "arpad.rulebooks.othello.championship:OthelloChampionship",
    "mcmahon": "arpad.rulebooks.go.pairing:McMahon",
    "go-swiss": "arpad.rulebooks.go.pairing:GoSwiss",
    "monrad": "arpad.rulebooks.clubs.monrad:Monrad",
    "keizer": "arpad.rulebooks.clubs.keizer:Keizer",
    "elo-gap": "arpad.rulebooks.shogi.pairing:EloGap",
    "information": "arpad.rulebooks.information.pairing:Information",
}


def pairing_class(name: str) -> type[Any]:
    """Return the class of a pairing system.

    Raises:
        BadInput: no system has that name.
    """
    if name not in PAIRINGS:
        raise BadInput(f"no pairing system is called {name!r}", remedy=f"Known: {', '.join(PAIRINGS)}.")
    module, _, attribute = PAIRINGS[name].partition(":")
    found: type[Any] = getattr(import_module(module), attribute)
    return found


def pairing_system(name: str, edition: date | None = None) -> PairingSystem:
    """Make a pairing system by name.

    Args:
        name: as the command line has it.
        edition: the day whose edition of the rules holds; None for the one in force today.

    Raises:
        BadInput: no system has that name, or it has no such edition.
    """
    kind = pairing_class(name)
    takes = signature(kind).parameters
    made: PairingSystem
    if "on" in takes or "edition" in takes:
        made = kind(**{"on" if "on" in takes else "edition": edition}) if edition is not None else kind()
    elif edition is not None and kind().edition.since > edition:
        raise BadInput(f"{name} has no edition of {edition.isoformat()}")
    else:
        made = kind()
    return made
