"""Parameters of rating systems: a default, a unit, a sentence, and reading one from text."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from arpad.core import BadInput, Figure, worded

S = TypeVar("S")

OTHER_NAMES: Mapping[str, str] = MappingProxyType(
    {"k_factor": "k", "kfactor": "k", "start": "initial", "rd": "deviation", "home": "advantage"}
)
"""What a parameter may be looked for by, and its name."""

SMALLEST, LARGEST = 1e-15, 1e6
"""Between these lies the absolute value of everything that is given and is not 0, where no narrower range is
declared: parameters, ratings, deviations, weights. What is calculated from such numbers is finite."""


@dataclass(frozen=True)
class Parameter:
    """What a person needs to know of one parameter.

    Args:
        name: the field's own word for it.
        default: its value if nothing is said.
        unit: ``points``, ``games``…; empty for a pure number or a word.
        meaning: a sentence.
        choices: the words it may be, if it is a word.
        low: the least value it may have, −:data:`LARGEST` unless it is declared.
        high: the greatest value it may have, :data:`LARGEST` unless it is declared.
        words: whether it may be a word beside a number.
        functions: whether it may be a plain Python function.
        before: what held before the system had the parameter, where it came later: by this value is made
            again what was published without it; None where the system always had it.
    """

    name: str
    default: Any
    unit: str
    meaning: str
    choices: tuple[str, ...] = ()
    low: float = -LARGEST
    high: float = LARGEST
    words: bool = False
    functions: bool = False
    before: float | str | None = None

    @property
    def range(self) -> str:
        """The values it may have, in words: ``from 0 to below 1``."""
        return span(float(self.low), float(self.high))


def parameter(
    default: Any,
    meaning: str,
    *,
    unit: str = "",
    choices: tuple[str, ...] = (),
    low: float = -LARGEST,
    high: float = LARGEST,
    words: bool = False,
    functions: bool = False,
    before: float | str | None = None,
) -> Any:
    """Declare a dataclass field as a parameter of a rating system."""
    described = Parameter("", default, unit, meaning, choices, low, high, words, functions, before)
    return dataclasses.field(default=default, metadata={"parameter": described})


def span(low: float, high: float) -> str:
    """Return a range in words, such as ``from 0 to 28``; a bound just below a round number is named so."""
    if float(f"{high:g}") > high:
        return worded("from {low} to below {high}", low=plain(low), high=plain(high))
    return worded("from {low} to {high}", low=plain(low), high=plain(high))


def plain(value: float) -> str:
    """Return a bound as a person writes it: whole numbers with all their digits."""
    return f"{value:.0f}" if value.is_integer() else f"{value:g}"


def parameters_of(system: Any) -> tuple[Parameter, ...]:
    """Return the parameters of a rating system (its class or an instance), in their order.

    A field called ``lambda_``, as Python reserves the word, is the parameter ``lambda``.
    """
    return _of_class(system if isinstance(system, type) else type(system))


@cache
def _of_class(system: type) -> tuple[Parameter, ...]:
    return tuple(
        dataclasses.replace(field.metadata["parameter"], name=field.name.rstrip("_"))
        for field in dataclasses.fields(system)
    )


def values_of(system: Any) -> dict[str, str | float | None]:
    """Return the parameters' values by name, a function as its name in Python: ``my_module.my_curve``."""
    return {spec.name: _plain_value(getattr(system, spec.name)) for spec in parameters_of(system)}


def settings_of(system: Any) -> dict[str, str | float | None]:
    """Return the parameters that differ from their defaults, as :func:`values_of` tells them."""
    defaults = {spec.name: spec.default for spec in parameters_of(system)}
    return {name: value for name, value in values_of(system).items() if value != defaults[name]}


def kept_settings(system: Any) -> dict[str, str | float | None]:
    """Return the settings as they are kept: :func:`settings_of`, and every parameter that came later.

    What is kept outlives the version that wrote it. A setting of a later parameter that is absent then tells
    that the system did not have it yet (:func:`with_former`), and never that it had its default.
    """
    values, later = values_of(system), {spec.name for spec in parameters_of(system) if _is_later(spec)}
    return {name: values[name] for name in values if name in settings_of(system) or name in later}


def with_former(system: Any, settings: Mapping[str, str | float | None]) -> dict[str, str | float | None]:
    """Return settings that were kept, with what held of the parameters that the system did not have yet.

    Args:
        system: the rating system, its class or an instance.
        settings: as :func:`kept_settings` gave them, then.
    """
    return {**former_settings(system, settings), **settings}


def former_settings(system: Any, present_names: Iterable[str]) -> dict[str, str | float | None]:
    """Return what held of the parameters that came later and are not among those that are said."""
    names = set(present_names)
    return {
        spec.name: spec.before for spec in parameters_of(system) if _is_later(spec) and spec.name not in names
    }


def _is_later(spec: Parameter) -> bool:
    return spec.before is not None


def _plain_value(value: Any) -> Any:
    return f"{value.__module__}.{value.__qualname__}" if callable(value) else value


def check(system: Any) -> None:
    """Check the values of a rating system against what its parameters allow.

    Raises:
        BadInput: one is not a number, out of bounds, or not one of its words.
    """
    for spec in parameters_of(system):
        value = getattr(system, spec.name)
        if spec.functions and callable(value):
            continue
        if spec.choices and value not in spec.choices:
            raise BadInput(
                worded("{name} cannot be {value!r}", name=spec.name, value=value),
                remedy=worded("Choose from {known}.", known=", ".join(spec.choices)),
            )
        _check_kind(spec, value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if not math.isfinite(value):
                raise BadInput(worded("{name} must be finite, not {value}", name=spec.name, value=value))
            if not spec.low <= value <= spec.high:
                raise BadInput(
                    worded("{name} = {value} is out of bounds", name=spec.name, value=Figure(f"{value:g}")),
                    remedy=worded("Expected {range}.", range=spec.range),
                )
            if value and abs(value) < SMALLEST:
                raise BadInput(
                    worded("{name} = {value} is too close to 0", name=spec.name, value=Figure(f"{value:g}"))
                )


def _check_kind(spec: Parameter, value: Any) -> None:
    """Check that a value is of its parameter's kind.

    Raises:
        BadInput: it is none where one is needed, a word for a number, or no value at all.
    """
    if value is None:
        if spec.default is not None:
            raise BadInput(
                worded("{name} needs a value", name=spec.name),
                remedy=worded("Its default is {default}.", default=spec.default),
            )
        return
    word = isinstance(value, str)
    wordy = spec.words or isinstance(spec.default, str)
    if word and not wordy:
        raise BadInput(worded("{name} must be a number, not {value!r}", name=spec.name, value=value))
    if not word and not isinstance(value, bool | int | float):
        raise BadInput(
            worded("{name} cannot be {value!r}", name=spec.name, value=value), remedy="Expected a number."
        )


def configure(system: type[S], settings: Mapping[str, str | float | None]) -> S:
    """Make a rating system with these settings, given as text or numbers.

    Args:
        system: its class.
        settings: parameter name → value; text is read as the parameter's kind.

    Raises:
        BadInput: it has no such parameter, or the value is none for it.
    """
    specs = {p.name: p for p in parameters_of(system)}
    called = getattr(system, "name", system.__name__)
    field_of = {field.name.rstrip("_"): field.name for field in dataclasses.fields(system)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in specs:
            near, names = _meant(name, list(specs)), ", ".join(specs)
            raise BadInput(
                worded(
                    "{system} has no parameter {name!r}",
                    system=called,
                    name=name,
                ),
                remedy=worded("Did you mean {near}? It has {known}.", near=near, known=names)
                if near
                else worded("It has {known}.", known=names),
            )
        values[field_of[name]] = _read(specs[name], value)
    return system(**values)


def _meant(name: str, names: Sequence[str]) -> str | None:
    """Return the parameter that is probably meant; None where no name is near."""
    from difflib import get_close_matches

    word = name.casefold().replace("-", "_")
    word = OTHER_NAMES.get(word, word)
    return word if word in names else next(iter(get_close_matches(word, names, n=1)), None)


def _read(spec: Parameter, value: str | float | None) -> Any:
    """Read one setting: a number where the default is one (or absent), a word elsewhere."""
    if not isinstance(value, str):
        return value
    if isinstance(spec.default, bool):
        if value.lower() not in ("true", "false", "yes", "no", "1", "0"):
            raise BadInput(worded("{name} must be true or false, not {value!r}", name=spec.name, value=value))
        return value.lower() in ("true", "yes", "1")
    try:
        return float(value)
    except ValueError:
        if spec.words or isinstance(spec.default, str):
            return value
        raise BadInput(
            worded("{name} must be a number, not {value!r}", name=spec.name, value=value)
        ) from None
