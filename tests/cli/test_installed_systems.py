"""Rating systems of other packages: an entry point of the group arpad.systems is all that arpad needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SYSTEM = """
import math

import arpad


def expected(game, p):
    return 1.0 / (1.0 + math.exp((game.opponent - game.rating) / p.scale))


def update(game, p):
    surprise = game.score - game.expected
    return game.rating + p.k * surprise


Ladder = arpad.custom_system(
    "ladder", title="The ladder of our club", update=update, expected=expected, parameters={"k": 32.0, "scale": 174.0}
)
"""
POINTS = """[arpad.systems]
ladder = club_ladder:Ladder
elo = club_ladder:Ladder
other-name = club_ladder:Ladder
broken = club_ladder:Absent
number = math:pi
"""
GAMES = """date,white,black,result
2026-01-10,Ann,Bob,1-0
2026-01-11,Cid,Ann,1/2-1/2
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A package as an installer leaves it, in a folder of its own."""
    place = tmp_path / "site"
    facts = place / "club_ladder-1.2.dist-info"
    facts.mkdir(parents=True)
    (place / "club_ladder.py").write_text(SYSTEM, encoding="utf-8")
    (facts / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: club-ladder\nVersion: 1.2\n", encoding="utf-8"
    )
    (facts / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    (tmp_path / "games.csv").write_text(GAMES, encoding="utf-8")
    return place


def arpad(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "arpad", *words],
        cwd=installed.parent,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={
            **os.environ,
            "PYTHONPATH": path,
            "NO_COLOR": "1",
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "200",
        },
    )


def test_the_list_of_systems_has_it_with_its_package(installed: Path) -> None:
    done = arpad(installed, "systems")
    assert done.returncode == 0
    line = next(line for line in done.stdout.splitlines() if line.startswith("ladder "))
    assert "The ladder of our club (of club-ladder 1.2)" in line
    assert "live" in line
    assert "broken of club-ladder 1.2 cannot be loaded: AttributeError" in done.stderr
    assert "number of club-ladder 1.2 is not a class of rating systems" in done.stderr
    assert "other-name of club-ladder 1.2 calls itself ladder" in done.stderr


def test_it_describes_itself(installed: Path) -> None:
    document = json.loads(arpad(installed, "systems", "ladder", "--json").stdout)
    assert document["distribution"] == "club-ladder 1.2"
    assert [known["name"] for known in document["parameters"]] == ["k", "scale", "initial"]
    assert json.loads(arpad(installed, "systems", "elo", "--json").stdout)["distribution"] is None


def test_every_command_takes_it(installed: Path) -> None:
    done = arpad(installed, "rate", "games.csv", "--system", "Ladder", "--set", "k=20", "--out", "list.html")
    assert (done.returncode, done.stderr) == (0, "")
    page = (installed.parent / "list.html").read_text(encoding="utf-8")
    assert "The ladder of our club" in page
    done = arpad(installed, "verify", "list.html")
    assert done.returncode == 0, done.stdout + done.stderr
    done = arpad(installed, "explain", "games.csv", "--system", "ladder", "--player", "Ann", "--steps")
    assert "surprise: game.score - game.expected = 0.5000" in done.stdout
    assert "new rating: game.rating + p.k * surprise = 1516.0000" in done.stdout
    done = arpad(installed, "whatif", "--system", "ladder", "--rating", "1500", "--games", "1500:1")
    assert "1500.00 + 16.00 = 1516.00" in done.stdout
    done = arpad(installed, "odds", "1674", "1500", "--system", "ladder")
    assert "0.7311" in done.stdout  # 1 / (1 + 1/e)


def test_what_cannot_be_loaded_is_refused_by_name(installed: Path) -> None:
    done = arpad(installed, "rate", "games.csv", "--system", "broken")
    assert done.returncode == 2
    assert "broken of club-ladder 1.2 cannot be loaded" in done.stderr
    done = arpad(installed, "rate", "games.csv", "--system", "laddr")
    assert "Did you mean ladder?" in done.stderr


def test_a_parameter_that_elo_had_is_that_of_online(installed: Path) -> None:
    old = arpad(
        installed, "rate", "games.csv", "--system", "elo", "--set", "streak=5", "--set", "streak_from=1"
    )
    new = arpad(
        installed, "rate", "games.csv", "--system", "online", "--set", "streak=5", "--set", "streak_from=1"
    )
    assert (old.returncode, old.stdout) == (0, new.stdout)
    assert old.stderr == "note: rated by online, which has a parameter that elo does not have\n"
    assert new.stderr == ""
    wrong = arpad(installed, "rate", "games.csv", "--system", "elo", "--set", "streek=5")
    assert "elo has no parameter 'streek'" in wrong.stderr
