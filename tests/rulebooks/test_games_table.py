"""A table of games in memory in the place of a report: the same standings and rounds, and clear refusals."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.tournament import Result

TESTS = Path(__file__).parents[1]
TRF = TESTS / "tournament" / "trf" / "files"
FROME = TESTS.parent / "docs" / "data" / "frome-2026.trf"

WORDS = {
    "pairing-bye": "bye",
    "half-point-bye": "half-point bye",
    "full-point-bye": "full-point bye",
    "zero-point-bye": "zero-point bye",
}

TABLE: list[dict[str, Any]] = [
    {"round": 1, "white": "Ann", "black": "Bob", "result": "1-0"},
    {"round": 1, "white": "Cas", "black": "Dan", "result": "½-½"},
    {"round": 1, "white": "Eve", "black": "bye", "result": "1"},
    {"round": 2, "white": "Eve", "black": "Ann", "result": "+-"},
    {"round": 2, "white": "Dan", "black": "Bob", "result": "0-1"},
    {"round": 2, "white": "Cas", "black": "half-point bye", "result": None},
]


def rows_of(report: arpad.TournamentReport) -> list[dict[str, Any]]:
    """Return the games and byes of a report as rows of a table."""
    return [
        {
            "round": row["round"],
            "white": row["white_name"],
            "black": row["black_name"] or WORDS[row["kind"]],
            "result": row["result"],
        }
        for row in report.to_frame("games").rows(named=True)
    ]


@pytest.mark.parametrize(
    "file",
    [FROME, TRF / "late004_r03.trf", TRF / "real_37.trf", TRF / "moscow_cao_october2025.trf"],
    ids=lambda file: file.stem,
)
@pytest.mark.parametrize("library", ["rows", "polars", "pandas", "pyarrow"])
def test_a_table_of_the_games_of_a_report_is_ranked_as_the_report(file: Path, library: str) -> None:
    report = arpad.read_report(file)
    rows: Any = rows_of(report)
    if library != "rows":
        polars = pytest.importorskip("polars")
        pytest.importorskip(library)
        rows = polars.DataFrame(rows, infer_schema_length=None)
        rows = (
            rows
            if library == "polars"
            else getattr(rows, f"to_{'arrow' if library == 'pyarrow' else library}")()
        )
    codes = ["BH/C1", "BH", "SB", "WIN", "PS"]

    def values(source: Any) -> list[Any]:
        table = arpad.tie_breaks(source, codes, edition="2026-03-01")
        return sorted(table.select("name", "points", *codes).rows())

    players = {one.name: one.rating for one in report.players}
    assert values(arpad.read_report(rows, players=players)) == values(file)


@pytest.mark.parametrize(
    "file", [FROME, TRF / "late004_r03.trf", TRF / "tec-swiss_2026.trf"], ids=lambda one: one.stem
)
def test_a_table_of_the_games_of_a_report_is_paired_as_the_report(file: Path) -> None:
    report = arpad.read_report(file)
    # The numbers are those of the ratings, as in the report.
    players = {one.name: float(1000 - one.number) for one in report.players}
    table = arpad.read_report(rows_of(report), players=players)
    assert [one.name for one in table.players] == [one.name for one in report.players]
    for at in range(1, len(report.rounds) + 1):
        assert set(arpad.pair(table, round=at).pairs) == set(arpad.pair(report, "fide-dutch", round=at).pairs)


def test_byes_forfeits_and_games_to_come_are_told_by_their_rows() -> None:
    rows = [*TABLE, {"round": 3, "white": "Ann", "black": "Cas", "result": None}]
    tournament = arpad.read_report(rows).tournament
    first, second, third = tournament.rounds
    name = {one.name: number for number, one in tournament.by_number.items()}
    assert [(bye.number, bye.result) for bye in first.byes] == [(name["Eve"], Result.PAIRING_BYE)]
    assert [(bye.number, bye.result) for bye in second.byes] == [(name["Cas"], Result.HALF_BYE)]
    assert second.pairings[0].white_result is Result.FORFEIT_WIN
    assert third.pending == (1,)
    # 1 + forfeit; 1; 1; ½ + ½; ½.
    points = {row.name: float(row.points) for row in arpad.standings(rows)}
    assert points == {"Eve": 2.0, "Ann": 1.0, "Bob": 1.0, "Cas": 1.0, "Dan": 0.5}


@pytest.mark.parametrize(
    ("row", "result"),
    [
        ({"white": "Ann", "black": "bye", "result": "1-0"}, Result.PAIRING_BYE),
        ({"white": "bye", "black": "Ann", "result": "0-1"}, Result.PAIRING_BYE),
        ({"white": "bye", "black": "Ann", "result": "1"}, Result.PAIRING_BYE),
        ({"white": "Ann", "black": None, "result": None}, Result.PAIRING_BYE),
        ({"white": "Ann", "black": "bye", "result": "½"}, Result.HALF_BYE),
        ({"white": "Ann", "black": "bye", "result": "0"}, Result.ZERO_BYE),
        ({"white": "Ann", "black": "bye", "result": "-"}, Result.ZERO_BYE),
        ({"white": "Ann", "black": "half-point bye", "result": "½"}, Result.HALF_BYE),
        ({"white": "Ann", "black": "full-point bye", "result": "1"}, Result.FULL_BYE),
        ({"white": "Ann", "black": "zero-point bye", "result": ""}, Result.ZERO_BYE),
    ],
)
def test_a_bye_brings_what_its_row_says(row: dict[str, Any], result: Result) -> None:
    game = {"round": 1, "white": "Bob", "black": "Cas", "result": "1-0"}
    tournament = arpad.read_report([game, {"round": 1, **row}]).tournament
    assert [bye.result for bye in tournament.rounds[0].byes] == [result]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("+-", "+-"),
        ("-+", "-+"),
        ("---", "--"),
        ("+:-", "+-"),
        ("1-0 ff", "+-"),
        ("0-1 (forfeit)", "-+"),
        ("0-0 wo", "--"),
        ("W+F", "+-"),
        ("B+F", "-+"),
        ("0:3 (Wertung)", "-+"),
    ],
)
def test_a_forfeit_is_won_by_whom_its_row_says(text: str, results: str) -> None:
    rows = [*TABLE[:2], {"round": 1, "white": "Eve", "black": "Fay", "result": text}]
    game = arpad.read_report(rows).tournament.rounds[0].pairings[2]
    assert game.white_result.value + game.black_result.value == results


def test_goals_are_kept_and_halves_are_results() -> None:
    goals: dict[str, list[Any]] = {
        "round": ["1", "1"],
        "home": ["a", "b"],
        "away": ["c", "d"],
        "home_goals": [2, 0],
        "away_goals": [2, 1],
    }
    first, second = arpad.read_report(goals).tournament.rounds[0].pairings
    assert (first.points, first.white_result) == ((Fraction(2), Fraction(2)), Result.DRAW)
    assert (second.points, second.white_result) == ((Fraction(0), Fraction(1)), Result.LOSS)
    halves: dict[str, list[Any]] = {
        "Runde": [1, 1],
        "Weiss": ["a", "b"],
        "Schwarz": ["c", "d"],
        "w_score": [1, 0.5],
        "b_score": [0, 0.5],
    }
    roles = {"white": "Weiss", "black": "Schwarz", "points_first": "w_score", "points_second": "b_score"}
    games = arpad.read_report(halves, columns={**roles, "round": "Runde"}).tournament.rounds[0].pairings
    assert [(game.points, game.coloured) for game in games] == [(None, True), (None, True)]
    assert [game.white_result for game in games] == [Result.WIN, Result.DRAW]


def test_rounds_may_have_words_before_their_numbers() -> None:
    rows = [{**row, "round": f"Round {row['round']}"} for row in TABLE]
    assert arpad.read_report(rows).tournament == arpad.read_report(TABLE).tournament


def test_a_last_round_of_byes_alone_is_still_to_be_paired() -> None:
    rows = [*TABLE, {"round": 3, "white": "Ann", "black": "zero-point bye", "result": None}]
    report = arpad.read_report(rows)
    assert len(report.rounds) == 2
    made = arpad.pair(report)
    ann = next(one.number for one in report.players if one.name == "Ann")
    assert made.number == 3
    assert made.bye is None
    assert not any(ann in pair for pair in made.pairs)


def test_who_takes_part_is_known_from_ratings_players_or_a_file(tmp_path: Path) -> None:
    ratings = {"Zoe": 2200.0, "Cas": 2100.0, "Ann": None}
    report = arpad.read_report(TABLE, players=ratings)
    assert [one.name for one in report.players] == ["Zoe", "Cas", "Ann", "Bob", "Dan", "Eve"]
    # Who has not played is a late entry, who is paired from now on.
    assert report.players[0].arrives == 3
    assert 1 in {number for pair in arpad.pair(report).pairs for number in pair}
    file = tmp_path / "players.csv"
    file.write_text("name,rating,title,federation\nDan,1900,IM,KOR\nAnn,1950,,NED\n", encoding="utf-8")
    for players in (file, arpad.read_players(file)):
        first, second = arpad.read_report(TABLE, players=players).players[:2]
        assert (first.name, first.rating, first.title, first.federation) == ("Ann", 1950, "", "NED")
        assert (second.name, second.title) == ("Dan", "IM")


def test_a_record_of_games_without_byes_is_a_report() -> None:
    rows = [row for row in TABLE if row["result"] in ("1-0", "½-½", "0-1")]
    assert arpad.standings(arpad.read_games(rows)).rows == arpad.standings(rows).rows
    assert "no pairing system" in arpad.read_report(rows).notes[0]
    assert "order of their first appearance" in arpad.read_report(rows).notes[-1]


def changed(**cells: Any) -> list[dict[str, Any]]:
    """Return the table with other cells in its last row but one."""
    return [*TABLE[:4], {**TABLE[4], **cells}, TABLE[5]]


@pytest.mark.parametrize(
    ("ask", "code", "words"),
    [
        (
            lambda: [{k: v for k, v in row.items() if k != "round"} for row in TABLE],
            "games.no-round",
            "columns",
        ),
        (lambda: changed(round=None), "games.round", "row 5"),
        (lambda: changed(round="final"), "games.round", "'final'"),
        (lambda: changed(round=4), "games.round", "no game of round 3"),
        (lambda: changed(round=0), "games.round", "numbered from 1"),
        (lambda: changed(black="Ann"), "games.twice-in-round", "Ann is twice in round 2"),
        (lambda: changed(result="forfeit"), "games.unplayed", "who won by forfeit"),
        (lambda: [*TABLE[:5], {**TABLE[5], "result": "3"}], "games.unplayed", "not the result of a bye"),
        (lambda: arpad.read_games(TABLE), "games.unplayed", "a record of games does not keep"),
        (lambda: [{**row, "event": row["round"]} for row in TABLE], "games.several-events", "one event"),
        (lambda: {"round": [1], "white": ["a"], "black": ["b"], "result": [0.75]}, "games.score", "0.75"),
    ],
)
def test_what_a_table_lacks_is_told(ask: Any, code: str, words: str) -> None:
    for function in (arpad.pair, arpad.standings, arpad.check):
        with pytest.raises(arpad.BadInput) as caught:
            function(ask())
        assert caught.value.code == code
        assert words in str(caught.value)


def test_a_round_that_the_table_is_not_fit_for_is_refused() -> None:
    to_come = [*TABLE[:2], {"round": 1, "white": "Eve", "black": "Fay", "result": None}]
    over = [{"round": 1, "white": "Ann", "black": "Bob", "result": "1-0"}]
    for rows, system, code in ((to_come, None, "pair.results-missing"), (over, "knockout", "pair.refused")):
        with pytest.raises(arpad.BadInput) as caught:
            arpad.pair(rows, system)
        assert caught.value.code == code


def test_a_record_has_no_columns_to_choose() -> None:
    games = arpad.read_games([row for row in TABLE if row["result"] == "1-0"])
    with pytest.raises(arpad.BadInput) as caught:
        arpad.read_report(games, columns={"round": "round"})
    assert caught.value.code == "games.record"
