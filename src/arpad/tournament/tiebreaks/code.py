"""The code of a tie-break: ``BH/C1``, ``BH:GP/M2/P``, ``KS/L+1``, ``SSSC/K4`` (TRF26, annex MTB26)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arpad.core import BadInput, worded, worded_count
from arpad.tournament.tiebreaks.table import Score

_SHAPE = re.compile(r"(?P<name>[A-Z0-9_+%-]+?)(:(?P<score>MP|GP))?(?P<modifiers>(/[A-Z0-9.+±½-]+)*)")
_MODIFIERS = "Modifiers are C1, C2, M1, M2, L+n, P, F, R, U<rating>, K<number>."


@dataclass(frozen=True)
class TieBreakCode:
    """A tie-break's code, taken apart.

    Args:
        name: which tie-break.
        score: the score of teams that it is reckoned by; None for the primary one.
        low: how many least significant values are cut.
        high: how many most significant ones.
        limit: by how many half points the limit is raised.
        forfeits: whether forfeits count as games (P).
        fore: whether the last round is taken for drawn (F).
        reverse: whether the order is turned round (R).
        unrated: the rating of those who have none (U); None for no rule.
        number: the tie-break's constant (K); None for its own.
    """

    name: str
    score: Score | None = None
    low: int = 0
    high: int = 0
    limit: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False
    unrated: int | None = None
    number: Fraction | None = None

    def __str__(self) -> str:
        """Write it as it would be read."""
        parts = [self.name + (f":{self.score.upper()}" if self.score else "")]
        if self.high:
            parts.append(f"M{self.high}")
        elif self.low:
            parts.append(f"C{self.low}")
        if self.limit:
            parts.append(f"L{self.limit:+d}")
        parts += [
            letter for letter, on in zip("PFR", (self.forfeits, self.fore, self.reverse), strict=True) if on
        ]
        if self.unrated is not None:
            parts.append(f"U{self.unrated}")
        if self.number is not None:
            parts.append(f"K{float(self.number):g}")
        return "/".join(parts)

    @property
    def modifiers(self) -> frozenset[str]:
        """The kinds of modifiers it has, by letter."""
        on: dict[Literal["C", "M", "L", "P", "F", "R", "U", "K"], bool] = {
            "C": bool(self.low) and not self.high,
            "M": bool(self.high),
            "L": bool(self.limit),
            "P": self.forfeits,
            "F": self.fore,
            "R": self.reverse,
            "U": self.unrated is not None,
            "K": self.number is not None,
        }
        return frozenset(letter for letter, given in on.items() if given)

    def words(self) -> list[str]:
        """Return what its score and its modifiers ask for, in words; empty without any."""
        words = [SCORES[self.score]] if self.score else []
        if self.high:
            words.append(
                worded_count(
                    "without the highest and the lowest value (median {count})",
                    "without the {count} highest and the {count} lowest values (median {count})",
                    self.low,
                )
            )
        elif self.low:
            words.append(
                worded_count(
                    "without the lowest value (cut {count})",
                    "without the {count} lowest values (cut {count})",
                    self.low,
                )
            )
        if self.limit:
            points = f"{abs(self.limit) / 2:g}"
            if self.limit > 0:
                words.append(worded("limit raised by {points} points", points=points))
            else:
                words.append(worded("limit lowered by {points} points", points=points))
        if self.forfeits:
            words.append(worded("forfeits count as games"))
        if self.fore:
            words.append(worded("by Fore Buchholz"))
        if self.reverse:
            words.append(worded("in reverse order"))
        if self.unrated is not None:
            words.append(worded("{rating} for players without a rating", rating=self.unrated))
        if self.number is not None:
            words.append(f"K = {float(self.number):g}")
        return words


SCORES: dict[Score, str] = {
    "points": worded("by points"),
    "mp": worded("by match points"),
    "gp": worded("by game points"),
}


def parse_code(text: str) -> TieBreakCode:
    """Take a code apart.

    Raises:
        BadInput: it is not one.
    """
    normal = text.strip().upper().removeprefix("OTHER_")
    # Programs also write BH-C1 and BHC1 for what the standard writes BH/C1.
    normal = re.sub(r"^(BH|FB|SB|PS|ARO|AOB|E[MG][MG]SB)-?([CM][12])$", r"\1/\2", normal)
    match = _SHAPE.fullmatch(normal)
    if match is None:
        raise BadInput(
            f"{text!r} is not a valid tie-break code",
            remedy="Write it as BH, BH/C1 or BH:GP/M2.",
            code="tiebreak.not-valid",
        )
    values: dict[str, object] = {}
    for word in match["modifiers"].split("/")[1:]:
        values.update(_modifier(word, text))
    score = match["score"]
    return TieBreakCode(match["name"], score.lower() if score else None, **values)  # type: ignore[arg-type]


def _modifier(word: str, text: str) -> dict[str, object]:
    letter, rest = word[0], word[1:]
    match letter:
        case "C" if rest.isdigit() and int(rest):
            return {"low": int(rest)}
        case "M" if rest.isdigit() and int(rest):
            return {"low": int(rest), "high": int(rest)}
        case "L" if re.fullmatch(r"[+-]?\d+", rest):
            return {"limit": int(rest)}
        case "U" if rest.isdigit():
            return {"unrated": int(rest)}
        case "K" if re.fullmatch(r"\d+(\.\d+)?", rest) and Fraction(rest) > 0:
            return {"number": Fraction(rest)}
        case "P" | "F" | "R" if not rest:
            return {{"P": "forfeits", "F": "fore", "R": "reverse"}[letter]: True}
    raise BadInput(f"{text!r} has an unknown modifier: {word}", remedy=_MODIFIERS, code="tiebreak.modifier")
