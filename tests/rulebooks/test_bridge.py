"""Bridge: Ioffe's Bayesian Elo.

The numbers are derived from the model of M. Ioffe's article on Elo's ratings for bridge, his (9), whose own closed
form (12) is lost, and checked by Gauss–Hermite and adaptive quadrature. The slow twin here is a Kalman update
with whole matrices.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

import arpad
from arpad.compiled import specialising as kernels
from arpad.core import BadInput, NotProvided
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.rate import rate
from arpad.record import Contests, Games, Players
from arpad.rulebooks.bridge import Bridge, fitted
from arpad.rulebooks.bridge.posterior import BridgeNumbers, forecast, news, ratio
from arpad.rulebooks.bridge.system import METHODS

PUBLISHED: list[dict[str, Any]] = [
    {
        "case": "B1",
        "ratings": (1500, 1300, 1450, 1250),
        "sd": 100,
        "S": 58,
        "s0": 50,
        "k": 4 / 1500,
        "sigma1": 8,
        "ES": 50.266667,
        "V": 64.284444,
        "mean": (1503.207965, 1303.207965, 1446.792035, 1246.792035),
        "after": 99.944675,
        "cov": 11.061947,
    },
    {
        "case": "B3",
        "ratings": (20, 10, 5, 15),
        "sd": 6,
        "S": 12,
        "s0": 0,
        "k": 0.5,
        "sigma1": 5,
        "ES": 5,
        "V": 61,
        "mean": (22.065574, 12.065574, 2.934426, 12.934426),
        "after": 5.539722,
        "cov": 5.311475,
    },
]
NAMES = ("Ann", "Bob", "Cat", "Dan")


def of(case: dict[str, Any], **more: Any) -> Bridge:
    return Bridge(s0=case["s0"], k=case["k"], sigma1=case["sigma1"], **more)


def session(case: dict[str, Any], player: int = 0, deviations: tuple[float, ...] | None = None) -> Meeting:
    sd = deviations or (case["sd"],) * 4
    four = [Rating(r, s) for r, s in zip(case["ratings"], sd, strict=True)]
    return Meeting((tuple(four[:2]), tuple(four[2:])), (1, 2), *divmod(player, 2), results=(case["S"], 0.0))


def own(meeting: Meeting) -> Rating:
    return meeting.sides[meeting.side][meeting.seat]


def played(system: Bridge, meeting: Meeting) -> Rating:
    return system.update(own(meeting), [meeting], "live").after


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["case"])
@pytest.mark.parametrize("method", ["closed", "quadrature"])
def test_the_published_sessions(case: dict[str, Any], method: str) -> None:
    system = of(case, method=method)
    for player in range(4):
        found = played(system, session(case, player))
        assert found.value == pytest.approx(case["mean"][player], abs=1e-6, rel=0)
        assert found.deviation == pytest.approx(case["after"], abs=1e-6, rel=0)
    ES, sd = system.forecast(session(case).sides)
    assert (ES, sd * sd) == pytest.approx((case["ES"], case["V"]), abs=1e-6, rel=0)
    covariances = system.covariances(session(case))
    assert covariances[0, 1] == pytest.approx(-case["cov"], abs=1e-6, rel=0)
    assert covariances[0, 2] == pytest.approx(case["cov"], abs=1e-6, rel=0)


def test_both_published_sessions_are_there() -> None:
    assert [case["case"] for case in PUBLISHED] == ["B1", "B3"]


def test_monte_carlo_comes_near() -> None:
    case = PUBLISHED[1]
    found = played(of(case, method="monte-carlo"), session(case))
    assert found.value == pytest.approx(22.065574, abs=0.05)
    assert found.deviation == pytest.approx(5.539722, abs=0.02)


def test_a_known_misprint_of_formula_9() -> None:
    """His (9) prints R4 twice: with it the strong case would expect 0, and not 5."""
    R = PUBLISHED[1]["ratings"]
    assert 0.5 * (R[0] + R[1] - R[3] - R[3]) == 0
    assert of(PUBLISHED[1]).forecast(session(PUBLISHED[1]).sides)[0] == 5


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["case"])
def test_equal_deviations_move_all_alike_by_elos_plain_form(case: dict[str, Any]) -> None:
    """(10): K = k · s² / (s1² + 4 k² s²); all four gain the same, whatever their ratings."""
    K = case["k"] * case["sd"] ** 2 / (case["sigma1"] ** 2 + 4 * case["k"] ** 2 * case["sd"] ** 2)
    step = K * (case["S"] - case["ES"])
    plain = of(case, method="elo", deviation=case["sd"])
    for player, sign in enumerate((1, 1, -1, -1)):
        for system in (of(case), plain, replace(plain, gain=K)):
            found = played(system, session(case, player))
            assert found.value == pytest.approx(case["ratings"][player] + sign * step, abs=1e-5)
    assert played(plain, session(case)).deviation == case["sd"]


def test_partners_with_unequal_deviations_gain_in_the_ratio_of_their_variances() -> None:
    case, sd = PUBLISHED[0], (120.0, 40.0, 70.0, 90.0)
    change = [played(of(case), session(case, i, sd)).value - case["ratings"][i] for i in range(4)]
    assert change[0] / change[1] == pytest.approx(9.0)
    assert change[2] / change[3] == pytest.approx((70 / 90) ** 2)
    for i in range(4):
        by_numbers = played(of(case, method="quadrature"), session(case, i, sd))
        closed = played(of(case), session(case, i, sd))
        assert by_numbers.value == pytest.approx(closed.value, abs=1e-9)
        assert by_numbers.deviation == pytest.approx(closed.deviation, abs=1e-9)


def test_the_grid_takes_four_players() -> None:
    five = Meeting((tuple([Rating(1500, 100)] * 3), tuple([Rating(1500, 100)] * 2)), (1, 2), results=(60, 40))
    with pytest.raises(NotProvided, match="up to 4 players"):
        played(Bridge(method="quadrature"), five)
    assert math.isfinite(played(Bridge(method="monte-carlo"), five).value)


@pytest.mark.parametrize("z", [-60.0, -35.5, -34.5, -3.0, 0.0, 2.0, 40.0])
def test_the_winner_alone_cuts_the_result_off_at_s0(z: float) -> None:
    from scipy.stats import truncnorm

    p = BridgeNumbers(50.0, 1.0, 9.0, 0.0)
    ES, V = 50.0 + 3.0 * z, 9.0
    surprise, part = news(p, ES, V, math.nan, 1.0)
    cut = truncnorm(-z, math.inf, loc=ES, scale=3.0)
    assert ES + surprise == pytest.approx(cut.mean(), rel=1e-9)
    assert (1.0 - part) * V == pytest.approx(cut.var(), rel=1e-3 if z < -30 else 1e-7, abs=1e-12)
    assert news(p, 100.0 - ES, V, math.nan, -1.0) == pytest.approx((-surprise, part))
    assert ratio(-35.0 - 1e-9) == pytest.approx(ratio(-35.0 + 1e-9), rel=1e-9)


def test_without_a_result_the_winner_counts_and_an_even_one_is_s0() -> None:
    case = PUBLISHED[1]
    won = replace(session(case), results=None)
    even = replace(won, places=(1, 1))
    for meeting in (won, even):
        closed = played(of(case), meeting)
        grid = played(of(case, method="quadrature"), meeting)
        assert closed.value == pytest.approx(grid.value, abs=1e-6)
        assert closed.deviation == pytest.approx(grid.deviation, abs=1e-6)
    assert played(of(case), even).value == played(of(case), replace(session(case), results=(0.0, 0.0))).value


# a season

SEASON = """date,first,second,result,weight
2024-01-05,Ann+Bob,Cat+Dan,58,1
2024-01-12,Ann+Cat,Bob+Eve,47.5,2
2024-01-19,Dan+Eve,Ann+Bob,50,1
2024-01-26,Bob+Cat,Ann+Dan,61.25,0.5
"""
KNOWN = """player,rating,deviation
Ann,1500,100
Bob,1300,100
Cat,1450,100
Dan,1250,100
"""


def slow(
    record: list[tuple[list[str], list[str], float, float]], system: Bridge
) -> dict[str, tuple[float, float]]:
    """Rate by the textbook: prior covariance P, design row h, Kalman gain P h / (h P h + s1² / w)."""
    state: dict[str, tuple[float, float]] = {}
    for first, second, result, weight in record:
        who = [*first, *second]
        before = [state.get(name, (system.initial, float(system.deviation))) for name in who]
        mean = np.array([m for m, _ in before])
        P = np.diag([s * s for _, s in before])
        h = system.k * np.array([1.0] * len(first) + [-1.0] * len(second))
        V = h @ P @ h + float(system.sigma1) ** 2 / weight
        mean = mean + P @ h / V * (result - system.s0 - h @ mean)
        P = P - np.outer(P @ h, P @ h) / V
        state |= {name: (m, math.sqrt(v)) for name, m, v in zip(who, mean, np.diag(P), strict=True)}
    return state


PLAYERS = st.permutations(["Ann", "Bob", "Cat", "Dan", "Eve", "Flo"])
PER_CENT = st.just(0.0) | st.floats(1e-6, 100)
"""Results: 0, or not so close to it that they are refused (tests/ratings/test_ranges.py)."""
SESSION = st.tuples(PLAYERS, st.integers(1, 3), st.integers(1, 3), PER_CENT, st.floats(0.1, 3))


@settings(max_examples=30, deadline=None)
@given(st.lists(SESSION, min_size=1, max_size=12), st.floats(1, 20), st.floats(1e-3, 0.1))
def test_a_season_as_by_whole_matrices(drawn: list[Any], sigma1: float, k: float) -> None:
    system = Bridge(sigma1=sigma1, k=k)
    record = [(who[:n], who[n : n + m], S, w) for who, n, m, S, w in drawn]
    games = [([(first, 1), (second, 2)]) for first, second, _, _ in record]
    contests = Contests.from_sides(
        games,
        result=np.array([x for _, _, S, _ in record for x in (S, 100 - S)]),
        weight=np.array([w for *_, w in record]),
    )
    ratings = rate(contests, system)
    for name, (value, deviation) in slow(record, system).items():
        assert ratings.of(name).value == pytest.approx(value, rel=1e-9)
        assert ratings.of(name).deviation == pytest.approx(deviation, rel=1e-9)


@pytest.fixture
def season(tmp_path: Path) -> Path:
    (tmp_path / "season.csv").write_text(SEASON)
    (tmp_path / "p.csv").write_text(KNOWN)
    return tmp_path


def run(*arguments: str | Path) -> str:
    from arpad.cli import main

    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["case"])
def test_the_command_line_rates_a_published_session(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(f"first,second,result\nAnn+Bob,Cat+Dan,{case['S']}\n")
    known = "".join(f"{n},{r},{case['sd']}\n" for n, r in zip(NAMES, case["ratings"], strict=True))
    (tmp_path / "p.csv").write_text(f"player,rating,deviation\n{known}")
    options = [w for name in ("s0", "k", "sigma1") for w in ("--set", f"{name}={case[name]!r}")]
    out = run(
        "rate", tmp_path / "s.csv", "--system", "bridge", *options, "--players", tmp_path / "p.csv", "--json"
    )
    found = {row["player"]: row for row in json.loads(out)["players"]}
    for name, mean in zip(NAMES, case["mean"], strict=True):
        assert found[name]["rating"] == pytest.approx(mean, abs=1e-6, rel=0)
        assert found[name]["deviation"] == pytest.approx(case["after"], abs=1e-6, rel=0)


def test_explain_shows_the_split_between_partners(season: Path) -> None:
    out = run("explain", season / "season.csv", "--system", "bridge", "--players", season / "p.csv",
              "--player", "Ann", "--steps")  # fmt: skip
    assert "part of the side's gain" in out
    assert "Ann 100.0000², Bob 100.0000² = 0.5000" in out


def test_results_are_read_as_a_quantity(season: Path) -> None:
    games = arpad.read_games(season / "season.csv", par=50.0)
    assert games.points_first is not None
    assert games.points_second is not None
    assert games.points_first.tolist() == [58, 47.5, 50, 61.25]
    assert games.points_second.tolist() == [42, 52.5, 50, 38.75]
    assert games.score.tolist() == [1, 0, 0.5, 1]
    with pytest.raises(BadInput):
        arpad.read_games(season / "season.csv")
    (season / "bad.csv").write_text("first,second,result\na,b,5\na,b,high\n")
    with pytest.raises(BadInput, match="line 3, column result"):
        arpad.read_games(season / "bad.csv", par=0.0)
    rejected = arpad.read_games(season / "bad.csv", par=0.0, rejects=season / "rejects.csv")
    assert (len(rejected), rejected.source.rejected) == (1, 1)


def test_what_is_known_of_players_named_alone_survives() -> None:
    players = Players(["Ann", "Bob+Cat", "Dan"], {"rating": np.array([1.0, 2.0, 3.0]),
                                                  "sex": np.array(["f", None, "m"], dtype=object)})  # fmt: skip
    games = Games(players, np.array([0], dtype=np.int32), np.array([1], dtype=np.int32), np.ones(1))
    split = Contests.of(games).players
    assert split.names == ["Ann", "Bob", "Cat", "Dan"]
    assert split.number("rating", -1.0).tolist() == [1, -1, -1, 3]
    assert list(split.attributes["sex"]) == ["f", None, None, "m"]


def test_an_explanation_adds_up(season: Path) -> None:
    games = arpad.read_games(season / "season.csv", par=50.0)
    for method in ("closed", "elo"):
        ratings = rate(games, Bridge(method=method), history=True)
        for name in ("Ann", "Bob", "Cat", "Dan", "Eve"):
            told = explain(ratings, name)
            total = math.fsum(part.value for part in told.parts)
            assert told.facts["before"] + total == pytest.approx(ratings.of(name).value, abs=1e-9)
            assert told.parts[-1].facts["after"] == pytest.approx(ratings.of(name).value, abs=1e-9)


def test_a_season_by_quadrature_is_the_one_in_closed_form(season: Path) -> None:
    games = arpad.read_games(season / "season.csv", par=50.0)
    closed, grid = (rate(games, Bridge(k=0.05, method=method)) for method in ("closed", "quadrature"))
    np.testing.assert_allclose(grid.rating, closed.rating, rtol=0, atol=1e-6)


def test_machine_code_is_the_same(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = arpad.read_games(season / "season.csv", par=50.0)
    plain = rate(games, Bridge(), history=True)
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(games, Bridge(), history=True)
    for name in ("rating", "deviation"):
        np.testing.assert_allclose(fast.state.columns[name], plain.state.columns[name], rtol=1e-12, atol=0)
    np.testing.assert_allclose(fast.traced().after, plain.traced().after, rtol=1e-12, atol=0)


@pytest.mark.parametrize("result", [None, (1e6, -1e6)])
@pytest.mark.parametrize(("gap", "deviation"), [(1e5, 100.0), (1e3, 1e-6), (1e5, 0.0), (1e5, 1e5)])
def test_extremes_stay_finite(gap: float, deviation: float, result: tuple[float, float] | None) -> None:
    system = Bridge()
    one, other = Rating(1500, deviation), Rating(1500 + gap, deviation)
    found = played(system, Meeting(((one,), (other,)), (1, 2), results=result))
    assert math.isfinite(found.value)
    assert math.isfinite(found.deviation or 0.0)
    assert 0.0 <= system.predict(one, other).expected <= 1.0


def test_prediction_and_places() -> None:
    system = Bridge()
    expected = system.predict(Rating(1600, 100), Rating(1500, 100)).expected
    V = 64 + (4 / 1500) ** 2 * 2e4
    assert expected == pytest.approx(0.5 * math.erfc(-(4 / 15) / math.sqrt(2 * V)))
    both = system.places([[Rating(1600, 100)], [Rating(1500, 100)]])
    assert both.tolist() == [[expected, 1 - expected], [1 - expected, expected]]


def test_contests_of_places_alone_are_rated_by_who_won() -> None:
    found = rate(Contests.from_sides([[(["A", "B"], 1), (["C", "D"], 2)]]), Bridge())
    assert found.of("A").value == found.of("B").value > found.of("C").value == found.of("D").value


def test_a_contest_of_three_sides_is_refused() -> None:
    three = Contests.from_sides([[(["a"], 1), (["b"], 2), (["c"], 3)]])
    with pytest.raises(BadInput, match="more than two sides"):
        rate(three, Bridge())
    with pytest.raises(BadInput, match="two sides"):
        Bridge().update(
            Rating(1500), [Meeting(((Rating(1),), (Rating(2),), (Rating(3),)), (1, 2, 3))], "live"
        )


def test_s1_and_s2_are_found_again_in_a_simulated_season() -> None:
    rng = np.random.default_rng(5)
    names = [f"p{i}" for i in range(60)]
    strength = rng.normal(1500, 400, 60)
    contests, results = [], []
    for _ in range(700):
        a, b, c, d = rng.choice(60, 4, replace=False)
        contests.append([([names[a], names[b]], 1), ([names[c], names[d]], 2)])
        lead = strength[a] + strength[b] - strength[c] - strength[d]
        results += [50.5 + 4 / 1500 * lead + rng.normal(0, 8), 0.0]
    found = fitted(Contests.from_sides(contests, result=np.array(results)))
    assert found.s0 == pytest.approx(50.5, abs=0.7)
    assert found.sigma1 == pytest.approx(8, rel=0.08)
    assert found.deviation == pytest.approx(400, rel=0.3)
    total = float(found.sigma1) ** 2 + 4 * found.k**2 * float(found.deviation) ** 2
    assert total == pytest.approx(float(np.var(results[::2])), rel=0.05)


SESSIONS = [
    ("Ann", "Bob", "Cid", "Dan", 58.0),
    ("Ann", "Cid", "Bob", "Dan", 45.5),
    ("Ann", "Eve", "Cid", "Dan", 50.0),
    ("Ann", "Bob", "Eve", "Fay", 71.0),
    ("Dan", "Eve", "Bob", "Fay", 38.0),
    ("Cid", "Fay", "Ann", "Dan", 44.0),
]


def likelihood(s1: float, s2: float, rating: dict[str, float]) -> float:
    """The log-likelihood of the season, from the model itself: S ~ N(S0 + k · A R, s1² I + k² s2² A Aᵀ)."""
    names = sorted({name for *four, _ in SESSIONS for name in four})
    A = np.array([[(n in four[:2]) - float(n in four[2:]) for n in names] for *four, _ in SESSIONS])
    k = 4 / 1500
    mean = 50 + k * A @ np.array([rating.get(n, 1500.0) for n in names])
    cover = s1**2 * np.eye(len(SESSIONS)) + k**2 * s2**2 * A @ A.T
    return float(multivariate_normal(mean, cover).logpdf([row[-1] for row in SESSIONS]))


@pytest.mark.parametrize("asked", [("sigma1",), ("deviation",), ("sigma1", "deviation")])
@pytest.mark.parametrize("given_", [{}, {"Ann": 1700.0, "Bob": 1450.0}])
def test_fit_finds_what_makes_a_record_most_likely(asked: tuple[str, ...], given_: dict[str, float]) -> None:
    sides = [[([a, b], 1), ([c, d], 2)] for a, b, c, d, _ in SESSIONS]
    results = np.array([x for *_, S in SESSIONS for x in (S, 0.0)])
    played = Contests.from_sides(sides, result=results)
    known = np.array([given_.get(name, math.nan) for name in played.players.names])
    played = replace(played, players=played.players.with_attributes({"rating": known}))
    system = Bridge(**dict.fromkeys(asked, "fit"))  # type: ignore[arg-type]
    found = rate(played, system, history=True).system
    assert isinstance(found, Bridge)
    s1, s2 = float(found.sigma1), float(found.deviation)
    assert (s1 == 8.0) is ("sigma1" not in asked)
    assert (s2 == 100.0) is ("deviation" not in asked)
    best = likelihood(s1, s2, given_)
    for more in (0.97, 1.03):
        if "sigma1" in asked:
            assert likelihood(s1 * more, s2, given_) < best + 1e-9
        if "deviation" in asked:
            assert likelihood(s1, s2 * more, given_) < best + 1e-9


def test_fit_needs_a_record_that_tells() -> None:
    system = Bridge(sigma1="fit")
    with pytest.raises(NotProvided, match="no record tells it"):
        system.predict(Rating(1500, 100), Rating(1400, 100))
    with pytest.raises(BadInput, match="Expected a number, or fit"):
        Bridge(deviation="find")
    one = Contests.from_sides([[(["A"], 1), (["B"], 2)]], result=np.array([58.0, 42.0]))
    with pytest.raises(NotProvided, match="told apart"):
        rate(one, Bridge(sigma1="fit", deviation="fit"))
    known = one.players.with_attributes({"deviation": np.array([50.0, math.nan])})
    with pytest.raises(NotProvided, match="deviations of their own"):
        rate(replace(one, players=known), system)
    with pytest.raises(NotProvided, match="k = 0"):
        rate(one, Bridge(sigma1="fit", k=0.0))
    none = one.take(np.array([], dtype=np.int64))
    assert rate(none, system).table().height == 0


def test_what_cannot_be_fitted_is_said() -> None:
    alone = Contests.from_sides([[([f"{i}a"], 1), ([f"{i}b"], 2)] for i in range(5)], result=np.arange(10.0))
    with pytest.raises(NotProvided, match="told apart"):
        fitted(alone)
    with pytest.raises(NotProvided, match="results"):
        fitted(replace(alone, result=None))


def test_one_game_as_an_encounter() -> None:
    game = Encounter(Rating(1450, 100), 1.0, margin=58.0)
    found = Bridge().update(Rating(1500, 100), [game], "live")
    assert found.explanation.value == pytest.approx(math.fsum(part.value for part in found.explanation.parts))


@pytest.mark.parametrize("method", ["quadrature", "monte-carlo"])
@pytest.mark.parametrize("S", [1e4, 1e6, 1e9])
def test_a_check_by_numbers_refuses_what_it_cannot_reach(method: str, S: float) -> None:
    """The posterior lies where the prior leaves the grid no node and the simulation no draw."""
    played = Contests.from_sides([[(["A"], 1), (["B"], 2)]], result=np.array([S, 0.0]))
    with pytest.raises(NotProvided, match="too far from what was expected"):
        rate(played, Bridge(method=method))
    assert np.isfinite(rate(played, Bridge()).rating).all()


@pytest.mark.parametrize("ratio", [0.02, 1.0, 16.0, 64.0])
@pytest.mark.parametrize("away", [0.0, 2.0, 5.0])
def test_what_the_grid_gives_is_right_or_nothing(ratio: float, away: float) -> None:
    """However much the result tells against the prior: the closed form to 1e-3 deviations, or a refusal."""
    noise, s2 = 64.0, ratio * 16.0
    p = BridgeNumbers(0.0, 1.0, noise, 0.0)
    S = away * math.sqrt(noise * (1.0 + ratio))
    R, a = [0.0] * 4, [1.0, 1.0, -1.0, -1.0]
    exact, found = ([0.0] * 4, [0.0] * 4), ([0.0] * 4, [0.0] * 4)
    METHODS["closed"](p, R, [s2] * 4, a, 4, S, 1.0, 1.0, *exact)
    try:
        METHODS["quadrature"](p, R, [s2] * 4, a, 4, S, 1.0, 1.0, *found)
    except NotProvided:
        assert ratio > 4.0
        return
    for one, other in zip(exact[0], found[0], strict=True):
        assert other == pytest.approx(one, abs=1e-3 * math.sqrt(s2))
    for one, other in zip(exact[1], found[1], strict=True):
        assert other == pytest.approx(one, abs=2e-3 * s2)


def results(*made: float) -> Games:
    """Return sessions of Ann against Bob with what Ann made, in per cent around 50."""
    n = len(made)
    score = np.array(made)
    return Games(
        Players(["Ann", "Bob"]),
        np.zeros(n, dtype=np.int32),
        np.ones(n, dtype=np.int32),
        (score > 50.0).astype(float),
        points_first=score,
        points_second=100.0 - score,
    )


def won_and_lost(*made: float) -> Games:
    return replace(results(*made), points_second=1.0 - np.array(made))


def test_won_and_lost_are_no_results_in_per_cent() -> None:
    """Around s0 = 50, a result of 1 is a loss by 49, and who wins every game would be last."""
    with pytest.raises(BadInput, match=r"all results lie from 0 to 1, and s0 = 50 .*set s0 \(0\.5\)"):
        rate(won_and_lost(1.0, 0.0, 1.0), Bridge())
    half = rate(won_and_lost(1.0, 0.0, 1.0), Bridge(s0=0.5, k=1 / 1500, sigma1=0.3))
    assert half.of("Ann").value > 1500 > half.of("Bob").value
    per_cent = rate(results(100.0, 0.0, 100.0), Bridge())
    assert per_cent.of("Ann").value > 1500
    imps = rate(replace(results(1.0, 0.0), points_second=-np.array([1.0, 0.0])), Bridge(s0=0.0))
    assert imps.of("Ann").value > 1500


def test_a_plus_joins_names_only() -> None:
    names = ["C++", "a\\+b", "Ann+Bob", "Cat", "+1", "Ann + Dan"]
    n = len(names) - 1
    games = Games(
        Players(names), np.arange(n, dtype=np.int32), np.arange(1, n + 1, dtype=np.int32), np.ones(n)
    )
    split = Contests.of(games).players
    assert split.names == ["C++", "a+b", "Ann", "Bob", "Cat", "+1", "Dan"]
    with pytest.raises(BadInput, match=r"'Ann\+Ann' does not name partners"):
        Contests.of(replace(games, players=Players(["Ann+Ann", *names[1:]])))


def test_a_part_of_a_session_counts_with_its_square_in_the_variance() -> None:
    """ES = S0 + k · Σ a · R and V = s1² / w + k² · Σ a² · s², with numbers that can be done in the head."""
    p = BridgeNumbers(s0=0.0, k=0.1, noise=9.0, K=1.0)
    R, s2, a = (10.0, 20.0, 30.0, 40.0), (100.0, 200.0, 300.0, 400.0), (1.0, 0.5, -1.0, -0.5)
    assert forecast(p, R, s2, a, 4, 1.0) == pytest.approx((-3.0, 14.5))
    assert forecast(p, R, s2, a, 4, 2.0) == pytest.approx((-3.0, 10.0))
