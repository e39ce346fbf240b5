"""A look at files before they are rated: facts, likely mistakes, and what speaks for one player or two."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import Contests, Games, read_games
from arpad.record.survey import Survey, look
from arpad.record.survey.facts import games_by_time, players_by_games
from arpad.record.survey.suspicious import Finding, told

TODAY = date(2026, 11, 1)

LEAGUE = """\
date,white,black,result,remark
2024-01-03,Ann,"Smith, John",1-0,
2024-01-10,Bob,"Smith, John",1-0,
2024-01-10,Bob,Ann,½-½,
2024-01-17,Ann,bye,1-0,
2024-02-03,J. Smith,Bob,0-1,late
2024-02-10,Ann,Bob,,
2024-02-10,Cho,Cho,1-0,
2024-02-11,Ann,Bob,whatever,
2024-02-17,Zoe,Yan,1-0,
2024-02-20,Cho,Bob,+ -,
"""


def seen(tmp_path: Path, text: str, name: str = "league.csv", **options: Any) -> Survey:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return look(file, today=TODAY, **options)


def finding(survey: Survey, code: str) -> Finding | None:
    return next((one for one in survey.findings if one.code == code), None)


def lines(found: Finding | None) -> list[int | None]:
    assert found is not None
    return [place.line for place in found.places]


def test_the_facts_of_a_league(tmp_path: Path) -> None:
    found = seen(tmp_path, LEAGUE)
    (file,) = found.files
    assert dict(file.roles) == {"first": "white", "second": "black", "score": "result", "time": "date"}
    assert file.unused == ["remark"]
    assert list(file.lines) == [2, 3, 4, 6, 10]
    rows = found.source
    assert (rows.rows, rows.games, rows.byes, rows.forfeits, rows.fixtures, rows.rejected) == (
        10,
        5,
        2,
        1,
        1,
        2,
    )
    assert found.span is not None
    assert (found.span.first, found.span.last) == ("2024-01-03", "2024-02-17")
    assert (found.span.distinct, found.span.months) == (4, 2)
    assert found.players is not None
    assert (found.players.count, found.players.once, found.players.busiest) == (6, 3, "Bob")
    assert found.results is not None
    assert (found.results.first_won, found.results.drawn, found.results.second_won) == (3, 1, 1)
    assert [(group.players, group.games) for group in found.groups] == [(4, 4), (2, 1)]
    assert [(reject.line, reject.column) for reject in found.rejects] == [(8, "black"), (9, "result")]


def test_two_names_with_their_evidence(tmp_path: Path) -> None:
    (pair,) = seen(tmp_path, LEAGUE).near
    assert pair.kind == "initial"
    assert (pair.often.name, pair.often.games, pair.often.last) == ("Smith, John", 2, "2024-01-10")
    assert (pair.seldom.name, pair.seldom.games) == ("J. Smith", 1)
    assert (pair.met, pair.opponents, pair.overlap, pair.are_two) == (0, 1, False, False)


@pytest.mark.parametrize(
    ("days", "overlap"),
    [
        (((1, 5), (6, 9)), False),
        (((6, 9), (1, 5)), False),
        (((1, 6), (6, 9)), True),
        (((6, 9), (1, 6)), True),
        (((1, 9), (4, 5)), True),
    ],
)
def test_two_names_overlap_where_each_began_before_the_other_ended(
    days: tuple[tuple[int, int], tuple[int, int]], overlap: bool, tmp_path: Path
) -> None:
    rows = [
        f'2024-01-0{day},"{name}",Bob,1-0\n'
        for name, played in zip(("Smith, John", "J. Smith"), days, strict=True)
        for day in played
    ]
    (pair,) = seen(tmp_path, "date,white,black,result\n" + "".join(rows)).near
    assert pair.overlap is overlap


def test_two_who_met_are_two(tmp_path: Path) -> None:
    found = seen(tmp_path, 'white,black,result\nJ. Smith,"Smith, John",1-0\n')
    assert [pair.met for pair in found.near] == [1]
    assert found.open_names == []


def test_two_who_played_in_one_round_are_two(tmp_path: Path) -> None:
    rows = 'event,round,white,black,result\nCup,1,J. Smith,Bob,1-0\nCup,1,Ann,"Smith, John",1-0\n'
    found = seen(tmp_path, rows)
    assert [(pair.met, pair.at_once) for pair in found.near] == [(0, 1)]
    assert found.open_names == []
    again = seen(tmp_path, rows.replace("Cup,1,Ann", "Cup,2,Ann"))
    assert len(again.open_names) == 1


def test_a_name_of_one_game_beside_a_frequent_one(tmp_path: Path) -> None:
    rows = "".join(f"Collingwood,Other {'abcdefghijk'[i]}x,1-0\n" for i in range(10))
    found = seen(tmp_path, f"white,black,result\n{rows}Colingwood,Richmond,1-0\n")
    (pair,) = [pair for pair in found.near if pair.often.name == "Collingwood"]
    assert pair.once
    assert pair.kind == "typing"


def test_a_game_entered_twice_and_one_with_two_results(tmp_path: Path) -> None:
    head = "event,round,white,black,result\n"
    rows = [f"Cup,{k},A{chr(97 + k)}x,B{chr(97 + k)}y,1-0" for k in range(20)]
    again = ["Cup,3,Adx,Bdy,1-0", "Cup,5,Afx,Bfy,0-1"]
    found = seen(tmp_path, head + "\n".join([*rows, *again]) + "\n")
    assert lines(finding(found, "same-game-twice")) == [22]
    assert lines(finding(found, "two-results")) == [7, 23]
    unknown = [f"Cup,,A{chr(97 + k)}x,B{chr(97 + k)}y,{result}" for k in (0, 0) for result in ("1-0", "0-1")]
    assert seen(tmp_path, head + "\n".join([*rows, *unknown]) + "\n").findings == []


def test_several_games_a_day_are_usual_where_many_play_them(tmp_path: Path) -> None:
    head = "date,white,black,result\n"
    blitz = [f"2024-01-{day:02d},Ann,Bob,1-0" for day in range(1, 29) for _ in range(3)]
    assert finding(seen(tmp_path, head + "\n".join(blitz) + "\n"), "same-game-twice") is None
    league = [f"2024-01-{day:02d},Ann,Bob,1-0" for day in range(1, 29)]
    found = seen(tmp_path, head + "\n".join([*league, league[4]]) + "\n")
    assert lines(finding(found, "same-game-twice")) == [30]


def from_both_sides() -> list[str]:
    """Return ten games on ten days, each from either side."""
    rows = []
    for day in range(1, 11):
        one, two = f"P{chr(96 + day)}q", f"R{chr(96 + day)}s"
        rows += [f"2024-03-{day:02d},{one},{two},1-0", f"2024-03-{day:02d},{two},{one},0-1"]
    return rows


def test_a_player_and_an_opponent_with_every_game_from_both_sides(tmp_path: Path) -> None:
    found = seen(tmp_path, "date,player,opponent,result\n" + "\n".join(from_both_sides()) + "\n")
    assert len(found.record) == 10
    assert any("two rows for each game, one from each side" in note for note in found.source.notes)


def test_a_table_with_every_game_from_both_sides(tmp_path: Path) -> None:
    head = "round,player_a,player_b,result\n"
    rows = [row.replace("2024-03-", "") for row in from_both_sides()]
    both = finding(seen(tmp_path, head + "\n".join(rows) + "\n"), "both-sides")
    assert both is not None
    assert both.count == 10
    assert lines(both) == list(range(3, 23, 2))
    assert finding(seen(tmp_path, head + "\n".join(rows[::2]) + "\n"), "both-sides") is None


def test_a_double_round_at_home_and_away_is_not_such_a_table(tmp_path: Path) -> None:
    names = "ABCDE"
    rows = [f"{a},{b},{'1-0' if a < b else '0-1'}" for a in names for b in names if a != b]
    assert finding(seen(tmp_path, "home,away,result\n" + "\n".join(rows) + "\n"), "both-sides") is None


def test_dates_far_from_the_others_and_in_the_future(tmp_path: Path) -> None:
    rows = [f"2024-01-{day:02d},Ann,Bob,1-0" for day in range(1, 29)]
    text = "date,white,black,result\n" + "\n".join(
        [*rows, "2204-01-05,Ann,Bob,1-0", "1924-01-05,Ann,Bob,1-0"]
    )
    found = seen(tmp_path, text + "\n")
    assert lines(finding(found, "future-date")) == [30]
    assert lines(finding(found, "far-date")) == [31]
    assert finding(seen(tmp_path, "date,white,black,result\n" + "\n".join(rows) + "\n"), "far-date") is None


def test_a_history_that_begins_slowly_is_not_far_off(tmp_path: Path) -> None:
    won = ("1-0", "0-1")
    rows = [f"{year}-05-01,Ann,Bob,{won[year % 2]}" for year in range(1872, 1950)]
    rows += [
        f"{year}-{month:02d}-01,Ann,Bob,{won[month % 2]}"
        for year in range(1950, 2020)
        for month in range(1, 13)
    ]
    found = seen(tmp_path, "date,white,black,result\n" + "\n".join(rows) + "\n")
    assert found.findings == []


def test_pgn_is_seen_with_its_lines(tmp_path: Path) -> None:
    game = '[White "Ann"]\n[Black "Bob"]\n[Result "{}"]\n[Date "2024.01.0{}"]\n\n{}\n\n'
    text = "".join(game.format(result, day, result) for day, result in ((1, "1-0"), (2, "*"), (3, "0-1")))
    found = seen(tmp_path, text, "games.pgn")
    assert found.source.fixtures == 1
    assert [len(file.lines) for file in found.files] == [2]
    assert found.files[0].roles["first"] == "White"


def test_several_files_name_theirs(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("white,black,result\nAnn,Bob,1-0\n")
    (tmp_path / "b.csv").write_text("home,away,result\nAnn,Cho,1-0\nAnn,Ann,1-0\n")
    found = look([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert [(Path(reject.file).name, reject.line) for reject in found.rejects] == [("b.csv", 3)]
    assert [len(file.lines) for file in found.files] == [1, 1]


def test_contests_frames_and_records(tmp_path: Path) -> None:
    found = seen(tmp_path, "match,player,place\n1,Ann,1\n1,Bob,2\n1,Cho,3\n2,Zoe,1\n2,Yan,2\n")
    assert isinstance(found.record, Contests)
    assert [group.players for group in found.groups] == [3, 2]
    assert [group.games for group in found.groups] == [1, 1]
    frame = pl.DataFrame({"white": ["Ann", "Bob"], "black": ["Bob", "Bob"], "score": [1.0, 0.0]})
    assert [reject.line for reject in look(frame).rejects] == [2]
    file = tmp_path / "plain.csv"
    file.write_text("white,black,result\nAnn,Bob,1-0\n")
    assert look(read_games(file)).players == look(file).players


def test_the_record_is_the_one_that_is_rated(tmp_path: Path) -> None:
    text = LEAGUE.replace("2024-02-10,Cho,Cho,1-0,\n", "").replace("2024-02-11,Ann,Bob,whatever,\n", "")
    found = seen(tmp_path, text)
    assert found.record.digest == read_games(tmp_path / "league.csv").digest
    assert found.source == read_games(tmp_path / "league.csv").source


def test_the_document_is_json_and_accounts_for_every_row(tmp_path: Path) -> None:
    document = json.loads(json.dumps(seen(tmp_path, LEAGUE).as_dict(), allow_nan=False))
    rows = document["rows"]
    assert rows["read"] == rows["games"] + rows["byes"] + rows["fixtures"] + rows["rejected"]
    assert document["rejects"][0]["problem"] == "'Cho' plays against itself"


def test_a_header_without_sides_is_an_error_that_names_the_columns(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the columns are x, y"):
        seen(tmp_path, "x,y\n1,2\n")


def test_games_are_counted_by_days_months_years_and_periods() -> None:
    days = np.array(["2024-01-03", "2024-01-03", "2024-01-05"], dtype="datetime64[D]")
    assert games_by_time(days) == [("2024-01-03", 2), ("2024-01-04", 0), ("2024-01-05", 1)]
    assert games_by_time(days.astype("datetime64[s]")) == games_by_time(days)
    months = np.array(["2023-11-30", "2024-01-31", "2024-01-01"], dtype="datetime64[D]")
    assert games_by_time(months) == [("2023-11", 1), ("2023-12", 0), ("2024-01", 2)]
    years = np.array(["2019-12-31", "2024-01-31"], dtype="datetime64[D]")
    assert [label for label, _ in games_by_time(years)] == ["2019", "2020", "2021", "2022", "2023", "2024"]
    long = np.array(["1872-11-30", "1874-01-01", "2021-12-31"], dtype="datetime64[D]")
    found = games_by_time(long)
    assert found[0] == ("1870 to 1874", 2)
    assert found[-1] == ("2020 to 2024", 1)
    assert len(found) == 31
    assert games_by_time(np.array([7, 7, 9])) == [("7", 2), ("8", 0), ("9", 1)]
    assert sum(count for _, count in games_by_time(np.array([-5, 10**15]))) == 2
    assert games_by_time(None) == []


def test_players_are_counted_by_their_games() -> None:
    assert players_by_games(np.array([0, 1, 1, 2, 3, 5, 6, 10, 11, 0])) == [
        ("1", 2),
        ("2", 1),
        ("3 to 5", 2),
        ("6 to 10", 2),
        ("11 to 20", 1),
    ]
    assert players_by_games(np.array([1])) == [("1", 1)]
    assert players_by_games(np.array([0])) == []


def test_a_game_in_a_few_words() -> None:
    games = Games.from_arrays(["Ann"], ["Bob"], [0.5], event=["Cup"], round=["3"], time=["2024-03-05"])
    assert told(games, 0) == "Ann – Bob ½-½, Cup, round 3, 2024-03-05"
    assert told(replace(games, round=None), 0) == "Ann – Bob ½-½, Cup, 2024-03-05"
