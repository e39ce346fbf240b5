"""``arpad standings``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

REPORT = """\
012 Cup
042 2026/05/01
XXR 2
001    1      Ada                               2000                             2.0    1     2 w 1     3 b 1
001    2      Bo                                1900                             1.0    2     1 b 0     4 w 1
001    3      Cy                                1800                             1.0    3     4 w 1     1 w 0
001    4      Di                                1700                             0.0    4     3 b 0     2 b 0
"""


@pytest.fixture
def report(tmp_path: Path) -> str:
    file = tmp_path / "cup.trf"
    file.write_text(REPORT)
    return str(file)


def test_the_table(run: Run, report: str) -> None:
    assert run("standings", report, "--tiebreaks", "BH,AOB,TPN").output == (
        "rank  no.  name  points   BH   AOB  TPN\n"
        "   1    1  Ada      2.0  2.0  2.00    1\n"
        "   2    2  Bo       1.0  2.0  2.00    2\n"
        "   3    3  Cy       1.0  2.0  2.00    3\n"
        "   4    4  Di       0.0  2.0  2.00    4\n"
        "\n"
        "BH   Buchholz: the opponents' scores, added\n"
        "AOB  Average of the opponents' Buchholz\n"
        "TPN  Pairing number, the smaller first\n"
    )


def test_as_json(run: Run, report: str) -> None:
    found = json.loads(run("standings", report, "--tiebreaks", "BH/C1,DE,DE", "--json").output)
    assert found["edition"] == "C.07 of 2026-03-01"
    assert found["players"][1] == {
        "id": 2,
        "name": "Bo",
        "rank": 2,
        "counted": True,
        "points": 1,
        "tiebreaks": {"BH/C1": 2, "DE": 0, "DE#2": 0},
        "decided": "PTS",
    }
    older = json.loads(run("standings", report, "--edition", "2024-10-01", "--json").output)
    assert older["edition"] == "C.07 of 2024-08-01"
    assert older["tiebreaks"] == ["BH/C1", "BH", "SB", "DE", "WIN"]


def test_the_reports_own_tie_breaks(run: Run, report: str) -> None:
    Path(report).write_text(REPORT + "202 WON,ARO\n")
    assert json.loads(run("standings", report, "--json").output)["tiebreaks"] == ["WON", "ARO"]


def test_what_is_left_out_is_said(run: Run, report: str) -> None:
    result = run("standings", report, "--tiebreaks", "KS,WON")
    assert result.stderr == "KS is left out: for round robins (C.07, 9.2)\n"
    assert "KS" not in result.stdout


def test_codes_of_a_report_that_nobody_knows_are_left_out(run: Run, report: str) -> None:
    Path(report).write_text(REPORT + "202 OTHER_CLUB,WON\n")
    result = run("standings", report)
    assert result.stdout.splitlines()[0].split() == ["rank", "no.", "name", "points", "WON"]
    assert result.stderr == "OTHER_CLUB is left out: no tie-break has the code 'OTHER_CLUB'\n"


TEAMS = """\
012 Teams
192 FIDE_TEAM_TYPEA_MP_GP
001    1      Ann                               2000                             1.0    1     3 w 1
001    2      Ben                               1900                             0.5    2     4 b =
001    3      Cat                               1800                             0.0    4     1 b 0
001    4      Dan                               1700                             0.5    3     2 w =
310   1 Alpha                                            2.0    1.5   1     1    2
310   2 Beta                                             0.0    0.5   2     3    4
"""


def test_teams_are_ranked_by_teams(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "teams.trf"
    file.write_text(TEAMS)
    found = json.loads(run("standings", str(file), "--tiebreaks", "MPvGP,TBR,EDE", "--json").output)
    assert [(one["name"], one["points"], one["tiebreaks"]) for one in found["players"]] == [
        ("Alpha", 2, {"MPvGP": 1.5, "TBR": 1, "EDE": 0}),
        ("Beta", 0, {"MPvGP": 0.5, "TBR": 0, "EDE": 0}),
    ]
    rows = run("standings", str(file), "--tiebreaks", "MPvGP").stdout.splitlines()
    heads = rows[0].split()
    assert [dict(zip(heads, row.split(), strict=False))["MPvGP"] for row in rows[1:3]] == ["1.5", "0.5"]


def test_one_player_and_two(run: Run, report: str) -> None:
    told = run("standings", report, "--tiebreaks", "BH,TPN", "--explain", "bo").output.splitlines()
    assert told[:3] == ["2 Bo: place 2", "  behind 1 Ada: by PTS", "  ahead of 3 Cy: by TPN"]
    assert "    round 1: 1 Ada: +2.0000" in told
    told = run(
        "standings", report, "--tiebreaks", "BH,TPN", "--explain", "3", "--explain", "Bo"
    ).output.splitlines()
    assert told[0] == "2 Bo is ahead of 3 Cy: by TPN, 2 to 3"
    found = json.loads(run("standings", report, "--tiebreaks", "BH", "--explain", "2", "--json").output)
    assert found["parts"][1]["terms"] is True
    assert sum(part["value"] for part in found["parts"][1]["parts"]) == found["parts"][1]["value"] == 2


def test_the_codes(run: Run) -> None:
    lines = run("standings", "--codes").output.splitlines()
    assert lines[0].split() == ["code", "tie-break", "modifiers", "source"]
    assert any(line.startswith("BH ") and "C.07, 8.1" in line for line in lines)
    assert {"code", "title", "source", "modifiers"} == set(
        json.loads(run("standings", "--codes", "--json").output)["tiebreaks"][0]
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--tiebreaks", "NO"], "no tie-break has the code 'NO'"),
        (["--edition", "soon"], "'soon' is not a date"),
        (["--explain", "nobody"], "no participant is named 'nobody'"),
        (
            ["--explain", "1", "--explain", "2", "--explain", "3"],
            "--explain is given for one player, or for two to compare",
        ),
    ],
)
def test_what_is_refused(run: Run, report: str, words: list[str], problem: str) -> None:
    assert problem in run("standings", report, *words, code=2).stderr


def test_there_must_be_a_file(run: Run) -> None:
    assert "no file was given" in run("standings", code=2).stderr
    assert "nowhere.trf" in run("standings", "nowhere.trf", code=2).stderr


@pytest.mark.parametrize(
    "words", [[], ["--json"], ["--explain", "1"], ["--out", "x.csv"], ["--out", "x.html"]]
)
def test_no_edition_is_older_than_the_first(run: Run, report: str, words: list[str]) -> None:
    refused = run("standings", report, "--edition", "2012-06-30", *words, code=2).stderr
    assert "no edition is in force on 2012-06-30" in refused
    assert "C.02, 13 (virtual opponent) (in force since 2012-07-01)" in refused
    if "--out" not in words:
        run("standings", report, "--edition", "2012-07-01", *words)


def test_an_event_older_than_the_first_edition_is_ranked_and_it_is_said(run: Run, report: str) -> None:
    Path(report).write_text(REPORT.replace("2026/05/01", "2001/05/01"))
    done = run("standings", report, "--tiebreaks", "BH")
    assert done.stderr == (
        "it began on 2001-05-01, before the first rules known: ranked by C.02, 13 (virtual opponent) "
        "(in force since 2012-07-01)\n"
    )
    assert run("standings", report, "--tiebreaks", "BH", "--edition", "2026-05-01").stderr == ""
