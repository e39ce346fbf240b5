"""Skill points: a list of the sums of best items, by ``rate`` and ``explain``; numbers by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

Json = Callable[..., Any]
Run = Callable[..., Result]

PLAYS = """date,player,song,level,score
2026-01-01,Ann,Aria,9,90
2026-01-02,Ann,Aria,9,120
2026-01-02,Ann,Bolero,7,100
2026-01-03,Ann,Canon,8,80.5
2026-01-03,Bob,Aria,9,220
2026-01-05,Cid,Aria,5,10
"""
WORDS = ("scores.csv", "--system", "skill-points", "--set", "best=2")


@pytest.fixture
def scores(here: Path) -> Path:
    path = here / "scores.csv"
    path.write_text(PLAYS, encoding="utf-8")
    return path


def test_the_list(scores: Path, run: Run, run_json: Json) -> None:
    """Ann: 120 + 100, of three items; Bob's one play is 220 too."""
    found = run_json("rate", *WORDS)
    rows = [
        [row[name] for name in ("rank", "player", "points", "items", "counted", "plays")]
        for row in found["players"]
    ]
    assert rows == [[1, "Ann", 220, 3, 2, 4], [1, "Bob", 220, 1, 1, 1], [3, "Cid", 10, 1, 1, 1]]
    facts = found["manifest"]
    assert (facts["plays"], facts["items"], facts["players"]) == (6, 4, 3)
    assert facts["parameters"] == {"best": 2}
    text = run("rate", *WORDS, "--divisions", "Bronze; Gold 200", "--top", "2").stdout
    assert "Gold" in text
    assert "Cid" not in text
    assert "1 more" in text
    assert "skill-points (best=2)" in text


def test_all_items_count_up_to_thirty(scores: Path, run_json: Json) -> None:
    found = run_json("rate", "scores.csv", "--system", "skill-points")
    assert found["players"][0]["points"] == 300.5
    scores.write_text("player,item,points\n" + "".join(f"Ann,song {n},{n}\n" for n in range(1, 41)))
    found = run_json("rate", "scores.csv", "--system", "skill-points")
    assert found["players"][0]["points"] == sum(range(11, 41))


def test_a_list_of_a_day(scores: Path, run: Run, run_json: Json) -> None:
    found = run_json("rate", *WORDS, "--as-of", "2026-01-01")["players"]
    assert [(row["player"], row["points"]) for row in found] == [("Ann", 90)]
    scores.write_text("player,item,points\nAnn,Aria,1\n")
    assert "no dates" in run("rate", *WORDS, "--as-of", "2026-01-01", code=2).stderr


def test_which_items_count(scores: Path, run: Run, run_json: Json) -> None:
    told = run_json("explain", *WORDS, "--player", "Ann")
    assert told["value"] == 220
    assert [(part["item"], part["value"]) for part in told["parts"]] == [
        ("Aria [9]", 120),
        ("Bolero [7]", 100),
    ]
    assert told["not_counted"] == [{"item": "Canon [8]", "points": 80.5}]
    text = run("explain", *WORDS, "--player", "Ann", "--steps").stdout
    lines = {line.split("  ")[1].strip(): line.split() for line in text.splitlines() if "[" in line}
    assert lines["Aria [9]"][-3:] == ["120", "2", "120"]
    assert lines["Canon [8]"][-3:] == ["80.50", "1", "no"]
    assert "2 of 3 items count" in text
    assert "sum of the best 2 of 3 items = 220" in text
    assert "Did you mean Ann?" in run("explain", *WORDS, "--player", "ann", code=2).stderr


def test_files(scores: Path, here: Path, run: Run) -> None:
    outs = ("--out", "list.csv", "--out", "list.json", "--out", "list.parquet")
    said = run("rate", *WORDS, *outs, "--top", "2", "--title", "Songs", "--divisions", "Low; High 200").stdout
    assert said.startswith("Songs\n\nrank  ")
    assert "Cid" not in said
    with (here / "list.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    expected = [("Ann", 220), ("Bob", 220), ("Cid", 10)]
    assert [(row["player"], float(row["points"])) for row in rows] == expected
    written = json.loads((here / "list.json").read_text(encoding="utf-8"))
    assert [(row["player"], row["points"]) for row in written["players"]] == expected
    table = pl.read_parquet("list.parquet")
    assert table["division"].to_list() == ["High", "High", "Low"]
    assert table["points"].dtype == pl.Float64
    assert table["plays"].dtype == pl.Int64
    assert ".csv, .json or .parquet" in run("rate", *WORDS, "--out", "list.html", code=2).stderr
    assert "written over" in run("rate", *WORDS, "--out", "scores.csv", code=2).stderr


@pytest.mark.parametrize("name", ["list.csv", "list.json", "list.parquet"])
def test_a_list_of_points_is_verified(scores: Path, run: Run, name: str) -> None:
    more = ("--as-of", "2026-01-03", "--divisions", "Low; High 200", "--title", "Songs")
    run("rate", *WORDS, *more, "--out", name)
    assert run("verify", name).stdout == f"{name} is reproduced: 2 rows, and every byte\n"
    scores.write_text(PLAYS.replace("Aria,9,120", "Aria,9,121"), encoding="utf-8")
    text = run("verify", name, code=1).stdout
    assert "scores.csv is not the file from which it was computed" in text
    if name != "list.parquet":
        assert "row 1, column points\n    published: 220.0\n    computed:  221.0" in text


def test_a_list_of_nobody_has_its_columns(scores: Path, run: Run) -> None:
    run("rate", *WORDS, "--as-of", "2025-12-31", "--out", "list.csv")
    assert Path("list.csv").read_text("utf-8") == "rank,player,points,items,counted,plays\n"
    assert run("verify", "list.csv").exit_code == 0


def test_columns_of_another_name(scores: Path, run_json: Json) -> None:
    scores.write_text("wer,was,wie viel\nAnn,Aria,5\n", encoding="utf-8")
    chosen = ("--columns", "player=wer,item=was,points=wie viel")
    assert run_json("rate", *WORDS, *chosen)["players"][0]["points"] == 5


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("player,item,points\nAnn,Aria,-1\n", "line 2, column points"),
        ("player,item,points\nAnn,Aria,many\n", "is not a valid number of points"),
        ("player,item,points\nAnn,Aria,\n", "points are missing"),
        ("player,item,points\n,Aria,1\n", "player is missing"),
        ("player,points\nAnn,1\n", "no column holds the item"),
    ],
)
def test_rows_that_are_no_plays(table: str, said: str, scores: Path, run: Run) -> None:
    scores.write_text(table, encoding="utf-8")
    stderr = run("rate", *WORDS, code=2).stderr
    assert "scores.csv" in stderr
    assert said in stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rate", *WORDS, "--period", "1mo"), "takes no --period"),
        (("rate", *WORDS, "--by", "pool"), "takes no --by"),
        (("rate", *WORDS, "--min-games", "3"), "takes no --min-games"),
        (("rate", *WORDS, "--rejects", "bad.csv"), "takes no --rejects"),
        (("explain", *WORDS, "--player", "Ann", "--last", "3"), "takes no --last"),
        (("rate", *WORDS[:-1], "best=1.5"), "whole number"),
        (("rate", *WORDS[:-1], "best=0"), "out of bounds"),
        (("odds", "1500", "1400", "--system", "skill-points"), "nobody plays against anybody"),
        (
            ("whatif", "--system", "Skill points", "--rating", "1", "--games", "1:1"),
            "arpad rate and arpad explain",
        ),
    ],
)
def test_what_it_refuses(words: tuple[str, ...], said: str, scores: Path, run: Run) -> None:
    stderr = run(*words, code=2).stderr
    assert stderr.startswith("arpad: ")
    assert said in stderr


def test_every_row_is_accounted_for(scores: Path, run: Run, run_json: Json) -> None:
    """Of six plays one was later than 3 January."""
    assert run_json("rate", *WORDS)["rows"] == {"read": 6, "plays": 6, "later": 0}
    found = run_json("rate", *WORDS, "--as-of", "2026-01-03")
    assert found["rows"] == {"read": 6, "plays": 5, "later": 1}
    assert found["manifest"]["rows"] == 6
    assert "1 later play left out" in run("rate", *WORDS, "--as-of", "2026-01-03").stdout


def test_the_guess_of_an_encoding_is_said(scores: Path, run: Run, run_json: Json) -> None:
    scores.write_bytes(PLAYS.replace("Ann", "Jiří").encode("cp1250"))
    note = "scores.csv is not UTF-8 and is read as cp1250 (Central European)"
    assert note in run("rate", *WORDS).stderr
    found = run_json("rate", str(scores), *WORDS[1:])
    assert found["notes"] == found["manifest"]["notes"]
    assert found["notes"][0].startswith(note)
    assert run_json("rate", *WORDS, "--encoding", "cp1250")["notes"] == []


def test_a_day_is_not_compared_with_numbers_of_periods(scores: Path, run: Run, run_json: Json) -> None:
    scores.write_text(PLAYS.replace("2026-01-0", ""), encoding="utf-8")
    words = ("rate", "scores.csv", "--system", "skill-points", "--as-of")
    failed = run(*words, "2026-01-03", code=2)
    assert "2026-01-03 cannot be compared with the times of the plays" in failed.stderr
    assert run_json(*words, "3")["manifest"]["plays"] == PLAYS.count("\n") - 2
