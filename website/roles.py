"""Docstrings name other objects as Sphinx does, such as :class:`Games`; the site prints them as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc):`~?([^`]+)`")


class Roles(griffe.Extension):  # type: ignore[misc]
    """Takes the roles out of every docstring that is read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Write ``:class:`Games``` as code."""
        if obj.docstring is not None:
            obj.docstring.value = ROLE.sub(r"`\1`", obj.docstring.value)
