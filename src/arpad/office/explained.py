"""An explanation as HTML: a tree that unfolds, without a script. Whatever it says is escaped."""

from __future__ import annotations

from arpad.core import Explanation, Step
from arpad.office.markup import name, text

OPEN = 1
"""How many levels are unfolded from the start."""


def explained(told: Explanation, *, unfolded: int = OPEN, heading: str = "") -> str:
    """Return an explanation as a block that unfolds.

    Args:
        told: the explanation.
        unfolded: how many levels are open when the page is.
        heading: what to call it, in HTML; its own label if empty.
    """
    inside = working(told, unfolded=unfolded - 1)
    said = _said(told)
    head = heading or name(told.label)
    if said and not heading:
        head += f" <b>{said}</b>"
    if not inside:
        return f'<p class="told">{head}</p>\n'
    mark = " open" if unfolded > 0 else ""
    return f'<details class="told"{mark}><summary>{head}</summary>\n{inside}</details>\n'


def working(told: Explanation, *, unfolded: int = 0) -> str:
    """Return the steps and parts of an explanation, without its own line; empty if it has none."""
    return _steps(told.steps) + _parts(told.parts, unfolded)


def _steps(steps: tuple[Step, ...]) -> str:
    if not steps:
        return ""
    zero = ' class="zero"'
    rows = "".join(f"<li{zero if step.value == 0 else ''}>{_step(step)}</li>\n" for step in steps)
    return f'<ul class="steps">\n{rows}</ul>\n'


def _step(step: Step) -> str:
    """Return a step: what it is, how it is reckoned, what comes out, and whose rule it is."""
    chain = [name(part) for part in (step.formula, step.working) if part]
    shown = f"<b>{_value(step)}</b>"
    how = f'<span class="how">{" = ".join(chain)} =</span> ' if chain else ""
    source = f" <cite>{text(step.source)}</cite>" if step.source else ""
    note = f" ({name(step.note)})" if step.note else ""
    return f"{name(step.label)} {how}{shown}{note}{source}"


def _value(step: Step) -> str:
    if isinstance(step.value, str):
        return name(step.value)
    return text(step.printed()).replace("-", "−")


def _parts(parts: tuple[Explanation, ...], unfolded: int) -> str:
    """Return the parts: those with a working of their own unfold, plain ones are rows."""
    made: list[str] = []
    rows: list[str] = []
    for part in parts:
        if part.steps or part.parts:
            made += _rows(rows)
            rows = []
            made.append(explained(part, unfolded=unfolded))
        else:
            cut = ' class="cut"' if "cut" in part.facts else ""
            rows.append(f"<li{cut}>{name(part.label)} <b>{_said(part)}</b></li>\n")
    return "".join(made + _rows(rows))


def _rows(rows: list[str]) -> list[str]:
    return [f'<ul class="terms">\n{"".join(rows)}</ul>\n'] if rows else []


def _said(told: Explanation) -> str:
    """Return the outcome, or the value with the digits that it needs."""
    if told.outcome:
        return name(told.outcome)
    shown = f"{told.value:.4f}".rstrip("0").rstrip(".")
    unit = f" {text(told.unit)}" if told.unit else ""
    return ("0" if shown == "-0" else shown.replace("-", "−")) + unit
