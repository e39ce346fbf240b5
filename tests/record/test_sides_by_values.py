"""Tables whose headers do not name the sides: what the columns hold does."""

from __future__ import annotations

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


def test_a_winner_that_is_one_of_two_numbers_of_its_row(tmp_path: Path) -> None:
    text = (
        "First_robot,Second_robot,Winner\n266,298,298\n702,701,701\n191,668,668\n237,683,683\n151,231,151\n"
    )
    assert games_of(file_of(tmp_path, text)) == [
        ("266", "298", 0.0),
        ("702", "701", 0.0),
        ("191", "668", 0.0),
        ("237", "683", 0.0),
        ("151", "231", 1.0),
    ]


def test_a_winner_that_is_one_of_two_names_of_its_row(tmp_path: Path) -> None:
    text = (
        "Zan,Mew,Table,Winner\nAnn,Bob,north,Bob\nCid,Dee,south,Cid\nBob,Cid,north,draw\nDee,Ann,south,Ann\n"
    )
    text += "Ann,Cid,north,Ann\n"
    assert games_of(file_of(tmp_path, text)) == [
        ("Ann", "Bob", 0.0),
        ("Cid", "Dee", 1.0),
        ("Bob", "Cid", 0.5),
        ("Dee", "Ann", 0.0),
        ("Ann", "Cid", 1.0),
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "1,2,2\n1,2,1\n3,4,1\n3,4,2\n2,1,0\n4,3,1\n",  # the numbers of the sides, not of the players
        "11,12,11\n13,14,13\n15,16,99\n17,18,18\n19,20,20\n",  # a winner who is neither
        "11,12,11\n13,13,13\n15,16,16\n17,18,18\n19,20,20\n",  # somebody against itself
    ],
)
def test_a_winner_that_is_not_always_one_of_the_two_names_no_sides(rows: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no two columns name the two sides"):
        arpad.read_games(file_of(tmp_path, f"zan,mew,winner\n{rows}"))


def test_a_winner_that_is_the_name_of_a_column(tmp_path: Path) -> None:
    text = "Aff,Neg,Judge,Win\nLions,Bears,Ann,Aff\nFoxes,Lions,Bob,Neg\nBears,Foxes,Cid,Neg\nLions,Foxes,Ann,Aff\n"
    assert games_of(file_of(tmp_path, text)) == [
        ("Lions", "Bears", 1.0),
        ("Foxes", "Lions", 0.0),
        ("Bears", "Foxes", 0.0),
        ("Lions", "Foxes", 1.0),
    ]


def test_columns_that_differ_by_a_word_of_nobody(tmp_path: Path) -> None:
    text = "zan_qua,zan_pon,goals_qua,goals_pon\nLions,Bears,2,1\nFoxes,Lions,0,3\nBears,Foxes,1,1\n"
    text += "Lions,Foxes,4,0\nFoxes,Bears,2,0\n"
    assert games_of(file_of(tmp_path, text)) == [
        ("Lions", "Bears", 1.0),
        ("Foxes", "Lions", 0.0),
        ("Bears", "Foxes", 0.5),
        ("Lions", "Foxes", 1.0),
        ("Foxes", "Bears", 1.0),
    ]


def test_columns_of_three_players_are_no_sides(tmp_path: Path) -> None:
    text = "zan_qua,zan_pon,zan_lim,goals_qua,goals_pon,goals_lim\n" + (
        "Lions,Bears,Foxes,2,1,0\nFoxes,Lions,Bears,0,3,1\nBears,Foxes,Lions,1,1,4\n"
        "Lions,Foxes,Bears,4,0,2\nFoxes,Bears,Lions,2,0,1\n"
    )
    with pytest.raises(BadInput, match="no two columns name the two sides"):
        arpad.read_games(file_of(tmp_path, text))


def test_teams_and_their_coaches_are_asked_about(tmp_path: Path) -> None:
    text = "zan_qua,zan_pon,mew_qua,mew_pon,goals_qua,goals_pon\n" + (
        "Lions,Bears,Ann,Bob,2,1\nFoxes,Lions,Cid,Ann,0,3\nBears,Foxes,Bob,Cid,1,1\n"
        "Lions,Foxes,Cid,Ann,4,0\nFoxes,Bears,Ann,Bob,2,0\n"
    )
    with pytest.raises(BadInput, match="can be read in two ways"):
        arpad.read_games(file_of(tmp_path, text))


def test_0_beside_level_points_is_a_draw(tmp_path: Path) -> None:
    text = "team_1,team_2,team1_score,team2_score,winner\n" + (
        "Lions,Bears,31,20,1\nFoxes,Lions,18,25,2\nBears,Foxes,22,22,0\nLions,Foxes,30,12,1\n"
    )
    assert games_of(file_of(tmp_path, text)) == [
        ("Lions", "Bears", 1.0),
        ("Foxes", "Lions", 0.0),
        ("Bears", "Foxes", 0.5),
        ("Lions", "Foxes", 1.0),
    ]


def test_0_beside_other_points_is_no_winner(tmp_path: Path) -> None:
    text = "team_1,team_2,team1_score,team2_score,winner\n" + (
        "Lions,Bears,31,20,1\nFoxes,Lions,18,25,2\nBears,Foxes,22,21,0\nLions,Foxes,30,12,1\n"
    )
    with pytest.raises(BadInput, match="'0' is not a side of the game"):
        arpad.read_games(file_of(tmp_path, text))


def test_a_result_that_names_the_side_in_a_phrase(tmp_path: Path) -> None:
    text = "Equipo Local,Equipo Visitante,Resultado Final\n" + (
        "Lions,Bears,Empate\nFoxes,Lions,Victoria local\nBears,Foxes,Victoria Visitante\n"
    )
    assert games_of(file_of(tmp_path, text)) == [
        ("Lions", "Bears", 0.5),
        ("Foxes", "Lions", 1.0),
        ("Bears", "Foxes", 0.0),
    ]


def test_a_phrase_of_a_defeat_is_no_win(tmp_path: Path) -> None:
    text = "Equipo Local,Equipo Visitante,Resultado Final\n" + (
        "Lions,Bears,Empate\nFoxes,Lions,Derrota local\nBears,Foxes,Victoria Visitante\n"
    )
    with pytest.raises(BadInput, match="no column holds the result"):
        arpad.read_games(file_of(tmp_path, text))


def test_a_letter_beside_the_signs_of_another_script_tells_a_side(tmp_path: Path) -> None:
    text = "팀A,팀B,A점수,B점수\nLions,Bears,6,2\nFoxes,Lions,1,6\nBears,Foxes,6,4\n"
    assert games_of(file_of(tmp_path, text)) == [
        ("Lions", "Bears", 1.0),
        ("Foxes", "Lions", 0.0),
        ("Bears", "Foxes", 1.0),
    ]
