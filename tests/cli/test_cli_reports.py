"""``arpad rate`` and ``explain`` on tournament reports: who has a rating is no newcomer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main

Run = Callable[..., Result]

FILES = Path(__file__).parents[1] / "tournament" / "trf" / "files"

REPORT = """\
012 Cup
001    1      Ada                               2200                             1.0    1     2 w 1
001    2      Bo                                2100                             0.0    4     1 b 0
001    3      Cy                                2000                             0.5    2     4 w =
001    4      Di                                   0                             0.5    3     3 b =
"""
NOTE = "how many games players have played: the 3 players with ratings count as established"


@pytest.fixture
def report(tmp_path: Path) -> str:
    file = tmp_path / "cup.trf"
    file.write_text(REPORT)
    return str(file)


def test_k_is_that_of_an_established_player(run: Run, report: str, tmp_path: Path) -> None:
    """2200 against 2100: PD .64 (table 8.1.2), so that a win brings .36 · 20 = 7.2 (8.3.2, 8.3.3)."""
    ask = ("explain", report, "--system", "fide", "--steps", "--player")
    done = run(*ask, "Ada")
    assert NOTE in done.stderr
    assert "--players FILE" in done.stderr
    assert "K · ΔR = 20 · 0.36 = 7.20 points" in done.stdout
    players = tmp_path / "players.csv"
    players.write_text("name,games\nAda,12\n")
    said = ("--players", str(players))
    assert "K · ΔR = 40 · 0.36 = 14.40 points" in run(*ask, "Ada", *said).stdout
    left = run(*ask, "Bo", *said)
    assert "K · ΔR = 20 · -0.36 = -7.20 points" in left.stdout
    assert "the 2 players with ratings" in left.stderr


def test_us_chess_uses_the_standard_formula(run: Run, report: str) -> None:
    """K = 800/(1 + N*), N* = 50/√(.662 + .00000739 · (2569 − R0)²): Ada's 20.14, Bo's 23.49.

    Bo's intermediate rating: 2100 − .3599 · 23.49 = 2091.55; against it Ada's gain is (1 − .6512) · 20.14 = 7.03.
    """
    done = run("explain", report, "--system", "uschess", "--player", "Ada", "--steps")
    assert "Ada: +7.03 in 1 game" in done.stdout
    assert "2100.0000 before it = 2091.5456 points" in done.stdout
    assert "special formula" not in done.stdout
    assert NOTE in done.stderr


@pytest.mark.parametrize("system", ["elo", "glicko2", "dwz"])
def test_nothing_is_said_where_games_change_nothing(run: Run, report: str, system: str) -> None:
    assert "established" not in run("rate", report, "--system", system).stderr


def test_it_is_said_where_k_asks_for_games(run: Run, report: str) -> None:
    assert NOTE in run("rate", report, "--set", "k=40 if games<30; 20").stderr


WRONG_POINTS = REPORT.replace("1.0    1", "1.5    1")


def test_wrong_points_do_not_stop_ratings(run: Run, tmp_path: Path) -> None:
    """Rating needs results; points of 1.5 with results worth 1 stop what needs points."""
    file = tmp_path / "cup.trf"
    file.write_text(WRONG_POINTS)
    done = run("rate", file)
    assert "note: passed over: " in done.stderr
    assert "line 2" in done.stderr
    assert "1 has 1.5 points, and results worth 1" in done.stderr
    assert "2 games, 4 players" in done.stdout
    refused = run("pair", file, code=5)
    assert "1 has 1.5 points, and results worth 1" in refused.stderr
    paired = run("pair", file, "--lenient", "-p")
    assert paired.stdout.startswith("2\n")
    assert "note: passed over: " in paired.stderr


def test_results_that_contradict_each_other_stop_ratings(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cup.trf"
    file.write_text(REPORT.replace("4     1 b 0", "4     1 b 1"))
    assert "Correct one of them" in run("rate", file, code=2).stderr
    done = run("rate", file, "--lenient")
    assert "note: passed over: " in done.stderr
    assert "2 games, 4 players" in done.stdout


def test_half_point_byes_that_are_left_blank(run: Run, tmp_path: Path) -> None:
    """Before 2016 a report had no H; the points tell: three players with a round each, one of them blank."""
    lines = REPORT.splitlines()
    players = [(lines[1], "1.5", "             2 w 1"), (lines[2], "1.0", "   3 w 1     1 b 0")]
    players.append((lines[3], "0.5", "   2 b 0"))
    file = tmp_path / "old.trf"
    rows = [f"{line[:80]} {points}{line[84:89]}  {cells}\n" for line, points, cells in players]
    file.write_text("012 Old\n" + "".join(rows))
    assert "1 has 1.5 points, and results worth 1" in run("pair", file, code=5).stderr
    done = run("pair", file, "--lenient")
    assert "1 has 1.5 points: the blank rounds (1) are half-point byes" in done.stderr
    assert "3 has 0.5 points: the blank rounds (2) are half-point byes" in done.stderr
    assert "results worth" not in done.stderr
    assert json.loads(run("rate", file, "--json").stdout)["rows"]["games"] == 2


def test_every_pairing_and_bye_of_a_report_is_counted(run: Run) -> None:
    """The slow twin counts the cells of the players' lines, by their columns; two of them are a game.

    A round that is blank after a player's first is a bye. Rounds without a game are still to be paired.
    """
    for file in sorted(FILES.glob("*.trf")):
        lines = [line for line in file.read_text(encoding="latin-1").splitlines() if line.startswith("001")]
        players = [
            [(line[at : at + 4].strip(), line[at + 7 : at + 8].strip()) for at in range(91, len(line), 10)]
            for line in lines
        ]
        nobody = ("", "0", "0000")
        paired = max(at for cells in players for at, (other, _) in enumerate(cells, 1) if other not in nobody)
        games = byes = 0.0
        for cells in players:
            come = False
            for at in range(paired):
                other, result = cells[at] if at < len(cells) else ("", "")
                come = come or bool(other or result)
                if other in nobody:
                    byes += come
                elif result in ("1", "0", "="):
                    games += 0.5
                elif result:
                    byes += 0.5
        found = json.loads(run("rate", file, "--json").stdout)["rows"]
        assert (found["games"], found["byes"]) == (games, byes), file
        assert found["read"] == found["games"] + found["byes"] + found["fixtures"] + found["rejected"]


OLD = (
    ("cp1250", "Jiří Novák, Zdeněk Dvořák"),
    ("cp1251", "Иванов Сергей"),
)


@pytest.fixture(params=OLD, ids=[encoding for encoding, _ in OLD])
def old_report(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """Return a report in an old encoding, with that encoding."""
    encoding, name = request.param
    file = tmp_path / "cup.trf"
    file.write_bytes(REPORT.replace("012 ", f"012 {name} ", 1).encode(encoding))
    return file, encoding


@pytest.mark.parametrize("command", ["pair", "standings", "check"])
def test_the_guess_of_an_encoding_is_said(run: Run, old_report: tuple[Path, str], command: str) -> None:
    file, encoding = old_report
    expected = f"is not UTF-8 and is read as {encoding} ("
    legal = ["--legal"] if command == "check" else []
    guess = run(command, file, *legal)
    assert expected in guess.stderr
    named = run(command, file, *legal, "--encoding", encoding)
    assert "UTF-8" not in named.stderr
    assert named.stdout == guess.stdout
    code = {"pair": 5, "standings": 2, "check": 2}[command]
    assert "the file is not utf-8" in run(command, file, "--encoding", "utf-8", code=code).stderr
    assert "'klingon' is not an encoding" in run(command, file, "--encoding", "klingon", code=code).stderr


def test_check_says_the_guess_as_json(run: Run, old_report: tuple[Path, str]) -> None:
    file, encoding = old_report
    (note,) = json.loads(run("check", file, "--legal", "--json").stdout)["notes"]
    assert f"read as {encoding} (" in note


def test_a_report_in_an_old_encoding_comes_through_a_pipe(old_report: tuple[Path, str]) -> None:
    file, encoding = old_report
    done = CliRunner().invoke(main, ["standings", "-", "--encoding", encoding], input=file.read_bytes())
    assert done.exit_code == 0, done.output
    guessed = CliRunner().invoke(main, ["standings", "-"], input=file.read_bytes())
    assert f"the standard input is not UTF-8 and is read as {encoding} (" in guessed.stderr


@pytest.mark.parametrize(("command", "code"), [("pair", 3), ("standings", 2), ("check", 2)])
def test_the_file_of_an_event_has_one_encoding(run: Run, tmp_path: Path, command: str, code: int) -> None:
    event = tmp_path / "cup.arpad"
    run("tournament", "new", event, "--system", "fide-dutch", "--rounds", "3")
    run("tournament", "add", event, "Ann")
    run("tournament", "add", event, "Bob")
    said = run(command, event, "--encoding", "cp1250", code=code).stderr
    assert "the file of an event is always UTF-8" in said
