"""Groups, then a knockout: tables of groups, and ``arpad tournament next``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def groups(run: Run, tmp_path: Path) -> str:
    """Two groups, A of 1, 4, 5, 8 and B of 2, 3, 6, 7 (dealt in a snake), in which the lower letter wins."""
    file = str(tmp_path / "groups.arpad")
    run("tournament", "new", file, "--system", "groups", "--set", "groups=2", "--seed", "5")
    for name in "ABCDEFGH":
        run("tournament", "add", file, name, "--rating", "1500", "--federation", "KOR")
    for _ in range(3):
        pairs = json.loads(run("tournament", "pair", file, "--json").stdout)["pairs"]
        results = ["1-0" if one["white"] < one["black"] else "0-1" for one in pairs]
        run("tournament", "result", file, *results)
    return file


def test_each_group_has_its_table(run: Run, groups: str) -> None:
    lines = run("tournament", "standings", groups, "--tiebreaks", "DE").output.splitlines()
    assert [line for line in lines if line.startswith("Group")] == ["Group A", "Group B"]
    assert [line.split()[:4] for line in lines if line[:5].strip().isdigit()] == [
        *(["1", "1", "A", "3.0"], ["2", "4", "D", "2.0"], ["3", "5", "E", "1.0"], ["4", "8", "H", "0.0"]),
        *(["1", "2", "B", "3.0"], ["2", "3", "C", "2.0"], ["3", "6", "F", "1.0"], ["4", "7", "G", "0.0"]),
    ]
    one = json.loads(run("tournament", "standings", groups, "--group", "B", "--json").stdout)["players"]
    assert [player["name"] for player in one] == ["B", "C", "F", "G"]
    assert len(json.loads(run("tournament", "standings", groups, "--json").stdout)["players"]) == 8
    assert "There are A, B" in run("tournament", "standings", groups, "--group", "C", code=2).stderr


def test_winners_meet_the_seconds_of_the_other_group(run: Run, groups: str, tmp_path: Path) -> None:
    file = str(tmp_path / "final.arpad")
    run("tournament", "next", groups, file, "--set", "third_place=yes")
    pairs = json.loads(run("tournament", "pair", file, "--json").stdout)["pairs"]
    # A1 is A, A2 is D, B1 is B, B2 is C.
    assert [{one["white"], one["black"]} for one in pairs] == [{"A", "C"}, {"B", "D"}]
    events = [json.loads(line) for line in Path(file).read_text().splitlines()]
    assert events[1]["settings"] == {"third_place": True, "draw": "seeded"}
    assert events[1]["seed"] == 5
    assert all(event["rating"] == 1500 and event["federation"] == "KOR" for event in events[2:6])
    refused = run("tournament", "next", groups, file, code=2).stderr
    assert "is there already" in refused


def test_four_groups_fill_a_bracket_across(run: Run, tmp_path: Path) -> None:
    """A1–B2 and C1–D2 in one half, B1–A2 and D1–C2 in the other."""
    file, final = str(tmp_path / "g.arpad"), str(tmp_path / "f.arpad")
    run("tournament", "new", file, "--system", "groups", "--set", "groups=4")
    for number in range(1, 9):
        run("tournament", "add", file, f"P{number}")
    # The snake puts 1 and 8 into A, 2 and 7 into B, 3 and 6 into C, 4 and 5 into D.
    run("tournament", "pair", file)
    run("tournament", "result", file, "1-0", "1-0", "1-0", "1-0")
    run("tournament", "next", file, final)
    pairs = json.loads(run("tournament", "pair", final, "--json").stdout)["pairs"]
    met = [{one["white"], one["black"]} for one in pairs]
    assert met == [{"P1", "P7"}, {"P3", "P5"}, {"P2", "P8"}, {"P4", "P6"}]


def test_the_head_of_a_table_goes_on(run: Run, groups: str, tmp_path: Path) -> None:
    file = str(tmp_path / "top.arpad")
    done = run("tournament", "next", groups, file, "--take", "1", "--system", "round-robin")
    assert done.output == "  1  A\n  2  B\n"
    again = str(tmp_path / "again.arpad")
    run("tournament", "pair", file)
    refused = run("tournament", "next", file, again, "--take", "1", code=2).stderr
    assert "round 1 is not complete" in refused
    run("tournament", "result", file, "½-½")
    assert "A and B share place 1" in run("tournament", "next", file, again, "--take", "1", code=2).stderr
    assert not Path(again).exists()
    run("tournament", "next", file, again, "--take", "1", "--tiebreaks", "TPN")
    assert "cannot qualify out of 4" in run("tournament", "next", groups, again, "--take", "5", code=2).stderr
