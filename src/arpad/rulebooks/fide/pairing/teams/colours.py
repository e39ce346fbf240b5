"""Which team has White on the first board (C.04.6, Article 4)."""

from __future__ import annotations

from arpad.rulebooks.fide.pairing.common.colours import other
from arpad.rulebooks.fide.pairing.teams.teams import STRONG, Kind, PairingTeam
from arpad.tournament.model import Colour


def first_of(team: PairingTeam, opponent: PairingTeam) -> tuple[PairingTeam, PairingTeam]:
    """Return two teams, the first-team first (4.2)."""
    ordered = sorted((team, opponent), key=lambda side: (-side.score, -side.secondary, side.number))
    return ordered[0], ordered[1]


def colour_of(first: PairingTeam, second: PairingTeam, initial: Colour, kind: Kind) -> tuple[Colour, str]:
    """Return the colour of the first-team, and the article that gives it (4.3).

    Args:
        first: the first-team.
        second: its opponent.
        initial: the initial-colour.
        kind: of colour preferences.
    """
    if not first.colours and not second.colours:
        return (initial if first.number % 2 else other(initial)), "4.3.1"
    if bool(first.preference) != bool(second.preference):
        return first.preference or other(second.preference), "4.3.2"
    if first.preference != second.preference:
        return first.preference, "4.3.3"
    if kind == "b" and (first.strength == STRONG) != (second.strength == STRONG):
        strong = first.strength == STRONG
        return (first.preference if strong else other(second.preference)), "4.3.4"
    if first.difference != second.difference:
        return ("w" if first.difference < second.difference else "b"), "4.3.5"
    # Rounds without a match are as if they stood before all others (C.04.2, 3.4).
    for mine, theirs in zip(reversed(first.colours), reversed(second.colours), strict=False):
        if mine != theirs:
            return _colour(theirs), "4.3.6"
    if first.preference:
        return first.preference, "4.3.7"
    if first.colours:
        return other(_colour(first.colours[-1])), "4.3.8"
    return _colour(second.colours[-1]), "4.3.9"


def _colour(letter: str) -> Colour:
    return "w" if letter == "w" else "b"
