"""Several records as one: the same names are the same players, one file follows the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.record.assembly.identity import Named, appearances, attributes_of, identified, ids_of, plain_name
from arpad.record.games import Games, Labels, Source, Time
from arpad.record.players import Players
from arpad.record.record import LABELS, Covariates
from arpad.record.tables.header import IDENTITIES

FILL: dict[str, tuple[type, float]] = {
    "weight": (np.float64, 1.0),
    "advantage": (np.int8, 0),
    "points_first": (np.float64, np.nan),
    "points_second": (np.float64, np.nan),
    "handicap": (np.float64, 0.0),
    "komi": (np.float64, np.nan),
}
"""What stands for a column that another of the records has and this one lacks."""


def concatenate(records: Sequence[Games]) -> Games:
    """Join records in the order given; the players are numbered by their first appearance in it.

    Raises:
        BadInput: some have times and others none, or some have dates and others numbered periods.
    """
    if len(records) == 1:
        return records[0]
    known = _players(records)
    new = known.codes
    columns: dict[str, object] = {
        side: np.concatenate([codes[getattr(g, side)] for codes, g in zip(new, records, strict=True)])
        for side in ("first", "second")
    }
    columns["score"] = np.concatenate([games.score for games in records])
    columns["time"] = _times(records)
    for name, (kind, fill) in FILL.items():
        parts = [getattr(games, name) for games in records]
        if any(part is not None for part in parts):
            lengths = [len(games) for games in records]
            columns[name] = np.concatenate(
                [np.full(n, fill, kind) if p is None else p for p, n in zip(parts, lengths, strict=True)]
            )
    for name in LABELS:
        columns[name] = _labels([getattr(games, name) for games in records], [len(g) for g in records])
    columns["covariates"] = _covariates(records)
    source = Source.joined([games.source for games in records]).noting(known.notes)
    return Games(players=known.players, source=source, **columns)  # type: ignore[arg-type]


class _Known(NamedTuple):
    """The players of several records.

    Args:
        codes: int32 per player of each record, the player's new number.
        players: all of them.
        notes: what the ids say of the names.
    """

    codes: list[NDArray[np.int32]]
    players: Players
    notes: tuple[str, ...] = ()


def _players(records: Sequence[Games]) -> _Known:
    """Return the players of all records: one name is one player, and so is one id.

    Raises:
        BadInput: two who are one by the ids of one record have played each other in another.
    """
    of_records = [ids_of(games.players) for games in records]
    if not any(of_records):
        names: dict[str, int] = {}
        codes = [_merged(games.players.names, names) for games in records]
        return _Known(codes, Players(list(names)))
    index: dict[Named, int] = {}
    counts: list[int] = []
    places = []
    for games, ids in zip(records, of_records, strict=True):
        played = appearances((games.first, games.second), len(games.players))
        place = []
        for name, count in zip(games.players.names, played, strict=True):
            number = ids.get(name, "")
            at = index.setdefault(Named(number, plain_name(name, number)), len(index))
            counts += [0] * (at == len(counts))
            counts[at] += count
            place.append(at)
        places.append(np.array(place, dtype=np.int32))
    found = identified(list(index), counts, frozenset(), dict.fromkeys(IDENTITIES, ""))
    codes = [found.codes[place] for place in places]
    for games, new in zip(records, codes, strict=True):
        met = np.flatnonzero(new[games.first] == new[games.second])
        if len(met):
            one, two = (games.players.names[side[met[0]]] for side in (games.first, games.second))
            raise BadInput(
                f"{one!r} and {two!r} are one player by the ids of another file, and have played each other",
                code="ids.met",
                file=", ".join(games.source.files) or None,
                remedy="Correct the ids, or leave first_id and second_id empty to go by names.",
            )
    return _Known(codes, Players(found.names, attributes_of(found.names, found.ids)), found.notes)


def _covariates(records: Sequence[Games]) -> Covariates | None:
    """Join the covariates; 0, which sways no game, where a record lacks one."""
    names = dict.fromkeys(name for g in records if g.covariates is not None for name in g.covariates.names)
    if not names:
        return None
    parts = []
    for games in records:
        values = np.zeros((len(games), len(names)))
        for k, name in enumerate(names):
            if games.covariates is not None and name in games.covariates.names:
                values[:, k] = games.covariates.values[:, games.covariates.names.index(name)]
        parts.append(values)
    return Covariates(tuple(names), np.concatenate(parts))


def _merged(words: Sequence[str], index: dict[str, int]) -> NDArray[np.int32]:
    return np.array([index.setdefault(word, len(index)) for word in words], dtype=np.int32)


def _labels(parts: Sequence[Labels | None], lengths: Sequence[int]) -> Labels | None:
    if all(part is None for part in parts):
        return None
    index: dict[str, int] = {}
    codes = []
    for part, length in zip(parts, lengths, strict=True):
        if part is None:
            codes.append(np.full(length, -1, dtype=np.int32))
        else:
            # One place more at the end: the code −1 finds itself there.
            new = np.append(_merged(part.names, index), np.int32(-1))
            codes.append(new[part.codes].astype(np.int32))
    return Labels(np.concatenate(codes), list(index))


def _times(records: Sequence[Games]) -> Time | None:
    """Join the times; among moments, a date is its midnight."""
    parts = [(games, games.time) for games in records if len(games)]
    if all(time is None for _, time in parts):
        return None
    kinds: dict[str, str] = {}
    for games, time in parts:
        kind = "no times" if time is None else "dates" if time.dtype.kind == "M" else "numbered periods"
        kinds.setdefault(kind, ", ".join(games.source.files) or "a record")
    if len(kinds) > 1:
        (one, file), (other, another) = list(kinds.items())[:2]
        raise BadInput(
            f"{file} has {one} where {another} has {other}",
            remedy="Rate them apart, or choose the columns of time.",
        )
    return np.concatenate([time for _, time in parts if time is not None])
