"""OpenGotha's XML, the crosstables of chess-results and the games of OGS, in their documented forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import arpad
from arpad.core import BadInput
from workbooks import xlsx

# The form of OpenGotha's tournament.dtd; the names are invented.
GOTHA = """<?xml version="1.0" encoding="ISO-8859-1" standalone="no"?>
<!DOCTYPE Tournament SYSTEM "tournament.dtd">
<Tournament dataVersion="201">
<Players>
<Player firstName="Ann" name="Ash" rank="2D" rating="2100"/>
<Player firstName="Bob" name="van Birch" rank="1D" rating="2000"/>
<Player firstName="C\u00e9leste" name="Cedar" rank="1K" rating="1900"/>
</Players>
<Games>
<Game blackPlayer="CEDARC\u00c9LESTE" handicap="2" knownColor="true" result="RESULT_BLACKWINS" roundNumber="2" tableNumber="1" whitePlayer="ASHANN"/>
<Game blackPlayer="VANBIRCHBOB" handicap="0" knownColor="true" result="RESULT_WHITEWINS" roundNumber="1" tableNumber="1" whitePlayer="ASHANN"/>
<Game blackPlayer="VANBIRCHBOB" handicap="0" knownColor="false" result="RESULT_EQUAL" roundNumber="3" tableNumber="1" whitePlayer="CEDARC\u00c9LESTE"/>
<Game blackPlayer="ASHANN" handicap="0" knownColor="true" result="RESULT_WHITEWINS_BYDEF" roundNumber="4" tableNumber="1" whitePlayer="VANBIRCHBOB"/>
<Game blackPlayer="ASHANN" handicap="0" knownColor="true" result="RESULT_UNKNOWN" roundNumber="5" tableNumber="1" whitePlayer="VANBIRCHBOB"/>
</Games>
<ByePlayers>
<ByePlayer player="CEDARC\u00c9LESTE" roundNumber="1"/>
</ByePlayers>
<TournamentParameterSet>
<GeneralParameterSet beginDate="2024-05-01" endDate="2024-05-02" komi="7.5" name="Open of Oak" numberOfRounds="5"/>
</TournamentParameterSet>
</Tournament>
"""

# The form of a ranking crosstable of chess-results.com, saved as CSV; the names are invented.
CROSSTABLE = """From the Tournament-Database of Chess-Results https://chess-results.com,,,,,,,,
Open of Oak,,,,,,,,
Ranking crosstable after Round 3,,,,,,,,
Rk.,,Name,Rtg,FED,1.Rd,2.Rd,3.Rd,Pts.
1,,Ash Ann ,2100,SWE,  3w1,  2b\u00bd,  4w ,1.5
2,IM,Birch Bob ,2050,SWE,  4b+,  1w\u00bd,  3b ,1.5
3,,Cedar Cho ,2000,SWE,  1b0,-1,  2w ,1
4,,Dale Dan ,1950,SWE,  2w-,   -\u00bd,  1b ,0.5
5,,Elm Eve ,1900,SWE,-0,,0,0
,,,,,,,,
You find all details to this tournament under  https://chess-results.com,,,,,,,,
"""

# The form of https://online-go.com/api/v1/players/ID/games.
OGS_GAME = {
    "id": 1,
    "players": {
        "black": {"id": 7, "username": "ann", "country": "de", "ratings": {"overall": {"rating": 1500.0}}},
        "white": {"id": 8, "username": "bob", "country": "kr", "ratings": {"overall": {"rating": 1600.0}}},
    },
    "black": 7,
    "white": 8,
    "handicap": 0,
    "komi": "6.50",
    "outcome": "Resignation",
    "black_lost": False,
    "white_lost": True,
    "annulled": False,
    "started": "2024-05-01T10:00:00.5-04:00",
    "ended": "2024-05-01T11:00:00.5-04:00",
}


def told(games: arpad.Games) -> list[tuple[str, str, float]]:
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


def counts(games: arpad.Games) -> tuple[int, int, int, int, int]:
    source = games.source
    return source.games, source.byes, source.forfeits, source.fixtures, source.rejected


def gotha(folder: Path, text: str = GOTHA) -> Path:
    path = folder / "oak.xml"
    path.write_bytes(text.encode("iso-8859-1"))
    return path


def test_a_tournament_of_opengotha(tmp_path: Path) -> None:
    games = arpad.read_games(gotha(tmp_path))
    assert told(games) == [
        ("Ash Ann", "van Birch Bob", 1.0),
        ("Ash Ann", "Cedar C\u00e9leste", 0.0),
        ("Cedar C\u00e9leste", "van Birch Bob", 0.5),
    ]
    assert counts(games) == (3, 2, 1, 1, 0)
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, 1, 0]
    assert games.handicap is not None
    assert games.handicap.tolist() == [0, 2, 0]
    assert any(
        "read as: an OpenGotha tournament of 5 games in 5 rounds" in note for note in games.source.notes
    )


def test_a_result_that_opengotha_does_not_know_is_rejected_with_its_line(tmp_path: Path) -> None:
    path = gotha(tmp_path, GOTHA.replace("RESULT_EQUAL", "RESULT_HALF"))
    with pytest.raises(BadInput, match=r"line 12.*RESULT_HALF"):
        arpad.read_games(path)
    games = arpad.read_games(path, rejects=tmp_path / "rejects.csv")
    assert counts(games) == (2, 2, 1, 1, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOTHA[:700], "the XML cannot be read"),
        (GOTHA.replace('SYSTEM "tournament.dtd"', '[<!ENTITY a "b">]'), "declares an entity"),
        ("<html><body>no</body></html>", "the file is a web page, not a table"),
    ],
)
def test_damaged_and_other_xml_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        arpad.read_games(gotha(tmp_path, text))


ROUNDS_PLAYED = [("Ash Ann", "Cedar Cho", 1.0), ("Birch Bob", "Ash Ann", 0.5)]


def test_a_crosstable_of_chess_results_accounts_for_byes_and_rounds_to_come(tmp_path: Path) -> None:
    path = tmp_path / "oak.csv"
    path.write_text(CROSSTABLE, encoding="utf-8")
    games = arpad.read_games(path)
    assert told(games) == ROUNDS_PLAYED
    assert counts(games) == (2, 3, 1, 2, 0)
    assert any("read as: a crosstable of 5 players in 3 rounds" in note for note in games.source.notes)


def test_the_same_crosstable_in_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "oak.xlsx"
    rows = [[cell.strip() for cell in line.split(",")] for line in CROSSTABLE.splitlines()]
    path.write_bytes(xlsx({"Table": rows}))
    games = arpad.read_games(path)
    assert told(games) == ROUNDS_PLAYED
    assert counts(games) == (2, 3, 1, 2, 0)


def test_two_rows_that_contradict_each_other_are_told_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "oak.csv"
    path.write_text(CROSSTABLE.replace("  1b0,", "  1b1,"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"line 5.*3w1 in round 1, where Cedar Cho has another result"):
        arpad.read_games(path)


def test_numbers_of_the_start_instead_of_the_rank(tmp_path: Path) -> None:
    path = tmp_path / "oak.csv"
    path.write_text(
        "Rk.,No.,Name,1.Rd,2.Rd\n1,3,Ann,1w1,2b1\n2,1,Bob,3b0,4w1\n3,2,Cho,4b\u00bd,3w0\n4,4,Dan,2w\u00bd,1b0\n",
        encoding="utf-8",
    )
    assert told(arpad.read_games(path)) == [
        ("Ann", "Bob", 1.0),
        ("Cho", "Ann", 0.0),
        ("Bob", "Dan", 1.0),
        ("Dan", "Cho", 0.5),
    ]


def test_the_games_of_ogs(tmp_path: Path) -> None:
    results = [
        OGS_GAME,
        {**OGS_GAME, "black_lost": True, "white_lost": False, "handicap": 2, "outcome": "5.5 points"},
        {**OGS_GAME, "black_lost": False, "white_lost": False, "outcome": "0 points"},
        {**OGS_GAME, "annulled": True, "outcome": "Cancellation"},
        {**OGS_GAME, "black_lost": True, "white_lost": True, "outcome": "", "ended": None},
    ]
    path = tmp_path / "games.json"
    path.write_text(json.dumps({"count": 5, "next": None, "results": results}), encoding="utf-8")
    games = arpad.read_games(path)
    assert told(games) == [("bob", "ann", 0.0), ("bob", "ann", 1.0), ("bob", "ann", 0.5)]
    assert counts(games) == (3, 0, 0, 2, 0)
