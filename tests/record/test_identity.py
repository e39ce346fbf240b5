"""Ids beside names: FIDE's, a federation's, or any other register's."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import Games, read_contests, read_games, read_players
from arpad.record.assembly import fast_reader
from arpad.record.kinds.players import without_games
from arpad.record.survey import look

HEADER = "white,white_id,black,black_id,result\n"


def read(tmp_path: Path, text: str, **options: object) -> Games:
    file = tmp_path / "g.csv"
    file.write_text(text, encoding="utf-8")
    return read_games(file, **options)  # type: ignore[arg-type]


def ids(games: Games) -> dict[str, str | None]:
    return dict(zip(games.players.names, games.players.attributes["id"].tolist(), strict=True))


def told(games: Games) -> str:
    return "; ".join(games.source.notes)


ONE_ID = (
    HEADER
    + 'J. Smith,12,Ann,1,1-0\nAnn,1,Bob,2,1-0\nBob,2,"Smith, John",12,0-1\n"Smith, John",12,Ann,1,½-½\n'
)


def test_one_id_under_two_names_is_one_player(tmp_path: Path) -> None:
    games = read(tmp_path, ONE_ID)
    assert ids(games) == {"Smith, John": "12", "Ann": "1", "Bob": "2"}
    assert games.first.tolist() == [0, 1, 2, 0]
    assert games.second.tolist() == [1, 2, 0, 1]
    assert "players are known by their ids: 'J. Smith' is 'Smith, John' (id 12)" in told(games)


def test_two_ids_under_one_name_are_two_players(tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + "Kim,31,Ann,1,1-0\nKim,32,Ann,1,0-1\nKim,31,Kim,32,1-0\n")
    assert ids(games) == {"Kim (31)": "31", "Ann": "1", "Kim (32)": "32"}
    assert games.score.tolist() == [1.0, 0.0, 1.0]
    assert games.second.tolist() == [1, 1, 2]
    assert "'Kim' is 2 players (ids 31, 32)" in told(games)


def test_a_name_that_looks_like_one_with_an_id_keeps_its_player(tmp_path: Path) -> None:
    text = HEADER + "Kim,31,Ann,1,1-0\nKim,32,Ann,1,0-1\nKim (31),33,Ann,1,1-0\n"
    assert ids(read(tmp_path, text)) == {
        "Kim (31) (31)": "31",
        "Ann": "1",
        "Kim (32)": "32",
        "Kim (31)": "33",
    }


def test_ids_that_say_what_the_names_say_need_no_note(tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + "Ann,1,Bob,2,1-0\nBob,2,Cho,3,1-0\n")
    assert ids(games) == {"Ann": "1", "Bob": "2", "Cho": "3"}
    assert games.source.notes == ()


def test_a_name_without_an_id_is_the_player_of_that_name(tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + "Ann,1,Bob,0,1-0\nAnn,,Cho,-,1-0\nBob,2,Ann,1,1-0\n")
    assert ids(games) == {"Ann": "1", "Bob": "2", "Cho": None}
    assert games.first.tolist() == [0, 0, 1]


def test_a_name_without_an_id_of_which_there_are_two_is_a_third(tmp_path: Path) -> None:
    text = HEADER + "Kim,31,Ann,1,1-0\nKim,32,Ann,1,0-1\nKim,,Ann,1,1-0\nBob,5,Ann,1,1-0\nBob,5,Ann,1,1-0\n"
    games = read(tmp_path, text)
    assert games.players.names == ["Kim (31)", "Ann", "Kim (32)", "Kim", "Bob"]


def test_a_blank_name_with_an_id_is_the_player_of_that_id(tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + "Ann,1,Bob,2,1-0\n,1,Bob,2,1-0\nAnn,1,,7,1-0\nAnn,1,,,1-0\n")
    assert ids(games) == {"Ann": "1", "Bob": "2", "7": "7"}
    assert (len(games), games.source.byes) == (3, 1)


def test_nobody_has_an_id(tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + "Ann,1,bye,99,1-0\nAnn,1,Bob,2,1-0\nBob,2,spielfrei,99,1-0\n")
    assert ids(games) == {"Ann": "1", "Bob": "2"}
    assert games.source.byes == 2


def test_a_player_cannot_meet_itself_under_another_name(tmp_path: Path) -> None:
    text = HEADER + "Ann,1,Bob,2,1-0\nAnn,1,Anne,1,1-0\nBob,2,Cho,3,1-0\nBob,2,Cho,3,1-0\n"
    with pytest.raises(BadInput, match="'Anne' is by name or id the player of the first side") as caught:
        read(tmp_path, text)
    assert (caught.value.row, caught.value.column) == (3, "black")
    games = read(tmp_path, text, rejects=tmp_path / "r.csv")
    assert (len(games), games.source.rejected) == (3, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        # Each row has ids of its own: those of the games, or of the seats.
        (
            "Ann,1,Bob,2,1-0\nAnn,3,Bob,4,1-0\nBob,5,Cho,6,1-0\nCho,7,Dan,8,1-0\n",
            "3 of the 3 names have several ids",
        ),
        # The ids are those of clubs.
        (
            "Ann,1,Bob,2,1-0\nCho,1,Dan,2,1-0\nEve,3,Fay,2,1-0\nGus,3,Hal,4,1-0\n",
            "3 of the 3 ids have several names",
        ),
    ],
)
def test_ids_of_something_else(text: str, why: str, tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + text)
    assert "id" not in games.players.attributes
    assert games.digest == read(tmp_path, HEADER + text, columns={"first_id": ""}).digest
    (note,) = [note for note in read(tmp_path, HEADER + text).source.notes if "not taken" in note]
    assert note.endswith(
        f"not taken for ids of players: 'white_id' and 'black_id', as {why}; "
        "choose first_id and second_id to take them"
    )
    chosen = read(tmp_path, HEADER + text, columns={"first_id": "white_id", "second_id": "black_id"})
    assert "id" in chosen.players.attributes


def test_ids_can_be_left_out(tmp_path: Path) -> None:
    games = read(tmp_path, ONE_ID, columns={"first_id": "", "second_id": ""})
    assert games.players.names == ["J. Smith", "Ann", "Bob", "Smith, John"]
    with pytest.raises(BadInput, match="the column second_id is not named"):
        read(tmp_path, ONE_ID, columns={"first_id": "white_id"})


@pytest.mark.parametrize(
    "header",
    [
        "White,WhiteFideId,Black,BlackFideId,Result",
        "white_name,white_id,black_name,black_id,result",
        "home_team,home_team_id,away_team,away_team_id,result",
        "home_team_name,home_id,away_team_name,away_id,result",
        "player1,player1_id,player2,player2_id,result",
        "player,player_id,opponent,opponent_id,result",
        "winner_name,winner_id,loser_name,loser_id,result",
        "Weiß,FIDE-ID Weiß,Schwarz,FIDE-ID Schwarz,Ergebnis",
        "first,first_id,second,second_id,score",
        "a,id_a,b,id_b,score",
    ],
)
def test_columns_of_ids(header: str, tmp_path: Path) -> None:
    assert ids(read(tmp_path, f"{header}\nAnn,1,Bob,2,1-0\n")) == {"Ann": "1", "Bob": "2"}


def test_ids_of_winners_are_not_those_of_white_and_black(tmp_path: Path) -> None:
    games = read(tmp_path, "white,black,result,winner_id,loser_id\nAnn,Bob,0-1,2,1\n")
    assert "id" not in games.players.attributes


def test_ids_alone_are_names(tmp_path: Path) -> None:
    games = read(tmp_path, "white_id,black_id,result\n12,13,1-0\n")
    assert games.players.names == ["12", "13"]


def test_every_reader_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        line.split(",") for line in (HEADER + "Kim,31,Ann,1,1-0\nKim,32,Ann,1,0-1\nA.,1,Kim,31,1-0\n").split()
    ]
    frame = pl.DataFrame(rows[1:], schema=rows[0], orient="row")
    frame.write_csv(tmp_path / "g.csv")
    frame.write_parquet(tmp_path / "g.parquet")
    frame.with_columns(pl.col("white_id", "black_id").cast(pl.Int64)).write_parquet(tmp_path / "n.parquet")
    frame.write_ndjson(tmp_path / "g.jsonl")
    games = [read_games(tmp_path / name) for name in ("g.csv", "g.parquet", "n.parquet", "g.jsonl")]
    games.append(read_games(frame))
    monkeypatch.setattr(fast_reader, "LONG", 0)
    monkeypatch.setattr("arpad.record.cells.interning.LONG", 1)
    games.append(read_games(tmp_path / "g.csv"))
    assert len({each.digest for each in games}) == 1
    assert games[0].players.names == ["Kim (31)", "Ann", "Kim (32)"]


def test_several_files_know_a_player_by_the_id(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("1.csv", "2.csv", "3.csv"))
    one.write_text(HEADER + "J. Smith,12,Ann,1,1-0\nKim,31,Ann,1,1-0\n", encoding="utf-8")
    two.write_text(HEADER + 'Ann,1,"Smith, John",12,1-0\n"Smith, John",12,Kim,32,1-0\n', encoding="utf-8")
    three.write_text("white,black,result\nAnn,Bob,1-0\n", encoding="utf-8")
    games = read_games([one, two, three])
    assert ids(games) == {"Smith, John": "12", "Ann": "1", "Kim (31)": "31", "Kim (32)": "32", "Bob": None}
    assert games.first.tolist() == [0, 2, 1, 0, 1]
    three.write_text('white,black,result\nJ. Smith,"Smith, John",1-0\n', encoding="utf-8")
    with pytest.raises(BadInput, match="are one player by the ids of another file") as caught:
        read_games([one, two, three])
    assert caught.value.code == "ids.met"


def pgn(white: str, black: str, result: str, white_id: str = "", black_id: str = "") -> str:
    tags = [f'[White "{white}"]', f'[Black "{black}"]', f'[Result "{result}"]']
    tags += [f'[WhiteFideId "{white_id}"]'] * bool(white_id) + [f'[BlackFideId "{black_id}"]'] * bool(
        black_id
    )
    return "\n".join([*tags, "", result, "", ""])


def test_fide_ids_of_pgn(tmp_path: Path) -> None:
    file = tmp_path / "g.pgn"
    text = pgn("Carlsen, M", "Li, Wei", "1-0", "1503014", "8600011")
    text += pgn("Li, Wei", "Carlsen, Magnus", "0-1", "8600022", "1503014")
    text += pgn("Carlsen, Magnus", "Bob", "1-0", "1503014")
    file.write_text(text, encoding="utf-8")
    games = read_games(file)
    assert ids(games) == {
        "Carlsen, Magnus": "1503014",
        "Li, Wei (8600011)": "8600011",
        "Li, Wei (8600022)": "8600022",
        "Bob": None,
    }
    assert "'Carlsen, M' is 'Carlsen, Magnus' (id 1503014); 'Li, Wei' is 2 players" in told(games)
    assert len(read_games(file, columns={"first_id": ""}).players) == 4
    assert look(file).files[0].roles["first_id"] == "WhiteFideId"


def test_who_meets_itself_in_pgn(tmp_path: Path) -> None:
    file = tmp_path / "g.pgn"
    file.write_text(pgn("Li, Wei", "Li, Wei", "1-0", "1", "2"), encoding="utf-8")
    assert read_games(file).players.names == ["Li, Wei (1)", "Li, Wei (2)"]
    file.write_text(pgn("Li, Wei", "Wei Li", "1-0", "1", "1"), encoding="utf-8")
    with pytest.raises(BadInput, match="'Wei Li' has the id of 'Li, Wei'"):
        read_games(file)
    text = (
        pgn("Li, Wei", "Ann", "1-0", "1") + pgn("Wei Li", "Ann", "1-0", "1") + pgn("Wei Li", "Li, Wei", "1-0")
    )
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="'Li, Wei' and 'Wei Li' are one player by the ids of other games"):
        read_games(file)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (games.source.rows, games.source.games, games.source.rejected) == (3, 2, 1)


def test_players_files_are_joined_by_id(tmp_path: Path) -> None:
    games = read(tmp_path, HEADER + "Kim,31,Ann,1,1-0\nKim,32,Ann,1,0-1\nBob,,Ann,1,1-0\nBob,,Ann,1,1-0\n")
    file = tmp_path / "players.csv"
    file.write_text(
        "id,name,rating\n31,Kim Minji,2000\n32,Kim Minji,1800\n1,Somebody,1500\n,Bob,1400\n9,Kim (31),9\n",
        encoding="utf-8",
    )
    players = read_players(file, games.players)
    assert dict(zip(players.names, players.number("rating"), strict=True)) == {
        "Kim (31)": 2000.0,
        "Ann": 1500.0,
        "Kim (32)": 1800.0,
        "Bob": 1400.0,
    }
    assert players.attributes["id"].tolist() == ["31", "1", "32", None]
    assert without_games(file, games.players) == ["Kim (31)"]
    file.write_text("fide_id,name,rating\n31,Kim,2000\n31,Kim Minji,1800\n", encoding="utf-8")
    with pytest.raises(BadInput, match="'Kim Minji' is given twice, first on line 2"):
        read_players(file, games.players)


def test_a_look_does_not_ask_about_players_with_ids(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    text = "Jon Smith,1,Ann,3,1-0\nJohn Smith,2,Ann,3,1-0\n"
    file.write_text(HEADER + text, encoding="utf-8")
    found = look(file)
    assert len(found.near) == 1
    assert found.open_names == []
    file.write_text("white,black,result\nJon Smith,Ann,1-0\nJohn Smith,Ann,1-0\n", encoding="utf-8")
    assert len(look(file).open_names) == 1


RACES = 'race,driver,driver_id,place\n1,A. Senna,7,1\n1,Hill,3,2\n2,"Senna, A.",7,1\n2,Hill,4,2\n3,"Senna, A.",7,2\n3,Ann,,1\n'


def test_ids_in_contests(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    file.write_text(RACES, encoding="utf-8")
    races = read_contests(file)
    names = races.players.names
    assert names == ["Senna, A.", "Hill (3)", "Hill (4)", "Ann"]
    assert races.players.attributes["id"].tolist() == ["7", "3", "4", None]
    assert [names[at] for at in races.member] == [names[0], names[1], names[0], names[2], names[0], names[3]]
    assert races.source.notes == (
        f"{file}: players are known by their ids: 'A. Senna' is 'Senna, A.' (id 7); 'Hill' is 2 players (ids 3, 4); "
        "leave id empty to go by names",
    )
    assert read_contests(file, {"id": ""}).players.names == ["A. Senna", "Hill", "Senna, A.", "Ann"]


def test_who_takes_part_twice_by_the_id(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    file.write_text(RACES + "3,Nobody,7,3\n", encoding="utf-8")
    with pytest.raises(BadInput, match="'Nobody' takes part twice, first on line 6"):
        read_contests(file)
    file.write_text(RACES + "3,A. Senna,,3\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"'Senna, A\.' takes part twice, by the ids of other rows"):
        read_contests(file)


def test_ids_of_rows_are_not_those_of_players(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    taken = [(race, name, place) for race in (1, 2) for place, name in enumerate(("Ann", "Bob", "Cho"), 1)]
    rows = "".join(f"{at},{race},{name},{place}\n" for at, (race, name, place) in enumerate(taken, 1))
    file.write_text("driver_id,race,driver,place\n" + rows, encoding="utf-8")
    races = read_contests(file)
    assert races.players.names == ["Ann", "Bob", "Cho"]
    assert races.source.notes == (
        f"{file}: not taken for ids of players: 'driver_id', as 3 of the 3 names have several ids; choose id to take them",
    )


def test_a_column_that_is_called_id_alone_may_number_rows(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    file.write_text("id,race,driver,place\n1,1,Ann,1\n2,1,Bob,2\n3,2,Ann,1\n4,2,Bob,2\n", encoding="utf-8")
    assert read_contests(file).players.names == ["Ann", "Bob"]
    assert read_contests(file, {"id": "id"}).players.names == ["Ann (1)", "Bob (2)", "Ann (3)", "Bob (4)"]
