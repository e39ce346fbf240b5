"""Tables in which a column beside the sides says what a row counts for: wins, no result, a forfeit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import arpad
from arpad.core import BadInput

Game = tuple[str, str, float]


def games_of(path: Path) -> list[Game]:
    games = arpad.read_games(path)
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


def file_of(tmp_path: Path, text: str, name: str = "results.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_column_of_wins_counts_the_games_of_each_pair(tmp_path: Path) -> None:
    text = "winner,loser,wins\nLions,Bears,3\nBears,Lions,1\nLions,Foxes,2\nFoxes,Bears,0\n"
    games = arpad.read_games(file_of(tmp_path, text))
    assert games_of(file_of(tmp_path, text)) == [
        *[("Lions", "Bears", 1.0)] * 3,
        ("Bears", "Lions", 1.0),
        *[("Lions", "Foxes", 1.0)] * 2,
    ]
    assert any("counts the games that the one has won" in note for note in games.source.notes)


def test_a_number_of_wins_that_is_none_is_told_with_its_line(tmp_path: Path) -> None:
    rows = "".join(f"Team {a},Team {b},{a + b}\n" for a in range(12) for b in range(12) if a != b)
    text = f"winner,loser,wins\n{rows}"
    broken = text + "".join(f"Team {a},Guests {a},1\n" for a in range(400)) + "Lions,Bears,many\n"
    with pytest.raises(BadInput, match="line 534") as raised:
        arpad.read_games(file_of(tmp_path, broken))
    assert "'many'" in str(raised.value)


def test_wins_of_pairs_that_have_several_rows_are_no_counts(tmp_path: Path) -> None:
    text = "winner,loser,wins\nLions,Bears,3\nBears,Foxes,1\nLions,Foxes,2\nLions,Bears,4\n"
    assert len(games_of(file_of(tmp_path, text))) == 4


def test_a_word_for_no_result_beside_0_0_makes_a_fixture(tmp_path: Path) -> None:
    text = "home_team,home_score,home_result,away_team,away_score,away_result\n" + (
        "Lions,3,win,Bears,1,loss\nBears,0,unreported,Foxes,0,unreported\n"
        "Foxes,0,tie,Lions,0,tie\nBears,0,loss,Lions,2,win\nFoxes,1,loss,Bears,4,win\n"
    )
    path = file_of(tmp_path, text)
    assert games_of(path) == [
        ("Lions", "Bears", 1.0),
        ("Foxes", "Lions", 0.5),
        ("Bears", "Lions", 0.0),
        ("Foxes", "Bears", 0.0),
    ]
    assert arpad.read_games(path).source.fixtures == 1


def test_a_word_beside_0_0_may_be_a_draw_where_no_other_word_is(tmp_path: Path) -> None:
    text = "home_team,home_score,home_result,away_team,away_score,away_result\n" + (
        "Lions,3,win,Bears,1,loss\nBears,0,levelled,Foxes,0,levelled\n"
        "Bears,0,loss,Lions,2,win\nFoxes,1,loss,Bears,4,win\n"
    )
    assert ("Bears", "Foxes", 0.5) in games_of(file_of(tmp_path, text))


def test_a_word_for_no_result_beside_points_leaves_the_game(tmp_path: Path) -> None:
    text = "home_team,home_score,home_result,away_team,away_score,away_result\n" + (
        "Lions,3,win,Bears,1,loss\nBears,2,shootout,Foxes,1,loss\n"
        "Foxes,0,tie,Lions,0,tie\nBears,0,loss,Lions,2,win\nFoxes,1,loss,Bears,4,win\n"
    )
    assert len(games_of(file_of(tmp_path, text))) == 5


@pytest.mark.parametrize("name", ["isForfeit", "is_forfeit", "wasForfeit", "forfeit"])
def test_a_column_that_asks_for_a_forfeit_tells_what_was_not_played(name: str, tmp_path: Path) -> None:
    text = f"player1,player2,score1,score2,{name}\n" + (
        "Ann,Bob,2,1,false\nCid,Dee,0,0,true\nAnn,Cid,1,2,false\nBob,Dee,2,0,false\nAnn,Dee,2,1,false\n"
    )
    path = file_of(tmp_path, text)
    assert len(games_of(path)) == 4
    assert arpad.read_games(path).source.forfeits == 1


def test_a_contest_without_places_is_decided_by_its_points(tmp_path: Path) -> None:
    matches = [
        [{"nickname": name, "points": points} for name, points in zip("abcd", (40, 30, 20, 10), strict=True)],
        *(
            [
                {"nickname": name, "points": points, "rank": rank}
                for rank, (name, points) in enumerate(zip(names, (50, 30, 15, 5), strict=True), start=1)
            ]
            for names in ("badc", "dcba", "cdab", "acbd", "bdca", "cabd")
        ),
    ]
    rows = [{"matchId": f"m{at}", "players": players} for at, players in enumerate(matches)]
    contests = arpad.read_contests(file_of(tmp_path, json.dumps(rows), "matches.json"))
    assert len(contests) == 7


def test_places_that_points_contradict_still_decide(tmp_path: Path) -> None:
    matches = [
        [{"nickname": name, "points": points} for name, points in zip("abcd", (40, 30, 20, 10), strict=True)],
        *(
            [
                {"nickname": name, "points": points, "rank": rank}
                for rank, (name, points) in enumerate(zip(names, (5, 15, 30, 50), strict=True), start=1)
            ]
            for names in ("badc", "dcba", "cdab", "acbd", "bdca", "cabd")
        ),
    ]
    rows = [{"matchId": f"m{at}", "players": players} for at, players in enumerate(matches)]
    contests = arpad.read_contests(file_of(tmp_path, json.dumps(rows), "matches.json"))
    assert len(contests) == 6
