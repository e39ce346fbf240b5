"""Standings of systems that know more than points: McMahon, Keizer, posterior strength, Brightwell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arpad.cli import main


def arpad(*words: object) -> str:
    done = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert done.exit_code == 0, done.output + repr(done.exception)
    return done.output


def begun(file: Path, system: str, players: list[str], *more: str) -> Path:
    arpad("new", file, "--system", system, "--rounds", 3, "--seed", 1, *more)
    for one in players:
        name, *known = one.split()
        arpad("add", file, name, *known)
    return file


def table(file: Path, *more: str) -> dict[str, dict[str, Any]]:
    rows = json.loads(arpad("standings", file, "--json", *more))["players"]
    return {row["name"]: row for row in rows}


def win(file: Path, *names: str) -> None:
    """Enter that these win, and all others lose, on every board."""
    boards = [line.split() for line in arpad("round", file).splitlines() if " – " in line]
    for board, first, *_ in boards:
        arpad("result", file, "--board", board, "1-0" if first in names else "0-1")


GO = ["Ann --grade 3d", "Bea --grade 1d", "Cid --grade 2k", "Dan --grade 2k"]


def test_mcmahon_scores_start_from_the_grades(tmp_path: Path) -> None:
    file = begun(tmp_path / "go.arpad", "mcmahon", GO)
    arpad("pair", file)
    before = table(file)
    # 3 dan is above the bar, 1 dan: both start at 0; 2 kyu starts at −2. Pending games count for nothing.
    assert {name: row["tiebreaks"]["MMS"] for name, row in before.items()} == {
        "Ann": 0,
        "Bea": 0,
        "Cid": -2,
        "Dan": -2,
    }
    win(file, "Bea", "Dan")
    after = table(file)
    # Ann with Bea and Cid with Dan are the groups.
    assert {name: row["tiebreaks"] for name, row in after.items()} == {
        "Bea": {"MMS": 1, "SOSM": 0, "SOSOSM": 1},
        "Ann": {"MMS": 0, "SOSM": 1, "SOSOSM": 0},
        "Dan": {"MMS": -1, "SOSM": -2, "SOSOSM": -1},
        "Cid": {"MMS": -2, "SOSM": -1, "SOSOSM": -2},
    }
    assert [row["rank"] for row in after.values()] == [1, 2, 3, 4]


@pytest.mark.parametrize(("down", "expected"), [("yes", -2), ("no", -1.5)])
def test_a_missed_round_is_half_a_mcmahon_point(tmp_path: Path, down: str, expected: float) -> None:
    file = begun(tmp_path / "go.arpad", "mcmahon", GO, "--set", f"round_down={down}")
    arpad("away", file, "Dan", "--round", 1)
    arpad("pair", file)
    assert table(file)["Dan"]["tiebreaks"]["MMS"] == expected
    assert table(file)["Dan"]["points"] == 0


def test_go_swiss_uses_points_alone(tmp_path: Path) -> None:
    file = begun(tmp_path / "go.arpad", "go-swiss", GO)
    arpad("pair", file)
    win(file, "Ann", "Bea", "Cid", "Dan")
    assert all(set(row["tiebreaks"]) == {"SOSW", "SOSOSW"} for row in table(file).values())
    assert sorted(row["tiebreaks"]["SOSW"] for row in table(file).values()) == [0, 0, 1, 1]


def test_keizer_ranks_by_its_own_score(tmp_path: Path) -> None:
    players = ["Ann --rating 2000", "Bea --rating 1900", "Cid --rating 1800", "Dan --rating 1700"]
    file = begun(tmp_path / "club.arpad", "keizer", players)
    start = table(file)
    # Four players: the first is worth 8, the others 7, 6, 5.
    assert [(row["name"], row["tiebreaks"]["KEIZER"]) for row in start.values()] == [
        ("Ann", 8),
        ("Bea", 7),
        ("Cid", 6),
        ("Dan", 5),
    ]
    arpad("pair", file)
    win(file, "Bea", "Dan")
    # Neighbours met: Bea beat Ann, Dan beat Cid. By the values Bea 8, Dan 7, Ann 6, Cid 5 the scores are
    # Bea 8 + 6, Dan 7 + 5, Ann 6, Cid 5: the order that gave the values, so it stays.
    after = table(file)
    assert [(row["name"], row["tiebreaks"]["KEIZER"]) for row in after.values()] == [
        ("Bea", 14),
        ("Dan", 12),
        ("Ann", 6),
        ("Cid", 5),
    ]
    assert [row["rank"] for row in after.values()] == [1, 2, 3, 4]
    assert "Bea    14.00  1.0" in arpad("standings", file)


def test_information_ranks_by_strength(tmp_path: Path) -> None:
    players = ["Ann --rating 2000", "Bea --rating 1950", "Cid --rating 1500", "Dan --rating 1450"]
    file = begun(tmp_path / "even.arpad", "information", players)
    assert [row["tiebreaks"]["STRENGTH"] for row in table(file).values()] == [2000, 1950, 1500, 1450]
    arpad("pair", file)  # the least certain games: Ann with Bea, Cid with Dan
    win(file, "Bea", "Cid")
    after = table(file)
    # A win from 50 points below is worth more than half the gap to the prior's deviation of 100; a winner of
    # the lower pair does not pass the loser of the upper one, as by points he would.
    assert list(after) == ["Bea", "Ann", "Cid", "Dan"]
    assert after["Cid"]["points"] > after["Ann"]["points"]
    strength = {name: row["tiebreaks"]["STRENGTH"] for name, row in after.items()}
    assert strength["Ann"] + strength["Bea"] == pytest.approx(3950, abs=1e-5)  # as much won as lost
    assert "STRENGTH" in arpad("standings", file)


def test_a_game_against_who_left_is_a_bye_for_brightwell(tmp_path: Path) -> None:
    players = ["Ann", "Bea"]
    file = begun(tmp_path / "othello.arpad", "othello", players)
    arpad("add", file, "Cid")
    arpad("add", file, "Dan")
    arpad("pair", file)
    arpad("result", file, "40-24", "40-24")
    row = json.loads(arpad("round", file, "--json"))["pairs"][0]
    winner, loser = row["black"], row["white"]
    # 40 discs and 6 times the opponent's none.
    assert table(file)[winner]["tiebreaks"]["BQ"] == 40
    arpad("away", file, loser, "--round", 2)
    assert table(file)[winner]["tiebreaks"]["BQ"] == 40  # one round missed is no withdrawal
    arpad("away", file, loser)
    # As a bye: 32 discs and 6 times the own point.
    assert table(file)[winner]["tiebreaks"]["BQ"] == 38
    # The loser's own game stays: 24 discs and 6 times one point.
    assert table(file)[loser]["tiebreaks"]["BQ"] == 30


def test_other_tie_breaks_break_ties_in_the_events_score(tmp_path: Path) -> None:
    file = begun(tmp_path / "go.arpad", "mcmahon", GO)
    arpad("pair", file)
    win(file, "Bea", "Dan")
    rows = table(file, "--tiebreaks", "SOSM")
    # Dan (2 kyu) has won from −2, and is behind Ann, who has lost from 0; both have one point at the most.
    assert [(name, row["tiebreaks"]["MMS"]) for name, row in rows.items()] == [
        ("Bea", 1),
        ("Ann", 0),
        ("Dan", -1),
        ("Cid", -2),
    ]
    assert list(table(file, "--tiebreaks", "PTS,SOSM")["Dan"]["tiebreaks"]) == ["PTS", "SOSM"]


def test_teams_of_bridge_are_ranked_by_victory_points(tmp_path: Path) -> None:
    file = begun(tmp_path / "b.arpad", "swiss-teams", ["A", "B", "C", "D", "E"], "--set", "boards=16")
    arpad("pair", file)
    arpad("result", file, "24-17", "61-30")
    usual, other = table(file), table(file, "--tiebreaks", "BH,SB")
    assert list(other["A"]["tiebreaks"]) == ["VP", "BH", "SB"]
    victory = [row["tiebreaks"]["VP"] for row in other.values()]
    assert victory == sorted(victory, reverse=True)
    assert {name: row["tiebreaks"]["VP"] for name, row in usual.items()} == {
        name: row["tiebreaks"]["VP"] for name, row in other.items()
    }


def test_football_counts_goals_first(tmp_path: Path) -> None:
    """A wins 1-0 and B 4-0, and both draw the rest: five points each, and B has the better difference."""
    file = begun(tmp_path / "f.arpad", "round-robin", ["A", "B", "C", "D"], "--points", "football")
    goals = {"AD": "0-0", "BC": "0-0", "DC": "0-0", "AB": "1-1", "CA": "0-1", "BD": "4-0"}
    for _ in range(3):
        arpad("pair", file)
        for line in arpad("round", file).splitlines():
            if " – " in line:
                board, one, _, other = line.split()
                arpad("result", file, "--board", board, goals.get(one + other) or goals[other + one][::-1])
    rows = table(file)
    assert list(rows["A"]["tiebreaks"]) == ["GD", "GF", "H2H", "SB", "KS", "WIN"]
    assert list(rows) == ["B", "A", "C", "D"]
    assert (rows["A"]["points"], rows["B"]["points"]) == (5, 5)
    assert (rows["A"]["tiebreaks"]["GD"], rows["B"]["tiebreaks"]["GD"]) == (1, 4)
    assert rows["A"]["decided"] == "GD"


def test_three_points_for_a_win_without_goals_are_no_football(tmp_path: Path) -> None:
    file = begun(tmp_path / "w.arpad", "round-robin", ["A", "B"], "--points", "football")
    arpad("pair", file)
    for result, first in (("+-", "SB"), ("1-0", "SB"), ("2-1", "GD"), ("+-", "SB")):
        arpad("result", file, "--board", "1", result)
        assert next(iter(table(file)["A"]["tiebreaks"])) == first
    report = tmp_path / "w.trf"
    arpad("export", file, report)
    report.write_text(report.read_text().replace(" +", " 1").replace(" -\n", " 0\n"))
    done = CliRunner().invoke(main, ["standings", str(report), "--json"])
    assert json.loads(done.output)["tiebreaks"] == ["SB", "DE", "KS", "WIN"]
