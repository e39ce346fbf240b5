"""Tables in which a row is no game of two columns of names: what they say is found from words and values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import arpad
from arpad.record.columns.questions import OrderAsked

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


def test_the_games_of_one_side_that_is_named_nowhere(tmp_path: Path) -> None:
    text = "Date,Color,Opponent,Opponent Rank,Result\n" + (
        "2024-01-02,White,Ann,1600,Won\n2024-01-03,Black,Bob,1650,Lost\n2024-01-04,White,Cid,1500,Draw\n"
    )
    path = file_of(tmp_path, text)
    assert games_of(path) == [
        ("(own side)", "Ann", 1.0),
        ("(own side)", "Bob", 0.0),
        ("(own side)", "Cid", 0.5),
    ]
    games = arpad.read_games(path)
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, -1, 1]
    assert any("read as: the games of one side" in note for note in games.source.notes)


def test_the_games_of_one_side_that_a_column_names(tmp_path: Path) -> None:
    rows = [f"2024-01-{day:02},Lions,Team {day % 4},{day % 3}-{day % 2}" for day in range(1, 13)]
    games = games_of(file_of(tmp_path, "data,klub,rywal,wynik\n" + "\n".join(rows) + "\n"))
    assert {first for first, _, _ in games} == {"Lions"}
    assert len(games) == 12


def test_a_column_for_each_player_of_a_side(tmp_path: Path) -> None:
    text = "match,red_1,red_2,yellow_1,yellow_2,red_score,yellow_score\n" + (
        "1,Ann,Bob,Cid,Dee,10,7\n2,Cid,Ann,Dee,Bob,4,10\n3,Dee,Ann,Cid,Bob,10,9\n"
    )
    assert games_of(file_of(tmp_path, text)) == [
        ("Ann + Bob", "Cid + Dee", 1.0),
        ("Ann + Cid", "Bob + Dee", 0.0),
        ("Ann + Dee", "Bob + Cid", 1.0),
    ]


def test_sets_in_columns(tmp_path: Path) -> None:
    text = "Datum,Spieler1,Spieler2,Satz 1,Satz 2,Tiebreak\n" + (
        "01.05.2024,Ann,Bob,6:4,6:2,\n02.05.2024,Bob,Cid,6:4,3:6,7:10\n03.05.2024,Cid,Ann,6:0,6:1,\n"
    )
    assert games_of(file_of(tmp_path, text)) == [
        ("Ann", "Bob", 1.0),
        ("Bob", "Cid", 0.0),
        ("Cid", "Ann", 1.0),
    ]


def test_a_row_for_each_set(tmp_path: Path) -> None:
    text = "match_id,p_1,p_2,point_1,point_2\n" + (
        "1,Ann,Bob,21,12\n1,Ann,Bob,18,21\n1,Ann,Bob,21,19\n2,Bob,Cid,11,21\n2,Bob,Cid,20,22\n"
    )
    assert games_of(file_of(tmp_path, text.replace("p_1,p_2", "spiller_1,spiller_2"))) == [
        ("Ann", "Bob", 1.0),
        ("Bob", "Cid", 0.0),
    ]


def test_every_game_from_both_sides(tmp_path: Path) -> None:
    text = "date,aName,bName,aScore,bScore\n" + "".join(
        f"2024-02-{day:02},{one},{two},{a},{b}\n2024-02-{day:02},{two},{one},{b},{a}\n"
        for day, (one, two, a, b) in enumerate(
            [("Ann", "Bob", 5, 3), ("Bob", "Cid", 2, 5), ("Cid", "Ann", 5, 4), ("Dee", "Ann", 1, 5)], start=1
        )
    )
    assert games_of(file_of(tmp_path, text)) == [
        ("Ann", "Bob", 1.0),
        ("Bob", "Cid", 0.0),
        ("Cid", "Ann", 1.0),
        ("Dee", "Ann", 0.0),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "team1_id,team1,team2_id,team2,winner_id",
        "Nr1,Navn1,Nr2,Navn2,Vinder",
        "id_a,name_a,id_b,name_b,won_id",
    ],
)
def test_the_winner_by_id(tmp_path: Path, header: str) -> None:
    rows = "7,Ann,9,Bob,9\n9,Bob,7,Ann,9\n4,Cid,7,Ann,4\n7,Ann,4,Cid,7\n"
    assert games_of(file_of(tmp_path, f"{header}\n{rows}")) == [
        ("Ann", "Bob", 0.0),
        ("Bob", "Ann", 1.0),
        ("Cid", "Ann", 1.0),
        ("Ann", "Cid", 1.0),
    ]


def test_left_and_right_stand_in_any_order(tmp_path: Path) -> None:
    text = "winner,right,left\n" + "left,Ann,Bob\nright,Cid,Ann\ntie,Bob,Cid\n"
    assert games_of(file_of(tmp_path, text)) == [
        ("Bob", "Ann", 1.0),
        ("Ann", "Cid", 0.0),
        ("Cid", "Bob", 0.5),
    ]


def test_walkovers_in_a_column_of_results(tmp_path: Path) -> None:
    text = "Fighter 1,Fighter 2,Winner,Method\n" + (
        "Ann,Bob,Ann,KO\nCid,Dee,Draw,NC\nBob,Cid,Cid,DEC\nDee,Ann,Dee,DEC\nAnn,Cid,Cid,KO\n"
    )
    games = arpad.read_games(file_of(tmp_path, text))
    assert len(games) == 4
    assert games.source.fixtures == 1


def test_a_table_without_a_header(tmp_path: Path) -> None:
    rows = "2024-01-05,Ann,Lima,2,1\n2024-01-06,Bob,Oslo,0,0\n"
    with pytest.raises(
        arpad.BadInput, match="line 1: there is no header: the line has '2024-01-05'"
    ) as caught:
        arpad.read_games(file_of(tmp_path, rows))
    assert caught.value.code == "columns.no-header"


def test_lists_of_an_object_with_the_same_keys_are_one_record(tmp_path: Path) -> None:
    def game(one: str, two: str, score: str) -> dict[str, str]:
        return {"team1": one, "team2": two, "score": score}

    whole = {
        "groups": [{"name": "A", "games": [game("Ann", "Bob", "2-1"), game("Cid", "Dee", "0-0")]}],
        "final": {"games": [game("Ann", "Cid", "1-3")]},
    }
    path = file_of(tmp_path, json.dumps(whole), "cup.json")
    assert sorted(games_of(path)) == [("Ann", "Bob", 1.0), ("Ann", "Cid", 0.0), ("Cid", "Dee", 0.5)]


def test_races_are_told_apart_by_their_first_places(tmp_path: Path) -> None:
    text = "Race\tRnk\tRider\tTeam\tTime\n" + (
        "North\t1\tAnn\tRed\t4:53\nNorth\t2\tBob\tBlue\t0:22\nNorth\tDNF\tCid\tRed\t\n"
        "Race\tRnk\tRider\tTeam\tTime\n"
        "South\t1\tBob\tBlue\t5:01\nSouth\t2\tCid\tRed\t0:09\nSouth\t3\tAnn\tRed\t0:11\n"
    )
    contests = arpad.read_contests(file_of(tmp_path, text))
    assert (len(contests), contests.place.tolist()) == (2, [1, 2, 1, 2, 3])
    assert any("1 entry without a place" in note for note in contests.source.notes)


def test_the_players_of_a_contest_in_a_list(tmp_path: Path) -> None:
    rounds = [
        {
            "game": n,
            "players": [{"name": name, "score": n * at} for at, name in enumerate(("Ann", "Bob", "Cid"))],
        }
        for n in (1, 2, 3)
    ]
    contests = arpad.read_contests(file_of(tmp_path, json.dumps(rounds), "evenings.json"))
    assert (len(contests), len(contests.member)) == (3, 9)
    assert contests.place.tolist() == [3, 2, 1] * 3


def test_a_list_that_says_nothing_of_places_is_asked_about(tmp_path: Path) -> None:
    evenings = [{"date": f"2024-01-0{n}", "participants": ["Ann", "Bob", "Cid"]} for n in (1, 2, 3)]
    path = file_of(tmp_path, json.dumps(evenings), "evenings.json")
    with pytest.raises(OrderAsked, match=r"player=participants,place=\(order\)|place"):
        arpad.read_games(path)
    contests = arpad.read_contests(path, {"player": "participants", "place": "(order)"})
    assert contests.place.tolist() == [1, 2, 3] * 3


def test_zero_and_open_are_no_flags_in_how_a_fight_ended(tmp_path: Path) -> None:
    """Only *nc* says that nobody won; the other words of the column may mean anything."""
    text = "winner_name,fighter a,fighter b,type of end\n" + (
        "Ann,Ann,Bob,open\nCid,Cid,Dee,nc\nBob,Bob,Cid,no\nDee,Ann,Dee,0\nAnn,Ann,Cid,KO\n"
    )
    games = arpad.read_games(file_of(tmp_path, text))
    assert (len(games), games.source.fixtures) == (4, 1)


def test_several_games_of_an_evening_are_no_sets(tmp_path: Path) -> None:
    rows = [
        f"evening {n},{pair},{made}"
        for n in "12"
        for made in ("10,7", "8,10")
        for pair in ("Ann,Bob", "Cid,Dee")
    ]
    text = "event,Team One Name,Team Two Name,Team One Score,Team Two Score\n" + "\n".join(rows) + "\n"
    assert len(games_of(file_of(tmp_path, text))) == 8


def test_the_records_of_several_are_not_those_of_one_side(tmp_path: Path) -> None:
    """No known word says that a judoka is a side: better no games than those of one who is nobody."""
    rows = [f"2024-01-{day:02},Judoka {day % 5},Foe {day},{'WL'[day % 2]}" for day in range(1, 21)]
    with pytest.raises(arpad.BadInput, match="no two columns name the two sides"):
        arpad.read_games(file_of(tmp_path, "day,judoka,opponent,result\n" + "\n".join(rows) + "\n"))


def test_a_game_that_stands_in_two_lists_of_an_object_counts_once(tmp_path: Path) -> None:
    games = [
        {"id": n, "team1": one, "team2": two, "score": "2-1"}
        for n, (one, two) in enumerate((("A", "B"), ("B", "C"), ("C", "A")))
    ]
    path = file_of(tmp_path, json.dumps({"matches_played": games, "latest_matches": games[1:]}), "cup.json")
    assert games_of(path) == [("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 1.0)]
