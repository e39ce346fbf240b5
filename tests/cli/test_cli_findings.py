"""What once reached the terminal raw, was misunderstood, or left out of the answer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Json = Callable[..., Any]
Run = Callable[..., Result]


def test_names_do_not_command_the_terminal(here: Path, run: Run) -> None:
    (here / "names.jsonl").write_text(
        '{"white": "Mal\\u001b[31mlory\\u009b2J", "black": "two\\nlines\\tand a tab", "result": "1-0"}\n',
        encoding="utf-8",
    )
    given = "Mal\x1b[31mlory\x9b2J"
    for words in (
        ("rate", "names.jsonl"),
        ("explain", "names.jsonl", "--player", given, "--steps"),
        ("explain", "names.jsonl", "--player", "two\nlines\tand a tab", "--steps"),
    ):
        shown = run(*words).output
        assert not set(shown) & {"\x1b", "\x9b", "\t"}, words
        assert "Mal␛[31mlory\N{REPLACEMENT CHARACTER}2J" in shown
        assert "two␊lines␉and a tab" in shown
    refusal = run("explain", "names.jsonl", "--player", "Mal\x1b[31mlord", code=2).stderr
    assert "\x1b" not in refusal


def test_a_name_in_a_file_stays_as_given(here: Path, run: Run) -> None:
    (here / "names.jsonl").write_text('{"white": "A\\u001b", "black": "B", "result": "1-0"}\n')
    run("rate", "names.jsonl", "--out", "list.csv")
    assert "A\x1b" in (here / "list.csv").read_text()


def test_negative_ratings(run: Run, run_json: Json) -> None:
    """A difference of 5 at scale 400: 1/(1 + 10^(−5/400)) = 0.5071951."""
    assert [side["rating"] for side in run_json("odds", "-5", "-10")["sides"]] == [-5.0, -10.0]
    assert run_json("odds", "-5", "-10")["sides"][0]["expected"] == pytest.approx(0.5071951, abs=1e-7)
    assert run_json("odds", "-5.5/30", "-.5/20", "--system", "glicko")["sides"][0]["rating"] == -5.5
    refusal = run("odds", "--sistem", "elo", code=2).stderr
    assert "No such option" in refusal
    assert "--sistem" in refusal


def test_numbered_periods_beside_dates(here: Path, run: Run) -> None:
    (here / "both.csv").write_text("date,period,a,b,score\n2024-01-01,1,x,y,1\n2024-01-02,2,y,x,1\n")
    words = ("rate", "both.csv", "--system", "glicko", "--period", "1")
    assert "--columns time=period" in run(*words, code=2).stderr
    assert "rating period 1;" in run(*words, "--columns", "time=period").stdout


def test_a_period_is_rated_by_periods(here: Path, run: Run) -> None:
    last = run("rate", "results.csv", "--period", "1mo").stdout.splitlines()[-1]
    assert "live" not in last
    assert "rating period 1mo" in last
    last = run("rate", "results.csv", "--system", "glicko", "--schedule", "live", "--period", "1mo").stdout
    assert "live; rating period 1mo" in last


def test_a_margin_that_no_score_has(run: Run) -> None:
    words = ("whatif", "--rating", "1500", "--games", "1400:1")
    refusal = run(*words, "--set", "margin=goals", code=2).stderr
    assert "a score has no margin" in refusal
    assert "margin=none" in refusal
    run(*words, "--set", "margin=none")


def test_games_of_a_calculation_are_numbered(run: Run, run_json: Json) -> None:
    for system in ("exam", "kbaduk"):
        words = ("whatif", "--system", system, "--rating", "2000", "--games", "2010:1 1990:0 2000:1")
        lines = run(*words, "--steps").stdout.splitlines()
        headings = [line.split(" (")[0] for line in lines if line.startswith("game ") and "(" in line]
        assert [line for line in headings if line[-1].isdigit()][-3:] == ["game 1", "game 2", "game 3"]
        assert [game["label"] for game in run_json(*words)["games"]] == ["game 1", "game 2", "game 3"]


@pytest.mark.parametrize("command", ["rate", "explain"])
def test_a_closed_pipe_is_silent(
    command: str, here: Path, environment: Callable[..., dict[str, str]]
) -> None:
    (here / "long.csv").write_text("a,b,score\n" + "".join(f"x,y{i},1\n" for i in range(3000)))
    words = {"rate": ["--top", "0"], "explain": ["--player", "x", "--steps"]}[command]
    with subprocess.Popen(
        [sys.executable, "-m", "arpad", command, "long.csv", *words],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(60) == 141
    assert said == b""
