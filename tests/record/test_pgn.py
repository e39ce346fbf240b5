"""PGN: headers whatever the moves are."""

from __future__ import annotations

import csv
import gzip
import sys
from pathlib import Path

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.record import Games, read_games

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TWO = """[Event "Candidates"]
[Site "Toronto"]
[Date "2024.04.04"]
[Round "1"]
[White "Firouzja, Alireza"]
[Black "Praggnanandhaa R"]
[Result "1/2-1/2"]
[WhiteElo "2760"]

1. e4 {[%clk 1:59:59] a comment
[Result "0-1"]
that goes on} e5 (1... c5 {B}) 1/2-1/2

[Event "Candidates"]
[Date "2024.04.05"]
[Round "2"]
[White "Praggnanandhaa R"]
[Black "O\\"Neill \\\\ \\"x\\""]
[Result "1-0"]

1. d4 1-0
"""


def read(tmp_path: Path, text: str | bytes, **options: object) -> Games:
    file = tmp_path / "g.pgn"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_games(file, **options)  # type: ignore[arg-type]


def game(white: str, black: str, result: str, *tags: str) -> str:
    return "\n".join(
        [f'[White "{white}"]', f'[Black "{black}"]', f'[Result "{result}"]', *tags, "", result, "", ""]
    )


def test_two_games(tmp_path: Path) -> None:
    games = read(tmp_path, TWO)
    assert games.players.names == ["Firouzja, Alireza", "Praggnanandhaa R", 'O"Neill \\ "x"']
    assert games.first.tolist() == [0, 1]
    assert games.second.tolist() == [1, 2]
    assert games.score.tolist() == [0.5, 1.0]
    assert games.time is not None
    assert games.time.dtype == "datetime64[D]"
    assert games.time.astype(str).tolist() == ["2024-04-04", "2024-04-05"]
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, 1]
    assert games.event is not None
    assert [games.event.word(0), games.event.word(1)] == ["Candidates", "Candidates"]
    assert games.round is not None
    assert games.round.names == ["1", "2"]
    assert games.source.rows == 2


def test_compressed_and_windows_and_marked(tmp_path: Path) -> None:
    whole = read(tmp_path, TWO).digest
    assert read(tmp_path, b"\xef\xbb\xbf" + TWO.replace("\n", "\r\n").encode()).digest == whole
    for name, packed in (
        ("g.pgn.gz", gzip.compress(TWO.encode())),
        ("g.pgn.zst", zstd.compress(TWO.encode())),
    ):
        (tmp_path / name).write_bytes(packed)
        assert read_games(tmp_path / name).digest == whole


@pytest.mark.parametrize(
    "text",
    [
        game("a", "b", "1-0").strip() + "\n" + game("c", "d", "0-1"),
        # Headers alone, with and without Event.
        '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n[White "c"]\n[Black "d"]\n[Result "0-1"]\n',
        '[Event "x"]\n[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n[Event "x"]\n[White "c"]\n[Black "d"]\n[Result "0-1"]',
        # A comment that is never closed must not swallow the next game.
        game("a", "b", "1-0").replace("\n1-0\n", "\n1. e4 { 1-0\n") + '[Event "y"]\n' + game("c", "d", "0-1"),
        # A brace in a comment to the end of the line is not handled apart, but the next Event is found.
        "% a note\n\n" + game("a", "b", "1-0") + "\n\n\n" + game("c", "d", "0-1"),
        # A line that is escaped neither opens a comment nor closes one (the standard, section 6).
        "".join(
            game(*names).replace(f"\n{names[2]}\n", f"\n1. e4\n% {brace}\n{names[2]}\n")
            for names, brace in ((("a", "b", "1-0"), "{"), (("c", "d", "0-1"), "}"))
        ),
    ],
)
def test_every_game_is_found(text: str, tmp_path: Path) -> None:
    games = read(tmp_path, text)
    assert games.players.names == ["a", "b", "c", "d"]
    assert games.score.tolist() == [1.0, 0.0]


def test_moments_if_all_games_have_them(tmp_path: Path) -> None:
    utc = ('[UTCDate "2024.01.01"]', '[UTCTime "23:59:58"]', '[Date "2024.01.02"]')
    games = read(tmp_path, game("a", "b", "1-0", *utc))
    assert games.time is not None
    assert games.time.dtype == "datetime64[s]"
    assert games.time.astype(str).tolist() == ["2024-01-01T23:59:58"]
    games = read(tmp_path, game("a", "b", "1-0", *utc) + game("a", "b", "1-0", '[Date "2024.01.05"]'))
    assert games.time is not None
    assert games.time.astype(str).tolist() == ["2024-01-01", "2024-01-05"]


def test_unfinished_games_are_counted(tmp_path: Path) -> None:
    text = game("a", "b", "*") + game("c", "d", "1-0")
    games = read(tmp_path, text)
    assert (len(games), games.source.rows, games.source.fixtures, games.source.rejected) == (1, 2, 1, 0)
    assert games.players.names == ["c", "d"]
    rejects = tmp_path / "r.csv"
    games = read(tmp_path, text, rejects=rejects)
    assert (games.source.fixtures, games.source.rejected) == (1, 0)
    with rejects.open(newline="") as stream:
        assert list(csv.DictReader(stream)) == []


def test_dates_without_a_year_are_no_dates_if_all_are(tmp_path: Path) -> None:
    text = game("a", "b", "1-0", '[Date "????.??.??"]') + game("a", "b", "1-0")
    assert read(tmp_path, text).time is None


def test_a_partial_date_among_whole_ones_is_a_bad_row(tmp_path: Path) -> None:
    text = (
        game("x", "y", "1-0", '[Date "2024.??.??"]')
        + game("a", "b", "1-0", '[Date "2024.02.30"]')
        + game("c", "d", "1-0", '[Date "2024.02.29"]')
        + game("e", "f", "0-1")
    )
    with pytest.raises(BadInput, match=r"'2024\.\?\?\.\?\?' is not a whole date") as caught:
        read(tmp_path, text)
    assert (caught.value.row, caught.value.column) == (4, "Date")
    rejects = tmp_path / "r.csv"
    games = read(tmp_path, text, rejects=rejects)
    assert games.players.names == ["c", "d"]
    assert (games.source.rows, games.source.rejected) == (4, 3)
    with rejects.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["line"], row["value"]) for row in rows] == [
        ("4", "2024.??.??"),
        ("11", "2024.02.30"),
        ("22", ""),
    ]


@pytest.mark.parametrize(
    ("bad", "line", "column", "words"),
    [
        (game("a", "a", "1-0"), 8, "Black", "plays against itself"),
        (game("?", "a", "1-0"), 7, "White", "the name is missing"),
        (game("b", "a", "2-0"), 9, "Result", "'2-0' is not a valid result"),
        ('[White "b"]\n[Black "a"]\n\n1. e4\n', 7, "Result", "the result is missing"),
        ('[Event "x"]\n[Black "a"]\n[Result "1-0"]\n\n1-0\n', 7, "White", "the name is missing"),
    ],
)
def test_bad_games(bad: str, line: int, column: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        read(tmp_path, game("a", "b", "1-0") + bad + game("c", "d", "1-0"))
    assert (caught.value.row, caught.value.column) == (line, column)
    games = read(tmp_path, game("a", "b", "1-0") + bad + game("c", "d", "1-0"), rejects=tmp_path / "r.csv")
    assert games.players.names == ["a", "b", "c", "d"]
    assert games.source.rejected == 1


def test_an_earlier_partial_date_stops_before_a_later_fault(tmp_path: Path) -> None:
    text = (
        game("a", "b", "1-0", '[Date "2024.01.01"]')
        + game("a", "b", "1-0", '[Date "2024.??.??"]')
        + game("a", "a", "1-0", '[Date "2024.01.01"]')
    )
    with pytest.raises(BadInput, match="is not a whole date"):
        read(tmp_path, text)


def test_latin_names_as_the_standard_has_them(tmp_path: Path) -> None:
    games = read(tmp_path, game("José", "b", "1-0").encode("latin-1") + game("José", "c", "1-0").encode())
    assert games.players.names == ["José", "b", "c"]
    (note,) = games.source.notes
    assert "is not UTF-8 and is read as cp1252 (Western European), as in 'José' on line 1;" in note


def test_letters_that_windows_adds_to_latin(tmp_path: Path) -> None:
    """cp1252 has š, ž, œ and ’ where ISO 8859-1 has characters that control a terminal."""
    games = read(tmp_path, game("Žižka, Miloš", "O’Kelly", "1-0").encode("cp1252"))
    assert games.players.names == ["Žižka, Miloš", "O’Kelly"]
    # 0x81 is no character of cp1252.
    assert read(tmp_path, b'[White "a\x81"]\n[Black "b"]\n[Result "1-0"]\n').players.names == ["a\x81", "b"]


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ("1. e4 e5 1-0", 1.0),
        ("1. e4 e5\n1/2-1/2", 0.5),
        ("1. e4 {a comment\n0-1} 0-1 {White resigns}", 0.0),
        ("0-1 ; White did not come", 0.0),
    ],
)
def test_a_game_without_a_result_tag_has_that_of_its_moves(moves: str, score: float, tmp_path: Path) -> None:
    text = f'[White "a"]\n[Black "b"]\n\n{moves}\n\n'
    assert read(tmp_path, text + game("c", "d", "1-0")).score.tolist() == [score, 1.0]
    assert read(tmp_path, text.strip()).score.tolist() == [score]


def test_a_result_within_an_open_comment_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the result is missing"):
        read(tmp_path, '[White "a"]\n[Black "b"]\n\n1. e4 {never closed 1-0\n')
    games = read(tmp_path, '[White "a"]\n[Black "b"]\n\n1. e4 *\n' + game("c", "d", "1-0"))
    assert (len(games), games.source.fixtures) == (1, 1)


@pytest.mark.parametrize(
    ("result", "score"),
    [
        ("1/2", 0.5),
        ("½", 0.5),
        ("½-½", 0.5),
        ("0.5-0.5", 0.5),
        ("1:0", 1.0),
        ("0–1", 0.0),
        ("1/2 - 1/2", 0.5),
    ],
)
def test_results_that_are_written_otherwise(result: str, score: float, tmp_path: Path) -> None:
    games = read(tmp_path, game("a", "b", result))
    assert games.score.tolist() == [score]
    assert games.points_first is None


@pytest.mark.parametrize(
    ("termination", "forfeits"),
    [
        *(
            (word, 1)
            for word in ("unplayed", "Forfeit", "won by forfeit", "White forfeits", "no-show", "Walkover")
        ),
        *(
            (word, 0)
            for word in ("time forfeit", "White forfeits on time", "Normal", "rules infraction", "abandoned")
        ),
    ],
)
def test_terminations(termination: str, forfeits: int, tmp_path: Path) -> None:
    """Edwards 1994, 9.8.1: "time forfeit" is the loss of a game on time."""
    text = game("a", "b", "1-0", f'[Termination "{termination}"]') + game("c", "d", "1-0")
    assert read(tmp_path, text).source.forfeits == forfeits


def test_other_tags(tmp_path: Path) -> None:
    text = game("a", "b", "1-0", '[Variant "Chess960"]', '[Event "E"]')
    games = read(tmp_path, text, columns={"pool": "Variant", "event": ""})
    assert games.pool is not None
    assert games.pool.names == ["Chess960"]
    assert games.event is None
    with pytest.raises(BadInput, match="cannot be chosen in PGN"):
        read(tmp_path, text, columns={"weight": "x"})


def test_memory_does_not_grow_with_the_moves(tmp_path: Path) -> None:
    import tracemalloc

    file = tmp_path / "long.pgn.gz"
    moves = ("1. e4 e5 2. Nf3 Nc6 " * 400 + "\n").encode()
    with gzip.open(file, "wb", compresslevel=1) as stream:
        for _ in range(2000):
            stream.write(game("a", "b", "1-0").encode() + moves + b"\n")
    tracemalloc.start()
    games = read_games(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert np.all(games.score == 1)
    assert len(games) == 2000
    assert peak < 3e6, "the moves alone are 16 MB"
