"""An explanation: a tree of steps that a person can follow with a pencil.

It is data. What a rating system, a pairing or a tie-break computes, it computes in functions; the same
functions give the values of the steps. Rendering is separate: :func:`Explanation.lines` for a terminal,
:func:`Explanation.as_dict` for JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

HUGE = 1e15
"""From here on a float has no decimals worth printing, and soon no end of digits."""


@dataclass(frozen=True)
class Step:
    """One step: what is computed, by which rule, from which numbers, with what value.

    Args:
        label: the field's name of the quantity, such as ``expected score``.
        value: the number, or the word, that comes out.
        formula: the rule in letters, ``1 / (1 + 10^((Rb − Ra) / 400))``.
        working: the same with the numbers put in.
        source: article, equation or table row.
        unit: ``points``, ``games``; empty for a pure number.
        digits: decimals worth printing; the value itself is never rounded.
        note: what the value is to be compared with, printed after it in brackets.
    """

    label: str
    value: float | str
    formula: str = ""
    working: str = ""
    source: str = ""
    unit: str = ""
    digits: int = 4
    note: str = ""

    def printed(self) -> str:
        """Return the value as a reader sees it."""
        if isinstance(self.value, str):
            return self.value
        form = f".{self.digits}f" if abs(self.value) < HUGE else ".6g"
        text = f"{self.value:{form}}"
        return f"{text} {self.unit}" if self.unit else text

    def line(self) -> str:
        """Return the step as one line: label, formula, working, value, note, source."""
        chain = [part for part in (self.formula, self.working) if part]
        chain.append(self.printed())
        text = f"{self.label}: " + " = ".join(chain)
        if self.note:
            text += f" ({self.note})"
        return f"{text}   [{self.source}]" if self.source else text

    def as_dict(self) -> dict[str, Any]:
        """Return the step for JSON; fields that say nothing are left out."""
        row: dict[str, Any] = {"label": self.label, "value": self.value}
        for name in ("formula", "working", "source", "unit", "note"):
            text = getattr(self, name)
            if text:
                row[name] = text
        return row


@dataclass(frozen=True)
class Explanation:
    """A value with the steps that lead to it.

    ``terms`` says whether the values of ``parts`` add up to ``value``: a period's change is the sum of the
    changes of its games. A reader may check that, and the tests do.

    Args:
        label: what is explained.
        value: the number that comes out.
        steps: the calculation, in order.
        parts: explanations of what this one is made of.
        terms: whether the values of the parts add up to the value.
        unit: the value's unit.
        facts: what identifies it (date, opponent, score…), for a table's columns.
        outcome: what is decided, in words, where it is not a number: a pairing, a place. The value is 0 then.
    """

    label: str
    value: float = 0.0
    steps: tuple[Step, ...] = ()
    parts: tuple[Explanation, ...] = ()
    terms: bool = False
    unit: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    outcome: str = ""

    def __str__(self) -> str:
        """Return the explanation as it is printed on a terminal."""
        return "\n".join(self.lines())

    def lines(self, indent: int = 0) -> Iterator[str]:
        """Yield the explanation as indented lines of text."""
        pad = "  " * indent
        outcome = self.outcome or f"{self.value:+.4f}{f' {self.unit}' if self.unit else ''}"
        if self.label.endswith("?"):
            yield f"{pad}{self.label} {outcome[:1].upper()}{outcome[1:]}"
        else:
            yield f"{pad}{self.label}: {outcome}"
        for step in self.steps:
            yield f"{pad}  {step.line()}"
        for part in self.parts:
            yield from part.lines(indent + 1)

    def as_dict(self) -> dict[str, Any]:
        """Return the tree for JSON."""
        row: dict[str, Any] = {"label": self.label}
        if self.outcome:
            row["outcome"] = self.outcome
        else:
            row["value"] = self.value
        if self.unit:
            row["unit"] = self.unit
        row.update(self.facts)
        if self.steps:
            row["steps"] = [step.as_dict() for step in self.steps]
        if self.parts:
            row["parts"] = [part.as_dict() for part in self.parts]
            row["terms"] = self.terms
        return row
