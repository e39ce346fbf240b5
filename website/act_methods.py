"""Write the module of the methods that :class:`arpad.Tournament` has for acts, from the classes of the acts.

The methods are written out, and not made when the module is imported, so that editors and type checkers know
them; ``tests/office/test_act_methods.py`` says whether the module is up to date.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path

from arpad.office.acts.act import Act
from arpad.office.acts.fields import (
    BooleanField,
    ChoiceField,
    CodesField,
    FieldKind,
    FieldText,
    ListField,
    PairsField,
    ParticipantField,
    PointsField,
    RangeField,
    WholeNumberField,
)
from arpad.office.acts.registry import ACTS

PLACE: Path = Path(__file__).parent.parent / "src" / "arpad" / "office" / "acts" / "methods.py"

BY_HAND = ("add", "add-table", "pair", "pair-by-hand")
"""Acts whose methods :class:`arpad.Tournament` has itself: they take frames, or return a round."""

HEAD = '''"""The acts of :class:`arpad.Tournament` as methods; written by script/act-methods, not by hand."""

# ruff: noqa: A002, D401, E501

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from arpad.office.acts.outcome import ActOutcome


class ActMethods:
    """What can be done to a tournament: a method for each act, by the name of its command."""

    def act(self, name: str, /, **fields: Any) -> ActOutcome:
        """Do an act by its name.

        Args:
            name: of the act, such as ``forbid``.
            fields: of the act; None for one that is not given.

        Returns:
            what became of it: what was done in words, and the findings.

        Raises:
            BadInput: the act is refused; its code says why.
        """
        raise NotImplementedError
'''


def source() -> str:
    """Return the text of the module."""
    methods = "".join(_method(act) for name, act in ACTS.items() if name not in BY_HAND)
    return _formatted(HEAD + methods)


def _method(act: type[Act]) -> str:
    texts = act.texts()
    title, _, rest = (getdoc(act) or "").partition("\n")
    lines = [f"\n    def {act.NAME.replace('-', '_')}({', '.join(_parameters(act))}) -> ActOutcome:"]
    lines.append(f'        """{title}')
    if rest.strip():
        lines += ["", *(f"        {line}".rstrip() for line in rest.strip().splitlines())]
    lines.append("")
    if texts:
        lines.append("        Args:")
        lines += [f"            {name}: {_lowered(str(text.help))}" for name, text in texts.items()]
        lines.append("")
    lines += [
        "        Raises:",
        "            BadInput: the act is refused; its code says why.",
        '        """',
    ]
    given = ", ".join(f"{name}={name}" for name in texts)
    call = f'"{act.NAME}"' + (f", {given}" if given else "")
    lines.append(f"        return self.act({call})")
    return "\n".join(lines) + "\n"


def _lowered(text: str) -> str:
    """Return a sentence as the description of an argument."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _parameters(act: type[Act]) -> Iterator[str]:
    yield "self"
    defaults = act.defaults()
    named = False
    for name, text in act.texts().items():
        if not text.positional and not named:
            named = True
            if not any(_spread(other) for other in act.texts().values()):
                yield "*"
        annotation = _annotation(text.kind)
        if _spread(text):
            assert isinstance(text.kind, ListField)
            yield f"*{name}: {_annotation(text.kind.kind)}"
        elif name not in defaults:
            yield f"{name}: {annotation}"
        elif defaults[name] is None:
            yield f"{name}: {annotation} | None = None"
        else:
            yield f"{name}: {annotation} = {defaults[name]!r}"


def _spread(text: FieldText) -> bool:
    """Tell whether a field takes all that follows by its place."""
    return text.positional and isinstance(text.kind, ListField) and not isinstance(text.kind, CodesField)


def _annotation(kind: FieldKind) -> str:
    if isinstance(kind, ParticipantField):
        return "int | str"
    if isinstance(kind, WholeNumberField):
        return "int"
    if isinstance(kind, RangeField):
        return "tuple[int, int]"
    if isinstance(kind, PointsField):
        return "Fraction | float | str"
    if isinstance(kind, ChoiceField):
        return f"Literal[{', '.join(repr(word) for word in kind.words)}]"
    if isinstance(kind, BooleanField):
        return "bool"
    if isinstance(kind, PairsField):
        return "Sequence[tuple[int | str, int | str]]"
    if isinstance(kind, ListField):
        return (
            f"str | Sequence[{_annotation(kind.kind)}]"
            if isinstance(kind, CodesField)
            else (f"Sequence[{_annotation(kind.kind)}]")
        )
    return "str"


def _formatted(text: str) -> str:
    ruff = Path(sys.executable).parent / "ruff"
    return subprocess.run(
        [ruff, "format", "--stdin-filename", str(PLACE), "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


if __name__ == "__main__":
    PLACE.write_text(source(), encoding="utf-8")
