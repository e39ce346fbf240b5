"""``arpad matchmaking``: what it prints and writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]

SMALL = ("--players", "40", "--hours", "1", "--runs", "2")


def test_a_table_the_answers_and_a_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    text = run("matchmaking", *SMALL, "--out", str(page)).stdout
    assert text.startswith(
        "2 queues of 40 players after 2 years of play, open for 1 hour, sides of 1 player."
    )
    assert all(rule in text for rule in ("window", "expected-score", "information"))
    assert "lets players wait least" in text
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 2
    assert "The numbers of this chart" in html
    assert "https://" not in html


def test_the_document(run: Run) -> None:
    found = json.loads(run("matchmaking", *SMALL, "--rule", "window,width=70", "--json").stdout)
    assert found["queue"]["population"]["players"] == 40
    (rule,) = found["rules"]
    assert rule["settings"] == {"width": 70.0, "widening": 5.0, "most": 600.0}
    assert rule["wait"]["low"] <= rule["wait"]["mean"] <= rule["wait"]["high"]


def test_what_is_refused(run: Run) -> None:
    assert "no rule of matching is called 'fair'" in run("matchmaking", "--rule", "fair", code=2).stderr
    assert "is not a page" in run("matchmaking", *SMALL, "--out", "report.txt", code=2).stderr
    refused = run("matchmaking", *SMALL, "--population", "players=9", code=2).stderr
    assert "--population has no number 'players'" in refused
    assert "--players gives it" in refused
    assert "--population has no number 'fun'" in run("matchmaking", "--population", "fun=1", code=2).stderr
    assert "is not a number" in run("matchmaking", "--population", "years=two", code=2).stderr


def test_the_population_is_described(run: Run) -> None:
    text = run(
        "matchmaking", *SMALL, "--rule", "window", "--population", "years=1,improve=150,quit=0.3"
    ).stdout
    assert "40 players after 1 year of play" in text
