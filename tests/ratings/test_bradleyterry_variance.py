"""Deviations of Bradley and Terry's ratings: published, by hand, by a slow second way; and covariates."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.core import BadInput, NotProvided
from arpad.ratings.explain import explain
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.whole_history import bradley_terry_fit
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.ratings.whole_history.tie_models import scores, slopes
from arpad.record import Games, Players
from arpad.record.record import Covariates, Labels
from arpad.rulebooks.rating_catalogue import SYSTEMS, system_class

Q = math.log(10) / 400
FIXTURES = Path(__file__).parent.parent / "fixtures"

Row = tuple[str, str, float]


def record(rows: list[Row], **columns: Any) -> Games:
    names: dict[str, int] = {}
    sides = [(names.setdefault(a, len(names)), names.setdefault(b, len(names))) for a, b, _ in rows]
    first, second = np.array(sides, dtype=np.int32).T
    return Games(Players(list(names)), first, second, np.array([s for *_, s in rows]), **columns)


def labels(words: list[str]) -> Labels:
    names = list(dict.fromkeys(words))
    return Labels(np.array([names.index(word) for word in words], np.int32), names)


def baseball() -> list[Row]:
    """The season of 1987, in which every pair's last win of each side at home is taken for a tie."""
    rows: list[Row] = []
    with (FIXTURES / "baseball_1987.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            home, away = int(row["home.wins"]), int(row["away.wins"])
            ties = min(home, away, 1)
            results = [1.0] * (home - ties) + [0.0] * (away - ties) + [0.5] * 2 * ties
            rows += [(row["home.team"], row["away.team"], score) for score in results]
    return rows


ARENA_RANK = {
    # Ratings and variances (points²) of arena-rank 0.1.1 for these rows, with hessian_reg=1e-6, ftol=1e-15
    # (what it adds to the information for the sake of numbers makes variances too small, here by 4e-5).
    "Baltimore": (817.5611, 1035.91),
    "Boston": (1009.9879, 799.606),
    "Cleveland": (936.3585, 946.465),
    "Detroit": (1067.0908, 906.271),
    "Milwaukee": (1092.2708, 885.608),
    "New York": (1034.2946, 869.596),
    "Toronto": (1042.4362, 774.051),
}


def test_the_sandwich_is_that_of_arena_rank() -> None:
    ratings = rate(record(baseball()), BradleyTerry(variance="sandwich", initial=1000.0))
    for team, (rating, variance) in ARENA_RANK.items():
        found = ratings.of(team)
        assert found.value == pytest.approx(rating, abs=1e-4)
        assert (found.deviation or 0.0) ** 2 == pytest.approx(variance, rel=1e-4)


PUDDING = (
    # Davidson (1970), table 1: brands i and j, preferred i, preferred j, no preference
    *((1, 2, 19, 22, 16), (1, 3, 16, 19, 12), (2, 3, 19, 19, 10), (1, 4, 18, 23, 13), (2, 4, 23, 19, 9)),
    *((3, 4, 19, 20, 15), (1, 5, 13, 19, 18), (2, 5, 16, 20, 12), (3, 5, 16, 15, 17), (4, 5, 17, 14, 16)),
    *((1, 6, 18, 21, 12), (2, 6, 22, 20, 12), (3, 6, 13, 18, 10), (4, 6, 14, 19, 18), (5, 6, 11, 21, 12)),
)

QUASI = {
    # What the vignette of the R package PlackettLuce ("Overview", 2.2) prints for these counts, log worth
    # with brand 1 at 0: estimate, its standard error, quasi standard error.
    1: (0.0, 0.0, 0.1328950),
    2: (0.2202447, 0.1872168, 0.1327373),
    3: (0.1529644, 0.1935181, 0.1395740),
    4: (0.1752864, 0.1882110, 0.1330240),
    5: (0.1338550, 0.1927043, 0.1399253),
    6: (0.3771362, 0.1924059, 0.1392047),
}

ABOUT_THE_MEAN = (0.121949, 0.121818, 0.126823, 0.122003, 0.127054, 0.126594)
"""The standard errors that it prints with the mean worth at 0."""

TIES = 0.7468147
"""Its parameter of ties of two: Davidson's ν."""


def test_davidsons_puddings_are_those_of_plackett_luce() -> None:
    rows = [
        (str(i), str(j), score)
        for i, j, won, lost, tied in PUDDING
        for score, count in ((1.0, won), (0.0, lost), (0.5, tied))
        for _ in range(count)
    ]
    ratings = rate(record(rows), BradleyTerry(ties="davidson"))
    assert isinstance(ratings.system, BradleyTerry)
    assert ratings.system.nu == pytest.approx(TIES, abs=2e-5)
    order = np.array([ratings.players.names.index(str(brand)) for brand in QUASI])
    found = ratings.comparisons(order)
    assert found.covariance is not None
    estimate, error, quasi = np.array(list(QUASI.values())).T
    # The vignette stops after 7 rounds of its fit, "to match paper": brand 4 is 0.00014 from its end.
    np.testing.assert_allclose((found.rating - found.rating[0]) * Q, estimate, atol=2e-4)
    variance = np.diag(found.covariance)
    apart = np.sqrt(variance + variance[0] - 2.0 * found.covariance[0])
    np.testing.assert_allclose(apart * Q, error, atol=2e-5)
    np.testing.assert_allclose(found.deviation * Q, ABOUT_THE_MEAN, atol=2e-5)
    np.testing.assert_allclose(np.sqrt(found.quasi_variances()) * Q, quasi, atol=2e-5)


def test_the_sandwich_of_two_players_by_hand() -> None:
    """Six wins, four ties, two losses: E = 2/3; a score is 1/3, −1/6 or −2/3."""
    rows = [("a", "b", 1.0)] * 6 + [("a", "b", 0.5)] * 4 + [("a", "b", 0.0)] * 2
    squares = 6 * (1 / 3) ** 2 + 4 * (1 / 6) ** 2 + 2 * (2 / 3) ** 2
    information = 12 * (2 / 3) * (1 / 3)
    found = rate(record(rows), BradleyTerry(variance="sandwich")).of("a").deviation
    # of θa − θb; of θa about the mean half of it
    assert found == pytest.approx(0.5 * math.sqrt(squares) / information / Q, rel=1e-9)
    model = rate(record(rows), BradleyTerry()).of("a").deviation
    assert model == pytest.approx(0.5 / math.sqrt(information) / Q, rel=1e-9)


@pytest.mark.parametrize("model", ["none-as-half", "davidson", "rao-kupper"])
def test_the_slopes_of_games_add_up_to_those_of_counts(model: str) -> None:
    x = np.array([-2.0, 0.3, 1.7])
    one = scores(model, x, 1.4)
    for counts, force, tied in (
        ((1.0, 0.0, 0.0), one.win, one.e_win),
        ((0.0, 1.0, 0.0), one.tie, one.e_tie),
        ((0.0, 0.0, 1.0), one.loss, one.e_loss),
    ):
        both = slopes(model, x, 1.4, *counts)
        np.testing.assert_allclose(force, both.x, atol=1e-12)
        if model != "none-as-half":
            np.testing.assert_allclose(tied, both.e, atol=1e-12)


def chance(model: str, x: float, score: float, tie: float) -> float:
    """Return the papers' log-likelihood of one game."""
    one, other = math.exp(x / 2), math.exp(-x / 2)
    if model == "none-as-half":
        return score * math.log(one / (one + other)) + (1 - score) * math.log(other / (one + other))
    if model == "davidson":
        parts = (one, tie, other)
        win, draw, loss = (part / sum(parts) for part in parts)
    else:
        win, loss = one / (one + tie * other), other / (other + tie * one)
        draw = 1.0 - win - loss
    return math.log(win if score == 1.0 else loss if score == 0.0 else draw)


ROWS: list[Row] = [
    *[("A", "B", s) for s in (1.0, 0.0, 0.5, 1.0, 0.0)],
    *[("B", "C", s) for s in (1.0, 1.0, 0.5, 0.0, 0.0, 1.0)],
    *[("C", "D", s) for s in (0.5, 0.0, 1.0, 0.0)],
    *[("D", "A", s) for s in (1.0, 1.0, 0.5, 0.0, 1.0, 0.5)],
    *[("A", "C", s) for s in (0.0, 1.0, 0.5)],
]
SIDES = [(1, -1, 0, 1)[at % 4] for at in range(len(ROWS))]
LENGTHS = np.array([[((7 * at) % 11) / 5 - 1.0] for at in range(len(ROWS))])
WEIGHTS = np.array([(1.0, 2.0, 0.5)[at % 3] for at in range(len(ROWS))])
VOTERS = [f"v{(at * 5) % 9}" for at in range(len(ROWS))]


def slowly(ratings: Ratings, model: str, clusters: list[str]) -> Any:
    """Return the standard errors of A, B, C, D (mean 0), advantage, coefficient: all slopes by differences.

    In the place of θ there are three differences from A; what that makes of the mean is done at the end.
    """
    system = ratings.system
    assert isinstance(system, BradleyTerry)
    strength = [(ratings.of(name).value - ratings.of("A").value) * Q for name in "BCD"]
    tie = [] if model == "none-as-half" else [math.log(system.tie)]
    found = np.array([*strength, system.h * Q, ratings.state.covariates[0].points * Q, *tie])

    def game(at: int, numbers: Any) -> float:
        a, b, score = ROWS[at]
        theta = {"A": 0.0, **dict(zip("BCD", numbers[:3], strict=True))}
        x = theta[a] - theta[b] + numbers[3] * SIDES[at] + numbers[4] * LENGTHS[at, 0]
        return float(WEIGHTS[at]) * chance(model, x, score, math.exp(numbers[5]) if tie else 0.0)

    step = 1e-4 * np.eye(len(found))
    slope = np.array(
        [[(game(at, found + e) - game(at, found - e)) / 2e-4 for e in step] for at in range(len(ROWS))]
    )
    np.testing.assert_allclose(slope.sum(axis=0), 0.0, atol=1e-5)

    def all_games(numbers: Any) -> float:
        return math.fsum(game(at, numbers) for at in range(len(ROWS)))

    bend = -np.array(
        [
            [
                (
                    all_games(found + a + b)
                    - all_games(found + a - b)
                    - all_games(found - a + b)
                    + all_games(found - a - b)
                )
                / 4e-8
                for b in step
            ]
            for a in step
        ]
    )
    G = np.zeros_like(bend)
    for cluster in dict.fromkeys(clusters):
        g = slope[[at for at, word in enumerate(clusters) if word == cluster]].sum(axis=0)
        G += np.outer(g, g)
    C = len(set(clusters))
    G *= C / (C - 1) if len(ROWS) > C else 1.0
    cov = np.linalg.inv(bend) @ G @ np.linalg.inv(bend)
    to = np.zeros((6, len(found)))
    to[1:4, :3] = np.eye(3)
    to[:4, :3] -= 0.25
    to[4, 3] = to[5, 4] = 1.0
    return np.asarray(np.sqrt(np.diag(to @ cov @ to.T)) / Q)


@pytest.mark.parametrize("model", ["none-as-half", "davidson", "rao-kupper"])
@pytest.mark.parametrize("variance", ["sandwich", "cluster"])
def test_a_slow_second_way_with_all_that_can_be_fitted(model: str, variance: str) -> None:
    games = record(
        ROWS,
        advantage=np.array(SIDES, np.int8),
        weight=WEIGHTS,
        covariates=Covariates(("length",), LENGTHS),
        cluster=labels(VOTERS),
    )
    ratings = rate(games, BradleyTerry(ties=model, variance=variance, advantage="fit"))
    alone = [str(at) for at in range(len(ROWS))]
    expected = slowly(ratings, model, alone if variance == "sandwich" else VOTERS)
    found = [ratings.of(name).deviation or 0.0 for name in "ABCD"]
    np.testing.assert_allclose(found, expected[:4], rtol=1e-4)
    assert ratings.state.covariates[0].deviation == pytest.approx(expected[5], rel=1e-4)


def test_clusters_of_one_game_are_the_sandwich() -> None:
    games = record(ROWS, cluster=Labels(np.full(len(ROWS), -1, np.int32), []))
    one = rate(games, BradleyTerry(variance="cluster")).deviation
    n = len(ROWS)
    sandwich = rate(games, BradleyTerry(variance="sandwich")).deviation
    assert one is not None
    assert sandwich is not None
    np.testing.assert_allclose(one, sandwich * math.sqrt(n / (n - 1)), rtol=1e-9)


def board(seed: int, players: int, games: int, ties: float = 0.3, spread: float = 1.0) -> list[Row]:
    draw = np.random.default_rng(seed)
    skill = np.linspace(spread, -spread, players)
    rows = []
    for _ in range(games):
        a, b = draw.choice(players, 2, replace=False)
        if draw.random() < ties:
            score = 0.5
        else:
            score = float(draw.random() < 1 / (1 + math.exp(skill[b] - skill[a])))
        rows.append((f"p{a}", f"p{b}", score))
    return rows


def test_the_bootstrap_comes_near_the_sandwich_and_is_the_same_every_time() -> None:
    games = record(board(3, 6, 1500), cluster=labels([f"v{at % 40}" for at in range(1500)]))
    plain = record(board(3, 6, 1500))
    sandwich = rate(plain, BradleyTerry(variance="sandwich")).deviation
    again = BradleyTerry(variance="bootstrap", resamples=120)
    found, same = rate(plain, again).deviation, rate(plain, again).deviation
    assert found is not None
    np.testing.assert_array_equal(found, same)
    assert sandwich is not None
    np.testing.assert_allclose(found, sandwich, rtol=0.25)
    other = rate(plain, BradleyTerry(variance="bootstrap", resamples=120, bootstrap_seed=2)).deviation
    assert (found != other).all()
    by_voter = rate(games, again).deviation
    cluster = rate(games, BradleyTerry(variance="cluster")).deviation
    assert by_voter is not None
    assert cluster is not None
    np.testing.assert_allclose(by_voter, cluster, rtol=0.3)
    assert again.seed == 1
    assert BradleyTerry().seed is None


@pytest.mark.parametrize("prior", [0.0, 200.0])
@pytest.mark.parametrize("variance", ["sandwich", "cluster"])
def test_of_many_players_it_is_estimated(
    variance: str, prior: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = board(5, 30, 3000)
    games = record(rows, cluster=labels([f"v{at % 300}" for at in range(3000)]))
    system = BradleyTerry(variance=variance, prior=prior)
    exact = rate(games, system)
    monkeypatch.setattr(bradley_terry_fit, "DENSE", 0)
    near = rate(games, system)
    assert near.state.covariance is None
    assert exact.state.covariance is not None
    ratio = near.deviation / exact.deviation  # type: ignore[operator]
    assert np.abs(ratio - 1.0).max() < 0.25
    # with a prior, where all stand together is one draw for all
    assert abs(float(np.mean(ratio**2)) - 1.0) < (0.15 if prior else 0.03)


@pytest.mark.parametrize("variance", ["model", "sandwich", "cluster", "bootstrap"])
def test_a_prior_holds_whoever_won_all(variance: str) -> None:
    rows = [*ROWS, ("Eve", "A", 1.0)]
    games = record(rows, cluster=labels([f"v{at % 7}" for at in range(len(rows))]))
    ratings = rate(games, BradleyTerry(variance=variance, prior=300.0))
    found = ratings.of("Eve").deviation
    assert found is not None
    assert 150.0 < found < 350.0


def test_ties_make_the_model_too_wide_and_the_sandwich_right() -> None:
    """Equal players, 30 % ties: the variance of a score is 0.7 / 4, not 1 / 4."""
    games = record(board(8, 4, 20_000, spread=0.0))
    model = rate(games, BradleyTerry()).deviation
    sandwich = rate(games, BradleyTerry(variance="sandwich")).deviation
    assert float(np.mean((model / sandwich) ** 2)) == pytest.approx(1.0 / 0.7, abs=0.02)  # type: ignore[operator]


def test_what_cannot_be_said_is_refused() -> None:
    with pytest.raises(NotProvided, match="cluster"):
        rate(record(ROWS), BradleyTerry(variance="cluster"))
    with pytest.raises(NotProvided, match="every game is of the same cluster"):
        rate(record(ROWS, cluster=labels(["v"] * len(ROWS))), BradleyTerry(variance="cluster"))
    with pytest.raises(BadInput, match="variance"):
        BradleyTerry(variance="robust")
    with pytest.raises(BadInput, match="whole number"):
        BradleyTerry(resamples=2.5)


def swayed(effect: float) -> Games:
    """Return games of four equal players; a unit of the covariate is worth ``effect`` in natural units."""
    draw = np.random.default_rng(11)
    rows, z = [], []
    for _ in range(6000):
        a, b = draw.choice(4, 2, replace=False)
        # the later the player, the longer its answers
        length = float(draw.normal() + 0.5 * (a - b))
        rows.append((f"p{a}", f"p{b}", float(draw.random() < 1 / (1 + math.exp(-effect * length)))))
        z.append(length)
    return record(rows, covariates=Covariates(("length",), 300.0 * np.array(z)[:, None]))


def test_a_covariate_takes_its_effect_out_of_the_ratings() -> None:
    games = swayed(0.6)
    ratings = rate(games, BradleyTerry(variance="sandwich"))
    (found,) = ratings.state.covariates
    assert found.name == "length"
    assert abs(found.points - 0.6 / 300.0 / Q) < 3.0 * found.deviation
    assert found.deviation < 0.1 * found.points
    assert np.ptp(ratings.rating) < 30.0
    assert str(found) in ratings.notes
    bare = Games(games.players, games.first, games.second, games.score)
    assert np.ptp(rate(bare, BradleyTerry()).rating) > 120.0


def test_a_covariate_of_no_effect_changes_nothing_much_and_is_explained() -> None:
    games = record(ROWS, covariates=Covariates(("length",), LENGTHS))
    ratings = rate(games, BradleyTerry(), history=True)
    said: dict[bool, int] = {}
    for name in "ABCD":
        told = explain(ratings, name)
        parts = [game.value for unit in told.parts for game in unit.parts]
        assert 1500 + math.fsum(parts) == pytest.approx(ratings.of(name).value, abs=1e-9)
        for unit in told.parts:
            for game in unit.parts:
                swayed = "(covariates)" in str(game.steps[0].working)
                said[swayed] = said.get(swayed, 0) + 1
    none = int(np.count_nonzero(np.abs(LENGTHS) < 1e-12))
    assert said == {True: 2 * (len(ROWS) - none), False: 2 * none}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.zeros(len(ROWS)), "0 in every game"),
        (np.array([float("ABCD".index(a) - "ABCD".index(b)) for a, b, _ in ROWS]), "told from the players"),
    ],
)
def test_a_covariate_that_says_nothing_of_its_own_is_refused(values: Any, said: str) -> None:
    games = record(ROWS, covariates=Covariates(("length",), values[:, None]))
    with pytest.raises(NotProvided, match=said):
        rate(games, BradleyTerry())


def test_a_covariate_is_told_from_the_advantage() -> None:
    sides = np.array(SIDES, np.int8)
    games = record(
        ROWS, advantage=sides, covariates=Covariates(("white",), sides[:, None].astype(np.float64))
    )
    with pytest.raises(NotProvided, match="what else is fitted"):
        rate(games, BradleyTerry(advantage="fit"))
    both = Covariates(("one", "two"), np.hstack((LENGTHS, 2.0 * LENGTHS)))
    with pytest.raises(NotProvided, match="the covariate two"):
        rate(record(ROWS, covariates=both), BradleyTerry())


def test_other_systems_refuse_covariates() -> None:
    from arpad.ratings.elo.system import Elo

    games = record(ROWS, covariates=Covariates(("length",), LENGTHS))
    with pytest.raises(NotProvided, match="elo does not take covariates"):
        rate(games, Elo())


def test_arrays_bring_clusters_and_covariates() -> None:
    games = Games.from_arrays(
        *zip(*ROWS, strict=True),
        cluster=VOTERS,
        covariates={"length": LENGTHS[:, 0]},
    )
    same = record(ROWS, cluster=labels(VOTERS), covariates=Covariates(("length",), LENGTHS))
    assert games.digest == same.digest
    assert games.to_frame()["length"].to_list() == LENGTHS[:, 0].tolist()
    assert games.to_frame()["cluster"].to_list() == VOTERS
    system = BradleyTerry(variance="cluster")
    np.testing.assert_array_equal(rate(games, system).rating, rate(same, system).rating)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in ("bradley-terry", "wof")])
def test_systems_that_fit_no_covariates_refuse_them(name: str) -> None:
    games = record(ROWS, covariates=Covariates(("length",), LENGTHS))
    with pytest.raises(NotProvided, match="does not take covariates of games"):
        rate(games, system_class(name)())


def test_records_are_joined_with_their_clusters_and_covariates() -> None:
    from arpad.record.assembly.concatenation import concatenate

    whole = record(ROWS, cluster=labels(VOTERS), covariates=Covariates(("length",), LENGTHS))
    halves = [whole.take(np.arange(12)), whole.take(np.arange(12, len(ROWS)))]
    joined = concatenate(halves)
    assert joined.covariates is not None
    assert joined.cluster is not None
    np.testing.assert_array_equal(joined.covariates.values, LENGTHS)
    assert [joined.cluster.word(at) for at in range(len(ROWS))] == VOTERS
    with_none = concatenate([halves[0], record(ROWS[12:])])
    assert with_none.covariates is not None
    assert with_none.covariates.values[:12].tolist() == LENGTHS[:12].tolist()
    assert not with_none.covariates.values[12:].any()


def test_intervals_of_the_model_are_called_too_wide_where_many_games_are_drawn() -> None:
    # two equal players, half of the games drawn: a score varies by 1/8 where the model believes 1/4, √2 = 1.4
    score = [1.0, 1.0, 0.5, 0.5] * 10
    games = arpad.Games.from_arrays(["A", "B"] * 20, ["B", "A"] * 20, score)
    (note,) = arpad.rate(games, BradleyTerry()).notes
    assert note.startswith("50 % of the games are drawn.")
    assert "1.4 times too wide" in note
    assert not arpad.rate(games, BradleyTerry(variance="sandwich")).notes
    assert not arpad.rate(games, BradleyTerry(ties="davidson")).notes
    decisive = arpad.Games.from_arrays(["A", "B", "A"], ["B", "A", "B"], [1.0, 1.0, 0.0])
    assert not arpad.rate(decisive, BradleyTerry()).notes


def test_a_refit_that_ends_early_ends_where_the_exact_one_does() -> None:
    # Newton's method: a last step of 1e-4 leaves about its square
    draw = np.random.Generator(np.random.PCG64(8))
    first, second = draw.integers(0, 10, 3000), draw.integers(0, 9, 3000)
    second = np.where(second >= first, second + 1, second)
    score = np.where(draw.random(3000) < np.where(first < second, 0.9, 0.1), 1.0, 0.0)
    pairs = bradley_terry_fit.PairResults.of(first, second, score, None, None, 10)
    exact, early = (
        bradley_terry_fit.fit(
            pairs, np.zeros(10), np.ones(10, dtype=bool), "none-as-half",
            h=0.0, fit_h=False, tie=0.0, fit_tie=False, precision=0.0, small=small,
        )
        for small in (1e-9, 1e-4)
    )  # fmt: skip
    assert early.rounds < exact.rounds
    np.testing.assert_allclose(early.theta, exact.theta, atol=1e-7)


CITATIONS = (
    # Stigler (1994), as the vignette of the R package BradleyTerry2 1.1.3 has them: 730 papers of Comm Statist
    # cite Biometrika, 33 the other way. To be cited is to win.
    *(
        ("Biometrika", "Comm Statist", 730, 33),
        ("Biometrika", "JASA", 498, 320),
        ("Biometrika", "JRSS-B", 221, 284),
    ),
    *(("Comm Statist", "JASA", 68, 813), ("Comm Statist", "JRSS-B", 17, 276), ("JASA", "JRSS-B", 142, 325)),
)

CITED = {"Biometrika": 0.0, "Comm Statist": -2.9491, "JASA": -0.4796, "JRSS-B": 0.2690}
"""The abilities that it prints, with Biometrika at 0."""

AT_HOME = {
    # Section 6 of the same vignette: ability and standard error of the teams, with an advantage at home that
    # is fitted, Baltimore at 0.
    "Baltimore": (0.0, 0.0),
    "Boston": (1.1438027, 0.3378422),
    "Cleveland": (0.7046945, 0.3350014),
    "Detroit": (1.4753572, 0.3445518),
    "Milwaukee": (1.6195550, 0.3473653),
    "New York": (1.2813404, 0.3404034),
    "Toronto": (1.3271104, 0.3403222),
}


def test_statisticians_citations_are_those_of_bradleyterry2() -> None:
    rows = [
        (first, second, score)
        for first, second, won, lost in CITATIONS
        for score, count in ((1.0, won), (0.0, lost))
        for _ in range(count)
    ]
    ratings = rate(record(rows), BradleyTerry())
    base = ratings.of("Biometrika").value
    for journal, ability in CITED.items():
        assert (ratings.of(journal).value - base) * Q == pytest.approx(ability, abs=6e-5)


def test_standard_errors_beside_an_advantage_are_those_of_bradleyterry2() -> None:
    games = record(baseball(), advantage=np.ones(len(baseball()), dtype=np.int8))
    ratings = rate(games, BradleyTerry(advantage="fit"))
    found = ratings.comparisons(np.array([ratings.players.names.index(team) for team in AT_HOME]))
    assert found.covariance is not None
    ability, error = np.array(list(AT_HOME.values())).T
    np.testing.assert_allclose((found.rating - found.rating[0]) * Q, ability, atol=2e-6)
    variance = np.diag(found.covariance)
    apart = np.sqrt(variance + variance[0] - 2.0 * found.covariance[0])
    np.testing.assert_allclose(apart * Q, error, atol=2e-6)
