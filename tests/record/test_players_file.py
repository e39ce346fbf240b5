"""The players file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import Players, read_players
from arpad.record.kinds.players import note_of_names

RECORD = Players(["Ann", "Bob", "Cas"])


def read(tmp_path: Path, text: str) -> Players:
    file = tmp_path / "p.csv"
    file.write_text(text)
    return read_players(file, RECORD)


def test_attributes(tmp_path: Path) -> None:
    players = read(
        tmp_path,
        "Player,Elo,RD,volatility,games,peak,Birthday,fed,sex,title,club,fide_id,licence\n"
        "Cas,2400.5,30,.06,120,2500,1990-05-14,NED,m,IM,HSG,1001,0012\n"
        " Ann ,1800,,,,,1985,,w,,,1002,34\n"
        "Nobody,1,2,3,4,5,14.05.2001,X,x,x,x,7,9\n",
    )
    assert players.names == ["Ann", "Bob", "Cas"]
    numbers = {
        "rating": [1800, np.nan, 2400.5],
        "deviation": [np.nan, np.nan, 30],
        "volatility": [np.nan, np.nan, 0.06],
        "games": [np.nan, np.nan, 120],
        "peak": [np.nan, np.nan, 2500],
        "birth_year": [1985, np.nan, 1990],
        "fide_id": [1002, np.nan, 1001],
    }
    for name, expected in numbers.items():
        np.testing.assert_array_equal(players.attributes[name], expected, err_msg=name)
        assert players.attributes[name].dtype == np.float64
    words = {
        "federation": [None, None, "NED"],
        "sex": ["w", None, "m"],
        "title": [None, None, "IM"],
        "club": [None, None, "HSG"],
        "licence": ["34", None, "0012"],
    }
    for name, given in words.items():
        assert players.attributes[name].tolist() == given
    assert set(players.attributes) == set(numbers) | set(words)


@pytest.mark.parametrize("kind", ["jsonl", "parquet", "tsv"])
def test_other_formats(kind: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"name": ["Bob", "Ann"], "rating": [1500, None], "title": [None, "GM"]})
    file = tmp_path / f"p.{kind}"
    if kind == "jsonl":
        frame.write_ndjson(file)
    elif kind == "parquet":
        frame.write_parquet(file)
    else:
        frame.write_csv(file, separator="\t")
    players = read_players(file, RECORD)
    np.testing.assert_array_equal(players.attributes["rating"], [np.nan, 1500, np.nan])
    assert players.attributes["title"].tolist() == ["GM", None, None]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("player,rating\nAnn,1\nBob,x\n", 3, "rating", "'x' is not a number"),
        ("player,rating\nAnn,1\nNobody,x\n", 3, "rating", "'x' is not a number"),
        ("player,rating\nAnn,nan\n", 2, "rating", "'nan' is not a number"),
        ("player,rd\nAnn,inf\n", 2, "rd", "'inf' is not a number"),
        ("player,born\nAnn,90\n", 2, "born", "'90' is not a year of birth"),
        ("player,rating\nAnn,1\n\n Ann,2\n", 4, "player", "'Ann' is given twice, first on line 2"),
        ("player,rating\n,1\n", 2, "player", "the name is missing"),
        ("player,rating\nXi,1\nYu,2\n", None, "player", "none of the file's 2 players is in the record"),
        ("who,rating\nAnn,1\n", None, None, "no column holds the player's name"),
        ("player,elo,rating\nAnn,1,2\n", None, None, "could be the rating"),
        ("player,elo,Elo\nAnn,1,2\n", None, None, "two columns have the same name"),
        ("player,rating\nAnn\n", 2, None, "the row has 1 field"),
        ("player,rating\n", None, "player", "none of the file's 0 players"),
    ],
)
def test_files_that_are_refused(
    text: str, line: int | None, column: str | None, words: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        read(tmp_path, text)
    assert (caught.value.row, caught.value.column) == (line, column)


def test_what_single_rulebooks_ask_is_known_in_any_case(tmp_path: Path) -> None:
    players = read(tmp_path, "player,Index,STANDARD,Club\nAnn,3,1700,HSG\n")
    assert players.number("index").tolist()[0] == 3
    assert players.number("standard").tolist()[0] == 1700
    assert players.attributes["Club"][0] == "HSG"


def test_a_word_where_the_rules_ask_for_a_number(tmp_path: Path) -> None:
    players = read(tmp_path, "player,index\nAnn,3\nBob,x\n")
    with pytest.raises(BadInput, match="the index of Bob is 'x', and the rules ask for a number"):
        players.number("index")


def test_games_are_not_negative(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="line 2, column games: '-5' is not a number of games"):
        read(tmp_path, "player,games\nAnn,-5\n")


def test_a_list_of_several_pools_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the list holds the pools blitz, rapid, each with a state of its own"):
        read(
            tmp_path,
            "pool,rank,player,rating,games,provisional\nblitz,1,Ann,1500,1,true\nrapid,1,Ann,1600,1,true\n",
        )
    one = read(tmp_path, "pool,rank,player,rating,games,provisional\nblitz,1,Ann,1500,1,true\n")
    assert one.continued


def test_a_list_brings_everybody(tmp_path: Path) -> None:
    """Those of the record keep their places; the others of the list stand behind them."""
    players = read(tmp_path, "rank,player,rating,games,provisional\n1,Zoe,1600,3,true\n2,Bob,1500,2,true\n")
    assert players.names == ["Ann", "Bob", "Cas", "Zoe"]
    np.testing.assert_array_equal(players.number("rating"), [np.nan, 1500, np.nan, 1600])
    np.testing.assert_array_equal(players.listed, [False, True, False, True])
    alone = read_players(tmp_path / "p.csv")
    assert alone.names == ["Zoe", "Bob"]


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("Nr;Nachname;Vorname;DWZ", "1;Lee;Ann;1500\n2;Roe;Bob;1600\n"),
        ("SC Town, members\nNr;Vorname;Nachname;DWZ", "1;Ann;Lee;1500\n2;Bob;Roe;1600\n"),
        ("Last name;First name;Rating", "Lee;Ann;1500\nRoe;Bob;1600\n"),
        ("Nom;Prénom;Elo", "Lee;Ann;1500\nRoe;Bob;1600\n"),
    ],
)
@pytest.mark.parametrize("names", [("Ann Lee", "Bob Roe"), ("Lee, Ann", "Roe, Bob")])
def test_names_in_two_parts_are_found_in_either_order(
    header: str, rows: str, names: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "members.csv"
    file.write_text(f"{header}\n{rows}", encoding="utf-8")
    found = read_players(file, Players(names))
    column = next(name for name in found.attributes if name in ("rating", "DWZ"))
    assert found.attributes[column].tolist() == [1500.0, 1600.0]


def test_a_file_of_separators_alone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text(";\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no column holds the player's name"):
        read_players(path)


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("1", "2", "3"), "id,name,rating\n2,Bob,1500\n1,Ann,1600\n3,Cid,1400\n", ["Ann", "Bob", "Cid"]),
        (("1", "2", "3"), "player_id,player\n2,Kim\n1,Kim\n3,Cid\n", ["Kim (1)", "Kim (2)", "Cid"]),
        (("7", "2", "1"), "fide_id,name\n2,Bob\n1,Ann\n", ["7", "Bob", "Ann"]),  # one is not in the file
        (("1", "2", "3"), "id,name\n2,1\n1,3\n3,2\n", ["1", "2", "3"]),  # the names are numbers too
        (("1", "2", "Ann"), "id,name\n8,1\n9,2\n1,Ann\n", ["1", "2", "Ann"]),
    ],
)
def test_players_who_are_known_by_ids_get_their_names(
    names: tuple[str, ...], text: str, expected: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "players.csv"
    file.write_text(text, encoding="utf-8")
    players = read_players(file, Players(names))
    assert list(players.names) == expected
    note = note_of_names(Players(names), players)
    count = sum(mine != name for mine, name in zip(names, expected, strict=True))
    assert (note or "0").startswith(str(count))
    if count:
        ids = players.attributes["id"].tolist()
        assert [number or name for number, name in zip(ids, expected, strict=True)] == list(names)


NATIONAL = {
    "KNSB": "Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S\n7;De Boer, Ann;;NED;1650;40;1990;w\n",
    "FSI": "Nominativo;Elo;Categoria;Federazione;Anno Nascita;ID FSI;Sex\nDe Boer, Ann;1650;NC;NED;1990;7;w\n",
    "CFR": "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\n"
    '7,"De Boer, Ann",w,NED,1,X,1990,1650,9,1700\n',
    "SELO": "Id;Sukunimi;Etunimi;Seura;Selo;Selopelejä;Ikäryhmä;Maa\n7;De Boer;Ann;X;1650;9;U12;NED\n",
    "CFC": "CFC#,Expiry,Last,First,Prov,City,Rating,High,Active Rtg\n7,2026,De Boer,Ann,ON,X,1650,1700,1600\n",
    "DSB": 'ID,ZPS,Status,"Name,Vorname",Geschlecht,Geburtsjahr,DWZ,Index,FIDE-ID,FIDE-Land,Vorname,Nachname\n'
    '7,C1,A,"De Boer,Ann",w,1990,1650,3,9,NED,Ann,De Boer\n',
    "DSB before": "ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Geburtsjahr,DWZ,Index,FIDE-Elo\n"
    '7,C1,5,A,"De Boer,Ann",w,1990,1650,3,1700\n',
    "ECF": "ECF_code,full_name,member_no,FIDE_no,gender,nation,original_standard,revised_standard\n"
    '7A,"De Boer, Ann",5,9,w,NED,1600,1650\n',
    "CHESSA": "UNIQUE_NO,SURNAME,FIRSTNAME,BDATE,SEX,TITLE,RATING,FED\n7,De Boer,Ann,1990/05/01,w,,1650,NED\n",
    "ŠSČR": "ID_no,Name,ClubName,BirthDay,Sex,Rtg_nat,Rtg_int,Title,FIDE_no,Fed\n"
    '7,"De Boer, Ann",X,01.05.1990,w,1650,1700,,9,NED\n',
    "DSU": '"Nr";"Født";"Alder";"Navn";"Klub";"Rating";"Nr";"K"\n7;1990;35;Ann De Boer;X;1650;9;20\n',
    "Percasi": 'ID.,FIDE-ID,PROVINSI,NAMA,L/P,Gelar,Rating\n7,9,X,"De Boer, Ann",P,,1650\n',
}
"""The columns of national lists as their federations publish them, each with a player."""


@pytest.mark.parametrize("body", NATIONAL)
def test_national_lists_of_players(body: str, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(NATIONAL[body], encoding="utf-8")
    players = read_players(path, Players(["Bob", "Ann De Boer"]))
    assert players.number("rating").tolist()[1] == 1650.0
    if any(word in NATIONAL[body] for word in ("1990",)):
        assert players.number("birth_year").tolist()[1] == 1990.0


def test_namesakes_of_a_national_list_matter_only_where_one_plays(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("id,name,rating\n1,Kim,1500\n2,Lee,1600\n3,Kim,1700\n", encoding="utf-8")
    assert read_players(path, Players(["Lee", "Ann"])).number("rating").tolist()[0] == 1600.0
    with pytest.raises(BadInput, match="'Kim' is given twice, first on line 2"):
        read_players(path, Players(["Kim", "Lee"]))
