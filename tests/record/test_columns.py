"""Which header is read as what."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import read_games
from arpad.record.tables.header import layout


def roles(header: str, **columns: str) -> dict[str, str]:
    found = layout(header.split(","), columns)
    return {role: found.name(role) for role in found.roles}


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("White,Black,Result", {"first": "White", "second": "Black", "score": "Result"}),
        (
            "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral",
            {
                "first": "home_team",
                "second": "away_team",
                "points_first": "home_score",
                "points_second": "away_score",
                "time": "date",
                "event": "tournament",
                "neutral": "neutral",
            },
        ),
        (
            "Date,Week,HomeTeam,AwayTeam,HomeScore,AwayScore,Score",
            {
                "first": "HomeTeam",
                "second": "AwayTeam",
                "points_first": "HomeScore",
                "points_second": "AwayScore",
                "score": "Score",
                "time": "Date",
            },
        ),
        (
            "date,season,neutral,team1,team2,score1,score2",
            {
                "first": "team1",
                "second": "team2",
                "points_first": "score1",
                "points_second": "score2",
                "time": "date",
                "event": "season",
                "neutral": "neutral",
            },
        ),
        ("winner,loser", {"first": "winner", "second": "loser"}),
        ("player_a,player_b,score", {"first": "player_a", "second": "player_b", "score": "score"}),
        ("Player 1,Player 2,result", {"first": "Player 1", "second": "Player 2", "score": "result"}),
        (
            "first,second,points_first,points_second,period",
            {
                "first": "first",
                "second": "second",
                "points_first": "points_first",
                "points_second": "points_second",
                "time": "period",
            },
        ),
        (
            "first,second,score,weight,event,round,stage,pool,advantage",
            {
                "first": "first",
                "second": "second",
                "score": "score",
                "weight": "weight",
                "event": "event",
                "round": "round",
                "stage": "stage",
                "pool": "pool",
                "advantage": "advantage",
            },
        ),
    ],
)
def test_usual_headers(header: str, expected: dict[str, str]) -> None:
    assert roles(header) == expected


def test_a_choice_goes_before_the_usual_names() -> None:
    found = roles("Date,Week,HomeTeam,AwayTeam,Score", time="Week", event="Date")
    assert found["time"] == "Week"
    assert found["event"] == "Date"


def test_a_choice_is_found_without_case_or_separators() -> None:
    assert (
        roles("my player,other,res", first="My_Player", second="OTHER", score="res")["first"] == "my player"
    )


def test_an_empty_choice_leaves_the_column_out() -> None:
    assert "score" not in roles("winner,loser,score", score="")


@pytest.mark.parametrize(
    ("header", "columns", "advantage"),
    [
        ("white,black,result", {}, 1),
        ("HomeTeam,AwayTeam,Score", {}, 1),
        ("team1,team2,score", {}, 0),
        ("winner,loser", {}, 0),
        ("a,b,score", {"white": "a", "black": "b"}, 1),
        ("Home,Away,score", {"first": "Home", "second": "Away"}, 1),
        ("x,y,score", {"first": "x", "second": "y"}, 0),
    ],
)
def test_who_has_the_advantage(header: str, columns: dict[str, str], advantage: int) -> None:
    assert layout(header.split(","), columns).sides.advantage == advantage


@pytest.mark.parametrize(
    ("header", "columns", "words"),
    [
        ("x,y,score", {}, "no two columns name the two sides; the columns are x, y, score"),
        ("white,black,date", {}, "no column holds the result"),
        ("white,black,result,result", {}, "two columns have the same name: 'result' and 'result'"),
        ("white,White,black,result", {}, "two columns have the same name: 'white' and 'White'"),
        ("white,black,result,score", {}, "both 'score' and 'result' could be the result"),
        ("white,black,result", {"first": "nobody"}, "there is no column 'nobody'"),
        ("white,black,result", {"colour": "white"}, "'colour' is not a role of a column"),
        ("a,b,score,c", {"first": "c"}, "the column of the second side is not named"),
        ("a,b,goals", {"points_first": "goals"}, "the points of one side only"),
    ],
)
def test_headers_that_are_refused(header: str, columns: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words.replace("(", r"\(")):
        layout(header.split(","), columns)


def test_the_column_that_was_taken_is_named_where_several_could_be_meant(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("date,week,time,season,event,a,b,score\n2024-01-01,7,19:30,2023,Cup,x,y,1\n")
    assert read_games(file).source.notes == (
        f"{file}: the column 'date' is taken for the time, and 'week' is left out",
        f"{file}: the column 'event' is taken for the event, and 'season' is left out",
    )
    assert read_games(file, columns={"time": "week", "event": "season", "clock": ""}).source.notes == ()


@pytest.mark.parametrize(
    ("header", "note"),
    [
        (
            "white,black,winner,loser,result",
            "the columns 'white' and 'black' are taken for the two sides, and 'winner' and 'loser' are left out",
        ),
        (
            "player,team,opponent,result",
            "the columns 'player' and 'opponent' are taken for the two sides, and 'team' is left out",
        ),
        (
            "home,away,home_goals,away_goals,fthg,ftag",
            "the columns 'home_goals' and 'away_goals' are taken for the points, and 'fthg' and 'ftag' "
            "are left out",
        ),
        (
            "white,black,result,neutral,neutral_site",
            "the column 'neutral' is taken for the neutral, and 'neutral_site' is left out",
        ),
    ],
)
def test_the_columns_that_were_left_out_are_named(header: str, note: str) -> None:
    assert layout(header.split(",")).notes == (note,)


def test_columns_that_were_chosen_are_no_guess() -> None:
    header = ["white", "black", "winner", "loser", "result"]
    assert layout(header, {"first": "white", "second": "black"}).notes == ()


@pytest.mark.parametrize(
    ("number", "unit"), [(1_700_000_000, "seconds"), (1_700_000_000_000, "milliseconds")]
)
def test_numbers_that_are_taken_for_moments_are_named(number: int, unit: str, tmp_path: Path) -> None:
    """Both are 14 November 2023, 22:13:20 UTC."""
    file = tmp_path / "g.csv"
    file.write_text(f"date,a,b,score\n{number},x,y,1\n")
    games = read_games(file)
    assert games.time is not None
    assert str(games.time[0]) == "2023-11-14T22:13:20"
    assert games.source.notes == (
        f"{file}: the column 'date' is taken for {unit} since 1970, as in {number}",
    )
    assert read_games(pl.read_csv(file)).source.notes == tuple(
        note.replace(str(file), "DataFrame") for note in games.source.notes
    )
    file.write_text("date,a,b,score\n17,x,y,1\n")
    assert read_games(file).source.notes == ()


def test_players_beside_the_two_sides_are_not_left_out_in_silence(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("p1,p2,p3,p4,score\nAnn,Bob,Cho,Dee,21-15\n", encoding="utf-8")
    notes = read_games(file).source.notes
    assert (
        f"{file}: the columns 'p1' and 'p2' are taken for the two sides, and 'p3' and 'p4' are left out"
        in notes
    )
    file.write_text("Runde;Weiß;Schwarz;Erg.\n1;Ann;Bob;1:0\n", encoding="utf-8")
    assert read_games(file).source.notes == ()
