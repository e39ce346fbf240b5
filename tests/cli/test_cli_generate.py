"""``arpad generate``: what it refuses before it works, and settings of a system."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def small(tmp_path: Path) -> list[str]:
    return ["generate", "--players", "8", "--rounds", "4", "--seed", "3", "--out", str(tmp_path / "t.trf")]


@pytest.mark.parametrize("name", ["--forfeits", "--late", "--half-byes"])
def test_a_probability_is_a_number(run: Run, small: list[str], name: str) -> None:
    assert "is not a probability" in run(*small, name, "nan", code=2).stderr


def test_more_players_than_a_report_numbers(run: Run, tmp_path: Path) -> None:
    refused = run(
        "generate", "--players", "10000", "--rounds", "9", "--out", str(tmp_path / "t.trf"), code=2
    ).stderr
    assert "9999" in refused
    assert not list(tmp_path.iterdir())


def test_where_it_goes_is_looked_at_first(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "nowhere" / "t.trf")
    assert (
        "there is no folder"
        in run("generate", "--players", "8", "--rounds", "3", "--out", out, code=2).stderr
    )


def test_settings(run: Run, small: list[str]) -> None:
    once = run(*small[:-1], "-", "--play", "3", "--system", "groups", "--set", "groups=1").stdout
    assert once != run(*small[:-1], "-", "--play", "3", "--system", "groups", "--set", "groups=2").stdout
    assert "has no setting 'chess'" in run(*small, "--set", "chess=1", code=2).stderr
    assert "--accelerated" in run(*small, "--set", "acceleration=baku", code=2).stderr


@pytest.mark.parametrize("system", ["swiss-teams", "fide-team", "double-swiss"])
def test_no_matches_are_drawn(run: Run, small: list[str], system: str) -> None:
    refused = run(*small, "--system", system, code=2).stderr
    assert f"a report cannot store the matches of {system}" in refused
    assert not Path(small[-1]).exists()
