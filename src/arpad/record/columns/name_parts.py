"""Names in two columns for each side: ``Vorname 1, Nachname 1, Vorname 2, Nachname 2``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.record.columns.candidates import ColumnPair
from arpad.record.columns.reading import GameTable, Rows

_GIVEN = frozenset(
    (
        *(
            "vorname",
            "given",
            "first",
            "forename",
            "firstname",
            "prenom",
            "nombre",
            "nome",
            "voornaam",
            "imie",
        ),
        *("jmeno", "имя", "fornamn", "fornavn", "etunimi", "ad"),
    )
)
_FAMILY = frozenset(
    (
        *(
            "nachname",
            "family",
            "last",
            "surname",
            "lastname",
            "nom",
            "apellido",
            "apellidos",
            "cognome",
            "sobrenome",
        ),
        *("achternaam", "nazwisko", "prijmeni", "фамилия", "efternamn", "etternavn", "sukunimi", "soyad"),
    )
)


@dataclass(frozen=True)
class NameParts:
    """The columns.

    Args:
        given: the places of the given names of both sides.
        family: those of the family names.
        names: of the columns that are added.
    """

    given: tuple[int, int]
    family: tuple[int, int]
    names: tuple[str, str]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a column for the whole name of either side instead of the parts."""
        parts = {*self.given, *self.family}
        kept = [at for at in range(len(header)) if at not in parts]
        table = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            names = [
                " ".join(part.strip() for part in (cells[given], cells[family]) if part and part.strip())
                or None
                for given, family in zip(self.given, self.family, strict=True)
            ]
            table.append((line, [*names, *(cells[at] for at in kept)]))
        return GameTable([*self.names, *(header[at] for at in kept)], table)


def name_parts(pairs: Sequence[ColumnPair]) -> NameParts | None:
    """Return the columns of the parts of names; None where there are not both parts of both sides."""
    for given in pairs:
        for family in pairs:
            if (given.kind, given.pair) != (family.kind, family.pair):
                continue
            one, two = set(given.stem), set(family.stem)
            if one & _GIVEN and two & _FAMILY - _GIVEN and one - _GIVEN == two - _FAMILY:
                marks = [set(column.tokens) - one for column in given.columns]
                if all(len(words) == 1 for words in marks):
                    names = tuple(f"player {words.pop()}" for words in marks)
                    (a, b), (c, d) = given.columns, family.columns
                    return NameParts((a.at, b.at), (c.at, d.at), (names[0], names[1]))
    return None
