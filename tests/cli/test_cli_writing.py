"""What commands write, and over what they do not write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

ENTRIES = "name,rating\nKim Ji-u,1500\n"
REPORT = (
    "012 Cup\n001    1      Ann                               1500                             0.0    1\n"
)


@pytest.fixture
def folder(here: Path, run: Run) -> Path:
    """Games, an event of two players, an entry list and a report."""
    run("tournament", "new", "cup.arpad", "--rounds", "3")
    for name in ("Ann", "Bo", "Cy", "Di"):
        run("tournament", "add", "cup.arpad", name)
    run("tournament", "export", "cup.arpad", "cup.trf")
    (here / "entries.csv").write_text(ENTRIES)
    (here / "entries.json").write_text("{}")
    (here / "entries.html").write_text("<p>mine</p>")
    (here / "foreign.trf").write_text(REPORT)
    (here / "bad.csv").write_text("date,white,black,result\n2026-03-01,Ann,Bo,1-0\n2026-03-01,Ann,Bo,?\n")
    return here


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files but the lock of the event file, which stays."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.name != ".cup.arpad.lock"
    }


RATE = ("rate", "results.csv")

WRITERS = [
    ((*RATE, "--out"), ".csv"),
    ((*RATE, "--out"), ".json"),
    ((*RATE, "--out"), ".html"),
    ((*RATE, "--history"), ".csv"),
    ((*RATE, "--rejects"), ".csv"),
    (("explain", "results.csv", "--player", "Noor", "--rejects"), ".csv"),
    (("fide", "list", "results.csv", "--month", "2026-03", "--set", "initial=1500", "--rejects"), ".csv"),
    (("standings", "cup.arpad", "--out"), ".csv"),
    (("standings", "cup.arpad", "--out"), ".json"),
    (("standings", "cup.arpad", "--out"), ".html"),
    (("tournament", "page", "cup.arpad"), ".html"),
    (("tournament", "export", "cup.arpad"), ".trf"),
    (("tournament", "export", "cup.arpad"), ".trf"),
    (("pair", "cup.trf", "--page"), ".html"),
    (("pair", "cup.trf", "-p"), ".csv"),
    (("generate", "--players", "4", "--rounds", "3", "--out"), ".csv"),
    (("generate", "--players", "4", "--rounds", "3", "--out"), ".trf"),
]


@pytest.mark.parametrize(("words", "suffix"), WRITERS, ids=lambda value: " ".join(value).replace("/", ""))
def test_every_output_minds_what_is_there(
    words: tuple[str, ...], suffix: str, folder: Path, run: Run
) -> None:
    code = 3 if words[0] == "pair" else 2
    foreign = "foreign.trf" if suffix == ".trf" else f"entries{suffix}"
    event = f"event{suffix}"
    (folder / event).write_bytes((folder / "cup.arpad").read_bytes())
    read = read_by(words)
    if read is not None:
        os.link(folder / read, folder / f"read{suffix}")
    before = contents(folder)
    refused = run(*words, foreign, code=code)
    assert "that arpad has written" in refused.stderr
    for force in ((), ("--force",)):
        assert "event file" in run(*words, event, *force, code=code).stderr
        if read is not None:
            assert "is read" in run(*words, f"read{suffix}", *force, code=code).stderr
    if suffix == ".csv" and os.name == "posix":
        (folder / "null.csv").symlink_to("/dev/null")
        assert "a device" in run(*words, "null.csv", "--force", code=code if code == 2 else 5).stderr
        (folder / "null.csv").unlink()
    assert contents(folder) == before
    # What arpad has written is replaced by itself; anything else by force.
    made = f"made{suffix}"
    run(*words, made)
    first = (folder / made).read_bytes()
    run(*words, made)
    assert (folder / made).read_bytes() == first
    (folder / made).chmod(0o444)
    assert "protected" in run(*words, made, "--force", code=code).stderr
    run(*words, foreign, "--force")
    assert (folder / foreign).read_bytes().replace(foreign.encode(), made.encode()) == first
    assert not [name for name in contents(folder) if name.startswith(".")]


def read_by(words: tuple[str, ...]) -> str | None:
    """Return a file that the command reads."""
    return next((word for word in words if word.endswith((".csv", ".arpad", ".trf"))), None)


def test_an_event_is_never_begun_over_a_file(folder: Path, run: Run) -> None:
    before = contents(folder)
    for name in ("cup.arpad", "foreign.trf", "entries.html"):
        assert "there already" in run("tournament", "new", name, code=2).stderr
    for name in ("entries.csv", "results.csv"):
        assert "has the name of a table" in run("tournament", "new", name, code=2).stderr
    assert contents(folder) == before


def test_the_files_of_a_command_appear_together_or_not_at_all(folder: Path, run: Run) -> None:
    words = ("rate", "results.csv", "bad.csv", "--rejects", "r.csv", "--out", "l.csv", "--out", "l.html")
    before = contents(folder)
    for failing in (
        ("--out", "l.csv"),
        ("--out", "r.csv"),
        ("--history", "r.csv"),
        ("--history", "nowhere/h.csv"),
        ("--history", "entries.csv"),
        ("--system", "fide"),
        ("--period", "nonsense"),
    ):
        run(*words, *failing, code=2)
        assert contents(folder) == before
    run(*words)  # or nothing of the above would be to the point
    assert contents(folder).keys() - before.keys() >= {"r.csv", "l.csv", "l.html"}


def test_rejects_are_not_written_where_the_command_fails(folder: Path, run: Run) -> None:
    run("explain", "bad.csv", "--player", "Nobody", "--rejects", "r.csv", code=2)
    run("fide", "list", "bad.csv", "--month", "2026-01", "--rejects", "r.csv", code=2)
    assert not (folder / "r.csv").exists()
