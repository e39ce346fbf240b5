"""The list of systems, and one of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from arpad.cli.systems_command import EXAMPLES
from arpad.rulebooks.rating_catalogue import LISTS, SYSTEMS

Json = Callable[..., Any]
Run = Callable[..., Result]


def test_all_are_listed(run: Run, run_json: Json) -> None:
    text = run("systems").stdout
    known = [*SYSTEMS, *LISTS]
    assert [line.split()[0] for line in text.splitlines()[1 : 1 + len(known)]] == known
    assert [one["name"] for one in run_json("systems")["systems"]] == known


def test_every_system_has_an_example() -> None:
    assert set(EXAMPLES) == {*SYSTEMS, *LISTS}


@pytest.mark.parametrize(
    ("system", "parameters"),
    [
        ("elo", "k scale initial advantage curve"),
        ("glicko", "initial deviation c min_deviation max_deviation advantage"),
        ("glicko2", "initial deviation min_deviation max_deviation advantage volatility tau"),
    ],
)
def test_parameters_have_the_fields_names(system: str, parameters: str, run: Run, run_json: Json) -> None:
    found = run_json("systems", system)
    assert set(parameters.split()) <= {p["name"] for p in found["parameters"]}
    assert all(p["meaning"] for p in found["parameters"])
    text = run("systems", system).stdout
    assert found["source"] in text
    assert all(f"\n{name} " in text for name in parameters.split())


def test_glickos_defaults(run_json: Json) -> None:
    """glicko.pdf: 1500, 350, c = 63.2."""
    defaults = {p["name"]: p["default"] for p in run_json("systems", "glicko")["parameters"]}
    assert (defaults["initial"], defaults["deviation"], defaults["c"]) == (1500, 350, 63.2)


@pytest.mark.parametrize("name", ["placement", "tiers", "decay", "skill-points"])
def test_what_games_show_is_found_by_name(name: str, run: Run, run_json: Json) -> None:
    found = run_json("systems", name)
    assert found["status"] == "unverified"
    assert found["source"].startswith("practice")
    assert found["parameters"]
    assert "practice" in run("systems", name).stdout


@pytest.mark.parametrize("name", SYSTEMS)
def test_who_has_not_read_the_source_does_not_claim_to_follow_it(name: str, run_json: Json) -> None:
    """Formulas that are remembered, or those on which implementations agree, go with another status."""
    found = run_json("systems", name)
    words = " ".join(found["notes"]).lower()
    if "remembered" in words or re.search(r"implementations (of it )?agree", words):
        assert found["status"] != "exact"


def test_an_unknown_one(run: Run) -> None:
    assert "Did you mean kbaduk?" in run("systems", "baduk", code=2).stderr
