from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.office import check_destination, publish, publish_history
from arpad.office.publishing.composition import RequestedOutput, content_of, parquet, storable
from arpad.office.publishing.containers import enclosed
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate, rate_by_pool
from arpad.ratings.result import Ratings
from arpad.record import Games

LIST_COLUMNS = (
    *("rank", "player", "rating", "deviation", "low", "high", "games", "wins", "draws", "losses"),
    *("last_played", "provisional"),
)


@pytest.fixture(params=["elo", "glicko"])
def ratings(request: pytest.FixtureRequest) -> Ratings:
    fixture: Ratings = request.getfixturevalue(request.param)
    return fixture


def read_back(path: Path, like: pl.DataFrame, key: str) -> pl.DataFrame:
    """Read a published table with other people's readers, and give it the types of the table it should be."""
    if path.suffix == ".parquet":
        return pl.read_parquet(path)
    if path.suffix == ".csv":
        return pl.read_csv(path, schema=like.schema)
    rows = json.loads(path.read_text("utf-8"))[key]
    return pl.DataFrame(rows).with_columns(
        pl.col(name).cast(kind) if kind != pl.Date else pl.col(name).str.to_date()
        for name, kind in like.schema.items()
    )


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".json"])
def test_a_list_comes_back_as_it_was_to_the_last_digit(ratings: Ratings, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"list{suffix}"
    publish(ratings, path, min_games=5, top=40)
    table = ratings.table(min_games=5)
    assert table.height > 40
    assert read_back(path, table, "players").equals(table)


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".json"])
def test_a_history_comes_back_as_it_was(ratings: Ratings, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"history{suffix}"
    publish_history(ratings, path)
    history = ratings.history()
    assert read_back(path, history, "history").equals(history)


def test_the_columns_are_those_of_the_manual(glicko: Ratings, tmp_path: Path) -> None:
    publish(glicko, tmp_path / "list.csv")
    assert (tmp_path / "list.csv").read_text("utf-8").splitlines()[0] == ",".join(LIST_COLUMNS)


def test_json_is_one_object_with_manifest_and_players(elo: Ratings, tmp_path: Path) -> None:
    publish(elo, tmp_path / "list.json", top=3)
    content = json.loads((tmp_path / "list.json").read_text("utf-8"))
    assert list(content) == ["manifest", "players"]
    assert [row["rank"] for row in content["players"]][:3] == [1, 2, 3]
    assert len(content["players"]) == 82
    assert content["manifest"]["games"] == 964
    assert content["manifest"]["last"] == "2022-12-18"


def test_json_of_nobody_is_an_empty_list(elo: Ratings, tmp_path: Path) -> None:
    publish(elo, tmp_path / "list.json", min_games=500)
    assert json.loads((tmp_path / "list.json").read_text("utf-8"))["players"] == []


def as_json(table: pl.DataFrame) -> bytes:
    return enclosed(content_of(table, RequestedOutput("list", ".json")), "{}", ".json")


def test_what_is_no_number_is_null() -> None:
    table = pl.DataFrame({"player": ["a"], "rating": [float("nan")]})
    table = storable(table)
    assert json.loads(as_json(table))["players"] == [{"player": "a", "rating": None}]
    assert content_of(table, RequestedOutput("list", ".csv")).head == b"player,rating\na,\n"
    assert pl.read_parquet(io.BytesIO(parquet(table, "{}")))["rating"].to_list() == [None]


def test_moments_are_written_as_iso_8601() -> None:
    table = pl.DataFrame({"time": ["2024-03-05T19:30:00"]}).select(pl.col("time").str.to_datetime())
    assert content_of(table, RequestedOutput("history", ".csv")).head == b"time\n2024-03-05T19:30:00\n"
    assert json.loads(as_json(table))["players"] == [{"time": "2024-03-05T19:30:00"}]


def test_parquet_carries_the_manifest(glicko: Ratings, tmp_path: Path) -> None:
    publish(glicko, tmp_path / "list.parquet", min_games=3)
    manifest = json.loads(pl.read_parquet_metadata(tmp_path / "list.parquet")["arpad"])
    assert manifest["system"] == "glicko"
    assert manifest["period"] == "1mo"
    assert manifest["min_games"] == 3


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".json", ".html"])
def test_the_same_ratings_give_the_same_bytes(suffix: str, odd: Games, tmp_path: Path) -> None:
    paths = [tmp_path / f"{n}{suffix}" for n in (1, 2)]
    for path in paths:
        publish(rate(odd, Elo()), path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_pools_come_first(odd: Games, tmp_path: Path) -> None:
    pools = rate_by_pool(odd, Elo())
    publish(pools, tmp_path / "list.csv")
    publish(pools, tmp_path / "list.json")
    publish_history(pools, tmp_path / "history.parquet")
    table = pl.read_csv(tmp_path / "list.csv")
    assert table.columns[:3] == ["pool", "rank", "player"]
    for name, pool_ratings in pools.items():
        assert (
            table.filter(pl.col("pool") == name).drop("pool")["player"].equals(pool_ratings.table()["player"])
        )
    manifest = json.loads((tmp_path / "list.json").read_text("utf-8"))["manifest"]
    assert {name: each["games"] for name, each in manifest["pools"].items()} == {
        "<b>rapid</b>": 6,
        "blitz": 6,
    }
    assert pl.read_parquet(tmp_path / "history.parquet").columns[0] == "pool"


def test_no_pool_at_all_is_an_error(tmp_path: Path) -> None:
    for suffix in (".csv", ".html"):
        with pytest.raises(BadInput, match="no pool"):
            publish({}, tmp_path / f"x{suffix}")


@pytest.mark.parametrize("name", ["list.xlsx", "list", "list.csv.gz"])
def test_another_suffix_names_the_four(name: str, elo: Ratings, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\.csv, \.parquet, \.json, \.html"):
        publish(elo, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_history_is_no_page(elo: Ratings, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\.csv, \.parquet, \.json, not as \.html"):
        publish_history(elo, tmp_path / "history.html")


def test_a_missing_folder_is_named(elo: Ratings, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no folder .*nowhere.* Create it"):
        publish(elo, tmp_path / "nowhere" / "list.csv")
    (tmp_path / "list.csv").mkdir()
    with pytest.raises(BadInput, match="is a folder"):
        check_destination(tmp_path / "list.csv")
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="is not a folder"):
        check_destination(tmp_path / "file" / "list.csv")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadInput, match="nothing may be written"):
            check_destination(tmp_path / "list.csv")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), RuntimeError("a bug")])
def test_a_failure_leaves_the_old_file_and_no_other(
    error: Exception, elo: Ratings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.json"
    publish(elo, path, top=3)
    before = path.read_bytes()

    def fail(descriptor: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(BadInput if isinstance(error, OSError) else RuntimeError):
        publish(elo, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".json", ".html"])
def test_only_what_arpad_has_published_is_replaced(
    suffix: str, elo: Ratings, glicko: Ratings, tmp_path: Path
) -> None:
    path, history = tmp_path / f"list{suffix}", tmp_path / f"history{suffix}"
    entries = "player,rating\nAnn,1500\n"
    path.write_text(entries)
    history.write_text(entries)
    for refused in (check_destination, partial(publish, elo)):
        with pytest.raises(BadInput, match=r"not a (rating list|page) that arpad has written"):
            refused(path)
    assert path.read_text() == entries
    publish(elo, path, force=True)
    publish(glicko, path)
    if suffix == ".html":
        return
    with pytest.raises(BadInput, match="not a rating history that arpad has written"):
        publish_history(glicko, history)
    assert history.read_text() == entries
    publish_history(glicko, history, force=True)
    publish_history(elo, history)
    publish_history(glicko, history)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_permissions_are_those_of_any_file_and_stay(elo: Ratings, tmp_path: Path) -> None:
    path, plain = tmp_path / "list.csv", tmp_path / "plain"
    plain.touch()
    publish(elo, path)
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o640)
    publish(elo, path, top=3)
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_stays_a_link(elo: Ratings, tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(tmp_path / "list.csv")
    publish(elo, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "list.csv").read_text("utf-8").startswith("rank,player")


def test_small_publications_need_no_compiler(tmp_path: Path) -> None:
    script = (
        "import sys; from arpad.office import publish, publish_history; from arpad.ratings.elo.system import Elo\n"
        "from arpad.ratings.rate import rate; from arpad.record.kinds.games import read_games\n"
        "from arpad.record.samples import football_world_cups\n"
        "r = rate(read_games(football_world_cups()), Elo())\n"
        f"publish(r, {str(tmp_path / 'a.html')!r}); publish_history(r, {str(tmp_path / 'a.csv')!r})\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
