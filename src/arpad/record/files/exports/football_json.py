"""football.json: the leagues and cups of openfootball, as JSON.

The form is that of https://github.com/openfootball/football.json and its sister repositories
(``worldcup.json``, ``euro.json``): ``matches``, or ``rounds`` that hold them; ``team1`` and ``team2`` as
text, or as objects with a ``name``; ``score`` with ``ft`` (full time), ``ht`` (half time), ``et`` (after
extra time) and ``p`` (shoot-out), each a pair; or a pair alone. Earlier files have ``score1``, ``score2``,
``score1et``, ``score1p`` and the like. ``status`` says that a match was awarded, cancelled, postponed or
abandoned.

Decisions: the points are those after extra time, else at full time; where they are level, who won the
shoot-out is the winner. What was awarded is a forfeit. The time of day counts where every match that was
played has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, json_of, numbered

AWARDED = frozenset(("awarded", "walkover", "forfeit", "w/o"))
UNPLAYED = frozenset(
    ("cancelled", "canceled", "postponed", "abandoned", "annulled", "suspended", "scheduled")
)

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})")
_WITH_OFFSET = re.compile(r"(\d{1,2}):(\d{2})\s*(?:UTC|GMT)\s*([+-])(\d{1,2})(?::?(\d{2}))?")


def read_football_json(text: bytes, file: str) -> Export | None:
    """Return the matches of a file; None where it is none of openfootball.

    Args:
        text: in UTF-8.
        file: its name.
    """
    value = json_of(text)
    matches = list(_matches(value)) if isinstance(value, dict) else []
    if not matches or not all(map(_is_of_football, matches)):
        return None
    rows = [_row(match) for match in matches]
    _add_times(rows, matches)
    return Export(f"football.json, {counted(len(rows), 'match', 'matches')}", numbered(rows), "match")


def _matches(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the matches of an object, or of each of its rounds."""
    holders = value.get("rounds")
    for holder in holders if isinstance(holders, list) else [value]:
        found = holder.get("matches") if isinstance(holder, dict) else None
        yield from (match for match in found or () if isinstance(match, dict))


def _is_of_football(match: Mapping[str, Any]) -> bool:
    """Tell whether a match has the keys of the form; others call two teams so too."""
    score = match.get("score")
    of_kinds = isinstance(score, dict) and score.keys() <= {"ft", "ht", "et", "p", "pen"}
    fixture = score is None and not any(isinstance(match.get(f"score{at}"), dict) for at in (1, 2))
    return {"team1", "team2", "date"} <= match.keys() and (of_kinds or fixture or isinstance(score, list))


def _row(match: Mapping[str, Any]) -> dict[str, Cell]:
    first, second = _name(match["team1"]), _name(match["team2"])
    row: dict[str, Cell] = {"date": _text(match.get("date")), "team1": first, "team2": second}
    row |= {role: _text(match[role]) for role in ("round", "stage") if role in match}
    status = str(match.get("status") or "").strip().lower()
    if status in AWARDED:
        return row | {"score1": "forfeit", "score2": "forfeit"}
    points = _pair(match, "et") or _pair(match, "ft")
    if points is None or status in UNPLAYED:
        if first == second:
            row["team2"] = f"{second} (2)"  # a fixture whose sides are both to be found: N.N. and N.N.
        return row | {"score1": None, "score2": None}
    row |= {"score1": points[0], "score2": points[1]}
    shootout = _pair(match, "p")
    if shootout is not None and points[0] == points[1] and shootout[0] != shootout[1]:
        row["winner"] = first if shootout[0] > shootout[1] else second
    return row


def _pair(match: Mapping[str, Any], kind: str) -> tuple[int, int] | None:
    """Return the score of a kind: ``ft``, ``et`` or ``p``; None where it is not there."""
    score = match.get("score")
    found: Any = score.get(kind) if isinstance(score, dict) else score if kind == "ft" else None
    if found is None:
        end = "" if kind == "ft" else kind
        found = [match.get(f"score1{end}"), match.get(f"score2{end}")]
    if not isinstance(found, Sequence) or len(found) != 2:
        return None
    one, two = found
    return (one, two) if isinstance(one, int) and isinstance(two, int) else None


def _name(team: Any) -> str:
    return _text(team.get("name") if isinstance(team, dict) else team) or ""


def _text(value: Any) -> str | None:
    return None if value is None or isinstance(value, (dict, list)) else str(value).strip()


def _add_times(rows: Sequence[dict[str, Cell]], matches: Sequence[Mapping[str, Any]]) -> None:
    """Add the times of day, where every match that was played has one in the same form."""
    times = [str(match.get("time") or "").strip() for match in matches]
    played = [at for at, row in enumerate(rows) if row["score1"] is not None and row["score1"] != "forfeit"]
    if not played or not all(rows[at]["date"] for at in played):
        return
    if all(_CLOCK.fullmatch(times[at]) for at in played):
        for at in played:
            rows[at]["time"] = times[at]
    elif all(_WITH_OFFSET.fullmatch(times[at]) for at in played):
        for at in played:
            found = _WITH_OFFSET.fullmatch(times[at])
            assert found is not None
            offset = f"{found[3]}{found[4]:0>2}:{found[5] or '00'}"
            rows[at]["date"] = f"{rows[at]['date']}T{found[1]:0>2}:{found[2]}:00{offset}"
        for row in rows:
            if "T" not in str(row["date"]):
                row["date"] = None
