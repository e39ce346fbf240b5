"""Players: the names behind the indices, and what the rules need to know of each."""

from __future__ import annotations

from collections import Counter
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

SHOWN = 3
"""How many names the short form of players shows."""


def unknown(like: Attribute, players: int) -> Attribute:
    """Return a column of the kind of another one, with nothing known of any player."""
    words = like.dtype == object
    column: Attribute = np.full(players, None if words else np.nan, dtype=object if words else np.float64)
    return column


def is_known(column: Attribute) -> NDArray[np.bool_]:
    """Tell of every player whether the column has a value."""
    if column.dtype == object:
        return np.array([value is not None for value in column], dtype=np.bool_)
    return np.asarray(~np.isnan(column), dtype=np.bool_)


@dataclass(frozen=True, eq=False, repr=False)
class Players:
    """The players of a record, by index.

    Args:
        names: the name of each player as given, unique.
        attributes: columns over the players, by the names that rulebooks use (``rating``, ``deviation``,
            ``volatility``, ``games``, ``peak``, ``birth_year``, ``federation``, ``sex``, ``title``…).
            Numbers are float64 with NaN where unknown; words are object with None where unknown.
        continued: whether the attributes are those of a ranking list, from which rating goes on:
            players on it without a game go into the next list, and games count on.

    Raises:
        BadInput: two players have the same name.
    """

    names: Sequence[str]
    attributes: Mapping[str, Attribute] = field(default_factory=lambda: MappingProxyType({}))
    continued: bool = False

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            twice = next(name for name, times in Counter(self.names).items() if times > 1)
            raise BadInput(f"two players have the name {twice!r}", remedy="Give each a name of its own.")

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        """Return the players in a line: how many they are, the first of them, and what is known of them."""
        names = ", ".join([*self.names[:SHOWN], *(["…"] if len(self) > SHOWN else [])])
        known = f"; known: {', '.join(self.attributes)}" if self.attributes else ""
        return f"<Players: {len(self):,} ({names}){known}>"

    def __reduce__(self) -> tuple[type[Players], tuple[Sequence[str], dict[str, Attribute], bool]]:
        """Return how a copy is made: a view of a mapping cannot be pickled, and a dictionary can."""
        return Players, (self.names, dict(self.attributes), self.continued)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def knows(self, name: str) -> bool:
        """Tell whether somebody has that name."""
        return name in self._index

    def index(self, name: str) -> int:
        """Return the index of the player of that name.

        Raises:
            BadInput: nobody has it; the nearest names are suggested.
        """
        found = self._index.get(name)
        if found is None:
            raise BadInput(f"no player is called {name!r}", remedy=self._suggestion(name))
        return found

    def near(self, name: str) -> list[str]:
        """Return up to three names that are nearly this one, the nearest first."""
        import difflib

        folded = {other.casefold(): other for other in self.names}
        near = difflib.get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)
        inside = [other for fold, other in folded.items() if name.casefold() in fold]
        return list(dict.fromkeys([*inside[:3], *(folded[n] for n in near)]))[:3]

    def _suggestion(self, name: str) -> str:
        if hits := self.near(name):
            return "Did you mean " + " or ".join(hits) + "?"
        return f"The record knows {len(self)} players."

    @property
    def listed(self) -> NDArray[np.bool_]:
        """Who comes from a ranking list, from which rating goes on."""
        games = self.attributes.get("listed_games") if self.continued else None
        return np.zeros(len(self), dtype=np.bool_) if games is None else is_known(games)

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

    def after(self, listed: Players) -> Players:
        """Return these players as they come from a ranking list, and behind them the others of the list.

        What the list does not know of a player stays as it is, but for the rating: a player without one
        on the list is unrated.
        """
        mine = self._index
        names = [*self.names, *(name for name in listed.names if name not in mine)]
        there = {name: i for i, name in enumerate(names)}
        place = np.array([there[name] for name in listed.names], dtype=np.int64)
        found: dict[str, Attribute] = {}
        for name, column in self.attributes.items():
            found[name] = unknown(column, len(names))
            found[name][: len(self)] = column
        for name, column in listed.attributes.items():
            if name not in found or found[name].dtype.kind != column.dtype.kind:
                found[name] = unknown(column, len(names))
            rows = is_known(column) | (name == "rating")
            found[name][place[rows]] = column[rows]
        return Players(names, MappingProxyType(found), continued=True)
