"""Deviations of bradley-terry by the command line: what they believe, by which column, verified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result

Run = Callable[..., Result]

ROWS = [
    (f"p{a}", f"p{b}", ("1", "0", "½", "1", "½", "0", "1")[(k * k + a) % 7], f"v{k % 4}", 10 * k % 70, 30 + a)
    for k in range(8)
    for a, b in ((0, 1), (1, 2), (2, 0))
]


@pytest.fixture
def votes(here: Path) -> str:
    """Return a file of votes in the current folder."""
    lines = ["player_a,player_b,result,who,length_a,length_b"]
    lines += [",".join(map(str, row)) for row in ROWS]
    (here / "votes.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "votes.csv"


def deviations(run: Run, votes: str, *words: str) -> list[float]:
    run("rate", votes, "--system", "bradley-terry", *words, "--out", "list.parquet", "--force")
    return pl.read_parquet("list.parquet").sort("player")["deviation"].to_list()


def test_the_deviation_follows_the_variance(run: Run, votes: str) -> None:
    found = {
        kind: deviations(
            run, votes, "--set", f"variance={kind}", *(("--cluster", "who") * (kind == "cluster"))
        )
        for kind in ("model", "sandwich", "cluster", "bootstrap")
    }
    assert len({tuple(each) for each in found.values()}) == 4
    assert deviations(run, votes) == found["model"]
    columns = ("--columns", "cluster=who", "--set", "variance=cluster")
    assert deviations(run, votes, *columns) == found["cluster"]


def test_a_list_with_clusters_and_covariates_is_verified(run: Run, votes: str) -> None:
    words = ("--set", "variance=cluster", "--cluster", "who", "--covariate", "length_a,length_b")
    done = run("rate", votes, "--system", "bradley-terry", *words, "--out", "list.csv")
    assert "covariate length_a,length_b: " in done.stdout
    assert "points per unit" in done.stdout
    assert "list.csv is reproduced" in run("verify", "list.csv", "--strict").stdout


def test_explain_knows_the_covariates(run: Run, votes: str) -> None:
    words = ("--covariate", "length_a", "--player", "p0", "--steps")
    assert "(covariates)" in run("explain", votes, "--system", "bradley-terry", *words).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "variance=cluster"), "--cluster COLUMN"),
        (("--cluster", "who"), "--set variance=cluster"),
        (("--set", "variance=cluster", "--cluster", "voter"), "there is no column 'voter'"),
        (("--covariate", "who"), "'v0' is not a number"),
        (("--covariate", "length_a,length_b,who"), "is not a covariate"),
        (("--covariate", "length_a", "--covariate", "length_a"), "given twice"),
    ],
)
def test_what_is_wrong_is_said(run: Run, votes: str, words: tuple[str, ...], said: str) -> None:
    assert said in run("rate", votes, "--system", "bradley-terry", *words, code=2).stderr


def test_elo_takes_no_covariates(run: Run, votes: str) -> None:
    said = run("rate", votes, "--covariate", "length_a", code=2).stderr
    assert "elo does not take covariates" in said


def test_bad_values_of_covariates_are_set_aside(run: Run, here: Path) -> None:
    rows = "a,b,1,3,5\nb,a,1,x,2\na,b,0,3,5\na,b,1,0,0\nb,a,0,4,\na,b,0,2,1\n"
    (here / "v.csv").write_text("player_a,player_b,result,m,n\n" + rows, encoding="utf-8")
    words = ("--system", "bradley-terry", "--set", "prior=350", "--covariate", "m,n", "--rejects", "bad.csv")
    done = run("rate", "v.csv", *words)
    assert "4 games, 2 players, 2 rows rejected" in done.stdout
    bad = (here / "bad.csv").read_text(encoding="utf-8")
    assert "'x' is not a number" in bad
    assert "the number is missing" in bad
