"""Tables with a row for each player of a team: games of the teams, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

import arpad

GAMES = [
    ("2024-05-01", "Lions", "Bears", 1),
    ("2024-05-02", "Lions", "Foxes", -1),
    ("2024-05-03", "Foxes", "Bears", 0),
]
WORDS = {1: "W", 0: "D", -1: "L"}


def table(
    *, header: str = "Date,Player,Team,Opponent,Result,Kills", both: bool = True, words: bool = True
) -> str:
    lines = [header]
    for day, one, other, result in GAMES:
        for team, against, sign in [(one, other, 1), (other, one, -1)][: 2 if both else 1]:
            said = WORDS[sign * result] if words else str(sign * result)
            lines += [f"{day},{team[0].lower()}{at},{team},{against},{said},{at + 3}" for at in range(1, 4)]
    return "\n".join(lines) + "\n"


def read_table(folder: Path, text: str) -> list[tuple[str, str, float]]:
    path = folder / "stats.csv"
    path.write_text(text, encoding="utf-8")
    games = arpad.read_games(path)
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


EXPECTED = [("Lions", "Bears", 1.0), ("Lions", "Foxes", 0.0), ("Foxes", "Bears", 0.5)]


@pytest.mark.parametrize("both", [True, False])
def test_the_rows_of_the_players_of_a_team_are_one_game(tmp_path: Path, both: bool) -> None:
    assert read_table(tmp_path, table(both=both)) == EXPECTED


@pytest.mark.parametrize(
    "header",
    [
        "Datum,Spieler,Mannschaft,Gegner,Ergebnis,Tore",
        "fecha,jugador,equipo,rival,resultado,goles",
        "date,player_name,team_name,against,outcome,assists",
    ],
)
def test_players_of_teams_in_other_words(tmp_path: Path, header: str) -> None:
    assert read_table(tmp_path, table(header=header)) == EXPECTED


def test_one_nought_and_minus_one_are_a_win_a_draw_and_a_loss(tmp_path: Path) -> None:
    assert read_table(tmp_path, table(words=False)) == EXPECTED
    plain = "date,home,away,result\n2024-01-01,A,B,1\n2024-01-02,B,C,-1\n2024-01-03,C,A,0\n2024-01-04,A,C,1\n"
    assert read_table(tmp_path, plain) == [("A", "B", 1.0), ("B", "C", 0.0), ("C", "A", 0.5), ("A", "C", 1.0)]


def test_two_results_of_teams_are_asked_about_by_commands_that_work(tmp_path: Path) -> None:
    lines = table(words=False).splitlines()
    whole = [f"{lines[0]},Match Result (Win: 1; Lose: 0)", *(f"{line},1" for line in lines[1:])]
    path = tmp_path / "stats.csv"
    path.write_text("\n".join(whole) + "\n", encoding="utf-8")
    with pytest.raises(arpad.BadInput, match="two ways"):
        arpad.read_games(path)
    games = arpad.read_games(path, columns={"first": "Team", "second": "Opponent", "score": "Result"})
    assert [float(score) for score in games.score] == [1.0, 0.0, 0.5]


def test_a_player_who_meets_opponents_is_a_side_and_no_member_of_one(tmp_path: Path) -> None:
    text = "date,club,player,opponent,result\n" + "".join(
        f"2024-05-0{at},Club {at % 2},{one},{other},W\n"
        for at, (one, other) in enumerate([("Ann", "Bob"), ("Bob", "Cho"), ("Cho", "Ann"), ("Ann", "Cho")], 1)
    )
    assert [game[:2] for game in read_table(tmp_path, text)] == [
        ("Ann", "Bob"), ("Bob", "Cho"), ("Cho", "Ann"), ("Ann", "Cho"),
    ]  # fmt: skip
