"""The titles of a table's columns, and the finding of one among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arpad.core import BadInput
from arpad.record.tables.column_names import normal


def check_choice(columns: object) -> None:
    """Refuse a choice of columns that is no mapping of role to name.

    Raises:
        BadInput: it is something else.
    """
    if columns is None or (
        isinstance(columns, Mapping)
        and all(isinstance(word, str) for pair in columns.items() for word in pair)
    ):
        return
    raise BadInput(
        f"the columns are chosen by a value of type {type(columns).__name__}",
        remedy='Expected role and name of each: {"first": "White", "second": "Black", "score": "Result"}.',
        code="columns.not-a-mapping",
    )


class Titles:
    """The titles of a table's columns, compared without case, accents, blanks, dots, dashes and underscores.

    Args:
        names: the titles, as given.
        file: the file, for error texts.
        line: the line of the header, for error texts; None where it does not matter or there are no lines.
        unit: what this counts.
    """

    def __init__(
        self, names: Sequence[str], file: str | None = None, line: int | None = None, unit: str = "line"
    ) -> None:
        self.names = tuple(name.strip() for name in names)
        self.file = file
        self.line = line
        self.unit = unit
        self.normal = [normal(name) for name in self.names]
        self.places: dict[str, list[int]] = {}
        for at, name in enumerate(self.normal):
            self.places.setdefault(name, []).append(at)

    def __contains__(self, name: str) -> bool:
        return normal(name) in self.places

    @property
    def listed(self) -> str:
        """The titles, for an error text."""
        return ", ".join(self.names) or "(none)"

    def error(self, problem: str, remedy: str) -> BadInput:
        """Return an error about the header."""
        return BadInput(problem, file=self.file, row=self.line, unit=self.unit, remedy=remedy)

    def find(self, name: str) -> int | None:
        """Return the index of the column with a title; None if there is none.

        Raises:
            BadInput: there are two.
        """
        hits = self.places.get(normal(name), [])
        if len(hits) > 1:
            names = " and ".join(repr(self.names[i]) for i in hits)
            raise self.error(f"two columns have the same name: {names}", "Rename or remove one of them.")
        return hits[0] if hits else None

    def first_of(self, names: Iterable[str]) -> int | None:
        """Return the index of the first column that has one of some titles, the first of these that is there.

        Args:
            names: the titles, the most telling first.

        Returns:
            None where the table has none of them.
        """
        hits = (self.places.get(normal(name)) for name in names)
        return next((places[0] for places in hits if places), None)

    def one_of(self, names: Sequence[str], what: str, remedy: str) -> int:
        """Return the index of the column that has one of some titles.

        Args:
            names: the titles, the most telling first.
            what: what the column holds, for the error.
            remedy: what to do where it is missing.

        Raises:
            BadInput: the table has none of them.
        """
        at = self.first_of(names)
        if at is None:
            raise self.missing(what, remedy)
        return at

    def missing(self, what: str, remedy: str) -> BadInput:
        """Return the error that no column holds something that the table needs."""
        return self.error(f"no column holds the {what}; the columns are {self.listed}", remedy)

    def chosen(self, name: str) -> int:
        """Return the index of a column that the caller names, as it is written or nearly so.

        Raises:
            BadInput: there is none, or there are two.
        """
        exact = [i for i, other in enumerate(self.names) if other == name.strip()]
        at = exact[0] if len(exact) == 1 else self.find(name)
        if at is None:
            raise self.error(f"there is no column {name!r}", f"The columns are {self.listed}.")
        return at
