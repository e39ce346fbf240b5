"""Aliases: which names in the files are other spellings of which player's.

A file of aliases is a table with the columns ``alias`` and ``name``. A column ``same`` beside them says of
each row whether a person has found the two to be one: ``yes`` or ``no``; a row in which it is blank is
undecided and merges nobody. ``arpad look --write-aliases`` writes such a file, with all rows undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, counted
from arpad.core.hostile import unguarded
from arpad.record.cells.interning import composed
from arpad.record.contests import Contests, partners
from arpad.record.files.source_file import stored
from arpad.record.games import Games
from arpad.record.players import Attribute, Players, is_known
from arpad.record.record import Record
from arpad.record.tables.schema import Schema
from arpad.record.tables.titles import Titles

R = TypeVar("R", bound=Record)

SCHEMA = Schema(
    {
        "alias": ("alias", "spelling", "variant"),
        "name": ("name", "player"),
        "same": ("same", "same?"),
    },
    needed=(("alias",), ("name",)),
    remedy=lambda _: "Expected a header alias,name.",
)

YES = frozenset({"yes", "y", "1", "true", "x", "ja", "j", "oui", "si", "sí", "sim", "да", "예"})
NO = frozenset({"no", "n", "0", "false", "nein", "non", "não", "нет", "아니오"})
UNDECIDED = frozenset({"", "?"})
"""The words of the column ``same``, in lower case."""

PARTNERS = "+"
"""Stands between the names of partners, each of whom may have an alias."""

NAMED = 3
"""How many names a note names."""


@dataclass(frozen=True)
class Aliases:
    """Which names are read as which others.

    Args:
        names: alias -> the player's name, which is no alias itself.
        apart: pairs of names of which somebody has said that they are two players'.
        undecided: how many rows of the file nobody has decided yet.
        file: where they stand; empty where they do not come from a file.
    """

    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    apart: frozenset[frozenset[str]] = frozenset()
    undecided: int = 0
    file: str = ""

    @classmethod
    def of(cls, source: str | Path | Mapping[str, str] | Aliases) -> Aliases:
        """Return aliases from a file, a mapping of alias to name, or as they are.

        Raises:
            BadInput: as of :func:`read_aliases`.
        """
        if isinstance(source, Aliases):
            return source
        if isinstance(source, (str, Path)):
            return read_aliases(source)
        given = {composed(alias.strip()): composed(name.strip()) for alias, name in source.items()}
        return cls(MappingProxyType(_resolved(given, {}, "")))

    def name_of(self, name: str) -> str:
        """Return the player's name for a name as it is in a file; of partners, that of each."""
        found = self.names.get(name)
        if found is not None or PARTNERS not in name:
            return name if found is None else found
        parts = partners(name, PARTNERS)
        if not any(part in self.names for part in parts):
            return name
        escaped = f"\\{PARTNERS}"
        return PARTNERS.join(self.names.get(part, part).replace(PARTNERS, escaped) for part in parts)


def read_aliases(path: str | Path, *, encoding: str | None = None) -> Aliases:
    """Read aliases from CSV, TSV, JSON Lines or Parquet.

    Args:
        path: the file, with the columns ``alias`` and ``name``, and perhaps ``same``.
        encoding: of the text; None as of :func:`arpad.record.read_games`.

    Raises:
        BadInput: it cannot be read or lacks a column; a name is missing, an alias stands for two names, the
            aliases go in a circle, or ``same`` is neither yes nor no.
    """
    from arpad.record.tables.row_reader import (
        text_rows,  # a list without aliases is printed without this module
    )

    file = stored(path, encoding=encoding)
    if file.format == "pgn":
        raise BadInput("a file of aliases cannot be PGN", file=file.name, remedy="Expected CSV.")
    header, rows = text_rows(file)
    titles = Titles(header, file.name, 1)
    places = SCHEMA.match(titles)
    SCHEMA.check(titles, places)
    given: dict[str, str] = {}
    lines: dict[str, int] = {}
    apart: set[frozenset[str]] = set()
    undecided = 0
    for line, row in rows:
        cells = {what: composed(unguarded(row[at] or "").strip()) for what, at in places.items()}
        alias, name = cells["alias"], cells["name"]
        for what in ("alias", "name"):
            if not cells[what]:
                raise BadInput(
                    f"the {what} is missing", file=file.name, row=line, column=header[places[what]]
                )
        same = cells.get("same", "yes").lower()
        if same in UNDECIDED:
            undecided += 1
        elif same in NO:
            apart.add(frozenset((alias, name)))
        elif same not in YES:
            raise BadInput(
                f"{cells['same']!r} says neither that the two are one nor that they are not",
                file=file.name,
                row=line,
                column=header[places["same"]],
                remedy="Write yes or no, or leave it blank.",
            )
        elif given.setdefault(alias, name) != name:
            raise BadInput(
                f"{alias!r} is read as {name!r} here, and as {given[alias]!r} on line {lines[alias]}",
                file=file.name,
                row=line,
                remedy="Keep one of the two.",
            )
        else:
            lines.setdefault(alias, line)
    resolved = _resolved(given, lines, file.name)
    return Aliases(MappingProxyType(resolved), frozenset(apart), undecided, file.name)


def _resolved(given: Mapping[str, str], lines: Mapping[str, int], file: str) -> dict[str, str]:
    """Return the aliases with the names at the end of every chain.

    Raises:
        BadInput: a chain is a circle.
    """
    ends: dict[str, str] = {}
    for alias in given:
        way: dict[str, None] = {}
        at = alias
        while at in given and at not in ends and given[at] != at:
            if at in way:
                names = list(way)
                circle = " → ".join([*names[names.index(at) :], at])
                raise BadInput(
                    f"the aliases go in a circle: {circle}",
                    file=file or None,
                    row=lines.get(at),
                    remedy="Let one of these names be the player's, with no row of its own as an alias.",
                )
            way[at] = None
            at = given[at]
        ends.update(dict.fromkeys(way, ends.get(at, at)))
    return {alias: name for alias, name in ends.items() if alias != name}


def applied(record: R, aliases: Aliases) -> R:
    """Return a record in which every player has the name that the aliases give; notes say what was done.

    Players who become one keep the place of the one who appeared first.

    Args:
        record: the record.
        aliases: the aliases.

    Raises:
        BadInput: two who are one by the aliases have played each other.
    """
    names = record.players.names
    new = [aliases.name_of(name) for name in names]
    index: dict[str, int] = {}
    codes = np.array([index.setdefault(name, len(index)) for name in new], dtype=np.int32)
    source = record.source.noting(list(_notes(names, new, aliases)))
    if new == list(names):
        return replace(record, source=source)
    players = Players(list(index), _attributes(record.players, codes, len(index)), record.players.continued)
    _check_apart(record, codes, aliases)
    columns: dict[str, Any] = {"players": players, "source": source}
    if isinstance(record, Games):
        columns |= {"first": codes[record.first], "second": codes[record.second]}
    elif isinstance(record, Contests):
        columns["member"] = codes[record.member]
    return replace(record, **columns)


def _notes(names: Sequence[str], new: Sequence[str], aliases: Aliases) -> Iterator[str]:
    """Yield what was done with the aliases."""
    file = f"{PurePath(aliases.file).name}: " if aliases.file else "aliases: "
    there = {part for name in names for part in (name, *partners(name, PARTNERS))}
    used = [(alias, name) for alias, name in aliases.names.items() if alias in there]
    if used:
        shown = ", ".join(f"{alias!r} as {name!r}" for alias, name in used[:NAMED])
        are = "name is read as another" if len(used) == 1 else "names are read as others"
        yield f"{file}{len(used):,} {are}: {shown}{_further(len(used))}"
    strange = [alias for alias in aliases.names if alias not in there]
    if strange:
        are = "alias is" if len(strange) == 1 else "aliases are"
        shown = ", ".join(map(repr, strange[:NAMED]))
        which = f"{shown}{_further(len(strange))}"
        yield f"{file}{len(strange):,} {are} not in the record, which does no harm: {which}"
    fresh = [name for name in dict.fromkeys(name for _, name in used) if name not in there]
    if fresh:
        shown = ", ".join(map(repr, fresh[:NAMED]))
        yield f"{file}no row has the {'name' if len(fresh) == 1 else 'names'} {shown}{_further(len(fresh))}"
    if aliases.undecided:
        yield f"{file}{counted(aliases.undecided, 'row')} undecided (same is blank) and not used"


def _further(count: int) -> str:
    return f" and {count - NAMED:,} more" if count > NAMED else ""


def _attributes(players: Players, codes: NDArray[np.int32], count: int) -> dict[str, Attribute]:
    """Return what is known of the players: of those who become one, what is known of the first of them."""
    found: dict[str, Attribute] = {}
    for name, column in players.attributes.items():
        known = np.flatnonzero(is_known(column))[::-1]
        new = np.full(count, None if column.dtype == object else np.nan, dtype=column.dtype)
        new[codes[known]] = column[known]
        found[name] = new
    return found


def _check_apart(record: Record, codes: NDArray[np.int32], aliases: Aliases) -> None:
    """Refuse aliases by which a player would have played against itself.

    Raises:
        BadInput: they do so.
    """
    if isinstance(record, Games):
        rows = np.flatnonzero(codes[record.first] == codes[record.second])
        if not len(rows):
            return
        row = int(rows[0])
        two = [int(record.first[row]), int(record.second[row])]
    else:
        who = record.appearances()
        order = np.lexsort((codes[who.player], who.row))
        player, at = who.player[order], who.row[order]
        twice = np.flatnonzero((np.diff(at) == 0) & (np.diff(codes[player]) == 0))
        if not len(twice):
            return
        row, two = int(at[twice[0]]), player[twice[0] : twice[0] + 2].tolist()
    one, other = (record.players.names[player] for player in two)
    day = "" if record.time is None else f" ({record.time[row]})"
    raise BadInput(
        f"{one!r} and {other!r} are one player by the aliases, and have played each other{day}",
        code="aliases.met",
        file=aliases.file or None,
        remedy="Remove the alias, or write no in its column same.",
    )
