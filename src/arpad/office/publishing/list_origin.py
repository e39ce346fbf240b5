"""By what a ranking list was made, and how that differs from what is to go on from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from arpad.core import BadInput
from arpad.office.pages.formatting import exact
from arpad.office.publishing.containers import open_published
from arpad.ratings.parameters import kept_settings, with_former
from arpad.ratings.system import RatingSystem
from arpad.record import Record
from arpad.record.events import Span, cut_within
from arpad.rulebooks.rating_catalogue import system_class


def departures(file: str | Path, system: RatingSystem, games: Record | None = None) -> list[str]:
    """Return in what the manifest of a list departs from a system that is to go on from the list.

    Another system, other values of its parameters, a list that does not hold everybody, and one that ends
    within an event of the games, each in words.

    Args:
        file: a list that arpad published.
        system: the system that takes it.
        games: the games that are rated from the list on.

    Returns:
        Nothing also where the list has no manifest that can be read: nobody knows then what made it.
    """
    try:
        manifest = open_published(Path(file)).manifest
    except (BadInput, OSError):
        return []
    pools = manifest.get("pools")
    facts = pools if isinstance(pools, dict) else {None: manifest}
    manifest = next(iter(facts.values()), {})
    sentences = []
    if manifest.get("system") != system.name:
        sentences.append(f"the list is of the system {manifest.get('system')}, not {system.name}")
    else:
        sentences += _other_values(manifest.get("asked"), system)
    least = manifest.get("min_games")
    if isinstance(least, int) and least > 1:
        sentences.append(f"the list has only players with at least {least} games")
    if manifest.get("active_since") is not None:
        sentences.append(f"the list has only players who have played since {manifest['active_since']}")
    if manifest.get("provisional") == "omitted":
        sentences.append("the list has no players with a provisional rating")
    if games is not None:
        for pool, each in facts.items():
            within = games if pool is None else _of_pool(games, pool)
            cut = None if within is None else _event_cut(each.get("last_event"), within)
            sentences += [] if cut is None else [cut]
    return sentences


def made_by(file: str | Path, pool: str | None = None) -> tuple[str, tuple[str, ...]] | None:
    """Return the system that a list was made by, and its settings as ``NAME=VALUE``.

    Args:
        file: a list that arpad published.
        pool: which pool of it, where it has several.

    Returns:
        None where the list has no manifest that can be read.
    """
    try:
        manifest = open_published(Path(file)).manifest
    except (BadInput, OSError):
        return None
    pools = manifest.get("pools")
    if isinstance(pools, dict):
        manifest = pools.get(pool) or next(iter(pools.values()), {})
    name, published_settings = manifest.get("system"), manifest.get("asked")
    if not isinstance(name, str) or not isinstance(published_settings, dict):
        return None
    settings = _complete_settings(name, published_settings)
    return name, tuple(f"{parameter}={exact(value)}" for parameter, value in settings.items())


def _complete_settings(name: str, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the settings of a list with what held of the parameters that came after it."""
    try:
        return with_former(system_class(name), settings)
    except BadInput:  # whoever takes the list says that there is no such system
        return settings


def _of_pool(games: Record, pool: str) -> Record | None:
    return games.of_pool(pool) if games.pool is not None and pool in games.pool.names else None


def _event_cut(event: Any, games: Record) -> str | None:
    """Say that the games go on within the last event of the list, if they do."""
    try:
        name, *days = event
        first, last = (np.datetime64(day, "D") for day in days)
    except (TypeError, ValueError):
        return None
    return cut_within(Span(name, first, last), games)


def _other_values(published_settings: Any, system: RatingSystem) -> list[str]:
    """Compare the parameters that are not at their defaults, or came later."""
    if not isinstance(published_settings, dict):
        return []
    theirs, ours = with_former(system, published_settings), kept_settings(system)
    other = [name for name in sorted({*theirs, *ours}) if theirs.get(name) != ours.get(name)]
    if not other:
        return []
    published_values, current_values = (
        ", ".join(_in_words(name, of) for name in other) for of in (theirs, ours)
    )
    return [f"the list was made with {published_values}, and is now taken with {current_values}"]


def _in_words(name: str, values: Mapping[str, Any]) -> str:
    if name not in values:
        return f"{name} at its default"
    value = values[name]
    return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
