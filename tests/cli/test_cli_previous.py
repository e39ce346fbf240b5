"""A list beside the list before it, and who is on a list: movers, new and gone players, active, provisional."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

Run = Callable[..., Result]
Json = Callable[..., Any]

BEFORE = "rank,player,rating\n1,Noor,1510\n2,Kim Ji-u,1505\n3,Eva,1480\n4,Old,1450.5\n"


@pytest.fixture
def before(here: Path) -> Path:
    (here / "before.csv").write_text(BEFORE, encoding="utf-8")
    return here


def test_who_moved_who_is_new_and_who_is_gone(before: Path, run: Run) -> None:
    """By hand: Kim second → first (1508.86 − 1505), Noor first → second (1501.13 − 1510), Ada was not there."""
    lines = run("rate", "results.csv", "--previous", "before.csv").stdout.splitlines()
    assert lines[0].split() == (
        ["rank", "moved", "player", "rating", "change", "games", "won", "drawn", "lost", "last", "played"]
    )
    assert lines[1].split()[:6] == ["1", "▲1", "Kim", "Ji-u", "1509", "+3.9"]
    assert lines[2].split()[:5] == ["2", "▼1", "Noor", "1501", "-8.9"]
    assert lines[3].split()[:4] == ["3", "new", "Ada", "1490"]
    assert "since before.csv: 1 up, 1 down, 1 new, 2 gone" in lines
    assert "gone: Eva (rank 3, 1480; not in the record); Old (rank 4, 1450; not in the record)" in lines


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def test_a_list_that_arpad_wrote_is_compared_in_every_format(here: Path, run: Run, suffix: str) -> None:
    run("rate", "results.csv", "--as-of", "2026-01-31", "--out", f"january.{suffix}")
    run("rate", "results.csv", "--previous", f"january.{suffix}", "--out", "now.parquet", "--out", "now.json")
    table = pl.read_parquet("now.parquet")
    earlier = {"Kim Ji-u": 1510.0, "Noor": 1490.2877, "Ada": 1499.7123}
    for row in table.iter_rows(named=True):
        assert row["previous_rating"] == pytest.approx(earlier[row["player"]], abs=1e-4)
        assert row["change"] == row["rating"] - row["previous_rating"]
        assert row["places"] == row["previous_rank"] - row["rank"]
    assert dict(zip(table["player"], table["previous_rank"], strict=True)) == {
        "Kim Ji-u": 1,
        "Ada": 2,
        "Noor": 3,
    }
    listed = json.loads(Path("now.json").read_text("utf-8"))
    assert [row["places"] for row in listed["players"]] == table["places"].to_list()
    assert listed["manifest"]["previous"] == (
        {"file": f"january.{suffix}", "up": 1, "down": 1, "new": 0, "gone": []}
    )
    assert [(one["role"], one["name"]) for one in listed["manifest"]["inputs"]] == [
        ("games", "results.csv"),
        ("previous", f"january.{suffix}"),
    ]


def test_the_comparison_is_verified(before: Path, run: Run) -> None:
    files = ["now.csv", "now.html", "now.json", "now.parquet"]
    outs = [word for file in files for word in ("--out", file)]
    run("rate", "results.csv", "--previous", "before.csv", *outs)
    for file in files:
        assert "is reproduced" in run("verify", file).stdout
    (before / "before.csv").write_text(BEFORE.replace("1510", "1511"), encoding="utf-8")
    for file in files:
        text = run("verify", file, code=1).stdout
        assert "before.csv is not the file from which it was computed" in text
        assert "is not what its files give" in text
    (before / "before.csv").unlink()
    assert "before.csv, from which it was computed, is not there" in run("verify", "now.csv", code=2).stdout


def test_a_forged_number_of_gone_players_is_found(before: Path, run: Run) -> None:
    run("rate", "results.csv", "--previous", "before.csv", "--out", "now.csv")
    manifest = Path("now.csv.manifest.json")
    manifest.write_text(manifest.read_text("utf-8").replace('"Eva"', '"Ewa"'), "utf-8")
    text = run("verify", "now.csv", code=1).stdout
    assert "previous.gone" in text


def test_aliases_hold_for_the_earlier_list_too(before: Path, run: Run) -> None:
    (before / "names.csv").write_text("alias,name\nEva,Ada\n", encoding="utf-8")
    words = ("rate", "results.csv", "--previous", "before.csv", "--aliases", "names.csv", "--out", "now.csv")
    text = run(*words).stdout
    assert "0 new, 1 gone" in text
    assert run("verify", "now.csv").exit_code == 0


def test_pools_are_compared_each_with_its_own(here: Path, run: Run, run_json: Json) -> None:
    games = "player_a,player_b,score,pool\nAnn,Bob,1,rapid\nAnn,Bob,0,blitz\nCid,Ann,1,blitz\n"
    (here / "games.csv").write_text(games, encoding="utf-8")
    (here / "old.csv").write_text("player_a,player_b,score,pool\nAnn,Bob,0,rapid\n", encoding="utf-8")
    run("rate", "old.csv", "--by", "pool", "--out", "before.csv")
    text = run("rate", "games.csv", "--by", "pool", "--previous", "before.csv", "--out", "now.html").stdout
    assert "since before.csv: 1 up, 1 down, 0 new, 0 gone" in text
    assert "since before.csv: 0 up, 0 down, 3 new, 0 gone" in text
    assert run("verify", "now.html").exit_code == 0
    refused = run("rate", "games.csv", "--previous", "before.csv", code=2).stderr
    assert "before.csv: the list has pools, and the new list has none" in refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("player,rating\nAda,much\n", "before.csv, line 2, column rating: 'much' is not a number"),
        ("player,rating\nAda,1\nAda,2\n", "before.csv, line 3: 'Ada' is on the list twice"),
        ("player,points\nAda,1\n", "before.csv: no column holds the rating"),
        ("name2,rating\nAda,1\n", "before.csv: no column holds the name of the player"),
    ],
)
def test_what_cannot_be_compared_is_refused(here: Path, run: Run, text: str, said: str) -> None:
    (here / "before.csv").write_text(text, encoding="utf-8")
    refused = run("rate", "results.csv", "--previous", "before.csv", "--out", "now.csv", code=2).stderr
    assert said in refused
    assert not Path("now.csv").exists()


def test_a_list_of_another_system_is_compared_with_a_note(here: Path, run: Run) -> None:
    run("rate", "results.csv", "--system", "glicko", "--out", "before.csv")
    said = run("rate", "results.csv", "--previous", "before.csv").stderr
    assert (
        "before.csv was made by the system glicko: the changes compare its ratings with those of elo" in said
    )
    assert (
        "made by the system"
        not in run("rate", "results.csv", "--system", "glicko", "--previous", "before.csv").stderr
    )


def test_the_title_stands_above_the_list(here: Path, run: Run) -> None:
    assert run("rate", "results.csv", "--title", "Club list").stdout.startswith("Club list\n\nrank  ")


def test_only_players_who_are_active_since_a_day(here: Path, run: Run) -> None:
    (here / "more.csv").write_text(
        "date,white,black,result\n2025-11-30,Ada,Old,1-0\n2025-12-01,Bea,Ada,1-0\n", encoding="utf-8"
    )
    run("rate", "more.csv", "--out", "before.csv")
    words = ("rate", "more.csv", "--active-since", "2025-12-01", "--previous", "before.csv")
    text = run(*words, "--out", "now.csv", "--out", "now.html").stdout
    assert [line.split()[2] for line in text.splitlines()[1:3]] == ["Bea", "Ada"]
    assert "gone: Old (rank 3, 1490; no game since 2025-12-01)" in text
    assert "Only players who have played since 1 December 2025 are listed." in Path("now.html").read_text(
        "utf-8"
    )
    for file in ("now.csv", "now.html"):
        assert "is reproduced: 2 rows" in run("verify", file).stdout


@pytest.mark.parametrize(
    ("games", "since", "said"),
    [
        ("player_a,player_b,score\nA,B,1\n", "2026-01-01", "the games have no dates"),
        ("player_a,player_b,score,period\nA,B,1,3\n", "2026-01-01", "the games have numbers of periods"),
        ("date,player_a,player_b,score\n2026-01-01,A,B,1\n", "12", "the games have dates"),
    ],
)
def test_activity_needs_days(here: Path, run: Run, games: str, since: str, said: str) -> None:
    (here / "games.csv").write_text(games, encoding="utf-8")
    refused = run("rate", "games.csv", "--active-since", since, code=2).stderr
    assert f"who has played since {since} is not known: {said}" in refused


def test_activity_by_numbered_periods(here: Path, run: Run) -> None:
    (here / "games.csv").write_text("player_a,player_b,score,period\nA,B,1,3\nA,C,1,4\n", encoding="utf-8")
    text = run("rate", "games.csv", "--active-since", "4").stdout
    assert [line.split()[1] for line in text.splitlines()[1:3]] == ["A", "C"]


@pytest.fixture
def doubtful(here: Path) -> tuple[str, ...]:
    """A and B are known (deviation 40), and C beats both: best by rating, with a deviation above 110."""
    (here / "known.csv").write_text("player,rating,deviation\nA,1500,40\nB,1450,40\n", encoding="utf-8")
    (here / "games.csv").write_text("player_a,player_b,score\nA,B,1\nC,A,1\nC,B,1\n", encoding="utf-8")
    return ("--system", "glicko", "--period", "all", "--players", "known.csv")


def test_provisional_players_apart_have_no_rank(doubtful: tuple[str, ...], run: Run) -> None:
    assert run("rate", "games.csv", *doubtful).stdout.splitlines()[1].split()[:2] == ["1", "C"]
    words = ("rate", "games.csv", *doubtful, "--provisional", "apart", "--ranks")
    text = run(*words, "--out", "now.csv", "--out", "now.html").stdout.splitlines()
    assert [line.split()[:3] for line in text[1:3]] == [["1", "1–2", "A"], ["2", "1–2", "B"]]
    assert text[3] == ""
    assert text[4].split()[0] == "C"
    assert text[5] == "? provisional: a deviation above 110; ranked are only the others"
    table = pl.read_csv("now.csv")
    assert (table["rank"].to_list(), table["worst"].to_list()) == ([1, 2, None], [2, 2, None])
    assert "Provisional ratings</th></tr>" in Path("now.html").read_text("utf-8")
    for file in ("now.csv", "now.html"):
        assert run("verify", file).exit_code == 0


def test_rating_goes_on_from_a_list_with_provisional_players_apart(
    doubtful: tuple[str, ...], here: Path, run: Run
) -> None:
    (here / "next.csv").write_text("player_a,player_b,score\nC,B,1\n", encoding="utf-8")
    lists = []
    for way in ("ranked", "apart"):
        run("rate", "games.csv", *doubtful, "--provisional", way, "--out", f"{way}.csv")
        words = ("rate", "next.csv", "--system", "glicko", "--period", "all", "--players", f"{way}.csv")
        lists.append(run(*words).stdout)
    assert lists[0] == lists[1]


def test_provisional_players_may_be_left_out(doubtful: tuple[str, ...], run: Run) -> None:
    words = ("rate", "games.csv", *doubtful, "--provisional", "omitted")
    text = run(*words, "--out", "now.html").stdout.splitlines()
    assert [line.split()[:2] for line in text[1:3]] == [["1", "A"], ["2", "B"]]
    assert "Players with a provisional rating are not listed." in Path("now.html").read_text("utf-8")
    assert run("verify", "now.html").exit_code == 0


def test_the_columns_of_a_list_are_known_in_the_third_month(here: Path, run: Run) -> None:
    """A list that was compared has columns about the list before it, which say nothing to the next."""
    run("rate", "results.csv", "--as-of", "2026-01-31", "--joint", "--system", "glicko2", "--out", "one.csv")
    run("rate", "results.csv", "--previous", "one.csv", "--joint", "--system", "glicko2", "--out", "two.csv")
    (here / "march.csv").write_text(
        "date,white,black,result\n2026-03-01,Noor,Kim Ji-u,1-0\n", encoding="utf-8"
    )
    words = ("rate", "march.csv", "--players", "two.csv", "--previous", "two.csv", "--system", "glicko2")
    done = run(*words, "--out", "three.html")
    assert "not known" not in done.stderr
    page = Path("three.html").read_text("utf-8")
    assert "3 players, 2 of them with games since the last list; 1 game from" in page
