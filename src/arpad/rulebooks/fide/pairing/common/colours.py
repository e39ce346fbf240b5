"""Colour histories, preferences (C.04.3, 1.6 and 1.7) and the allocation of colours (5.2).

Only games that were played give a colour, and rounds without one are as if they stood before all others
(C.04.2, 3.4): histories are written without gaps, ``wbbw``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, Protocol

from arpad.tournament.model import Colour

MILD, STRONG, ABSOLUTE = 1, 2, 3
"""How strong a preference is (1.7.1 to 1.7.3); 0 for none (1.7.4)."""


def other(colour: Colour) -> Colour:
    """Return the opposite colour."""
    return "b" if colour == "w" else "w" if colour == "b" else ""


@dataclass(frozen=True)
class ColourHistory:
    """The colours that somebody has had, and what follows from them.

    Args:
        colours: of the games played, in order: ``wbbw``.
    """

    colours: str

    @cached_property
    def difference(self) -> int:
        """Games with White less games with Black (1.6)."""
        return self.colours.count("w") - self.colours.count("b")

    @cached_property
    def repeated(self) -> Colour:
        """The colour of the two latest games, if they had the same."""
        last = self.colours[-2:]
        return last[0] if len(last) == 2 and last[0] == last[1] else ""  # type: ignore[return-value]

    @cached_property
    def preference(self) -> Colour:
        """The colour due (1.7)."""
        if abs(self.difference) > 1:
            return "b" if self.difference > 0 else "w"
        if self.repeated:
            return other(self.repeated)
        if self.difference:
            return "b" if self.difference > 0 else "w"
        return other(self.colours[-1]) if self.colours else ""  # type: ignore[arg-type]

    @cached_property
    def strength(self) -> int:
        """How strongly: 0, ``MILD``, ``STRONG`` or ``ABSOLUTE``."""
        if abs(self.difference) > 1 or self.repeated:
            return ABSOLUTE
        if self.difference:
            return STRONG
        return MILD if self.colours else 0


@lru_cache(maxsize=4096)
def colour_history(colours: str) -> ColourHistory:
    """Return the history of so many colours, one object for all players who have had the same.

    A field of hundreds has a few dozen histories, and what follows from each is worked out once.
    """
    return ColourHistory(colours)


class Coloured(Protocol):
    """What the allocation of colours needs to know of a player."""

    @property
    def colours(self) -> ColourHistory:
        """The colours so far."""
        ...

    @property
    def place(self) -> int:
        """The pairing number, not counting those who have never been paired."""
        ...


Rule = Literal["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"]


def allocate(higher: Coloured, lower: Coloured, initial: Colour) -> tuple[Colour, Rule]:
    """Return the colour of the higher ranked of two players, and the article that gives it.

    Args:
        higher: the higher ranked (1.2).
        lower: the opponent.
        initial: the initial-colour (5.1), ``w`` or ``b``.
    """
    mine, theirs = higher.colours, lower.colours
    if not mine.preference or not theirs.preference or mine.preference != theirs.preference:
        if mine.preference or theirs.preference:
            return mine.preference or other(theirs.preference), "5.2.1"
    else:
        if mine.strength != theirs.strength:
            stronger = mine.strength > theirs.strength
            return mine.preference if stronger else other(theirs.preference), "5.2.2"
        if mine.strength == ABSOLUTE and abs(mine.difference) != abs(theirs.difference):
            wider = abs(mine.difference) > abs(theirs.difference)
            return mine.preference if wider else other(theirs.preference), "5.2.2"
        for my_colour, their_colour in zip(reversed(mine.colours), reversed(theirs.colours), strict=False):
            if my_colour != their_colour:
                return their_colour, "5.2.3"  # type: ignore[return-value]
        return mine.preference, "5.2.4"
    return (initial if higher.place % 2 else other(initial)), "5.2.5"
