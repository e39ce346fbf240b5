"""``--set NAME=VALUE`` of ``arpad tournament``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from arpad.core import BadInput


def settings_of(system: str, settings: Sequence[str], rounds: int, edition: date | None) -> dict[str, Any]:
    """Return the settings of a tournament as they are meant; a value that is JSON is taken as that.

    Args:
        system: the pairing system.
        settings: ``NAME=VALUE``.
        rounds: how many are planned; 0 if nobody says.
        edition: the day of the event.

    Raises:
        BadInput: there is no such system, edition or setting, or a value cannot be.
    """
    from arpad.rulebooks.pairing_settings import checked

    values = checked(system, typed_settings(settings), edition)
    if "acceleration" in values and not rounds:
        raise BadInput(
            "acceleration depends on the number of rounds",
            remedy="Give it: --rounds 9.",
            code="setting.needs-rounds",
        )
    return values


def typed_settings(settings: Sequence[str]) -> dict[str, Any]:
    """Return what was typed as ``NAME=VALUE``, by name; a value that is JSON is taken as that.

    Raises:
        BadInput: a text is not written so (``setting.not-a-setting``), or a name is given twice.
    """
    import json

    values: dict[str, Any] = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(
                f"{text!r} is not NAME=VALUE",
                remedy="Write it as --set bar=2d.",
                code="setting.not-a-setting",
            )
        name = name.strip()
        if name in values:
            raise BadInput(f"--set gives {name} twice", remedy="Give it once.", code="setting.twice")
        try:
            values[name] = json.loads(value)
        except (ValueError, RecursionError):
            values[name] = value.strip()
    return values
