"""Rating systems by name: their classes, each imported when it is asked for, and systems with settings."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from arpad.core import BadInput
from arpad.ratings.parameters import configure, parameters_of
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.known_systems import LISTS, SYSTEMS, Installed, installed_systems

if TYPE_CHECKING:
    from arpad.rulebooks.online.skill_points import SkillPoints

__all__ = ["LISTS", "SYSTEMS", "list_class", "rating_system", "system_class"]


def list_class(name: str) -> type[SkillPoints]:
    """Return the class of a list of points.

    Raises:
        BadInput: no list has that name.
    """
    if name not in LISTS:
        raise BadInput(f"no list of points is called {name!r}", remedy=f"Known: {', '.join(LISTS)}.")
    module, _, attribute = LISTS[name].place.partition(":")
    class_: type[SkillPoints] = getattr(import_module(module), attribute)
    return class_


def _installed_class(installed: Installed) -> type[RatingSystem]:
    """Return the class of a rating system of another package.

    Raises:
        BadInput: it cannot be imported, or it is not a rating system of that name.
    """
    subject = f"the rating system {installed.name} of {installed.distribution or installed.place}"
    module, _, attribute = installed.place.partition(":")
    try:
        class_ = getattr(import_module(module), attribute)
    except Exception as problem:  # whatever another package does when it is imported
        raise BadInput(
            f"{subject} cannot be loaded: {type(problem).__name__}: {problem}",
            remedy=f"Repair {installed.place}, or uninstall the package.",
        ) from problem
    if not (isinstance(class_, type) and issubclass(class_, RatingSystem)):
        raise BadInput(f"{subject} is not a class of rating systems: {installed.place}")
    if class_.name != installed.name:
        raise BadInput(
            f"{subject} calls itself {class_.name}", remedy="Let the entry point have the same name."
        )
    return class_


def system_class(name: str) -> type[RatingSystem]:
    """Return the class of a rating system.

    Raises:
        BadInput: no system has that name, or it is one of another package that cannot be loaded.
    """
    if name not in SYSTEMS:
        others = installed_systems()
        if name in others:
            return _installed_class(others[name])
        raise BadInput(
            f"no rating system is called {name!r}", remedy=f"Known: {', '.join([*SYSTEMS, *others])}."
        )
    module, _, attribute = SYSTEMS[name].place.partition(":")
    class_: type[RatingSystem] = getattr(import_module(module), attribute)
    return class_


FORMERLY: dict[str, str] = {"elo": "online"}
"""A system -> the one that has parameters which the former had, and which are still taken for it."""


def rating_system(
    name: str, settings: Mapping[str, str | float | None] | None = None, /, **more: str | float | None
) -> RatingSystem:
    """Make a rating system by name, with settings given as text or numbers.

    Args:
        name: of the system, as the command line has it.
        settings: parameter -> value.
        more: the same as keywords: ``rating_system("elo", k=30)``; they go before ``settings``.

    Returns:
        The system; where its parameters are no longer those of ``name``, the one that has them.

    Raises:
        BadInput: no system has that name, or it has no such parameter.
    """
    settings = {**(settings or {}), **more}
    class_ = system_class(name)
    if name in FORMERLY and not settings.keys() <= {parameter.name for parameter in parameters_of(class_)}:
        with suppress(BadInput):
            return configure(system_class(FORMERLY[name]), settings)
    return configure(class_, settings)
