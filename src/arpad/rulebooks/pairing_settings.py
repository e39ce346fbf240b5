"""What a tournament of each pairing system may set, and the check of it before anything is written.

A system's own settings are the fields of its class. Where those say what they may be, they are asked;
:data:`OWN` has the others, and :data:`SHARED` what several systems, or the standings, read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from datetime import date
from importlib import import_module
from typing import Any, NamedTuple

from arpad.core import BadInput
from arpad.rulebooks.pairing_catalogue import DISCS, PARAMETERS_OF_ALL, SYSTEMS, pairing_system

MOST = 10**9
"""Of whole numbers that have no other limit: far above what makes sense, and far below what overflows."""


class SettingRule(NamedTuple):
    """What a setting may be.

    Args:
        in_words: after "It may be".
        read: makes the value of what was typed; raises ValueError or TypeError.
    """

    in_words: str
    read: Callable[[Any], Any]


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}" if max(abs(low), abs(high)) < 1e6 else f" from {low} to {high}"
    if low is not None:
        return f", {low:g} or more"
    return f", {high:g} or less" if high is not None else ""


def whole(low: int | None = None, high: int | None = None) -> SettingRule:
    """Return what whole numbers may be."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or float(value) != int(value):
            raise ValueError(value)
        integer = int(value)
        if not (-MOST if low is None else low) <= integer <= (MOST if high is None else high):
            raise ValueError(value)
        return integer

    return SettingRule(f"a whole number{_range(low, high)}", read)


def number(low: float | None = None, high: float | None = None) -> SettingRule:
    """Return what numbers may be."""

    def read(value: Any) -> float:
        decimal = float(value)
        if isinstance(value, bool) or not math.isfinite(decimal):
            raise ValueError(value)
        if not (-MOST if low is None else low) <= decimal <= (MOST if high is None else high):
            raise ValueError(value)
        return decimal

    return SettingRule(f"a number{_range(low, high)}", read)


def among(*words: str) -> SettingRule:
    """Return what one of some words may be."""

    def read(value: Any) -> str:
        if value is None or str(value).lower() not in words:
            raise ValueError(value)
        return str(value).lower()

    return SettingRule(" or ".join(filter(None, (", ".join(words[:-1]), words[-1]))), read)


def _truth(value: Any) -> bool:
    truths = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    return truths[str(value).lower()]


def _numbers(value: Any) -> list[int]:
    return [whole(1).read(entry) for entry in (value if isinstance(value, list) else [value])]


def _groups(value: Any) -> int | dict[str, list[int]]:
    if not isinstance(value, Mapping):
        return int(whole(1, 26).read(value))
    groups = {str(letter): _numbers(list(members)) for letter, members in value.items()}
    flat = [member for members in groups.values() for member in members]
    if not flat or len(set(flat)) != len(flat) or not all(groups.values()):
        raise ValueError(value)
    return groups


def _two_names(value: Any) -> str:
    names = [word.strip() for word in _text(value).split(",")]
    if len(names) != 2 or not all(names) or len(set(names)) != 2:
        raise ValueError(value)
    return ", ".join(names)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


TRUTH = SettingRule("yes or no", _truth)
CYCLES = whole(1, 99)

OWN: Mapping[str, Mapping[str, SettingRule]] = {
    "round-robin": {"cycles": CYCLES},
    "knockout": {"draw": among("seeded", "tiers", "lots")},
    "groups": {"cycles": CYCLES, "size": whole(2, 999)},
    "fide-dubov": {"provisional": whole(0, 4000)},
    "fide-team": {
        "primary": among("mp", "gp"),
        "secondary": among("mp", "gp", "none"),
        "colours": among("a", "b", "none"),
        "following": among("fewest", "parity"),
    },
    "scheveningen": {"teams": SettingRule("the names of two teams, Tigers, Lions", _two_names)},
    "swiss-teams": {"boards": whole(1, 999)},
    **{
        name: {
            "bar": SettingRule("a grade such as 1d", _text),
            "floor": SettingRule("a grade such as 20k", _text),
            "categories": SettingRule("grades such as 1d,5k", _text),
        }
        for name in ("mcmahon", "go-swiss")
    },
}
"""System → setting → what it may be, where the class does not say it."""

BAKU = frozenset({"fide-dutch", "fide-dubov", "fide-burstein", "fide-lim", "fide-team", "double-swiss"})
"""Systems that know Baku's acceleration (C.04.7)."""

TEAMS = frozenset(
    name
    for name, listed in SYSTEMS.items()
    if not listed.halves
    and listed.result != DISCS
    and name not in ("double-swiss", "scheveningen", "swiss-teams")
)
"""Systems whose participants may be teams that meet on several boards."""

SHARED: Mapping[str, tuple[frozenset[str], SettingRule]] = {
    "acceleration": (BAKU, among("baku")),
    "boards": (TEAMS, whole(1, 999)),
    "primary": (TEAMS, among("mp", "gp")),
    "groups": (
        frozenset({"groups"}),
        SettingRule('how many, 1 to 26, or {"A": [1, 4], "B": [2, 3]}', _groups),
    ),
    "predetermined": (frozenset(SYSTEMS), TRUTH),
    "withdrawn": (frozenset(SYSTEMS), SettingRule("numbers of participants, [3, 7]", _numbers)),
}
"""Setting → the systems that it is for, and what it may be."""


def allowed(system: str) -> dict[str, SettingRule]:
    """Return all that a tournament of a system may set.

    Raises:
        BadInput: there is no such system.
    """
    if system not in SYSTEMS:
        pairing_system(system)
    module, _, kind = SYSTEMS[system].place.partition(":")
    own = [
        field for field in fields(getattr(import_module(module), kind)) if field.name not in PARAMETERS_OF_ALL
    ]
    rules = {field.name: OWN.get(system, {}).get(field.name) or _of_field(field) for field in own}
    shared = {name: what for name, (systems, what) in SHARED.items() if system in systems}
    return rules | {name: what for name, what in shared.items() if name not in rules}


def defaults(system: str) -> dict[str, str | int | float | bool | None]:
    """Return the value of every setting of a system that nobody has set; None where no value stands for it.

    Raises:
        BadInput: there is no such system.
    """
    rules = allowed(system)
    module, _, kind = SYSTEMS[system].place.partition(":")
    own = {field.name: field.default for field in fields(getattr(import_module(module), kind))}
    return {
        name: own[name] if isinstance(own.get(name), str | int | float) else None  # type: ignore[misc]
        for name in rules
    }


def checked(system: str, settings: Mapping[str, Any], edition: date | None = None) -> dict[str, Any]:
    """Return settings as they are meant: ``yes`` as true, ``2.0`` as 2.

    Args:
        system: the pairing system.
        settings: as they were typed.
        edition: the day of the event.

    Raises:
        BadInput: there is no such system, edition or setting, or a value cannot be; with what may be.
    """
    rules = allowed(system)
    values = {}
    for name, value in settings.items():
        if name not in rules:
            has = "; ".join(f"{setting}: {what.in_words}" for setting, what in rules.items())
            raise BadInput(
                f"{system} has no setting {name!r}", remedy=f"It has {has}.", code="setting.unknown"
            )
        try:
            values[name] = rules[name].read(value)
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
            remedy = f"It may be {rules[name].in_words}."
            raise BadInput(f"{name} cannot be {value!r}", remedy=remedy, code="setting.value") from None
    own = {name: value for name, value in values.items() if name in _parameters(system)}
    pairing_system(system, edition=edition, **own)
    if own.get("categories"):
        from arpad.rulebooks.go.grades import rank_of

        for word in own["categories"].split(","):
            rank_of(word)
    return values


def in_force(system: str, settings: Mapping[str, Any], edition: date | None = None) -> dict[str, Any]:
    """Return every setting of a tournament: those that are given, and the system's own at their defaults.

    A default that no value stands for, such as a team's second score that follows from the first, is left
    out.

    Args:
        system: the pairing system.
        settings: those that are given.
        edition: the day of the event.

    Raises:
        BadInput: as :func:`checked`.
    """
    given = checked(system, settings, edition)
    instance = pairing_system(
        system, edition=edition, **{name: given[name] for name in _parameters(system) & given.keys()}
    )
    rules = allowed(system)
    values = {}
    for name in sorted(_parameters(system) - given.keys()):
        try:
            values[name] = rules[name].read(getattr(instance, name))
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
            continue
    return {**given, **values}


def at_defaults(system: str, settings: Mapping[str, Any]) -> set[str]:
    """Return which settings of a tournament have the value that they would have if nobody had set them."""
    module, _, kind = SYSTEMS[system].place.partition(":")
    defaults = {field.name: field.default for field in fields(getattr(import_module(module), kind))}
    return {name for name, value in settings.items() if name in defaults and defaults[name] == value}


def telling(system: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings without those that say what would hold without them; what a report is written of.

    That a team has boards tells teams from players, however many it has.
    """
    silent = at_defaults(system, settings) - {"boards"}
    return {name: value for name, value in settings.items() if name not in silent}


def edition_in_force(system: str, settings: Mapping[str, Any]) -> date:
    """Return the day from which the newest text of a system holds.

    Args:
        system: the pairing system.
        settings: as :func:`in_force` returns them.

    Raises:
        BadInput: there is no such system.
    """
    own = {name: settings[name] for name in _parameters(system) & settings.keys()}
    return pairing_system(system, **own).edition.since


def _parameters(system: str) -> set[str]:
    module, _, kind = SYSTEMS[system].place.partition(":")
    return {field.name for field in fields(getattr(import_module(module), kind))} - set(PARAMETERS_OF_ALL)


def _of_field(field: Field[Any]) -> SettingRule:
    """Return what a field may be, by its default and its metadata."""
    low, high, words = (field.metadata.get(key) for key in ("low", "high", "among"))
    if words is not None:
        return among(*words)
    if isinstance(field.default, bool):
        return TRUTH
    if isinstance(field.default, int):
        return whole(low, high)
    if isinstance(field.default, float):
        return number(low, high)
    return SettingRule("text", _text)
