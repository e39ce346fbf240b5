"""What games would make of a rating; expectations from papers and rulebooks."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Json = Callable[..., Any]
Run = Callable[..., Result]

BADUK = ("whatif", "--system", "kbaduk", "--rating", "8900", "--games", "8432:1 8810:0 9057:1 9213:0")
PAPER = ("--rating", "1500", "--deviation", "200", "--games", "1400/30:1 1550/100:0 1700/300:0")


def test_korean_baduks_hand_calculation_corrected(run_json: Json) -> None:
    """Bae Taeil's appendix prints +3 and −24; its own table gives 1.082 → +1, 27.482 → +27 and −25.318 → −25."""
    found = run_json(*BADUK, "--set", "expectation=table")
    assert found["total"] == pytest.approx(1.082, abs=1e-9)
    assert found["rounded"] == 1
    assert found["rating"] == 8901
    assert found["if_all_won"] == {"total": pytest.approx(27.482, abs=1e-9), "rounded": 27}
    assert found["if_all_lost"] == {"total": pytest.approx(-25.318, abs=1e-9), "rounded": -25}
    changes = [game["value"] for game in found["games"]]
    assert changes == pytest.approx([2.870, -7.096, 8.540, -3.232], abs=1e-9)


def test_korean_baduk_on_the_terminal(run: Run) -> None:
    text = run(*BADUK, "--set", "expectation=table").stdout
    for printed in ("+2.87", "-7.10", "+8.54", "-3.23", "+1.08", "+27.48", "-25.32", "8901.00"):
        assert printed in text


def test_glickos_paper(run_json: Json) -> None:
    found = run_json("whatif", "--system", "glicko", *PAPER)
    assert found["rating"] == pytest.approx(1464.1064627569112, abs=1e-9)
    assert found["deviation"] == pytest.approx(151.39890244796933, abs=1e-9)
    assert found["total"] == pytest.approx(1464.1064627569112 - 1500, abs=1e-9)
    assert "volatility" not in found


def test_glicko_2s_paper(run_json: Json) -> None:
    found = run_json("whatif", "--system", "glicko2", *PAPER, "--volatility", ".06", "--set", "tau=0.5")
    assert found["rating"] == pytest.approx(1464.0506705390892, abs=1e-8)
    assert found["deviation"] == pytest.approx(151.5165, abs=5e-5)
    assert found["volatility"] == pytest.approx(0.0599960, abs=5e-8)


def test_games_add_up_to_the_total(run_json: Json) -> None:
    for system in ("elo", "glicko", "glicko2", "kbaduk", "exam"):
        found = run_json("whatif", "--system", system, *PAPER)
        assert math.fsum(game["value"] for game in found["games"]) == pytest.approx(found["total"], abs=1e-9)


def test_the_schema(run_json: Json) -> None:
    found = run_json(*BADUK)
    assert list(found) == ["rating", "total", "rounded", "games", "if_all_won", "if_all_lost"]
    assert set(found["games"][0]) >= {"value", "opponent_rating", "expected", "score", "steps"}
    found = run_json("whatif", "--system", "glicko2", *PAPER)
    assert list(found)[:3] == ["rating", "deviation", "volatility"]


def test_a_lacking_deviation_is_a_newcomers(run_json: Json) -> None:
    lacking = run_json("whatif", "--system", "glicko", "--rating", "1500", "--games", "1400:1")
    given = run_json(
        "whatif", "--system", "glicko", "--rating", "1500", "--deviation", "350", "--games", "1400/350:1"
    )
    lacking.pop("games"), given.pop("games")
    assert lacking == given


@pytest.mark.parametrize("score", ["1", "1-0", "1:0", "win", "1.0"])
def test_scores_as_people_write_them(score: str, run_json: Json) -> None:
    found = run_json("whatif", "--rating", "1500", "--games", f"1500:{score}")
    assert found["total"] == 10


def test_a_draw(run_json: Json) -> None:
    for draw in ("½", "0.5", "½-½", "draw"):
        assert run_json("whatif", "--rating", "1500", "--games", f"1500:{draw}")["total"] == 0


def test_fides_k_follows_age_games_and_peak(run_json: Json) -> None:
    """8.3.3: under 18 and below 2300: K 40; 30 games and below 2400: 20; once 2400: 10. Equals: K/2 a win."""
    words = ("whatif", "--system", "fide", "--rating", "2000", "--games", "2000:1", "--date", "2026-03-01")
    assert run_json(*words, "--attr", "games=100")["total"] == 10
    assert run_json(*words, "--attr", "games=100", "--attr", "birth_year=2010")["total"] == 20
    assert run_json(*words, "--attr", "games=100", "--attr", "peak=2410")["total"] == 5
    assert run_json(*words, "--attr", "games=29")["total"] == 20


def test_fides_limit_of_700(run_json: Json) -> None:
    """8.3.3: K · n must not exceed 700: 20 games at K 40 are rated at ⌊700 / 20⌋ = 35."""
    games = " ".join(["2000:1"] * 20)
    found = run_json("whatif", "--system", "fide", "--rating", "2000", "--attr", "games=0", "--games", games)
    assert found["total"] == pytest.approx(20 * 35 * 0.5)


def test_steps_unfold_games_and_what_the_list_rounds(run: Run) -> None:
    text = run(*BADUK, "--set", "expectation=table", "--steps").stdout
    assert "E(470) = 0.795" in text
    assert "K · (S − E) + 0.8 = 14 · (0 − 0.5640) + 0.8 = -7.0960 points" in text
    assert "+1.0820" in text
    assert "Bae Taeil" in text


def test_steps_show_the_new_deviation(run: Run) -> None:
    text = run("whatif", "--system", "glicko", *PAPER, "--steps").stdout
    assert "53685.7429" in text
    assert "151.3989" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "1500"], "is not a game"),
        (["--games", "1500:2"], "is not a valid result"),
        (["--games", "x:1"], "not a rating"),
        (["--games", "1500/-3:1"], "deviation -3 is out of range"),
        (["--games", ""], "no game"),
        (["--games", "1500:1", "--attr", "height=180"], "birth_year"),
        (["--games", "1500:1", "--attr", "games=many"], "games"),
        (["--games", "1500:1", "--deviation", "-1"], "deviation -1 is out of range"),
        (["--games", "1500:1", "--set", "k"], "NAME=VALUE"),
        (["--games", "1500:1", "--set", "k=1", "--set", "k=2"], "twice"),
        (["--games", "1500:1", "--system", "exam", "--schedule", "period"], "exam has no schedule"),
        (["--games", "1500:1", "--date", "1.3.2026"], "not a date"),
    ],
)
def test_what_it_refuses(words: list[str], said: str, run: Run) -> None:
    stderr = run("whatif", "--rating", "1500", *words, code=2).stderr
    assert stderr.startswith("arpad: ")
    assert said in stderr
    assert "Traceback" not in stderr


def test_a_rating_must_be_a_number(run: Run) -> None:
    assert (
        "rating nan is out of range" in run("whatif", "--rating", "nan", "--games", "1500:1", code=2).stderr
    )


@pytest.mark.parametrize("system", ["trueskill", "ttt", "weng-lin"])
def test_a_draw_margin_is_no_margin_of_victory(run_json: Json, system: str) -> None:
    found = run_json("whatif", "--system", system, "--rating", "25", "--games", "25:1 25:0.5")
    assert [game["score"] for game in found["games"]] == [1.0, 0.5]
    assert math.fsum(game["value"] for game in found["games"]) == pytest.approx(found["total"], abs=1e-9)
    assert found["rating"] - 25 == pytest.approx(found["total"], abs=1e-9)
    if system == "trueskill":  # a win of equals: 29.3958, Herbrich et al. and trueskill.py
        assert found["games"][0]["value"] == pytest.approx(4.39583202, abs=1e-6)


def test_the_margin_is_left_out_as_the_system_writes_it(run: Run) -> None:
    found = run(
        "whatif", "--system", "weng-lin", "--set", "margin=1", "--rating", "25", "--games", "25:1", code=2
    )
    assert "--set margin=0." in found.stderr
    found = run("whatif", "--system", "nfl", "--rating", "1500", "--games", "1500:1", code=2)
    assert "margin=log counts it" in found.stderr
    assert "--set margin=none." in found.stderr


@pytest.mark.parametrize(
    ("words", "change"),
    [
        # 20 · 13^0.8 / 7.5 · ½: FiveThirtyEight, leads of ten among equals
        (("--system", "nba", "--rating", "1500", "--games", "1500:110-100"), 20 * 13**0.8 / 7.5 / 2),
        (("--system", "nba", "--rating", "1500", "--games", "1500:100-110"), -20 * 13**0.8 / 7.5 / 2),
        # ln 11 · 2.2 / 2.2 · 20 · ½
        (("--system", "nfl", "--rating", "1500", "--games", "1500:24-14"), 20 * math.log(11) / 2),
        # eloratings.net: K 60, G 1.5 for two goals, We = 1 / (1 + 10^(-326 / 400))
        (
            ("--system", "eloratings", "--set", "importance=60", "--rating", "2113", "--games", "1787:3–1"),
            60 * 1.5 * (1 - 1 / (1 + 10 ** (-326 / 400))),
        ),
        (("--set", "margin=goals", "--rating", "1500", "--games", "1500:1-1"), 0.0),
        # the loser made one goal, and lost by two: 8.9 % for it; K 60
        (
            ("--system", "fifa-women", "--set", "importance=4", "--rating", "1300", "--games", "1300:3-1"),
            60 * (0.911 - 0.5),
        ),
        (
            ("--system", "fifa-women", "--set", "importance=4", "--rating", "1300", "--games", "1300:1-3"),
            60 * (0.089 - 0.5),
        ),
    ],
)
def test_points_of_both_sides_where_they_count(words: tuple[str, ...], change: float, run_json: Json) -> None:
    found = run_json("whatif", *words)
    assert found["total"] == pytest.approx(change, abs=1e-9)
    assert found["if_all_won"]["total"] >= abs(change) - 1e-9


def test_points_are_no_result_where_they_do_not_count(run: Run) -> None:
    words = ("whatif", "--rating", "1500", "--games")
    assert "is not a valid result" in run(*words, "1500:24-10", code=2).stderr
    refused = run(*words, "1500:24-10 1500:1", "--set", "margin=log", code=2).stderr
    assert "such as 1500:24-10, or --set margin=none" in refused


def test_a_bridge_result_is_a_number(run_json: Json) -> None:
    """S0 + k · (R1 − R2) = 50 at equal ratings; k · s² / V · (S − ES) with V = 8² + 2 · (k · 100)²."""
    k = 4 / 1500
    gained = k * 1e4 / (64 + 2 * (k * 100) ** 2) * 8
    words = ("whatif", "--system", "bridge", "--rating", "1500", "--games")
    found = run_json(*words, "1500:58")
    assert found["total"] == pytest.approx(gained, abs=1e-9)
    assert run_json(*words, "1500:42")["total"] == pytest.approx(-gained, abs=1e-9)
    won, lost = found["if_all_won"]["total"], found["if_all_lost"]["total"]
    assert won == pytest.approx(-lost, abs=1e-9)
    assert run_json(*words, "1500:win")["total"] == pytest.approx(won, abs=1e-12)


@pytest.mark.parametrize("system", ["fifa-men", "fifa-women", "eloratings"])
def test_football_asks_for_the_importance(run: Run, system: str) -> None:
    words = ("whatif", "--system", system, "--rating", "1300", "--games", "1500:1")
    without_goals = ("--set", "margin=none") if system == "eloratings" else ()
    done = run(*words, *without_goals, code=2)
    assert "--set importance=" in done.stderr


@pytest.mark.parametrize("system", ["elo", "glicko"])
def test_a_table_of_contests_asks_for_a_system_of_many_sides(run: Run, tmp_path: Path, system: str) -> None:
    table = tmp_path / "race.csv"
    table.write_text("contest,player,place\n1,Ann,1\n1,Bob,2\n1,Cat,3\n")
    done = run("rate", str(table), "--system", system, code=2)
    assert "contests of many sides: trueskill" in done.stderr


def test_no_expectation_enters_a_first_dwz(run: Run, run_json: Json) -> None:
    """Wertungsordnung, Anh. 2.1: of who has no DWZ only the opponents and the score count."""
    words = ("whatif", "--system", "dwz", "--rating", "0", "--attr", "age=26", "--attr", "index=0", "--games")
    games = "1930:1 1500:0 1600:1 1700:0 1500:1"
    assert [game["expected"] for game in run_json(*words, games)["games"]] == [None] * 5
    text = run(*words, games).stdout
    assert "expected" not in text
    assert "0.000" not in text
    known = run(
        "whatif", "--system", "dwz", "--rating", "1530", "--attr", "age=26", "--games", "1930:1"
    ).stdout
    assert "0.079" in known  # Φ(−400 / 282.84)


def test_a_result_out_of_range_is_refused(run: Run) -> None:
    found = run("whatif", "--system", "bridge", "--rating", "1500", "--games", "1500:1e300", code=2)
    assert "game 1: result 1e+300 is out of range" in found.stderr
