"""Sets of start.gg: answers of its GraphQL interface.

The form is that of https://developer.start.gg/docs (objects ``Set``, ``SetSlot``, ``Entrant``): wherever in
the answer a list of ``nodes`` has ``slots``, these are sets. A slot has ``entrant`` (``id``, ``name``) and
``standing.stats.score.value``; a set has ``winnerId``, ``displayScore`` (``Ann 3 - Bob 1``, ``DQ``),
``completedAt`` in seconds, ``fullRoundText``. Several answers, page after page, may stand in one list.

Decisions: −1, and ``DQ``, is a disqualification, so a forfeit. A set without a winner is a fixture; one that
was decided with an empty slot is a bye. Times count where every set that was played has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, json_of, numbered

DISQUALIFIED = -1


def read_startgg(text: bytes, file: str) -> Export | None:
    """Return the sets of an answer; None where there are none.

    Args:
        text: in UTF-8.
        file: its name.
    """
    value = json_of(text)
    rows = [_row(each, event) for each, event in _sets(value, "")]
    if not rows:
        return None
    if not all(row["date"] for row in rows if row["winner"] is not None):
        for row in rows:
            row["date"] = None
    kept = [{name: cell for name, cell in row.items() if name != "date" or cell is not None} for row in rows]
    return Export(f"sets of start.gg, {counted(len(rows), 'set')}", numbered(kept), "set")


def _sets(value: Any, event: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the sets within a value, each with the name of its event."""
    if isinstance(value, list):
        for each in value:
            if isinstance(each, dict) and isinstance(each.get("slots"), list):
                yield each, event
            else:
                yield from _sets(each, event)
    elif isinstance(value, dict):
        name = value.get("name") if "sets" in value else None
        for each in value.values():
            if isinstance(each, (dict, list)):
                yield from _sets(each, str(name) if name else event)


def _row(found: Mapping[str, Any], event: str) -> dict[str, Cell]:
    slots = [slot if isinstance(slot, dict) else {} for slot in [*found["slots"], {}, {}][:2]]
    entrants: list[dict[str, Any]] = [slot.get("entrant") or {} for slot in slots]
    names = [str(entrant.get("name") or "").strip() for entrant in entrants]
    winner_id = found.get("winnerId")
    decided = winner_id is not None
    row: dict[str, Cell] = {
        "date": found.get("completedAt") if decided else None,
        "player1": names[0],
        "player2": names[1],
        "score1": None,
        "score2": None,
        "winner": None,
        "round": str(found.get("fullRoundText") or found.get("round") or ""),
        "event": event,
    }
    if not decided:
        # A set to come, whose entrants are not known yet, is a fixture and no bye.
        return row | {"player1": names[0] or "to be found 1", "player2": names[1] or "to be found 2"}
    scores = _scores(found, slots, names)
    if DISQUALIFIED in scores or str(found.get("displayScore") or "").strip().upper() == "DQ":
        return row | {"score1": "forfeit", "score2": "forfeit"}
    ids = [str(entrant.get("id")) for entrant in entrants]
    if str(winner_id) in ids:
        row["winner"] = names[ids.index(str(winner_id))]
    if None not in scores:
        row |= {"score1": scores[0], "score2": scores[1]}
    return row


def _scores(
    found: Mapping[str, Any], slots: list[dict[str, Any]], names: list[str]
) -> tuple[int | None, int | None]:
    """Return the scores of the slots, or those that the score as it is shown says of the two names."""
    values = []
    for slot in slots:
        value: Any = slot
        for key in ("standing", "stats", "score", "value"):
            value = value.get(key) if isinstance(value, dict) else None
        values.append(int(value) if isinstance(value, (int, float)) else None)
    if None not in values:
        return values[0], values[1]
    shown = str(found.get("displayScore") or "")
    for one, two in ((0, 1), (1, 0)):
        said = re.fullmatch(rf"{re.escape(names[one])} (-?\d+) - {re.escape(names[two])} (-?\d+)", shown)
        if said:
            scores = {one: int(said[1]), two: int(said[2])}
            return scores[0], scores[1]
    return None, None
