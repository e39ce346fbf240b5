"""A system declares its fields by ``parameter(default, meaning, …)``; its signature shows the default."""

from __future__ import annotations

from typing import Any

import griffe

DECLARED = "parameter"
"""The function that declares a field (:func:`arpad.ratings.parameters.parameter`)."""


class Defaults(griffe.Extension):  # type: ignore[misc]
    """Takes the default out of every field that is declared so."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Write ``k: float = parameter(20.0, "…")`` as ``k: float = 20.0``."""
        value = attr.value
        if isinstance(value, griffe.ExprCall) and str(value.function) == DECLARED:
            attr.value = value.arguments[0]
