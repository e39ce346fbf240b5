"""Who is who where the record has ids beside names: FIDE's, a federation's, or those of any other register.

One id is one player, whatever the name beside it; one name with two ids is two players. A name without an id
belongs to the player whose id the name has elsewhere, if there is one such player only, and otherwise to a
player of its own.

Columns that are called like ids may hold others than players': the ids of games, or of clubs. So ids that the
caller did not choose count only if they behave as players' ids (:func:`_not_of_players`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arpad.core import BadInput, counted
from arpad.record.cells.interning import composed
from arpad.record.cells.unplayed import is_bye
from arpad.record.players import Attribute, Players
from arpad.record.record import Index

if TYPE_CHECKING:
    import polars as pl

ID = "id"
"""The attribute of players that holds their ids."""

NO_ID = frozenset({"", "0", "-", "?", "none", "null", "nan", "n/a", "na", "unknown"})
"""What stands for an id that is not known, in lower case."""

BETWEEN = "\x1f"
"""Stands between an id and a name where the two are one word; ids are read without it."""

ENOUGH = 3
"""How many names with several ids, or ids with several names, there have to be for ids to be doubted."""

NAMED, SHOWN = 3, 60
"""How many names or ids of a player a note has, and how many letters of each."""


class Named(NamedTuple):
    """A name with the id beside it.

    Args:
        id: empty where none is known.
        name: empty where nothing stands there.
    """

    id: str
    name: str

    @classmethod
    def of(cls, word: str) -> Named:
        """Return the two that :func:`with_ids` has joined."""
        number, _, name = word.partition(BETWEEN)
        return cls(number, name)


@dataclass(frozen=True)
class Identified:
    """Players who are known by ids.

    Args:
        codes: int32 per name with its id, the player; −1 where neither is given.
        names: of the players, each once; two of one name have their ids behind it.
        ids: name of a player -> id, where one is known.
        notes: what was supposed, as sentences.
    """

    codes: Index
    names: list[str]
    ids: Mapping[str, str]
    notes: tuple[str, ...] = ()


def with_ids(names: pl.Series, ids: pl.Series) -> pl.Series:
    """Return names and ids, row by row, as one word each."""
    import polars as pl

    plain = ids.fill_null("").str.replace_all(BETWEEN, "", literal=True)
    return pl.select(pl.concat_str(plain, pl.lit(BETWEEN), names.fill_null(""))).to_series()


def identified(
    words: Sequence[Named],
    counts: Sequence[int],
    byes: Collection[str],
    columns: Mapping[str, str],
    *,
    doubted: bool = False,
) -> Identified:
    """Tell the players apart by their ids, and by their names where they have none.

    Args:
        words: the names with their ids, each pair once, in the order of their first appearance.
        counts: how often each appears.
        byes: the names that stand for nobody, who has no id.
        columns: role of the ids -> their column, for notes.
        doubted: whether the ids count only if they behave as players' ids.
    """
    known = [_tidy(word, byes) for word in words]
    doubt = _not_of_players(known, counts) if doubted else None
    if doubt is None:
        found = _players(known, counts)
        choice = f"leave {' and '.join(columns)} empty to go by names"
        return replace(found, notes=tuple(f"{note}; {choice}" for note in found.notes))
    plain = _players([Named("", one.name) for one in known], counts)
    titles, roles = " and ".join(map(repr, columns.values())), " and ".join(columns)
    note = f"not taken for ids of players: {titles}, as {doubt}; choose {roles} to take them"
    return Identified(plain.codes, plain.names, {}, (note,))


def _tidy(word: Named, byes: Collection[str]) -> Named:
    name, number = composed(word.name.strip()), composed(word.id.strip())
    if number.lower() in NO_ID or (name and is_bye(name, byes)):
        number = ""
    return Named(number, name)


def _not_of_players(known: Sequence[Named], counts: Sequence[int]) -> str | None:
    """Return why ids cannot be those of players; None if they can.

    Of the names that appear more than once most have one id if they are players' ids, and most of the ids
    that appear more than once have one name.
    """
    of_name: dict[str, set[str]] = defaultdict(set)
    of_id: dict[str, set[str]] = defaultdict(set)
    often_name: Counter[str] = Counter()
    often_id: Counter[str] = Counter()
    for one, count in zip(known, counts, strict=True):
        if one.id and one.name:
            of_name[one.name].add(one.id)
            of_id[one.id].add(one.name)
            often_name[one.name] += count
            often_id[one.id] += count
    for what, those, often, others in (
        ("names have", of_name, often_name, "ids"),
        ("ids have", of_id, often_id, "names"),
    ):
        again = [key for key in those if often[key] > 1]
        several = sum(len(those[key]) > 1 for key in again)
        if several >= ENOUGH and 2 * several > len(again):
            return f"{several:,} of the {len(again):,} {what} several {others}"
    return None


def _players(known: Sequence[Named], counts: Sequence[int]) -> Identified:
    """Return the players, with what is worth a note."""
    names_of: dict[str, Counter[str]] = defaultdict(Counter)
    ids_of: dict[str, dict[str, None]] = defaultdict(dict)
    for one, count in zip(known, counts, strict=True):
        if one.id:
            names_of[one.id][one.name] += count if one.name else 0
            if one.name:
                ids_of[one.name][one.id] = None
    index: dict[Named, int] = {}
    codes = np.empty(len(known), dtype=np.int32)
    for at, one in enumerate(known):
        # A name without an id is that of the one player who has it elsewhere.
        number = one.id or (next(iter(ids_of[one.name])) if len(ids_of.get(one.name, ())) == 1 else "")
        key = Named(number, "" if number else one.name)
        codes[at] = index.setdefault(key, len(index)) if any(key) else -1
    shown = [key.name or names_of[key.id].most_common(1)[0][0] or key.id for key in index]
    often = Counter(shown)
    taken = {name for name, times in often.items() if times == 1}
    labels: list[str] = []
    ids: dict[str, str] = {}
    for key, name in zip(index, shown, strict=True):
        label = _with_id(name, key.id, taken) if key.id and often[name] > 1 else name
        taken.add(label)
        labels.append(label)
        if key.id:
            ids[label] = key.id
    return Identified(codes, labels, ids, tuple(_notes(names_of, ids_of)))


def _with_id(name: str, number: str, taken: Collection[str]) -> str:
    """Return a name with its id, which nobody else has."""
    label = f"{name} ({number})"
    while label in taken:
        label += f" ({number})"
    return label


def _notes(names_of: Mapping[str, Counter[str]], ids_of: Mapping[str, dict[str, None]]) -> Iterator[str]:
    """Yield who is one player, or several, by the ids alone."""
    told = []
    merged = [(number, [name for name in names if name]) for number, names in names_of.items()]
    merged = [(number, names) for number, names in merged if len(names) > 1]
    if merged:
        number, names = merged[0]
        best = names_of[number].most_common(1)[0][0]
        others = " and ".join([repr(name[:SHOWN]) for name in names if name != best][:NAMED])
        be = "is" if len(names) == 2 else "are"
        told.append(f"{others} {be} {best[:SHOWN]!r} (id {number[:SHOWN]}){_further(len(merged))}")
    apart = [(name, list(ids)) for name, ids in ids_of.items() if len(ids) > 1]
    if apart:
        name, numbers = apart[0]
        shown = ", ".join(number[:SHOWN] for number in numbers[:NAMED]) + "…" * (len(numbers) > NAMED)
        those = counted(len(numbers), "player")
        told.append(f"{name[:SHOWN]!r} is {those} (ids {shown}){_further(len(apart))}")
    if told:
        yield f"players are known by their ids: {'; '.join(told)}"


def _further(count: int) -> str:
    return f" and {count - 1:,} more" if count > 1 else ""


def attributes_of(names: Sequence[str], ids: Mapping[str, str]) -> dict[str, Attribute]:
    """Return the ids as an attribute of the players; nothing where no id is known."""
    if not ids:
        return {}
    column = np.full(len(names), None, dtype=object)
    column[:] = [ids.get(name) for name in names]
    return {ID: column}


def ids_of(players: Players) -> dict[str, str]:
    """Return name of a player -> id, where one is known."""
    column = players.attributes.get(ID)
    if column is None or column.dtype != object:
        return {}
    return {
        name: str(number) for name, number in zip(players.names, column, strict=True) if number is not None
    }


def listed_as(listed: Players, mine: Players) -> Players:
    """Return the players of a list under the names that a record has for them.

    Where both have an id, the id says who is who, and one name with two ids is two players: the list's then
    has the id behind the name. Where one of them has none, the name does.

    Args:
        listed: the players of the list.
        mine: those of the record.

    Raises:
        BadInput: two of the list are one player of the record, one by the id and the other by the name.
    """
    ids, here = ids_of(listed), ids_of(mine)
    if not ids or not here:
        return listed
    of_id = {number: name for name, number in here.items()}
    names: list[str] = []
    first: dict[str, str] = {}
    for name in listed.names:
        number = ids.get(name)
        if number is not None and number in of_id:
            known = of_id[number]
        else:
            known = name if number is None or name not in here else f"{name} ({number})"
        if first.setdefault(known, name) != name:
            raise BadInput(
                f"{first[known]!r} and {name!r} of the list are one player of the record, {known!r}: "
                "one by the id, the other by the name",
                code="ids.listed",
                remedy="Write the ids of both into the list, or rename one of them there.",
            )
        names.append(known)
    return replace(listed, names=names)


def plain_name(name: str, number: str) -> str:
    """Return the name of a player without the id behind it."""
    return name.removesuffix(f" ({number})") if number else name


def appearances(codes: Sequence[Index], words: int) -> list[int]:
    """Return how often each word appears in columns of codes."""
    total = np.zeros(words, dtype=np.int64)
    for column in codes:
        total += np.bincount(column[column >= 0], minlength=words)
    return [int(count) for count in total]
