"""``arpad tournament new --from REPORT``: an event that others began, gone on with from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from arpad.tournament.trf import read_trf

Run = Callable[..., Result]
REPORTS = Path(__file__).parents[1] / "tournament" / "trf" / "files"
REAL = REPORTS / "real_37.trf"


def test_a_report_goes_on_as_arpad_pair_pairs_it(run: Run, tmp_path: Path) -> None:
    event, again = str(tmp_path / "cup.arpad"), str(tmp_path / "cup.trf")
    done = run("tournament", "new", event, "--from", str(REAL), "--place", "Pécs")
    assert done.stdout == f"{event}: fide-dutch, 8 participants, 5 rounds paired\n"
    assert "names no edition of the rules" in done.stderr
    engine = [
        [int(number) for number in line.split()]
        for line in run("pair", str(REAL), "-p").stdout.splitlines()[1:]
    ]
    row = json.loads(run("tournament", "pair", event, "--json").stdout)
    assert [[one["white_number"], one["black_number"]] for one in row["pairs"]] == engine
    run("tournament", "unpair", event)
    run("tournament", "export", event, again)
    back, told = read_trf(Path(again)), read_trf(REAL)
    assert (back.history, back.details["city"]) == (told.history, "Pécs")


def test_what_is_typed_beside_a_report_is_checked(run: Run, tmp_path: Path) -> None:
    event = str(tmp_path / "cup.arpad")
    typed = ("--rounds", "50", "--start", "2026-02-03", "--round-dates", "2026-02-02")
    said = run("tournament", "new", event, "--from", str(REAL), *typed).stderr
    assert "50 rounds need 51 participants or more" in said
    assert "round 1 is not between the first day and the last" in said
    assert "names no edition of the rules" in said


def test_what_else_is_given_holds(run: Run, tmp_path: Path) -> None:
    event = str(tmp_path / "cup.arpad")
    options = ("--name", "Cup", "--system", "fide-burstein", "--rounds", "9", "--seed", "5")
    run("tournament", "new", event, "--from", str(REAL), *options)
    log = json.loads(run("tournament", "log", event, "--json").stdout)["acts"]
    # The beginning, the entries, and for each round its pairing and its results.
    assert len([act for act in log if act["stands"]]) > 2 + 2 * 5 - 1
    assert "fide-burstein" in Path(event).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--from", str(REAL), "--points", "football"), "report.tells"),
        (("--from", str(REAL), "--colour", "white"), "report.tells"),
        (("--from", str(REAL), "--rounds", "3"), "rounds.fewer-than-paired"),
        (("--from", str(REPORTS / "tec-swiss_2026.trf")), "report.unknown-system"),
        (("--from", str(REPORTS / "team.trf"), "--system", "fide-dutch"), "report.of-teams"),
        (("--lenient",), "report.none"),
    ],
)
def test_what_is_refused(run: Run, tmp_path: Path, words: tuple[str, ...], code: str) -> None:
    event = tmp_path / "cup.arpad"
    done = run("tournament", "new", str(event), *words, "--json", code=2)
    assert json.loads(done.stdout)["error"]["code"] == code
    assert not event.exists()


def test_points_that_do_not_fit(run: Run, tmp_path: Path) -> None:
    event, wrong = tmp_path / "cup.arpad", tmp_path / "wrong.trf"
    lines = REAL.read_text(encoding="utf-8").splitlines(keepends=True)
    bad = [line[:80] + " 9.5" + line[84:] if line.startswith("001    1") else line for line in lines]
    wrong.write_text("".join(bad), encoding="utf-8")
    run("tournament", "new", str(event), "--from", str(wrong), code=2)
    assert not event.exists()
    done = run("tournament", "new", str(event), "--from", str(wrong), "--lenient")
    assert "9.5 points" in done.stderr


@pytest.mark.parametrize(("dialect", "rounds"), [("trf26", "142 7"), ("trf16", "XXR 7")])
def test_an_event_is_exported_in_either_dialect(run: Run, tmp_path: Path, dialect: str, rounds: str) -> None:
    event, report = str(tmp_path / "cup.arpad"), tmp_path / "cup.trf"
    run("tournament", "new", event, "--from", str(REAL))
    done = run("tournament", "export", event, str(report), "--dialect", dialect)
    assert done.stderr == ""
    assert rounds in report.read_text(encoding="utf-8").splitlines()
    assert run("pair", str(report)).stdout == run("pair", str(REAL)).stdout
