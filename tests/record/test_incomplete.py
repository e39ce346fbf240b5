"""Tables that look like results and lack something: the error says what, and what it tells to do works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import arpad
from arpad.core.interface import command_line
from arpad.record.columns.incomplete import Incomplete

DECKS = "deck,versus,won,lost\nElves,Robots,3,1\nRobots,Spirits,2,2\nSpirits,Elves,6,4\nGoblins,Elves,1,5\n"
BOATS = "race_id,rank1_boat,rank2_boat,rank3_boat\na,1,5,3\nb,1,4,2\nc,3,1,6\nd,2,1,6\n"
KEYS = (
    "racekey,horse_name,order_of_finish,odds\n1001,Ann,1,3.5\n1002,Bob,2,4.5\n1003,Cid,3,9.1\n"
    "2001,Ann,2,3.4\n2002,Bob,1,2.2\n2003,Dee,3,8.0\n"
)
OWN = "game_id,map,win,team_names\n1,X,True,Ann|Bob\n2,Y,False,Ann|Cid\n3,X,True,Bob|Cid\n"


def refusal(tmp_path: Path, text: str) -> arpad.BadInput:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    with command_line(), pytest.raises(arpad.BadInput) as caught:
        arpad.read_games(path)
    return caught.value


def advice(error: arpad.BadInput) -> dict[str, str]:
    """Return the choice of columns that an error tells."""
    found = re.search(r"--columns (\S+?)[.;]?(?:\s|$)", error.remedy or "")
    assert found is not None
    return dict(pair.split("=") for pair in found[1].split(","))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (DECKS, "'won' and 'lost' count several games of 'deck' and 'versus', and no row is one game"),
        (BOATS, "'rank1_boat' and the columns like it have 6 different numbers, of lanes or boats"),
        (KEYS, "'order_of_finish' has places, and no column is known to tell which rows are one contest"),
        (OWN, "'win' tells how games ended for one side, and no column names the other one"),
    ],
)
def test_it_says_what_is_missing(text: str, problem: str, tmp_path: Path) -> None:
    error = refusal(tmp_path, text)
    assert isinstance(error, Incomplete)
    assert error.problem.startswith(problem)
    assert error.code == "columns.ambiguous"


def test_the_advice_works(tmp_path: Path) -> None:
    columns = advice(refusal(tmp_path, DECKS))
    assert arpad.read_games(tmp_path / "table.csv", columns=columns).score.tolist() == [1.0, 0.5, 1.0, 0.0]
    columns = advice(refusal(tmp_path, BOATS))
    assert len(arpad.read_contests(tmp_path / "table.csv", columns)) == 4
    columns = advice(refusal(tmp_path, KEYS))
    assert columns.pop("contest") == "…"
    text = KEYS.replace("racekey", "racekey,meeting").replace("\n1", "\n1,A,").replace("\n2", "\n2,B,")
    text = re.sub(r"\n(\d),([AB]),(\d+),", r"\n\g<1>\g<3>,\g<2>,", text)
    (tmp_path / "table.csv").write_text(text, encoding="utf-8")
    contests = arpad.read_contests(tmp_path / "table.csv", columns | {"contest": "meeting"})
    assert (len(contests), len(contests.member)) == (2, 6)


@pytest.mark.parametrize(
    "text",
    [
        "Team,W,D,L,GF,GA,Pts\nAnn,3,0,0,9,1,9\nBob,1,1,1,3,4,4\nCid,0,1,2,2,9,1\n",  # standings
        "name,rating,games\nAnn,1500,3\nBob,1600,9\nCid,1400,1\n",  # players
        "city,country,visitors\nRome,Italy,12\nOslo,Norway,7\nBonn,Germany,9\n",  # something else
        "date,home,away\n2024-01-01,Ann,Bob\n2024-01-02,Bob,Cid\n2024-01-03,Cid,Ann\n",  # fixtures
    ],
)
def test_other_tables_lack_nothing_of_this_kind(text: str, tmp_path: Path) -> None:
    assert not isinstance(refusal(tmp_path, text), Incomplete)


ACROSS = (
    "date,AnnCorp,AnnScore,BobCorp,BobScore,CidCorp,CidScore\n"
    "2024-01-01,X,113,Y,153,Z,90\n2024-01-02,Y,100,Z,75,,\n2024-01-03,,,X,66,Y,64\n2024-01-04,Z,12,,,X,77\n"
)


def test_players_across(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(ACROSS, encoding="utf-8")
    contests = arpad.read_contests(path)
    names = contests.players.names
    assert (len(contests), len(contests.member)) == (4, 9)
    first = zip([names[player] for player in contests.member[:3]], contests.place[:3].tolist(), strict=True)
    assert dict(first) == {"Bob": 1, "Ann": 2, "Cid": 3}


@pytest.mark.parametrize(
    "text",
    [
        ACROSS.replace(",,\n", ",U,1\n")
        .replace(",,,", ",U,1,")
        .replace("12,,,X", "12,U,1,X"),  # nobody absent
        ACROSS.replace("Ann", "Home").replace("Bob", "Away").replace("Cid", "Total"),
        ACROSS.replace("Ann", "Q1").replace("Bob", "Q2").replace("Cid", "Q3"),
        "student,math score,reading score,writing score\nAnn,70,,80\nBob,60,50,40\nCid,90,80,70\n",
        ACROSS.replace("Score", "Colour").replace("113", "red"),
    ],
    ids=["nobody absent", "sides", "quarters", "subjects", "no score"],
)
def test_other_groups_of_columns_are_not_players(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(arpad.BadInput):
        arpad.read_contests(path)


def test_days_without_a_year_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    for day in ("11月18日（一）", "3월 5일", "Fri. 17 Jul.", "17 July"):
        path.write_text(f"Date,Home,Away,Result\n{day},Ann,Bob,2:1\n{day},Bob,Cid,1:1\n", encoding="utf-8")
        games = arpad.read_games(path)
        assert games.time is None
        assert any("time=" in note for note in games.source.notes)
    path.write_text("Date,Home,Away,Result\nsoon,Ann,Bob,2:1\nlater,Bob,Cid,1:1\n", encoding="utf-8")
    with pytest.raises(arpad.BadInput, match="'soon' is not a date"):
        arpad.read_games(path)


@pytest.mark.parametrize(
    ("word", "score"), [("2(2):(4)2", 0.5), ("1 (4) - 1 (2)", 0.5), ("0(3):(5)0", 0.5), ("3(1):(0)2", None)]
)
def test_shoot_outs_in_brackets(word: str, score: float | None, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(f"home,away,result\nAnn,Bob,2:1\nBob,Cid,{word}\nCid,Ann,0:1\n", encoding="utf-8")
    if score is None:
        with pytest.raises(arpad.BadInput):
            arpad.read_games(path)
    else:
        assert arpad.read_games(path).score.tolist() == [1.0, score, 0.0]


def test_a_column_far_behind_the_opponent_names_nobody(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    header = "season,opponent,aces,blocks,digs,kills,errors,reach,serves,faults,result,libero"
    rows = [
        f"1,{'Lions' if at % 3 else 'Bears' if at % 2 else 'Owls'},1,2,3,4,5,6,7,8,{'W' if at % 2 else 'L'},"
        f"{'starter' if at % 4 else 'bench'}"
        for at in range(12)
    ]
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    games = arpad.read_games(path)
    assert "(own side)" in games.players.names
