"""Expected scores and stakes; expectations from the rules, worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import arpad

Json = Callable[..., Any]
Run = Callable[..., Result]


def test_the_exams_question_13(run: Run, run_json: Json) -> None:
    """Faber (2107) meets a player of 2307: V = 0.2403."""
    first, second = run_json("odds", "2307", "2107", "--system", "exam")["sides"]
    assert second["expected"] == pytest.approx(0.240253, abs=5e-7)
    assert first["expected"] == pytest.approx(1 - 0.240253, abs=5e-7)
    # 10 · (1 − 0.240253) = 7.597 → 8;  10 · (0 − 0.240253) = −2.40 → −2
    assert second["win"] == pytest.approx(7.597, abs=5e-4)
    assert second["rounded"]["win"] == 8
    assert second["rounded"]["loss"] == -2
    text = run("odds", "2307", "2107", "--system", "exam").stdout
    assert "0.2403" in text
    assert "+8" in text


def test_k_20_at_equal_ratings_is_the_wikis_example(run_json: Json) -> None:
    """+10, 0, −10 among equals."""
    for side in run_json("odds", "1500", "1500")["sides"]:
        assert (side["win"], side["draw"], side["loss"]) == (10, 0, -10)
        assert "rounded" not in side


def test_advantage_is_added_to_the_first(run: Run, run_json: Json) -> None:
    with_it = run_json("odds", "1500", "1600", "--set", "advantage=100", "--advantage")["sides"]
    assert [side["expected"] for side in with_it] == [0.5, 0.5]
    without = run_json("odds", "1500", "1600", "--set", "advantage=100")["sides"]
    assert without[0]["expected"] == pytest.approx(1 - 0.640065, abs=5e-7)
    assert "the advantage is 0 points in elo" in run("odds", "1500", "1600", "--advantage").stderr


def test_glickos_prediction_example(run_json: Json) -> None:
    """glicko.pdf: 1400/80 against 1500/150 is expected to score 0.376."""
    first, second = run_json("odds", "1400/80", "1500/150", "--system", "glicko")["sides"]
    assert first["expected"] == pytest.approx(0.375988, abs=5e-7)
    assert first["expected"] + second["expected"] == pytest.approx(1, abs=1e-12)


def test_fides_table_and_its_400_points(run_json: Json) -> None:
    """8.1.2: 200 points are .76; 8.3.1: 600 count as 400, .92."""
    assert run_json("odds", "2200", "2000", "--system", "fide")["sides"][0]["expected"] == 0.76
    assert run_json("odds", "2200", "1600", "--system", "fide")["sides"][0]["expected"] == 0.92


def test_the_date_chooses_the_edition(run_json: Json) -> None:
    """From 2025-10-01 a player of 2650 or more has no such limit: 600 points are .98 (560 to 619)."""
    words = ("odds", "2700", "2100", "--system", "fide", "--date")
    assert run_json(*words, "2025-09-30")["sides"][0]["expected"] == 0.92
    assert run_json(*words, "2025-10-01")["sides"][0]["expected"] == 0.98


def test_the_wikis_table_corrected(run_json: Json) -> None:
    """Namuwiki's article on Elo prints 64.00, 76.00, 96.94, 99.69 at 100, 200, 600, 1000; its other 17 rows are right."""
    right = {
        0: "50.00", 50: "57.15", 100: "64.01", 150: "70.34", 200: "75.97", 250: "80.83", 300: "84.90",
        350: "88.23", 400: "90.91", 450: "93.02", 500: "94.68", 550: "95.95", 600: "96.93", 650: "97.68",
        700: "98.25", 750: "98.68", 800: "99.01", 900: "99.44", 1000: "99.68", 1100: "99.82", 1200: "99.90",
    }  # fmt: skip
    table = run_json("odds", "--table")["expectations"]
    assert {row["difference"]: f"{100 * row['expected']:.2f}" for row in table} == right


def test_the_wikis_other_table(run_json: Json) -> None:
    left = {
        "1/2": "0.00", "3/5": "70.44", "2/3": "120.41", "7/10": "147.19", "3/4": "190.85", "4/5": "240.82",
        "5/6": "279.59", "6/7": "311.26", "7/8": "338.04", "8/9": "361.24", "9/10": "381.70",
        "10/11": "400.00", "11/12": "416.56", "19/20": "511.50", "49/50": "676.08", "99/100": "798.25",
        "100/101": "800.00", "199/200": "919.54", "499/500": "1079.24", "999/1000": "1199.83",
        "1000/1001": "1200.00",
    }  # fmt: skip
    table = run_json("odds", "--table")["differences"]
    assert {row["share"]: f"{row['difference']:.2f}" for row in table} == left


@pytest.mark.parametrize(
    ("curve", "expected"),
    [
        ("normal", {100: 0.638163, 200: 0.760250, 400: 0.921350}),
        ("logistic", {100: 0.640065, 200: 0.759747, 400: 0.909091}),
        ("linear", {100: 0.625, 200: 0.75, 400: 1.0}),
    ],
)
def test_every_curve(curve: str, expected: dict[int, float], run_json: Json) -> None:
    table = run_json("odds", "--table", "--set", f"curve={curve}")["expectations"]
    found = {row["difference"]: row["expected"] for row in table}
    for difference, share in expected.items():
        assert found[difference] == pytest.approx(share, abs=5e-7)


def test_another_scale(run_json: Json) -> None:
    """Odds of 10 to 1 at 600 points."""
    table = run_json("odds", "--table", "--set", "scale=600")
    assert next(r["difference"] for r in table["differences"] if r["share"] == "10/11") == pytest.approx(600)


def test_a_table_gives_the_smallest_whole_difference(run: Run, run_json: Json) -> None:
    """8.1.2: .60 begins at 69, .75 is jumped over (188 is .74, 189 … .75), .95 is out of reach by 8.3.1."""
    table = run_json("odds", "--table", "--system", "fide")["differences"]
    found = {row["share"]: row["difference"] for row in table}
    assert found["3/5"] == 69
    assert found["3/4"] == 189
    assert found["19/20"] is None
    assert "—" in run("odds", "--table", "--system", "fide").stdout


def test_the_table_fits_80_columns(run: Run) -> None:
    lines = run("odds", "--table").stdout.splitlines()
    assert len(lines) == 1 + 21 + 1
    assert max(map(len, lines)) <= 80


def test_steps_show_the_calculation(run: Run) -> None:
    text = run("odds", "2307", "2107", "--system", "exam", "--steps").stdout
    assert "V = 1 / (1 + 10^(0.0025 · (RB − RA)))" in text


def test_what_it_refuses(run: Run) -> None:
    assert "not a rating" in run("odds", "strong", "2107", code=2).stderr
    assert "two ratings" in run("odds", "2307", code=2).stderr
    assert "neither" in run("odds", "2307", "2107", "--table", code=2).stderr
    assert "not a date" in run("odds", "1", "2", "--date", "soon", code=2).stderr


def test_a_stated_share_of_draws_gives_the_chances(run_json: Json) -> None:
    """Davidson (1970) with ν = 1, a third of the games between equals, at E = .76; tests/ratings/test_draws.py."""
    first, second = run_json("odds", "2200", "2000", "--system", "fide", "--draws", "0.3333333333333333")[
        "sides"
    ]
    assert list(first["chances"].values()) == pytest.approx([0.6290, 0.2619, 0.1090], abs=5.1e-5)
    assert list(second["chances"].values()) == pytest.approx(list(first["chances"].values())[::-1])
    same = run_json("odds", "2200", "2000", "--system", "fide", "--draws", "davidson=1")["sides"][0]
    assert same["chances"] == pytest.approx(first["chances"])


@pytest.mark.parametrize(
    ("model", "chances"),
    [
        ("binomial", [0.5776, 0.3648, 0.0576]),
        ("fraction=0.25", [0.6688, 0.1824, 0.1488]),
        ("rao-kupper=2", [0.6422, 0.2355, 0.1222]),
        ("max", [0.52, 0.48, 0.0]),
        ("0", [0.76, 0.0, 0.24]),
    ],
)
def test_a_draw_model_by_name(run_json: Json, model: str, chances: list[float]) -> None:
    side = run_json("odds", "2200", "2000", "--system", "fide", "--draws", model)["sides"][0]
    assert list(side["chances"].values()) == pytest.approx(chances, abs=5.1e-5)


def test_chances_are_told_where_they_are_known_only(run: Run, run_json: Json) -> None:
    assert "chance" not in run("odds", "2307", "2107").stdout
    assert "chances" not in run_json("odds", "2307", "2107")["sides"][0]
    told = run_json("odds", "25/2", "27/2", "--system", "trueskill")["sides"][0]
    assert math.fsum(told["chances"].values()) == pytest.approx(1.0)
    text = run("odds", "2307", "2107", "--draws", "0.35", "--steps").stdout
    assert text.count("  chance") == 2
    assert "P(draw)" in text


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--draws", "1"), "is not a valid share"),
        (("--draws", "-0.1"), "is not a valid share"),
        (("--draws", "often"), "no draw model"),
        (("--draws", "davidson=much"), "cannot be read"),
        (("--draws", "max=1"), "cannot be read"),
        (("--draws", "rao-kupper=0.5"), "out of bounds"),
        (("--draws", "nan"), "is not a valid share"),
        (("--draws", "davidson=nan"), "out of bounds"),
        (("--draws", "0.3", "--system", "trueskill"), "says itself"),
        (("--draws", "0.3", "--system", "bridge"), "has no draws"),
    ],
)
def test_draws_that_cannot_be(run: Run, words: tuple[str, ...], problem: str) -> None:
    assert problem in run("odds", "2307", "2107", *words, code=2).stderr


def test_the_places_of_many_sides(run_json: Json) -> None:
    """One at 35 against seven at 25, σ = 1, without drift: ∫ φ(x) Φ(x + 10 / s)^7 dx, s² = 1 + β².

    A simulation of openskill's model gave .799; its own prediction is .238.
    """
    found = run_json("odds", "35/1", *["25/1"] * 7, "--system", "weng-lin", "--set", "tau=0")
    chances = [side["places"] for side in found["sides"]]
    s = math.sqrt(1 + (25 / 6) ** 2)
    grid = [-8 + n / 500 for n in range(8001)]
    first = math.fsum(
        math.exp(-x * x / 2) * (0.5 * math.erfc(-(x + 10 / s) / math.sqrt(2))) ** 7 for x in grid
    ) / (500 * math.sqrt(2 * math.pi))
    assert chances[0][0] == pytest.approx(first, abs=1e-9) == pytest.approx(0.799, abs=1e-3)
    for line in (*chances, *zip(*chances, strict=True)):
        assert math.fsum(line) == pytest.approx(1.0, abs=1e-9)


def test_sides_of_several_players(run: Run, run_json: Json) -> None:
    found = run_json("odds", "30/2+28/3", "27/1+-3", "--system", "trueskill")
    assert [side["ratings"] for side in found["sides"]] == [[30.0, 28.0], [27.0, -3.0]]
    # ES = 50.2667 and V = 64.2844 (session B1 of tests/oracles/bridge.json), against S0 = 50
    pairs = run_json("odds", "1500/100+1300/100", "1450/100+1250/100", "--system", "bridge")
    z = (4 / 1500) * 100 / math.sqrt(64 + 4 * 16 / 225)
    assert pairs["sides"][0]["places"][0] == pytest.approx(0.5 * math.erfc(-z / math.sqrt(2)), abs=1e-12)
    text = run("odds", "35/1", "25/1", "25/1", "--system", "trueskill").stdout
    assert "place 3" in text
    assert "one player against one" in run("odds", "35", "25", "25", code=2).stderr
    assert "--steps" in run("odds", "35", "25", "25", "--steps", "--system", "trueskill", code=2).stderr


def test_who_is_the_stronger(run: Run, run_json: Json) -> None:
    """Φ(100 / √(50² + 60²)) = Φ(1.28037); a rating without a deviation says nothing of it."""
    found = run_json("odds", "1500/50", "1400/60", "--system", "glicko")
    assert found["better"] == pytest.approx(0.5 * math.erfc(-100 / math.sqrt(2 * 6100)), abs=1e-12)
    assert "probability of 0.8998" in run("odds", "1500/50", "1400/60", "--system", "glicko").stdout
    assert "better" not in run_json("odds", "1500/50", "1400", "--system", "glicko")
    assert "better" not in run_json("odds", "1500/50", "1400/60", "--system", "elo")


def test_each_side_expects_what_its_points_are_reckoned_with(run: Run, run_json: Json) -> None:
    """B.02 8.3.1 since 2025-10-01: 600 points in full for 2700, .98; at most 400 for 2100, .08 (8.1.2)."""
    words = ("odds", "2700", "2100", "--system", "fide", "--set", "k=10", "--date")
    sides = run_json(*words, "2025-10-01")["sides"]
    assert [side["expected"] for side in sides] == pytest.approx([0.98, 0.08])
    for side in sides:
        assert side["win"] == pytest.approx(10 * (1 - side["expected"]))
        assert side["loss"] == pytest.approx(-10 * side["expected"])
    assert "need not sum to 1" in run(*words, "2025-10-01").stdout
    before = run_json(*words, "2025-09-30")["sides"]
    assert [side["expected"] for side in before] == pytest.approx([0.92, 0.08])
    assert "need not sum to 1" not in run(*words, "2025-09-30").stdout
    turned = run_json("odds", "2100", "2700", *words[3:], "2025-10-01", "--draws", "0")["sides"]
    assert [side["expected"] for side in turned] == pytest.approx([0.08, 0.98])
    assert [side["chances"]["win"] for side in turned] == pytest.approx([0.08, 0.98])


@pytest.mark.parametrize(("system", "scale"), [("fifa-men", 600), ("fifa-women", 400), ("eloratings", 400)])
def test_no_points_where_nothing_says_how_important_a_match_is(
    run: Run, run_json: Json, system: str, scale: float
) -> None:
    """What-if asks for the importance too; the expected score needs none."""
    words = ("odds", "1500", "1400", "--system", system)
    for side, difference in zip(run_json(*words)["sides"], (100, -100), strict=True):
        assert side["expected"] == pytest.approx(1 / (1 + 10 ** (-difference / scale)))
        assert set(side) == {"rating", "expected"}
    done = run(*words, "--draws", "0.2")
    qualifier = {"fifa-men": 25, "fifa-women": 3, "eloratings": 40}[system]
    assert f"--set importance={qualifier}" in done.stderr
    assert "+" not in done.stdout
    assert "chance" in done.stdout
    known = run_json(*words, "--set", f"importance={qualifier}")["sides"][0]
    assert known["win"] > 0 > known["loss"]


PLAYED = """\
date,white,black,result
2026-01-10,Ann,Bob,1-0
2026-01-11,Bob,Cid,1/2-1/2
2026-01-17,Cid,Ann,0-1
2026-01-24,Ann,Bob,1/2-1/2
2026-02-01,Ann,Cid,
2026-02-03,Bob,bye,
"""
NEXT = "date,white,black\n2026-02-07,Bob,Ann\n2026-02-08,Cid,Eve\n"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with four games, a fixture and a bye, and a table of two fixtures more."""
    (tmp_path / "games.csv").write_text(PLAYED)
    (tmp_path / "next.csv").write_text(NEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_players_by_their_names(club: Path, run: Run, run_json: Json) -> None:
    """Elo, K = 20: a win is worth K · (1 − E), E by the difference of the ratings."""
    first, second = run_json("odds", "games.csv", "Ann", "Bob")["sides"]
    assert (first["player"], second["player"]) == ("Ann", "Bob")
    expected = 1 / (1 + 10 ** ((second["rating"] - first["rating"]) / 400))
    assert first["expected"] == pytest.approx(expected)
    assert first["win"] == pytest.approx(20 * (1 - expected))
    assert second["loss"] == pytest.approx(-20 * (1 - expected))
    assert math.fsum(first["chances"].values()) == pytest.approx(1.0)
    assert first["chances"]["win"] + first["chances"]["draw"] / 2 == pytest.approx(expected)
    text = run("odds", "games.csv", "Ann", "Bob").stdout
    assert "Davidson 1970" in text
    assert "2 draws in 4 games" in text
    assert "1 fixture without a result" in text


def test_a_name_against_a_rating(club: Path, run_json: Json) -> None:
    found = run_json("odds", "games.csv", "Ann", "1500/50", "--system", "glicko2")["sides"]
    assert found[1]["rating"] == 1500
    assert found[1]["deviation"] == pytest.approx(50, abs=1)


def test_an_unknown_name_has_near_ones(club: Path, run: Run) -> None:
    assert "Did you mean Bob?" in run("odds", "games.csv", "Ann", "Bop", code=2).stderr


def test_a_list_is_taken_with_its_system(club: Path, run: Run, run_json: Json) -> None:
    words = ("--system", "glicko2", "--set", "tau=0.6")
    run("rate", "games.csv", *words, "--out", "list.csv", "--out", "list.json", "--out", "list.parquet")
    mine = run_json("odds", "games.csv", "Ann", "Bob", *words)
    for name in ("list.csv", "list.json", "list.parquet"):
        theirs = run_json("odds", name, "Ann", "Bob")
        assert theirs["system"] == "glicko2"
        assert theirs["parameters"] == {"tau": 0.6}
        assert theirs["sides"][0]["win"] == pytest.approx(mine["sides"][0]["win"])
        assert "chances" not in theirs["sides"][0]
    assert "chances" in run_json("odds", "list.csv", "Ann", "Bob", "--draws", "0.3")["sides"][0]
    (club / "list.csv.manifest.json").unlink()
    assert "no manifest" in run("odds", "list.csv", "Ann", "Bob").stderr
    assert "has no fixtures" in run("odds", "list.json", code=2).stderr


def test_fixtures_of_a_table(club: Path, run: Run, run_json: Json) -> None:
    told = run_json("odds", "games.csv", "--fixtures", "next.csv")
    one, other = told["fixtures"]
    assert (one["date"], one["first"], one["second"]) == ("2026-02-07", "Bob", "Ann")
    assert one["win"] + one["draw"] + one["loss"] == pytest.approx(1.0)
    assert one["win"] + one["draw"] / 2 == pytest.approx(one["expected"])
    assert one["first_if_win"] == pytest.approx(20 * (1 - one["expected"]))
    assert one["second_if_win"] == pytest.approx(20 * one["expected"])
    assert other["second_rating"] == 1500
    assert told["draws"]["model"] == "davidson"
    done = run("odds", "games.csv", "--fixtures", "next.csv")
    assert "1 player without a game, taken as newcomers: Eve" in done.stderr
    assert "2026-02-07" in done.stdout


def test_fixtures_of_the_record_itself(club: Path, run_json: Json) -> None:
    told = run_json("odds", "games.csv")["fixtures"]
    assert [(row["first"], row["second"], row["date"]) for row in told] == [("Ann", "Cid", "2026-02-01")]


def test_the_odds_of_fixtures_are_written(club: Path, run: Run) -> None:
    import csv
    import json

    import polars as pl

    outs = [word for name in ("c.csv", "c.json", "c.parquet") for word in ("--out", name)]
    run("odds", "games.csv", "--fixtures", "next.csv", *outs)
    with (club / "c.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [row["first"] for row in rows] == ["Bob", "Cid"]
    told = json.loads((club / "c.json").read_text())["fixtures"]
    assert [float(row["expected"]) for row in rows] == [row["expected"] for row in told]
    assert pl.read_parquet(club / "c.parquet")["win"].to_list() == [row["win"] for row in told]
    # Those are its own files; another file is not.
    run("odds", "games.csv", "--fixtures", "next.csv", *outs)
    assert "not odds of fixtures that arpad" in run("odds", "games.csv", "--out", "next.csv", code=2).stderr
    assert (club / "next.csv").read_text() == NEXT


def test_partners_and_places_by_name(club: Path, run_json: Json) -> None:
    sides = run_json("odds", "games.csv", "Ann+Bob", "Cid", "--system", "weng-lin")["sides"]
    assert sides[0]["players"] == ["Ann", "Bob"]
    assert math.fsum(side["places"][0] for side in sides) == pytest.approx(1.0)


def test_a_pool(club: Path, run: Run, run_json: Json) -> None:
    (club / "pools.csv").write_text("white,black,result,pool\nAnn,Bob,1-0,blitz\nBob,Ann,1-0,rapid\n")
    blitz, rapid = (
        run_json("odds", "pools.csv", "Ann", "Bob", "--pool", pool)["sides"][0] for pool in ("blitz", "rapid")
    )
    assert blitz["rating"] == 1510
    assert rapid["rating"] == 1490
    run("rate", "pools.csv", "--by", "pool", "--out", "pools_list.csv")
    assert run_json("odds", "pools_list.csv", "Ann", "Bob", "--pool", "rapid")["sides"][0]["rating"] == 1490


def test_whole_histories_expect_and_do_not_change(club: Path, run: Run, run_json: Json) -> None:
    side = run_json("odds", "games.csv", "Ann", "Bob", "--system", "whr")["sides"][0]
    assert "win" not in side
    assert side["chances"]["win"] > 0
    assert "whole history" in run("odds", "games.csv", "Ann", "Bob", "--system", "whr").stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("games.csv", "Ann"), "Give two players"),
        (("games.csv", "Ann", "Ann"), "against itself"),
        (("games.csv", "Ann", "Bob", "--fixtures", "next.csv"), "not both"),
        (("games.csv", "Ann", "Bob", "--out", "c.csv"), "--out is for fixtures"),
        (
            ("games.csv", "--fixtures", "next.csv", "--out", "c.txt"),
            "a table of odds is written as .csv, .json or .parquet",
        ),
        (("games.csv", "--fixtures", "none.csv"), "no such file"),
        (("none.csv", "Ann", "Bob"), "no such file"),
        (("1500", "1600", "--fixtures", "next.csv"), "--fixtures is for a FILE"),
        (("1500", "1600", "--columns", "first=A"), "--columns is for a FILE"),
        (("games.csv", "Ann", "Bob", "Cid"), "one player against one only"),
        (("games.csv", "Ann", "Bob", "--as-of", "2025-01-01"), "Ann"),
    ],
)
def test_questions_that_cannot_be_answered(
    club: Path, run: Run, words: tuple[str, ...], problem: str
) -> None:
    result = run("odds", *words, code=2)
    assert problem in result.stderr
    assert "Traceback" not in result.output


def test_players_are_divided_into_teams(club: Path, run: Run, run_json: Json) -> None:
    told = run_json("balance", "games.csv", "Ann", "Bob", "Cid", "Guest=1490", "--apart", "Ann+Bob")
    assert told["exact"]
    assert sorted(name for team in told["teams"] for name in team["players"]) == [
        "Ann",
        "Bob",
        "Cid",
        "Guest",
    ]
    assert all(not {"Ann", "Bob"} <= set(team["players"]) for team in told["teams"])
    assert "no division is more even" in run("balance", "games.csv", "--sizes", "2,1").stdout
    assert "Did you mean Bob?" in run("balance", "games.csv", "Ann", "Bop", code=2).stderr
    assert "places for 3 players" in run("balance", "games.csv", "--sizes", "2,2", code=2).stderr


@pytest.mark.parametrize("name", ["chances.csv", "chances.json", "chances.parquet"])
def test_the_odds_of_fixtures_are_verified(club: Path, run: Run, name: str) -> None:
    words = ("odds", "games.csv", "--fixtures", "next.csv", "--system", "glicko2", "--set", "tau=0.6")
    run(*words, "--as-of", "2026-01-20", "--out", name)
    assert run("verify", name).stdout == f"{name} is reproduced: 2 rows, and every byte\n"
    (club / "games.csv").write_text(PLAYED.replace("Cid,Ann,0-1", "Cid,Ann,1-0"))
    text = run("verify", name, code=1).stdout
    assert "games.csv is not the file from which it was computed" in text
    assert "the table differs from the table computed from the files" in text
    (club / "next.csv").unlink()
    assert "next.csv, from which it was computed, is not there" in run("verify", name, code=1).stdout


def test_the_records_own_fixtures_and_those_of_a_list_are_verified(club: Path, run: Run) -> None:
    run("odds", "games.csv", "--out", "own.json")
    assert "is reproduced: 1 row" in run("verify", "own.json").stdout
    run("rate", "games.csv", "--system", "glicko2", "--out", "list.csv")
    run("odds", "list.csv", "--fixtures", "next.csv", "--draws", "0.3", "--out", "of-list.csv")
    assert "is reproduced: 2 rows" in run("verify", "of-list.csv").stdout


def test_odds_and_balance_in_python(club: Path) -> None:
    ratings = arpad.rate("games.csv", "elo")
    found = arpad.fixture_odds(ratings, arpad.read_fixtures("next.csv"))
    assert [(one.first, one.second) for one in found] == [("Bob", "Ann"), ("Cid", "Eve")]
    assert found[0].odds.first.expected == pytest.approx(ratings.predict("Bob", "Ann").expected)
    divided = arpad.balance(ratings, ["Ann", "Bob", "Cid"], sizes=[1, 2])
    assert sorted(name for team in divided.teams for name in team.players) == ["Ann", "Bob", "Cid"]
    with pytest.raises(arpad.BadInput, match="names alone have no ratings"):
        arpad.balance(arpad.Elo(), ["Ann", "Bob"])
