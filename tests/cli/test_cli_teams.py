"""Teams from the command line: entered, lined up, board by board, exported, read back, rated, undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run

ROSTERS = """\
team,board,name,rating,fide_id,sex,birth,title,federation
Beta,2,Emil,2200,12345,m,1990,FM,GER
Beta,1,Dora,2300,12346,w,1991/02/03,,GER
Gamma,,Gus,2100,,,,,
Gamma,,Hal,,,,,,
Delta,,Ida,2000,,,,,
Delta,,Jon,1900,,,,,
"""


@pytest.fixture
def cup(run: Run, tmp_path: Path) -> str:
    """Four teams on two boards, round 1 paired: Alpha–Gamma and Delta–Beta (White drawn, C.04.6, 4.3.1)."""
    file, table = str(tmp_path / "cup.arpad"), tmp_path / "rosters.csv"
    table.write_text(ROSTERS, encoding="utf-8")
    run(
        "tournament",
        "new",
        file,
        "--system",
        "fide-team",
        "--rounds",
        "3",
        "--set",
        "boards=2",
        "--seed",
        "1",
    )
    run("tournament", "add", file, "Alpha", "--member", "Anna:2400", "--member", "Ben", "--member", "Cleo")
    assert run("tournament", "add", file, "--from", str(table)).stdout.splitlines() == [
        *("  2  Beta", "       4  Dora", "       5  Emil"),
        *("  3  Gamma", "       6  Gus", "       7  Hal"),
        *("  4  Delta", "       8  Ida", "       9  Jon"),
    ]
    assert run("tournament", "pair", file).stdout.splitlines() == [
        "Round 1",
        "  1  Alpha – Gamma",
        "       1  Anna (w) – Gus (b)",
        "       2  Ben (b)  – Hal (w)",
        "  2  Delta – Beta",
        "       1  Ida (w) – Dora (b)",
        "       2  Jon (b) – Emil (w)",
    ]
    return file


def test_a_round_board_by_board(run: Run, run_json: Callable[..., Any], cup: str) -> None:
    named = run("tournament", "lineup", cup, "Alpha", "Cleo", "Anna")
    assert named.stdout.splitlines() == ["Round 1: Alpha", "  1  Cleo", "  2  Anna  2400"]
    assert "warning: round 1: Cleo (3) sits above Anna (1)" in named.stderr
    run("tournament", "result", cup, "--board", "1", "--game", "1", "1-0")
    both = run("tournament", "result", cup, "--board", "1", "--game", "2", "½-½").stdout
    assert both.splitlines()[0] == "  1  Alpha – Gamma  1½-½"
    # In the order of the match: Emil, with White, wins the second board.
    assert run("tournament", "result", cup, "--board", "2", "1-0", "0-1").stdout.splitlines() == [
        "  2  Delta – Beta   1-1",
        "       1  Ida (w) – Dora (b)  1-0",
        "       2  Jon (b) – Emil (w)  0-1",
    ]
    one, two = run_json("tournament", "round", cup)["pairs"]
    assert (one["result"], two["result"]) == ("1½-½", "1-1")
    assert two["boards"] == [
        {
            "board": 1,
            "white": "Ida",
            "white_number": 8,
            "black": "Dora",
            "black_number": 4,
            "first": "white",
            "result": "1-0",
        },
        {
            "board": 2,
            "white": "Emil",
            "white_number": 5,
            "black": "Jon",
            "black_number": 9,
            "first": "black",
            "result": "1-0",
        },
    ]
    assert run("tournament", "undo", cup).stdout.splitlines() == [
        "undone: result of round 1: match 2, board 2: Jon – Emil: 0-1",
        "undone: result of round 1: match 2, board 1: Ida – Dora: 1-0",
    ]
    assert "line-up of Alpha in round 1: Cleo, Anna" in "".join(
        run("tournament", "undo", cup).stdout for _ in range(3)
    )


def test_missing_players_and_forfeits(run: Run, run_json: Callable[..., Any], cup: str) -> None:
    said = run("tournament", "lineup", cup, "Gamma", "Gus", "-").stderr
    assert "note: round 1: Gamma has nobody on board 2" in said
    assert run("tournament", "result", cup, "--board", "1", "-+").stdout.splitlines() == [
        "  1  Alpha – Gamma  -+",
        # A team that forfeits gets no point at the board that is empty opposite.
        "       1  Anna (w) – Gus (b)  -+",
        "       2  Ben (b)  – nobody   --",
    ]
    run("tournament", "result", cup, "--board", "1", "--game", "1", "½-½")
    boards = run_json("tournament", "round", cup)["pairs"][0]["boards"]
    assert boards[1] == {
        "board": 2,
        "white": None,
        "white_number": None,
        "black": "Ben",
        "black_number": 2,
        "first": "black",
        "result": "-+",
    }
    assert "       2  Ben (b)  – nobody   +-" in run("tournament", "round", cup).stdout.splitlines()
    assert (
        "no two players"
        in run("tournament", "result", cup, "--board", "1", "--game", "2", "1-0", code=2).stderr
    )


def test_a_match_by_its_result(run: Run, cup: str) -> None:
    assert run("tournament", "result", cup, "--board", "2", "1½-½").stdout == "  2  Delta – Beta   1½-½\n"
    run("tournament", "result", cup, "2-0", "1-1")
    refused = run("tournament", "export", cup, f"{cup}.trf", code=2).stderr
    assert "without the games on the boards" in refused
    run("tournament", "result", cup, "--board", "1", "1-0", "½-½")
    assert (
        "from which its result follows"
        in run("tournament", "result", cup, "--board", "1", "2-0", code=2).stderr
    )


def test_exported_read_back_and_rated(run: Run, run_json: Callable[..., Any], cup: str) -> None:
    report = f"{cup}.trf"
    run("tournament", "result", cup, "--board", "1", "1-0", "½-½")
    run("tournament", "result", cup, "--board", "2", "+-", "0-1")
    run("tournament", "export", cup, report)
    text = Path(report).read_text(encoding="utf-8")
    assert "001    5 m FM Emil                              2200 GER       12345 1990 " in text
    ranked = [
        [(row["name"], row["points"], row["tiebreaks"]["MPvGP"]) for row in found["players"]]
        for found in (run_json("tournament", "standings", cup), run_json("standings", report))
    ]
    assert ranked[0] == ranked[1]
    assert ranked[0] == [("Alpha", 2, 1.5), ("Beta", 1, 1), ("Delta", 1, 1), ("Gamma", 0, 0.5)]
    lists = [run("rate", file, "--top", "0").stdout.splitlines() for file in (cup, report)]
    assert lists[0][:-2] == lists[1][:-2]
    # Ida and Dora did not play.
    assert "3 games, 6 players" in lists[0][-1]


def test_rosters(run: Run, cup: str) -> None:
    assert run("tournament", "roster", cup, "Alpha", "Cleo").stdout.splitlines() == [
        "  1  Alpha",
        *("       1  Cleo  (no. 3)", "       2  Anna  2400  (no. 1)", "       3  Ben  (no. 2)"),
    ]
    assert run("tournament", "roster", cup, "2").stdout.splitlines()[1] == "       1  Dora  2300  (no. 4)"
    assert run("tournament", "lineup", cup, "Alpha").stdout.splitlines()[1] == "  1  Anna  2400"
    assert run("tournament", "lineup", cup, "Alpha", "--round", "2").stdout.splitlines()[1] == "  1  Cleo"
    assert (
        run("tournament", "member", cup, "Hal", "--rating", "2050", "--birth", "1999").stdout
        == "done: edit Hal: rating 2050, birth 1999\n"
    )
    run("tournament", "add", cup, "Delta", "--member", "Kim")
    assert run("tournament", "member", cup, "Kim", "--remove").stdout == "done: remove Kim\n"
    run("tournament", "member", cup, "Hal", code=2)
    assert (
        "no participant is named 'Dora'" in run("tournament", "lineup", cup, "Alpha", "Dora", code=2).stderr
    )


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("team,name\n,Ann\n", "line 2, column team: the team is missing"),
        ("team,board,name\nA,x,Ann\n", "line 2, column board: 'x' is not a valid board"),
        ("team,name\nA,Ann\nB,Bob\nB,Ann\n", "line 4: 'Ann' is entered already"),
        ("board,name\n1,Ann\n", "the column 'board' needs the column 'team'"),
        ("team,name,club\nA,Ann,Rook\n", "line 2: a player of a team has no field 'club'"),
    ],
)
def test_tables_that_cannot_be(run: Run, tmp_path: Path, table: str, problem: str) -> None:
    file, source = str(tmp_path / "x.arpad"), tmp_path / "x.csv"
    source.write_text(table, encoding="utf-8")
    run("tournament", "new", file, "--system", "fide-team")
    assert problem in run("tournament", "add", file, "--from", str(source), code=2).stderr


def test_a_scheveningen_match_of_named_teams(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "match.arpad")
    run("tournament", "new", file, "--system", "scheveningen", "--rounds", "2")
    run("tournament", "add", file, "Tigers", "--member", "Tom", "--member", "Tia")
    run("tournament", "add", file, "Lou", "--club", "Lions")
    run("tournament", "add", file, "Lea", "--club", "Lions")
    # Of two boards: A1-B1 A2-B2, then B2-A1 B1-A2.
    assert run("tournament", "pair", file).stdout.splitlines()[1:] == [
        "     White   Black",
        "  1  Tom   – Lou",
        "  2  Tia   – Lea",
    ]
    run("tournament", "result", file, "1-0", "½-½")
    run("tournament", "pair", file)
    run("tournament", "result", file, "0-1", "0-1")
    assert run("tournament", "standings", file).stdout.startswith("Tigers – Lions  3½-½\n\nrank  no.")
    report = str(tmp_path / "match.trf")
    run("tournament", "export", file, report)
    found = json.loads(run("standings", report, "--json").stdout)
    assert found["match"] == [
        {"team": "Tigers", "points": 3.5, "players": [1, 2]},
        {"team": "Lions", "points": 0.5, "players": [3, 4]},
    ]
    assert "4 games, 4 players" in run("rate", report).stdout


def test_halves_of_the_entries_are_said(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "match.arpad")
    run("tournament", "new", file, "--system", "scheveningen")
    for name in "ABCD":
        run("tournament", "add", file, name)
    assert "nobody has named the teams" in run("tournament", "pair", file).stderr
