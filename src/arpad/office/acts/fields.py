"""The fields of acts: what a field may hold, how it is read, and what people are told of it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from typing import Any, NoReturn

from arpad.core import BadInput, worded
from arpad.core.wording import Worded

LONGEST_LINE = 1000
LONGEST_TABLE = 2_000_000
"""In characters: the longest pasted table; the largest events have some 3,000 participants."""


class FieldKind(ABC):
    """What a field may hold."""

    @abstractmethod
    def read(self, name: str, value: Any) -> Any:
        """Return the value of a field.

        Args:
            name: of the field, for errors.
            value: as a program, a form or a command gives it; text is read as it is typed.

        Raises:
            BadInput: the value is not possible.
        """


@dataclass(frozen=True)
class WholeNumberField(FieldKind):
    """A whole number.

    Args:
        low: the lowest that is possible.
        high: the highest.
    """

    low: int
    high: int

    def read(self, name: str, value: Any) -> int:
        """Return the number."""
        if isinstance(value, str) and re.fullmatch(r"\s*[-−]?[0-9]{1,15}\s*", value):
            value = int(value.replace("−", "-"))
        if type(value) is not int or not self.low <= value <= self.high:
            refuse(name, value, worded("a whole number from {low} to {high}", low=self.low, high=self.high))
        return value


@dataclass(frozen=True)
class RangeField(FieldKind):
    """The first and the last of some whole numbers.

    Args:
        low: the lowest that is possible.
        high: the highest.
    """

    low: int
    high: int

    def read(self, name: str, value: Any) -> tuple[int, int]:
        """Return both; typed, a blank, a comma or a hyphen stands between."""
        if isinstance(value, str):
            value = re.findall(r"[0-9]{1,15}", value)
        if not isinstance(value, Sequence) or len(value) != 2:
            refuse(name, value, worded("the first and the last number"))
        whole = WholeNumberField(self.low, self.high)
        return whole.read(name, value[0]), whole.read(name, value[1])


@dataclass(frozen=True)
class PointsField(FieldKind):
    """A number of points above 0: ``1``, ``½``, ``1.5``, ``1/2``."""

    def read(self, name: str, value: Any) -> Fraction:
        """Return the points, exactly."""
        text = str(value).strip().replace(",", ".")
        if text.endswith("½") and text[:-1].isdecimal():
            text = f"{text[:-1]}.5"
        try:
            points = Fraction(text.replace("½", "1/2"))
        except (ValueError, ZeroDivisionError):
            points = Fraction(0)
        if isinstance(value, bool) or points <= 0:
            raise BadInput(
                worded("{value!r} is not a number of points above 0", value=value),
                code="points.not-a-number",
                remedy="Write 1, ½ or 1.5. The points are deducted, or added as a bonus.",
            )
        return points


@dataclass(frozen=True)
class ChoiceField(FieldKind):
    """One of some words.

    Args:
        words: the words that programs and commands give.
        labels: what pages say for each; the word itself where there is none.
    """

    words: tuple[str, ...]
    labels: tuple[Worded, ...] = ()

    def read(self, name: str, value: Any) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.words:
            refuse(
                name, value, worded("one of {words}", words=", ".join(word for word in self.words if word))
            )
        return value


@dataclass(frozen=True)
class LineField(FieldKind):
    """Text of one line.

    Args:
        most: its longest length, in characters.
    """

    most: int = LONGEST_LINE

    def read(self, name: str, value: Any) -> str:
        """Return the text."""
        if not isinstance(value, str) or len(value) > self.most:
            refuse(name, value, worded("text of at most {most} characters", most=self.most))
        return value


@dataclass(frozen=True)
class LinesField(LineField):
    """Text of several lines, such as a pasted table."""

    most: int = LONGEST_TABLE


@dataclass(frozen=True)
class BooleanField(FieldKind):
    """True or false."""

    def read(self, name: str, value: Any) -> bool:
        """Return whether it is so; a box of a form that is ticked is ``on`` or ``yes``."""
        if isinstance(value, str) and value in ("on", "yes", "true"):
            return True
        if isinstance(value, str) and value in ("", "no", "false"):
            return False
        if type(value) is not bool:
            refuse(name, value, worded("true or false"))
        return value


@dataclass(frozen=True)
class ParticipantField(FieldKind):
    """A participant: the pairing number, the name, or how the name begins.

    Args:
        nobody: a word that stands for nobody, such as ``-`` for an empty board; empty for no such word.
    """

    nobody: str = ""

    def read(self, name: str, value: Any) -> str:
        """Return the participant as given, as text; who that is, the tournament says when the act is done."""
        if type(value) is int and value > 0:
            value = str(value)
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_LINE:
            refuse(name, value, worded("the number or the name of a participant"))
        return value


@dataclass(frozen=True)
class TeamPlayerField(ParticipantField):
    """A player of a team: the number among the players, the name, or how the name begins."""


@dataclass(frozen=True)
class ListField(FieldKind):
    """Several values of one kind, in an order.

    Args:
        kind: of each.
        most: how many there are at most.
        least: how many there are at least.
    """

    kind: FieldKind
    most: int = 10_000
    least: int = 0

    @property
    def between(self) -> str:
        """What stands between values that are typed as one text; names have commas themselves."""
        return r"\s*[,;\n]\s*|\s+" if isinstance(self.kind, WholeNumberField) else r"\s*[;\n]\s*"

    def read(self, name: str, value: Any) -> tuple[Any, ...]:
        """Return the values; typed as one text, each has a line of its own, or a semicolon stands between."""
        if isinstance(value, str):
            value = [part for part in re.split(self.between, value.strip()) if part]
        if not isinstance(value, Sequence) or not self.least <= len(value) <= self.most:
            refuse(
                name, value, worded("a list of {least} to {most} values", least=self.least, most=self.most)
            )
        return tuple(self.kind.read(name, each) for each in value)


@dataclass(frozen=True)
class CodesField(ListField):
    """Several values that are typed as one text, with commas between."""

    @property
    def between(self) -> str:
        """What stands between the values."""
        return r"\s*[,;\n]\s*"


@dataclass(frozen=True)
class PairsField(FieldKind):
    """Several pairs of participants: White and Black of each board."""

    most: int = 10_000

    def read(self, name: str, value: Any) -> tuple[tuple[str, str], ...]:
        """Return the pairs; typed, a line holds a pair with `` - `` between."""
        if isinstance(value, str):
            value = [
                re.split(r"\s+[-–]\s+|\t", line.strip(), maxsplit=1)
                for line in value.splitlines()
                if line.strip()
            ]
        side = ParticipantField()
        if (
            not isinstance(value, Sequence)
            or not 1 <= len(value) <= self.most
            or not all(
                isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2 for pair in value
            )
        ):
            refuse(name, value, worded("a pair of participants for every board"))
        return tuple((side.read(name, white), side.read(name, black)) for white, black in value)


@dataclass(frozen=True)
class FieldText:
    """What a field tells people and doors, beside its kind.

    Args:
        kind: what it holds.
        help: a sentence about it: the help of an option, the label of a form, the description in OpenAPI.
        positional: whether commands and Python take it by its place.
        option: how the command line calls it, where that is not its name: ``fide-id``.
        metavar: what stands for its value in the help of a command.
    """

    kind: FieldKind
    help: Worded
    positional: bool = False
    option: str = ""
    metavar: str = ""


def field(
    kind: FieldKind,
    help: Worded,  # noqa: A002 -- what click and argparse call it
    *,
    default: Any = MISSING,
    positional: bool = False,
    option: str = "",
    metavar: str = "",
) -> Any:
    """Declare a field of an act; see :class:`FieldText`. A field without a default must be given."""
    text = FieldText(kind, help, positional, option, metavar)
    return dataclass_field(default=default, metadata={"text": text})


def participant_field(metavar: str = "WHO") -> Any:
    """Declare the participant whom an act is about."""
    text = worded("A participant, by number or name.")
    return field(ParticipantField(), text, positional=True, metavar=metavar)


def refuse(name: str, value: object, range_: str) -> NoReturn:
    """Refuse the value of a field.

    Raises:
        BadInput: always.
    """
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
    raise BadInput(
        worded("{field} cannot be {value}", field=name, value=shown),
        code="act.field",
        remedy=worded("Give {range}.", range=range_),
    )


def check_names(act: str, given: Mapping[str, Any], field_names: Sequence[str]) -> None:
    """Refuse a field that an act does not have.

    Raises:
        BadInput: there is one.
    """
    for name in given:
        if name not in field_names:
            raise BadInput(
                worded("the act {act} has no field {field!r}", act=act, field=str(name)[:40]),
                code="act.unknown-field",
                remedy=worded("It has {known}.", known=", ".join(field_names))
                if field_names
                else worded("It has no fields."),
            )
