"""bbpPairings, an engine of others (https://github.com/BieremaBoyzProgramming/bbpPairings), asked for the next round.

It is not part of the project. Who has no ``bbpPairings`` on the PATH, nor a path to it in the variable
ARPAD_BBPPAIRINGS, runs the other tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from arpad.rulebooks.reporting import as_reported
from arpad.tournament.model import Acceleration, Tournament

SYSTEMS = {"fide-dutch": "--dutch", "fide-burstein": "--burstein"}
"""The systems that it knows; its Burstein system is of an older text, as its authors say."""

NO_PAIRING = 1
"""The exit code where no legal round exists."""


class Answer(NamedTuple):
    """What the engine said.

    Args:
        code: its exit code.
        pairs: White and Black of each board, and who has the bye with 0.
        words: what it printed.
    """

    code: int
    pairs: frozenset[tuple[int, int]]
    words: str


def engine() -> str:
    """Return the engine; skip the test where there is none."""
    found = os.environ.get("ARPAD_BBPPAIRINGS") or shutil.which("bbpPairings")
    if not found or not Path(found).is_file():
        pytest.skip("bbpPairings is not here: neither on the PATH nor in ARPAD_BBPPAIRINGS")
    return found


def next_round(report: str, system: str = "fide-dutch") -> Answer:
    """Return the next round of a report as bbpPairings pairs it."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "report.trf", Path(folder) / "pairs.txt"
        source.write_text(report, encoding="utf-8")
        command = [engine(), SYSTEMS[system], str(source), "-p", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        words = (done.stdout + done.stderr).strip()
        if done.returncode:
            return Answer(done.returncode, frozenset(), words)
        lines = target.read_text(encoding="utf-8").split("\n")
    count, *rest = (line.split() for line in lines if line.strip())
    pairs = frozenset((int(white), int(black)) for white, black in rest)
    assert len(pairs) == int(count[0])
    return Answer(0, pairs, words)


def by_accelerations(tournament: Tournament) -> Tournament:
    """Return a tournament with points that count for the pairing in the place of bonuses and penalties.

    bbpPairings refuses points set by hand (299). A penalty is a bonus of everybody else.
    """
    last = tournament.planned
    found = list(as_reported(tournament).accelerations)
    most = max(tournament.by_number)
    for one in tournament.adjustments:
        (number,), points = one.numbers, one.points or Fraction(0)
        whose = [(number, number)] if points > 0 else [(1, number - 1), (number + 1, most)]
        found += [
            Acceleration(abs(points), one.round + 1, last, (low, high)) for low, high in whose if low <= high
        ]
    return replace(tournament, adjustments=(), accelerations=tuple(found))
