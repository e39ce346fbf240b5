"""Events: an event is a name and a span of days, so that a name which comes back later names another event.

A record gives names alone: ``World Cup`` of 2022 and of 2026, ``Friendly`` over four years, ``NBA`` without
its season. The games of one name are one event where they lie within a year (:data:`YEAR`) and never pause
for half a year (:data:`PAUSE`). Where they do not, a new event begins after every pause of three months
(:data:`BREAK`), and what spans more than a year even so is parted at each New Year. The parts are named by
their years: ``World Cup 2022``, ``NBA 2014–2015``. Who knows better takes the names as they are
(``rate(…, events="named")``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from arpad.record.record import Labels, Record

R = TypeVar("R", bound=Record)

YEAR = 366
"""The most days from the first to the last day of one event."""

PAUSE = 180
"""A pause of so many days ends an event. The longest within a season that we know of was one of 141 days."""

BREAK = 90
"""Where a name is more than one event, a pause of so many days parts them."""

SHOWN = 3
"""How many parted names, and how many parts of each, a note names."""


@dataclass(frozen=True)
class Parted:
    """A name that is more than one event.

    Args:
        name: as the record has it.
        events: the names of the events, in the order of their days.
    """

    name: str
    events: tuple[str, ...]


class Span(NamedTuple):
    """An event and its days.

    Args:
        name: as the record has it, before any parting.
        first: the day of its first game.
        last: the day of its last game.
    """

    name: str
    first: np.datetime64
    last: np.datetime64


def last_event(record: Record, parted: tuple[Parted, ...] = ()) -> Span | None:
    """Return the event of a record that ends last; None where there are no events or no dates.

    Args:
        record: the record, with its events as they were parted.
        parted: the names that were parted.
    """
    event, time = record.event, record.time
    if event is None or time is None or time.dtype.kind != "M" or not (event.codes >= 0).any():
        return None
    days = time.astype("datetime64[D]")
    code = int(next(code for code in events_in_order(record)[::-1] if code >= 0))
    first, last = spans_of(event.codes, days, len(event.names))
    name = next((one.name for one in parted if event.names[code] in one.events), event.names[code])
    return Span(name, first[code], last[code])


def cut_within(before: Span, record: Record) -> str | None:
    """Say that a record goes on within the last event of the games before it, if it does.

    Args:
        before: the last event of the games before it.
        record: the record, with its events as they are named.
    """
    event, time = record.event, record.time
    if event is None or time is None or time.dtype.kind != "M" or before.name not in event.names:
        return None
    days = time.astype("datetime64[D]")[event.codes == list(event.names).index(before.name)]
    if not len(days):
        return None
    begins = days.min()
    one_event = begins - before.last < np.timedelta64(PAUSE) and begins - before.first <= np.timedelta64(YEAR)
    if not one_event:
        return None
    return (
        f"the games before end on {before.last} with the event {before.name!r}, and the games here go on "
        f"with it on {begins}: one event is rated in two parts. Cut a record between two events"
    )


def part_events(record: R) -> tuple[R, tuple[Parted, ...]]:
    """Return a record in which every event is one, and which names were parted; see the module.

    A record without dates is left as it is: numbers and names alone tell no span.
    """
    event, time = record.event, record.time
    if event is None or time is None or time.dtype.kind != "M" or not len(record):
        return record, ()
    days = time.astype("datetime64[D]").astype(np.int64)
    rows = _rows_of_long(event, days)
    if not len(rows):
        return record, ()
    rows = rows[np.lexsort((days[rows], event.codes[rows]))]
    code, day = event.codes[rows], days[rows]
    begins = np.flatnonzero(np.diff(code, prepend=-1))
    ends = np.append(begins[1:], len(rows))
    codes, names = event.codes.copy(), list(event.names)
    taken = set(names)
    parted = []
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        parts = _parts(day[begin:end])
        if len(parts) == 1:
            continue
        name, old = event.names[code[begin]], int(code[begin])
        labels = []
        for at, part in enumerate(parts):
            label = _label(name, day[begin + part.start], day[begin + part.stop - 1], taken)
            taken.add(label)
            labels.append(label)
            new = old if at == 0 else len(names)
            if at == 0:
                names[old] = label
            else:
                names.append(label)
            codes[rows[begin + part.start : begin + part.stop]] = new
        parted.append(Parted(name, tuple(labels)))
    if not parted:
        return record, ()
    return replace(record, event=Labels(codes, tuple(names))), tuple(parted)


def in_words(parted: tuple[Parted, ...]) -> str:
    """Say in one line which names were taken for more than one event."""
    told = []
    for one in parted[:SHOWN]:
        shown = one.events if len(one.events) <= SHOWN else (*one.events[: SHOWN - 1], "…", one.events[-1])
        told.append(f"{one.name} is {len(one.events)} events ({', '.join(shown)})")
    if len(parted) > SHOWN:
        told.append(f"and {len(parted) - SHOWN} other names are more than one event")
    return f"{'; '.join(told)}: an event lies within a year, without a pause of {PAUSE} days"


def events_in_order(record: Record) -> NDArray[np.int64]:
    """Return the codes of the events that have games, in the order in which they are rated.

    By the time of the last game, then by that of the first, then by name: an event is rated when it ends, and
    the order of the rows does not matter. Without times the order of the rows is the only one there is: by
    the first game.
    """
    event = record.event
    assert event is not None
    codes, row = np.unique(event.codes, return_index=True)
    if record.time is None or not len(codes):
        return codes[np.argsort(row, kind="stable")].astype(np.int64)
    first, last = spans_of(event.codes, record.time, len(event.names))
    names = np.array([event.names[code] for code in codes], dtype=object)
    rank = np.empty(len(codes), dtype=np.int64)
    rank[np.argsort(names, kind="stable")] = np.arange(len(codes))
    return codes[np.lexsort((rank, first[codes], last[codes]))].astype(np.int64)


def spans_of(codes: NDArray[np.int32], time: NDArray[Any], events: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return per event the time of its first game and of its last; of one without games anything."""
    inside = codes >= 0
    if not inside.all():
        codes, time = codes[inside], time[inside]
    first, last = np.full(events, time.max()), np.full(events, time.min())
    np.minimum.at(first, codes, time)
    np.maximum.at(last, codes, time)
    return first, last


def _rows_of_long(event: Labels, days: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of the events that are long enough to be more than one."""
    if not (event.codes >= 0).any():
        return np.empty(0, dtype=np.int64)
    first, last = spans_of(event.codes, days, len(event.names))
    return np.flatnonzero((event.codes >= 0) & (last - first >= PAUSE)[event.codes])


def _parts(day: NDArray[np.int64]) -> list[slice]:
    """Return where the events of one name lie among its days, which are in order."""
    pauses = np.diff(day)
    if day[-1] - day[0] <= YEAR and int(pauses.max()) < PAUSE:
        return [slice(0, len(day))]
    cuts = [0, *(np.flatnonzero(pauses >= BREAK) + 1).tolist(), len(day)]
    parts = []
    for begin, end in pairwise(cuts):
        inner = [begin, end]
        if day[end - 1] - day[begin] > YEAR:
            years = _years(day[begin:end])
            inner = [begin, *(begin + np.flatnonzero(np.diff(years)) + 1).tolist(), end]
        parts += [slice(*pair) for pair in pairwise(inner)]
    return parts


def _years(days: NDArray[np.int64]) -> NDArray[np.int64]:
    return days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970


def _label(name: str, first: int, last: int, taken: set[str]) -> str:
    """Return the name of a part: with its years, and a number where another event is called so."""
    one, other = _years(np.array([first, last])).tolist()
    years = f"{one}" if one == other else f"{one}–{other}"
    label = f"{name} {years}"
    number = 2
    while label in taken:
        label, number = f"{name} {years} ({number})", number + 1
    return label
