"""``arpad simulate``: what it prints and writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

import arpad

Run = Callable[..., Result]

SMALL = ("--players", "40", "--years", "3", "--warm-up", "1", "--runs", "2", "--games", "40")


def test_a_table_and_the_answers(run: Run) -> None:
    text = run("simulate", *SMALL, "--systems", "elo,k=40,glicko2").stdout
    assert text.startswith("2 populations of 40 players over 3 years, about 2,")
    assert "elo (k=40)" in text
    assert "glicko2 is nearest the truth" in text or "do not differ measurably" in text


def test_the_document_is_the_librarys(run: Run) -> None:
    found = json.loads(run("simulate", *SMALL, "--systems", "elo", "--json").stdout)
    again = arpad.simulate(players=40, years=3, games=40, warm_up=1, runs=2, systems="elo")
    assert found["systems"][0]["error"]["mean"] == again.systems[0].figures["error"].mean
    assert found["population"]["players"] == 40
    assert found["memo"] == again.memo


def test_files_that_other_commands_read(run: Run, tmp_path: Path) -> None:
    games, players, page = (str(tmp_path / name) for name in ("games.csv", "players.csv", "report.html"))
    files = ("--games-file", games, "--players-file", players, "--out", page)
    said = run("simulate", *SMALL, *files).stdout
    assert all(f"wrote {file}" in said for file in (games, players, page))
    listed = run("rate", games, "--players", players).stdout
    assert "2002-" in listed
    html = Path(page).read_text(encoding="utf-8")
    assert html.count("<svg") >= 4
    assert "The numbers of this chart" in html
    assert "http://www.w3.org/2000/svg" in html
    assert "https://" not in html
    # What the command has written it may write again; another file it may not.
    run("simulate", *SMALL, *files)
    other = tmp_path / "mine.csv"
    other.write_text("a,b\n", encoding="utf-8")
    refused = run("simulate", *SMALL, "--games-file", str(other), code=2)
    assert "mine.csv" in refused.stderr
    assert other.read_text(encoding="utf-8") == "a,b\n"


def test_what_is_refused(run: Run) -> None:
    assert "quit is 3; it must be from 0 to 0.9" in run("simulate", "--quit", "3", code=2).stderr
    for command in ("simulate", "matchmaking", "formats", "tune"):
        assert "-1 is not in the range" in run(command, "--seed", "-1", code=2).stderr
    assert "is not a page" in run("simulate", *SMALL, "--out", "report.pdf", code=2).stderr
