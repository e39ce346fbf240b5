"""Tables whose columns have names that nobody has listed are read by evidence, asked about, or refused."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import arpad
from arpad.cli import main
from arpad.record.columns.questions import Ambiguous
from arpad.record.columns.words import marks_of, tokens
from fuzz.tables import drawn, judged

TEAMS = ("Lions", "Bears", "Wolves", "Hawks", "Owls", "Foxes")


def league(rows: int = 30) -> list[tuple[str, str, int, int, str]]:
    """Return home, away, both scores and the day of games that are drawn."""
    lots = random.Random(5)
    found = []
    for at in range(rows):
        home, away = lots.sample(TEAMS, 2)
        found.append((home, away, lots.randrange(5), lots.randrange(4), f"2024-03-{at % 28 + 1:02}"))
    return found


def table(header: Sequence[str], rows: Sequence[Sequence[Any]], mark: str = ",") -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=mark, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def run(path: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["rate", str(path), "--system", "elo", *more])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("homeScore", ("home", "score")),
        ("visitor_team_name", ("visitor", "team", "name")),
        ("FTHG", ("ft", "home", "goals")),
        ("hometeam", ("home", "team")),
        ("player_1_score", ("player", "1", "score")),
        ("主队得分", ("主队", "得分")),
        ("홈득점", ("홈", "득점")),
        ("Équipe (Domicile)", ("equipe", "domicile")),
    ],
)
def test_a_name_is_taken_apart_into_words(name: str, words: tuple[str, ...]) -> None:
    assert tokens(name) == words


def test_words_say_which_side_is_meant() -> None:
    assert {mark.second for mark in marks_of("visitor")} == {True}
    assert {mark.kind for mark in marks_of("a")} == {"number", "home"}
    assert marks_of("score") == ()


LEAGUES = [
    ("team_home,team_away,score_home,score_away,schedule_date", True),
    ("home,visitor,homeScore,visitorScore,gameDate", True),
    ("home_team_name,visitor_team_name,home_pts,visitor_pts,date_game", True),
    ("HomeTeamId,AwayTeamId,HomeGoals,AwayGoals,MatchDate", True),
    ("team_a,team_b,sets_a,sets_b,match_date", False),
    ("id1,id2,k1,k2,date", False),
    ("Blue Team,Orange Team,Blue Score,Orange Score,Match Date", False),
    ("Heimverein,Gastverein,Tore Heim,Tore Gast,Termin", True),
    ("equipo_casa,equipo_fora,gols_casa,gols_fora,dia", True),
    ("主队,客队,主队得分,客队得分,日期", True),
    ("ホームチーム,アウェイチーム,ホーム得点,アウェイ得点,開催日", True),
    ("gospodarz,gość,bramki gospodarz,bramki gość,data meczu", True),
    ("ev sahibi takım,deplasman takım,ev sahibi gol,deplasman gol,maç tarihi", True),
]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize(("header", "at_home"), LEAGUES)
def test_sides_and_points_are_found_by_their_words(
    header: str, at_home: bool, mark: str, tmp_path: Path
) -> None:
    path = tmp_path / ("games.tsv" if mark == "\t" else "games.csv")
    rows = league()
    path.write_text(table(header.split(","), rows, mark), encoding="utf-8")
    games = arpad.read_games(path)
    assert [games.players.names[at] for at in games.first] == [row[0] for row in rows]
    assert games.points_first is not None
    assert games.points_second is not None
    assert games.points_first.tolist() == [row[2] for row in rows]
    assert games.points_second.tolist() == [row[3] for row in rows]
    assert (games.advantage is not None) == at_home
    assert games.time is not None
    assert str(games.time[0])[:10] == rows[0][4]


@pytest.mark.parametrize(("header", "at_home"), LEAGUES)
def test_the_order_of_the_columns_does_not_matter(header: str, at_home: bool, tmp_path: Path) -> None:
    names, rows = header.split(","), league()
    whole = tmp_path / "whole.csv"
    whole.write_text(table(names, rows), encoding="utf-8")
    shuffled = tmp_path / "shuffled.csv"
    order = random.Random(header).sample(range(5), 5)
    shuffled.write_text(
        table([names[at] for at in order], [[row[at] for at in order] for row in rows]), encoding="utf-8"
    )
    one, other = arpad.read_games(whole), arpad.read_games(shuffled)
    if at_home:
        assert one.digest == other.digest
    else:  # either side may stand first
        assert sorted(one.players.names) == sorted(other.players.names)
        same = {(str(d), frozenset({(a, s), (b, 1 - s)})) for a, b, s, d in _games(one)}
        assert same == {(str(d), frozenset({(a, s), (b, 1 - s)})) for a, b, s, d in _games(other)}


def _games(games: arpad.Games) -> list[tuple[str, str, float, Any]]:
    names = games.players.names
    assert games.time is not None
    return [
        (names[a], names[b], float(s), d)
        for a, b, s, d in zip(games.first, games.second, games.score, games.time, strict=True)
    ]


def test_half_time_and_odds_do_not_mislead(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    header = "tdate,team_home,team_away,half_home,half_away,odds_home,odds_away,goals_home,goals_away,rank_home,rank_away"
    rows = [
        (day, home, away, min(one, 1), min(other, 1), 1.8, 3.4, one, other, 3, 5)
        for home, away, one, other, day in league()
    ]
    path.write_text(table(header.split(","), rows))
    games = arpad.read_games(path)
    assert games.points_first is not None
    assert games.points_first.tolist() == [row[7] for row in rows]


def test_what_was_understood_is_told_with_the_columns_that_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(table(["team_home", "team_away", "score_home", "score_away", "schedule_date"], league()))
    ran = run(path)
    option = (
        "home=team_home,away=team_away,time=schedule_date,points_first=score_home,points_second=score_away"
    )
    assert ran.exit_code == 0
    assert f"{path}: read as: {option.replace(',', ', ')}" in ran.output
    again = run(path, "--columns", option)
    assert again.exit_code == 0
    assert "read as" not in again.output
    assert again.stdout.splitlines()[-5:] == ran.stdout.splitlines()[-5:]


def test_two_readings_that_are_equally_good_are_both_told_and_nothing_is_rated(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    lots = random.Random(4)
    rows = [(*lots.sample(TEAMS, 2), *lots.choices(range(20), k=4)) for _ in range(30)]
    path.write_text(table(["p1", "p2", "dp1", "dp2", "mp1", "mp2"], rows))
    with pytest.raises(Ambiguous) as caught:
        arpad.read_games(path)
    assert caught.value.code == "columns.ambiguous"
    ran = run(path)
    assert ran.exit_code == 2
    assert ran.stdout == ""
    for pair in ("points_first=dp1,points_second=dp2", "points_first=mp1,points_second=mp2"):
        assert f"--columns first=p1,second=p2,{pair}" in ran.stderr
    assert run(path, "--columns", "first=p1,second=p2,points_first=dp1,points_second=dp2").exit_code == 0


def test_a_column_that_names_the_winner_settles_which_points_count(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    lots = random.Random(4)
    rows: list[tuple[Any, ...]] = []
    for _ in range(40):
        one, other = lots.sample(TEAMS, 2)
        dp, mp = lots.sample(range(20), 2), lots.sample(range(20), 2)
        rows.append((one, other, *dp, *mp, one if mp[0] > mp[1] else other))
    path.write_text(table(["p1", "p2", "dp1", "dp2", "mp1", "mp2", "winner"], rows))
    games = arpad.read_games(path)
    assert games.score.tolist() == [float(row[4] > row[5]) for row in rows]


def test_the_winner_by_name_decides_where_the_result_tells_a_margin(tmp_path: Path) -> None:
    path = tmp_path / "cricket.csv"
    lots = random.Random(8)
    rows = []
    for _ in range(30):
        one, other = lots.sample(TEAMS, 2)
        rows.append(
            (
                one,
                other,
                lots.choice((one, other)),
                lots.choice((one, other)),
                lots.choice(("runs", "wickets")),
            )
        )
    path.write_text(table(["team1", "team2", "toss_winner", "winner", "result"], rows))
    games = arpad.read_games(path)
    assert games.score.tolist() == [float(row[3] == row[0]) for row in rows]


def test_a_flag_called_played_is_no_date(tmp_path: Path) -> None:
    path = tmp_path / "groups.json"
    games = [
        {"home": home, "away": away, "homeScore": one, "awayScore": other, "played": True, "matchday": 1}
        for home, away, one, other, _ in league()
    ]
    games.append({"home": "Lions", "away": "Bears", "homeScore": None, "awayScore": None, "played": False})
    path.write_text(json.dumps(games))
    found = arpad.read_games(path)
    assert (found.source.games, found.source.fixtures) == (30, 1)


def test_a_row_for_each_side_is_a_game_of_two_rows(tmp_path: Path) -> None:
    path = tmp_path / "sides.csv"
    rows: list[tuple[Any, ...]] = []
    for at, (home, away, one, other, _) in enumerate(league()):
        pair = [(at, home, "home", one, "Coach A", 40), (at, away, "away", other, "Coach B", 60)]
        rows += reversed(pair) if at % 2 else pair
    path.write_text(table(["game_id", "team_id", "HoA", "goals", "head_coach", "shots"], rows))
    games = arpad.read_games(path)
    wanted = league()
    assert [games.players.names[at] for at in games.first] == [row[0] for row in wanted]
    assert games.points_first is not None
    assert games.points_first.tolist() == [row[2] for row in wanted]
    assert games.advantage is not None
    path.write_text(path.read_text() + "99,Lions,home,3,Coach A,40\n")
    with pytest.raises(arpad.BadInput, match="line 62: the game of this row has not two rows"):
        arpad.read_games(path)


def test_a_row_for_each_player_of_both_teams_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    rows = [
        (at, home, f"{home} {seat}", one, away, f"{away} {seat}", other)
        for at, (home, away, one, other, _) in enumerate(league())
        for seat in range(3)
    ]
    header = (
        "Match ID,Blue Team Name,Blue Player Tag,Blue Score,Orange Team Name,Orange Player Tag,Orange Score"
    )
    path.write_text(table(header.split(","), rows))
    games = arpad.read_games(path)
    assert len(games) == 30
    assert [games.players.names[at] for at in games.first] == [row[0] for row in league()]


def test_look_tells_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(table(["team_home", "team_away", "score_home", "score_away", "schedule_date"], league()))
    ran = CliRunner().invoke(main, ["look", str(path), "--json"])
    reading = json.loads(ran.stdout)["reading"]
    assert reading["shape"] == "games"
    assert reading["roles"]["first"] == "team_home"
    assert 0.5 <= reading["confidence"] <= 1.0
    assert run(path, "--columns", reading["columns"]).exit_code == 0
    path.write_text(table(["home", "away", "home_score", "away_score", "date"], league()))
    ran = CliRunner().invoke(main, ["look", str(path), "--json"])
    assert json.loads(ran.stdout)["reading"]["confidence"] == 1.0


def test_a_table_in_memory_is_read_so_too() -> None:
    names = ["team_home", "team_away", "score_home", "score_away", "schedule_date"]
    columns = dict(zip(names, map(list, zip(*league(), strict=True)), strict=True))
    games = arpad.read_games(columns)
    assert games.points_first is not None
    assert games.points_first.tolist() == [row[2] for row in league()]


def test_one_damaged_row_of_a_table_with_known_names_is_told_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = [list(row) for row in league()]
    rows[7][2] = "x"
    path.write_text(table(["home", "away", "home_score", "away_score", "date"], rows))
    with pytest.raises(arpad.BadInput, match="line 9, column home_score: 'x' is not a number of points"):
        arpad.read_games(path)


def test_what_is_no_table_of_games_is_refused_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(table(("name", "age", "city"), [("Ann", 33, "Oslo"), ("Bo", 41, "Rome")]))
    with pytest.raises(arpad.BadInput, match="no two columns name the two sides"):
        arpad.read_games(path)


def test_contests_of_several_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "poker.csv"
    lots = random.Random(3)
    rows = [
        (at * 10 + seat, at, f"Player {seat}", 1 + lots.randrange(2), lots.randrange(400))
        for at in range(12)
        for seat in range(5)
    ]
    path.write_text(table(("ID", "Game ID", "Player Name", "Buyins", "Stack"), rows))
    ran = run(path)
    assert ran.exit_code == 2
    chosen = "contest=Game ID,player=Player Name,result=Stack"
    assert f"--columns {chosen}" in ran.stderr
    command = ["rate", str(path), "--system", "weng-lin", "--columns", chosen]
    rated = CliRunner().invoke(main, command)
    assert rated.exit_code == 0, rated.output


def test_tables_that_are_drawn_are_read_right_or_asked_about(tmp_path: Path) -> None:
    verdicts = [judged(drawn(random.Random(f"suite {number}")), tmp_path / "t.csv") for number in range(300)]
    assert "wrong" not in verdicts
    assert sum(verdict != "right" for verdict in verdicts) < 15


@pytest.mark.parametrize(
    "words", [("winner", "loser"), ("Win", "Loss"), ("Sieger", "Verlierer"), ("승자", "패자")]
)
def test_words_for_winner_and_loser_are_results_of_a_contest(words: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    rows = [(at, f"Player {seat}", words[seat != at % 4]) for at in range(8) for seat in range(4)]
    path.write_text(table(("game_id", "player", "result"), rows), encoding="utf-8")
    contests = arpad.read_contests(path)
    assert len(contests) == 8
    assert run(path, "--system", "weng-lin").exit_code == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("status", ("FT", "NS")),
        ("played", ("true", "false")),
        ("finished", ("1", "0")),
        ("state", ("Final", "Live")),
    ],
)
@pytest.mark.parametrize(
    "sides", ["team_home,team_away,score_home,score_away", "home,away,home_score,away_score"]
)
def test_a_flag_tells_fixtures_from_games(
    name: str, words: tuple[str, str], sides: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.csv"
    rows: list[tuple[Any, ...]] = [(*row[:4], words[0]) for row in league()]
    rows += [("Lions", "Bears", 0, 0, words[1]), ("Owls", "Bears", 1, 0, words[1])]
    path.write_text(table((*sides.split(","), name), rows))
    games = arpad.read_games(path)
    assert (games.source.games, games.source.fixtures) == (30, 2)
    assert any(f"rows that {name!r} calls unplayed are fixtures" in note for note in games.source.notes)


@pytest.mark.parametrize(
    ("name", "words"), [("is_final", ("False", "True")), ("status", ("W", "L")), ("live", ("0", "1"))]
)
def test_a_column_that_only_looks_like_a_flag_makes_no_fixtures(
    name: str, words: tuple[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "games.csv"
    rows = [(*row[:4], words[at % 9 == 0]) for at, row in enumerate(league())]
    path.write_text(table(("home", "away", "home_score", "away_score", name), rows))
    assert arpad.read_games(path).source.fixtures == 0


def test_a_table_in_memory_with_a_row_for_each_player_is_one_game_a_match() -> None:
    rows = [
        {"Match ID": at, "Blue Team": home, "Blue Player": f"{home} {seat}", "Blue Score": one,
         "Orange Team": away, "Orange Player": f"{away} {seat}", "Orange Score": other}
        for at, (home, away, one, other, _) in enumerate(league())
        for seat in range(3)
    ]  # fmt: skip
    games = arpad.read_games(rows)
    assert len(games) == 30
    assert any("a row for each player of a game" in note for note in games.source.notes)


def test_which_order_days_and_months_have_is_asked_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    rows = [(*row[:4], f"{at % 9 + 1}/{at % 7 + 1}/2024") for at, row in enumerate(league())]
    path.write_text(table(["team_home", "team_away", "score_home", "score_away", "schedule_date"], rows))
    ran = run(path)
    assert ran.exit_code == 2
    assert "--date-format dmy" in ran.stderr
    assert run(path, "--date-format", "dmy").exit_code == 0


def test_ragged_rows_of_a_table_of_another_shape_are_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "sides.csv"
    rows: list[tuple[Any, ...]] = []
    for at, (home, away, one, other, _) in enumerate(league()):
        rows += [(at, home, "home", one), (at, away, "away", other)]
    path.write_text(table(["game_id", "team_id", "HoA", "goals"], rows) + "98,Lions\n99,Lions,home,3\n")
    games = arpad.read_games(path, rejects=tmp_path / "rejects.csv")
    assert (games.source.games, games.source.rejected) == (30, 2)


@pytest.mark.parametrize("sides", [("team_a", "team_b"), ("team1", "team2"), ("home_team", "away_team")])
@pytest.mark.parametrize("winner", ["winner", "winner_id", "Sieger"])
def test_a_winner_0_or_1_is_not_read(tmp_path: Path, sides: tuple[str, str], winner: str) -> None:
    """It is the number of the side, from 0 on, or says whether the first side has won."""
    rows = [(*sorted(game[:2]), str(at % 2)) for at, game in enumerate(league())]
    path = tmp_path / "games.csv"
    path.write_text(table((*sides, winner), rows), encoding="utf-8")
    with pytest.raises(arpad.BadInput):
        arpad.read_games(path)


def test_sides_that_are_numbered_from_0_on(tmp_path: Path) -> None:
    rows = [(home, away, "0" if at % 3 else "1") for at, (home, away, *_) in enumerate(league())]
    path = tmp_path / "games.csv"
    path.write_text(table(("team_0", "team_1", "winner"), rows), encoding="utf-8")
    games = arpad.read_games(path)
    assert [float(score) for score in games.score] == [1.0 if winner == "0" else 0.0 for *_, winner in rows]


@pytest.mark.parametrize("word", ["postponed", "rinviata", "verlegt", "aplazado", "uitgesteld", "перенесен"])
def test_a_game_that_was_put_off_and_has_a_result_was_played_later(tmp_path: Path, word: str) -> None:
    text = (
        f"home,away,home_goals,away_goals,{word}\nA,B,2,1,false\nB,C,1,3,true\nC,A,1,1,false\nA,C,0,2,true\n"
    )
    path = tmp_path / "league.csv"
    path.write_text(text, encoding="utf-8")
    assert arpad.read_games(path).source.games == 4


def test_a_game_that_was_put_off_without_a_goal_is_a_fixture(tmp_path: Path) -> None:
    text = "home,away,home_goals,away_goals,postponed\nA,B,2,1,false\nB,C,0,0,true\nC,A,1,1,false\n"
    path = tmp_path / "league.csv"
    path.write_text(text, encoding="utf-8")
    games = arpad.read_games(path)
    assert (games.source.games, games.source.fixtures) == (2, 1)
