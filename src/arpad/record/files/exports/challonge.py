"""Tournaments of Challonge: answers of its interface, with matches and participants.

Forms:

- *Version 1* (https://api.challonge.com/v1): ``tournament`` with ``matches`` and ``participants``, as
  ``include_matches=1&include_participants=1`` gives them; or the lists of both, ``{"match": {…}}`` and
  ``{"participant": {…}}``, in one file. A match has ``player1_id``, ``player2_id``, ``winner_id``,
  ``scores_csv`` (``3-1``, or set after set ``11-8,9-11,11-6``), ``state``, ``forfeited``, ``completed_at``.
- *Version 2.1* (https://challonge.apidog.io): JSON:API, with matches in ``data`` or ``included`` and
  participants in ``included``; a match has ``points_by_participant``, ``winner_id`` and ``scores``.

Decisions: a match that is not complete is a fixture, one that was forfeited a forfeit. Of several sets the
number that each side won counts. Who won decides where the points are level, as many organisers enter
no score. Matches alone, without participants, are read as any other list: their players are called by ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, json_of, numbered

SET = re.compile(r"(-?\d+)\s*-\s*(-?\d+)")


def read_challonge(text: bytes, file: str) -> Export | None:
    """Return the matches of a tournament; None where there are none, or no participants.

    Args:
        text: in UTF-8.
        file: its name.
    """
    value = json_of(text)
    found = list(_entries(value))
    names: dict[str, str] = {}
    for kind, each in found:
        if kind == "participant":
            name = str(each.get("name") or each.get("display_name") or each.get("username") or "").strip()
            own = [each.get("id"), *(each.get("group_player_ids") or [])]
            names |= {str(number): name for number in own if name}
    matches = [each for kind, each in found if kind == "match"]
    if not names or not matches:
        return None
    rows = [_row(match, names) for match in matches]
    played = [
        row for row in rows if row["score1"] != "forfeit" and (row["winner"] or row["score1"] is not None)
    ]
    if not all(row["date"] for row in played):
        rows = [{name: cell for name, cell in row.items() if name != "date"} for row in rows]
    return Export(
        f"a tournament of Challonge, {counted(len(rows), 'match', 'matches')}", numbered(rows), "match"
    )


def _entries(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the matches and participants within a value, with which of the two each is."""
    if isinstance(value, list):
        for each in value:
            yield from _entries(each)
        return
    if not isinstance(value, dict):
        return
    kind, attributes = value.get("type"), value.get("attributes")
    if isinstance(kind, str) and isinstance(attributes, dict):
        yield kind, {"id": value.get("id"), **attributes, "relationships": value.get("relationships")}
        return
    for key, each in value.items():
        if key in ("match", "participant") and isinstance(each, dict):
            yield key, each
        elif isinstance(each, (dict, list)):
            yield from _entries(each)


def _row(match: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Cell]:
    ids = _ids(match)
    sides = [names.get(number, number) for number in ids]
    times = match.get("timestamps")
    row: dict[str, Cell] = {
        "date": None,
        "player1": sides[0] or "to be found 1",
        "player2": sides[1] or "to be found 2",
        "score1": None,
        "score2": None,
        "winner": None,
        "round": str(match.get("round") or ""),
    }
    if match.get("state") != "complete":
        return row
    row |= {"player1": sides[0], "player2": sides[1]}
    if match.get("forfeited") is True:
        return row | {"score1": "forfeit", "score2": "forfeit"}
    row["date"] = match.get("completed_at") or (times.get("updated_at") if isinstance(times, dict) else None)
    winner = str(match.get("winner_id") or "")
    if winner in ids:
        row["winner"] = sides[ids.index(winner)]
    points = _points(str(match.get("scores_csv") or match.get("scores") or ""))
    if points is not None:
        row |= {"score1": points[0], "score2": points[1]}
    return row


def _ids(match: Mapping[str, Any]) -> list[str]:
    """Return the ids of the two sides; an empty one where a side is not known."""
    related = match.get("relationships")
    listed = match.get("points_by_participant")
    found = []
    for at, role in enumerate(("player1", "player2")):
        number = match.get(f"{role}_id")
        if number is None and isinstance(related, dict) and isinstance(related.get(role), dict):
            number = (related[role].get("data") or {}).get("id")
        if number is None and isinstance(listed, list) and at < len(listed):
            number = listed[at].get("participant_id")
        found.append("" if number is None else str(number))
    return found


def _points(text: str) -> tuple[int, int] | None:
    """Return the points of one set, or of several the sets that each side won."""
    sets = [(int(one), int(two)) for one, two in SET.findall(text)]
    if len(sets) <= 1:
        return sets[0] if sets else None
    return sum(one > two for one, two in sets), sum(two > one for one, two in sets)
