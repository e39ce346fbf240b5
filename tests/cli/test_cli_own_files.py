"""Files as a club, a league and people who compare models bring them: from the file to the answer, without help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]

CLUB = """Datum;Runde;Weiß;Schwarz;Ergebnis
3.11.2025;1;Müller, Jörg;Smith, John;remis
3.11.2025;1;Ann;spielfrei;1
10.11.2025;2;Ann;Müller, Jörg;1-0F
10.11.2025;2;J. Smith;Ann;0,5-0,5
17.11.2025;3;Ann;Müller, Jörg;+ -
17.11.2025;3;Smith, John;Ann;1:0
24.11.2025;4;Ann;Smith, John;
"""


def ratings(told: dict[str, Any]) -> dict[str, float]:
    return {row["player"]: row["rating"] for row in told["players"]}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the results of a German club as its spreadsheet program saves them."""
    (tmp_path / "club.csv").write_bytes(CLUB.encode("cp1252"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_club_gets_its_list(club: Path, run: Run, run_json: Json) -> None:
    """Elo, K = 20: draws between equals move nobody, and a win over an equal is worth 10 points."""
    told = run_json("rate", "club.csv")
    assert told["rows"] == {"read": 7, "games": 3, "byes": 3, "fixtures": 1, "rejected": 0}
    assert ratings(told) == {"Smith, John": 1510.0, "Müller, Jörg": 1500.0, "J. Smith": 1500.0, "Ann": 1490.0}
    said = run("rate", "club.csv").stderr
    assert "is read as cp1252 (Western European), as in 'Weiß' on line 1" in said
    looked = run("look", "club.csv").stdout
    assert "7 rows = 3 games + 3 byes (2 forfeits) + 1 fixture + 0 rejected" in looked
    assert "Weiß: first side · Schwarz: second side · Ergebnis: result · Datum: time" in looked.replace(
        "\n          ", " "
    )
    assert "J. Smith" in looked.partition("names that may be one player's")[2]


def test_two_spellings_of_a_member_become_one(club: Path, run_json: Json) -> None:
    """After J. Smith's draw with Ann, who then loses to the same Smith."""
    (club / "names.csv").write_text('alias,name\nJ. Smith,"Smith, John"\n')
    assert set(ratings(run_json("rate", "club.csv", "--aliases", "names.csv"))) == {
        "Smith, John",
        "Müller, Jörg",
        "Ann",
    }


def test_columns_of_a_club_that_nothing_uses_are_named(club: Path, run: Run) -> None:
    (club / "members.csv").write_text("Name;Geburtsjahr;Lieblingsfarbe\nAnn;1990;blau\n", encoding="utf-8")
    said = run("look", "club.csv", "--players", "members.csv").stdout
    assert "members.csv: the column is not known and not used: Lieblingsfarbe" in said


def test_a_league_with_goals_and_games_to_come(club: Path, run_json: Json) -> None:
    (club / "league.csv").write_text(
        "Spieltag,Heim,Gast,Ergebnis\n1,Rot,Blau,3-1\n1,Grün,Gelb,2:2\n2,Blau,Grün,0-0\n2,Gelb,Rot,\n",
        encoding="utf-8",
    )
    told = run_json("rate", "league.csv")
    assert (told["rows"]["games"], told["rows"]["fixtures"]) == (3, 1)
    (fixture,) = run_json("odds", "league.csv")["fixtures"]
    assert (fixture["first"], fixture["second"]) == ("Gelb", "Rot")
    assert fixture["win"] + fixture["draw"] + fixture["loss"] == pytest.approx(1.0)


def test_a_table_of_podiums(club: Path, run_json: Json) -> None:
    (club / "podiums.csv").write_text("date,1st,2nd,3rd\n2025-11-01,Ann,Bob,Cho\n2025-11-02,Ann,Cho,Bob\n")
    told = run_json("rate", "podiums.csv", "--system", "trueskill")
    assert told["players"][0]["player"] == "Ann"
    assert [row["games"] for row in told["players"]] == [2, 2, 2]


VOTES = [
    {"model_a": "m1", "model_b": "m2", "winner": "model_a", "tstamp": 1682351591.1322, "judge": "u1"},
    {"model_a": "m2", "model_b": "m3", "winner": "m3", "tstamp": 1682351654.6681, "judge": "u2"},
    {"model_a": "m3", "model_b": "m1", "winner": "tie (bothbad)", "tstamp": 1682351703.2, "judge": "u1"},
    {"model_a": "m3", "model_b": "m1", "winner": "both_bad", "tstamp": 1682351800.0, "judge": "u3"},
    {"model_a": "m1", "model_b": "m3", "winner": "model_b", "tstamp": 1682351900.5, "judge": "u3"},
    {"model_a": "m2", "model_b": "m1", "winner": "model_a", "tstamp": 1682352000.0, "judge": "u2"},
]


@pytest.mark.parametrize("name", ["votes.json", "votes.jsonl", "votes.parquet"])
def test_votes_as_arenas_publish_them(name: str, club: Path, run_json: Json) -> None:
    """m3 has 2 wins and 2 ties in 4 games, m1 and m2 have 1 win each."""
    if name.endswith(".json"):
        (club / name).write_text(json.dumps(VOTES))
    elif name.endswith(".jsonl"):
        (club / name).write_text("".join(json.dumps(vote) + "\n" for vote in VOTES))
    else:
        pl.DataFrame(VOTES).write_parquet(club / name)
    told = run_json(
        "rate", name, "--system", "bradley-terry", "--set", "variance=cluster", "--set", "prior=350"
    )
    assert told["rows"]["games"] == 6
    assert told["players"][0]["player"] == "m3"
    assert {row["player"]: row["wins"] for row in told["players"]} == {"m1": 1, "m2": 1, "m3": 2}
