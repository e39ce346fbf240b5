"""Lists of several pools, from which every pool goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

Run = Callable[..., Result]

HEADER = "date,white,black,result,pool\n"
FIRST = "2026-01-10,Ann,Bob,1-0,blitz\n2026-01-11,Bob,Cid,1-0,rapid\n2026-01-12,Ann,Cid,1-0,rapid\n"
SECOND = "2026-03-10,Bob,Ann,1-0,blitz\n2026-03-11,Bob,Cid,1-0,rapid\n2026-03-12,Dee,Cid,0-1,rapid\n"
RAPID = "".join(line for line in SECOND.splitlines(keepends=True) if "rapid" in line)
WORDS = ("--by", "pool", "--system", "glicko2")


@pytest.fixture(params=[".csv", ".json", ".parquet"])
def first_list(request: pytest.FixtureRequest, run: Run, here: Path) -> str:
    """Return the list after January, in the current folder."""
    for name, rows in {"first": FIRST, "second": SECOND, "whole": FIRST + SECOND, "rapid": RAPID}.items():
        (here / f"{name}.csv").write_text(HEADER + rows, encoding="utf-8")
    name = f"list{request.param}"
    run("rate", "first.csv", *WORDS, "--out", name)
    return name


def table(run: Run, *words: str) -> pl.DataFrame:
    """Return the list of a command."""
    run("rate", *words, *WORDS, "--out", "found.parquet", "--force")
    return pl.read_parquet("found.parquet")


def test_two_parts_give_what_the_whole_gives(run: Run, first_list: str) -> None:
    whole = table(run, "whole.csv")
    parts = table(run, "second.csv", "--players", first_list)
    assert parts.select("pool", "player", "games", "wins", "losses").rows() == (
        whole.select("pool", "player", "games", "wins", "losses").rows()
    )
    for column in ("rating", "deviation", "volatility"):
        assert parts[column].to_list() == pytest.approx(whole[column].to_list(), abs=1e-9)


def test_it_is_said_and_verified(run: Run, first_list: str) -> None:
    done = run("rate", "second.csv", *WORDS, "--players", first_list, "--out", "next.csv")
    said = f"rating goes on from the list {first_list}, pool by pool: blitz (2 players), rapid (3 players)"
    assert done.stderr.splitlines()[0] == said
    verified = run("verify", "next.csv", "--strict").stdout
    assert "next.csv is reproduced" in verified
    assert f"{first_list} is reproduced" in verified


def test_a_pool_without_new_games_stays_on_the_list(run: Run, first_list: str) -> None:
    before = table(run, "first.csv").filter(pl.col("pool") == "blitz")
    after = table(run, "rapid.csv", "--players", first_list).filter(pl.col("pool") == "blitz")
    assert (
        after.select("player", "rating", "games").rows() == before.select("player", "rating", "games").rows()
    )


def test_another_system_is_said(run: Run, first_list: str) -> None:
    done = run("rate", "second.csv", "--by", "pool", "--players", first_list)
    assert f"{first_list}: the list is of the system glicko2, not elo" in done.stderr


def test_a_game_of_a_pool_is_explained_from_its_list(run: Run, first_list: str) -> None:
    """Bob's rating of rapid before March is that of the list."""
    (rating,) = table(run, "first.csv").filter(pool="rapid", player="Bob")["rating"]
    words = ("--pool", "rapid", "--player", "Bob", "--system", "glicko2", "--players", first_list)
    assert f"{rating:.2f} + " in run("explain", "second.csv", *words).stdout


def test_one_record_does_not_go_on_from_many_pools(run: Run, first_list: str) -> None:
    said = run("rate", "second.csv", "--system", "glicko2", "--players", first_list, code=2).stderr
    assert "the list holds the pools blitz, rapid, each with a state of its own" in said
    assert "--by pool" in said


def test_two_lists_of_one_pool_are_refused(run: Run, first_list: str, here: Path) -> None:
    (here / f"copy-{first_list}").write_bytes((here / first_list).read_bytes())
    twice = ("--players", first_list, "--players", f"copy-{first_list}")
    assert "another list holds the pool blitz too" in run("rate", "second.csv", *WORDS, *twice, code=2).stderr


def test_every_output_of_pools_without_new_games(run: Run, first_list: str, here: Path) -> None:
    outs = ("--out", "next.html", "--out", "next.json", "--history", "history.csv")
    run("rate", "rapid.csv", *WORDS, "--players", first_list, *outs)
    for name in ("next.html", "next.json", "history.csv"):
        assert f"{name} is reproduced" in run("verify", name).stdout


def test_a_page_of_players_who_come_from_a_list_and_rest(run: Run, here: Path) -> None:
    """Ann leads the list of January, and does not play in March."""
    (here / "one.csv").write_text("date,white,black,result\n2026-01-10,Ann,Bob,1-0\n", encoding="utf-8")
    (here / "two.csv").write_text("date,white,black,result\n2026-03-10,Bob,Cid,1/2-1/2\n", encoding="utf-8")
    run("rate", "one.csv", "--system", "glicko2", "--out", "one-list.csv")
    run("rate", "two.csv", "--system", "glicko2", "--players", "one-list.csv", "--out", "two.html")
    assert "two.html is reproduced" in run("verify", "two.html").stdout


def test_any_column_tells_lists_apart_and_blanks_are_their_own(here: Path, run: Run) -> None:
    (here / "votes.csv").write_text(
        "model_a,model_b,winner,category\n"
        + "x,y,model_a,coding\ny,x,model_a,coding\nx,y,tie,coding\nx,y,model_b,\ny,x,model_b,\n",
        encoding="utf-8",
    )
    text = run("rate", "votes.csv", "--by", "category", "--out", "boards.csv").stdout
    assert text.index("(blank)\n") < text.index("coding\n")
    assert (here / "boards.csv").read_text(encoding="utf-8").count("coding") == 2
    assert "is reproduced" in run("verify", "boards.csv").stdout
    assert "kind" in run("rate", "votes.csv", "--by", "kind", code=2).stderr
    assert "add --by" in run("rate", "votes.csv", "--entry-from", "a=b", code=2).stderr
