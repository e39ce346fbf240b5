"""Pages and files of tournaments, and what another pair would have cost."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

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
def report(here: Path) -> Path:
    file = here / "cup.trf"
    file.write_text(REPORT)
    return file


@pytest.fixture
def cup(here: Path, run: Run) -> str:
    run("tournament", "new", "cup.arpad", "--system", "monrad", "--rounds", "3")
    for name in ("Ann", "Bea", "Cid", "Dan", "Eve"):
        run("tournament", "add", "cup.arpad", name)
    run("tournament", "pair", "cup.arpad")
    for board in "12":
        run("tournament", "result", "cup.arpad", "--board", board, "1-0")
    run("tournament", "pair", "cup.arpad")
    return "cup.arpad"


def test_standings_as_csv_and_json(run: Run, report: Path, here: Path) -> None:
    assert (
        run("standings", "cup.trf", "--tiebreaks", "BH,DE,DE", "--out", "cup.csv").stderr == "wrote cup.csv\n"
    )
    rows = list(csv.DictReader((here / "cup.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[1] == {
        "rank": "2",
        "number": "2",
        "name": "Bo",
        "title": "",
        "rating": "1900",
        "federation": "",
        "points": "1",
        "BH": "2",
        "DE": "0",
        "DE#2": "0",
        "decided": "PTS",
    }
    run("standings", "cup.trf", "--tiebreaks", "BH,KS", "--out", "cup.json")
    written = json.loads((here / "cup.json").read_text(encoding="utf-8"))
    printed = json.loads(run("standings", "cup.trf", "--tiebreaks", "BH,KS", "--json").stdout)
    assert written == printed
    assert "KS is left out" in run("standings", "cup.trf", "--tiebreaks", "KS", "--out", "cup.csv").stderr


def test_standings_as_a_page_that_says_how_to_make_it_again(run: Run, report: Path, here: Path) -> None:
    words = ["standings", "cup.trf", "--tiebreaks", "BH,TPN", "--edition", "2024-10-01", "--out", "cup.html"]
    run(*words)
    page = (here / "cup.html").read_text(encoding="utf-8")
    assert f"<code>arpad {' '.join(words)}</code>" in page
    assert "C.07 of 2024-08-01" in page
    assert "Why these pairings" not in page
    run(*words)
    assert (here / "cup.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--out", "cup.xls"], "standings are written as .html, .csv or .json"),
        (["--out", "nowhere/cup.html"], "there is no folder nowhere"),
        (["--out", "cup.html", "--explain", "1"], "--out cannot be combined with --explain"),
    ],
)
def test_what_standings_cannot_be_written(run: Run, report: Path, words: list[str], problem: str) -> None:
    assert problem in run("standings", "cup.trf", *words, code=2).stderr.replace(str(Path.cwd()) + "/", "")


def test_a_tournament_as_a_page(run: Run, cup: str, here: Path) -> None:
    run("tournament", "page", cup, "cup.html")
    page = (here / "cup.html").read_text(encoding="utf-8")
    assert page.count("Why these pairings") == 2
    assert 'class="terms" name' in page
    run("tournament", "page", cup, "short.html", "--short", "--tiebreaks", "SB")
    short = (here / "short.html").read_text(encoding="utf-8")
    assert "<details" not in short
    assert "arpad tournament page cup.arpad short.html --tiebreaks SB --short" in short
    assert "ends in .html" in run("tournament", "page", cup, "cup.pdf", code=2).stderr


def test_a_report_as_a_page(run: Run, report: Path, here: Path) -> None:
    run("tournament", "page", "cup.trf", "cup.html")
    page = (here / "cup.html").read_text(encoding="utf-8")
    assert page.count('<section class="round"') == 2
    assert page.count("Why these pairings") == 2
    assert "fide-dutch, C.04.3 of 2026" in page


def test_why_two_did_not_meet(run: Run, cup: str) -> None:
    explained = ["tournament", "explain", cup]
    paired = json.loads(run("tournament", "round", cup, "--round", "1", "--json").stdout)
    first = paired["pairs"]
    a, b = first[0]["white"], first[0]["black"]
    told = run(*explained, "--why-not", a, b).stdout
    assert "? Not allowed" in told.splitlines()[0]
    assert "already played" in told
    found = json.loads(run(*explained, "--why-not", a, b, "--json").stdout)
    assert found["outcome"]
    bye = paired["byes"][0]["name"]
    assert "second bye" in run(*explained, "--why-not", bye.lower(), "bye").stdout
    assert run(*explained, "--why-not", "bye", bye).stdout == run(*explained, "--why-not", bye, "bye").stdout
    assert "Round 1" in run(*explained, "--round", "1", "--why-not", a, bye).stdout.splitlines()[0]
    assert "no participant is named 'Zed'" in run(*explained, "--why-not", "Zed", a, code=2).stderr
    assert (
        "the bye cannot be paired with the bye" in run(*explained, "--why-not", "bye", "bye", code=2).stderr
    )


def test_systems_that_do_not_compare_say_so(run: Run, here: Path) -> None:
    run("tournament", "new", "rr.arpad", "--system", "round-robin")
    for name in ("Ann", "Bea", "Cid"):
        run("tournament", "add", "rr.arpad", name)
    run("tournament", "pair", "rr.arpad")
    refused = run("tournament", "explain", "rr.arpad", "--why-not", "1", "2", code=2)
    assert "round-robin does not compare rounds" in refused.stderr


def test_pairing_with_a_page_and_a_question(run: Run, report: Path, here: Path) -> None:
    pairs = run("pair", "cup.trf", "--system", "monrad", "-p").stdout
    asked = run("pair", "cup.trf", "--system", "monrad", "-p", "-", "--page", "r3.html")
    assert asked.stdout == pairs == "2\n4 1\n2 3\n"
    assert asked.stderr == "wrote r3.html\n"
    page = (here / "r3.html").read_text(encoding="utf-8")
    assert "Round 3" in page
    names = re.findall(r"<bdi>(.*?)</bdi>", page[page.index("<tbody>") : page.index("</tbody>")])
    assert names == ["Di", "Ada", "Bo", "Cy"]
    assert "to come" not in page
    assert "<bdi>board 1: Di (4) – Ada (1)" in page.replace("\u2068", "")
    assert "already played" in run("pair", "cup.trf", "--system", "monrad", "--why-not", "ada", "Bo").stdout
    found = run("pair", "cup.trf", "--system", "monrad", "--why-not", "1", "4", "--json", "--page", "w.html")
    assert json.loads(found.stdout)["outcome"]
    assert (here / "w.html").exists()
    for words, problem in (
        (["cup.trf", "--page", "r3.pdf"], "ends in .html"),
        (["cup.trf", "cup.trf", "--why-not", "1", "2"], "--why-not and --page take one file"),
        (["cup.trf", "--system", "monrad", "--why-not", "1", "9"], "no participant is named '9'"),
        (["cup.trf", "--system", "knockout", "--why-not", "1", "2"], "does not compare rounds"),
    ):
        assert problem in run("pair", *words, code=3).stderr
