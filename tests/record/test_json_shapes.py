"""JSON in which games, names and sides stand under keys of their own, in lists without names, or in columns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arpad

GAMES = [("Ann", "Bob", 2, 1), ("Bob", "Cho", 0, 3), ("Cho", "Ann", 1, 1), ("Ann", "Cho", 4, 2)]
EXPECTED = [("Ann", "Bob", 1.0), ("Bob", "Cho", 0.0), ("Cho", "Ann", 0.5), ("Ann", "Cho", 1.0)]
IDS = {"Ann": "p1", "Bob": "p2", "Cho": "p3"}


def read_json(folder: Path, value: Any) -> arpad.Games:
    path = folder / "games.json"
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")
    return arpad.read_games(path)


def games_of(games: arpad.Games) -> list[tuple[str, str, float]]:
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


def row(one: str, other: str, mine: int, theirs: int) -> dict[str, Any]:
    return {"home": one, "away": other, "home_goals": mine, "away_goals": theirs}


# Objects under keys


@pytest.mark.parametrize("name", ["matches", "partidos", "spiele", "results"])
def test_games_under_keys_are_a_list(tmp_path: Path, name: str) -> None:
    value = {name: {f"-Nx{at}": row(*game) for at, game in enumerate(GAMES)}, "updated": "2024-05-01"}
    assert games_of(read_json(tmp_path, value)) == EXPECTED


def test_an_object_of_games_alone_is_a_list(tmp_path: Path) -> None:
    assert (
        games_of(read_json(tmp_path, {str(at): row(*game) for at, game in enumerate(GAMES, 1)})) == EXPECTED
    )


@pytest.mark.parametrize("between", ["|", " vs ", "-vs-", "_vs_", " vs. ", " - "])
def test_keys_that_name_both_sides(tmp_path: Path, between: str) -> None:
    value = {"results": {between.join(game[:2]): {"scoreA": game[2], "scoreB": game[3]} for game in GAMES}}
    games = read_json(tmp_path, value)
    assert games_of(games) == EXPECTED
    assert any("its keys name both sides" in note for note in games.source.notes)


def test_keys_of_a_round_and_both_sides(tmp_path: Path) -> None:
    value = {f"{at}|{one}|{other}": {"home": a, "away": b} for at, (one, other, a, b) in enumerate(GAMES, 1)}
    assert games_of(read_json(tmp_path, value)) == EXPECTED


def test_results_under_keys_that_name_both_sides(tmp_path: Path) -> None:
    value = {"results": {f"{one}-vs-{other}": f"{a}-{b}" for one, other, a, b in GAMES}}
    assert games_of(read_json(tmp_path, value)) == EXPECTED


def test_the_two_sides_of_a_game_are_no_list(tmp_path: Path) -> None:
    value = [
        {"score": {"home": {"goals": a}, "away": {"goals": b}}, "home": one, "away": other}
        for one, other, a, b in GAMES
    ]
    assert games_of(read_json(tmp_path, value)) == EXPECTED


# Names of ids


@pytest.mark.parametrize(
    "players",
    [
        {number: name for name, number in IDS.items()},
        {number: {"name": name, "elo": 1500} for name, number in IDS.items()},
        {number: {"nombre": name} for name, number in IDS.items()},
        [{"id": number, "name": name} for name, number in IDS.items()],
    ],
)
def test_ids_are_named_by_a_list_an_object_or_a_map(tmp_path: Path, players: Any) -> None:
    games = [
        {"player1": IDS[one], "player2": IDS[other], "score1": a, "score2": b} for one, other, a, b in GAMES
    ]
    assert games_of(read_json(tmp_path, {"players": players, "games": games})) == EXPECTED


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_of_a_list_of_names(tmp_path: Path, first: int) -> None:
    names = list(IDS)
    games = [
        {"p1": names.index(one) + first, "p2": names.index(other) + first, "score1": a, "score2": b}
        for one, other, a, b in GAMES
    ]
    assert games_of(read_json(tmp_path, {"players": names, "games": games})) == EXPECTED


def test_names_of_players_are_not_taken_for_ids_of_their_clubs(tmp_path: Path) -> None:
    value = {
        "players": {"Ann": "Foxes", "Bob": "Bears", "Cho": "Lions"},
        "games": [row(*game) for game in GAMES],
    }
    assert games_of(read_json(tmp_path, value)) == EXPECTED


def test_each_tournament_has_ids_of_its_own(tmp_path: Path) -> None:
    value = [
        {
            "name": f"Cup {at}",
            "players": [{"id": 1, "name": first}, {"id": 2, "name": second}],
            "rounds": [
                {"number": 1, "games": [{"white": 1, "black": 2, "result": "1-0"}]},
                {"number": 2, "games": [{"white": 2, "black": None, "result": "1-0"}]},
            ],
        }
        for at, (first, second) in enumerate([("Ann", "Bob"), ("Cho", "Ann"), ("Bob", "Cho")])
    ]
    games = read_json(tmp_path, value)
    assert games_of(games) == [("Ann", "Bob", 1.0), ("Cho", "Ann", 1.0), ("Bob", "Cho", 1.0)]
    assert games.source.byes == 3


# Lists in groups


def test_groups_and_the_knockout_stage_of_tournaments_are_one_record(tmp_path: Path) -> None:
    def game(one: str, other: str, a: int, b: int) -> dict[str, Any]:
        return {"team1": one, "team2": other, "score": f"{a}:{b}"}

    value = {
        "tournaments": {
            "Spring Cup": {
                "date": "2024-04-20",
                "teams": [{"name": name, "points": 1} for name in IDS],
                "group_matches": {"A": [game(*GAMES[0])], "B": [game(*GAMES[1])]},
                "ko_round": [{"round": "Final", **game(*GAMES[2])}],
            },
            "Autumn Cup": {
                "date": "2024-09-20",
                "teams": [],
                "group_matches": {"A": [game(*GAMES[3])]},
                "ko_round": [],
            },
        }
    }
    assert games_of(read_json(tmp_path, value)) == [EXPECTED[0], EXPECTED[3], EXPECTED[1], EXPECTED[2]]


# Tables without a name at each value


@pytest.mark.parametrize(
    "value",
    [
        [["home", "away", "home_goals", "away_goals"], *GAMES],
        {"columns": ["home", "away", "home_goals", "away_goals"], "index": [0, 1, 2, 3], "data": GAMES},
        dict(zip(("home", "away", "home_goals", "away_goals"), zip(*GAMES, strict=True), strict=True)),
        {
            name: {str(at): value for at, value in enumerate(values)}
            for name, values in zip(
                ("home", "away", "home_goals", "away_goals"), zip(*GAMES, strict=True), strict=True
            )
        },
    ],
    ids=["rows", "columns and rows", "columns", "columns by number"],
)
def test_tables_in_json_have_a_header(tmp_path: Path, value: Any) -> None:
    assert games_of(read_json(tmp_path, value)) == EXPECTED


def test_matches_that_are_lists_without_names(tmp_path: Path) -> None:
    winners = ["Ann", "Cho", "Cho", "Ann"]
    games = [
        [one, other, a + (winner == one), b + (winner == other), winner]
        for (one, other, a, b), winner in zip(GAMES, winners, strict=True)
    ]
    read = games_of(read_json(tmp_path, {"title": "Cup", "matches": games}))
    assert read == [("Ann", "Bob", 1.0), ("Bob", "Cho", 0.0), ("Cho", "Ann", 1.0), ("Ann", "Cho", 1.0)]


# Sides of several players


PAIRS = [
    (["Ann", "Bob"], ["Cho", "Dan"], 21, 15),
    (["Cho", "Ann"], ["Bob", "Dan"], 9, 21),
    (["Eve"], ["Dan"], 21, 3),
]
OF_PAIRS = [("Ann + Bob", "Cho + Dan", 1.0), ("Ann + Cho", "Bob + Dan", 0.0), ("Eve", "Dan", 1.0)]


@pytest.mark.parametrize(
    "side",
    [
        lambda players: players,
        lambda players: [{"id": len(name), "name": name} for name in players],
        lambda players: {"players": players},
        lambda players: {"front_id": f"{players[0]}", "back_id": players[1] if len(players) > 1 else None},
    ],
    ids=["names", "objects", "under a key", "a key each"],
)
def test_the_players_of_a_side_are_rated_as_one(tmp_path: Path, side: Any) -> None:
    games = [
        {"team1": side(one), "team2": side(other), "points1": a, "points2": b} for one, other, a, b in PAIRS
    ]
    games += [{"team1": side(["Bob", "Cho"]), "team2": side(["Dan", "Ann"]), "points1": 1, "points2": 9}]
    assert games_of(read_json(tmp_path, games)) == [*OF_PAIRS, ("Bob + Cho", "Ann + Dan", 0.0)]


def test_scorers_beside_named_sides_are_no_players_of_them(tmp_path: Path) -> None:
    games = [{**row(*game), "home_players": ["Kim", "Lee"], "away_players": ["May"]} for game in GAMES]
    assert games_of(read_json(tmp_path, games)) == EXPECTED


def test_play_offs_are_a_part_of_a_tournament(tmp_path: Path) -> None:
    value = {"groups": [row(*game) for game in GAMES[:2]], "play_offs": [row(*game) for game in GAMES[2:]]}
    assert games_of(read_json(tmp_path, value)) == EXPECTED
