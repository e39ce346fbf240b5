"""Matches rated by the name of their competition: the note, unknown names, the table, and verifying."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run

MATCHES = """\
date,home_team,away_team,home_score,away_score,tournament,city,country,neutral
2012-02-29,Germany,France,1,2,Friendly,Bremen,Germany,FALSE
2012-06-11,France,England,1,1,UEFA Euro,Donetsk,Ukraine,TRUE
2012-08-15,Germany,Argentina,1,3,Friendly,Frankfurt,Germany,FALSE
2012-10-16,Spain,France,1,1,FIFA World Cup qualification,Madrid,Spain,FALSE
"""

RATINGS = """\
team,rating
Germany,2034
France,1832
England,1966
Argentina,1961
Spain,2111
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "results.csv").write_text(MATCHES, encoding="utf-8")
    (tmp_path / "ratings.csv").write_text(RATINGS, encoding="utf-8")
    (tmp_path / "town.csv").write_text(MATCHES.replace("Friendly", "Town Cup"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


RATE = ("rate", "--system", "eloratings", "--players", "ratings.csv")


def test_the_results_that_everybody_uses_are_rated_at_once(run: Run, here: Path) -> None:
    said = run(*RATE, "results.csv", "--out", "list.csv").output
    assert (
        "stages by the name of the competition: friendly 2 games, continental finals 1 game, qualifier 1 game"
        in said
    )
    manifest = json.loads((here / "list.csv.manifest.json").read_text())
    assert manifest["notes"][-1].startswith("stages by the name of the competition: friendly 2 games")
    assert manifest["parameters"]["rounding"] == 1.0
    assert "list.csv is reproduced" in run("verify", "list.csv").output
    ratings = [float(row.split(",")[2]) for row in (here / "list.csv").read_text().splitlines()[1:]]
    assert all(rating == round(rating) for rating in ratings)


def test_unknown_competitions_are_an_error_with_their_games(run: Run, here: Path) -> None:
    refused = run(*RATE, "town.csv", "--out", "list.csv", code=2).stderr
    assert "not known by name: 'Town Cup' (2 games)" in refused
    assert "competition,stage, --stages FILE" in refused
    assert not (here / "list.csv").exists()


def test_a_table_mends_them_and_is_verified(run: Run, here: Path) -> None:
    stages = here / "stages.csv"
    stages.write_text("competition,stage\nTown Cup,friendly\n", encoding="utf-8")
    done = run(*RATE, "town.csv", "--stages", "stages.csv", "--out", "town_list.csv")
    assert "note: stages.csv: the stage of 2 games: 'Town Cup' as friendly (2 games)" in done.stderr
    manifest = json.loads((here / "town_list.csv.manifest.json").read_text())
    assert {"stages"} < {each["role"] for each in manifest["inputs"]}
    assert manifest["command"][5:7] == ["--stages", "stages.csv"]
    assert "is reproduced" in run("verify", "town_list.csv").output
    run(*RATE, "results.csv", "--out", "list.csv")
    assert (here / "town_list.csv").read_text() == (here / "list.csv").read_text()
    stages.write_text("competition,stage\nTown Cup,qualifier\n", encoding="utf-8")
    assert "stages.csv is not the file" in run("verify", "town_list.csv", code=1).output


def test_a_stage_that_the_system_does_not_know(run: Run, here: Path) -> None:
    (here / "stages.csv").write_text("competition,stage\nTown Cup,cup of towns\n", encoding="utf-8")
    refused = run(*RATE, "town.csv", "--stages", "stages.csv", code=2).stderr
    assert "stages.csv, line 2, column stage: 'cup of towns' is not a known stage" in refused
    assert "world cup, continental finals" in refused


def test_other_systems_say_that_they_weigh_no_stages(run: Run, here: Path) -> None:
    (here / "stages.csv").write_text("competition,stage\nFriendly,friendly\n", encoding="utf-8")
    said = run("rate", "results.csv", "--stages", "stages.csv", "--system", "elo").stderr
    assert "note: elo counts the games of all stages alike: the table of stages moves no rating" in said


def test_the_table_is_not_written_over(run: Run, here: Path) -> None:
    (here / "stages.csv").write_text("competition,stage\nTown Cup,friendly\n", encoding="utf-8")
    refused = run(*RATE, "town.csv", "--stages", "stages.csv", "--out", "stages.csv", "--force", code=2)
    assert "stages.csv" in refused.stderr
    assert (here / "stages.csv").read_text().startswith("competition,stage")


def test_an_explanation_has_the_note(run: Run, here: Path) -> None:
    words = ("explain", "results.csv", "--system", "eloratings", "--players", "ratings.csv")
    said = run(*words, "--player", "France", "--steps").output
    assert "stages by the name of the competition: friendly 2 games" in said
    assert "importance: 50.00" in said


def test_preseason_games_are_told(run: Run, here: Path) -> None:
    rows = "season,stage,home_team,away_team,home_score,away_score\n2014,Preseason,A,B,21,7\n2014,,A,B,3,0\n"
    (here / "games.csv").write_text(rows, encoding="utf-8")
    said = run("rate", "games.csv", "--system", "nba", "--out", "list.csv").stderr
    assert "note: 1 game of 'Preseason' rated as any other; FiveThirtyEight's nba ratings" in said
    assert json.loads((here / "list.csv.manifest.json").read_text())["notes"] == []
