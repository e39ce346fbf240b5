"""Tables on narrow terminals: what is left out is named, what is cut ends with …, and no number loses a digit."""

from __future__ import annotations

import shutil
from os import terminal_size

import click
import pytest

from arpad.cli import tables
from arpad.cli.tables import Column, TextTable, show, width

ODDS = TextTable(
    (
        Column("", shrinks=True),
        Column("rating", "right"),
        Column("expected", "right"),
        Column("win", "right", change=True),
        Column("games", "right", spare=1),
    ),
    [
        ["Tottenham Hotspur", "1570 ± 446", "0.5855", "+8.29", "37"],
        ["대한민국 바둑 리그", "1510 ± 31", "0.4145", "-11.71", "5"],
    ],
)
NUMBERS = ("1570 ± 446", "1510 ± 31", "0.5855", "0.4145", "+8.29", "-11.71")


@pytest.fixture(params=[True, False], ids=["colours", "plain"])
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "on_terminal", lambda: True)
    if request.param:
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
    else:
        monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("room", [24, 30, 39, 40, 46, 47, 54, 60, 100])
def test_no_number_is_cut(
    room: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: terminal_size((room, 50)))
    monkeypatch.setenv("COLUMNS", str(room))
    show(ODDS)
    printed = click.unstyle(capsys.readouterr().out)
    left_out = [line for line in printed.splitlines() if line.startswith("the terminal is too narrow for: ")]
    assert all(width(line) <= room for line in printed.splitlines() if line not in left_out)
    assert all(number in printed for number in NUMBERS)
    assert ("37" in printed) != (left_out == ["the terminal is too narrow for: games"])
    assert "Tottenham" in printed
    assert "대한" in printed


@pytest.mark.usefixtures("terminal")
def test_a_row_that_has_no_room_is_a_paragraph(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: terminal_size((30, 50)))
    show(ODDS)
    assert capsys.readouterr().out.splitlines() == [
        "Tottenham Hotspur",
        "  rating 1570 ± 446",
        "  expected 0.5855  win +8.29",
        "  games 37",
        "대한민국 바둑 리그",
        "  rating 1510 ± 31",
        "  expected 0.4145  win -11.71",
        "  games 5",
    ]


def test_a_long_line_hangs_below_its_beginning_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "  pairing: Ann (1) – Bob (12), Cid (3) – Dan (11)   [3.8.1]"
    assert tables.hanging(line) == [line]
    monkeypatch.setattr(tables, "on_terminal", lambda: True)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: terminal_size((34, 50)))
    assert tables.hanging(line) == [
        "  pairing: Ann (1) – Bob (12),",
        "      Cid (3) – Dan (11)   [3.8.1]",
    ]
    assert tables.hanging(line[:30]) == [line[:30]]


def test_words_go_on_in_the_next_line() -> None:
    table = TextTable(
        (Column("code"), Column("meaning", wraps=True)), [["BH", "the opponents' scores, added"]]
    )
    assert tables.aligned(table, [4, 12]) == [
        "code  meaning",
        "BH    the",
        "      opponents'",
        "      scores,",
        "      added",
    ]
    assert tables.aligned(table, [4, 6])[3:6] == ["      oppone", "      nts'", "      scores"]
