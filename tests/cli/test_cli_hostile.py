"""Names that a spreadsheet would run or that command a terminal, through the commands."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

NAMES = ["=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-2", "'=x", "Ann"]
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six players with such names, each against the next, and a row that cannot be read."""
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "games.csv").open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["date", "white", "black", "result"])
        rows.writerows(["2026-01-01", a, b, "1-0"] for a, b in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True))
        rows.writerow(["2026-01-01", "=1+1", "Ann", "=HYPERLINK()"])
    return tmp_path


def cells(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def runs(path: Path) -> list[str]:
    """Return the cells that a spreadsheet would run; a number is none."""
    found = []
    for row in cells(path):
        for cell in row.values():
            try:
                float(cell) if not cell.startswith("+") else float("")
            except ValueError:
                found += [cell] * cell.startswith(FORMULAS)
    return found


RATE = ("rate", "games.csv", "--rejects", "r.csv", "--out", "l.csv", "--history", "h.csv")


def test_no_cell_of_csv_is_run(hostile: Path, run: Run) -> None:
    run(*RATE)
    for name in ("r.csv", "l.csv", "h.csv"):
        assert runs(hostile / name) == []
    players = [row["player"] for row in cells(hostile / "l.csv")]
    assert sorted(players) == sorted(f"'{name}" if name != "Ann" else name for name in NAMES)
    assert cells(hostile / "r.csv")[0]["value"] == "'=HYPERLINK()"


def test_raw_cells_are_to_be_had(hostile: Path, run: Run) -> None:
    run(*RATE, "--raw")
    assert sorted(row["player"] for row in cells(hostile / "l.csv")) == sorted(NAMES)
    assert cells(hostile / "r.csv")[0]["value"] == "=HYPERLINK()"
    run(*RATE)
    assert runs(hostile / "l.csv") == []


def test_numbers_stay_numbers(hostile: Path, run: Run) -> None:
    run(*RATE, "--set", "initial=0")
    ratings = [float(row["rating"]) for row in cells(hostile / "l.csv")]
    assert min(ratings) <= 0.0
    for row in cells(hostile / "h.csv"):
        float(row["rating"])
    assert any(row["rating"].startswith("-") for row in cells(hostile / "h.csv"))


def test_a_list_that_is_read_again_has_the_names(
    hostile: Path, run: Run, run_json: Callable[..., object]
) -> None:
    run("rate", "games.csv", "--rejects", "r.csv", "--out", "l.csv", "--out", "l.json")
    (hostile / "r.csv").unlink()
    on = ("rate", "games.csv", "--rejects", "r.csv", "--players")
    from_csv, from_json = (run_json(*on, name) for name in ("l.csv", "l.json"))
    assert isinstance(from_csv, dict)
    assert isinstance(from_json, dict)
    assert from_csv["players"] == from_json["players"]
    assert {row["player"] for row in from_csv["players"]} == set(NAMES)


def test_standings_and_points_too(hostile: Path, run: Run) -> None:
    run("tournament", "new", "cup.arpad", "--rounds", "3")
    for name in NAMES:
        run("tournament", "add", "cup.arpad", "--", name)
    run("standings", "cup.arpad", "--out", "s.csv")
    assert runs(hostile / "s.csv") == []
    assert "'@SUM(1)" in {row["name"] for row in cells(hostile / "s.csv")}
    (hostile / "plays.csv").write_text("player,item,points\n=1+1,a,5\n", encoding="utf-8")
    run("rate", "plays.csv", "--system", "skill-points", "--out", "p.csv")
    assert [row["player"] for row in cells(hostile / "p.csv")] == ["'=1+1"]


def test_json_and_messages_command_no_terminal(hostile: Path, run: Run) -> None:
    name = "a\u202eb\x9b31mc\u2066"
    (hostile / "g.csv").write_text(f"white,black,result\n{name},Bo,1-0\n", encoding="utf-8")
    printed = run("rate", "g.csv", "--json", "--out", "l.json").stdout
    written = (hostile / "l.json").read_text(encoding="utf-8")
    for text in (printed, written):
        assert not {"\u202e", "\x9b", "\u2066"} & set(text)
        assert json.loads(text)["players"][0]["player"] == name
    (hostile / "g.csv").write_text(f"white,black,result\n{name},Bo,{'x' * 100_000}\n", encoding="utf-8")
    refused = run("rate", "g.csv", code=2).stderr
    assert len(refused) < 2100
    run("tournament", "new", "cup.arpad", "--rounds", "3")
    refused = run("tournament", "away", "cup.arpad", name * 3000, code=2).stderr
    assert len(refused) < 2500
    assert not {"\u202e", "\x9b", "\u2066"} & set(refused)
