"""What an act has to say, as data: what is unusual about it, by which rule, what follows, can it be undone.

An act that cannot be done is refused with an error that has a code. An act that can be done although the
rules would not have it so is done, and says so: the arbiter decides, and the decision stays visible.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from arpad.core import worded
from arpad.tournament.model import Tournament


class Severity(StrEnum):
    """How much a finding matters."""

    NOTE = "note"
    """Something that follows from the act, and that is easily overlooked."""

    WARNING = "warning"
    """The act departs from the rules, or loses something; the arbiter answers for it."""


@dataclass(frozen=True)
class Finding:
    """What an act has to say.

    Args:
        code: a stable name for programs, such as ``board.rematch``.
        text: a sentence without a full stop.
        severity: how much it matters.
        article: the rule, as its rulebook numbers it.
        follows: what follows from the act, or can be done about it; a sentence without a full stop.
        undoable: whether undoing the act takes everything back.
        round: the round that it is about; 0 for none.
        numbers: the pairing numbers of the participants whom it concerns.
    """

    code: str
    text: str
    severity: Severity = Severity.NOTE
    article: str = ""
    follows: str = ""
    undoable: bool = True
    round: int = 0
    numbers: tuple[int, ...] = ()

    def line(self) -> str:
        """Return the finding as a line: ``warning: round 3: 4 and 7 have met in round 1 (C.04.1, 2)``."""
        place = f"round {self.round}: " if self.round else ""
        rule = f" ({self.article})" if self.article else ""
        text = f"{self.text}{rule}"
        stop = " " if text.endswith("?") else ". "
        follows = f"{stop}{self.follows}" if self.follows else ""
        return f"{self.severity.value}: {place}{text}{follows}"

    def as_dict(self) -> dict[str, Any]:
        """Return the finding for JSON, by the names of its fields."""
        return asdict(self)


def named(tournament: Tournament, *numbers: int) -> str:
    """Return participants by name and number, for messages: ``Ann (3) and Bob (7)``."""
    words = [f"{tournament.by_number[number].name} ({number})" for number in numbers]
    if len(words) < 2:
        return "".join(words)
    return worded("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])
