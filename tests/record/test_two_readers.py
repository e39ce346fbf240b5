"""The fast and the careful reader of tables agree about every file, or the fast one steps aside."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.record import Games, read_games
from arpad.record.assembly.build_games import assembled
from arpad.record.assembly.fast_reader import quick
from arpad.record.assembly.selection import games_of
from arpad.record.files.source_file import stored
from arpad.record.tables.outline import outline
from arpad.record.tables.row_reader import careful_table

HEAD = "white,black,result,note\n"
TWO_ERRORS = HEAD + 'A,B,1-0,"Big Joe\nC,D,0-1,"Iron" Mike"\nA,C,1-0,ok\n'
"""A quote that nobody closed, and one too many: between them lenient readers lose every line."""


def content(games: Games) -> list[object]:
    columns = [games.players.names, games.first.tolist(), games.second.tolist(), games.score.tolist()]
    for labels in (games.event, games.round):
        columns.append(labels and [labels.word(row) for row in range(len(games))])
    return columns


def both(file: Path) -> tuple[Games | None, Games]:
    """Return what the fast reader makes of a file, None where it steps aside; and the careful one."""
    fast = quick(stored(file), None)
    one = None
    if fast is not None and not fast.bad.any():
        one = games_of(fast, (), rows=len(fast.bad), rejected=0)
    table = careful_table(stored(file), None, stop=False)
    slow = assembled(table)
    bad = int(np.count_nonzero(slow.bad)) + len(table.faults)
    return one, games_of(slow, (), rows=len(table) + len(table.faults), rejected=bad)


def agree(file: Path) -> bool:
    """Hold the readers against each other; tell whether the fast one took the file."""
    try:
        fast, careful = both(file)
    except BadInput:
        # The header, which both read by the same function, or no row at all.
        return False
    if fast is None:
        return False
    assert careful.source.rejected == 0
    assert content(fast) == content(careful)
    for name in ("rows", "games", "byes", "forfeits", "fixtures"):
        assert getattr(fast.source, name) == getattr(careful.source, name), name
    return True


def test_two_typing_errors_lose_no_game(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text(TWO_ERRORS)
    with pytest.raises(BadInput, match=r"line 2: the row is not valid CSV"):
        read_games(file)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (games.source.rows, games.source.games, games.source.rejected) == (3, 1, 2)


def test_two_typing_errors_far_apart_lose_no_game(tmp_path: Path) -> None:
    rows = [f"P{at % 97},Q{at % 89},1-0,ok\n" for at in range(30_000)]
    rows[7] = 'A,B,1-0,"Big Joe\n'
    rows[29_991] = 'C,D,0-1,"Iron" Mike"\n'
    file = tmp_path / "g.csv"
    file.write_text(HEAD + "".join(rows))
    with pytest.raises(BadInput, match="line 9: the row is not valid CSV"):
        read_games(file)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (games.source.games, games.source.rejected) == (29_998, 2)


@pytest.mark.parametrize("row", ["C,D,1-0,y,", 'C,D,1-0,"y",', ",,,y,"])
def test_a_separator_too_many_at_the_very_end_is_found(tmp_path: Path, row: str) -> None:
    file = tmp_path / "g.csv"
    file.write_text(f"{HEAD}A,B,1-0,x\n{row}")
    with pytest.raises(BadInput, match=r"line 3: the row has 5 fields. Expected 4"):
        read_games(file)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (games.source.rows, games.source.games, games.source.rejected) == (2, 1, 1)


PIECES = (
    "A",
    "B b",
    "Čech",
    ",",
    ",",
    ",",
    '"',
    '""',
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "1-0",
    "½-½",
    "bye",
    ";",
    "\0",
)


@settings(max_examples=125, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30), st.lists(st.integers(0, 5), max_size=6))
@example(["A", ",", "B", ",", "1-0", ",", "\n"], [])
@example([",", ",", ",", "A", ","], [])
@example(list('A,B,1-0,"x'), [0, 1])
@example(['"', "A", '"', " ", ",", "B", ",", "1-0", ",", "\n"], [0])
@example(["A", ",", "B", ",", "1-0", ",", "\r", "\n"], [0, 0])
@example(["\n", "\n", "A", ",", "B", ",", "1-0", ",", "x", "\n"], [0])
def test_the_readers_agree(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], good: list[int]
) -> None:
    rows = ("A,C,1-0,x", 'C,"A, B",0-1,', '"C ""x""",D,1/2-1/2,"a\nb"', "C,,1-0,x", "C,D,,", "D,E,+-,y")
    text = HEAD + "".join(f"{rows[at]}\n" for at in good[::2]) + "".join(pieces)
    text += "".join(f"\n{rows[at]}" for at in good[1::2])
    file = tmp_path_factory.mktemp("readers") / "g.csv"
    file.write_bytes(text.encode())
    agree(file)


def test_the_readers_agree_about_well_formed_files_of_every_kind(tmp_path: Path) -> None:
    """And the fast one takes them, quotes, line breaks in quotes, CRLF and empty fields included."""
    draw = random.Random(5)
    words = ("", "x", "a, b", 'say "b"', "two\nlines", "two\r\nlines", ";", " y ")
    kinds: tuple[tuple[Literal[0, 1, 2], str], ...] = (
        (csv.QUOTE_MINIMAL, "\n"),
        (csv.QUOTE_ALL, "\r\n"),
        (csv.QUOTE_NONNUMERIC, "\n"),
    )
    for kind, end in kinds:
        out = io.StringIO(newline="")
        writer = csv.writer(out, quoting=kind, lineterminator=end)
        writer.writerow(("white", "black", "result", "event"))
        for _ in range(200):
            one, other = draw.sample(("Ann", "Bob, B.", "Cho", 'D "d"', ""), 2)
            writer.writerow((one, other, draw.choice(("1-0", "0-1", "", "+-")), draw.choice(words)))
        file = tmp_path / "g.csv"
        file.write_bytes(out.getvalue().encode())
        assert agree(file), "the fast reader steps aside without need"


def test_the_outline_counts_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from arpad.record.tables import outline as structure

    text = b'a,b\r\n"x,\n""y""",1\n\n"",""\nz,2'
    for size in range(1, len(text) + 1):
        monkeypatch.setattr(structure, "BLOCK", size)
        found = outline(text, ",")
        assert found == structure.Outline(lines=5, separators=4, quoted=True), size
        for bad in (
            b'a,b\n1, "y"\n',
            b'a,b\nx"y,1\n',
            b'a,b\n"x"y,1\n',
            b"a,b\rx,1\n",
            b'a,b\n"x,1\n',
            b"a,b\nx,1\r",
        ):
            assert outline(bad, ",") is None, (bad, size)


@pytest.mark.parametrize("name", ["White", "Round", "Event"])
def test_a_comment_that_nobody_closed_swallows_no_game(name: str, tmp_path: Path) -> None:
    def game(white: str, moves: str) -> str:
        first = f'[{name} "1"]\n' if name != "White" else ""
        return f'{first}[White "{white}"]\n[Black "z"]\n[Result "1-0"]\n\n{moves}\n\n'

    file = tmp_path / "g.pgn"
    for after in ("1. e4 1-0", "1. e4 {good} 1-0", "1. e4 ; a { brace\n1-0"):
        file.write_text(game("a", "1. e4 { never closed 1-0") + game("b", after) + game("c", after))
        assert read_games(file).players.names == ["a", "z", "b", "c"]
    # Tags that are cited within a comment are no games.
    file.write_text(
        game("a", '1. e4 { as in\n\n[White "b"]\n[Black "y"]\n[Result "0-1"]\n } 1-0') + game("c", "1-0")
    )
    assert read_games(file).players.names == ["a", "z", "c"]


def test_headers_that_are_too_long_and_lines_that_end_in_cr(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("white,black,result," + "x" * 70_000 + "\nA,B,1-0,\n")
    with pytest.raises(BadInput, match="line 1: the header is longer than 65,536 bytes"):
        read_games(file)
    file.write_bytes(b"white,black,result\rA,B,1-0\r")
    games = read_games(file)
    assert (games.players.names, games.score.tolist()) == (["A", "B"], [1.0])
