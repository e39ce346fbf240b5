"""An explanation as HTML: a tree that unfolds, without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from arpad.core import Explanation, Step, worded
from arpad.office.pages.speaking import translated
from arpad.office.pages.templating import call

if TYPE_CHECKING:
    from markupsafe import Markup

OPEN = 1
"""How many levels are unfolded from the start."""

TEMPLATE = "explanation.html.j2"

PAIR = re.compile(r"\d+–\d+")
"""What the explanation of a board is headed by, where it is about the colours."""


@dataclass(frozen=True)
class StepLine:
    """A step as it is printed.

    Args:
        label: what it is.
        chain: how it is calculated: formula, numbers.
        value: what comes out.
        word: whether that is a word, not a number.
        note: what to compare it with.
        source: whose rule it is.
        zero: whether nothing comes out.
    """

    label: str
    chain: tuple[str, ...]
    value: str
    word: bool
    note: str
    source: str
    zero: bool


@dataclass(frozen=True)
class Node:
    """An explanation as it is printed.

    Args:
        label: what is explained.
        outcome: what is decided, in words; empty where there is a number.
        value: the number with its unit.
        steps: the steps in their order.
        zeros: the counts of nothing, where there are several: they are folded into one.
        parts: those with a working of their own, and between them lists of those without.
        cut: whether it does not count.
        more: how many are folded, in words.
        key: by which a link leads to it; empty for none.
        open: whether it is unfolded, because it or a part of it is what is looked for.
    """

    label: str
    outcome: str
    value: str
    steps: Sequence[StepLine]
    zeros: Sequence[StepLine]
    parts: Sequence[Node | list[Node]]
    cut: bool
    more: str
    key: str = ""
    open: bool = False

    @property
    def inside(self) -> bool:
        """Whether there is anything to unfold."""
        return bool(self.steps or self.zeros or self.parts)


ABOUT = "about"
"""By what links lead to the part of an explanation that is looked for."""


def explained(
    explanation: Explanation,
    *,
    unfolded: int = OPEN,
    heading: str = "",
    short: bool = False,
    about: Explanation | None = None,
) -> Markup:
    """Return an explanation as a block that unfolds.

    Args:
        explanation: the explanation.
        unfolded: how many levels are open when the page is.
        heading: what to call it; its own label if empty.
        short: whether parts that have none of their own are a line each, without their working.
        about: the part that is looked for: it is open, and has the key :data:`ABOUT`.
    """
    return call(TEMPLATE, "tree", _node(explanation, short=short, about=about), unfolded, heading)


def about_float(explanation: Explanation, number: int, other: int) -> Explanation | None:
    """Return the part of a round's explanation that says why somebody floats; None where none does.

    Args:
        explanation: the explanation of the round.
        number: who floats.
        other: whom they meet; 0 for the bye.
    """
    pair = re.compile(rf"\b({number}–{other}|{other}–{number})\b")

    def of_player(part: Explanation) -> bool:
        return part.facts.get("player") == number

    def of_floater(part: Explanation) -> bool:
        floaters = [f"{step.value}" for step in part.steps if step.label == "floater"]
        return any(text.split(",")[0] == f"{number}" for text in floaters)

    def of_pair(part: Explanation) -> bool:
        texts = [part.outcome, *(step.value for step in part.steps if isinstance(step.value, str))]
        return any(pair.search(text) for text in texts)

    every = [part for part in _parts(explanation) if part is not explanation]
    return next((part for kind in (of_player, of_floater, of_pair) for part in every if kind(part)), None)


def _parts(explanation: Explanation) -> Iterator[Explanation]:
    yield explanation
    for part in explanation.parts:
        yield from _parts(part)


def working(explanation: Explanation, *, unfolded: int = 0) -> Markup:
    """Return the steps and parts of an explanation, without its own line; empty if it has none."""
    return call(TEMPLATE, "working", _node(explanation), unfolded)


def _node(explanation: Explanation, *, short: bool = False, about: Explanation | None = None) -> Node:
    lines = [_line(step) for step in explanation.steps]
    zeros = [line for line in lines if line.zero and not line.note and not line.chain]
    if len(zeros) < 2:
        zeros = []
    parts: list[Node | list[Node]] = []
    inner = explanation.parts
    if short:
        # Who has which colour on a board, without the reason, is what the table of the boards says.
        kept = [part for part in explanation.parts if part.parts or not PAIR.fullmatch(part.label)]
        inner = tuple(part if part.parts else replace(part, steps=()) for part in kept)
    inner_nodes = [_node(part, short=short, about=about) for part in inner]
    for inside, group in groupby(inner_nodes, lambda node: node.inside):
        nodes = list(group)
        parts += nodes if inside else [nodes]
    return Node(
        translated(explanation.label),
        translated(explanation.outcome),
        "" if explanation.outcome else _number(explanation),
        [line for line in lines if line not in zeros],
        zeros,
        parts,
        "cut" in explanation.facts,
        translated(worded("{count} more, 0 each", count=len(zeros))),
        ABOUT if explanation is about else "",
        explanation is about or any(node.open for node in inner_nodes),
    )


def _line(step: Step) -> StepLine:
    """Return a step: what it is, how it is calculated, what comes out, and whose rule it is."""
    word = isinstance(step.value, str)
    shown = translated(step.value) if isinstance(step.value, str) else _printed(step).replace("-", "−")
    chain = tuple(translated(part) for part in (step.formula, step.working) if part)
    return StepLine(
        translated(step.label),
        chain,
        shown,
        word,
        translated(step.note),
        translated(step.source),
        step.value == 0,
    )


def _printed(step: Step) -> str:
    return replace(step, unit=translated(step.unit)).printed()


def _number(explanation: Explanation) -> str:
    """Return the value with the digits that it needs."""
    shown = f"{explanation.value:.4f}".rstrip("0").rstrip(".")
    unit = f" {translated(explanation.unit)}" if explanation.unit else ""
    return ("0" if shown == "-0" else shown.replace("-", "−")) + unit
