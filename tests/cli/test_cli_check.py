"""``arpad check`` and ``arpad pair`` on files and options that are not as they should be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main
from arpad.rulebooks.fide.pairing import Dutch
from arpad.rulebooks.standings import edition_for, standings
from arpad.tournament.generator import QUIET, generate
from arpad.tournament.trf import write_trf


def arpad(*words: object, code: int = 0) -> Result:
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


@pytest.fixture
def keizer(tmp_path: Path) -> Path:
    file = tmp_path / "keizer.trf"
    arpad("generate", "--players", 9, "--rounds", 4, "--system", "keizer", "--seed", 1, "--out", file)
    return file


def test_a_file_that_cannot_be_read_does_not_stop_the_others(keizer: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.trf"
    done = arpad("check", nowhere, keizer, code=2)
    assert "nowhere.trf: there is no such file" in done.output
    assert "4 rounds checked" in done.output
    rows = [
        json.loads(line) for line in arpad("check", nowhere, keizer, "--json", code=2).output.splitlines()
    ]
    assert [sorted(row) for row in rows] == [
        ["error", "file"],
        ["file", "findings", "notes", "rounds", "verdicts"],
    ]
    assert "there is no such file" in arpad("check", nowhere, code=2).output


def test_it_is_said_when_the_system_was_a_guess(keizer: Path) -> None:
    assert "judged by fide-dutch" in arpad("check", keizer, code=1).output
    named = CliRunner().invoke(main, ["check", str(keizer), "--system", "fide-dubov"])
    assert "was judged by" not in named.output


def test_a_bad_edition_is_a_bad_request(keizer: Path) -> None:
    arpad("pair", keizer, "--edition", "soon", code=3)
    arpad("pair", keizer, "--edition", "soon", "--json", code=3)


def test_a_club_that_meets_again_breaks_no_rule_of_swiss_systems(tmp_path: Path) -> None:
    file = tmp_path / "club.trf"
    arpad("generate", "--players", 7, "--rounds", 6, "--system", "keizer", "--seed", 1, "--out", file)
    assert "have met" in arpad("check", file, "--system", "fide-dutch", "--legal", code=1).output
    arpad("check", file, "--system", "keizer", "--legal")


def test_ranks_are_those_of_the_tie_breaks_that_the_report_names(tmp_path: Path) -> None:
    made = replace(generate(Dutch(), players=10, rounds=4, seed=3, happens=QUIET), tiebreaks=("BH", "SB"))
    ranks = {place.entrant.number: place.rank or 0 for place in standings(made, None, edition_for(made))}
    file = tmp_path / "t.trf"
    file.write_text(write_trf(made, ranks=ranks), encoding="utf-8")
    arguments = ["check", str(file)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    wrong = ranks | {1: 11 - ranks[1] if ranks[1] != 5 else 9}
    file.write_text(write_trf(made, ranks=wrong), encoding="utf-8")
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    called = made.by_number[1].name
    assert f"article C.07: {called} (1) has the rank {wrong[1]}; by BH, SB it is {ranks[1]}" in done.output


TEAMS = Path(__file__).parents[1] / "tournament" / "trf" / "files" / "team.trf"


def _ranked(file: Path, number: int, rank: int) -> None:
    """Write another rank for a player (columns 86–89)."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    for at, line in enumerate(lines):
        if line.startswith(f"001 {number:4d}"):
            lines[at] = f"{line[:85]}{rank:4d}{line[89:]}"
    file.write_text("".join(lines), encoding="utf-8")


def test_of_teams_the_rounds_of_teams_are_judged(tmp_path: Path) -> None:
    assert "2 rounds checked, nothing found" in arpad("check", TEAMS).output
    # Alpha met Beta in round 1, and meets Beta again if round 1 is written twice.
    rows = [line for line in TEAMS.read_text().splitlines() if not line.startswith("320")]
    again = tmp_path / "again.trf"
    again.write_text(
        "".join(f"{line[:101]:101}{line[91:99]}\n" if line[:3] == "001" else f"{line}\n" for line in rows)
    )
    found = arpad("check", again, "--legal", code=1).output
    assert "article C.04.1, 2:" in found
    assert "have met in round 1" in found


def test_a_rank_that_the_points_contradict(tmp_path: Path) -> None:
    file = tmp_path / "t.trf"
    arpad("generate", "--players", 12, "--rounds", 6, "--seed", 5, "--out", file)
    assert "nothing found" in arpad("check", file).output
    points = {
        int(line[4:8]): (float(line[80:84]), int(line[85:89]))
        for line in file.read_text().splitlines()
        if line.startswith("001")
    }
    first = next(number for number, (_, rank) in points.items() if rank == 1)
    third = next(number for number, (_, rank) in points.items() if rank == 3)
    assert points[third][0] < points[first][0]
    _ranked(file, third, 1)
    found = arpad("check", file, code=1).output
    assert "  the file: 1 finding\n" in found
    assert f"({third}) has the rank 1; with {points[third][0]:g} points it is" in found
    assert "1 finding" in found


def test_equals_in_points_share_a_rank_or_stand_in_any_order(tmp_path: Path) -> None:
    made = generate(Dutch(), players=12, rounds=3, seed=3, happens=QUIET)
    scores = made.scores()
    shared = {number: 1 + sum(other > score for other in scores.values()) for number, score in scores.items()}
    order = sorted(scores, key=lambda number: (-scores[number], -number))
    file = tmp_path / "t.trf"
    for ranks in (shared, {number: rank for rank, number in enumerate(order, 1)}):
        file.write_text(write_trf(made, ranks=ranks), encoding="utf-8")
        assert "nothing found" in arpad("check", file).output


def test_starting_numbers_in_the_place_of_ranks_are_none() -> None:
    assert "has the rank" not in arpad("check", TEAMS.parent / "late004_r03.trf", "--legal").output


@pytest.mark.parametrize("system", ["keizer", "mcmahon", "information", "knockout", "groups"])
def test_who_is_not_ranked_by_points_is_not_accused_of_it(system: str, tmp_path: Path) -> None:
    file = tmp_path / "t.trf"
    arpad("generate", "--players", 8, "--rounds", 4, "--play", 3, "--system", system, "--out", file)
    _ranked(file, 1, 8)
    assert "has the rank" not in arpad("check", file, "--system", system, "--legal").output


def test_lots_are_drawn_from_the_seed_that_is_given(tmp_path: Path) -> None:
    file = tmp_path / "t.trf"
    arpad(
        "generate",
        "--players",
        10,
        "--rounds",
        5,
        "--play",
        3,
        "--seed",
        3,
        "--system",
        "monrad",
        "--out",
        file,
    )
    accused = arpad("check", file, "--system", "monrad", code=1)
    assert "  round 1: legal, but not paired by monrad (as recalled): " in accused.output
    assert "rounds 1, 2, 3 rest on lots" in accused.stderr
    assert "--seed gives it" in accused.stderr
    assert "nothing found" in arpad("check", file, "--system", "monrad", "--seed", 3).output
    assert json.loads(arpad("check", file, "--system", "monrad", "--json", code=1).stdout)["notes"]
    drawn = {arpad("pair", file, "--system", "monrad", "--seed", seed).stdout for seed in range(4)}
    assert len(drawn) > 1


def test_settings_that_a_report_cannot_hold_are_given(tmp_path: Path) -> None:
    file = tmp_path / "t.trf"
    chance = ("--system", "go-swiss", "--set", "lots=names", "--set", "seeding_early=random")
    arpad("generate", "--players", 12, "--rounds", 4, *chance, "--seed", 4, "--out", file)
    assert "nothing found" in arpad("check", file, *chance, "--seed", 4).output
    assert (
        "no setting 'chess'" in arpad("pair", file, "--set", "chess=1", "--system", "keizer", code=3).stderr
    )
    arpad("check", file, "--set", "chess=1", code=2)


def test_an_event_has_its_own_seed(tmp_path: Path) -> None:
    file = tmp_path / "e.arpad"
    arpad("tournament", "new", file, "--rounds", 3)
    for name in ("Ann", "Bo"):
        arpad("tournament", "add", file, name)
    assert "has its own seed" in arpad("pair", file, "--seed", 3, code=3).stderr
    assert "has its own seed" in arpad("check", file, "--seed", 3, code=2).stderr


def test_a_type_that_nobody_pairs_by_is_judged_but_for_the_pairing(tmp_path: Path) -> None:
    file, good = tmp_path / "custom.trf", tmp_path / "good.trf"
    arpad("generate", "--players", 8, "--rounds", 4, "--play", 3, "--out", good)
    text = good.read_text().replace("192 FIDE_DUTCH", "192 CUSTOM_SWISS")
    file.write_text(text)
    row = text.splitlines().index("192 CUSTOM_SWISS") + 1
    done = arpad("check", file)
    assert "3 rounds checked, nothing found" in done.stdout
    assert "there is no pairing system for the type CUSTOM_SWISS (192)" in done.stderr
    assert f"line {row}" in done.stderr
    assert "--system says" in done.stderr
    refused = arpad("pair", file, code=3).stderr
    assert f"{file}, line {row}: " in refused
    assert "--system" in refused
    arpad("pair", file, "--system", "fide-dutch")
    # Two who met in round 1 meet again in round 3.
    lines = text.splitlines(keepends=True)
    broken = [line[:111] + line[91:99] + "\n" if line.startswith("001") else line for line in lines]
    file.write_text("".join(broken))
    both = arpad("check", good, file, code=1)
    assert "have met in round 1" in both.stdout
    assert f"{file}: " in both.stderr
    assert "no pairing system is called 'nobody'" in arpad("check", good, "--system", "nobody", code=2).stderr


def test_ranks_of_teams(tmp_path: Path) -> None:
    """Gamma has three match points, Beta two and Alpha one."""
    file = tmp_path / "teams.trf"

    def ranked(*ranks: int) -> None:
        lines = TEAMS.read_text().splitlines()
        for at, line in enumerate(lines):
            if line.startswith("310"):
                lines[at] = f"{line[:68]}{ranks[int(line[4:7]) - 1]:3d}{line[71:]}"
        file.write_text("\n".join([*lines, ""]))

    ranked(3, 2, 1)
    assert "nothing found" in arpad("check", file).output
    ranked(2, 2, 1)
    assert "Alpha (1) has the rank 2; with 1 point it is 3" in arpad("check", file, code=1).output


SWAPPED = """\
012 Cup
XXR 3
192 FIDE_DUTCH
001    1      Ada                               2000                             2.0    1     3 w 1     2 b 1
001    2      Bo                                1900                             1.0    2     4 b 1     1 w 0
001    3      Cy                                1800                             1.0    3     1 b 0     4 w 1
001    4      Di                                1700                             0.0    4     2 w 0     3 b 0
"""
"""By C.04.3 Ada (1) meets Cy (3) and Bo (2) meets Di (4) in round 1, then the winners meet: with White for Bo."""


@pytest.fixture
def again(tmp_path: Path) -> Path:
    """The same with a third round in which everybody meets the opponent of the first again."""
    file = tmp_path / "again.trf"
    third = {1: "3 b 1", 2: "4 w 1", 3: "1 w 0", 4: "2 b 0"}
    points = {1: "3.0", 2: "2.0", 3: "1.0", 4: "0.0"}
    lines = SWAPPED.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("001"):
            number = int(line[4:8])
            lines[at] = f"{line[:81]}{points[number]}{line[84:]}     {third[number]}"
    file.write_text("\n".join([*lines, ""]))
    return file


def test_a_verdict_on_every_round_comes_first(again: Path) -> None:
    lines = arpad("check", again, code=1).stdout.splitlines()
    assert lines[0] == f"{again}: 3 rounds checked, 4 findings"
    assert lines[1] == "  rounds 1–2: legal, paired by the rules"
    assert lines[2].startswith("  round 3: not legal: ")
    assert lines[3].startswith("    article C.04.1, 2: ")
    assert "have met in round 1" in lines[3]
    assert "--details" in lines[-1]


def test_details_and_one_round_give_every_finding_with_names(again: Path) -> None:
    told = arpad("check", again, "--details", code=1).stdout
    rows = json.loads(arpad("check", again, "--json", code=1).stdout)
    assert len(rows["findings"]) == 4
    for one in rows["findings"]:
        assert one["named"] in told
    assert "Ada (1) and Cy (3) have met in round 1" in told or "Cy (3) and Ada (1) have met" in told
    last = arpad("check", again, "--round", 3, code=1).stdout
    assert f"{again}: round 3 checked, 4 findings" in last
    assert [line for line in told.splitlines() if line.startswith("    ")] == [
        line for line in last.splitlines() if line.startswith("    ")
    ]
    arpad("check", again, "--round", 2)
    refused = arpad("check", again, "--round", 4, code=2).stderr
    assert "there is no round 4" in refused
    assert "It has 3 rounds." in refused


def test_verdicts_are_in_the_json_too(again: Path) -> None:
    found = json.loads(arpad("check", again, "--json", code=1).stdout)["verdicts"]
    assert [(one["round"], one["legal"], one["as_paired"]) for one in found] == [
        (1, True, True),
        (2, True, True),
        (3, False, False),
    ]
    legal = json.loads(arpad("check", again, "--legal", "--json", code=1).stdout)["verdicts"]
    assert [one["as_paired"] for one in legal] == [None, None, None]
    assert "round 3: not legal: 2 breaches\n" in arpad("check", again, "--legal", code=1).stdout
