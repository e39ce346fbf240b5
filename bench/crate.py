"""The Rust crate skillratings on the same record, by the program in ``bench/skillratings`` if it is built."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.contests.trueskill import TrueSkill
from arpad.ratings.contests.weng_lin import WengLin
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.model import Schedule
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.record import Games
from arpad.record.periods import parse_period

PROGRAM = Path(sys.prefix) / "skillratings" / "target" / "release" / "skillratings-bench"

CASES: tuple[tuple[str, str, RatingSystem, Schedule], ...] = (
    ("trueskill, live", "trueskill", TrueSkill(tau=0.0), "live"),
    ("weng-lin, live", "weng-lin", WengLin(tau=0.0), "live"),
    ("glicko2, monthly", "glicko2", Glicko2(), "period"),
)
"""Our case, the program's name for it, and the system with the crate's parameters.

The crate adds TrueSkill's τ² to a player's variance but not to c, and has none in Weng and Lin's system.
"""


def crate(games: Games, system: str, runs: int) -> tuple[float, NDArray[np.float64]] | None:
    """Return the seconds of the crate's fastest run, and its ratings; None where it is not built."""
    if not PROGRAM.exists():
        return None
    period = Timeline.of(games, "period", parse_period("1mo")).order.astype(np.int64)
    columns: dict[str, Any] = {
        "first": games.first,
        "second": games.second,
        "score": games.score,
        "period": period,
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for column, values in columns.items():
            values.tofile(folder / column)
        files = [str(folder / column) for column in columns]
        command = [str(PROGRAM), system, str(runs), str(len(games.players)), *files, str(folder / "out")]
        told = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(told.stdout), np.fromfile(folder / "out", dtype=np.float64)


def apart(games: Games, system: RatingSystem, schedule: Schedule, theirs: NDArray[np.float64]) -> float:
    """Return how far the crate's ratings are from ours at most, in points."""
    rule = parse_period("1mo") if schedule == "period" else None
    state, _ = system.rate(Timeline.of(games, schedule, rule))
    return float(np.abs(state.columns["rating"] - theirs).max())
