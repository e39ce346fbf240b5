"""Small records that come with the package, to try things on without looking for data first."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

__all__ = ["football_world_cups"]


def football_world_cups() -> Path:
    """Return the path of the 964 matches of the men's football World Cup finals, 1930 to 2022.

    A CSV file in UTF-8, ordered by date, with the columns ``date``, ``event`` (``World Cup 1930``),
    ``stage``, ``home_team``, ``away_team``, ``home_score``, ``away_score``, ``neutral`` (``False`` where the
    home team is the host) and ``shootout`` (who won the penalty shoot-out; empty where there was none).
    Scores include extra time and never shoot-outs. The README beside the file says what its names and
    stages mean.
    """
    return Path(str(files(__name__) / "football_world_cups.csv"))
