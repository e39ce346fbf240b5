"""The command ``arpad audit``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from arpad.lab.audit import CODES
from bench.boards import BOARDS

Run = Callable[..., Result]


@pytest.fixture
def votes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    games = BOARDS["draw-prone model"][0].drawn(1)
    words = np.where(games.score == 0.5, "tie", np.where(games.score == 1.0, "model_a", "model_b"))
    frame = games.to_frame().select("first", "second", "cluster")
    frame.columns = ["model_a", "model_b", "who"]
    frame.with_columns(winner=words).write_csv("votes.csv")
    return tmp_path / "votes.csv"


def test_it_prints_what_was_found_and_what_was_not(votes: Path, run: Run) -> None:
    text = run("audit", "votes.csv", "--cluster", "who").stdout
    assert text.startswith("votes.csv: 6,000 games of 6 players in 300 clusters\n")
    found, clear = text.split("not found\n")
    assert "a player who draws often\n    model E draws 85 % of its games" in found
    assert "  lopsided schedule\n" in clear
    assert "not asked" not in text
    assert "Of 100 audits of games without a fault, 5 at most find one." in text


def test_without_clusters_it_says_what_is_not_asked(votes: Path, run: Run) -> None:
    text = run("audit", "votes.csv", "--level", "1").stdout
    assert "not asked\n  clusters whose games hang together\n" in text
    assert "100 audits of games without a fault, 1 at most find one." in text


def test_json(votes: Path, run: Run) -> None:
    found = json.loads(run("audit", "votes.csv", "--cluster", "who", "--json").stdout)
    assert [one["code"] for one in found["verdicts"]] == list(CODES)
    assert found["findings"] == ["draws"]
    assert found["clusters"] == 300


def test_refusals(votes: Path, run: Run) -> None:
    Path("long.csv").write_text("contest,player,place\n1,A,1\n1,B,2\n1,C,3\n")
    assert "contests" in run("audit", "long.csv", code=2).stderr
    Path("none.csv").write_text("white,black,result\n")
    assert run("audit", "none.csv", code=2).stderr.startswith("arpad: ")
    assert "whose" in run("audit", "votes.csv", "--cluster", "whose", code=2).stderr


def test_bad_rows_are_set_aside(votes: Path, run: Run) -> None:
    with votes.open("a") as file:
        file.write("model A,,x,model_a\nmodel A,model B,x,perhaps\n")
    assert "line 6003" in run("audit", "votes.csv", code=2).stderr
    assert "6,000 games" in run("audit", "votes.csv", "--rejects", "bad.csv").stdout
    assert Path("bad.csv").is_file()
