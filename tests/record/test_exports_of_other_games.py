"""TSH, start.gg, Challonge, Ergast, Jolpica and lichess's tournaments, in their documented forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.core import BadInput
from arpad.record.kinds.contests import read_contests

# The form of a division file of TSH (http://tsh.poslfit.com/doc); the names are invented.
DIVISION = """# Division A
Ash, Ann      1900 2 3 0; 400 410 50; p12 1 2 0
Birch, Bob    1800 1 0 3; 390 50 350; p12 2 0 1
Cedar, Cho    1700 0 1 2; 50 410; p12 0 1 2
"""

DIVISION_GAMES = [("Ash, Ann", "Birch, Bob", 1.0), ("Ash, Ann", "Cedar, Cho", 0.5)]


def player(
    number: int, name: str, pairings: list[int], scores: list[int], firsts: list[int]
) -> dict[str, Any]:
    return {"id": number, "name": name, "pairings": pairings, "scores": scores, "etc": {"p12": firsts}}


# The form of the tourney.js of TSH.
TOURNEY = {
    "config": {"event_name": "Open of Oak", "max_rounds": 3},
    "divisions": [
        {
            "name": "A",
            "players": [
                None,
                player(1, "Ash, Ann", [2, 3, 0], [400, 410, 50], [1, 2, 0]),
                player(2, "Birch, Bob", [1, 0, 3], [390, 50, 350], [2, 0, 1]),
                player(3, "Cedar, Cho", [0, 1, 2], [50, 410], [0, 1, 2]),
            ],
        }
    ],
}


def told(games: arpad.Games) -> list[tuple[str, str, float]]:
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


def counts(games: arpad.Games) -> tuple[int, int, int, int, int]:
    source = games.source
    return source.games, source.byes, source.forfeits, source.fixtures, source.rejected


def written(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.t", DIVISION),
        ("tourney.json", json.dumps(TOURNEY)),
        ("tourney.js", f"newt={json.dumps(TOURNEY)};\n"),
    ],
)
def test_the_games_of_tsh(tmp_path: Path, name: str, text: str) -> None:
    games = arpad.read_games(written(tmp_path / name, text))
    assert told(games) == DIVISION_GAMES
    assert counts(games) == (2, 3, 0, 1, 0)
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, -1]
    assert any("3 players, 3 rounds" in note for note in games.source.notes)


def test_a_pairing_of_tsh_that_the_other_player_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line 2.*opponent 2 in round 1, who has another one"):
        arpad.read_games(written(tmp_path / "a.t", DIVISION.replace("1800 1 0 3", "1800 3 0 3")))


def slot(number: int | None, name: str, score: int | None) -> dict[str, Any]:
    if number is None:
        return {"entrant": None, "standing": None}
    return {"entrant": {"id": number, "name": name}, "standing": {"stats": {"score": {"value": score}}}}


def a_set(winner: int | None, shown: str | None, *slots: dict[str, Any]) -> dict[str, Any]:
    return {
        "winnerId": winner,
        "displayScore": shown,
        "completedAt": None if winner is None else 1_700_000_000,
        "fullRoundText": "Winners Round 1",
        "slots": list(slots),
    }


# The form of the Set of https://developer.start.gg.
SETS = [
    a_set(11, "Ann 3 - Oak | Bob 1", slot(11, "Ann", 3), slot(12, "Oak | Bob", 1)),
    a_set(12, "Oak | Bob 2 - Cho 0", slot(13, "Cho", None), slot(12, "Oak | Bob", None)),
    a_set(13, None, slot(13, "Cho", None), slot(11, "Ann", None)),
    a_set(13, "DQ", slot(13, "Cho", 0), slot(11, "Ann", -1)),
    a_set(None, None, slot(13, "Cho", None), slot(None, "", None)),
]


def test_the_sets_of_start_gg(tmp_path: Path) -> None:
    answer = {"data": {"event": {"id": 1, "name": "Singles", "sets": {"nodes": SETS}}}}
    games = arpad.read_games(written(tmp_path / "sets.json", answer))
    assert told(games) == [("Ann", "Oak | Bob", 1.0), ("Cho", "Oak | Bob", 0.0), ("Cho", "Ann", 1.0)]
    assert counts(games) == (3, 1, 1, 1, 0)
    assert games.time is not None
    assert str(games.time[0])[:10] == "2023-11-14"
    pages = [{"data": {"event": {"sets": {"nodes": [each]}}}} for each in SETS]
    assert told(arpad.read_games(written(tmp_path / "pages.json", pages))) == told(games)


def match(
    number: int, one: int | None, two: int | None, winner: int | None, scores: str, **more: Any
) -> dict[str, Any]:
    return {
        "match": {
            "id": number,
            "state": "complete" if winner else "open",
            "player1_id": one,
            "player2_id": two,
            "winner_id": winner,
            "scores_csv": scores,
            "round": 1,
            "forfeited": None,
            "completed_at": "2024-02-22T22:21:49.725-06:00" if winner else None,
            **more,
        }
    }


# The form of https://api.challonge.com/v1.
BRACKET = [
    match(1, 101, 102, 101, "3-1"),
    match(2, 103, 102, 102, "11-8,9-11,6-11"),
    match(3, 103, 101, 103, "0-0"),
    match(4, 103, 101, 103, "", forfeited=True),
    match(5, 103, 101, None, ""),
    match(6, None, 101, None, ""),
]
WHO = [
    {"participant": {"id": number, "name": name}}
    for number, name in ((101, "Ann"), (102, "Bob"), (103, "Cho"))
]


@pytest.mark.parametrize(
    "value", [{"tournament": {"matches": BRACKET, "participants": WHO}}, [*BRACKET, *WHO]]
)
def test_the_matches_of_challonge(tmp_path: Path, value: Any) -> None:
    games = arpad.read_games(written(tmp_path / "cup.json", value))
    assert told(games) == [("Ann", "Bob", 1.0), ("Cho", "Bob", 0.0), ("Cho", "Ann", 1.0)]
    assert counts(games) == (3, 1, 1, 2, 0)


def test_the_matches_of_challonge_in_version_2(tmp_path: Path) -> None:
    def entry(number: int, state: str, winner: int | None, scores: str) -> dict[str, Any]:
        points = [{"participant_id": 101, "scores": []}, {"participant_id": 102, "scores": []}]
        attributes = {"state": state, "round": 1, "scores": scores, "winner_id": winner}
        times = {"timestamps": {"updated_at": "2024-05-01T10:00:00.000Z"}, "points_by_participant": points}
        return {"id": str(number), "type": "match", "attributes": attributes | times}

    who = [
        {"id": str(number), "type": "participant", "attributes": {"name": name}}
        for number, name in ((101, "Ann"), (102, "Bob"))
    ]
    value = {"data": [entry(1, "complete", 101, "2 - 0"), entry(2, "open", None, "")], "included": who}
    games = arpad.read_games(written(tmp_path / "cup.json", value))
    assert told(games) == [("Ann", "Bob", 1.0)]
    assert counts(games) == (1, 0, 0, 1, 0)


def test_a_race_of_ergast(tmp_path: Path) -> None:
    # The form of https://api.jolpi.ca/ergast/f1/2023/9/results.json.
    results = [
        {"position": str(at), "Driver": {"driverId": name.lower(), "givenName": name, "familyName": "Oak"}}
        for at, name in enumerate(("Ann", "Bob", "Cho"), start=1)
    ]
    race = {
        "season": "2023",
        "round": "9",
        "raceName": "Oak Grand Prix",
        "date": "2023-07-02",
        "Results": results,
    }
    value = {"MRData": {"RaceTable": {"season": "2023", "Races": [race]}}}
    contests = read_contests(written(tmp_path / "race.json", value))
    assert contests.players.names == ["Ann Oak", "Bob Oak", "Cho Oak"]
    assert contests.place.tolist() == [1, 2, 3]
    assert contests.event is not None
    assert list(contests.event.names) == ["Oak Grand Prix"]


def test_a_race_of_jolpica(tmp_path: Path) -> None:
    results = [
        {"driver": {"id": name, "given_name": name, "family_name": "Oak"}, "position": place}
        for name, place in (("Ann", 1), ("Bob", 2), ("Cho", None))
    ]
    data = {
        "timestamp": "2023-07-09T14:00:00Z",
        "season": {"year": 2023},
        "round": {"number": 10, "name": "Oak Grand Prix"},
        "results": results,
    }
    contests = read_contests(written(tmp_path / "race.json", {"metadata": {}, "data": data}))
    assert contests.players.names == ["Ann Oak", "Bob Oak"]
    assert contests.source.byes == 1


def test_the_results_of_a_tournament_of_lichess(tmp_path: Path) -> None:
    # The form of https://lichess.org/api/swiss/ID/results and of an arena.
    lines = [
        {"rank": rank, "points": 4 - rank, "rating": 2000, "username": name, "performance": 2100}
        for rank, name in enumerate(("ann", "bob", "cho"), start=1)
    ]
    path = written(tmp_path / "oak.ndjson", "\n".join(map(json.dumps, lines)) + "\n")
    contests = read_contests(path)
    assert contests.players.names == ["ann", "bob", "cho"]
    assert contests.place.tolist() == [1, 2, 3]
    assert any("the results of a tournament of lichess, 3 players" in note for note in contests.source.notes)
