"""Publications from before a rating system had one of its parameters: made again as they were made.

A manifest names every parameter (of odds: every one that is kept, :func:`~.kept_settings`). One that it does
not name did not exist when it was written: the command is run again with what held then
(:attr:`arpad.ratings.parameters.Parameter.before`), and what comes of it is compared without that parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arpad.core import BadInput
from arpad.office.pages.formatting import exact
from arpad.ratings.parameters import former_settings
from arpad.rulebooks.rating_catalogue import system_class

Words = list[str]


def former_of(manifest: Mapping[str, Any]) -> dict[str, str | float | None]:
    """Return the parameters that a manifest does not know yet, with what held before."""
    facts = next(_facts(manifest), {})
    name, parameters = facts.get("system"), facts.get("parameters")
    if not isinstance(name, str) or not isinstance(parameters, dict):
        return {}
    try:
        return former_settings(system_class(name), parameters)
    except BadInput:  # points and federations' lists have no rating system of the catalogue
        return {}


def former_command(manifest: Mapping[str, Any]) -> Words:
    """Return the command of a manifest as this version makes the same by it.

    A command that takes its system from a list takes the parameters of the list with it.
    """
    words: Words = list(manifest["command"])
    return [*words, *_settings(manifest)] if "--system" in words else words


def as_formerly(manifest: dict[str, Any], published: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest of a table that was made again without what the published one does not know."""
    former = former_of(published)
    if not former:
        return manifest
    command = _without(manifest["command"], _settings(published))
    parameters = {name: value for name, value in manifest["parameters"].items() if name not in former}
    return {**manifest, "command": command, "parameters": parameters}


def _facts(manifest: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield what a manifest says of its ratings, pool by pool."""
    pools = manifest.get("pools")
    yield from pools.values() if isinstance(pools, dict) else (manifest,)


def _settings(manifest: Mapping[str, Any]) -> Words:
    """Return the settings that make the same as before, as the command line takes them."""
    former = former_of(manifest)
    return [word for name in former for word in ("--set", f"{name}={exact(former[name])}")]


def _without(command: Words, settings: Words) -> Words:
    """Return a command without settings, each of two words."""
    gone = set(zip(settings[::2], settings[1::2], strict=True))
    kept, at = Words(), 0
    while at < len(command):
        pair = (command[at], command[at + 1] if at + 1 < len(command) else "")
        kept += [] if pair in gone else command[at : at + 1]
        at += 2 if pair in gone else 1
    return kept
