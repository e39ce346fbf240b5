"""JSON whose games lie deep: lists in several places, sides as objects, keys that are names, ids that a list names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.record.columns.questions import Ambiguous, DirectionAsked

NAMES = ["Ann", "Bob", "Cho", "Dan"]
IDS = {name: 101 + 7 * at for at, name in enumerate(NAMES)}
GAMES = [
    ("Ann", "Bob", 3, 1),
    ("Bob", "Cho", 0, 2),
    ("Cho", "Dan", 1, 3),
    ("Dan", "Ann", 2, 0),
    ("Ann", "Cho", 4, 2),
]
TOLD = [(one, other, 1.0 if mine > theirs else 0.0) for one, other, mine, theirs in GAMES]
TEAMS = [{"id": number, "name": name} for name, number in IDS.items()]


def read(folder: Path, value: Any, **how: Any) -> arpad.Games:
    path = folder / "x.json"
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return arpad.read_games(path, **how)


def told(games: arpad.Games) -> list[tuple[str, str, float]]:
    names = games.players.names
    return [
        (names[a], names[b], float(s)) for a, b, s in zip(games.first, games.second, games.score, strict=True)
    ]


def plain(one: str, other: str, mine: int, theirs: int) -> dict[str, Any]:
    return {"team1": one, "team2": other, "score1": mine, "score2": theirs}


# Lists in several places


@pytest.mark.parametrize(
    "names",
    [
        ("winners", "losers", "grandFinal"),
        ("upper_bracket", "lower_bracket", "final"),
        ("Viertelfinale", "Halbfinale", "Finale"),
        ("cuartos", "semifinales", "final"),
        ("1", "2", "3"),
        ("finished", "completed", "past"),
        ("조별", "준결승", "결승"),
    ],
)
def test_the_parts_of_a_tournament_are_one_record(tmp_path: Path, names: tuple[str, str, str]) -> None:
    rows = [plain(*game) for game in GAMES]
    value = {names[0]: rows[:3], names[1]: rows[3:4], names[2]: rows[4:], "name": "Cup"}
    assert told(read(tmp_path, value)) == TOLD


def test_a_final_that_is_no_list_is_read_too(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    value = {"bracket": {"winners": rows[:4], "final": rows[4]}}
    assert told(read(tmp_path, value)) == TOLD


def test_two_games_with_one_result_in_two_parts_are_two(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    assert len(read(tmp_path, {"winners": rows, "final": rows[:1]})) == 6
    known = [{**row, "id": at} for at, row in enumerate(rows)]
    assert len(read(tmp_path, {"finished": known, "recent": known[:2]})) == 5


def test_rounds_that_are_lists_in_a_list(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    assert told(read(tmp_path, {"rounds": [rows[:2], rows[2:]]})) == TOLD


@pytest.mark.parametrize("other", ["predictions", "archive", "simulated", "template"])
def test_a_list_that_may_be_no_part_is_left_out_and_the_note_says_it(tmp_path: Path, other: str) -> None:
    rows = [plain(*game) for game in GAMES]
    games = read(tmp_path, {"winners": rows, other: [plain("Bob", "Dan", 1, 0)] * 2})
    assert told(games) == TOLD
    assert any(note.endswith(f"not read: '{other}' (2 objects)") for note in games.source.notes)


def test_a_part_whose_result_has_another_key_is_left_out_and_the_note_says_it(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    games = read(tmp_path, {"winners": rows, "final": [{"team1": "Bob", "team2": "Dan", "result": "1-0"}]})
    assert told(games) == TOLD
    assert any(note.endswith("not read: 'final' (1 object)") for note in games.source.notes)


def test_lists_of_teams_are_not_told_of(tmp_path: Path) -> None:
    games = read(tmp_path, {"teams": [{"name": name} for name in NAMES], "games": [plain(*g) for g in GAMES]})
    assert not any("not read" in note for note in games.source.notes)


def test_an_array_of_rounds(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    value = [{"round": 1, "matches": rows[:2]}, {"round": 2, "matches": rows[2:]}]
    assert told(read(tmp_path, value)) == TOLD


def test_of_two_times_the_nearer_one_is_that_of_the_games(tmp_path: Path) -> None:
    rounds = [
        {
            "start_time": f"2024-04-0{at} 15:00",
            "partidas": [{"players": {one: 0.5 * (at % 2), other: 1 - 0.5 * (at % 2)}}],
        }
        for at, (one, other, *_) in enumerate(GAMES, 1)
    ]
    games = read(tmp_path, [{"name": "Open", "date_start": "2001-01-01", "rounds": rounds}])
    assert games.score.tolist() == [0.5, 0.0, 0.5, 0.0, 0.5]
    assert games.time is not None
    assert str(games.time[1])[:10] == "2024-04-02"


def test_an_array_of_players_with_their_games_is_not_taken_for_rounds(tmp_path: Path) -> None:
    value = [{"player": name, "games": [plain(*game) for game in GAMES if name in game]} for name in NAMES]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, value)
    with pytest.raises(arpad.BadInput):  # a game stands at both of its sides
        read(tmp_path, [{"label": each["player"], "games": each["games"]} for each in value])


def test_an_array_of_races_is_one_of_contests_as_ever(tmp_path: Path) -> None:
    races = [
        {"race": at, "results": [{"driver": name, "position": place} for place, name in enumerate(order, 1)]}
        for at, order in enumerate((NAMES, NAMES[::-1]))
    ]
    path = tmp_path / "races.json"
    path.write_text(json.dumps(races))
    contests = arpad.read_contests(path)
    assert (len(contests), len(contests.member)) == (2, 8)


def test_an_array_of_clubs_is_not_taken_for_rounds(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, [{"name": "C1", "matches": rows[:3]}, {"name": "C2", "matches": rows[1:]}])


def test_results_that_somebody_expects_are_left_out(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    expected = [plain("Bob", "Dan", 3, at) for at in range(9)]
    games = read(tmp_path, {"expected_results": expected, "matches": rows})
    assert told(games) == TOLD


def test_keys_of_the_next_match_do_not_matter_to_the_parts(tmp_path: Path) -> None:
    rows = [plain(*game) for game in GAMES]
    winners = [{**row, "nextWin": 3, "nextLose": 4, "winner_to": 7, "loser_to": 8} for row in rows[:3]]
    value = {"winners": winners, "losers": rows[3:4], "grandFinal": [{**rows[4], "reset": False}]}
    assert told(read(tmp_path, value)) == TOLD


# Sides in lists of two, and results by id


def opponents(result: str, key: str, *, name: str = "opponents") -> list[dict[str, Any]]:
    return [
        {
            name: [{"id": IDS[one], "name": one}, {"id": IDS[other], "name": other}],
            result: [{key: IDS[other], "score": theirs}, {key: IDS[one], "score": mine}],
        }
        for one, other, mine, theirs in GAMES
    ]


@pytest.mark.parametrize(("result", "key"), [("results", "team_id"), ("scores", "id"), ("score", "teamId")])
@pytest.mark.parametrize("name", ["opponents", "teams", "participants"])
def test_results_stand_by_id_and_not_by_place(tmp_path: Path, result: str, key: str, name: str) -> None:
    assert told(read(tmp_path, {"finished": opponents(result, key, name=name)})) == TOLD
    assert told(read(tmp_path, {"matches": opponents(result, key, name=name)})) == TOLD


def test_results_of_another_id_are_no_results(tmp_path: Path) -> None:
    rows = opponents("results", "team_id") * 5
    rows[3] = {**rows[3], "results": [{"team_id": 999, "score": 1}, rows[3]["results"][1]]}
    with pytest.raises(arpad.BadInput, match="of another side"):
        read(tmp_path, {"matches": rows})
    games = read(tmp_path, {"matches": rows}, rejects=tmp_path / "rejects.jsonl")
    assert told(games) == (TOLD * 5)[:3] + (TOLD * 5)[4:]


@pytest.mark.parametrize("key", ["score", "result", "punkte"])
def test_points_under_the_names_of_the_sides(tmp_path: Path, key: str) -> None:
    rows = [
        {"home": {"name": one}, "away": {"name": other}, key: {other: theirs, one: mine}}
        for one, other, mine, theirs in GAMES
    ]
    assert told(read(tmp_path, {"matches": rows})) == TOLD


def test_running_games_are_fixtures(tmp_path: Path) -> None:
    rows = [{**row, "status": "finished"} for row in opponents("results", "team_id")]
    rows[-1]["status"] = "running"
    games = read(tmp_path, {"past": rows[:3], "running": rows[3:]})
    assert told(games) == TOLD[:4]
    assert games.source.fixtures == 1


@pytest.mark.parametrize("name", ["live", "running", "ongoing", "live_matches"])
def test_a_list_of_games_that_go_on_holds_fixtures(tmp_path: Path, name: str) -> None:
    rows = [plain(*game) for game in GAMES]
    games = read(tmp_path, {"finished": rows[:4], name.replace("_matches", ""): rows[4:]})
    assert told(games) == TOLD[:4]
    assert games.source.fixtures == 1
    alone = read(tmp_path, {name: [{**row, "teams": 2} for row in rows]})
    assert (len(alone), alone.source.fixtures) == (0, 5)


# Keys that are names


@pytest.mark.parametrize("key", ["players", "joueurs players", "score", "teams"])
def test_keys_that_are_names_with_what_they_made(tmp_path: Path, key: str) -> None:
    made = [(1, 0), (0, 1), (0.5, 0.5), (1, 0), (0, 1)]
    rows = [
        {"board": at, key: {one: mine, other: theirs}}
        for at, ((one, other, *_), (mine, theirs)) in enumerate(zip(GAMES, made, strict=True))
    ]
    games = read(tmp_path, [{"name": "Open", "rounds": [{"matches": rows}]}])
    assert [(one, other) for one, other, _ in told(games)] == [(one, other) for one, other, *_ in GAMES]
    assert games.score.tolist() == [1.0, 0.0, 0.5, 1.0, 0.0]


@pytest.mark.parametrize(
    "made",
    [
        [(1500, 1480), (1480, 1520), (1520, 1400), (1400, 1500), (1500, 1520)],  # ratings
        [(0, 1)] * 5,  # seats
        [(1, 2), (2, 1), (1, 2), (1, 2), (2, 1)],  # seeds, boards or places
        [(True, False), (False, True), (True, False), (True, False), (True, False)],
        [("a", "b")] * 5,
    ],
)
def test_keys_that_are_names_with_something_else(tmp_path: Path, made: list[tuple[Any, Any]]) -> None:
    rows = [
        {"players": {one: mine, other: theirs}}
        for (one, other, *_), (mine, theirs) in zip(GAMES, made, strict=True)
    ]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": rows})


@pytest.mark.parametrize("key", ["clocks", "colors", "odds", "info"])
def test_names_with_numbers_under_another_word(tmp_path: Path, key: str) -> None:
    made = [(1, 0), (0, 1), (0.5, 0.5), (1, 0), (0, 1)]
    rows = [{key: {game[0]: one, game[1]: other}} for game, (one, other) in zip(GAMES, made, strict=True)]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": rows})


# Sets


@pytest.mark.parametrize("name", ["sets", "Sätze", "sety", "manches", "games"])
@pytest.mark.parametrize(
    ("sides", "keys"),
    [
        (("teamA", "teamB"), ("a", "b")),
        (("home", "away"), ("home", "away")),
        (("heim", "gast"), ("heim", "gast")),
        (("player1", "player2"), ("score1", "score2")),
        (("teamA", "teamB"), ("scoreA", "scoreB")),
    ],
)
def test_lists_of_sets(tmp_path: Path, name: str, sides: tuple[str, str], keys: tuple[str, str]) -> None:
    rows = [
        {
            sides[0]: {"name": one},
            sides[1]: {"name": other},
            # Who wins the match loses the first set, in the most points.
            name: [
                {keys[0]: "5", keys[1]: "25"} if mine > theirs else {keys[0]: 25, keys[1]: 5},
                *[{keys[0]: 21 + (mine > theirs), keys[1]: 21 + (mine < theirs)}] * 2,
                {keys[0]: "", keys[1]: None},
                {keys[0]: 0, keys[1]: 0},
            ],
        }
        for one, other, mine, theirs in GAMES
    ]
    rows.append({sides[0]: {"name": "Bob"}, sides[1]: {"name": "Dan"}, name: []})
    games = read(tmp_path, {"schedule": rows, "tournament": {"matches": []}})
    assert told(games) == TOLD
    assert games.source.fixtures == 1


@pytest.mark.parametrize("name", ["quarters", "periods", "innings", "cards", "shots", "odds"])
def test_lists_of_other_parts_are_no_sets(tmp_path: Path, name: str) -> None:
    rows = [
        {
            "teamA": {"name": one},
            "teamB": {"name": other},
            name: [{"a": 30, "b": 1}, {"a": 1, "b": 9}, {"a": 3, "b": 9}],
        }
        for one, other, *_ in GAMES
    ]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": rows})


def test_sets_of_sides_with_other_words_are_not_read(tmp_path: Path) -> None:
    rows = [
        {
            "red": {"name": one},
            "green": {"name": other},
            "sets": [{"a": 25, "b": 3}, {"a": 5, "b": 25}, {"a": 9, "b": 25}],
        }
        for one, other, *_ in GAMES
    ]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": rows})


def test_legs_are_added_up_and_no_sets(tmp_path: Path) -> None:
    rows = [
        {
            "teamA": {"name": one},
            "teamB": {"name": other},
            "legs": [{"a": 4, "b": 0}, {"a": 0, "b": 1}, {"a": 0, "b": 1}],
        }
        for one, other, *_ in GAMES
    ]
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": rows})


def test_what_both_sides_made_goes_before_the_sets(tmp_path: Path) -> None:
    rows = [
        {
            "teamA": {"name": one},
            "teamB": {"name": other},
            "scoreA": mine,
            "scoreB": theirs,
            "sets": [{"a": 25, "b": 20}, {"a": 20, "b": 25}],
        }
        for one, other, mine, theirs in GAMES
    ]
    assert told(read(tmp_path, {"matches": rows})) == TOLD


@pytest.mark.parametrize("choice", ["sets", "points"])
def test_sets_that_the_points_within_contradict_are_asked_about(tmp_path: Path, choice: str) -> None:
    rows = [
        {
            "teamA": {"name": one},
            "teamB": {"name": other},
            "scoreA": 57,
            "scoreB": 75,
            "sets": [{"a": 7, "b": 25}, {"a": 25, "b": 24}, {"a": 25, "b": 24}],
        }
        for one, other, *_ in GAMES
    ]
    with pytest.raises(Ambiguous) as asked:
        read(tmp_path, {"matches": rows})
    chosen = next(
        each for each in asked.value.choices if bool(each.get("points_first")) is (choice == "points")
    )
    games = read(tmp_path, {"matches": rows}, columns={k: v for k, v in chosen.items() if v})
    assert set(games.score.tolist()) == ({0.0} if choice == "points" else {1.0})


# Sides that are objects


def match(first: str, second: str, **more: Any) -> dict[str, Any]:
    return {
        "date": "2020-06-03",
        first: {
            "score": 4,
            "winner": True,
            "team": {"team": {"_id": "x1", "slug": "ann", "name": "Ann"}},
            **more,
        },
        second: {"score": 1, "team": {"team": {"_id": "x2", "slug": "bob", "name": "Bob"}}},
    }


@pytest.mark.parametrize(
    "sides",
    [("blue", "orange"), ("radiant", "dire"), ("heim", "gast"), ("bleu", "rouge"), ("청", "홍"), ("a", "b")],
)
def test_one_game_whose_sides_are_objects(tmp_path: Path, sides: tuple[str, str]) -> None:
    assert told(read(tmp_path, {"matches": [match(*sides)]})) == [("Ann", "Bob", 1.0)]


def test_a_winner_that_the_points_contradict(tmp_path: Path) -> None:
    row = match("blue", "orange")
    row["blue"]["winner"], row["orange"]["winner"] = False, True
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": [row]})


def test_more_sides_than_two(tmp_path: Path) -> None:
    row = match("blue", "red")
    row["green"] = {"score": 7, "team": {"team": {"_id": "x3", "slug": "cho", "name": "Cho"}}}
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": [row]})


@pytest.mark.parametrize("key", ["rating", "seed", "wins", "odds", "age", "rank", "halftime"])
def test_numbers_of_sides_that_are_no_points(tmp_path: Path, key: str) -> None:
    row = {"blue": {"name": "Ann", key: 3}, "orange": {"name": "Bob", key: 1}}
    with pytest.raises(arpad.BadInput):
        read(tmp_path, {"matches": [row]})


def test_two_kinds_of_points_or_of_names_are_not_chosen_from(tmp_path: Path) -> None:
    with pytest.raises(arpad.BadInput):
        read(
            tmp_path,
            {
                "matches": [
                    {
                        side: {"name": side, "goals": at, "points": 1 - at}
                        for at, side in enumerate(("blue", "orange"))
                    }
                ]
            },
        )
    with pytest.raises(arpad.BadInput):
        read(
            tmp_path,
            {
                "matches": [
                    {
                        side: {"team": f"{side} t", "player": f"{side} p", "score": at}
                        for at, side in enumerate(("blue", "orange"))
                    }
                ]
            },
        )


# Ids that a list names


def by_id(one: str, other: str, mine: int, theirs: int) -> dict[str, Any]:
    return {
        "a": {"teamId": IDS[one]},
        "b": {"teamId": IDS[other]},
        "scoreA": mine,
        "scoreB": theirs,
        "winnerId": IDS[one if mine > theirs else other],
        # The winner of the first map is not that of the match.
        "games": [
            {"winnerId": IDS[other if mine > theirs else one]},
            {"winnerId": IDS[one if mine > theirs else other]},
        ],
    }


@pytest.mark.parametrize("teams", ["teams", "participants", "mannschaften"])
def test_ids_that_a_list_of_the_document_names(tmp_path: Path, teams: str) -> None:
    games = read(tmp_path, {teams: TEAMS, "series": [by_id(*game) for game in GAMES]})
    assert told(games) == TOLD
    assert any(f"the names of its ids stand in '{teams}'" in note for note in games.source.notes)


def test_ids_under_the_keys_of_the_sides(tmp_path: Path) -> None:
    rows = [
        {"home": IDS[one], "away": IDS[other], "homeScore": mine, "awayScore": theirs}
        for one, other, mine, theirs in GAMES
    ]
    assert told(read(tmp_path, {"teams": TEAMS, "matches": rows})) == TOLD


@pytest.mark.parametrize(
    "lists",
    [
        {"teams": TEAMS[:3]},  # an id without a name
        {"teams": [*TEAMS, {"id": 101, "name": "Eve"}]},  # an id with two names
        {"teams": [{**team, "name": "Ann"} for team in TEAMS]},  # a name with several ids
        {
            "venues": TEAMS,
            "countries": [{**team, "name": f"Land {team['id']}"} for team in TEAMS],
        },  # two lists
        {"teams": [{"id": team["id"], "city": team["name"]} for team in TEAMS]},
        {"teams": [{"seed": team["id"], "name": team["name"]} for team in TEAMS]},
    ],
)
def test_ids_that_nothing_names_for_sure_stay(tmp_path: Path, lists: dict[str, Any]) -> None:
    rows = [
        {"home": IDS[one], "away": IDS[other], "homeScore": mine, "awayScore": theirs}
        for one, other, mine, theirs in GAMES
    ]
    games = read(tmp_path, {**lists, "matches": rows})
    assert told(games) == [(str(IDS[one]), str(IDS[other]), score) for one, other, score in TOLD]


def test_names_beside_the_ids_are_not_replaced(tmp_path: Path) -> None:
    rows = [
        {
            "home_id": IDS[one],
            "away_id": IDS[other],
            "home": one,
            "away": other,
            "homeScore": mine,
            "awayScore": theirs,
        }
        for one, other, mine, theirs in GAMES
    ]
    teams = [{**team, "name": f"{team['name']} FC"} for team in TEAMS]
    assert told(read(tmp_path, {"teams": teams, "matches": rows})) == TOLD


def test_a_winner_by_number_of_the_side_is_no_id(tmp_path: Path) -> None:
    teams = [{"id": at, "name": name} for at, name in enumerate(NAMES, 1)]
    rows = [
        {
            "team1": NAMES.index(one) + 1,
            "team2": NAMES.index(other) + 1,
            "winner": 1 if mine > theirs else 2,
        }
        for one, other, mine, theirs in GAMES
    ]
    assert told(read(tmp_path, {"teams": teams, "matches": rows})) == TOLD


def test_a_winner_that_may_be_an_id_or_the_number_of_a_side_names_nobody(tmp_path: Path) -> None:
    teams = [{"id": at, "name": name} for at, name in enumerate(NAMES, 1)]
    rows = [{"team1": 2, "team2": 1, "winner": 2}, {"team1": 1, "team2": 2, "winner": 1}]
    games = read(tmp_path, {"teams": teams, "matches": rows})
    assert set(games.players.names) == {"1", "2"}


def test_places_that_nobody_has_reached_yet_are_no_games(tmp_path: Path) -> None:
    rows = [{**by_id(*game), "status": "completed"} for game in GAMES]
    rows.append(
        {"a": {"kind": "winner_of"}, "b": {"kind": "loser_of"}, "scoreA": 0, "scoreB": 0, "status": "tbd"}
    )
    assert told(read(tmp_path, {"teams": TEAMS, "series": rows})) == TOLD


# Outcomes of 0 and 1


@pytest.mark.parametrize("sides", [("userA", "userB"), ("driver_1", "driver_2"), ("fighterX", "fighterY")])
@pytest.mark.parametrize("outcome", ["outcome", "result", "Ergebnis"])
def test_whose_win_1_is_is_asked(tmp_path: Path, sides: tuple[str, str], outcome: str) -> None:
    rows = [
        {sides[0]: str(IDS[one]), sides[1]: str(IDS[other]), outcome: int(mine < theirs)}
        for one, other, mine, theirs in GAMES
    ]
    with pytest.raises(DirectionAsked) as asked:
        read(tmp_path, rows)
    first, second = sides
    assert f'"first": "{first}", "second": "{second}"' in str(asked.value)
    assert f'"first": "{second}", "second": "{first}"' in str(asked.value)
    ids = [(str(IDS[one]), str(IDS[other]), score) for one, other, score in TOLD]
    games = read(tmp_path, rows, columns={"first": second, "second": first, "score": outcome})
    assert told(games) == [(other, one, 1.0 - score) for one, other, score in ids]
