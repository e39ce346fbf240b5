"""``arpad rate`` and ``explain`` on tournament reports: who has a rating is no newcomer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

REPORT = """\
012 Cup
001    1      Ada                               2200                             1.0    1     2 w 1
001    2      Bo                                2100                             0.0    4     1 b 0
001    3      Cy                                2000                             0.5    2     4 w =
001    4      Di                                   0                             0.5    3     3 b =
"""
NOTE = "nobody's number of games: the 3 players with ratings count as established"


@pytest.fixture
def report(tmp_path: Path) -> str:
    file = tmp_path / "cup.trf"
    file.write_text(REPORT)
    return str(file)


def test_k_is_that_of_an_established_player(run: Run, report: str, tmp_path: Path) -> None:
    """2200 against 2100: PD .64 (table 8.1.2), so that a win brings .36 · 20 = 7.2 (8.3.2, 8.3.3)."""
    ask = ("explain", report, "--system", "fide", "--steps", "--player")
    done = run(*ask, "Ada")
    assert NOTE in done.stderr
    assert "--players FILE" in done.stderr
    assert "K · ΔR = 20 · 0.36 = 7.20 points" in done.stdout
    players = tmp_path / "players.csv"
    players.write_text("name,games\nAda,12\n")
    said = ("--players", str(players))
    assert "K · ΔR = 40 · 0.36 = 14.40 points" in run(*ask, "Ada", *said).stdout
    left = run(*ask, "Bo", *said)
    assert "K · ΔR = 20 · -0.36 = -7.20 points" in left.stdout
    assert "the 2 players with ratings" in left.stderr


def test_us_chess_uses_the_standard_formula(run: Run, report: str) -> None:
    """K = 800/(1 + N*), N* = 50/√(.662 + .00000739 · (2569 − R0)²): Ada's 20.14, Bo's 23.49.

    Bo's intermediate rating: 2100 − .3599 · 23.49 = 2091.55; against it Ada's gain is (1 − .6512) · 20.14 = 7.03.
    """
    done = run("explain", report, "--system", "uschess", "--player", "Ada", "--steps")
    assert "Ada: +7.03 in 1 game" in done.stdout
    assert "2100.0000 before it = 2091.5456 points" in done.stdout
    assert "special formula" not in done.stdout
    assert NOTE in done.stderr


@pytest.mark.parametrize("system", ["elo", "glicko2", "dwz"])
def test_nothing_is_said_where_games_change_nothing(run: Run, report: str, system: str) -> None:
    assert "established" not in run("rate", report, "--system", system).stderr


def test_it_is_said_where_k_asks_for_games(run: Run, report: str) -> None:
    assert NOTE in run("rate", report, "--set", "k=40 if games<30; 20").stderr
