"""What was published before a system had one of its parameters.

``fixtures/before_rounding`` was written by arpad before ``eloratings`` had ``rounding``.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from arpad._version import __version__
from arpad.cli.verify_command import recomputed
from arpad.office.publishing.list_origin import departures, made_by
from arpad.office.publishing.verification import verify
from arpad.ratings.parameters import kept_settings, settings_of, with_former
from arpad.rulebooks.football import EloRatings

PUBLISHED = Path(__file__).parents[1] / "fixtures" / "before_rounding"


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Return the folder of the publications, as if this version had written them."""
    folder = tmp_path / "before"
    shutil.copytree(PUBLISHED, folder)
    for file in folder.glob("*.manifest.json"):
        manifest = json.loads(file.read_text())
        own = f'"arpad": "{manifest["versions"]["arpad"]}"'
        file.write_text(file.read_text().replace(own, f'"arpad": "{__version__}"'))
    return folder


def test_the_fixture_is_from_before() -> None:
    manifests = [json.loads(file.read_text()) for file in sorted(PUBLISHED.glob("*.manifest.json"))]
    assert len(manifests) == 3
    assert not any("rounding" in manifest["parameters"] for manifest in manifests)


@pytest.mark.parametrize("name", ["list.csv", "odds.csv", "odds_of_list.csv"])
def test_a_publication_is_made_again_as_it_was(published: Path, name: str) -> None:
    verification = verify(published / name, recomputed)
    assert [finding.problem for finding in verification.findings] == []
    assert verification.verdict == "reproduced"


def test_what_differs_is_still_found(published: Path) -> None:
    file = published / "list.csv"
    file.write_text(file.read_text().replace("2095.", "2094."))
    assert verify(file, recomputed).verdict == "differs"


def test_a_list_says_by_what_it_was_made(published: Path) -> None:
    assert made_by(published / "list.csv") == ("eloratings", ("rounding=0",))
    assert departures(published / "list.csv", EloRatings(rounding=0)) == []
    assert departures(published / "list.csv", EloRatings()) == [
        "the list was made with rounding=0, and is now taken with rounding=1"
    ]


def test_what_is_kept_names_later_parameters() -> None:
    assert settings_of(EloRatings()) == {}
    assert kept_settings(EloRatings()) == {"rounding": 1.0}
    assert kept_settings(EloRatings(importance=20)) == {"importance": 20, "rounding": 1.0}
    assert with_former(EloRatings, {"importance": 20}) == {"importance": 20, "rounding": 0.0}
    assert with_former(EloRatings, {"rounding": 1.0}) == {"rounding": 1.0}
