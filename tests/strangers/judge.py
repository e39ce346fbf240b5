"""How arpad reads public files of results that nobody prepared, beside what is right.

``readings.json`` says of each file what a row is and how many games, byes and fixtures there are; some of the
games stand in it. The verdict is ``right``, ``asked``, ``refused`` or ``wrong``: a wrong one says nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import arpad
from arpad.record.columns.questions import ContestsAsked

OWN = "(own)"
"""The side that one's own record names nowhere."""


@dataclass(frozen=True)
class Verdict:
    """How a file was read.

    Args:
        word: ``right``, ``asked``, ``refused`` or ``wrong``.
        why: what differs, or what arpad said.
    """

    word: str
    why: str = ""


def judged(path: Path, entry: Mapping[str, Any]) -> Verdict:
    """Read a file at the first command, and compare it with its reading.

    Args:
        path: the file.
        entry: of ``readings.json``.
    """
    right = entry["reading"]
    if "contests" in right:
        return _contests(path, entry)
    try:
        games = arpad.read_games(path)
    except arpad.BadInput as error:
        # A table without a header is asked about by the numbers of its columns.
        asked = error.code in ("columns.ambiguous", "dates.ambiguous", "columns.no-header")
        if "refuse" in right and not asked:
            return Verdict("right", str(error))
        if asked and ("ask" in right or entry.get("may_ask")):
            return Verdict("right", str(error))
        return Verdict("asked" if asked else "refused", str(error))
    if "games" not in right:
        played = len(games)
        return Verdict("wrong" if played or "ask" in right else "right", f"{played} games are read")
    # The games of an export stand in the order of its rounds, whatever their order in the file is.
    return _games(games, right, by_round=path.suffix == ".xml")


def _games(games: arpad.Games, right: Mapping[str, Any], *, by_round: bool) -> Verdict:
    if len(games) != right["games"]:
        return Verdict("wrong", f"{len(games)} games instead of {right['games']}")
    names = [_side(name) for name in games.players.names] if _has_strokes(right) else games.players.names
    read = [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]
    if "pairs" in right:
        return _pairs(read, right)
    level = right.get("shootouts", 0) > 0
    for at, (first, second, score, *_day) in zip(
        _places(right["sample"], len(read)), right["sample"], strict=False
    ):
        expected = (_side(first), _side(second), float(score))
        if expected == read[at]:
            continue
        if (expected[1], expected[0], 1.0 - float(score)) == read[at]:
            continue
        if level and float(score) == 0.5 and read[at][:2] == expected[:2]:
            continue  # a shoot-out is won, or a draw where the rule wants it
        if by_round and {expected, (expected[1], expected[0], 1.0 - float(score))} & set(read):
            continue
        own = first == OWN or read[at][0] == "(own side)"
        if own and expected[1:] == read[at][1:]:
            continue
        return Verdict("wrong", f"game {at + 1} is {read[at]} instead of {expected}")
    return Verdict("right")


def _has_strokes(right: Mapping[str, Any]) -> bool:
    """Whether the reading writes the players of a side with a stroke between."""
    return any(" / " in str(name) for game in right.get("sample", ()) for name in game[:2])


def _pairs(read: Sequence[tuple[str, str, float]], right: Mapping[str, Any]) -> Verdict:
    """Compare how often each of a pair has won, where a cell of the file says it of many games."""
    wins = Counter((a, b) if score == 1.0 else (b, a) for a, b, score in read)
    pairs = {frozenset(pair) for pair in wins}
    if len(pairs) != right["pairs"]:
        return Verdict("wrong", f"{len(pairs)} pairs instead of {right['pairs']}")
    for first, second, won, lost in right["sample"]:
        found = wins[first, second], wins[second, first]
        if found != (won, lost):
            return Verdict("wrong", f"{first} and {second} have won {found} instead of {(won, lost)}")
    return Verdict("right")


def _side(name: object) -> str:
    """Return a side; the players of a side stand in their own order, with a plus or a stroke between."""
    players = re.split(r" [+/] ", str(name))
    return " + ".join(sorted(players, key=lambda player: (int(player) if player.isdecimal() else 0, player)))


def _places(sample: Sequence[Any], count: int) -> list[int]:
    """Return where the games of a sample stand: the first three and the last; of fewer games, all."""
    if count < len(sample):
        return list(range(count))
    return (
        [*range(min(3, len(sample))), count - 1][: len(sample)]
        if len(sample) > 3
        else list(range(len(sample)))
    )


def _contests(path: Path, entry: Mapping[str, Any]) -> Verdict:
    right = entry["reading"]
    asked = Verdict("right" if entry.get("may_ask") else "asked")
    try:
        arpad.read_games(path)
    except arpad.BadInput as error:
        said = str(error)
        if error.code == "columns.ambiguous" and not isinstance(error, ContestsAsked):
            return replace(asked, why=said)
        try:
            contests = arpad.read_contests(path)
        except arpad.BadInput as other:
            if "columns.ambiguous" in (error.code, other.code):
                return replace(asked, why=said)
            return Verdict("refused", f"{said} / {other}")
        read = (len(contests), len(contests.member))
        expected = (right["contests"], right["entries"])
        if read != expected:
            return Verdict("wrong", f"contests and entries are {read} instead of {expected}")
        return Verdict("right", said)
    return Verdict("wrong", "contests are read as games")


def main() -> int:
    """Judge the files of a folder; 1 if one is read wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("first", "second"))
    parser.add_argument("--only")
    parser.add_argument("--counts", action="store_true", help="print no file by itself")
    chosen = parser.parse_args()
    counts: Counter[str] = Counter()
    for entry in json.loads((chosen.folder / "readings.json").read_text(encoding="utf-8")):
        if not (chosen.folder / entry["file"]).is_file():
            continue
        if chosen.half not in (None, entry["half"]) or (chosen.only or "") not in entry["file"]:
            continue
        try:
            verdict = judged(chosen.folder / entry["file"], entry)
        except Exception as error:
            verdict = Verdict("defect", repr(error)[:300])
        counts[verdict.word] += 1
        if not chosen.counts:
            print(f"{verdict.word:8} {entry['file']:34} {verdict.why[:260]}")
    print(", ".join(f"{count} {word}" for word, count in counts.most_common()))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
