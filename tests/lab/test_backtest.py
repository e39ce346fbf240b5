"""Backtests: what others measured on the same games, forecasts that know nothing of the future, tests that hold."""

from __future__ import annotations

import gzip
import math
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.compiled.specialising import always_compiled
from arpad.core import BadInput, NotProvided
from arpad.lab.backtest.advice import memo
from arpad.lab.backtest.face import systems_of
from arpad.lab.forecasts.comparing import estimate, holm
from arpad.lab.forecasts.cutting import played_before, span_of
from arpad.lab.forecasts.draws import Draws, draws_before
from arpad.lab.forecasts.judging import RANKED, THREE_WAY, calibration_p, judged, wilson
from arpad.lab.forecasts.walking import Pace, in_order, walk_forward
from arpad.record import Contests, Games
from lab_records import one_cut, synthetic
from larger_data import larger

FIXTURES = Path(__file__).parents[1] / "fixtures"


# What others measured


def fivethirtyeight(name: str, **columns: str) -> Games:
    table = pl.read_csv(gzip.decompress(larger(f"data/{name}").read_bytes()))
    table = table.with_columns(
        pl.when(pl.col("score1") > pl.col("score2"))
        .then(1.0)
        .when(pl.col("score1") < pl.col("score2"))
        .then(0.0)
        .otherwise(0.5)
        .alias("result")
    )
    roles = {"first": "team1", "second": "team2", "score": "result", "time": "date", "event": "season"}
    roles |= {"points_first": "score1", "points_second": "score2", "covariate elo_prob1": "elo_prob1"}
    return arpad.read_games(table, columns={**roles, **columns})


@pytest.mark.slow
def test_the_log_loss_of_fivethirtyeights_nfl_probabilities() -> None:
    games = fivethirtyeight("nfl_elo_1920_2014.csv.gz")
    found = arpad.backtest(games, "nfl", start="2000", forecasts=["elo_prob1"])
    theirs = next(one for one in found.entries if one.system is None)
    # measured by other code on the games of 2000 to 2014 (their README)
    assert theirs.log_loss.mean == pytest.approx(0.6279, abs=5e-5)
    assert found.entries[0].games == 4015


@pytest.mark.slow
def test_the_log_loss_of_fivethirtyeights_nba_probabilities() -> None:
    games = fivethirtyeight("nba_elo_2005_2014.csv.gz")
    assert games.event is not None
    seasons = np.array([float(name) for name in games.event.names])[games.event.codes]
    later = games.take(np.flatnonzero((seasons >= 2010) & (seasons <= 2014)))
    found = arpad.backtest(later, "elo", forecasts=["elo_prob1"])
    theirs = next(one for one in found.entries if one.system is None)
    assert theirs.log_loss.mean == pytest.approx(0.5971, abs=5e-5)


AFL_LOSSES = {"elo": 96.096, "fide": 97.693, "glicko": 100.734, "stephenson": 95.951}
"""Binomial deviance of R's PlayerRatings 1.1-0, example of ``?metrics``: trained to week 80, all defaults."""


def afl() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the games up to week 80, and those after it."""
    table = pl.read_csv(gzip.decompress(larger("data/afl_2009_2012.csv.gz").read_bytes()))
    table = table.with_columns(pl.col("Week").cast(pl.Int64))
    train = table.filter(pl.col("Week") <= 80)
    return train.with_columns(pl.col("Week").rank("dense").cast(pl.Int64)), table.filter(pl.col("Week") > 80)


@pytest.mark.parametrize("name", AFL_LOSSES)
def test_the_deviance_of_players_ratings(name: str) -> None:
    """R counts only the weeks with games. Its ``predict`` gives the home side 30 points that training did not,
    takes deviations as they are stored, and leaves out sides with fewer than 15 games; its ``metrics`` keeps
    probabilities between .01 and .99.
    """
    train, test = afl()
    columns = {"time": "Week", "first": "HomeTeam", "second": "AwayTeam", "score": "Score"}
    games = train.select(columns.values())
    trained: arpad.RatingSystem
    forecaster: arpad.RatingSystem
    if name == "elo":
        trained, forecaster = arpad.Elo(k=27, initial=2200), arpad.Elo(advantage=30)
    elif name == "fide":
        # kfide: 30 below 30 games, else 15, and 10 for who has ever been at 2400
        trained = arpad.Elo(k="10 if peak >= 2400; 30 if games < 30; 15", initial=2200)
        forecaster = arpad.Elo(advantage=30)
    elif name == "glicko":
        trained = arpad.Glicko(initial=2200, deviation=math.hypot(300, 15), c=15)
        forecaster = arpad.Glicko(advantage=30)
    else:
        trained, forecaster = arpad.Stephenson(), arpad.Stephenson(gamma=30)
    ratings = arpad.rate(games, trained, columns=columns, schedule="period", period="1")
    played = dict(ratings.table().select("player", "games").iter_rows())
    known = [
        min(played.get(row["HomeTeam"], 0), played.get(row["AwayTeam"], 0)) >= 15 for row in test.to_dicts()
    ]
    test = test.filter(pl.Series(known))
    stored = {
        player: np.array([ratings.state.columns[column][at] for column in trained.columns])
        for at, player in enumerate(ratings.players.names)
    }
    first, second = (np.stack([stored[name] for name in test[side]]) for side in ("HomeTeam", "AwayTeam"))
    expected = forecaster.expected_scores(first, second, np.ones(len(test), dtype=np.int8), None)
    assert expected is not None
    sums = judged(expected, test["Score"].to_numpy(), one_cut(len(test)), least=0.01)
    assert round(100.0 * sums.mean(0) / math.log(2.0), 3) == AFL_LOSSES[name]


# Nothing of the future


@pytest.mark.parametrize("name", ["elo", "glicko2", "stephenson", "weng-lin", "bradley-terry"])
def test_later_games_do_not_change_a_forecast(name: str) -> None:
    games = in_order(synthetic(240, 8))
    system = arpad.rating_system(name, {"prior": 200.0} if name == "bradley-terry" else {})
    pace = Pace(period="1mo" if "period" in system.schedules else None, refit="1mo")
    expected = walk_forward(games, system, pace).expected
    month = games.time.astype("datetime64[M]")  # type: ignore[union-attr]
    begin = int(np.flatnonzero(month >= np.datetime64("2022-01"))[0])
    random = np.random.default_rng(3)
    rows = np.concatenate((np.arange(begin), begin + random.permutation(len(games) - begin)))
    score, first = games.score.copy(), games.first.copy()
    score[begin:], first[begin:] = games.score[rows[begin:]], games.first[rows[begin:]]
    first[begin:] = np.where(first[begin:] == games.second[begin:], (first[begin:] + 1) % 8, first[begin:])
    shuffled = Games(games.players, first, games.second, score, time=games.time, advantage=games.advantage)
    again = walk_forward(shuffled, system, pace).expected
    assert again[:begin] == pytest.approx(expected[:begin], abs=0, nan_ok=True)
    assert not np.array_equal(again[begin:], expected[begin:], equal_nan=True)


def test_a_result_does_not_change_its_own_forecast() -> None:
    games = in_order(synthetic(300, 6))
    expected = walk_forward(games, arpad.Elo()).expected
    for row in (0, 10, 150, 299):
        score = games.score.copy()
        score[row] = 1.0 - score[row]
        other = Games(games.players, games.first, games.second, score, time=games.time)
        assert walk_forward(other, arpad.Elo()).expected[: row + 1] == pytest.approx(
            expected[: row + 1], abs=0
        )


def test_forecasts_do_not_depend_on_the_order_of_the_rows() -> None:
    games = synthetic(300, 6)
    # one game a day, so that the order in time is the only one
    day = np.datetime64("2020-01-01", "D") + np.arange(300).astype("timedelta64[D]")
    games = Games(games.players, games.first, games.second, games.score, time=day)
    mixed = games.take(np.random.default_rng(1).permutation(300))
    one, other = (arpad.backtest(each, "elo,glicko2") for each in (games, mixed))
    assert [entry.log_loss.mean for entry in one.entries] == [entry.log_loss.mean for entry in other.entries]


def test_events_that_overlap_are_rated_whole_and_judged_in_order() -> None:
    games = Games.from_arrays(
        ["A", "C", "A", "C", "A"],
        ["B", "D", "B", "D", "C"],
        [1, 1, 0, 1, 1],
        time=["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-02-01"],
        event=["x", "y", "x", "y", "z"],
    )
    expected = walk_forward(in_order(games), arpad.Elo(), Pace("period", "event")).expected
    # in x and y everybody meets as a newcomer; then A stands at 1500 and C at 1500 + 20
    assert expected[:4] == pytest.approx([0.5] * 4)
    assert expected[4] == pytest.approx(1.0 / (1.0 + 10.0 ** (20.0 / 400.0)))


# The scores


def test_the_scores_by_hand() -> None:
    sums = judged(np.array([0.8, 0.5, 0.3]), np.array([1.0, 0.5, 1.0]), one_cut(3))
    assert sums.mean(0) == pytest.approx((-math.log(0.8) - math.log(0.5) - math.log(0.3)) / 3)
    assert sums.mean(1) == pytest.approx((0.04 + 0.0 + 0.49) / 3)
    assert sums.mean(2) == pytest.approx((1.0 + 0.5 + 0.0) / 3)


def test_a_certain_forecast_that_fails_costs_a_number() -> None:
    sums = judged(np.array([1.0, 0.0]), np.array([0.0, 1.0]), one_cut(2))
    assert sums.mean(0) == pytest.approx(-math.log(1e-15), rel=1e-2)


def test_the_ranked_probability_score_by_hand() -> None:
    # win .5, draw .3, loss .2; a win scores ½ (.5² + .2²), a draw ½ (.5² + .2²), a loss ½ (.5² + .8²)
    expected = np.full(3, 0.65)
    draws = Draws(np.array([0, 3]), np.ones(1), np.full(3, 0.3))
    score = np.array([1.0, 0.5, 0.0])
    for row, (ranked, chance) in enumerate(((0.145, 0.5), (0.145, 0.3), (0.445, 0.2))):
        counts = np.zeros(3, dtype=np.int8)
        counts[row] = 1
        found = judged(expected, score, one_cut(3)._replace(counts=counts), draws=draws)
        assert found.mean(RANKED) == pytest.approx(ranked)
        assert found.mean(THREE_WAY) == pytest.approx(-math.log(chance))
    every = judged(expected, score, one_cut(3), draws=draws)
    assert every.mean(RANKED) == pytest.approx((0.145 + 0.145 + 0.445) / 3)
    assert every.mean(THREE_WAY) == pytest.approx(-math.log(0.5 * 0.3 * 0.2) / 3)


def test_draws_are_learned_from_games_before() -> None:
    random = np.random.default_rng(2)
    expected = np.full(4000, 0.5)
    score = random.choice([0.0, 0.5, 1.0], 4000, p=[0.3, 0.4, 0.3])
    found = draws_before(expected, score).column(expected)
    assert found[0] == pytest.approx(0.5, abs=1e-4)  # the prior
    assert found[-1] == pytest.approx((score[:3800] == 0.5).mean(), abs=0.02)
    changed = score.copy()
    changed[2000:] = 0.5
    again = draws_before(expected, changed).column(expected)
    assert (again[:2001] == found[:2001]).all()


def test_wilsons_interval() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 857–872, table I, method 3: 15 of 148
    low, high = wilson(15 / 148, 15 / 148, 148.0)
    assert (round(low, 4), round(high, 4)) == (0.0624, 0.1605)


def test_the_calibration_test_holds_its_level() -> None:
    random = np.random.default_rng(7)
    alarms = 0
    for _ in range(300):
        expected = random.random(400)
        score = (random.random(400) < expected).astype(float)
        alarms += calibration_p(judged(expected, score, one_cut(400)).bins) < 0.05
    assert 4 <= alarms <= 28  # 15 expected
    bold = np.clip(0.5 + 1.6 * (expected - 0.5), 0.02, 0.98)
    assert calibration_p(judged(bold, score, one_cut(400)).bins) < 0.01


# Better or not


def test_an_interval_by_hand() -> None:
    # mean 2.5, u = −1.5, .5, −.5, 1.5; one lag with the weight ½: 5 + 2 · ½ · (−1.75) = 3.25, by 4 / 3
    found = estimate(np.array([1.0, 3.0, 2.0, 4.0]), np.ones(4))
    error = math.sqrt(3.25 * 4.0 / 3.0) / 4.0
    assert found.mean == pytest.approx(2.5)
    assert found.high == pytest.approx(2.5 + 3.182446305 * error)  # Student's t of 3 degrees, 97.5 %


def test_differences_of_equal_forecasters_are_seldom_called_significant() -> None:
    random = np.random.default_rng(11)
    alarms = 0
    for _ in range(1000):
        weeks = random.normal(0.0, 1.0, 60)
        noise = random.normal(0.0, 1.0, (60, 10)) + weeks[:, None]  # games of a week hang together
        alarms += estimate(noise.sum(axis=1), np.full(60, 10.0)).p < 0.05
    assert 30 <= alarms <= 80  # 50 expected


def test_holms_p_values() -> None:
    # Holm (1979): the smallest by 3, the next by 2, never falling
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_better_is_said_only_where_it_is_significant() -> None:
    games = synthetic(3000, 30, home=100.0)
    found = arpad.backtest(games, "elo,k=20,elo,k=20.01,elo,k=20,advantage=100")
    assert found.entries[0].label == "elo (advantage=100)"
    words = " ".join(memo(found))
    assert "It is better than" in words
    pair = next(one for one in found.comparisons if {one.better, one.worse} == {"elo", "elo (k=20.01)"})
    assert not pair.significant
    alone = arpad.backtest(games, "elo,k=20,elo,k=20.01")
    assert "the difference may be luck" in " ".join(memo(alone))


# Who counts


def test_who_counts() -> None:
    games = in_order(synthetic(500, 25))
    before = played_before(games)
    assert before[0] == 0
    by_hand: dict[int, int] = {}
    for row, (a, b) in enumerate(zip(games.first.tolist(), games.second.tolist(), strict=True)):
        assert before[row] == min(by_hand.get(a, 0), by_hand.get(b, 0))
        by_hand[a], by_hand[b] = by_hand.get(a, 0) + 1, by_hand.get(b, 0) + 1
    every = arpad.backtest(games, "elo")
    assert every.entries[0].games == 500
    some = arpad.backtest(games, "elo", min_games=10)
    assert some.entries[0].games == int((before >= 10).sum())
    assert "left out" in some.notes[0]
    span = span_of(games, "2021", "2022-06")
    days = games.time.astype("datetime64[D]")  # type: ignore[union-attr]
    inside = (days >= np.datetime64("2021-01-01")) & (days <= np.datetime64("2022-06-30"))
    assert (span == inside).all()
    assert arpad.backtest(games, "elo", start="2021", end="2022-06").entries[0].games == int(inside.sum())


@pytest.mark.parametrize("drawn", [0.0, 0.3, 0.5])
def test_segments_add_up(drawn: float) -> None:
    games = synthetic(400, 15)
    games = replace(games, score=np.where(np.arange(400) % 7 == 0, drawn, games.score))
    found = arpad.backtest(games, "elo,glicko")
    for name in ("games played", "favourite", "year"):
        parts = [one for one in found.segmented if one.by == name]
        assert sum(one.games for one in parts) == 400
        for entry in found.entries:
            total = sum(one.games * one.log_loss[entry.label] for one in parts) / 400
            assert total == pytest.approx(entry.log_loss.mean)


def test_what_was_expected_of_every_game() -> None:
    games = synthetic(200, 10)
    found = arpad.backtest(games, "elo,glicko")
    for entry, expected in zip(found.entries, found.forecasts, strict=True):
        losses = -np.log(np.where(games.score == 1.0, expected, 1.0 - expected))
        assert losses.mean() == pytest.approx(entry.log_loss.mean)


def test_others_forecasts_and_odds() -> None:
    games = Games.from_arrays(
        ["A", "B", "A"],
        ["B", "A", "B"],
        [1, 0.5, 0],
        time=["2024-01-01", "2024-02-01", "2024-03-01"],
        covariates={
            "theirs": [0.6, 0.5, 0.7],
            "H": [1.8, 2.4, 1.8],
            "D": [3.6, 3.0, 3.6],
            "A": [4.5, 3.0, 4.5],
        },
    )
    found = arpad.backtest(games, "elo", forecasts=["theirs"], odds=[("H", "D", "A")])
    theirs = next(one for one in found.entries if one.label == "theirs")
    half = -0.5 * math.log(0.5) - 0.5 * math.log(0.5)
    assert theirs.log_loss.mean == pytest.approx((-math.log(0.6) + half - math.log(0.3)) / 3)
    bookmaker = next(one for one in found.entries if one.label == "odds H/D/A")
    chances = np.array([1 / 1.8, 1 / 3.6, 1 / 4.5])
    win, draw, _ = chances / chances.sum()  # the margin of 5.6 % taken out
    assert win == pytest.approx(0.5263, abs=1e-4)
    even = np.array([1 / 2.4, 1 / 3.0, 1 / 3.0])
    even /= even.sum()
    three = -(math.log(win) + math.log(even[1]) + math.log(1 - win - draw)) / 3
    assert bookmaker.three_way == pytest.approx(three)
    with pytest.raises(BadInput, match="is not decimal odds"):
        arpad.backtest(games, "elo", odds=[("theirs", "H")])
    with pytest.raises(BadInput, match="two or three columns"):
        arpad.backtest(games, "elo", odds=[("H",)])


def test_games_that_a_system_does_not_predict() -> None:
    games = synthetic(200, 6)  # Bradley and Terry's model without a prior cannot rate the first games
    found = arpad.backtest(games, "elo,bradley-terry", refit="1mo")
    assert any("not every forecaster predicts them" in note for note in found.notes)
    assert len({one.games for one in found.entries}) == 1
    assert found.entries[0].games < 200
    even = arpad.backtest(games, "elo,bradley-terry", refit="1mo", unpredicted="even")
    assert even.entries[0].games == 200


def test_what_cannot_be() -> None:
    games = synthetic(50, 6)
    with pytest.raises(BadInput, match="no system stands before it"):
        arpad.backtest(games, "k=20")
    with pytest.raises(BadInput, match="takes part twice"):
        arpad.backtest(games, "elo,elo")
    with pytest.raises(BadInput, match="none of the systems has the parameter 'tau'"):
        arpad.backtest(games, "elo", parameters={"tau": 1.0})
    with pytest.raises(BadInput, match="no game counts"):
        arpad.backtest(games, "elo", min_games=1000)
    with pytest.raises(BadInput, match="is not a date"):
        arpad.backtest(games, "elo", start="spring")
    with pytest.raises(NotProvided, match="contests"):
        arpad.backtest(Contests.of(games, None), "trueskill")


def test_the_document() -> None:
    found = arpad.backtest(synthetic(300, 10, draws=True), "elo,glicko2").as_json()
    first = found["systems"][0]
    assert {"system", "parameters", "log_loss", "brier", "accuracy", "games", "low", "high"} <= first.keys()
    assert first["low"] < first["log_loss"] < first["high"]
    assert first["log_loss_three_way"] > 0.0
    (pair,) = found["comparisons"]
    assert pair["better"] == first["label"]


@pytest.mark.slow
def test_without_systems_those_that_fit_are_tuned_on_the_first_half() -> None:
    games = synthetic(1200, 12, home=80.0)
    found = arpad.backtest(games)
    assert {one.system.name for one in found.entries if one.system} >= {
        "elo",
        "glicko",
        "glicko2",
        "stephenson",
    }
    assert abs(found.entries[0].games - 600) < 10
    assert "tuned on the games before" in found.notes[0]
    elo = next(one.system for one in found.entries if one.system is not None and one.system.name == "elo")
    assert isinstance(elo, arpad.Elo)
    assert 40 <= elo.advantage <= 120


@pytest.mark.slow
def test_compiled_and_interpreted_scores_agree() -> None:
    games = synthetic(600, 12, draws=True, home=40.0)
    games = replace(games, score=np.where(np.arange(600) % 50 == 0, 0.3, games.score))
    drawn = synthetic(600, 12, draws=True)
    for record in (games, drawn):
        one = arpad.backtest(record, "elo,glicko2").as_json()
        with always_compiled():
            other = arpad.backtest(record, "elo,glicko2").as_json()
        for plain, fast in zip(one["systems"], other["systems"], strict=True):
            for name in ("log_loss", "brier", "accuracy", "low", "high", "log_loss_three_way", "ece"):
                assert plain[name] == (None if fast[name] is None else pytest.approx(fast[name], abs=1e-12))
        assert [(part["label"], part["games"]) for part in one["segments"]] == [
            (part["label"], part["games"]) for part in other["segments"]
        ]


def test_as_many_draws_are_expected_as_there_were() -> None:
    random = np.random.default_rng(5)
    expected = random.uniform(0.05, 0.95, 3000)
    score = random.choice([0.0, 0.5, 1.0], 3000, p=[0.35, 0.3, 0.35])
    moment = np.repeat([0, 1], [2999, 1])
    found = draws_before(expected, score, moment).column(expected)[-1]
    # Davidson (1970): P(draw) / sqrt(P(win) · P(loss)) = ν, the same for all games
    E = expected[-1]
    nu = found / math.sqrt((E - found / 2.0) * (1.0 - E - found / 2.0))
    c = (2.0 * expected[:2999] - 1.0) ** 2
    q = 1.0 - c
    shares = nu * q / (nu + np.sqrt(nu * nu * c + 4.0 * q))
    assert shares.sum() == pytest.approx((score[:2999] == 0.5).sum(), rel=2e-3)  # counted in 100 parts


def weekly(weeks: int) -> pl.DataFrame:
    """Return a league of eight sides, four games a week."""
    lots = np.random.default_rng(1)
    rows = []
    for week in range(weeks):
        sides = lots.permutation(list("ABCDEFGH"))
        day = date(2026, 1, 3) + timedelta(weeks=week)
        rows += [
            (day, str(sides[at]), str(sides[at + 1]), float(lots.integers(0, 2))) for at in range(0, 8, 2)
        ]
    names = ["date", "white", "black", "score"]
    return pl.DataFrame({name: [row[at] for row in rows] for at, name in enumerate(names)})


def test_it_says_which_system_learns_between_rating_periods_only() -> None:
    (said,) = arpad.backtest(weekly(8), "elo,glicko2").notes
    assert said.startswith(
        "What is learned, and when: elo from game to game; glicko2 between rating periods of 1mo"
    )
    (said,) = arpad.backtest(weekly(8), "elo,glicko2", period="1w").notes
    assert said == "What is learned, and when: elo, glicko2 between rating periods of 1w only."
    assert arpad.backtest(weekly(8), "elo").notes == ()


def test_a_pace_of_one_system_alone() -> None:
    games = weekly(8)
    found = arpad.backtest(games, "elo,elo,k=10,period=1w,glicko2,period=1w,glicko2,whr,refit=2w")
    losses = {one.label: one.log_loss.mean for one in found.entries}
    assert losses == {
        **{one.label: one.log_loss.mean for one in arpad.backtest(games, "elo,glicko2").entries},
        **{
            f"{label}{words}": arpad.backtest(games, name, period=period, refit=refit)
            .entries[0]
            .log_loss.mean
            for name, label, words, period, refit in (
                ("elo,k=10", "elo (k=10", ", period=1w)", "1w", None),
                ("glicko2", "glicko2", " (period=1w)", "1w", None),
                ("whr", "whr", " (refit=2w)", None, "2w"),
            )
        },
    }
    (said,) = arpad.backtest(games, "glicko2,schedule=live,glicko2", period="2w").notes
    assert "glicko2 (schedule=live) from game to game; glicko2 between rating periods of 2w only" in said
    (said,) = arpad.backtest(games, "elo,elo,period=1w", schedule="live").notes
    assert "elo from game to game; elo (period=1w) between rating periods of 1w only" in said
    for wrong, problem in (
        ("bayes-elo,schedule=period", "bayes-elo has no schedule 'period'"),
        ("elo,period=soon", "soon"),
        ("elo,seed=1", "elo has no parameter 'seed'"),
    ):
        with pytest.raises(BadInput, match=problem):
            arpad.backtest(games, wrong)
    with pytest.raises(BadInput, match="elo has no parameter 'period'"):
        systems_of("elo,period=1w", {})


def test_few_games_for_tuning_and_ends_of_ranges_are_told() -> None:
    notes = arpad.backtest(weekly(8)).notes
    assert any(note.startswith("16 games for tuning are few") for note in notes)
    assert any(note.startswith("At an end of the range that was searched: ") for note in notes)
