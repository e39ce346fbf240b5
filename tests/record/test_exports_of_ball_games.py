"""Football.TXT and football.json of openfootball, and game logs of Retrosheet, in their documented forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.core import BadInput
from arpad.record.files.exports.football_scores import score_of

# The form of https://openfootball.github.io/spec; teams and grounds are invented.
CUP = """= Cup of Oak 1930      # in Oak, July 13-30

Group 1  |  Ashford    Birchley   Cedarton

\u25aa Matchday 1   | July 13

\u25aa Group 1
July 13
  Ashford     4-1 (3-0)  Birchley    @ Park Ground, Oak
                  (Lane 19' Lang 40' Mash 43', 87';
                   Carr 70')
July 15
  Cedarton  1-0  Ashford    @ Central Ground, Oak

\u25aa Final
  July 30     Birchley  2-2 a.e.t. (1-1, 0-1), 3-4 pen.  Cedarton   @ Oak
  July 31     Ashford  0-1  Birchley   [awarded]
"""

LEAGUE = """= Premier of Oak 2018/19

# Teams      4

\u00bb Matchday 1
  Fri Aug/17 2018
    20.45  Ashford 04          v 1. FC Birchley            4-3 pen. 1-1 a.e.t. (1-1, 0-1)
           Cedarton            v Dale-under-Hill           0-2 (0-2)
  Sat Jan/5
           1. FC Birchley      v Cedarton                  5-0 (2-0)
\u00bb Matchday 2
  Sun May/5
    15.30  Ashford 04          v Cedarton
           Dale-under-Hill     v 1. FC Birchley            [postponed]
"""

# The form of https://www.retrosheet.org/gamelogs/glfields.txt, as far as it is read; the rest is blank.
LOG = (
    '"20190320","0","Wed","SEA","AL",1,"OAK","AL",1,9,7,54,"N","","","","TOK01",45787,204\n'
    '"20190321","1","Thu","SEA","AL",2,"OAK","AL",2,5,5,72,"N","","","","TOK01",46451,267\n'
    '"20190321","2","Thu","SEA","AL",3,"OAK","AL",3,0,9,72,"N","","H","","TOK01",46451,267\n'
)


def told(games: arpad.Games) -> list[tuple[str, str, float, str]]:
    names = games.players.names
    assert games.time is not None
    return [
        (names[a], names[b], float(s), str(t))
        for a, b, s, t in zip(games.first, games.second, games.score, games.time, strict=True)
    ]


def counts(games: arpad.Games) -> tuple[int, int, int, int, int]:
    source = games.source
    return source.games, source.byes, source.forfeits, source.fixtures, source.rejected


def read(path: Path, text: str) -> arpad.Games:
    path.write_text(text, encoding="utf-8")
    return arpad.read_games(path)


def test_a_cup_as_football_txt(tmp_path: Path) -> None:
    games = read(tmp_path / "cup.txt", CUP)
    assert told(games) == [
        ("Ashford", "Birchley", 1.0, "1930-07-13"),
        ("Cedarton", "Ashford", 1.0, "1930-07-15"),
        ("Birchley", "Cedarton", 0.0, "1930-07-30"),
    ]
    assert counts(games) == (3, 1, 1, 0, 0)
    assert any("read as: Football.TXT, 4 matches in 2 rounds" in note for note in games.source.notes)


def test_a_league_as_football_txt_goes_on_in_the_next_year(tmp_path: Path) -> None:
    games = read(tmp_path / "league.txt", LEAGUE)
    assert told(games) == [
        ("Ashford 04", "1. FC Birchley", 1.0, "2018-08-17"),
        ("Cedarton", "Dale-under-Hill", 0.0, "2018-08-17"),
        ("1. FC Birchley", "Cedarton", 1.0, "2019-01-05"),
    ]
    assert counts(games) == (3, 0, 0, 2, 0)


def test_who_plays_at_home_can_be_said(tmp_path: Path) -> None:
    (tmp_path / "league.txt").write_text(LEAGUE, encoding="utf-8")
    games = arpad.read_games(tmp_path / "league.txt", columns={"home": "team1", "away": "team2"})
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, 1, 1]


def test_rows_of_a_league_table_are_no_matches(tmp_path: Path) -> None:
    table = "\n 1.Ashford   38  28  7  3  96-34  91  Champions\n 2.Cedarton  38  2  7  28  6-84  9\n"
    assert counts(read(tmp_path / "cup.txt", CUP + table)) == (3, 1, 1, 0, 0)


def test_a_team_against_itself_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line 13.*plays against itself"):
        read(tmp_path / "cup.txt", CUP.replace("Cedarton  1-0  Ashford", "Ashford  1-0  Ashford"))


@pytest.mark.parametrize(
    ("section", "points", "shootout"),
    [
        ("2-1", (2, 1), None),
        ("2-1 (1-0)", (2, 1), None),
        ("3-2 a.e.t. (2-2, 1-2)", (3, 2), None),
        ("4-3 pen. 1-1 a.e.t. (1-1, 0-1)", (1, 1), (4, 3)),
        ("0-3 pen. 0-0 a.e.t. (0-0)", (0, 0), (0, 3)),
        ("1-1 a.e.t. (1-1, 1-1), 5-3 pen.", (1, 1), (5, 3)),
        ("5-4 pen. (5-5, 2-3)", (5, 5), (5, 4)),
    ],
)
def test_scores_of_football_txt(
    section: str, points: tuple[int, int], shootout: tuple[int, int] | None
) -> None:
    found = score_of(section)
    assert found is not None
    assert (found.points, found.shootout) == (points, shootout)


def matches() -> list[dict[str, Any]]:
    """Return matches in the form of https://github.com/openfootball/worldcup.json; the teams are invented."""
    return [
        {"round": "Matchday 1", "date": "2006-06-09", "team1": "Oak", "team2": "Elm", "score": {"ft": [4, 2]}},
        {"round": "Final", "date": "2006-07-09", "team1": "Oak", "team2": "Ash", "score": {"ft": [1, 1], "et": [1, 1], "p": [5, 3]}},
        {"round": "Final", "date": "2006-07-08", "team1": "Elm", "team2": "Ash", "score": {"ft": [0, 0], "et": [0, 2]}},
        {"round": "Final", "date": "2006-07-08", "team1": "Elm", "team2": "Oak", "score": {"ft": [0, 3]}, "status": "awarded"},
        {"round": "Final", "date": "2006-07-10", "team1": "N.N.", "team2": "N.N."},
    ]  # fmt: skip


SHOT_OUT = [
    ("Oak", "Elm", 1.0, "2006-06-09"),
    ("Oak", "Ash", 1.0, "2006-07-09"),
    ("Elm", "Ash", 0.0, "2006-07-08"),
]


def test_football_json_counts_extra_time_and_shoot_outs(tmp_path: Path) -> None:
    games = read(tmp_path / "cup.json", json.dumps({"name": "Cup of Oak 2006", "matches": matches()}))
    assert told(games) == SHOT_OUT
    assert counts(games) == (3, 1, 1, 1, 0)


def test_a_shoot_out_can_be_left_drawn(tmp_path: Path) -> None:
    (tmp_path / "cup.txt").write_text(CUP, encoding="utf-8")
    assert arpad.read_games(tmp_path / "cup.txt", columns={"winner": ""}).score.tolist() == [1.0, 1.0, 0.5]


def test_football_json_with_rounds_and_teams_as_objects(tmp_path: Path) -> None:
    teams = [
        {**match, "team1": {"name": match["team1"]}, "team2": {"name": match["team2"], "code": "X"}}
        for match in matches()
    ]
    rounds = [{"name": "Matchday 1", "matches": teams[:1]}, {"name": "Final", "matches": teams[1:]}]
    games = read(tmp_path / "cup.json", json.dumps({"name": "Cup of Oak 2006", "rounds": rounds}, indent=1))
    assert told(games) == SHOT_OUT


def test_columns_of_the_json_can_be_chosen_still(tmp_path: Path) -> None:
    (tmp_path / "cup.json").write_text(
        json.dumps({"matches": [{**match, "winner_by": "Oak"} for match in matches()[:2]]}), encoding="utf-8"
    )
    games = arpad.read_games(
        tmp_path / "cup.json", columns={"first": "team1", "second": "team2", "winner": "winner_by"}
    )
    assert games.score.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("name", ["GL2019.TXT", "log.csv"])
def test_a_game_log_of_retrosheet(tmp_path: Path, name: str) -> None:
    games = read(tmp_path / name, LOG)
    assert told(games) == [("OAK", "SEA", 0.0, "2019-03-20"), ("OAK", "SEA", 0.5, "2019-03-21")]
    assert counts(games) == (2, 1, 1, 0, 0)
    assert games.advantage is not None


def test_a_row_of_a_game_log_that_is_cut_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line 4.*a row of 5 fields"):
        read(tmp_path / "GL2019.TXT", LOG + '"20190322","0","Fri","SEA","AL"\n')
