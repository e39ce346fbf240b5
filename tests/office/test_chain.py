"""Lists that go on from one another, verified back to the first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main

Verify = Callable[..., Result]

HEADER = "date,white,black,result\n"
ROWS = (
    "2026-01-10,Ann,Bob,1-0\n2026-01-11,Bob,Cid,1/2-1/2\n",
    "2026-02-10,Cid,Ann,1-0\n2026-02-11,Bob,Cid,0-1\n",
    "2026-03-10,Ann,Dee,1-0\n2026-03-11,Bob,Cid,1-0\n",
)


@pytest.fixture(params=[".csv", ".json", ".parquet"])
def chain(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return three lists, each of which goes on from the one before; they are in the current folder."""
    monkeypatch.chdir(tmp_path)
    lists: list[Path] = []
    for number, rows in enumerate(ROWS, 1):
        Path(f"games{number}.csv").write_text(HEADER + rows)
        before = ["--players", str(lists[-1])] if lists else []
        lists.append(Path(f"list{number}{request.param}"))
        done = CliRunner().invoke(
            main, ["rate", f"games{number}.csv", "--system", "glicko", *before, "--out", str(lists[-1])]
        )
        assert done.exit_code == 0, done.output
    return lists


@pytest.fixture
def verify() -> Verify:
    def call(*words: object, code: int = 0) -> Result:
        done = CliRunner().invoke(main, ["verify", *map(str, words)])
        assert done.exit_code == code, done.output
        return done

    return call


def test_a_chain_is_followed_to_its_beginning(chain: list[Path], verify: Verify) -> None:
    lines = verify(chain[2], "--strict").stdout.splitlines()
    assert lines[:3] == [
        f"{chain[2]} is reproduced: 4 rows, and every byte",
        f"{chain[1]} is reproduced: 3 rows, and every byte",
        f"{chain[0]} is reproduced: 3 rows, and every byte",
    ]
    assert lines[3] == (
        f"the chain of lists was followed over 2 earlier lists to {chain[0]}, which goes on from none"
    )
    report = json.loads(verify(chain[2], "--json").stdout)
    assert [link["file"] for link in report["earlier"]] == [str(chain[1]), str(chain[0])]
    assert report["end"] == ""


def test_a_list_that_goes_on_from_none_is_no_chain(chain: list[Path], verify: Verify) -> None:
    assert "chain" not in verify(chain[0]).stdout


def test_earlier_files_that_are_missing_do_not_fail(chain: list[Path], verify: Verify) -> None:
    Path("games1.csv").unlink()
    output = verify(chain[2]).stdout
    assert f"{chain[0]}: games1.csv, from which it was computed, is not there to be read" in output
    assert f"{chain[0]} cannot be verified here" in output
    verify(chain[2], "--strict", code=2)


def test_an_earlier_list_that_is_missing_does_not_fail(chain: list[Path], verify: Verify) -> None:
    chain[0].unlink()
    output = verify(chain[2]).stdout
    assert f"{chain[1]}: {chain[0]}, from which it was computed, is not there to be read" in output
    assert f"the chain of lists ends with {chain[1]}: {chain[0]} cannot be followed" in output
    verify(chain[2], "--strict", code=2)
    verify(chain[1], code=2)


def test_an_earlier_list_that_was_forged_is_found(chain: list[Path], verify: Verify) -> None:
    """The second list was computed from the first as it is; the first is not what its games give."""
    Path("games1.csv").write_text(HEADER + ROWS[0].replace("1-0", "0-1"))
    output = verify(chain[2], code=1).stdout
    assert f"{chain[2]} is reproduced" in output
    assert f"{chain[1]} is reproduced" in output
    assert f"{chain[0]}: games1.csv is not the file from which it was computed" in output


def test_an_earlier_list_is_the_one_that_was_taken(chain: list[Path], verify: Verify) -> None:
    """Another list in the place of the earlier one is an input that differs."""
    chain[1].write_bytes(chain[0].read_bytes())
    assert f"{chain[1]} is not the file from which it was computed" in verify(chain[2], code=1).stdout


def test_an_earlier_list_without_a_manifest_ends_the_chain(chain: list[Path], verify: Verify) -> None:
    if chain[0].suffix != ".csv":
        pytest.skip("only the manifest of a CSV list is a file of its own")
    Path(f"{chain[0]}.manifest.json").unlink()
    output = verify(chain[2]).stdout
    assert f"the chain of lists ends with {chain[1]}: {chain[0]} cannot be verified: " in output
    verify(chain[2], "--strict", code=2)


def test_a_players_file_is_no_link(chain: list[Path], verify: Verify) -> None:
    Path("players.csv").write_text("player,rating\nAnn,1800\n")
    done = CliRunner().invoke(main, ["rate", "games1.csv", "--players", "players.csv", "--out", "list.csv"])
    assert done.exit_code == 0, done.output
    assert "chain" not in verify("list.csv").stdout
