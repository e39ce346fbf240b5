"""Names from right to left: kept to themselves in what is printed, as they are in JSON, and tables in line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from arpad.cli.bidirectional_text import isolated
from arpad.cli.tables import Column, TextTable, aligned, shown, width

Run = Callable[..., Result]

DAVID, SARA, FATIMA = "דוד כהן", "כהן, שרה", "فاطمة الزهراء"
MINJI, APART = "김민지", "\u1100\u1175\u11b7"
"""The second is one syllable, written apart."""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann (1) – Bo (2): ½", "Ann (1) – Bo (2): ½"),
        (MINJI, MINJI),
        (f"round 1: 1 {DAVID}: +2.0000", f"round 1: 1 \u2068{DAVID}\u2069: +2.0000"),
        (f"{DAVID} – {SARA}", f"\u2068{DAVID}\u2069 – \u2068{SARA}\u2069"),
        (f"1 {FATIMA} (1) – 2 {DAVID} (2)", f"1 \u2068{FATIMA}\u2069 (1) – 2 \u2068{DAVID}\u2069 (2)"),
        ("David כהן 3", "David \u2068כהן\u2069 3"),
        ("مى\u200cخواهم 7", "\u2068مى\u200cخواهم\u2069 7"),
    ],
)
def test_each_name_is_kept_to_itself(line: str, expected: str) -> None:
    assert isolated(line) == expected


def test_marks_in_a_name_cannot_break_out() -> None:
    assert shown("\u2069" + DAVID) == f"\N{REPLACEMENT CHARACTER}\u2068{DAVID}\u2069"


def test_widths() -> None:
    assert width(isolated(DAVID)) == width(DAVID) == 7
    assert [width(MINJI), width(APART), width("e\u0301"), width("กั"), width("a\u200db")] == [6, 2, 1, 1, 2]
    names = [DAVID, MINJI, APART, "Ann", FATIMA]
    lines = aligned(
        TextTable([Column("name"), Column("points", "right")], [[shown(name), "1"] for name in names])
    )
    assert len({width(line) for line in lines}) == 1


@pytest.fixture
def event(run: Run, tmp_path: Path) -> str:
    file = str(tmp_path / "cup.arpad")
    run("tournament", "new", file, "--rounds", "3")
    for name, rating in ((DAVID, 2000), (SARA, 1900), (MINJI, 1800), ("Ann", 1700)):
        run("tournament", "add", file, name, "--rating", str(rating))
    return file


def test_a_tournament_with_such_names(run: Run, event: str) -> None:
    paired = run("tournament", "pair", event).output.splitlines()
    assert len({width(line.split(" – ")[0]) for line in paired if " – " in line}) == 1
    assert any(f"\u2068{DAVID}\u2069" in line for line in paired)
    run("tournament", "result", event, "1-0", "0-1")
    table = run("tournament", "standings", event).output.partition("\n\n")[0].splitlines()
    assert len({width(line) for line in table}) == 1
    assert f"\u2068{DAVID}\u2069" in "\n".join(table)
    told = run("standings", event, "--tiebreaks", "BH", "--explain", "Ann").output
    assert f"\u2068{SARA}\u2069" in told or f"\u2068{DAVID}\u2069" in told
    assert f"\u2068{DAVID}\u2069" in run("tournament", "away", event, DAVID, "--round", "2").output


def test_json_has_the_names_as_they_are(run: Run, event: str) -> None:
    run("tournament", "pair", event)
    found = [
        run("tournament", "round", event, "--json").stdout,
        run("standings", event, "--json").stdout,
        run("tournament", "explain", event, "--json").stdout,
        run("standings", event, "--tiebreaks", "BH", "--explain", "1", "--json").stdout,
    ]
    assert not any("\u2068" in text for text in found)
    assert DAVID in {player["name"] for player in json.loads(found[1])["players"]}
