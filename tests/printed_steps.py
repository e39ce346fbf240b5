"""Whether the printed steps of an explanation are right: their decimals, and their working."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from arpad.core.explanation import Explanation


def cut_short(explanation: Explanation) -> Iterator[str]:
    """Yield the steps whose value is a number of quarters, as scores are, and is printed as another.

    Weights in millions are not scores.
    """
    for step in explanation.steps:
        if isinstance(step.value, str) or step.unit == "million" or step.value * 4 % 1:
            continue
        if float(step.printed().removesuffix(step.unit)) != step.value:
            yield step.line()
    for part in explanation.parts:
        yield from cut_short(part)


SIGNS = str.maketrans(
    {"·": "*", "×": "*", "−": "-", "²": "**2", "³": "**3", "^": "**", "√": "sqrt", "π": "(pi)", "½": "(1/2)"}
)
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.(\d+))?(?![\w.])")
KNOWN = {"pi": math.pi, "sqrt": math.sqrt, "exp": math.exp, "ln": math.log, "max": max, "min": min}


def miscounted(explanation: Explanation) -> Iterator[str]:
    """Yield the steps whose working, worked out, comes to another number than their value.

    What a formula rounds, after its working, is left aside.
    """
    for step in explanation.steps:
        rounds = re.search(r"whole number|to the nearest|\.5 up", step.formula)
        found = None if rounds else worked_out(step.working)
        if found:
            value, off = found
            bounds = re.search(r", from (\d+) to (\d+)$", step.formula)
            if bounds:
                value = min(max(value, float(bounds[1])), float(bounds[2]))
            told = float(step.value) / (100.0 if step.unit == "%" else 1.0)
            if abs(value - told) > off + 1e-9 * max(1.0, abs(value)):
                yield f"{step.line()}: {value}"
    for part in explanation.parts:
        yield from miscounted(part)


def worked_out(working: str) -> tuple[float, float] | None:
    """Return what a working comes to, and how far off that may be because its numbers are printed rounded.

    None if the working is not arithmetic alone, or there is none.
    """
    text = re.sub(r"ln ([\d.]+²)", r"ln(\1)", working).translate(SIGNS)
    numbers = [(float(one[0]), one[1]) for one in NUMBER.finditer(text)]
    form = NUMBER.sub("({})", text)
    if not numbers or not set(re.findall(r"[^\W\d]\w*", form)) <= set(KNOWN):
        return None

    def with_number(at: int, number: float) -> float:
        values = [number if i == at else value for i, (value, _) in enumerate(numbers)]
        return float(eval(form.format(*map(repr, values)), {"__builtins__": {}}, KNOWN))

    try:
        found = with_number(-1, 0.0)
        off = 0.0
        for at, (value, decimals) in enumerate(numbers):
            # Numbers without decimals may be printed with six digits.
            half = 0.501 * 10.0 ** -len(decimals) if decimals else 5e-6 * value
            off += max(abs(with_number(at, value + by) - found) for by in (-half, half))
    except (SyntaxError, TypeError, ValueError, ArithmeticError):
        return None
    return found, off
