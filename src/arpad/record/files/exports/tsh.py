"""Tournaments of TSH, the program of Scrabble tournaments: division files, and the JSON of its reports.

Forms, as http://tsh.poslfit.com/doc describes them:

- *A division file* (``a.t``): a line for each player, ``Surname, Given 1850 2 3 0; 410 388 50; p12 1 2 0``:
  name, rating, the numbers of the opponents, then the points, then more lists by their names. A player's
  number is that of the line among the players; ``0`` is a bye. ``#`` begins a comment.
- *JSON* (``tourney.js``, with or without ``newt=`` before it): ``divisions`` with ``players``, each with
  ``pairings``, ``scores`` and ``etc.p12``; the first of the list is null, so that a place is a number.

``p12`` says who went first: 1 the player, 2 the opponent.

Decisions: a pairing with a bye is a bye, with whatever points; one without points is a fixture. Of the two
rows of a game that of the lower number counts; where that of the other player names another opponent, the row
is bad. Who went first has the advantage, and nobody where ``p12`` does not say it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arpad.core.wording import counted
from arpad.record.files.exports.export import Export, ExportRow, json_of

PLAYER = re.compile(
    r"(?P<name>[^;#\d][^;]*?)\s+(?P<rating>-?\d+)(?P<pairings>(?:\s+\d+)*)\s*;(?P<scores>[\s\d-]*)(?P<rest>;.*)?"
)
"""A line of a division file."""

ASSIGNED = re.compile(r"\s*\w+\s*=\s*")
"""What stands before the JSON where it is a script."""

FEWEST = 2
"""Lines of players that a division file begins with."""


@dataclass(frozen=True)
class TshPlayer:
    """A player of a division.

    Args:
        place: the line, or the number.
        name: as it stands there.
        pairings: the numbers of the opponents.
        scores: the points.
        firsts: 1 where the player went first, 2 where the opponent did.
    """

    place: int
    name: str
    pairings: Sequence[int]
    scores: Sequence[int | None]
    firsts: Sequence[int]


def begins_as_division(text: str) -> bool:
    """Tell whether a text begins as a division file: lines of players alone, one of them with an opponent."""
    lines = [line for each in text.split("\n")[:20] if (line := each.partition("#")[0].strip())]
    found = [PLAYER.fullmatch(line) for line in lines]
    return len(found) >= FEWEST and all(found) and any(each and each["pairings"].strip() for each in found)


def read_division(text: bytes, file: str) -> Export | None:
    """Return the games of a division file.

    Args:
        text: in UTF-8.
        file: its name.
    """
    players = []
    bad = []
    for number, whole in enumerate(text.decode("utf-8-sig", "replace").split("\n"), start=1):
        line = whole.partition("#")[0].strip()
        found = PLAYER.fullmatch(line)
        if found:
            lists = map(str.split, (found["rest"] or "").split(";"))
            firsts = next((words[1:] for words in lists if words[:1] == ["p12"]), [])
            players.append(
                TshPlayer(
                    number,
                    " ".join(found["name"].split()),
                    [int(word) for word in found["pairings"].split()],
                    [int(word) for word in found["scores"].split() if re.fullmatch(r"-?\d+", word)],
                    [int(word) if word.isdecimal() else 0 for word in firsts],
                )
            )
        elif line:
            bad.append(_misfit(number, line[:80], "no line of a player"))
    rows = [*bad, *_games(players, "")]
    return Export(f"a division of TSH, {_size(rows, players)}", rows) if rows else None


def read_tsh_json(text: bytes, file: str) -> Export | None:
    """Return the games of the JSON of a tournament; None where it is none of TSH.

    Args:
        text: in UTF-8.
        file: its name.
    """
    whole = text.decode("utf-8-sig", "replace")
    assigned = ASSIGNED.match(whole)
    value = json_of(whole[assigned.end() if assigned else 0 :].rstrip().rstrip(";"))
    divisions = value.get("divisions") if isinstance(value, dict) else None
    if not isinstance(divisions, list) or not all(isinstance(each, dict) for each in divisions):
        return None
    config = value.get("config")
    event = str(config.get("event_name") or "") if isinstance(config, dict) else ""
    rows: list[ExportRow] = []
    players: list[TshPlayer] = []
    for division in divisions:
        found = _players(division.get("players"))
        name = " ".join(filter(None, (event, str(division.get("name") or "") if len(divisions) > 1 else "")))
        rows += _games(found, name)
        players += found
    if not rows:
        return None
    numbered = [ExportRow(place, row.cells) for place, row in enumerate(rows, start=1)]
    return Export(f"a tournament of TSH, {_size(rows, players)}", numbered, "game")


def _size(rows: Sequence[ExportRow], players: Sequence[TshPlayer]) -> str:
    rounds = {row.cells.get("round") for row in rows} - {None}
    return f"{counted(len(players), 'player')}, {counted(len(rounds), 'round')}"


def _players(listed: Any) -> list[TshPlayer]:
    """Return the players of a division of the JSON, whose list may begin with null."""
    players = []
    for at, each in enumerate(listed if isinstance(listed, list) else []):
        if not isinstance(each, dict):
            continue
        etc = each["etc"] if isinstance(each.get("etc"), dict) else {}
        scores = [score if isinstance(score, int) else None for score in _list(each.get("scores"))]
        players.append(
            TshPlayer(
                at,
                str(each.get("name") or ""),
                [other if isinstance(other, int) else 0 for other in _list(each.get("pairings"))],
                scores,
                [first if isinstance(first, int) else 0 for first in _list(etc.get("p12"))],
            )
        )
    return players


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _games(players: Sequence[TshPlayer], event: str) -> list[ExportRow]:
    """Return the games of a division, round after round."""
    by_number = dict(enumerate(players, start=1))
    rows = []
    for at in range(max((len(player.pairings) for player in players), default=0)):
        for number, player in by_number.items():
            if at < len(player.pairings):
                other = by_number.get(player.pairings[at])
                row = _game(number, player, player.pairings[at], other, at)
                if row is not None:
                    rows.append(row if not event else ExportRow(row.place, {**row.cells, "event": event}))
    return rows


def _game(
    number: int, player: TshPlayer, opponent: int, other: TshPlayer | None, at: int
) -> ExportRow | None:
    """Return a pairing as a row; None where the row of the other player tells it."""
    if opponent == 0:
        return ExportRow(player.place, {"player1": player.name, "player2": None, "round": at + 1})
    back = other.pairings[at] if other is not None and at < len(other.pairings) else None
    if other is None or back != number:
        return _misfit(
            player.place, player.name, f"opponent {opponent} in round {at + 1}, who has another one"
        )
    if opponent < number:
        return None
    scores = [each.scores[at] if at < len(each.scores) else None for each in (player, other)]
    first = player.firsts[at] if at < len(player.firsts) else 0
    return ExportRow(
        player.place,
        {
            "player1": player.name,
            "player2": other.name,
            "score1": scores[0] if None not in scores else None,
            "score2": scores[1] if None not in scores else None,
            "round": at + 1,
            "advantage": {1: "1", 2: "-1"}.get(first, "0"),
        },
    )


def _misfit(place: int, name: str, said: str) -> ExportRow:
    """Return a row that is bad, whose points say why."""
    return ExportRow(place, {"player1": name, "player2": "?", "score1": said, "score2": said})
