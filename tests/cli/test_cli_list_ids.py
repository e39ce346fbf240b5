"""Ids on ranking lists: written, and who is who in the games, the list and the fixtures after it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

import arpad

Run = Callable[..., Result]

HEAD = "date,white,white_id,black,black_id,result\n"
SPRING = HEAD + (
    '2026-03-02,"Carlsen, M",1503014,Kim,0031,1-0\n'
    '2026-03-09,Li Wei,8600011,"Carlsen, M",1503014,1-0\n'
    "2026-03-16,Dan,,Kim,0031,1-0\n"
)
# Carlsen and Kim (0031) are written otherwise, and another Kim has come; Dan has no id.
SUMMER = HEAD + ('2026-06-01,"Carlsen, Magnus",1503014,Kim,0032,1-0\n2026-06-08,Dan,,Kim Min,0031,1-0\n')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("spring.csv").write_text(SPRING, encoding="utf-8")
    Path("summer.csv").write_text(SUMMER, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def test_going_on_by_ids_gives_what_the_whole_gives(folder: Path, run: Run, suffix: str) -> None:
    run("rate", "spring.csv", "--system", "glicko2", "--out", f"list.{suffix}")
    run("verify", f"list.{suffix}")
    done = run(
        "rate", "summer.csv", "--system", "glicko2", "--players", f"list.{suffix}", "--out", "next.csv"
    )
    assert "4 players, 3 of them with games here; 1 newcomer" in done.stderr
    # An id with a leading zero is a word.
    found = pl.read_csv("next.csv", schema_overrides={"id": pl.String})
    assert found.columns[:3] == ["rank", "player", "id"]
    ratings = dict(zip(found["id"], found["rating"], strict=True))
    assert dict(zip(found["id"], found["player"], strict=True)) == {
        None: "Dan",
        "8600011": "Li Wei",
        "1503014": "Carlsen, Magnus",
        "0032": "Kim",
        "0031": "Kim Min",
    }
    run("rate", "spring.csv", "summer.csv", "--system", "glicko2", "--out", "whole.csv")
    whole = pl.read_csv("whole.csv", schema_overrides={"id": pl.String})
    assert ratings == pytest.approx(dict(zip(whole["id"], whole["rating"], strict=True)), abs=1e-9)


def test_a_list_before_is_compared_by_ids(folder: Path, run: Run) -> None:
    run("rate", "spring.csv", "--out", "list.csv")
    done = run("rate", "summer.csv", "--players", "list.csv", "--previous", "list.csv", "--out", "next.csv")
    assert "1 new, 0 gone" in done.stdout
    found = pl.read_csv("next.csv", schema_overrides={"id": pl.String})
    before = pl.read_csv("list.csv", schema_overrides={"id": pl.String})
    earlier = dict(zip(before["id"], before["rating"], strict=True))
    for row in found.iter_rows(named=True):
        assert row["previous_rating"] == (None if row["id"] == "0032" else earlier[row["id"]])
    run("verify", "next.csv")


def test_one_name_with_two_ids_is_two_players(folder: Path, run: Run) -> None:
    """The Kim of the list has not played since, and keeps the name with the id behind it."""
    Path("summer.csv").write_text(HEAD + "2026-06-01,Ann,7,Kim,0032,1-0\n", encoding="utf-8")
    run("rate", "spring.csv", "--out", "list.csv")
    run("rate", "summer.csv", "--players", "list.csv", "--out", "next.csv")
    found = pl.read_csv("next.csv", schema_overrides={"id": pl.String})
    assert {row[0]: row[1] for row in found.select("player", "id").iter_rows()}.items() >= {
        ("Kim", "0032"),
        ("Kim (0031)", "0031"),
    }


def test_a_list_without_ids_goes_by_names(folder: Path, run: Run) -> None:
    Path("spring.csv").write_text("date,white,black,result\n2026-03-02,Dan,Kim,1-0\n", encoding="utf-8")
    run("rate", "spring.csv", "--out", "list.csv")
    assert "id" not in pl.read_csv("list.csv").columns
    done = run("rate", "summer.csv", "--players", "list.csv")
    assert "2 players, 2 of them with games here" in done.stderr


def test_an_id_and_a_name_that_contradict_each_other_are_refused(folder: Path, run: Run) -> None:
    run("rate", "spring.csv", "--out", "list.csv")
    listed = Path("list.csv").read_text(encoding="utf-8")
    # The list's Li Wei without an id has the name under which the record knows Carlsen's id.
    Path("list.csv").write_text(listed.replace("Li Wei,8600011", '"Carlsen, Magnus",'), encoding="utf-8")
    done = run("rate", "summer.csv", "--players", "list.csv", code=2)
    assert "'Carlsen, Magnus' and 'Carlsen, M' of the list are one player" in done.stderr
    assert "Write the ids of both" in done.stderr


def test_fixtures_are_found_on_a_list_by_ids(folder: Path, run: Run) -> None:
    run("rate", "spring.csv", "--system", "glicko2", "--out", "list.csv")
    Path("next.csv").write_text(
        'white,white_id,black,black_id\n"Carlsen, Magnus",1503014,Kim Min,0031\n', encoding="utf-8"
    )
    done = run("odds", "list.csv", "--fixtures", "next.csv")
    assert "newcomers" not in done.stderr
    assert "Carlsen, M  Kim " in done.stdout


def test_ratings_in_memory_go_on_by_ids_too(folder: Path) -> None:
    before = arpad.rate(arpad.read_games("spring.csv"), "glicko2")
    assert arpad.rate(arpad.read_games("summer.csv"), "glicko2", after=before).table()["id"].to_list() == [
        *(None, "8600011", "1503014", "0032", "0031")
    ]
