"""Players: the names behind the indices, and what the rules need to know of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput

Attribute = NDArray[Any]
"""A column over players: float64 with NaN for unknown, or object with None for unknown."""


@dataclass(frozen=True, eq=False)
class Players:
    """The players of a record, by index.

    Args:
        names: the name of each player as given, unique.
        attributes: columns over the players, by the names that rulebooks use (``rating``, ``deviation``,
            ``volatility``, ``games``, ``peak``, ``birth_year``, ``federation``, ``sex``, ``title``…).
            Numbers are float64 with NaN where unknown; words are object with None where unknown.
    """

    names: Sequence[str]
    attributes: Mapping[str, Attribute] = field(default_factory=lambda: MappingProxyType({}))

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """Return the index of the player of that name.

        Raises:
            BadInput: nobody has it; the nearest names are suggested.
        """
        found = self._index.get(name)
        if found is None:
            raise BadInput(f"no player is called {name!r}", remedy=self._suggestion(name))
        return found

    def _suggestion(self, name: str) -> str:
        import difflib

        folded = {other.casefold(): other for other in self.names}
        near = difflib.get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)
        inside = [other for fold, other in folded.items() if name.casefold() in fold]
        hits = list(dict.fromkeys([*inside[:3], *(folded[n] for n in near)]))[:3]
        if hits:
            return "Did you mean " + " or ".join(hits) + "?"
        return f"The record knows {len(self)} players."

    def number(self, attribute: str, unknown: float = np.nan) -> NDArray[np.float64]:
        """Return a column of numbers over the players, ``unknown`` where nothing is known.

        Raises:
            BadInput: it holds a word.
        """
        column = self.attributes.get(attribute)
        if column is None:
            return np.full(len(self), unknown, dtype=np.float64)
        try:
            values = np.asarray(column, dtype=np.float64)
        except (TypeError, ValueError):
            raise self._not_a_number(attribute, column) from None
        return values if np.isnan(unknown) else np.where(np.isnan(values), unknown, values)

    def _not_a_number(self, attribute: str, column: Attribute) -> BadInput:
        """Return the error that a column where the rules ask for numbers holds a word."""
        for name, value in zip(self.names, column.tolist(), strict=True):
            try:
                float(np.nan if value is None else value)
            except (TypeError, ValueError):
                return BadInput(
                    f"the {attribute} of {name} is {value!r}, and the rules ask for a number",
                    remedy="Correct it in the players file, or leave it blank if it is not known.",
                )
        return BadInput(f"the column {attribute} of the players holds no numbers")

    def with_attributes(self, attributes: Mapping[str, Attribute]) -> Players:
        """Return the same players, with these columns added or replaced."""
        return replace(self, attributes=MappingProxyType({**self.attributes, **attributes}))
