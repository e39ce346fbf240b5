"""``arpad systems --pairing``: every pairing system with what it has to set."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from arpad.rulebooks.pairing_catalogue import SYSTEMS

Json = Callable[..., Any]
Run = Callable[..., Result]


def test_all_are_listed(run: Run, run_json: Json) -> None:
    text = run("systems", "--pairing").stdout
    assert [line.split()[0] for line in text.splitlines()[1 : 1 + len(SYSTEMS)]] == list(SYSTEMS)
    assert [one["name"] for one in run_json("systems", "--pairing")["systems"]] == list(SYSTEMS)


@pytest.mark.parametrize("name", SYSTEMS)
def test_one_shows_its_settings_and_an_example_that_runs(
    name: str, run: Run, run_json: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = run_json("systems", "--pairing", name)["settings"]
    assert settings
    text = run("systems", "--pairing", name).stdout
    assert all(f"\n{one['name']} " in text for one in settings)
    assert all(one["values"] for one in settings)
    example = next(line for line in text.splitlines() if line.startswith("Example: arpad "))
    assert run(*shlex.split(example)[2:]).stdout


def test_the_defaults_are_those_of_the_rules(run_json: Json) -> None:
    """Monrad as the Danes play it; OpenGotha's bar of 1d and floor of 20k."""
    usual = {one["name"]: one["default"] for one in run_json("systems", "--pairing", "mcmahon")["settings"]}
    assert (usual["bar"], usual["floor"]) == ("1d", "20k")
    usual = {one["name"]: one["default"] for one in run_json("systems", "--pairing", "monrad")["settings"]}
    assert usual["variant"] == "danish"


def test_a_system_that_is_not_known(run: Run) -> None:
    assert "no pairing system is called 'glicko2'" in run("systems", "--pairing", "glicko2", code=2).stderr
