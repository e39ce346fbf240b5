"""The page of a rating system has its parameters in a table, after what it is and before its methods."""

from __future__ import annotations

from typing import Any

import griffe

from python_pages import parameter_table, systems


class ParameterTables(griffe.Extension):  # type: ignore[misc]
    """Ends the description of every public rating system with the table of its parameters."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Add the table to the docstring of a system."""
        system = systems().get(obj.path)
        if system is not None and obj.docstring is not None:
            obj.docstring.value += f"\n\n# Parameters\n\n{parameter_table(system)}\n"
