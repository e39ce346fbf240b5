"""The demonstration: it runs, and what it says to type next runs too."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_it_runs_and_so_does_what_it_says_next(here: Path, run: Run) -> None:
    text = run("demo").stdout
    assert Path("arpad-world-cup.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert "964 games" in text
    assert "Brazil" in text
    assert any("█" in line for line in text.splitlines()[:15])
    after = text.split("Type next\n")[1].splitlines()
    commands = [line.strip() for line in after if line.strip().startswith("arpad ")][:3]
    assert len(commands) == 3
    for command in commands:
        assert run(*shlex.split(command)[1:]).stdout
    assert Path("list.csv").exists()


def test_the_title_is_seven_matches(here: Path, run: Run) -> None:
    """Argentina 2022: lost to Saudi Arabia, won four, drew two that penalties decided."""
    text = run("demo").stdout
    lines = [line for line in text.splitlines() if line.startswith("2022-")]
    opponents = ["Saudi Arabia", "Mexico", "Poland", "Australia", "Netherlands", "Croatia", "France"]
    assert len(lines) == 7
    assert all(opponent in line for opponent, line in zip(opponents, lines, strict=True))
    results = [next(word for word in line.split() if word in ("0", "½", "1")) for line in lines]
    assert results == ["0", "1", "1", "1", "½", "1", "½"]


def test_where_nothing_can_be_written(here: Path, run: Run) -> None:
    result = run("demo", "--out", "missing/report.html", code=2)
    assert "missing" in result.stderr
    assert not result.stdout


def test_it_fits_80_columns(here: Path, run: Run) -> None:
    text = run("demo").stdout.split("Type next")[0]
    assert max(map(len, text.splitlines())) <= 80
