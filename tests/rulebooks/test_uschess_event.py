"""US Chess over whole events: a published one, and the five steps written a second time."""

from __future__ import annotations

import csv
import math
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import Step
from arpad.ratings.explain import explain, updates
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Labels, Players
from arpad.rulebooks.uschess import UsChess
from rulebooks import uschess_slow as slow

FIXTURE = Path(__file__).parents[1] / "fixtures" / "uschess_64.csv"
SCORES = {"W": 1.0, "D": 0.5, "L": 0.0}
FLOORED = {18: 1600.0, 54: 1200.0}
"""Who ended at a floor: the crosstable has no peaks, but these two ratings are round and above what is earned."""


def single(names: list[str], played: list[tuple[str, str, float]], **attributes: list[float]) -> Games:
    """Return one event."""
    known = {name: np.array(values) for name, values in attributes.items()}
    return Games(
        Players(names, known),
        np.array([names.index(one) for one, _, _ in played], dtype=np.int32),
        np.array([names.index(other) for _, other, _ in played], dtype=np.int32),
        np.array([score for _, _, score in played]),
        time=np.full(len(played), np.datetime64("2016-01-10")),
        event=Labels(np.zeros(len(played), dtype=np.int32), ("Open",)),
    )


@pytest.fixture(scope="module")
def crosstable() -> list[dict[str, str]]:
    with FIXTURE.open() as file:
        return list(csv.DictReader(file))


def published(crosstable: list[dict[str, str]], before: dict[int, float]) -> Games:
    """Return the event's games, with these unrounded ratings before it."""
    games = []
    for row in crosstable:
        for at in range(1, 8):
            told = row[f"round_{at}"]
            if told[0] in SCORES and int(row["number"]) < int(told[1:]):
                games.append((row["number"], told[1:], SCORES[told[0]]))
    return single(
        [row["number"] for row in crosstable],
        games,
        rating=[before[int(row["number"])] for row in crosstable],
        # Established players have more games than the effective ones of their rating, however many.
        games=[float(row["games_before"] or 100) for row in crosstable],
        floor=[FLOORED.get(int(row["number"]), math.nan) for row in crosstable],
    )


def after(crosstable: list[dict[str, str]], before: dict[int, float]) -> dict[int, float]:
    found = rate(published(crosstable, before), UsChess())
    return {int(row["number"]): found.of(row["number"]).value for row in crosstable}


def test_both_sides_of_the_crosstable_tell_the_same(crosstable: list[dict[str, str]]) -> None:
    told = {row["number"]: row for row in crosstable}
    other = {"W": "L", "D": "D", "L": "W"}
    points = 0.0
    for row in crosstable:
        for at in range(1, 8):
            cell = row[f"round_{at}"]
            if cell[0] in SCORES:
                assert told[cell[1:]][f"round_{at}"] == f"{other[cell[0]]}{row['number']}"
        cells = [row[f"round_{at}"] for at in range(1, 8)]
        scored = sum({"W": 1.0, "B": 1.0, "X": 1.0, "D": 0.5, "H": 0.5}.get(cell[0], 0.0) for cell in cells)
        assert scored == float(row["points"])
        points += scored
        if row["games_before"]:
            played = sum(cell[0] in SCORES for cell in cells)
            total = int(row["games_before"]) + played
            assert row["games_after"] == (str(total) if total <= 25 else "")
    assert len(crosstable) == 64


def test_published_event_from_rounded_ratings(crosstable: list[dict[str, str]]) -> None:
    """The published ratings before the event are rounded: half a point each, and less of it after."""
    rounded = {int(row["number"]): float(row["before"]) for row in crosstable}
    found = after(crosstable, rounded)
    off = {int(row["number"]): found[int(row["number"])] - int(row["after"]) for row in crosstable}
    assert sum(math.floor(value + 0.5) == 0 for value in off.values()) == 53
    assert max(map(abs, off.values())) < 0.75


def test_published_event_from_ratings_that_round_to_the_published(crosstable: list[dict[str, str]]) -> None:
    """Unrounded ratings exist that round to all 64 published ones, before the event and after it."""
    printed = {int(row["number"]): int(row["before"]) for row in crosstable}
    wanted = {int(row["number"]): int(row["after"]) for row in crosstable}
    before = {number: float(value) for number, value in printed.items()}
    for _ in range(10):
        found = after(crosstable, before)
        wrong = [number for number in wanted if math.floor(found[number] + 0.5) != wanted[number]]
        if not wrong:
            break
        for number, printed_after in wanted.items():
            short = printed_after - found[number]
            if abs(short) > 0.45:
                moved = before[number] + 0.5 * short
                before[number] = min(printed[number] + 0.499, max(printed[number] - 0.5, moved))
    assert not wrong
    assert all(math.floor(value + 0.5) == printed[number] for number, value in before.items())


def test_intermediate_ratings_are_not_the_published_ones(crosstable: list[dict[str, str]]) -> None:
    """What step 4 leaves is up to 29 points off, so the oracle above tells one pass from two."""
    rounded = {int(row["number"]): float(row["before"]) for row in crosstable}
    record = published(crosstable, rounded)
    ratings = rate(record, UsChess(), history=True)
    off = [
        step_of(ratings, row["number"], "intermediate rating") - int(row["after"])
        for row in crosstable
        if int(row["number"]) not in FLOORED
    ]
    assert sum(abs(value) < 0.75 for value in off) < 12
    assert max(map(abs, off)) > 29.0


def step_of(ratings: Ratings, name: str, label: str) -> float:
    (update,) = updates(ratings, name)
    (value,) = [step.value for step in update.explanation.steps if step.label == label]
    assert isinstance(value, float)
    return value


def test_two_newcomers() -> None:
    """Steps 3 to 5: 1600 and 1000, 1400 and 1200, 1600 and 1000."""
    ratings = rate(single(["Ann", "Bob"], [("Ann", "Bob", 1.0)] * 3), UsChess(), history=True)
    expected = {
        "Ann": {"first estimate": 1600.0, "intermediate rating": 1400.0, "new rating": 1600.0},
        "Bob": {"first estimate": 1000.0, "intermediate rating": 1200.0, "new rating": 1000.0},
    }
    for name, steps in expected.items():
        for label, value in steps.items():
            assert step_of(ratings, name, label) == pytest.approx(value, abs=1e-6), (name, label)
        assert ratings.of(name).value == pytest.approx(steps["new rating"], abs=1e-6)


def test_first_estimates_do_not_fall_below_100() -> None:
    """A child of 4 (200 points) loses to a child of 2 (100): the special formula would give −250 and so on."""
    games = single(["Ann", "Bob"], [("Ann", "Bob", 1.0)] * 3, age=[4.0, 2.0])
    ratings = rate(games, UsChess(), history=True)
    assert step_of(ratings, "Bob", "first estimate") == 100.0
    assert step_of(ratings, "Bob", "intermediate rating") == 100.0


def test_opponents_meet_intermediate_ratings_without_floors() -> None:
    """Bob's floor of 1500 holds for Bob; Ann is rated against what Bob's games alone would leave."""
    games = [("Ann", "Bob", 1.0)] * 2 + [("Cy", "Bob", 1.0)] * 8
    known = {"rating": [1500.0, 1500.0, 1200.0], "games": [40.0, 40.0, 40.0]}
    free = rate(single(["Ann", "Bob", "Cy"], games, **known), UsChess())
    held = rate(single(["Ann", "Bob", "Cy"], games, floor=[math.nan, 1500.0, math.nan], **known), UsChess())
    assert held.of("Bob").value == 1500.0
    assert free.of("Bob").value < 1400.0
    assert held.of("Ann").value == free.of("Ann").value


def drawn_players(draw: np.random.Generator, size: int) -> dict[str, slow.Player]:
    """Return players of all kinds: unrated, provisional, with wins or losses only, established, with peaks."""
    players = {}
    for i in range(size):
        kind = draw.choice(["unrated", "few", "won", "lost", "provisional", "established"])
        age = float(draw.integers(1, 40)) if draw.random() < 0.5 else None
        if kind == "unrated":
            players[f"P{i}"] = slow.Player(None, age=age)
            continue
        games = int(
            {
                "few": draw.integers(1, 9),
                "won": draw.integers(1, 40),
                "lost": draw.integers(1, 40),
                "provisional": draw.integers(9, 26),
                "established": draw.integers(26, 200),
            }[kind]
        )
        if kind in ("won", "lost"):
            results = [1.0 if kind == "won" else 0.0] * games
        else:
            results = draw.choice([0.0, 0.5, 1.0], games).tolist()
        peak = float(draw.integers(1200, 2600)) if games > 25 and draw.random() < 0.3 else None
        floor = 1300.0 if draw.random() < 0.1 else 100.0
        rating = float(
            draw.choice([draw.normal(1600, 450), draw.uniform(100, 300), draw.uniform(2150, 2900)])
        )
        players[f"P{i}"] = slow.Player(
            max(100.0, rating), results, age, peak, events=int(draw.integers(0, 9)), floor=floor
        )
    return players


def attributes_of(players: dict[str, slow.Player]) -> dict[str, np.ndarray]:
    def column(values: list[float | None]) -> np.ndarray:
        return np.array([math.nan if value is None else value for value in values])

    known = list(players.values())
    return {
        "rating": column([player.rating for player in known]),
        "games": column([float(player.games) for player in known]),
        "age": column([player.age for player in known]),
        "peak": column([player.peak for player in known]),
        "wins": column([float(player.results.count(1.0)) for player in known]),
        "draws": column([float(player.results.count(0.5)) for player in known]),
        "losses": column([float(player.results.count(0.0)) for player in known]),
        "events": column([float(player.events) for player in known]),
        "floor": column([player.floor for player in known]),
    }


DAYS = (date(2016, 1, 1), date(2018, 1, 1), date(2023, 1, 31), date(2023, 2, 1), date(2025, 1, 1))
SYSTEMS = (UsChess(), UsChess(dual=True), UsChess(match=True))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 40), st.sampled_from(DAYS), st.sampled_from(SYSTEMS))
def test_the_five_steps_written_a_second_time_agree(seed: int, size: int, on: date, system: UsChess) -> None:
    draw = np.random.default_rng(seed)
    players = drawn_players(draw, size)
    attributes = attributes_of(players)
    names = list(players)
    events = []
    for _ in range(int(draw.integers(1, 4))):
        most = size * int(draw.integers(1, 6))
        pairs = [draw.choice(size, 2, replace=False).tolist() for _ in range(int(draw.integers(1, most + 1)))]
        kind = draw.choice(["mixed", "one-sided"])
        events.append(
            [
                (names[a], names[b], float(a < b) if kind == "one-sided" else float(draw.choice([0, 0.5, 1])))
                for a, b in pairs
            ]
        )
    flat = [(*game, at) for at, games in enumerate(events) for game in games]
    record = Games(
        Players(names, attributes),
        np.array([names.index(one) for one, *_ in flat], dtype=np.int32),
        np.array([names.index(other) for _, other, *_ in flat], dtype=np.int32),
        np.array([score for _, _, score, _ in flat]),
        time=np.array([np.datetime64(on) + 7 * at for *_, at in flat]),
        event=Labels(
            np.array([at for *_, at in flat], dtype=np.int32), tuple(f"E{at}" for at in range(len(events)))
        ),
    )
    found = rate(record, system)
    for at, games in enumerate(events):
        threshold = slow.threshold(on + timedelta(days=7 * at))
        slow.rated_event(players, games, slow.Rules(threshold, dual=system.dual, match=system.match))
    played = {name for one, other, *_ in flat for name in (one, other)}
    for name in played:
        expected = players[name].rating
        if expected is None:  # no game of an unrated player's match was rated
            expected = slow.step_1({name: players[name]})[name]
        assert found.of(name).value == pytest.approx(expected, abs=1e-6), name


def small_event(seed: int) -> Games:
    draw = np.random.default_rng(seed)
    players = drawn_players(draw, 9)
    names = list(players)
    pairs = [draw.choice(9, 2, replace=False).tolist() for _ in range(25)]
    record = single(names, [(names[a], names[b], float(draw.choice([0, 0.5, 1]))) for a, b in pairs])
    return Games(
        Players(names, attributes_of(players)),
        record.first,
        record.second,
        record.score,
        time=record.time,
        event=record.event,
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("system", SYSTEMS)
def test_an_explanation_tells_both_passes(seed: int, system: UsChess) -> None:
    """A player's intermediate rating is what the opponents' explanations say they met."""
    ratings = rate(small_event(seed), system, history=True)
    names = [name for name in ratings.players.names if updates(ratings, name)]
    intermediate: dict[str, float] = {}
    for name in names:
        for step in updates(ratings, name)[0].explanation.steps:
            if step.label == "intermediate rating":
                assert isinstance(step.value, float)
                intermediate[name] = step.value
    seen = 0
    for name in names:
        told = explain(ratings, name)
        assert math.fsum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)
        for game in told.parts[0].parts:
            for step in game.steps:
                if step.label == "opponent's intermediate rating":
                    assert step.value == pytest.approx(intermediate[game.facts["opponent"]], abs=1e-9)
                    assert game.facts["opponent_rating"] == step.value
                    seen += 1
    assert seen > (0 if system.match else 40) - 1


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_checks_the_intermediate_rating(seed: int) -> None:
    """The working of step 4 of the standard formula evaluates to its value."""
    ratings = rate(small_event(seed), UsChess(), history=True)
    checked = 0
    for name in ratings.players.names:
        for update in updates(ratings, name):
            for step in update.explanation.steps:
                if step.label == "intermediate rating" and "K" in (step.formula or ""):
                    checked += hand(step)
    assert checked


def hand(step: Step) -> int:
    assert isinstance(step.value, float)
    worked = eval(str(step.working).replace("·", "*").replace("−", "-"))
    assert max(100.0, worked) == pytest.approx(step.value, abs=2e-3)
    return 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_sides_and_order_within_an_event_do_not_matter(system: UsChess) -> None:
    games = small_event(3)
    back = np.arange(len(games))[::-1]
    turned = Games(
        games.players,
        games.second[back],
        games.first[back],
        1.0 - games.score[back],
        time=games.time,
        event=games.event,
    )
    np.testing.assert_allclose(rate(turned, system).rating, rate(games, system).rating, rtol=0, atol=1e-7)
