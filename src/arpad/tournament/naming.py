"""Names beside the numbers of an explanation: ``Ann (3) – Bo (8)`` for ``3–8``, ``Ann (3) floats down``.

FIDE's articles speak of pairing numbers, and so do the explanations of its systems: they stay short, also on
the page of an event with hundreds of players. A person who reads one round wants to know who is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace

from arpad.core import Explanation, Step
from arpad.tournament.legality import literal
from arpad.tournament.model import Tournament

LISTS = re.compile(
    r"residents|moved down|float down|(?:incoming |outgoing )floaters|upfloaters|floater"
    r"|set of upfloaters|transposition"
    r"|who comes up, and from which score|may not have it|without them the others cannot be paired|among them"
    r"|before .* in the order, but stay|opponents for .*, in their order|(?:the )?bye|lowest ranked"
    r"|BSN \d+|G[12], .*|S1, by ARO|T2, .*|shifted, .*"
)
"""The steps whose value is a list of participants, or begins with one."""

BYE = "Pairing-allocated bye"
"""The explanation whose outcome is a participant."""

LIST = re.compile(r"(\d+(?: \([^)]*\))?(?:, \d+(?: \([^)]*\))?)*)(?=$|, …| from |, type |, as | as paired)")
"""Participants, some with a score or an average in brackets."""

NUMBER = r"(?<![\w.,½–])(?<!BSN )(\d+)"
SENTENCES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<![\w.½])(?<!round )(?<!rounds )(\d+–\d+)(?![\w.½–])",
        NUMBER + r" and (\d+)(?= (?:are|is|may)\b)",
        NUMBER + r"(?= (?:\([\d½]+\) )?(?:floats|floated|floating|has|had|is|was|may|comes|coming|scored)\b)",
        r"\bcomes before (\d+ and \d+)",
        NUMBER + r"(?= before\b|, who\b)",
        r"(?:^|; )(\d+(?:, \d+)*) (?:floating|coming up)$",
        NUMBER + r" meets (\d+(?: instead of \d+)?)",
        NUMBER + r" floats instead of meeting (\d+)",
        r"\b(?:go to|lowest ranked:) (\d+ instead of \d+)",
        r"\bcomes later in the order of [\d.]+: (\d+(?:, \d+)* instead of \d+(?:, \d+)*)$",
        r"\bwith (\d+(?: and \d+)*) instead\b",
        r"\b(?:rating|scores?) of (\d+(?: and \d+)?)$",
        r"\b(?:before|the bye to|points from|paired with|opponents for) (\d+)(?=$|[?,:]| in\b)",
        r"^(?:why|not|why not|before) (\d+)(?=$|\?| )",
    )
)
"""Where an explanation speaks of participants, and not of points, of rounds or of how many they are."""


def with_names(explanation: Explanation, tournament: Tournament) -> Explanation:
    """Return the explanation of a round with the participants' names beside their numbers.

    Args:
        explanation: the explanation; its numbers, facts and articles stay as they are.
        tournament: whose participants they are.
    """
    return _explanation(explanation, tournament.by_number, tournament.named)


def wording(text: str, participants: Collection[int], first: int = 0) -> tuple[str, tuple[int, ...]]:
    """Return a sentence with ``{0}``, ``{1}`` (:meth:`str.format`) for its participants, and their numbers.

    Args:
        text: the sentence; a pair ``3–8`` becomes ``{0}–{1}``.
        participants: the participants' numbers.
        first: which number the first of them gets in the braces.
    """
    spans = {
        (match.start(at) + digits.start(), match.start(at) + digits.end())
        for pattern in SENTENCES
        for match in pattern.finditer(text)
        for at in range(1, pattern.groups + 1)
        for digits in re.finditer(r"\d+", match[at])
    }
    return _cut_out(text, sorted(spans), participants, first)


def _cut_out(
    text: str, spans: Collection[tuple[int, int]], participants: Collection[int], first: int = 0
) -> tuple[str, tuple[int, ...]]:
    """Return a text with braces for the numbers of participants at some places in it, and the numbers."""
    parts: list[str] = []
    numbers: list[int] = []
    end = 0
    for start, stop in spans:
        number = int(text[start:stop])
        if number in participants:
            parts += [literal(text[end:start]), f"{{{first + len(numbers)}}}"]
            numbers.append(number)
            end = stop
    return "".join([*parts, literal(text[end:])]), tuple(numbers)


def _named(cut: tuple[str, tuple[int, ...]], named: Callable[[int], str]) -> str:
    template, numbers = cut
    return template.replace("}–{", "} – {").format(*map(named, numbers))


def _sentence(text: str, participants: Collection[int], named: Callable[[int], str]) -> str:
    return _named(wording(text, participants), named)


def _list(text: str, participants: Collection[int], named: Callable[[int], str]) -> str:
    """Return a list of participants with their names; a score or an average follows a colon."""
    match = LIST.match(text)
    if match is None:
        return _sentence(text, participants, named)
    listed = re.sub(r" \(([^)]*)\)", r": \1", match[1])
    spans = [each.span(1) for each in re.finditer(r"(?:^|, )(\d+)", listed)]
    return _named(_cut_out(listed, spans, participants), named) + text[match.end() :]


def _explanation(
    explanation: Explanation, participants: Collection[int], named: Callable[[int], str]
) -> Explanation:
    outcome = (_list if explanation.label == BYE else _sentence)(explanation.outcome, participants, named)
    return replace(
        explanation,
        label=_sentence(explanation.label, participants, named),
        outcome=outcome,
        steps=tuple(_step(step, participants, named) for step in explanation.steps),
        parts=tuple(_explanation(part, participants, named) for part in explanation.parts),
    )


def _step(step: Step, participants: Collection[int], named: Callable[[int], str]) -> Step:
    """Return a step with names; a label that is a number is a player's, whose colours it tells."""
    whole = step.label.isdecimal() and int(step.label) in participants
    label = named(int(step.label)) if whole else _sentence(step.label, participants, named)
    read = _list if LISTS.fullmatch(step.label) else _sentence
    if not isinstance(step.value, str):
        return replace(step, label=label)
    return replace(
        step,
        label=label,
        value=read(step.value, participants, named),
        note=read(step.note, participants, named),
    )
