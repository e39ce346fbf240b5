"""``arpad fide list | performance | norm``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
RunJson = Callable[..., Any]

GAMES = """\
date,white,black,result,event
2025-12-06,Eve,Ana,0-1,Open
2025-12-06,Eve,Bo,1-0,Open
2025-12-07,Cy,Eve,0-1,Open
2025-12-07,Dee,Eve,1-0,Open
2025-12-08,Eve,Fay,1-0,Open
2025-12-30,Ana,Dee,1-0,New Year
2026-01-02,Bo,Cy,1-0,New Year
"""
PLAYERS = """\
player,rating,games,birth_year
Ana,2012,120,1990
Bo,1884,90,1985
Cy,1877,45,1999
Dee,1832,200,1970
Fay,1902,99,2001
"""


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games.csv").write_text(GAMES, encoding="utf-8")
    (tmp_path / "november.csv").write_text(PLAYERS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def words(month: str, *more: str) -> list[str]:
    return ["fide", "list", "games.csv", "--players", "november.csv", "--month", month, *more]


@pytest.mark.usefixtures("lists")
def test_a_months_list(run: Run) -> None:
    text = run(*words("2026-01")).stdout
    assert "FIDE rating, list of 2026-01-01" in text
    assert "2  Eve       1922      5  2025-12-08" in text, "the published example of 8.2"
    assert "2 games of tournaments that ended after 2025-12-29 are for a later list" in text


@pytest.mark.usefixtures("lists")
def test_the_same_as_json(run_json: RunJson) -> None:
    found = run_json(*words("2026-02"))
    assert (found["list"], found["closing"], found["left_out"]) == ("2026-02-01", "2026-01-29", 0)
    by_name = {row["player"]: row for row in found["players"]}
    assert by_name["Eve"]["rating"] == 1922
    assert by_name["Ana"] == {
        "player": "Ana",
        "rating": 2012 + 5,  # 20 · (1 − .74)
        "games": 1,
        "last_played": "2025-12-30",
        "inactive": False,
    }


@pytest.mark.usefixtures("lists")
def test_closing_and_rapid_and_errors(run: Run, run_json: RunJson) -> None:
    assert run_json(*words("2026-02", "--system", "fide-rapid"))["system"] == "fide-rapid"
    assert run_json(*words("2026-02", "--set", "closing=1"))["closing"] == "2026-01-31"
    assert "'January' is not a month" in run(*words("January"), code=2).stderr
    assert "no tournament ended in time" in run(*words("2024-01"), code=2).stderr


@pytest.mark.usefixtures("lists")
def test_the_rating_run_and_the_explanation_know_the_newcomer(run: Run) -> None:
    options = ["games.csv", "--players", "november.csv", "--system", "fide"]
    assert "Eve       1922" in run("rate", *options).stdout
    text = run("explain", *options, "--player", "Eve", "--steps").stdout
    assert "(2012 + 1884 + 1877 + 1832 + 1902 + 2 · 1800) / 7 = 1872.43 points" in text


@pytest.mark.usefixtures("lists")
def test_a_list_before_has_whole_numbers(run: Run) -> None:
    """8.3.4: what is added is whole, so that a half would stay one, and the list show it rounded to even."""
    Path("november.csv").write_text(PLAYERS.replace("Ana,2012", "Ana,2012.5"), encoding="utf-8")
    assert "the rating of Ana before is 2012.5" in run(*words("2026-01"), code=2).stderr


def test_who_reaches_a_title_by_rating(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, run_json: RunJson
) -> None:
    """B.01: FM 2300, CM 2200, WFM 2100, WCM 2000, once reached and 30 games; K 20, 10 once 2400 (8.3.3)."""
    (tmp_path / "games.csv").write_text(
        "date,white,black,result,event\n"
        "2025-12-06,Fin,Cor,1-0,Open\n"  # 2295 + 10 = 2305; Cor 2295 - 10
        "2025-12-06,Wil,Cam,1-0,Open\n"  # 2095 + 10 = 2105 at 30 games; Cam, of 2095, had 2210
        "2025-12-06,Few,Wes,1-0,Open\n"  # 28 + 1 games; Wes says no sex
        "2025-12-06,Val,Ina,1-0,Open\n"  # 2200 + 20 · (1 − .24) = 2215; Ina, of 2400, is WIM
        "2026-01-06,Cor,Fin,1-0,Next\n"  # Fin falls below 2300 again
    )
    (tmp_path / "list.csv").write_text(
        "player,rating,games,peak,sex,title\nFin,2295,100,,M,CM\nCor,2295,100,,M,\nWil,2095,29,,F,\n"
        "Cam,2095,50,2210,,\nFew,2295,28,,M,\nWes,2295,200,,,FM\nVal,2200,99,,w,\nIna,2400,99,,f,WIM\n"
    )
    monkeypatch.chdir(tmp_path)
    asked = ["fide", "list", "games.csv", "--players", "list.csv", "--month"]
    found = run_json(*asked, "2026-02", "--titles")
    assert {row["player"]: row["titles_by_rating"] for row in found["players"]} == {
        "Fin": ["FM"],
        "Cor": ["CM"],
        "Wil": ["WFM"],
        "Cam": ["CM"],
        "Few": [],
        "Wes": [],
        "Val": ["CM", "WFM"],
        "Ina": ["FM"],
    }
    text = run(*asked, "2026-01", "--titles").stdout
    assert "FM: 2305 in 101 games" in text
    assert "CM, WFM: 2215" in " ".join(text.split())
    assert "titles_by_rating" not in run_json(*asked, "2026-01")["players"][0]
    assert "standard rating" in run(*asked, "2026-01", "--titles", "--system", "fide-blitz", code=2).stderr
    assert (
        "A rating list with titles"
        in run("fide", "norm", "--title", "FM", "--games", "2300:1", code=2).stderr
    )


def test_a_norm_step_by_step(run: Run, run_json: RunJson) -> None:
    games = " ".join(["2433:1"] * 6 + ["2433:0.5"] + ["2433:0"] * 2)
    text = run("fide", "norm", "--title", "GM", "--games", games).stdout
    assert "performance: NOT met" in text
    assert "Rp: Ra + dp = 2433 +166 = 2599 points" in text
    assert "GM: performance 2599, not a norm (performance)" in text
    found = run_json("fide", "norm", "--title", "im", "--games", games)
    assert found["norm"] is True
    assert [condition["name"] for condition in found["conditions"]] == [
        "games",
        "score",
        "average",
        "performance",
    ]
    assert found["not_judged"] == ["titles", "federations"]


def test_a_performance(run: Run, run_json: RunJson) -> None:
    games = "1500:1 1500:½ 1500:draw"
    assert "Rp: Ra + dp = 1500 +125 = 1625 points" in run("fide", "performance", "--games", games).stdout
    assert run_json("fide", "performance", "--games", games)["performance"] == 1625


@pytest.mark.parametrize(
    ("games", "problem"),
    [
        ("2400", "is not a game"),
        ("x:1", "is not a rating"),
        ("unrated:1", "needs rated opponents"),
        ("", "games"),
    ],
)
def test_bad_games(run: Run, games: str, problem: str) -> None:
    assert problem in run("fide", "performance", "--games", games, code=2).stderr


@pytest.mark.parametrize("name", ["list", "performance", "norm"])
def test_each_has_a_help_with_an_example(run: Run, name: str) -> None:
    text = run("fide", name, "--help").stdout
    assert f"    arpad fide {name} " in text
    assert "--json" in text


@pytest.mark.usefixtures("lists")
@pytest.mark.parametrize("name", ["january.csv", "january.json", "january.parquet"])
def test_a_months_list_as_a_file_is_verified(run: Run, name: str) -> None:
    run(*words("2026-01", "--titles", "--out", name))
    assert run("verify", name).stdout == f"{name} is reproduced: 6 rows, and every byte\n"
    Path("november.csv").write_text(PLAYERS.replace("1884", "1885"), encoding="utf-8")
    text = run("verify", name, code=1).stdout
    assert "november.csv is not the file from which it was computed" in text
    assert "the list differs from the list computed from the files\n  row " in text


@pytest.mark.usefixtures("lists")
def test_the_file_of_a_months_list_by_hand(run: Run) -> None:
    run(*words("2026-01", "--out", "january.csv"))
    lines = Path("january.csv").read_text("utf-8").splitlines()
    assert lines[0] == "rank,player,rating,games,last_played,inactive"
    assert lines[2] == "2,Eve,1922,5,2025-12-08,false", "the published example of 8.2"


@pytest.mark.usefixtures("lists")
def test_a_months_list_is_the_next_months_players_file(run: Run) -> None:
    run(*words("2026-01", "--out", "january.csv"))
    january = ["fide", "list", "games.csv", "--players", "january.csv", "--month", "2026-01"]
    assert "FIDE rating, list of 2026-01-01" in run(*january).stdout


@pytest.mark.usefixtures("lists")
def test_a_months_list_has_no_other_forms(run: Run) -> None:
    assert ".csv, .json or .parquet" in run(*words("2026-01", "--out", "january.html"), code=2).stderr
    assert "written over" in run(*words("2026-01", "--out", "november.csv"), code=2).stderr
