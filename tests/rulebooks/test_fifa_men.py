"""FIFA's men's ranking: single matches, two windows of published points, shoot-outs and knock-out rounds."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.whatif import what_if
from arpad.record import Games, Labels, Players
from arpad.rulebooks.football import EloRatings, FifaMen, FifaWomen
from arpad.rulebooks.football.importance import FIFA_MEN
from arpad.rulebooks.football.national import NationalTeams

FIXTURES = Path(__file__).parents[1] / "fixtures"

SINGLE = (
    # skillratings, tests of fifa (after FIFA's paper of 2018): importance 25, 1300 against 1500, both teams after it
    (1.0, 1317.0746, 1482.9254),
    (0.5, 1304.5746, 1495.4254),
    (0.0, 1292.0746, 1507.9254),
    (0.75, 1310.8246, 1495.4254),  # a shoot-out: .75 for its winner, and a draw's .5 for its loser
    (0.25, 1304.5746, 1501.6754),
)

IMPORTANCE = (5, 10, 15, 25, 25, 35, 40, 50, 60)
"""FIFA's nine classes: friendly outside and inside the windows; Nations League, its finals and play-offs;
qualifiers; confederation finals before and from the quarter-finals; World Cup before and from them."""


def two(score: float, **columns: Any) -> Games:
    players = Players(["A", "B"], {"rating": np.array([1300.0, 1500.0])})
    one = np.array([0], dtype=np.int32)
    return Games(players, one, one + 1, np.array([score]), **columns)


def test_importances_by_the_name_of_the_competition() -> None:
    """FIFA's points between two lists of 2021 and of 2023 show these importances; names tell no rounds."""
    windows = json.loads(gzip.decompress((FIXTURES / "fifa_sum_windows.json.gz").read_bytes()))
    matches = [match for window in windows for match in window["matches"] if not match["ko_no_loss"]]
    assert len(matches) == 234
    rows = {
        "date": [match["date"] for match in matches],
        "home_team": [match["home"] for match in matches],
        "away_team": [match["away"] for match in matches],
        "score": [0.5] * len(matches),
        "tournament": [match["tournament"] for match in matches],
    }
    weights = FifaMen().game_weights(Games.from_frame(rows))
    assert weights.tolist() == [match["I"] for match in matches]


@pytest.mark.parametrize(("score", "first", "second"), SINGLE)
def test_single_matches(score: float, first: float, second: float) -> None:
    assert len(SINGLE) == 5
    ratings = rate(two(score), FifaMen(importance=25))
    assert ratings.rating == pytest.approx([first, second], abs=1e-4)
    asked = what_if(FifaMen(importance=25), Rating(1300), [Encounter(Rating(1500), score)])
    assert asked.asked.after.value == ratings.rating[0]
    other = what_if(FifaMen(importance=25), Rating(1500), [Encounter(Rating(1300), 1 - score)])
    assert other.asked.after.value == ratings.rating[1]


def test_the_importance_of_every_class() -> None:
    quoted = {one.importance for one in FIFA_MEN.values()}
    assert quoted == set(IMPORTANCE)
    assert FIFA_MEN["world cup quarter-final"].importance == 60


def test_misprint_68_for_the_world_cup_from_the_quarter_finals() -> None:
    """One program quotes 68. All others, and FIFA, have 60."""
    assert 68 not in {one.importance for one in FIFA_MEN.values()}


def windows() -> list[dict[str, Any]]:
    with gzip.open(FIXTURES / "fifa_sum_windows.json.gz", "rt", encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def record(window: dict[str, Any]) -> Games:
    """The window as a record: importance in the weights, knock-out in the stage, shoot-outs as .75 and .25."""
    points = {name: team["before"] for name, team in window["teams"].items()}
    matches = [m for m in window["matches"] if m["home"] in points and m["away"] in points]
    number = {name: i for i, name in enumerate(points)}

    def score(m: dict[str, Any]) -> float:
        if m["pso"]:
            return 0.75 if m["pso"] == m["home"] else 0.25
        return float(np.sign(m["hs"] - m["as_"]) + 1) / 2

    return Games(
        Players(list(points), {"rating": np.array(list(points.values()))}),
        np.array([number[m["home"]] for m in matches], dtype=np.int32),
        np.array([number[m["away"]] for m in matches], dtype=np.int32),
        np.array([score(m) for m in matches]),
        time=np.array([m["date"] for m in matches], dtype="datetime64[D]"),
        weight=np.array([float(m["I"]) for m in matches]),
        stage=Labels(
            np.array([0 if m["ko_no_loss"] else -1 for m in matches], dtype=np.int32), ("knock-out",)
        ),
    )


@pytest.mark.parametrize(("number", "matches", "teams"), [(0, 179, 137), (1, 62, 34)])
def test_published_points_of_every_team_whose_matches_are_known(
    number: int, matches: int, teams: int
) -> None:
    window = windows()[number]
    assert len(window["matches"]) == matches
    ratings = rate(record(window), FifaMen(), history=True)
    exact = [name for name, team in window["teams"].items() if team["exact"]]
    assert len(exact) == teams
    for name in exact:
        assert ratings.of(name).value == pytest.approx(window["teams"][name]["after"], abs=0.02), name


def test_knock_out_matches_and_shoot_outs_of_the_gold_cup_explain_themselves() -> None:
    window = windows()[1]
    ratings = rate(record(window), FifaMen(), history=True)
    for name in ("Panama", "United States", "Jamaica", "Lesotho", "India"):
        told = explain(ratings, name)
        total = sum(part.value for unit in told.parts for part in unit.parts)
        assert total == pytest.approx(told.value, abs=1e-9)
        assert told.facts["after"] == ratings.of(name).value
    lost = [unit for unit in explain(ratings, "United States").parts if unit.parts[0].facts["score"] == 0.5]
    assert [round(unit.value, 9) == 0 for unit in lost] == [False, True]  # a draw; lost on penalties
    steps = {step.label: step for step in lost[-1].parts[0].steps}
    assert "no points are lost" in steps["what counts"].formula


def by_hand(games: list[tuple[int, int, float, float, bool]], teams: int) -> list[float]:
    """FIFA's words as a loop, and nothing else."""
    points = [1000.0] * teams
    for a, b, score, importance, knock_out in games:
        we = 1 / (10 ** (-(points[a] - points[b]) / 600) + 1)
        w_a, w_b = {0.75: (0.75, 0.5), 0.25: (0.5, 0.75)}.get(score, (score, 1 - score))
        gains = [importance * (w_a - we), importance * (w_b - (1 - we))]
        if knock_out:
            gains = [max(0.0, gain) for gain in gains]
        points[a] += gains[0]
        points[b] += gains[1]
    return points


MATCHES = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.integers(1, 4),
        st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
        st.sampled_from([float(i) for i in IMPORTANCE]),
        st.booleans(),
    ).map(lambda m: (m[0], (m[0] + m[1]) % 5, *m[2:])),
    min_size=1,
    max_size=30,
)


def of_matches(matches: list[tuple[int, int, float, float, bool]]) -> Games:
    return Games(
        Players(list("ABCDE")),
        np.array([m[0] for m in matches], dtype=np.int32),
        np.array([m[1] for m in matches], dtype=np.int32),
        np.array([m[2] for m in matches]),
        weight=np.array([m[3] for m in matches]),
        stage=Labels(np.array([int(m[4]) for m in matches], dtype=np.int32), ("group", "Knockout")),
    )


@settings(max_examples=30, deadline=None)
@given(MATCHES)
def test_a_slow_twin(matches: list[tuple[int, int, float, float, bool]]) -> None:
    ratings = rate(of_matches(matches), FifaMen(), history=True)
    np.testing.assert_allclose(ratings.rating, by_hand(matches, 5), atol=1e-9)
    told = explain(ratings, "ABCDE"[matches[0][0]])
    assert told.facts["after"] == pytest.approx(ratings.of("ABCDE"[matches[0][0]]).value, abs=1e-9)


@pytest.mark.slow
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    matches = [
        (int(a), int((a + d) % 5), float(s), float(i), bool(k))
        for a, d, s, i, k in zip(
            random.integers(0, 5, 300),
            random.integers(1, 5, 300),
            random.choice([0, 0.25, 0.5, 0.75, 1], 300),
            random.choice(IMPORTANCE, 300),
            random.random(300) < 0.2,
            strict=True,
        )
    ]
    plain = rate(of_matches(matches), FifaMen())
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(of_matches(matches), FifaMen())
    np.testing.assert_allclose(fast.rating, plain.rating, rtol=0, atol=1e-9)


def with_stage(words: list[str]) -> Ratings:
    return rate(two(0.0, stage=Labels(np.array([0], dtype=np.int32), tuple(words))), FifaMen())


@pytest.mark.parametrize(
    ("stage", "lost"),
    [
        ("Friendly", 5 * 0.317014),
        ("World Cup", 50 * 0.317014),
        ("world_cup knockout", 0.0),
        ("World Cup Quarter-final", 0.0),
        ("Nations League  Finals", 0.0),
        ("Nations League playoff", 25 * 0.317014),
    ],
)
def test_classes_named_in_the_stage(stage: str, lost: float) -> None:
    """Of 1300 v 1500, We = 1 / (10^(200 / 600) + 1) = .317014 (FIFA, Revision of the World Ranking, 2018)."""
    assert 1300 - with_stage([stage]).rating[0] == pytest.approx(lost, abs=1e-4)


def test_a_class_that_is_none() -> None:
    with pytest.raises(BadInput, match="'beach' is not a known class"):
        with_stage(["beach"])
    with pytest.raises(BadInput, match="nothing says how important A – B is"):
        rate(two(1.0), FifaMen())


def test_without_an_importance_a_supposed_match_is_a_qualifier() -> None:
    found = FifaMen().update(Rating(1300), [Encounter(Rating(1500), 1.0)], "live")
    assert found.after.value == pytest.approx(1317.0746, abs=1e-4)


@pytest.mark.parametrize("system", [FifaMen, FifaWomen, EloRatings])
def test_that_odds_supposes_no_importance_is_said(system: type[NationalTeams]) -> None:
    assert any("odds omits point changes" in note for note in system.notes)


def test_a_what_if_asks_for_the_importance_as_a_record_does() -> None:
    with pytest.raises(BadInput, match="needs the importance of every match"):
        what_if(FifaMen(), Rating(1300), [Encounter(Rating(1500), 1.0)])


@pytest.mark.parametrize("gap", [1e3, 1e5, -1e5])
def test_extremes_stay_finite(gap: float) -> None:
    games = two(1.0)
    apart = replace(games, players=Players(["A", "B"], {"rating": np.array([1300.0, 1300.0 + gap])}))
    ratings = rate(apart, FifaMen(importance=60))
    assert np.isfinite(ratings.rating).all()
    assert ratings.rating.sum() == pytest.approx(2600 + gap)
