"""``arpad tournament print`` and ``status``: every report in every form, from event files and from TRF."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from arpad.office.reports.catalogue import REPORTS

Run = Callable[..., Result]

REPORT = """\
012 Cup
042 2026/05/01
XXR 3
001    1      Ada                               2000                             2.0    1     2 w 1     3 b 1
001    2      Bo                                1900                             1.0    2     1 b 0     4 w 1
001    3      Cy                                1800                             1.0    3     4 w 1     1 w 0
001    4      Di                                1700                             0.0    4     3 b 0     2 b 0
"""


@pytest.fixture
def cup(here: Path, run: Run) -> str:
    run("tournament", "new", "cup.arpad", "--rounds", "3", "--name", "Spring Cup")
    for name, rating in (
        ("Ann", "2000"),
        ("Bea", "1900"),
        ("Cid", "1800"),
        ("Dan", "1700"),
        ("김민지", "1600"),
    ):
        run("tournament", "add", "cup.arpad", name, "--rating", rating)
    run("tournament", "pair", "cup.arpad")
    return "cup.arpad"


@pytest.fixture
def trf(here: Path) -> str:
    (here / "cup.trf").write_text(REPORT, encoding="utf-8")
    return "cup.trf"


def test_the_help_names_every_report(run: Run) -> None:
    text = run("tournament", "print", "--help").stdout
    for what, entry in REPORTS.items():
        assert f"    {what:10}  {entry.title}\n" in text


def test_pairings_on_the_terminal(run: Run, cup: str) -> None:
    lines = run("tournament", "print", cup, "pairings").stdout.splitlines()
    assert lines[:4] == [
        "Spring Cup",
        "Round 1: pairings",
        "",
        "Bd  No.  White  Rating  Result  Rating  Black  No.",
    ]
    assert lines[4].split()[0] == "1"
    assert lines[-2:] == ["No.  Without a game  Bye  Points", "  5  김민지          bye     1.0"]


@pytest.mark.parametrize("what", REPORTS)
@pytest.mark.parametrize("suffix", [".txt", ".csv", ".html", ".json"])
def test_every_report_is_written_and_written_again(
    run: Run, cup: str, here: Path, what: str, suffix: str
) -> None:
    out = f"out{suffix}"
    for _ in range(2):
        assert run("tournament", "print", cup, what, "--out", out).stderr == f"wrote {out}\n"
    text = (here / out).read_text(encoding="utf-8")
    if suffix == ".json":
        assert json.loads(text)["report"] == what
    elif suffix == ".csv":
        assert len(list(csv.reader(text.splitlines()))) > 0
    elif suffix == ".html":
        assert text.startswith("<!DOCTYPE html>")
    else:
        assert text.splitlines()[0] == "Spring Cup"
        assert text.endswith(".\n")


@pytest.mark.parametrize("what", REPORTS)
def test_reports_of_a_trf(run: Run, run_json: Callable[..., Any], trf: str, what: str) -> None:
    assert run("tournament", "print", trf, what).stdout.startswith("Cup\n")
    made = run_json("tournament", "print", trf, what)
    assert (made["report"], made["event"]) == (what, "Cup")


def test_the_starting_list_can_be_entered_again(run: Run, cup: str) -> None:
    run("tournament", "edit", cup, "Ann", "--fide-id", "1500011", "--birth", "1990-05-17", "--sex", "w")
    run("tournament", "print", cup, "start", "--out", "start.csv")
    run("tournament", "new", "again.arpad", "--name", "Spring Cup")
    run("tournament", "add", "again.arpad", "--from", "start.csv")
    first = run("tournament", "print", cup, "start").stdout
    assert run("tournament", "print", "again.arpad", "start").stdout == first


def test_an_earlier_round(run_json: Callable[..., Any], trf: str) -> None:
    made = run_json("tournament", "print", trf, "results", "--round", "1")
    assert made["round"] == 1
    assert [row["black"] for row in made["tables"][0]["rows"]] == ["Bo", "Di"]


def test_a_file_of_somebody_else_stays(run: Run, cup: str, here: Path) -> None:
    (here / "mine.csv").write_text("name,rating\nAnn,2000\n")
    run("tournament", "print", cup, "start", "--out", "mine.csv", code=2)
    assert (here / "mine.csv").read_text() == "name,rating\nAnn,2000\n"
    run("tournament", "print", cup, "start", "--out", "mine.csv", "--force")
    assert (here / "mine.csv").read_text().startswith("number,title,name,")
    refused = run("tournament", "print", cup, "start", "--out", cup, code=2)
    assert "a report is written as .txt, .csv, .html, .json" in refused.stderr


def test_what_cannot_be_printed(run: Run, cup: str, trf: str) -> None:
    assert "there is no report 'prizes'" in run("tournament", "print", cup, "prizes", code=2).stderr
    assert (
        "round 2 is not paired yet"
        in run("tournament", "print", cup, "pairings", "--round", "2", code=2).stderr
    )
    assert (
        "the starting list has no round"
        in run("tournament", "print", cup, "start", "--round", "1", code=2).stderr
    )
    assert (
        "--system is for the rating report"
        in run("tournament", "print", trf, "norms", "--system", "fide", code=2).stderr
    )


def test_a_report_in_an_old_encoding(run: Run, here: Path) -> None:
    (here / "old.trf").write_bytes(REPORT.replace("Ada", "Łuć").encode("cp1250"))
    assert "Łuć" in run("tournament", "print", "old.trf", "start", "--encoding", "cp1250").stdout
    assert run("tournament", "status", "old.trf", "--encoding", "cp1250").stdout.startswith("Cup\n")


def test_the_rating_report_of_rapid(run: Run, trf: str) -> None:
    assert "FIDE rapid rating" in run("tournament", "print", trf, "rating", "--system", "fide-rapid").stdout


def test_slips_as_text(run: Run, cup: str) -> None:
    lines = run("tournament", "print", cup, "slips").stdout.splitlines()
    assert sum(line.startswith("- -") for line in lines) == 3
    assert "Round 1, board 2" in lines
    assert "  [ ] 1-0   [ ] ½-½   [ ] 0-1" in lines


def test_the_status_of_an_event_names_the_commands(run: Run, cup: str) -> None:
    run("tournament", "result", cup, "--board", "1", "1-0")
    run("tournament", "away", cup, "Dan", "--round", "2")
    text = run("tournament", "status", cup).stdout
    lines = text.splitlines()
    assert lines[0] == "Spring Cup"
    assert "rounds           1 of 3 paired, none published" in lines
    assert "entered          5 participants, 4 to be paired in round 2" in lines
    assert "results to come  round 1: board 2" in lines
    assert "not paired       Dan (4), round 2: away" in lines
    assert "      arpad tournament result cup.arpad --round 1 --board N RESULT" in lines


def test_the_status_of_a_trf_names_none(run: Run, run_json: Callable[..., Any], trf: str) -> None:
    text = run("tournament", "status", trf).stdout
    assert "  Pair round 3" in text.splitlines()
    assert "arpad" not in text
    assert run_json("tournament", "status", trf)["rounds"]["published"] is None
