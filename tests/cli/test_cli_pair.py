"""The exit codes of ``arpad pair``: 0 paired, 1 no pairing, 2 unexpected, 3 bad request, 4 size, 5 file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import arpad.rulebooks.pairing_catalogue
from arpad.tournament import Tournament

Run = Callable[..., Result]

GOOD = """\
012 Cup
XXR 3
001    1      Ada                               2000                             1.0    1     2 w 1
001    2      Bo                                1900                             0.0    2     1 b 0
001    3      Cy                                1800                             1.0    3     4 w 1
001    4      Di                                1700                             0.0    4     3 b 0
"""
NO_ROUND = """\
XXR 3
001    1      Ada                               2000                             1.0    1     2 w 1
001    2      Bo                                1900                             0.0    2     1 b 0
"""
PENDING = GOOD.replace("3 b 0", "3 b  ").replace("1.0    3     4 w 1", "0.0    3     4 w  ")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    found = {}
    for name, text in {"good": GOOD, "none": NO_ROUND, "pending": PENDING, "bad": "001 nonsense\n"}.items():
        found[name] = str(tmp_path / f"{name}.trf")
        Path(found[name]).write_text(text)
    return {**found, "nowhere": str(tmp_path / "nowhere.trf")}


CODES = {"good": 0, "none": 1, "pending": 3, "bad": 5, "nowhere": 5}


@pytest.mark.parametrize("name", CODES)
def test_a_file_has_the_same_code_with_and_without_json(run: Run, files: dict[str, str], name: str) -> None:
    run("pair", files[name], code=CODES[name])
    run("pair", files[name], "--json", code=CODES[name])


@pytest.mark.parametrize(
    "names", [["good", "good"], ["good", "none"], ["none", "bad", "good"], ["nowhere", "pending"]]
)
def test_of_several_files_the_worst_counts(run: Run, files: dict[str, str], names: list[str]) -> None:
    done = run("pair", *(files[name] for name in names), "--json", code=max(CODES[name] for name in names))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["file"] for row in rows] == [files[name] for name in names]
    assert ["error" in row for row in rows] == [CODES[name] > 0 for name in names]
    assert all(set(row) in ({"file", "round", "pairs", "names"}, {"file", "error"}) for row in rows)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--wobble"],
        ["good", "--system"],
        ["good", "--why-not", "1"],
        ["good", "good"],
        ["good", "--system", "chess"],
        ["good", "--edition", "soon"],
        ["good", "--json", "-p", "out.txt"],
        ["good", "--json", "--page", "out.html"],
        ["good", "-p", "good"],
        ["good", "--dutch", "--burstein"],
        ["good", "--burstein", "--dutch"],
        ["good", "--dutch", "--system", "fide-lim"],
        ["good", "--system", "fide-lim", "--burstein", "--json"],
    ],
)
def test_a_request_that_makes_no_sense(run: Run, files: dict[str, str], words: list[str]) -> None:
    before = Path(files["good"]).read_bytes()
    assert run("pair", *(files.get(word, word) for word in words), code=3).stderr
    assert Path(files["good"]).read_bytes() == before


def test_other_commands_keep_the_code_of_click(run: Run) -> None:
    run("check", code=2)
    run("standings", "--wobble", code=2)
    run("pair", "--help")


@pytest.mark.parametrize(("error", "code"), [(KeyError("x"), 2), (MemoryError(), 4)])
def test_what_nobody_expected(
    run: Run, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def breaks(tournament: Tournament) -> None:
        raise error

    monkeypatch.setattr(arpad.rulebooks.pairing_catalogue, "system_of", breaks)
    assert type(error).__name__ in run("pair", files["good"], code=code).stderr
    done = run("pair", files["good"], files["nowhere"], "--json", code=5)
    assert len(done.stdout.splitlines()) == 2


def test_pairs_that_cannot_be_written(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    run("pair", files["good"], "-p", str(tmp_path), code=5)
    run("pair", files["good"], "-p", str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text() == run("pair", files["good"], "-p").stdout


def test_the_same_system_may_be_said_twice(run: Run, files: dict[str, str]) -> None:
    said = run("pair", files["good"], "--dutch", "--system", "fide-dutch").stdout
    assert said == run("pair", files["good"]).stdout


def test_it_is_said_that_pairs_cannot_be_written(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "out.txt"
    refused = run("pair", files["good"], "-p", str(out), code=5).stderr
    assert f"{out}: the file cannot be written" in refused
    assert "Errno" not in refused


def test_no_round_is_paired_beyond_those_that_are_planned(run: Run, tmp_path: Path) -> None:
    """bbpPairings ends with 3 as well: "The number of rounds is larger than the reported number of rounds"."""
    file = tmp_path / "full.trf"
    file.write_text(GOOD.replace("XXR 3", "XXR 1"))
    assert "1 round planned, and all are paired" in run("pair", str(file), code=3).stderr
    assert "all are paired" in json.loads(run("pair", str(file), "--json", code=3).stdout)["error"]
    run("pair", str(file), "--why-not", "1", "3", code=3)
    file.write_text(GOOD.replace("XXR 3\n", ""))
    run("pair", str(file))


def test_people_get_a_table_with_names_and_points(run: Run, files: dict[str, str]) -> None:
    """Ada (1) and Cy (3) have a point each and meet; so do Bo (2) and Di (4), who have none."""
    lines = run("pair", files["good"]).stdout.splitlines()
    assert lines[0] == "Round 2 of 3, fide-dutch (C.04.3 of 2026)"
    assert lines[2].split() == ["board", "no.", "White", "points", "no.", "Black", "points"]
    assert lines[3].split() == ["1", "3", "Cy", "1", "1", "Ada", "1"]
    assert lines[4].split() == ["2", "2", "Bo", "0", "4", "Di", "0"]
    assert run("pair", files["good"], "-p").stdout == "2\n3 1\n2 4\n"


def test_who_moves_first_is_named_first(run: Run, files: dict[str, str]) -> None:
    lines = run("pair", files["good"], "--system", "othello").stdout.splitlines()
    assert [word for word in lines[2].split() if word in ("White", "Black")] == ["Black", "White"]


def test_a_past_round_is_paired_again(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    """Before round 1 the upper half meets the lower half: 1–3 and 2–4; the file has 1–2 and 3–4."""
    for word in ("1", "2"):
        asked = json.loads(run("pair", files["good"], "--round", word, "--json").stdout)
        assert asked["round"] == int(word)
    done = run("pair", files["good"], "--round", "1", "-p")
    first, second = ({int(number) for number in line.split()} for line in done.stdout.splitlines()[1:])
    assert {frozenset(first), frozenset(second)} == {frozenset({1, 3}), frozenset({2, 4})}
    assert "has another round 1; arpad check --round 1 lists the differences" in done.stderr
    told = run("pair", files["good"], "--round", "1", "--why-not", "Ada", "Bo").stdout
    assert told.startswith("Round 1: why not Ada (1) – Bo (2)? ")
    assert "cannot be paired yet" in run("pair", files["good"], "--round", "3", code=3).stderr
    page = tmp_path / "first.html"
    run("pair", files["good"], "--round", "1", "--page", str(page))
    assert "Ada" in page.read_text()
    full = tmp_path / "full.trf"
    full.write_text(GOOD.replace("XXR 3", "XXR 1"))
    run("pair", str(full), "--round", "1")
    assert "by --round N" in run("pair", str(full), code=3).stderr


def test_the_headings_of_an_explanation_have_names(run: Run, files: dict[str, str]) -> None:
    assert "  Cy (3) – Ada (1): Cy (3) has White" in run("pair", files["good"], "--explain").stdout


def test_why_not_of_a_pair_that_was_made_prints_its_bracket(files: dict[str, str], run: Run) -> None:
    round_ = json.loads(run("pair", files["good"], "--json").stdout)
    white, black = round_["pairs"][0]
    told = run("pair", files["good"], "--why-not", str(white), str(black)).stdout
    assert "That is how it was paired" in told
    assert "Bracket of" in told
    assert "residents:" in told
    assert "colours:" in told
