"""Colours, preferences, numbers and scores in words, for explanations."""

from __future__ import annotations

from collections.abc import Iterable

from arpad.core import Step, worded, worded_count
from arpad.rulebooks.fide.pairing.common.colours import ColourHistory
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, score_text
from arpad.tournament.model import Colour

COLOURS: dict[Colour, str] = {"w": worded("White"), "b": worded("Black"), "": worded("no colour")}
STRENGTHS = (worded("no preference"), worded("mild"), worded("strong"), worded("absolute"))


def preference_step(
    number: int, history: ColourHistory, preference: Colour, strength: int, article: str = ""
) -> Step:
    """Return which colour a player prefers and how strongly, after which colours.

    Args:
        number: the player's.
        history: the colours so far.
        preference: the colour.
        strength: from 0, none, to 3, absolute.
        article: the one on preferences.
    """
    text = STRENGTHS[0]
    if preference:
        text = worded("{strength}, {colour}", strength=STRENGTHS[strength], colour=COLOURS[preference])
    return Step(str(number), text, working=history.colours or worded("no game"), source=article)


def counted_number_step(number: int, place: int, article: str) -> Step:
    """Return which number decides about the initial-colour, and whether it is odd.

    Args:
        number: the pairing number of the higher ranked.
        place: the same counted without those who have never been paired.
        article: of the rule.
    """
    parity = worded("odd") if place % 2 else worded("even")
    if place == number:
        text = worded("{number}, {parity}", number=number, parity=parity)
    else:
        text = worded(
            "{number}, counted as {place}, {parity}: numbers before it that were never paired are skipped",
            number=number,
            place=place,
            parity=parity,
        )
    return Step("number of the higher ranked", text, source=article)


def numbers(players: Iterable[PairingPlayer]) -> str:
    """Return players' numbers."""
    return ", ".join(str(player.number) for player in players) or worded("nobody")


def scores(players: Iterable[PairingPlayer], unit: int) -> str:
    """Return players' scores."""
    return ", ".join(score_text(player.score, unit) for player in players) or worded("none")


def numbers_with_scores(players: Iterable[PairingPlayer], unit: int) -> str:
    """Return players' numbers, each with the score in brackets."""
    return ", ".join(f"{player.number} ({score_text(player.score, unit)})" for player in players)


def at_most(pairs: int) -> str:
    """Return that no more pairs than that are possible."""
    if not pairs:
        return worded("no pair")
    return worded_count("no more than {count} pair", "no more than {count} pairs", pairs)
