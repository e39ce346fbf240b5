"""Names that are imported when they are first used: a short command starts without the rest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

Deferred: TypeAlias = Callable[[str], Any]
"""The ``__getattr__`` of a package: a name -> what it stands for."""


def deferred(package: str, homes: Mapping[str, str]) -> Deferred:
    """Return the ``__getattr__`` of a package (PEP 562).

    Args:
        package: the package's ``__name__``.
        homes: a public name -> the module in which it is defined.
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = load_attribute(f"{homes[name]}:{name}")
        setattr(sys.modules[package], name, value)
        return value

    return find


def load_attribute(place: str) -> Any:
    """Return what stands at a place, ``module:attribute``.

    A method of a value (``Games.from_frame``) so reaches a function that needs the value itself.
    """
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
