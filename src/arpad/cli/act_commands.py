"""The command of an act, made from its class: arguments and options from the fields, help from the texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arpad.cli.acts import act_options, answer, do_act, file_argument
from arpad.office.acts.act import Act
from arpad.office.acts.fields import (
    BooleanField,
    ChoiceField,
    CodesField,
    FieldKind,
    FieldText,
    LinesField,
    ListField,
    PairsField,
    PointsField,
    RangeField,
    WholeNumberField,
)

if TYPE_CHECKING:
    from arpad.office.log.store import StoredAct

Answer = Callable[["StoredAct", bool], tuple[Iterable[str], Mapping[str, Any] | None]]
"""Returns what a command prints of an act: lines for a terminal, and data for JSON.

The flag says whether JSON is wanted: data that is dear to make is made only then. None stands for what was
done, in words.
"""


def act_command(
    act: type[Act],
    *,
    show: Answer | None = None,
    more: Sequence[click.Parameter] = (),
    choose: Callable[[dict[str, Any]], Act] | None = None,
) -> click.Command:
    """Return the command that does an act on an event file.

    Args:
        act: its class.
        show: what is printed of it; None for what was done, in words.
        more: parameters beside those of the fields, for ``choose``.
        choose: makes the act from the values of all parameters; None for :meth:`Act.of`.
    """

    def command(file: Path, as_json: bool, op: str, **values: Any) -> None:
        given = {name: value for name, value in values.items() if value not in (None, ())}
        done = do_act(file, act.of(given) if choose is None else choose(given), op)
        lines, data = (None, None) if show is None else show(done, as_json)
        answer(done, as_json, lines, data)

    parameters = [parameter(name, text, name in act.defaults()) for name, text in act.texts().items()]
    decorated: Any = file_argument(act_options(command))
    file, *others = reversed(decorated.__click_params__)
    # So that -1 is answered with what a number of points is, and not taken for an option.
    points = any(text.positional and isinstance(text.kind, PointsField) for text in act.texts().values())
    return click.Command(
        act.NAME,
        callback=decorated,
        params=[file, *parameters, *more, *others],
        help=getdoc(act),
        short_help=act.TITLE,
        context_settings={"ignore_unknown_options": True} if points else None,
    )


def parameter(name: str, text: FieldText, optional: bool) -> click.Parameter:
    """Return the argument or option of a field.

    Args:
        name: of the field.
        text: what it tells.
        optional: whether it need not be given.
    """
    many = isinstance(text.kind, ListField | PairsField) and not isinstance(text.kind, CodesField)
    each = text.kind.kind if isinstance(text.kind, ListField) else text.kind
    if text.positional and not isinstance(text.kind, PairsField):
        return click.Argument(
            [name],
            type=_type(each),
            nargs=-1 if many else 1,
            required=not optional,
            metavar=f"{text.metavar}..." if many else text.metavar or None,
        )
    option = f"--{text.option or name.replace('_', '-')}"
    more: dict[str, Any] = {"multiple": True} if many else {}
    if isinstance(text.kind, BooleanField):
        more["is_flag"] = True
    if isinstance(text.kind, RangeField | PairsField):
        more["nargs"] = 2
    if isinstance(text.kind, ChoiceField):
        more["show_choices"] = True
    return click.Option(
        [option, name],
        type=None if isinstance(text.kind, BooleanField) else _type(each),
        required=not optional,
        default=None,
        metavar=text.metavar or None,
        help=str(text.help),
        **more,
    )


def _type(kind: FieldKind) -> click.ParamType[Any]:
    """Return how the command line reads a value."""
    if isinstance(kind, WholeNumberField | RangeField):
        return click.IntRange(kind.low, kind.high)
    if isinstance(kind, ChoiceField):
        return click.Choice(kind.words)
    if isinstance(kind, LinesField):
        return TextOfFile()
    return click.STRING


class TextOfFile(click.ParamType):  # type: ignore[type-arg]  # older releases have no argument
    """The text of a file, or of the standard input for ``-``."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the file."""
        with click.File("r", encoding="utf-8").convert(value, param, ctx) as stream:
            try:
                return str(stream.read())
            except UnicodeDecodeError:
                self.fail(f"{value} is not text in UTF-8.", param, ctx)
