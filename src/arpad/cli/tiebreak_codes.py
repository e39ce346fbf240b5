"""The tie-breaks that the command line names: by their codes, or in words."""

from __future__ import annotations


def codes_of(text: str | None) -> list[str] | None:
    """Return the codes of a list such as ``BH/C1,SB`` or ``Buchholz cut 1,Sonneborn-Berger``."""
    from arpad.rulebooks.standings import TIEBREAKS

    words = [word.strip() for word in (text or "").split(",")]
    return None if text is None else [TIEBREAKS.as_code(word) for word in words if word]
