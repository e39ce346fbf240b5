"""Event files of format 1, which had neither a chain nor stamps: their events as those of today.

A line was ``{"do": …}``; participants were known by their pairing numbers of the moment, ``undo`` took back
one event, and what was not set was left out. Every event becomes an act of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from arpad.core import BadInput
from arpad.office.events.event import Event
from arpad.office.events.fields import Fields
from arpad.office.events.kinds import read_event
from arpad.office.events.undoing import Undone
from arpad.office.log.event_log import POINT_SYSTEMS, EventLog, LogEntry
from arpad.rulebooks.pairing_catalogue import usual_points

Numbers = dict[int, int]
"""Pairing number → entrant."""

ReadSoFar = tuple[list[LogEntry], list[int], str | None, int | None]
"""The acts, the line of each, and what is wrong after them, in which line."""


def acts_of_format1(rows: Sequence[tuple[int, Mapping[str, Any] | None]]) -> ReadSoFar:
    """Return the acts of a file of format 1, up to the first line that is damaged.

    Args:
        rows: the lines after the first one, with their numbers; None for a line that is not a JSON object.
    """
    acts: list[LogEntry] = []
    lines: list[int] = []
    translation = _Translation()
    for line, row in rows:
        if row is None:
            return acts, lines, "the line is not an event of arpad", line
        try:
            event = translation.of(row)
        except BadInput as error:
            return acts, lines, f"the event is damaged: {error.problem}", line
        acts.append(LogEntry((event,)))
        lines.append(line)
    return acts, lines, None, None


class _Translation:
    """Events as they are read, with who has which number after each standing one."""

    def __init__(self) -> None:
        self.seq = 0
        self.entrants = 0
        self.standing: list[tuple[int, Numbers]] = []

    def of(self, row: Mapping[str, Any]) -> Event:
        """Return the event of today that one of format 1 is.

        Raises:
            BadInput: it is damaged.
        """
        self.seq += 1
        fields = dict(row)
        kind = fields.pop("do", None)
        numbers = dict(self.standing[-1][1]) if self.standing else {}
        if not self.standing:
            # The first line could be of any kind: it begins the tournament.
            event = _beginning(fields)
        elif kind == "undo":
            Fields(fields).end()
            if len(self.standing) < 2:
                raise BadInput("there is nothing to undo", code="undo.nothing")
            self.standing.pop()
            return Undone(self.standing[-1][0])
        else:
            event = read_event(kind, 1, self._translated(kind, fields, numbers))
        self.standing.append((self.seq, numbers))
        return event

    def _translated(self, kind: object, fields: dict[str, Any], numbers: Numbers) -> dict[str, Any]:
        """Return an event's fields with entrants for numbers; ``numbers`` becomes what it is afterwards."""
        if kind == "add":
            number = Fields(fields).whole("number", 1, 99_999)
            self.entrants += 1
            if fields.get("insert"):
                moved = {one + (one >= number): entrant for one, entrant in numbers.items()}
                numbers.clear()
                numbers.update(moved)
            numbers[number] = self.entrants
            return {**fields, "entrant": self.entrants}
        if kind in ("away", "back") and "number" in fields:
            entrant = _entrant(numbers, fields.pop("number"))
            if isinstance(fields.get("rounds"), list):
                fields["rounds"] = sorted(set(fields["rounds"]))
            return {**fields, "entrant": entrant}
        if kind == "number":
            order = [_entrant(numbers, one) for one in _list(fields, "order")]
            numbers.clear()
            numbers.update(enumerate(order, 1))
            return {**fields, "order": order}
        if kind == "pair":
            pairs = [[_entrant(numbers, one) for one in _both(pair)] for pair in _list(fields, "pairs")]
            byes = [_both(bye) for bye in _list(fields, "byes")]
            return {**fields, "pairs": pairs, "byes": [[_entrant(numbers, who), why] for who, why in byes]}
        return fields


def _beginning(fields: dict[str, Any]) -> Event:
    """Return how a tournament of format 1 begins, with what is in force today where it says nothing."""
    row = Fields(fields)
    name, system = row.text("name"), row.text("system")
    rounds, seed = row.take("rounds"), row.take("seed")
    points = row.take("points") if "points" in row else None
    if points is not None and (not isinstance(points, str) or points not in POINT_SYSTEMS):
        raise BadInput(f"there is no point system {str(points)[:40]!r}", code="points.unknown")
    settings = row.take("settings") if "settings" in row else {}
    if not isinstance(settings, dict):
        raise BadInput("the settings are not names and values", code="field.value")
    edition: date | None = row.day("edition") if "edition" in row else None
    row.end()
    Fields({"rounds": rounds}).whole("rounds", 0, 999)
    return EventLog.new(
        name=name,
        system=system,
        rounds=rounds,
        seed=seed,
        edition=edition,
        points=usual_points(system) if points is None else POINT_SYSTEMS[points],
        settings=settings,
    ).events[0]


def _entrant(numbers: Numbers, number: object) -> int:
    if type(number) is not int or number not in numbers:
        raise BadInput(f"no participant has the number {str(number)[:40]}", code="number.unknown")
    return numbers[number]


def _list(fields: Mapping[str, Any], key: str) -> list[Any]:
    found = fields.get(key)
    if not isinstance(found, list):
        raise BadInput(f"the field {key!r} is not a list", code="field.value")
    return found


def _both(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadInput(f"{str(value)[:40]} is not a pair", code="field.value")
    return value
