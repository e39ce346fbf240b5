"""Explanations on the command line: lines that add up, and steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Json = Callable[..., Any]
Run = Callable[..., Result]


def test_games_by_hand(here: Path, run: Run) -> None:
    Path("two.csv").write_text("date,white,black,result\n2026-01-01,Ada,Bo,1-0\n2026-01-02,Cy,Ada,1-0\n")
    text = run("explain", "two.csv", "--player", "Ada").stdout
    lines = text.splitlines()
    assert lines[2].split() == [
        "date",
        "opponent",
        "their",
        "rating",
        "expected",
        "result",
        "change",
        "rating",
    ]
    assert lines[3].split() == ["2026-01-01", "Bo", "1500", "0.500", "1", "+10.00", "1510.00"]
    # 1 / (1 + 10^(−10/400)) = 0.514388; 20 · (0 − 0.514388) = −10.29
    assert lines[4].split() == ["2026-01-02", "Cy", "1500", "0.514", "0", "-10.29", "1499.71"]
    assert "1500.00 - 0.29 = 1499.71   (rating before + sum of the changes = rating after)" in text


@pytest.mark.parametrize(
    "system",
    [
        ("elo",),
        ("elo", "--schedule", "period", "--period", "1mo"),
        ("elo", "--set", "rounding=1"),
        ("glicko", "--period", "1mo"),
        ("glicko", "--schedule", "live"),
        ("glicko2", "--period", "event"),
        ("kbaduk", "--period", "1mo"),
        ("exam",),
        ("fide", "--set", "initial=2000"),
    ],
)
def test_the_parts_add_up_to_the_change(system: tuple[str, ...], here: Path, run_json: Json) -> None:
    whole = run_json("explain", "results.csv", "--player", "Noor", "--system", *system)
    assert whole["terms"]
    assert math.fsum(part["value"] for part in whole["parts"]) == pytest.approx(whole["value"], abs=1e-9)
    assert whole["after"] - whole["before"] == pytest.approx(whole["value"], abs=1e-9)
    for part in whole["parts"]:
        if part["terms"]:
            assert math.fsum(p["value"] for p in part["parts"]) == pytest.approx(part["value"], abs=1e-9)
    listed = run_json("rate", "results.csv", "--system", *system)["players"]
    rating = next(row["rating"] for row in listed if row["player"] == "Noor")
    assert whole["after"] == pytest.approx(rating, abs=1e-9)


def test_periods_have_their_sum(here: Path, run: Run) -> None:
    text = run("explain", "results.csv", "--player", "Noor", "--system", "glicko", "--period", "1mo").stdout
    assert "2026-01 together" in text
    assert "2026-02 together" in text


def test_one_period_by_its_label(here: Path, run: Run, run_json: Json) -> None:
    words = ("explain", "results.csv", "--player", "Noor", "--system", "glicko", "--period", "1mo")
    whole = run_json(*words)
    one = run_json(*words, "--period", "2026-02")
    assert len(one["parts"]) == 1
    assert one["parts"][0] == whole["parts"][1]
    assert run_json(*words, "--only", "2026-02") == one
    assert run_json(*words, "--last", "1") == one


def test_live_an_event_or_a_year_is_shown(here: Path, run_json: Json) -> None:
    words = ("explain", "results.csv", "--player", "Noor", "--period")
    assert len(run_json(*words, "Winter")["parts"]) == 2
    assert len(run_json(*words, "2026-01-11")["parts"]) == 1
    assert len(run_json(*words, "2026")["parts"]) == 3


def test_numbered_periods(here: Path, run_json: Json) -> None:
    """--period is the length, as for rate; --only picks one."""
    Path("n.csv").write_text("period,player_a,player_b,score\n1,X,Y,1\n3,X,Z,0\n")
    words = ("explain", "n.csv", "--system", "glicko", "--player", "X", "--period", "1")
    assert [part["period"] for part in run_json(*words)["parts"]] == ["1", "3"]
    assert [part["period"] for part in run_json(*words, "--only", "3")["parts"]] == ["3"]


def test_seasons_carry_over(here: Path, run: Run) -> None:
    text = run("explain", "results.csv", "--player", "Noor", "--set", "carry=0.5").stdout
    assert "carried over between seasons" in text


def test_steps(here: Path, run: Run) -> None:
    text = run("explain", "results.csv", "--player", "Noor", "--steps", "--last", "1").stdout
    assert "2026-02-08, Spring, Kim Ji-u" in text
    assert "D = Ra − Rb" in text
    assert "K · (S − E) = 20 · (1 − " in text
    assert "[Elo 1978, ch. 8]" in text
    assert "--steps" not in text


def test_a_pool(here: Path, run_json: Json) -> None:
    Path("pools.csv").write_text("pool,winner,loser\nblitz,Ada,Bo\nslow,Bo,Ada\n")
    assert run_json("explain", "pools.csv", "--player", "Ada", "--pool", "slow")["after"] == 1490


def test_a_pool_whose_newcomers_bring_a_rating(here: Path, run: Run, run_json: Json) -> None:
    """Ann wins 10 points of rapid, among equals, and has the list's 1510 when blitz begins."""
    Path("pools.csv").write_text("date,pool,winner,loser\n2026-01-01,rapid,Ann,Bo\n2026-01-05,blitz,Ann,Cy\n")
    brought = ("--entry-from", "blitz=rapid")
    rows = run_json("rate", "pools.csv", "--by", "pool", *brought)["players"]
    listed = {row["player"]: row["rating"] for row in rows if row["pool"] == "blitz"}
    told = run_json("explain", "pools.csv", "--player", "Ann", "--pool", "blitz", *brought)
    assert told["before"] == 1510
    assert told["after"] == listed["Ann"] > 1519
    alone = run_json("explain", "pools.csv", "--player", "Ann", "--pool", "blitz")
    assert (alone["before"], alone["after"]) == (1500, 1510)
    refused = run("explain", "pools.csv", "--player", "Ann", *brought, code=2).stderr
    assert "--entry-from is for --pool" in refused
    unknown = ("--entry-from", "blitz=slow")
    assert (
        "no pool 'slow'"
        in run("explain", "pools.csv", "--player", "Ann", "--pool", "blitz", *unknown, code=2).stderr
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "noor"], "Did you mean Noor?"),
        (["--player", "Noor", "--period", "Autumn"], "Autumn"),
        (["--player", "Noor", "--period", "1mo", "--period", "1w"], "twice: '1mo' and '1w'"),
        (["--player", "Noor", "--only", "2026-01", "--period", "2026-02"], "twice: '2026-01' and '2026-02'"),
        (["--player", "Noor", "--pool", "blitz"], "no pool"),
    ],
)
def test_what_it_refuses(words: list[str], said: str, here: Path, run: Run) -> None:
    stderr = run("explain", "results.csv", *words, code=2).stderr
    assert stderr.startswith("arpad: ")
    assert said in stderr


def test_a_pair_is_explained_partner_by_partner(here: Path, run: Run, run_json: Json) -> None:
    """Bridge: the gain of a pair is divided as the variances of the partners, 100² to 50²."""
    (here / "season.csv").write_text("first,second,result\nAnn+Bob,Cat+Dan,58\n", encoding="utf-8")
    (here / "pairs.csv").write_text("player,rating,deviation\nAnn,1500,100\nBob,1300,50\n", encoding="utf-8")
    words = ("explain", "season.csv", "--system", "bridge", "--players", "pairs.csv", "--player", "Ann+Bob")
    ann, bob = run_json(*words)
    assert (ann["label"], bob["label"]) == ("Ann", "Bob")
    assert ann["value"] == pytest.approx(4 * bob["value"], rel=1e-12)
    text = run(*words, "--steps").stdout
    assert text.index("Ann: ") < text.index("Bob: ")
    assert text.count("within the pair") == 2
    missing = run(*words[:-1], "Ann+Eve", code=2)
    assert "no player is called 'Ann+Eve'" in missing.stderr


@pytest.mark.parametrize("system", ["elo", "whr", "ttt", "bradley-terry", "wof", "fide"])
def test_a_list_of_a_day_before_the_first_game_explains_nothing(here: Path, run: Run, system: str) -> None:
    Path("late.csv").write_text("date,white,black,result\n2026-01-01,Ada,Bo,1-0\n")
    done = run("explain", "late.csv", "--system", system, "--as-of", "1900-01-01", "--player", "Ada", code=2)
    assert "Ada has no rated game" in done.stderr
