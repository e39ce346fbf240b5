"""Single games and short sequences by Elo, against published numbers; parameters and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arpad.core import BadInput, NotProvided
from arpad.ratings.elo.system import Elo
from arpad.ratings.explain import updates
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.parameters import configure, parameters_of
from arpad.ratings.rate import rate
from arpad.ratings.whatif import what_if
from arpad.record import Games, Labels, Players


def record(
    games: list[tuple[str, str, float]], attributes: dict[str, dict[str, float]] | None = None, **columns: Any
) -> Games:
    """Return games as (first, second, score), with attributes as {name: {player: value}}."""
    names = list(dict.fromkeys(name for first, second, _ in games for name in (first, second)))
    known = {
        attribute: np.array([values.get(name, np.nan) for name in names])
        for attribute, values in (attributes or {}).items()
    }
    return Games(
        Players(names, known),
        np.array([names.index(first) for first, _, _ in games], dtype=np.int32),
        np.array([names.index(second) for _, second, _ in games], dtype=np.int32),
        np.array([score for _, _, score in games]),
        **columns,
    )


def one_game(
    system: Elo, own: float, opponent: float, score: float, games: float = 0.0, **columns: Any
) -> tuple[float, float]:
    """Return both ratings after one game."""
    attributes = {"rating": {"a": own, "b": opponent}, "games": {"a": games, "b": games}}
    after = rate(record([("a", "b", score)], attributes, **columns), system).rating
    return float(after[0]), float(after[1])


MOSERWARE = Elo(k="25 if games<30; 15 if rating<2400; 10")
"""moserware/Skills, FideEloCalculatorTest.cs: provisional 25, then 15, from 2400 on 10."""

SINGLE_GAMES = [
    # source, system, own, opponent, score, games before, own after, opponent's after, tolerance
    ("elote", Elo(k=32), 1500, 1500, 1, 0, 1516, 1484, 1e-9),
    ("skillratings", Elo(k=32), 1000, 1000, 1, 0, 1016, 984, 1e-9),
    # Moserware prints what E rounded to two decimals gives: see tests/oracles/elo.json
    ("moserware", MOSERWARE, 1200, 1500, 1, 0, 1221.2255, 1478.7745, 5e-5),
    ("moserware", MOSERWARE, 1200, 1500, 0.5, 0, 1208.7255, 1491.2745, 5e-5),
    ("moserware", MOSERWARE, 1200, 1500, 0, 0, 1196.2255, 1503.7745, 5e-5),
    ("moserware", MOSERWARE, 1200, 1200, 1, 30, 1207.5, 1192.5, 1e-9),
    ("moserware", MOSERWARE, 2600, 2500, 1, 30, 2603.5994, 2496.4006, 5e-5),
    ("moserware", MOSERWARE, 2600, 2500, 0.5, 30, 2598.5994, 2501.4006, 5e-5),
    ("moserware", MOSERWARE, 2600, 2500, 0, 30, 2593.5994, 2506.4006, 5e-5),
    # Namuwiki's article on Elo, 2.2, K 20: 50 % and 75 % (a difference of 190.85)
    ("wiki", Elo(k=20), 1500, 1500, 1, 0, 1510, 1490, 1e-9),
    ("wiki", Elo(k=20), 1500, 1500, 0, 0, 1490, 1510, 1e-9),
    ("wiki", Elo(k=20), 1500, 1500, 0.5, 0, 1500, 1500, 1e-9),
    ("wiki", Elo(k=20), 1690.85, 1500, 1, 0, 1695.85, 1495, 1e-4),
    ("wiki", Elo(k=20), 1690.85, 1500, 0.5, 0, 1685.85, 1505, 1e-4),
    ("wiki", Elo(k=20), 1690.85, 1500, 0, 0, 1675.85, 1515, 1e-4),
]


@pytest.mark.parametrize(
    ("source", "system", "own", "opponent", "score", "games", "own_after", "opponent_after", "tolerance"),
    SINGLE_GAMES,
)
def test_single_games(
    source: str,
    system: Elo,
    own: float,
    opponent: float,
    score: float,
    games: float,
    own_after: float,
    opponent_after: float,
    tolerance: float,
) -> None:
    found = one_game(system, own, opponent, score, games)
    assert found == pytest.approx((own_after, opponent_after), abs=tolerance)


def test_a_master_loses_a_quarter_of_what_a_newcomer_wins() -> None:
    """Namuwiki's article on Elo, 3.2: 2400 loses to a newcomer, K 10 and 40."""
    k = Elo(k="40 if games<30; 20 if rating<2400; 10")
    games = record([("A", "B", 0)], {"rating": {"A": 2400.0, "B": 1500.0}, "games": {"A": 500.0}})
    lost, won = rate(games, k).rating - np.array([2400.0, 1500.0])
    assert won == pytest.approx(-4 * lost, rel=1e-12)
    assert won == pytest.approx(40 * (1 - 1 / (1 + 10 ** (900 / 400))), rel=1e-12)


def test_evalica() -> None:
    """Its README: K 30 from 1000; burger loses to pizza and sushi, which draw."""
    games = record([("pizza", "burger", 1), ("burger", "sushi", 0), ("pizza", "sushi", 0.5)])
    after = rate(games, Elo(k=30, initial=1000))
    found = {name: after.of(name).value for name in ("pizza", "burger", "sushi")}
    expected = {"pizza": 1014.972058, "burger": 970.647200, "sushi": 1014.380742}
    assert found == pytest.approx(expected, abs=5e-7)


def test_portisch() -> None:
    """Elo 1978, p. 37: 2635 scores 10½ of 15; linear, the differences add up to 1620: 9.525 → 2644.75."""
    differences = [108.0] * 10 + [-60.0, 300.0, 0.0, 200.0, 100.0]
    assert sum(differences) == 1620
    scores = [1.0] * 9 + [0.5] * 3 + [0.0] * 3
    rivals = {f"rival {i}": 2635 - difference for i, difference in enumerate(differences)}
    games = record(
        [("Portisch", rival, score) for rival, score in zip(rivals, scores, strict=True)],
        {"rating": {"Portisch": 2635.0, **rivals}},
    )
    after = rate(games, Elo(k=10, curve="linear"), schedule="period")
    assert after.of("Portisch").value == pytest.approx(2644.75, abs=1e-9)


def test_portisch_by_the_table() -> None:
    """The same with We 9.66, as the table has it (.644 a game): 2635 + 10 · (10½ − 9.66) = 2643.4."""
    encounters = [Encounter(Rating(2635 - 800 * 0.144), score) for score in (1,) * 9 + (0.5,) * 3 + (0,) * 3]
    linear = Elo(k=10, curve="linear")
    told = what_if(linear, Rating(2635.0), encounters, "period").asked
    assert told.after.value == pytest.approx(2643.4, abs=1e-9)
    assert told.total == pytest.approx(8.4, abs=1e-9)
    assert told.rounded == 8.0


def test_eloratings() -> None:
    """eloratings.net's formula: Brazil 2113 at home 3–1 Croatia 1787, World Cup (K 60): We .920726, 7.1347."""
    system = Elo(k=60, advantage=100, margin="goals")
    columns: dict[str, Any] = {
        "points_first": np.array([3.0]),
        "points_second": np.array([1.0]),
        "advantage": np.array([1], dtype=np.int8),
    }
    found = one_game(system, 2113, 1787, 1, **columns)
    assert found == pytest.approx((2113 + 7.1347, 1787 - 7.1347), abs=5e-5)
    assert system.predict(Rating(2113.0), Rating(1787.0), 1).expected == pytest.approx(0.920726, abs=5e-7)


def test_nba() -> None:
    """FiveThirtyEight's formula: 1500 v 1500, home by 10: p .640065, multiplier .960881, +6.9171."""
    system = Elo(k=20, advantage=100, margin="power")
    columns: dict[str, Any] = {
        "points_first": np.array([100.0]),
        "points_second": np.array([90.0]),
        "advantage": np.array([1], dtype=np.int8),
    }
    assert one_game(system, 1500, 1500, 1, **columns) == pytest.approx((1506.9171, 1493.0829), abs=5e-5)


NBA_GAMES = [
    # fixtures of FiveThirtyEight's NBA file, season 2004-05 (CC BY 4.0): pre 1, pre 2, points 1, 2, post 1, post 2
    (1595.4857, 1598.1678, 107, 98, 1602.051, 1591.6025),
    (1624.9445, 1534.6216, 89, 78, 1629.7335, 1529.8325),
    (1662.7926, 1525.6995, 87, 79, 1665.8981, 1522.594),
]


@pytest.mark.parametrize(("one", "other", "points", "against", "one_after", "other_after"), NBA_GAMES)
def test_nba_games(
    one: float, other: float, points: float, against: float, one_after: float, other_after: float
) -> None:
    columns: dict[str, Any] = {
        "points_first": np.array([float(points)]),
        "points_second": np.array([float(against)]),
        "advantage": np.array([1], dtype=np.int8),
    }
    found = one_game(Elo(k=20, advantage=100, margin="power"), one, other, float(points > against), **columns)
    assert found == pytest.approx((one_after, other_after), abs=2e-4)


def test_away_is_the_mirror_of_home() -> None:
    home = one_game(Elo(advantage=50), 1500, 1600, 1, advantage=np.array([1], dtype=np.int8))
    away = one_game(Elo(advantage=50), 1600, 1500, 0, advantage=np.array([-1], dtype=np.int8))
    assert home == pytest.approx(away[::-1], abs=1e-12)


@pytest.mark.parametrize(
    ("rounding", "own", "score", "after"),
    [
        (1.0, 1500.0, 0.5, 1497.0),  # 10 · (.5 − .75) = −2.5 → −3
        (1.0, 1500.0, 1.0, 1503.0),  # 2.5 → 3
        (1.0, 1500.25, 1.0, 1503.25),  # the change is rounded, not the rating
        (0.5, 1500.0, 1.0, 1502.5),
        (0.1, 1500.0, 0.0, 1492.5),
    ],
)
def test_rounding_of_the_change(rounding: float, own: float, score: float, after: float) -> None:
    quarter = Elo(k=10, curve="linear", rounding=rounding)  # 200 points more: expects .75
    assert one_game(quarter, own, own - 200, score)[0] == pytest.approx(after, abs=1e-9)


def test_floor() -> None:
    assert one_game(Elo(k=32, floor=1000), 1005, 1005, 0) == (1000, 1021)
    assert one_game(Elo(k=32, floor=1000), 1005, 1005, 1) == (1021, 1000)


def test_who_is_given_no_rating_enters_as_a_newcomer() -> None:
    games = record([("a", "b", 0.5)], {"rating": {"a": 1800.0}})
    assert rate(games, Elo(k=0, initial=1200)).rating.tolist() == [1800.0, 1200.0]


def test_nobody_plays() -> None:
    games = record([("a", "b", 1)]).take(np.array([], dtype=np.int64))
    for schedule in ("live", "period"):
        assert rate(games, Elo(), schedule=schedule).rating.tolist() == [1500.0, 1500.0]


def test_a_prediction_with_its_steps() -> None:
    told = Elo(advantage=35).predict(Rating(2107.0), Rating(2307.0), -1)
    assert told.expected == pytest.approx(1 / (1 + 10 ** (235 / 400)), rel=1e-12)
    assert [step.line() for step in told.steps] == [
        "difference: D = Ra − Rb − H = 2107.0000 − 2307.0000 -35 = -235.0000 points",
        f"expected score: 1 / (1 + 10^(−D / 400)) = 1 / (1 + 10^(−(-235) / 400)) = {told.expected:.6f}"
        "   [Elo 1978, ch. 8]",
    ]


# What is refused


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"scale": 0.0}, "scale = 0 is out of bounds. Expected from 1e-09 to 1000000."),
        ({"scale": "wide"}, "scale must be a number, not 'wide'"),
        ({"initial": "inf"}, "initial must be finite, not inf"),
        ({"initial": "nan"}, "initial must be finite, not nan"),
        ({"carry": 1.5}, "carry = 1.5 is out of bounds. Expected from 0 to 1."),
        ({"rounding": -1.0}, "rounding = -1 is out of bounds"),
        ({"curve": "cubic"}, "curve cannot be 'cubic'. Choose from logistic, normal, linear."),
        ({"margin": "goal"}, "margin cannot be 'goal'. Choose from none, goals, sqrt, log, power."),
        ({"k": "many"}, "'many' is not a K-factor"),
        ({"tau": 0.5}, "elo has no parameter 'tau'. It has k, scale, initial, advantage, curve"),
    ],
)
def test_parameters_out_of_bounds(settings: dict[str, str | float | None], problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        configure(Elo, settings)
    assert problem in str(caught.value)


def test_the_parameters_have_the_fields_names() -> None:
    names = [known.name for known in parameters_of(Elo)]
    assert names[:5] == ["k", "scale", "initial", "advantage", "curve"]
    assert all(known.meaning for known in parameters_of(Elo))
    read = configure(Elo, {"k": "32", "floor": "100", "curve": "normal", "mean": None})
    assert read == Elo(k=32, floor=100, curve="normal")


def test_margins_need_points() -> None:
    with pytest.raises(BadInput, match="elo counts the margin of victory, and the record has no points"):
        rate(record([("a", "b", 1)]), Elo(margin="goals"))
    games = record(
        [("a", "b", 1), ("b", "c", 0)],
        points_first=np.array([2.0, np.nan]),
        points_second=np.array([0.0, np.nan]),
    )
    with pytest.raises(BadInput, match="there are no points of b – c"):
        rate(games, Elo(margin="goals"))
    assert np.isfinite(rate(games, Elo()).rating).all()


def test_carrying_needs_seasons() -> None:
    with pytest.raises(BadInput, match="the record has no seasons"):
        rate(record([("a", "b", 1)]), Elo(carry=0.5))


@pytest.mark.parametrize("schedule", ["live", "period"])
def test_infinite_ratings_are_refused(schedule: Any) -> None:
    games = record([("a", "b", 1)], {"rating": {"b": np.inf}})
    with pytest.raises(BadInput, match="b: rating inf is out of range"):
        rate(games, Elo(), schedule=schedule)


def seasons(*events: str) -> Games:
    names = tuple(dict.fromkeys(events))
    codes = np.array([names.index(event) for event in events], dtype=np.int32)
    return record([("a", "b", 1)] * len(events), event=Labels(codes, names))


@pytest.mark.parametrize(
    ("given", "kind", "problem"),
    [
        (("a", "2003", 1400.0), NotProvided, "the record has no event '2003', at which a is given a rating"),
        (("z", "2001", 1400.0), BadInput, "no player is called 'z'"),
        (("a", "2001", np.nan), BadInput, "the rating given to a at 2001 is nan"),
        (("a", "2001", np.inf), BadInput, "the rating given to a at 2001 is inf"),
    ],
)
def test_ratings_that_cannot_be_given(
    given: tuple[str, str, float], kind: type[BadInput], problem: str
) -> None:
    with pytest.raises(kind) as caught:
        rate(seasons("2001", "2002"), Elo(), given=[given])
    assert problem in str(caught.value)


def test_given_without_a_game() -> None:
    events = Labels(np.array([0, 1], dtype=np.int32), ("2001", "2002"))
    games = record([("a", "b", 1), ("a", "c", 1)], event=events)
    with pytest.raises(NotProvided, match="b has no game in 2002"):
        rate(games, Elo(), given=[("b", "2002", 1400.0)])


# Seasons


def changes(system: Elo, games: Games, **options: Any) -> list[tuple[float, float]]:
    """Return both ratings before every game."""
    before = rate(games, system, history=True, **options).traced().before[:, :, 0]
    return [(float(one), float(other)) for one, other in before]


def test_a_new_season_brings_ratings_towards_the_mean() -> None:
    """K 0 keeps the ratings still: 1700 → 1600 + ½ · 100 and again; the third game is of the same season."""
    games = record(
        [("a", "b", 1)] * 4,
        {"rating": {"a": 1700.0}},
        event=Labels(np.array([0, 1, 1, 2], dtype=np.int32), ("2001", "2002", "2003")),
    )
    found = changes(Elo(k=0, carry=0.5, mean=1600), games)
    assert found == [(1700, 1500), (1650, 1550), (1650, 1550), (1625, 1575)]


def test_the_mean_is_that_of_newcomers_unless_given() -> None:
    games = record(
        [("a", "b", 1)] * 2,
        {"rating": {"a": 1000.0, "b": 1200.0}},
        event=Labels(np.array([0, 1], dtype=np.int32), ("2001", "2002")),
    )
    assert changes(Elo(k=0, carry=0.5, initial=1100), games)[1] == (1050, 1150)


def test_a_game_outside_any_season_ends_none() -> None:
    codes = np.array([0, -1, 0, 1], dtype=np.int32)
    games = record([("a", "b", 1)] * 4, {"rating": {"a": 1700.0}}, event=Labels(codes, ("2001", "2002")))
    found = [own for own, _ in changes(Elo(k=0, carry=0.5), games)]
    assert found == [1700, 1700, 1700, 1600]


def test_who_skips_a_season_is_carried_once() -> None:
    codes = np.array([0, 1, 2], dtype=np.int32)
    games = record(
        [("a", "b", 1), ("c", "b", 1), ("a", "b", 1)],
        {"rating": {"a": 1700.0, "b": 1900.0}},
        event=Labels(codes, ("2001", "2002", "2003")),
    )
    found = changes(Elo(k=0, carry=0.5), games)
    assert found == [(1700, 1900), (1500, 1700), (1600, 1600)]


@pytest.mark.parametrize("schedule", ["live", "period"])
def test_a_given_rating_replaces_what_would_be_carried(schedule: Any) -> None:
    options = {"schedule": schedule, "given": [("b", "2002", 1234.0)]}
    if schedule == "period":
        options["period"] = "event"
    found = changes(Elo(k=0, carry=0.5, mean=1400), seasons("2001", "2002", "2002"), **options)
    assert found == [(1500, 1500), (1450, 1234), (1450, 1234)]


def test_within_a_period_all_games_see_the_season_begun() -> None:
    """A period with games of two seasons: who enters a new one in it has done so before all its games."""
    found = changes(Elo(k=0, carry=0.5, mean=1400), seasons("2001", "2001", "2002"), schedule="period")
    assert found == [(1450, 1450)] * 3


# The peak


def test_the_peak_counts_what_is_given_and_only_what_was_had() -> None:
    k = "1 if peak>=2000; 10"
    games = seasons("2001", "2002", "2003")
    up = rate(games, Elo(k=k), given=[("a", "2002", 2100.0), ("a", "2003", 1500.0)], history=True).traced()
    gained = (up.after - up.before)[:, 0, 0]
    assert gained[0] == pytest.approx(5.0)
    assert gained[1:].max() < 1  # 2100 was had
    down = rate(games, Elo(k=k, initial=2100), given=[("a", "2001", 1500.0)], history=True).traced()
    assert (down.after - down.before)[0, 0, 0] > 9  # 2100 was never a's rating


def test_the_age_in_a_period_is_that_at_the_players_first_game() -> None:
    """A week over the New Year: a (born 2000) plays on 31 December aged 18, b on 1 January aged 19."""
    games = record(
        [("a", "x", 1), ("b", "x", 1)],
        {"birth_year": {"a": 2000.0, "b": 2000.0}},
        time=np.array(["2018-12-31", "2019-01-01"], dtype="datetime64[D]"),
    )
    ratings = rate(games, Elo(k="40 if age<=18; 20"), schedule="period", period="1w", history=True)
    assert ratings.of("a").value == 1520
    assert ratings.of("b").value == 1510
    assert [update.after.value for update in updates(ratings, "b")] == [1510]


def test_the_weight_of_a_single_game_counts() -> None:
    """A record of one game between equals: K · w · (1 − ½) = 20 · 3 · ½."""
    sides = np.array([0], np.int32), np.array([1], np.int32)
    game = Games(Players(["A", "B"]), *sides, np.array([1.0]), weight=np.array([3.0]))
    assert rate(game, Elo()).rating.tolist() == [1530.0, 1470.0]
