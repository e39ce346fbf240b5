"""FIFA's women's ranking: 143 published changes of points, what FIFA's procedure says, and a slow twin."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.rulebooks.football import FifaWomen
from arpad.rulebooks.football.fifa_women import LOSERS_SHARE, actual_result


def test_72_points_are_60_per_cent() -> None:
    """FIFA's own round figure (fifa.com, procedure of the women's ranking); the formula gives 60.22 %."""
    assert FifaWomen().predict(Rating(1372), Rating(1300)).expected == pytest.approx(0.6022, abs=5e-5)


def test_at_home_it_is_100_points_more() -> None:
    assert FifaWomen().predict(Rating(1300), Rating(1400), 1).expected == 0.5


FOLDER = Path(__file__).parent.parent / "fixtures" / "fifa_women"
RELEASES = ("2019-07-12", "2020-12-18", "2021-04-16", "2021-08-20")


def rows_of(table: str, release: str) -> list[dict[str, str]]:
    with (FOLDER / f"{table}.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["release"] == release]


def written(path: Path, rows: list[dict[str, str]], columns: dict[str, str]) -> Path:
    """Write columns of a table under other names."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(columns.values())
        table.writerows([row[name] for name in columns] for row in rows)
    return path


MATCH = ("date", "home_team", "away_team", "home_goals", "away_goals", "neutral")


def points_after(
    tmp_path: Path, release: str, matches: list[dict[str, str]], told_by: str
) -> dict[str, float]:
    """Return the points of the teams after the matches that follow a release, by the command."""
    points = written(
        tmp_path / "points.csv", rows_of("points", release), {"team": "team", "points": "rating"}
    )
    names = {name: name for name in (*MATCH, told_by)}
    record = written(tmp_path / "matches.csv", matches, names)
    words = ("rate", str(record), "--system", "fifa-women", "--players", str(points), "--json")
    done = subprocess.run([sys.executable, "-m", "arpad", *words], capture_output=True, text=True, check=True)
    return {row["player"]: row["rating"] for row in json.loads(done.stdout)["players"]}


@pytest.mark.parametrize("release", RELEASES)
def test_importances_by_the_name_of_the_competition(release: str) -> None:
    """They are those that the published points show, with the whole release to tell the ten best."""
    matches, points = rows_of("matches", release), rows_of("points", release)
    assert len(matches) > 30
    names = ("date", "home_team", "away_team", "home_goals", "away_goals", "competition")
    games = Games.from_frame({name: [row[name] for row in matches] for name in names})
    given = {row["team"]: float(row["points"]) for row in points}
    teams = list(dict.fromkeys([*games.players.names, *given]))
    rating = np.array([given.get(team, np.nan) for team in teams])
    games = replace(games, players=Players(teams, {"rating": rating}))
    importances = FifaWomen().game_weights(games) / 15
    assert importances.tolist() == [float(row["importance"]) for row in matches]


@pytest.mark.parametrize("release", RELEASES)
def test_published_changes_of_points(tmp_path: Path, release: str) -> None:
    after = points_after(tmp_path, release, rows_of("matches", release), "importance")
    before = {row["team"]: float(row["points"]) for row in rows_of("points", release)}
    changes = rows_of("changes", release)
    assert len(changes) == {"2019-07-12": 53, "2020-12-18": 30, "2021-04-16": 24, "2021-08-20": 36}[release]
    for row in changes:
        change = after[row["team"]] - before[row["team"]]
        if release < "2020":  # both releases are in whole points
            assert abs(change - float(row["published_change"])) <= 1.0, row["team"]
        else:
            assert abs(change - float(row["published_change"])) <= 0.02, row["team"]


def test_friendlies_of_the_ten_best_by_their_stage(tmp_path: Path) -> None:
    """The same changes where friendlies are only called so: which are of the ten best, the release says."""
    release = "2020-12-18"
    by_importance = rows_of("matches", release)
    names = {"1": "friendly", "2": "continental qualifier", "3": "qualifier", "4": "world cup"}
    friendlies = {"Friendly", "SheBelieves Cup"}
    matches = [
        row | {"stage": "friendly" if row["competition"] in friendlies else names[row["importance"]]}
        for row in by_importance
    ]
    both = [row for row in matches if row["importance"] == "2" and row["stage"] == "friendly"]
    assert both, "friendlies between two of the ten best"
    told = points_after(tmp_path, release, matches, "stage")
    assert told == pytest.approx(points_after(tmp_path, release, by_importance, "importance"), abs=1e-9)


def test_an_importance_above_4_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "matches.csv"
    path.write_text("home_team,away_team,home_goals,away_goals,importance\nA,B,1,0,60\n")
    words = ("rate", str(path), "--system", "fifa-women")
    done = subprocess.run(
        [sys.executable, "-m", "arpad", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode
    assert "60 is not the importance of a match of fifa-women. Expected 1 to 4" in done.stderr


@pytest.mark.parametrize(
    ("own", "other", "share"),
    # 1–0, 2–1, 3–0, 8–2 and back, 9–6
    [(1, 0, 0.85), (2, 1, 0.84), (0, 3, 0.04), (2, 8, 0.02), (9, 6, 0.92)],
)
def test_actual_results(own: int, other: int, share: float) -> None:
    found = actual_result(np.array([own, other], dtype=float), np.array([other, own], dtype=float))
    assert found == pytest.approx([share, 1 - share])


def test_the_table_is_regular() -> None:
    """More goals scored are worth more, a larger difference less."""
    table = np.array(LOSERS_SHARE)
    assert table.shape == (6, 6)
    assert (np.diff(table, axis=0) > 0).all()
    assert (np.diff(table, axis=1) < 0).all()


MATCHES = st.lists(
    st.tuples(st.integers(0, 2), st.integers(1, 2), st.integers(0, 8), st.integers(0, 8), st.booleans()),
    min_size=1,
    max_size=20,
)


@settings(max_examples=40, deadline=None)
@given(MATCHES)
def test_a_slow_twin(matches: list[tuple[int, int, int, int, bool]]) -> None:
    points = [1300.0] * 3
    for a, step, one, two, home in matches:
        b = (a + step) % 3
        predicted = 1 / (1 + 10 ** (-(points[a] - points[b] + 100 * home) / 400))
        both = (0.47, 0.5, 0.51, 0.52, 0.525, 0.53)[min(one, 5)]
        mine, theirs = both, both
        if one != two:
            loser = LOSERS_SHARE[min(one, two, 5)][min(abs(one - two), 6) - 1] / 100
            mine = loser if one < two else 1 - loser
            theirs = 1 - mine
        points[a] += 60 * (mine - predicted)
        points[b] += 60 * (theirs - (1 - predicted))
    first = np.array([m[0] for m in matches], dtype=np.int32)
    goals = np.array([[m[2], m[3]] for m in matches], dtype=float)
    games = Games(
        Players(list("ABC")),
        first,
        ((first + np.array([m[1] for m in matches])) % 3).astype(np.int32),
        (np.sign(goals[:, 0] - goals[:, 1]) + 1) / 2,
        advantage=np.array([m[4] for m in matches], dtype=np.int8),
        points_first=goals[:, 0],
        points_second=goals[:, 1],
    )
    found = rate(games, FifaWomen(importance=4), history=True)
    np.testing.assert_allclose(found.rating, points, atol=1e-9)
    told = explain(found, "ABC"[matches[0][0]])
    assert sum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)


def test_a_match_of_no_record_is_one_to_nil() -> None:
    found = FifaWomen(importance=1).update(Rating(1300), [Encounter(Rating(1300), 1.0)], "live")
    assert found.explanation.value == pytest.approx(15 * (0.85 - 0.5))


def test_it_needs_goals() -> None:
    one = np.array([0], dtype=np.int32)
    games = Games(Players(["A", "B"]), one, one + 1, np.array([1.0]))
    with pytest.raises(BadInput, match="goals of every match"):
        rate(games, FifaWomen(importance=1))
