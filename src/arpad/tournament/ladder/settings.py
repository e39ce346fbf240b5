"""Reading a tournament's settings into a system's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from arpad.core import BadInput

S = TypeVar("S")


def read_settings(kind: type[S], given: Mapping[str, Any], system: str) -> S:
    """Return a settings dataclass from a tournament's mapping; what is not given keeps its default.

    A field's default says what the setting is: a bool, a whole number, a number or a word; its metadata may
    hold ``among``, the words that are allowed, ``low`` and ``high``.

    Raises:
        BadInput: the system has no such setting, or it cannot be what is given.
    """
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise BadInput(
                f"{system} has no setting {name!r}",
                remedy=f"Known: {', '.join(known)}." if known else "It has none.",
            )
        values[name] = _converted(name, value, known[name])
    return kind(**values)


def _converted(name: str, value: Any, one: Any) -> Any:
    default, meta = one.default, one.metadata
    try:
        if isinstance(default, bool):
            converted: Any = _truth(value)
        elif isinstance(default, int):
            converted = int(value)
            if converted != float(value):
                raise ValueError
        elif isinstance(default, float):
            converted = float(value)
        else:
            converted = str(value)
    except (TypeError, ValueError):
        raise BadInput(f"the setting {name} cannot be {value!r}", remedy=f"Default: {default}.") from None
    among, low, high = meta.get("among"), meta.get("low"), meta.get("high")
    if among is not None and converted not in among:
        raise BadInput(f"the setting {name} cannot be {value!r}", remedy=f"Known: {', '.join(among)}.")
    # "not (… <= …)" rather than ">": a number that is none compares as false both ways.
    if low is not None and not converted >= low:
        raise BadInput(f"the setting {name} cannot be {value!r}", remedy=f"At least {low}.")
    if high is not None and not converted <= high:
        raise BadInput(f"the setting {name} cannot be {value!r}", remedy=f"At most {high}.")
    return converted


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if str(value).lower() not in words:
        raise ValueError(value)
    return words[str(value).lower()]
