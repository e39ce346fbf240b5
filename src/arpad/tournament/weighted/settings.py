"""What a system lets an organiser set: fields of its class, given as the command line or a file has them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from arpad.core import BadInput, worded


class SystemSettings:
    """Base of settings: after it is made, each field is what its default is, or it is refused.

    A default says what a field is: a bool, a whole number, a number or a word. Its metadata may hold
    ``among``, the words that are allowed, ``low`` and ``high``.
    """

    def __post_init__(self) -> None:
        for setting in fields(self):  # type: ignore[arg-type]
            object.__setattr__(self, setting.name, _converted(setting, getattr(self, setting.name)))


def _converted(setting: Any, value: Any) -> Any:
    default, meta = setting.default, setting.metadata
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
        raise BadInput(
            worded("{name} cannot be {value!r}", name=setting.name, value=value),
            remedy=worded("Default: {default}.", default=default),
        ) from None
    among, low, high = meta.get("among"), meta.get("low"), meta.get("high")
    if among is not None and converted not in among:
        raise BadInput(
            worded("{name} cannot be {value!r}", name=setting.name, value=value),
            remedy=worded("Known: {known}.", known=", ".join(among)),
        )
    # "not (… >= …)" rather than "<": a number that is none compares as false both ways.
    if low is not None and not converted >= low:
        raise BadInput(
            worded("{name} cannot be {value!r}", name=setting.name, value=value),
            remedy=worded("At least {low}.", low=low),
        )
    if high is not None and not converted <= high:
        raise BadInput(
            worded("{name} cannot be {value!r}", name=setting.name, value=value),
            remedy=worded("At most {high}.", high=high),
        )
    return converted


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if str(value).lower() not in words:
        raise ValueError(value)
    return words[str(value).lower()]
