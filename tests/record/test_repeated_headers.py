"""Lines that repeat the header, flags that are none, and the first objects of long JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import arpad


def read_lines(folder: Path, *lines: str) -> arpad.Games:
    path = folder / "league.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return arpad.read_games(path)


ROWS = ["2024-05-01,Lions,2-1,Bears", "2024-05-02,Bears,1-1,Foxes", "2024-05-03,Foxes,0-2,Lions"]


@pytest.mark.parametrize("again", ["Data,Casa,Placar,Fora", "data,casa,placar,fora", "Date,Home,Score,Away"])
def test_a_line_that_repeats_the_header_is_no_row(tmp_path: Path, again: str) -> None:
    games = read_lines(tmp_path, "Data,Casa,Placar,Fora", ROWS[0], again, *ROWS[1:])
    assert (games.source.games, games.source.rows) == (3, 3)
    assert any("lines that repeat the header are left out" in note for note in games.source.notes)


def test_a_line_that_is_no_header_is_still_an_error(tmp_path: Path) -> None:
    with pytest.raises(arpad.BadInput, match="line 3"):
        read_lines(tmp_path, "date,home,score,away", ROWS[0], "2024-05-09,Foxes,soon,Bears", *ROWS[1:])


@pytest.mark.parametrize(
    ("header", "advantage"),
    [
        ("datum,domaca_ekipa,gostujoca_ekipa,domaci_goli,gostujoci_goli", True),
        ("datum,domaci,hostia,goly domaci,goly hostia", True),
        ("tanggal,tuan rumah,tamu,gol tuan rumah,gol tamu", True),
        ("datums,majinieki,viesi,majinieki varti,viesi varti", True),
        ("data,seimininkai,sveciai,seimininkai taskai,sveciai taskai", True),
        ("data,gazde,oaspeti,goluri gazde,goluri oaspeti", True),
        ("дата,домакин,гост,голове домакин,голове гост", True),
        ("päivä,kotijoukkue,vierasjoukkue,koti maalit,vieras maalit", True),
        ("datum,igrac1,igrac2,poeni1,poeni2", False),
        ("tanggal,pemain1,pemain2,poin1,poin2", False),
    ],
)
def test_sides_and_goals_in_more_languages(tmp_path: Path, header: str, advantage: bool) -> None:
    games = read_lines(
        tmp_path, header, "2024-05-01,Ann,Bob,2,1", "2024-05-02,Bob,Cho,0,3", "2024-05-03,Cho,Ann,1,1"
    )
    assert [float(score) for score in games.score] == [1.0, 0.0, 0.5]
    assert (games.advantage is not None) is advantage


def test_the_minutes_of_live_games_are_no_state(tmp_path: Path) -> None:
    games = read_lines(
        tmp_path,
        "home,away,home_score,away_score,live_minutes,live_time",
        *("A,B,2,1,63,10:00", "B,C,0,0,0,00:00", "C,A,1,3,0,00:00", "A,C,1,3,1,00:00"),
    )
    assert games.source.games == 4


def test_results_that_stand_behind_many_long_fixtures_are_seen(tmp_path: Path) -> None:
    def game(at: int, first: str, second: str) -> dict[str, str]:
        long = {f"remarkable_{key}": "x" * 100 for key in range(20)}
        teams = {"team_A_name": f"Team {at % 7}", "team_B_name": f"Team {(at + 1) % 7}"}
        return {**long, **teams, "fs_A": first, "fs_B": second}

    rows = [game(at, "", "") for at in range(60)] + [game(at, str(at % 3), "4") for at in range(20)]
    path = tmp_path / "matches.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    games = arpad.read_games(path)
    assert (games.source.games, games.source.fixtures) == (20, 60)


def test_a_clock_beside_moments_says_the_same_again(tmp_path: Path) -> None:
    games = read_lines(
        tmp_path,
        "date,time,home,away,score1,score2",
        "2024-05-01 00:09:00,00:09,A,B,3,1",
        "2024-05-01 00:15:00,00:15,B,C,3,2",
        "2024-05-02 00:16:00,00:16,C,A,1,3",
    )
    assert [float(score) for score in games.score] == [1.0, 1.0, 0.0]


def test_points_before_the_round_do_not_contradict_its_results(tmp_path: Path) -> None:
    games = read_lines(
        tmp_path,
        "WhiteName,WhitePoints,Result,BlackPoints,BlackName",
        *("Ann,4.0,1-0,4.0,Bob", "Cho,3.5,0-1,4.0,Dan", "Eve,3.0,½-½,3.5,Fay", "Gus,2,1-0,3,Hal"),
    )
    assert [float(score) for score in games.score] == [1.0, 0.0, 0.5, 1.0]
    with pytest.raises(arpad.BadInput, match="contradicts the points"):
        read_lines(
            tmp_path,
            "WhiteName,WhitePoints,Result,BlackPoints,BlackName",
            *(
                "Ann,1,1-0,0,Bob",
                "Cho,0,0-1,1,Dan",
                "Eve,.5,½-½,.5,Fay",
                "Gus,1,1-0,0,Hal",
                "Gus,1,0-1,0,Bob",
            ),
            *("Ann,1,1-0,0,Dan", "Cho,0,0-1,1,Bob"),
        )
