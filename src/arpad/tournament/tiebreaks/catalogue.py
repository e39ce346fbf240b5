"""What a tie-break is, and the catalogue of them: a code stands for a tie-break with a line about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from arpad.core import BadInput, worded
from arpad.tournament.tiebreaks.code import TieBreakCode, parse_code
from arpad.tournament.tiebreaks.names import code_of, near
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakValue

Compute = Callable[[ScoreTable, TieBreakCode, Collection[int]], Mapping[int, TieBreakValue]]
"""From the table, the code with its modifiers and those asked for (of type A: the tied) to their values."""


def _always(table: ScoreTable, code: TieBreakCode) -> str:
    return ""


@dataclass(frozen=True)
class TieBreakKind:
    """A tie-break, its modifiers left open.

    Args:
        name: the first part of its code.
        title: one line about it.
        source: whose rule it is.
        compute: gives the values.
        lower: whether less is better.
        among: whether it looks at the tied only (C.07, type A), so that it is reckoned for each tie anew.
        modifiers: the letters of the modifiers that it knows.
        unfit: tells why it must not be used for a tournament; empty if it may.
        teams: whether it is for teams only.
        digits: decimals worth printing.
    """

    name: str
    title: str
    source: str
    compute: Compute
    lower: bool = False
    among: bool = False
    modifiers: str = ""
    unfit: Callable[[ScoreTable, TieBreakCode], str] = _always
    teams: bool = False
    digits: int = 2


@dataclass(frozen=True)
class TieBreak:
    """A tie-break as a list of them has it.

    Args:
        kind: which.
        code: its code with the modifiers.
    """

    kind: TieBreakKind
    code: TieBreakCode

    def __str__(self) -> str:
        """Write the code as its makers do: MPvGP has a small letter."""
        named = self.kind.name if self.kind.name.upper() == self.code.name else self.code.name
        return str(replace(self.code, name=named))

    @property
    def title(self) -> str:
        """One line about it, with its modifiers in words."""
        title: str = worded(self.kind.title)
        for word in self.code.words():
            title = worded("{first}; {second}", first=title, second=word)
        return title

    @property
    def lower(self) -> bool:
        """Whether less is better."""
        return self.kind.lower != self.code.reverse

    def unfit(self, table: ScoreTable) -> str:
        """Tell why it must not be used here; empty if it may."""
        if (self.kind.teams or self.code.score) and not table.team:
            return worded("for tournaments of teams only")
        return self.kind.unfit(table, self.code)

    def values(self, table: ScoreTable, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
        """Return the values of participants; of a type A, among themselves."""
        return self.kind.compute(table.by(self.code.score or table.primary), self.code, numbers)


@dataclass(frozen=True)
class Catalogue:
    """Tie-breaks by the first part of their code.

    Args:
        kinds: the tie-breaks.
        aliases: other codes for the same.
    """

    kinds: Mapping[str, TieBreakKind]
    aliases: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, kinds: Iterable[TieBreakKind], aliases: Mapping[str, str] | None = None) -> Catalogue:
        """Make one."""
        return cls({kind.name.upper(): kind for kind in kinds}, aliases or {})

    def __or__(self, other: Catalogue) -> Catalogue:
        """Return both together; of two of the same name the other's."""
        return Catalogue({**self.kinds, **other.kinds}, {**self.aliases, **other.aliases})

    def find(self, text: str) -> TieBreak:
        """Return the tie-break that a code stands for, or a name in words (``Buchholz cut 1``).

        Raises:
            BadInput: nobody knows it, or it has a modifier that it does not know.
        """
        text = self.as_code(text)
        code = parse_code(text)
        name = self.aliases.get(code.name, code.name)
        kind = self.kinds.get(name)
        if kind is None:
            raise self._unknown(text)
        for letter in sorted(code.modifiers):
            if letter not in kind.modifiers:
                remedy = f"It knows {', '.join(kind.modifiers)}." if kind.modifiers else "It knows none."
                raise BadInput(
                    f"{text!r}: {name} has no modifier {letter}", remedy=remedy, code="tiebreak.modifier"
                )
        return TieBreak(kind, code)

    def as_code(self, text: str) -> str:
        """Return the code that a name in words stands for; a text that is a code, or neither, as it is."""
        name = re.split("[:/]", text.strip().upper())[0]
        if name in self.kinds or name in self.aliases:
            return text
        return code_of(text, self._titles()) or text

    def _titles(self) -> list[tuple[str, str]]:
        return [(kind.name, kind.title) for kind in self.kinds.values()]

    def _unknown(self, text: str) -> BadInput:
        alike = near(text, self._titles())
        codes = ", ".join(kind.name for kind in self.kinds.values())
        titles = [f"{self.kinds[code.upper()].title} ({code})" for code in alike]
        return BadInput(
            f"no tie-break has the code {text!r}",
            code="tiebreak.unknown",
            remedy=f"Spelt alike: {'; '.join(titles)}." if titles else f"Known are {codes}.",
        )

    def named(self, text: str) -> tuple[TieBreak, ...]:
        """Return the tie-breaks of a list such as ``BH/C1,SB,DE``."""
        return tuple(self.find(word) for word in text.split(",") if word.strip())
