"""Results as people write them, each with the answer."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.record import Games, read_games
from arpad.record.assembly import fast_reader
from arpad.record.cells.results import RARE, read_result, sets_of
from arpad.record.tables.column_names import SIDES, Sides

NAN = math.nan
CHESS = "white,black,result\n"
ARENA = "model_a,model_b,winner\n"


def read(tmp_path: Path, text: str, **options: object) -> Games:
    file = tmp_path / "g.csv"
    file.write_text(text, encoding="utf-8")
    return read_games(file, **options)  # type: ignore[arg-type]


def made(games: Games) -> list[tuple[float, float]]:
    assert games.points_first is not None
    assert games.points_second is not None
    return list(zip(games.points_first.tolist(), games.points_second.tolist(), strict=True))


def quoted(word: str) -> str:
    return f'"{word}"'


@pytest.mark.parametrize(
    ("word", "score"),
    [
        *((word, 0.5) for word in ("remis", "Remis", "nul", "nulle", "match nul", "tablas", "empate", "patta")),
        *((word, 0.5) for word in ("ничья", "무승부", "=", "½-½", "½", "0,5-0,5", "0,5", "1/2 - 1/2", "Jigo", "D")),
        *((word, 1.0) for word in ("1-0", "1:0", "1,0-0,0", "1 – 0", "Sieg", "gewonnen", "победа", "승", "W")),
        *((word, 0.0) for word in ("0-1", "0,0:1,0", "verloren", "défaite", "derrota", "поражение", "패", "L")),
        *((word, 1.0) for word in ("W+3.5", "W+R", "w+resign", "W+T", "W+", "W+0,5", "white", "White", "Weiß")),
        *((word, 0.0) for word in ("B+R", "B+Resign", "B+3.5", "B+T", "black", "schwarz")),
    ],
)  # fmt: skip
def test_the_result_of_a_single_game(word: str, score: float, tmp_path: Path) -> None:
    games = read(tmp_path, CHESS + f"Ann,Bob,{quoted(word)}\n")
    assert games.score.tolist() == [score]
    assert games.source.notes == ()


@pytest.mark.parametrize(
    "word",
    ["+ -", "- +", "+/-", "-:+", "+:-", "1-0F", "0-1 ff", "0-0F", "W+F", "B+Forfeit", "w/o", "kampflos"],
)
def test_forfeits(word: str, tmp_path: Path) -> None:
    games = read(tmp_path, CHESS + f"Ann,Bob,{word}\nAnn,Bob,1-0\n")
    assert (games.source.games, games.source.forfeits) == (1, 1)


@pytest.mark.parametrize("word", ["", " ", "*", "-", "--", "-:-", "TBD", "postponed"])
def test_fixtures(word: str, tmp_path: Path) -> None:
    games = read(tmp_path, CHESS + f"Ann,Bob,{word}\nAnn,Bob,1-0\n")
    assert (games.source.games, games.source.fixtures) == (1, 1)


@pytest.mark.parametrize("name", ["bye", "spielfrei", "BYE", "—", "", "freilos", "(bye)"])
def test_byes(name: str, tmp_path: Path) -> None:
    games = read(tmp_path, CHESS + f"Ann,{name},1-0\n{name},Ann,\nAnn,Bob,1-0\n")
    assert (games.source.games, games.source.byes) == (1, 2)
    assert games.players.names == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("word", "pair", "score"),
    [
        ("3-1", (3, 1), 1.0),
        ("3:1", (3, 1), 1.0),
        ("1 : 3", (1, 3), 0.0),
        ("2½-1½", (2.5, 1.5), 1.0),
        ("2 1/2 - 1 1/2", (2.5, 1.5), 1.0),
        ("2,5:1,5", (2.5, 1.5), 1.0),
        ("2.5-1.5", (2.5, 1.5), 1.0),
        ("1-1", (1, 1), 0.5),
        ("2x1", (2, 1), 1.0),
        ("40–24", (40, 24), 1.0),
        ("2:1 (0:1)", (2, 1), 1.0),
        ("3-2 (1-0)", (3, 2), 1.0),
        ("21-19 21-15", (2, 0), 1.0),
        ("21-19, 15-21, 19-21", (1, 2), 0.0),
        ("21:19;21:15", (2, 0), 1.0),
        ("3:1 (11:9 9:11 11:5 11:7)", (3, 1), 1.0),
        ("3:1 (11:9, 9:11, 11:5, 11:7)", (3, 1), 1.0),
        ("1:3 [9:11, 11:9, 5:11, 7:11]", (1, 3), 0.0),
        ("3:1 (9,-8,7,5)", (3, 1), 1.0),
        ("2-1 6-4 3-6 6-2", (2, 1), 1.0),
        ("6-4 3-6 7-6(5)", (2, 1), 1.0),
        ("0-6 7-6(7-5) 7-6(7-3)", (2, 1), 1.0),
    ],
)
def test_points_and_sets(word: str, pair: tuple[float, float], score: float, tmp_path: Path) -> None:
    """Who won more sets has won, although the other may have made more points (0-6 7-6 7-6)."""
    games = read(tmp_path, f"home,away,score\nAnn,Bob,{quoted(word)}\n")
    assert games.score.tolist() == [score]
    assert made(games) == [pair]
    what = "sets" if sets_of(word) else "points"
    assert games.source.notes == (
        f"{tmp_path / 'g.csv'}: the column 'score' holds {what} ({word}): the side with more {what} wins",
    )


@pytest.mark.parametrize(
    "word",
    ["3:1 (11:9 11:5 11:7)", "1-1 (4-3)", "2-1 (0-2)", "3-1-0", "3:", "won?", "B+0", "B+3.3", "B+999", "1,500-1,200", "6-4 2-1 RET", "RET"],
)  # fmt: skip
def test_results_that_are_refused(word: str, tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"line 2, column result: .* (is not a valid result|does not say who won)"
    ):
        read(tmp_path, CHESS + f"Ann,Bob,{quoted(word)}\n")


def test_the_whole_column_decides_whether_it_holds_points(tmp_path: Path) -> None:
    single = "Ann,Bob,1-0\n"
    at_least = read(tmp_path, CHESS + single * (RARE - 1) + "Bob,Cid,3-1\nBob,Cid,\nBob,Cid,+-\n")
    assert at_least.score.tolist() == [1.0] * RARE
    assert made(at_least) == [(1, 0)] * (RARE - 1) + [(3, 1)]
    fewer = CHESS + single * RARE + "Bob,Cid,3-1\nAnn,Bob,0-0\n"
    with pytest.raises(
        BadInput, match="line 22, column result: '3-1' is not a valid result of one game"
    ) as caught:
        read(tmp_path, fewer)
    assert 'choose columns={"points": "result"}' in str(caught.value.remedy)
    games = read(tmp_path, fewer, rejects=tmp_path / "r.csv")
    assert (games.source.games, games.source.rejected, games.points_first) == (RARE, 2, None)
    games = read(tmp_path, fewer, columns={"points": "result"})
    assert games.score.tolist() == [*[1.0] * RARE, 1.0, 0.5]
    assert games.source.notes == ()


def test_nil_nil_is_a_draw_of_points_and_no_result_of_a_single_game(tmp_path: Path) -> None:
    games = read(tmp_path, "home,away,score\nA,B,0-0\nA,B,1-0\nA,B,2-2\nA,B,0-1\n")
    assert games.score.tolist() == [0.5, 1.0, 0.5, 0.0]
    with pytest.raises(BadInput, match="'0-0' is not a valid result of one game"):
        read(tmp_path, "home,away,score\nA,B,0-0\nA,B,1-0\n")


@pytest.mark.parametrize(("early", "late"), [("1-0", "3-1"), ("3-1", "1-0"), ("1-0", "W+3.5"), ("1", "X")])
def test_batches_do_not_decide_for_themselves(
    early: str, late: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision that a later part of the file changes is made again for all of it."""
    text = CHESS + f"Ann,Bob,{early}\n" * 30 + f"Ann,Bob,{late}\n" * 10
    expected = read(tmp_path, text)
    monkeypatch.setattr(fast_reader, "BATCH", 8)
    found = read(tmp_path, text)
    assert found.digest == expected.digest
    assert found.source == expected.source
    assert (found.score[0], found.score[-1]) == (1.0, 0.5 if late == "X" else 1.0)


def test_every_way_of_storing_points_gives_the_same_games(tmp_path: Path) -> None:
    text = "home,away,score,note\nAnn,Bob,3-1,\nBob,Ann,0-0,\nAnn,Bob,1-0,x\nAnn,Bob,+-,\n"
    expected = read(tmp_path, text)
    frame = pl.read_csv(tmp_path / "g.csv", infer_schema=False)
    frame.write_parquet(tmp_path / "g.parquet")
    frame.write_ndjson(tmp_path / "g.jsonl")
    (tmp_path / "quoted.csv").write_text(text.replace("3-1,", '"3-1",').replace(",x\n", ',"x\ny"\n'))
    for name in ("g.parquet", "g.jsonl", "quoted.csv"):
        assert read_games(tmp_path / name).digest == expected.digest, name
    assert read_games(frame).digest == expected.digest


def test_the_winner_of_arena_votes(tmp_path: Path) -> None:
    """The words of FastChat's and Chatbot Arena's votes."""
    words = {
        "model_a": 1.0,
        "model_b": 0.0,
        "tie": 0.5,
        "tie (bothbad)": 0.5,
        "both_bad": 0.5,
        "bothbad": 0.5,
    }
    words |= {
        "gpt": 1.0,
        "llama": 0.0,
        "A": 1.0,
        "b": 0.0,
        "left": 1.0,
        "right": 0.0,
        "1": 1.0,
        "2": 0.0,
        "X": 0.5,
    }
    games = read(tmp_path, ARENA + "".join(f"gpt,llama,{word}\n" for word in words) + "gpt,llama,\n")
    assert games.score.tolist() == list(words.values())
    assert games.source.fixtures == 1
    for wrong in ("claude", "0", "home", "white"):
        with pytest.raises(
            BadInput, match=rf"line 2, column winner: '{wrong}' (is not a side|names a colour)"
        ):
            read(tmp_path, ARENA + f"gpt,llama,{wrong}\n")


def test_the_winner_by_name(tmp_path: Path) -> None:
    names = "Zoe\u0301,Émile,"
    games = read(
        tmp_path, CHESS.replace("result", "winner") + f"{names}Zoé\n{names} E\u0301mile \n{names}draw\n"
    )
    assert games.score.tolist() == [1.0, 0.0, 0.5]
    # A player may be called like a side: in a column of winners names go first.
    assert read(tmp_path, "player1,player2,winner\n2,1,1\n2,1,2\n").score.tolist() == [0.0, 1.0]
    assert read(tmp_path, CHESS + "Ann,Bob,Ann\nAnn,Bob,½\nAnn,Bob,Bob\n").score.tolist() == [1.0, 0.5, 0.0]
    frame = pl.DataFrame({"player1": [7, 7, 7], "player2": [8, 8, 8], "winner": [8, 7, None]})
    assert read_games(frame).score.tolist() == [0.0, 1.0]


def test_home_and_away(tmp_path: Path) -> None:
    head = "home,away,result\n"
    assert read(tmp_path, head + "P,Q,H\nP,Q,D\nP,Q,A\nP,Q,home\n").score.tolist() == [1.0, 0.5, 0.0, 1.0]
    games = read(tmp_path, head + "P,Q,1\nP,Q,X\nP,Q,2\n")
    assert games.score.tolist() == [1.0, 0.5, 0.0]
    assert "1 and 2 are taken for the side that won" in games.source.notes[0]
    for other in ("0", "3", "0.5"):
        with pytest.raises(BadInput, match="is not a valid result"):
            read(tmp_path, head + f"P,Q,1\nP,Q,{other}\nP,Q,X\nP,Q,2\n")
    with pytest.raises(BadInput, match=r'If 1 and 2 are the sides, choose columns=\{"winner": "result"\}'):
        read(tmp_path, head + "P,Q,1\nP,Q,2\n")
    assert read(tmp_path, head + "P,Q,1\nP,Q,2\n", columns={"winner": "result"}).score.tolist() == [1, 0]


def test_the_winner_beside_the_points(tmp_path: Path) -> None:
    """Level points are a shoot-out where a winner is named, and a draw where none is."""
    for head, mark in (("team1,team2,score,winner\n", "-"), ("team1,team2,score1,score2,winner\n", ",")):
        rows = (
            f"X,Y,2{mark}1,X",
            f"X,Y,1{mark}1,Y",
            f"X,Y,0{mark}2,",
            f"X,Y,0{mark}0,",
            "X,Y," + mark.strip("-") + ",",
        )
        games = read(tmp_path, head + "\n".join(rows) + "\n")
        assert games.score.tolist() == [1.0, 0.0, 0.0, 0.5]
        assert made(games) == [(2, 1), (1, 1), (0, 2), (0, 0)]
        assert games.source.fixtures == 1
        with pytest.raises(BadInput, match=r"line 2.*contradicts"):
            read(tmp_path, head + f"X,Y,2{mark}1,Y\n")
    with pytest.raises(BadInput, match="contradicts the winner"):
        read(tmp_path, "white,black,result,winner\nX,Y,draw,X\n")


def test_the_scores_of_tennis(tmp_path: Path) -> None:
    """Whoever retired lost, whatever the sets say; a walkover is no game."""
    rows = "Ann,Bob,6-4 3-6 7-6(5)\nAnn,Bob,3-6 1-0 RET\nAnn,Bob,RET\nAnn,Bob,W/O\n"
    games = read(tmp_path, "winner_name,loser_name,score\n" + rows)
    assert games.score.tolist() == [1.0, 1.0, 1.0]
    assert str(made(games)) == str([(2.0, 1.0), (NAN, NAN), (NAN, NAN)])
    assert games.source.forfeits == 1
    with pytest.raises(BadInput, match="'4-6 2-6' is not a valid result for the winner"):
        read(tmp_path, "winner,loser,score\nAnn,Bob,4-6 2-6\n")


def test_the_points_of_a_column_that_is_chosen_beside_the_result(tmp_path: Path) -> None:
    text = "white,black,result,score\nA,B,1-0,40-24\nA,B,½-½,32-32\nA,B,0-1,\nA,B,,20-44\n"
    games = read(tmp_path, text, columns={"points": "score"})
    assert games.score.tolist() == [1.0, 0.5, 0.0, 0.0]
    assert str(made(games)) == str([(40.0, 24.0), (32.0, 32.0), (NAN, NAN), (20.0, 44.0)])
    with pytest.raises(BadInput, match="'24-40' contradicts the winner"):
        read(tmp_path, "white,black,result,score\nA,B,1-0,24-40\n", columns={"points": "score"})


def test_colours_need_columns_that_say_who_has_white(tmp_path: Path) -> None:
    text = "player_a,player_b,result\nAnn,Bob,B+3.5\nAnn,Bob,W+R\n"
    with pytest.raises(BadInput, match=r"'B\+3.5' names a colour, and the columns do not say who has White"):
        read(tmp_path, text)
    games = read(tmp_path, text, columns={"white": "player_a", "black": "player_b"})
    assert games.score.tolist() == [0.0, 1.0]
    assert str(made(games)) == str([(0.0, 3.5), (NAN, NAN)])


def test_points_with_a_decimal_comma(tmp_path: Path) -> None:
    games = read(tmp_path, "home;away;home_points;away_points\nA;B;2,5;1,5\nA;B;1½;2½\n")
    assert made(games) == [(2.5, 1.5), (1.5, 2.5)]
    with pytest.raises(BadInput, match="'1,500' is not a number of points"):
        read(tmp_path, "home;away;home_points;away_points\nA;B;1,500;1\n")


@given(
    st.text(max_size=14) | st.text("0123456789-:½.,()[] +/xBWRT", max_size=14),
    st.sampled_from(SIDES),
    st.booleans(),
)
def test_whatever_is_written_is_read_or_not(word: str, sides: Sides, winner: bool) -> None:
    reading = read_result(word, sides, winner=winner)
    assert math.isnan(reading.game) or 0.0 <= reading.game <= 1.0
    assert math.isnan(reading.first) == math.isnan(reading.second)
    assert not (reading.fault and reading.says_something)


@pytest.mark.parametrize(
    "word",
    ["2:1 n.V.", "2:1 (n.V.)", "2-1 aet", "2-1 (a.e.t.)", "2:1 OT", "2-1 (SO)", "2-1 nach Verlängerung"],
)
def test_points_made_in_extra_time_count(word: str, tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text(f"home;away;score\nAnn;Bob;{word}\nBob;Ann;0:0\n", encoding="utf-8")
    games = read_games(file)
    assert games.score.tolist() == [1.0, 0.5]
    assert games.points_first is not None
    assert games.points_first.tolist() == [2.0, 0.0]


def test_what_leagues_write_of_games_without_a_result(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    words = ("2:1", "0:0", "abgesagt", "verlegt", "Cancelled", "3:0 (Wertung)", "0-3 kampflos", "20-0 w/o")
    file.write_text("heim;gast;ergebnis\n" + "".join(f"Ann;Bob;{word}\n" for word in words), encoding="utf-8")
    source = read_games(file).source
    assert (source.rows, source.games, source.fixtures, source.byes, source.forfeits) == (8, 2, 3, 3, 3)


@pytest.mark.parametrize(("word", "score"), [("White wins", 1.0), ("Black won", 0.0), ("Weiß gewinnt", 1.0)])
def test_the_colour_that_won_in_a_sentence(word: str, score: float, tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text(f"white,black,result\nAnn,Bob,{word}\n", encoding="utf-8")
    assert read_games(file).score.tolist() == [score]
    file.write_text(f"home,away,result\nAnn,Bob,{word}\n", encoding="utf-8")
    with pytest.raises(BadInput):
        read_games(file)


def test_a_column_of_draws_beside_winner_and_loser_is_read(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("winner,loser,draw\nAnn,Bob,\nBob,Cho,x\n", encoding="utf-8")
    assert read_games(file).score.tolist() == [1.0, 0.5]


def test_pipes_may_separate_the_fields(tmp_path: Path) -> None:
    file = tmp_path / "g.txt"
    file.write_text("white|black|result\nAnn|Bob, Jr|1-0\n", encoding="utf-8")
    assert list(read_games(file).players.names) == ["Ann", "Bob, Jr"]
