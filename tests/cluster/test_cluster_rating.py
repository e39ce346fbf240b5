"""Rating periods on Spark: to the numbers of one machine, whatever the partitions and the order of rows."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import arpad
from arpad import cluster
from arpad.cluster import stepping
from arpad.cluster.between_periods import Kept, PlayerStates
from arpad.cluster.rating import rule_of
from arpad.cluster.reading import GameLayout
from arpad.cluster.stepping import PeriodStep
from arpad.core import BadInput, NotProvided
from arpad.record.periods import parse_period
from arpad.rulebooks.known_systems import SYSTEMS
from arpad.rulebooks.rating_catalogue import rating_system
from same_lists import assert_same

PLAYERS = "player,rating,games,birth_year\n" + "".join(
    f"Player {i},{1500 + 37 * (i % 17)},{i % 50},{1960 + i % 50}\n" for i in range(0, 90, 2)
)
"""What is known of every other player; the others are newcomers."""


def shuffled(table: pl.DataFrame, folder: Path, parts: int, seed: int) -> Path:
    """Write a table as Parquet in some parts, its rows in another order."""
    folder.mkdir()
    mixed = table.sample(fraction=1.0, shuffle=True, seed=seed)
    for part in range(parts):
        mixed[part::parts].write_parquet(folder / f"part-{part}.parquet")
    return folder


BY_PERIODS: list[tuple[str, dict[str, Any], int]] = [
    ("elo", {"k": "40 if games<30; 20 if peak<1700; 10"}, 1),
    ("elo", {"curve": "normal", "rounding": 1}, 5),
    ("glicko", {}, 3),
    ("glicko2", {"tau": 0.9}, 2),
    ("stephenson", {"bval": 3.0, "hval": 8.0}, 4),
    ("kbaduk", {}, 3),
    ("egf", {}, 3),
    ("fide", {}, 2),
    ("fide-rapid", {}, 1),
    ("fide-blitz", {}, 4),
    ("ecf", {}, 3),
    ("clubelo", {}, 2),
    ("online", {}, 5),
    ("placement", {}, 2),
    ("tiers", {}, 3),
    ("nfl", {"carry": 1}, 2),
    ("nba", {"carry": 1}, 3),
    ("decay", {}, 4),
]
"""Systems with some settings, and in how many files the games are."""


def test_every_system_is_tried() -> None:
    rated = {"bradley-terry"}
    for name in SYSTEMS:
        with suppress(NotProvided):
            settings = {"carry": 1} if name in ("nfl", "nba") else {}
            rule_of(rating_system(name, settings), "period", None if name in rated else "1mo")
            rated.add(name)
    assert rated == {name for name, *_ in BY_PERIODS} | {"bradley-terry"}


@pytest.mark.slow
@pytest.mark.parametrize("for_one", [150, 10_000], ids=["shared", "in one place"])
@pytest.mark.parametrize(("name", "settings", "parts"), BY_PERIODS)
def test_the_numbers_are_those_of_one_machine(
    spark: Any,
    table: pl.DataFrame,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    settings: dict[str, Any],
    parts: int,
    for_one: int,
) -> None:
    monkeypatch.setattr(stepping, "FOR_ONE", for_one)  # of 150, a period of 400 games is shared by three
    known = tmp_path / "players.csv"
    known.write_text(PLAYERS)
    if name in ("clubelo", "nba", "nfl"):  # they count by how much a side has won
        goals = (pl.int_range(table.height) % 4 + 1).alias("points_first")
        table = table.with_columns(goals).with_columns(
            points_second=(pl.col("points_first") - 3 * (pl.col("score") - 0.5)).floor()
        )
        table = table.drop("score")
    games = arpad.read_games(table)
    games = replace(games, players=arpad.read_players(known, games.players))
    wanted = arpad.rate(games, name, schedule="period", period="1mo", **settings)
    source = shuffled(table, tmp_path / "games", parts, seed=parts)
    found = cluster.rate(
        [source],
        name,
        spark=spark,
        work=tmp_path / "work",
        schedule="period",
        period="1mo",
        players=[known],
        **settings,
    )
    assert_same(found.table(), wanted.state_table())
    assert found.account.total("games") == table.height


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{"prior": 300}, {"ties": "davidson", "prior": 350}])
def test_bradley_terry_is_fitted_from_counts(
    spark: Any, table: pl.DataFrame, tmp_path: Path, settings: dict[str, Any]
) -> None:
    source = shuffled(table, tmp_path / "games", 3, seed=9)
    found = cluster.rate([source], "bradley-terry", spark=spark, work=tmp_path / "work", **settings)
    assert_same(found.table(), arpad.rate(table, "bradley-terry", **settings).state_table())


@pytest.mark.slow
def test_a_table_of_sparks_goes_in_and_comes_out(spark: Any, table: pl.DataFrame, tmp_path: Path) -> None:
    frame = spark.createDataFrame(table.drop("weight").to_arrow()).repartition(4)
    found = cluster.rate(
        frame, "glicko2", spark=spark, work=tmp_path / "work", period="1mo", as_of="2026-04-30"
    )
    wanted = arpad.rate(table.drop("weight"), "glicko2", period="1mo", as_of="2026-04-30")
    assert_same(pl.from_arrow(found.frame().toArrow()), wanted.state_table())  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_job_goes_on_from_its_last_period(
    spark: Any, table: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "FOR_ONE", 150)  # so that each of the periods is a job of Spark's
    source = shuffled(table, tmp_path / "games", 2, seed=1)

    def run(say: Any = None, system: str = "glicko") -> cluster.Rated:
        return cluster.rate([source], system, spark=spark, work=tmp_path / "work", period="1mo", say=say)

    def die(told: str) -> None:
        if "period 3 of 3" in told:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(die)
    found = run()
    assert found.resumed == 2
    assert_same(found.table(), arpad.rate(table, "glicko", period="1mo").state_table())
    assert run().resumed == 3
    assert run(system="glicko2").resumed == 0, "what another job has left is not taken"
    assert (tmp_path / "work" / "periods").exists()
    found.forget()
    assert not (tmp_path / "work").exists()


@pytest.mark.slow
def test_bad_rows_are_counted_by_file_or_stop_the_job_with_their_place(
    spark: Any, table: pl.DataFrame, tmp_path: Path
) -> None:
    good = table.select("white", "black", pl.col("score").cast(pl.String), pl.col("date").cast(pl.String))
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    good[:600].write_csv(one)
    bad = (
        good[600:]
        .with_row_index()
        .with_columns(score=pl.when(pl.col("index").is_in([4, 9])).then(pl.lit("won?")).otherwise("score"))
    )
    bad.drop("index").write_csv(other)
    with pytest.raises(BadInput, match=r"other\.csv, line 6, column score"):
        cluster.rate(
            [one, other], "elo", spark=spark, work=tmp_path / "work", schedule="period", period="1mo"
        )
    assert not (tmp_path / "work").exists(), "nothing is left of a job that is refused"
    found = cluster.rate(
        [one, other],
        "elo",
        spark=spark,
        work=tmp_path / "work",
        schedule="period",
        period="1mo",
        rejects=True,
    )
    assert [(Path(file["file"]).name, file["rows"], file["rejected"]) for file in found.account.files] == [
        ("one.csv", 600, 0),
        ("other.csv", 600, 2),
    ]
    assert [(Path(file).name, fault.line) for file, fault in found.account.faults] == [
        ("other.csv", 6),
        ("other.csv", 11),
    ]
    rest = arpad.read_games([one, other], rejects=tmp_path / "rejects.csv")
    assert_same(found.table(), arpad.rate(rest, "elo", schedule="period", period="1mo").state_table())
    columns = tmp_path / "bad.parquet"
    bad.drop("index").write_parquet(columns)
    with pytest.raises(BadInput, match=r"bad\.parquet, row 5, column score"):
        cluster.rate([columns], "elo", spark=spark, work=tmp_path / "work2", schedule="period", period="1mo")


@pytest.mark.slow
def test_the_command_writes_the_list_and_its_manifest(
    spark: Any, table: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from contextlib import contextmanager

    from click.testing import CliRunner

    from arpad.cli import main

    @contextmanager
    def same(*_: Any, **__: Any) -> Any:
        yield spark

    monkeypatch.setattr(cluster, "spark_session", same)
    source = shuffled(table, tmp_path / "games", 2, seed=2)
    words = ["cluster", "rate", str(source), "--system", "glicko2", "--period", "1mo", "--master", "local[2]"]
    done = CliRunner().invoke(main, [*words, "--output", str(tmp_path / "out")], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["list.parquet", "manifest.json"]
    assert "no row rejected; glicko2; rating period 1mo" in done.stdout
    written = pl.read_parquet(tmp_path / "out" / "list.parquet")
    assert_same(written, arpad.rate(table, "glicko2", period="1mo").state_table())
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["games"] == table.height
    assert manifest["players"] == written.height
    assert [file["rows"] for file in manifest["files"]] == [600, 600]
    nowhere = CliRunner().invoke(main, [*words, "--columns", "score=none", "--output", str(tmp_path / "new")])
    assert nowhere.exit_code == 2
    assert not (tmp_path / "new").exists()
    again = CliRunner().invoke(main, [*words, "--output", str(tmp_path / "out")])
    assert again.exit_code == 0, again.output
    (tmp_path / "out" / "manifest.json").write_text("mine")
    refused = CliRunner().invoke(main, [*words, "--output", str(tmp_path / "out")])
    assert refused.exit_code == 2
    assert (tmp_path / "out" / "manifest.json").read_text() == "mine"


@pytest.mark.slow
def test_the_command_takes_the_decimal_mark_of_points(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from contextlib import nullcontext

    from click.testing import CliRunner

    from arpad.cli import main

    monkeypatch.setattr(cluster, "spark_session", lambda *_, **__: nullcontext(spark))
    games = tmp_path / "games.csv"
    games.write_text("date;team1;team2;score1;score2\n2026-01-02;Ann;Bob;2.310;987\n", encoding="utf-8")
    words = ["cluster", "rate", str(games), "--system", "elo", "--period", "1mo", "--master", "local[2]"]
    asked = CliRunner().invoke(main, [*words, "--output", str(tmp_path / "out")])
    assert (asked.exit_code, "'2.310' may be 2310 or 2.31" in asked.stderr) == (2, True)
    for mark, best in (("comma", "Ann"), ("point", "Bob")):
        out = tmp_path / mark
        done = CliRunner().invoke(main, [*words, "--decimal", mark, "--output", str(out)])
        assert done.exit_code == 0, done.output
        assert pl.read_parquet(out / "list.parquet")["player"][0] == best
        manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["options"]["decimal"] == mark
    by_pool = ["--by", "year", "--decimal", "comma", "--output", str(tmp_path / "pools")]
    games.write_text("year;team1;team2;score1;score2\n2026;Ann;Bob;2.310;987\n", encoding="utf-8")
    done = CliRunner().invoke(main, [*words[:3], "--system", "elo", "--master", "local[2]", *by_pool])
    assert done.exit_code == 0, done.output
    assert pl.read_parquet(tmp_path / "pools" / "list.parquet")["player"][0] == "Ann"


@pytest.mark.parametrize(
    ("name", "schedule", "period", "words"),
    [
        ("elo", "live", None, "by game is rated in one place"),
        ("elo", None, None, "by game is rated in one place"),
        ("trueskill", None, None, "by game is rated in one place"),
        ("uschess", None, None, "needs more than a player's own games"),
        ("bradley-terry", None, "1mo", "rates the whole history at once"),
        ("whr", None, None, "needs more than a player's own games"),
        ("glicko2", None, "event", "an event is to be seen whole"),
        ("nba", "period", "1mo", "carries ratings from season to season.*carry=1"),
    ],
)
def test_what_needs_one_place_is_refused(name: str, schedule: Any, period: str | None, words: str) -> None:
    with pytest.raises(NotProvided, match=words):
        rule_of(rating_system(name), schedule, period)


def test_deviations_that_need_every_game_are_refused() -> None:
    with pytest.raises(NotProvided, match="only counts come together"):
        rule_of(rating_system("bradley-terry", {"variance": "sandwich"}), None, None)


def test_without_spark_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(NotProvided, match=r'pip install "arpad\[spark\]"'), cluster.spark_session("local[1]"):
        pass


@pytest.mark.parametrize("name", ["elo", "glicko2", "stephenson"])
def test_sums_of_games_that_are_held_a_few_at_a_time(
    table: pl.DataFrame, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    arrow = pytest.importorskip("pyarrow")
    month = table.filter(pl.col("date") < pl.date(2025, 12, 1)).drop("weight")
    games = arpad.read_games(month)
    layout = GameLayout((), "D", parse_period("1mo"))
    system = rating_system(name)
    step = PeriodStep(system, layout, Kept.of(system, "D"))
    columns = arrow.table(layout.columns_of(games, np.arange(len(games.players), dtype=np.int32)))
    standing = PlayerStates.before(games.players)
    whole = stepping._sums_of(step, standing, [(0, columns)])
    monkeypatch.setattr(stepping, "AT_ONCE", 50)
    parts = [(0, columns.slice(start, 30)) for start in range(0, len(columns), 30)]
    few = stepping._sums_of(step, standing, parts)
    one, other = (pl.DataFrame(each).sort("player") for each in (whole, few))
    assert one["wins"].sum() == (month["score"] != 0.5).sum()
    assert_frame_equal(one, other, check_exact=False, rel_tol=1e-12)
