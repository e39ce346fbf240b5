"""How a list was computed: system and parameters, record and fingerprint, and the command to do it again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.office.pages.formatting import count, day, exact
from arpad.office.publishing.manifest import Manifest
from arpad.ratings.parameters import Parameter, parameters_of
from arpad.ratings.system import RatingSystem
from arpad.record.periods import parse_period

UNITS = {"d": "day", "w": "week", "mo": "month", "y": "year", "number": "numbered period"}

STATUS = {
    "exact": "exact: it follows its source to the digit",
    "approximate": "approximate: it comes close to its source",
    "unverified": "unverified: no published calculation was at hand to compare with",
}


TOGETHER = ("bradley-terry", "plackett-luce", "whr", "ttt")
"""The systems that fit all ratings to all games at once: no game counts against ratings before it."""


@dataclass(frozen=True)
class Setting:
    """A parameter of the system.

    Args:
        name: on the command line.
        value: with its unit.
        default: the value if nobody sets it; empty where it has that.
        meaning: what it is.
    """

    name: str
    value: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Provenance:
    """What the lists of a page were computed from.

    Args:
        one: the manifest of the list, or of the first of several pools: they differ in the record only.
        status: how the system compares with its source.
        schedule: how the games were taken.
        rows: what became of the rows that were read.
        given: ratings that players were given: name, rating, event.
        remarks: what is to be said of the system.
        notes: what was made of the record, a sentence each.
        pools: what the ratings of each pool rest on: pool, games, manifest; empty without pools.
        span: how many games, from when to when.
        changed: the parameters that are not at their defaults.
        usual: the parameters at their defaults.
        command: what computes the list again.
    """

    one: Manifest
    status: str
    schedule: str
    rows: str
    given: Sequence[tuple[str, str, str]]
    remarks: Sequence[str]
    notes: Sequence[str]
    pools: Sequence[tuple[str, str, Manifest]]
    span: str
    changed: Sequence[Setting]
    usual: Sequence[Setting]
    command: str


def provenance(
    system: RatingSystem, manifests: Mapping[str | None, Manifest], notes: Sequence[str]
) -> Provenance:
    """Return what the lists of a page were computed from.

    Args:
        system: the rating system.
        manifests: by pool; under None where there are no pools.
        notes: what was made of the record.
    """
    one = next(iter(manifests.values()))
    settings = [_setting(known, one) for known in parameters_of(system) if known.name in one.parameters]
    several = manifests.items() if len(manifests) > 1 else ()
    return Provenance(
        one,
        STATUS.get(one.status, one.status),
        _schedule(one, system),
        _rows(one),
        [(who, exact(rating), event) for who, event, rating in one.given],
        system.remarks,
        notes,
        [(pool or "", _span(manifest), manifest) for pool, manifest in several],
        _span(one),
        [setting for setting in settings if setting.default],
        [setting for setting in settings if not setting.default],
        shlex.join([*one.command(by_pool=None not in manifests), "--out", "list.html"]),
    )


def _span(one: Manifest) -> str:
    """Return how many games, from when to when."""
    if one.first is None:
        return f"{one.games:,}"
    return f"{one.games:,}, from {day(one.first)} to {day(one.last)}"


def _rows(one: Manifest) -> str:
    """Return what became of the rows that were read."""
    rejected = f"{one.rejected:,} set aside as unreadable" if one.rejected else "none set aside"
    unfinished = f", {count(one.unfinished, 'game')} without a result" if one.unfinished else ""
    byes = f", {one.byes:,} without a game (byes, forfeits)" if one.byes else ""
    return f"{one.rows:,} read, {rejected}{unfinished}{byes}"


def _schedule(one: Manifest, system: RatingSystem) -> str:
    """Return how the games were taken: one by one, by periods of which length, or all together."""
    if system.name in TOGETHER:
        return _together(one)
    if one.schedule == "live":
        return "live: each game changes the ratings that the next one meets" + (
            "" if one.period is None else f"; time counts in periods of {_period(one.period)}"
        )
    if one.period == "all":
        return "one rating period: all games count against the ratings before them"
    return f"by rating period of {_period(one.period or '')}: its games count against the ratings before it"


def _together(one: Manifest) -> str:
    """Return how a system takes the games that fits all ratings to all games at once."""
    if one.period is None or one.period == "all":
        return "all games count together, whatever their order"
    length = _period(one.period)
    return f"by rating period of {length}: the ratings of all periods are fitted to all games together"


def _period(rule: str) -> str:
    """Return how long a rating period is."""
    if rule in ("event", "all", ""):
        return {"event": "one event", "all": "all games"}.get(rule, "unknown length")
    cut = parse_period(rule)
    return count(cut.size, UNITS[cut.unit])


def _setting(known: Parameter, one: Manifest) -> Setting:
    """Return a parameter with its value, and its default where that is another one."""
    value = one.parameters[known.name]
    default = "" if value == known.default else _value(known.default, "")
    return Setting(known.name, _value(value, known.unit), default, known.meaning)


def _value(value: object, unit: str) -> str:
    """Return a parameter's value as text."""
    if value is None:
        return "none"
    return f"{exact(value)} {unit}".strip() if isinstance(value, int | float) else str(value)
