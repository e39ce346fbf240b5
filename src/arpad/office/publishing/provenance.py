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
        manifest: the manifest of the list, or of the first of several pools: they differ in the record only.
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

    manifest: Manifest
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
    manifest = next(iter(manifests.values()))
    settings = [
        _setting(parameter, manifest)
        for parameter in parameters_of(system)
        if parameter.name in manifest.parameters
    ]
    several = manifests.items() if len(manifests) > 1 else ()
    return Provenance(
        manifest,
        STATUS.get(manifest.status, manifest.status),
        _schedule(manifest, system),
        _rows(manifest),
        [(player, exact(rating), event) for player, event, rating in manifest.given],
        system.remarks,
        notes,
        [(pool or "", _span(pool_manifest), pool_manifest) for pool, pool_manifest in several],
        _span(manifest),
        [setting for setting in settings if setting.default],
        [setting for setting in settings if not setting.default],
        shlex.join([*manifest.command(by_pool=None not in manifests), "--out", "list.html"]),
    )


def _span(manifest: Manifest) -> str:
    """Return how many games, from when to when."""
    if manifest.first is None:
        return f"{manifest.games:,}"
    return f"{manifest.games:,}, from {day(manifest.first)} to {day(manifest.last)}"


def _rows(manifest: Manifest) -> str:
    """Return what became of the rows that were read."""
    rejected = f"{manifest.rejected:,} set aside as unreadable" if manifest.rejected else "none set aside"
    unfinished = f", {count(manifest.unfinished, 'game')} without a result" if manifest.unfinished else ""
    byes = f", {manifest.byes:,} without a game (byes, forfeits)" if manifest.byes else ""
    return f"{manifest.rows:,} read, {rejected}{unfinished}{byes}"


def _schedule(manifest: Manifest, system: RatingSystem) -> str:
    """Return how the games were taken: one by one, by periods of which length, or all together."""
    if system.name in TOGETHER:
        return _together(manifest)
    if manifest.schedule == "live":
        return "live: each game changes the ratings that the next one meets" + (
            "" if manifest.period is None else f"; time counts in periods of {_period(manifest.period)}"
        )
    if manifest.period == "all":
        return "one rating period: all games count against the ratings before them"
    return (
        f"by rating period of {_period(manifest.period or '')}: its games count against the ratings before it"
    )


def _together(manifest: Manifest) -> str:
    """Return how a system takes the games that fits all ratings to all games at once."""
    if manifest.period is None or manifest.period == "all":
        return "all games count together, whatever their order"
    length = _period(manifest.period)
    return f"by rating period of {length}: the ratings of all periods are fitted to all games together"


def _period(rule: str) -> str:
    """Return how long a rating period is."""
    if rule in ("event", "all", ""):
        return {"event": "one event", "all": "all games"}.get(rule, "unknown length")
    cut = parse_period(rule)
    return count(cut.size, UNITS[cut.unit])


def _setting(parameter: Parameter, manifest: Manifest) -> Setting:
    """Return a parameter with its value, and its default where that is another one."""
    value = manifest.parameters[parameter.name]
    default = "" if value == parameter.default else _value(parameter.default, "")
    return Setting(parameter.name, _value(value, parameter.unit), default, parameter.meaning)


def _value(value: object, unit: str) -> str:
    """Return a parameter's value as text."""
    if value is None:
        return "none"
    return f"{exact(value)} {unit}".strip() if isinstance(value, int | float) else str(value)
