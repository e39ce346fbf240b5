"""``arpad inflation``: what it prints and writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import arpad
from lab_records import synthetic

Run = Callable[..., Result]

AFL = str(Path(__file__).parents[2] / "docs" / "data" / "afl-2009-2012.csv")


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.csv"
    synthetic(900, 12).to_frame().write_csv(path)
    return str(path)


def test_tables_answers_and_measures(run: Run, games: str) -> None:
    text = run("inflation", games, "--step", "1y", "--established", "20").stdout
    assert text.startswith("900 games rated by elo.")
    assert all(word in text for word in ("2020", "2024", "Entered", "brought", "Spread", "Level"))
    assert "Do not compare ratings of different eras" in text
    assert "+0.8 points for each loss" in text
    assert "Not tried: K 40 until the age of 18: no player's year of birth is known." in text


def test_the_document_is_the_librarys(run: Run, games: str) -> None:
    found = json.loads(run("inflation", games, "--set", "k=30", "--measure", "floor", "--json").stdout)
    again = arpad.inflation(games, "elo", k=30, measures=["floor"])
    assert found == json.loads(json.dumps(again.as_json()))
    assert found["unit"] == "year"
    assert [one["measure"] for one in found["measures"]] == ["floor"]


def test_numbered_periods_have_steps(run: Run) -> None:
    text = run("inflation", AFL, "--measure", "none", "--established", "10").stdout
    assert "points (95 %" in text
    assert "a step" in text
    assert "Measure" not in text


def test_a_page_with_charts_and_their_tables(run: Run, games: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    said = run("inflation", games, "--established", "20", "--out", str(page)).stdout
    assert f"wrote {page}" in said
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 6  # three charts, wide and narrow
    assert html.count("The numbers of this chart") == 2
    assert "What each measure changes" in html
    assert "https://" not in html


def test_what_is_refused(run: Run, games: str) -> None:
    assert "no measure is called 'roof'" in run("inflation", games, "--measure", "roof", code=2).stderr
    assert "--ages old cannot be read" in run("inflation", games, "--ages", "old", code=2).stderr
    assert "is not a page" in run("inflation", games, "--out", "report.pdf", code=2).stderr
    whole = run("inflation", games, "--system", "bradley-terry", code=2).stderr
    assert "rates the whole history at once" in whole
