"""The command ``arpad audit``."""

from __future__ import annotations

import json
import re
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


def test_a_page(votes: Path, run: Run) -> None:
    done = run("audit", "votes.csv", "--cluster", "who", "--out", "report.html")
    assert done.stdout.startswith("votes.csv: 6,000 games")
    assert done.stdout.endswith("wrote report.html\n")
    page = Path("report.html").read_text(encoding="utf-8")
    assert "A player who draws often. model E draws 85\u00a0% of its games" in page
    cells = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.sub("</?bdi>", "", page).split("<tr>")
    ]
    answers = {row[0]: row[1:] for row in cells if row and len(row) == 7}
    asked = json.loads(run("audit", "votes.csv", "--cluster", "who", "--json").stdout)["verdicts"]
    words = {True: "found", False: "not found"}
    assert [answers[one["title"].capitalize()][0] for one in asked] == [words[one["found"]] for one in asked]
    assert answers["Groups that never met"][1:4] == ["groups", "1", "2"]
    assert answers["Clusters whose games hang together"][5] == "0.01"  # 5 % among five questions with a test
    # The fault was planted: model E is ranked by draws; every model has a row, the best rank first.
    ranks = [row for row in cells if row and row[0].startswith("model ") and len(row) == 7]
    assert sorted(row[0] for row in ranks) == [f"model {letter}" for letter in "ABCDEF"]
    assert all(int(row[4]) <= at <= int(row[5]) for at, row in enumerate(ranks, 1))
    assert "://" not in page.replace("http://www.w3.org", "")
    assert "ends with .html" in run("audit", "votes.csv", "--out", "report.csv", code=2).stderr
    assert run("audit", "votes.csv", "--out", "votes.csv", code=2).stderr
    assert not Path("report.csv").exists()


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
