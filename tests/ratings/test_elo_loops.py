"""The loops against a slow and obvious twin, and against themselves: compiled, permuted, cut in two.

The twin below is written from the formulas of Elo (1978), eloratings.net, old.clubelo.com and FiveThirtyEight with
dictionaries and one game at a time; it shares no code with the library. Held constant here: sides of one player;
ratings far from the limits of K rules by less than 0.001 do not occur (both implementations would be right on either side of a limit).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.ratings.elo.system import Elo
from arpad.ratings.explain import explain
from arpad.ratings.model import Schedule
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.state import Floats
from arpad.ratings.win_counts import tally
from arpad.record import Games, Labels, Players

# The slow twin


@dataclass(frozen=True)
class Game:
    first: str
    second: str
    score: float
    day: date
    season: str = "s0"
    weight: float = 1.0
    home: int = 0
    goals: tuple[int, int] = (0, 0)


@dataclass
class Person:
    rating: float
    games: int = 0
    peak: float = -math.inf
    born: int | None = None
    season: str | None = None


KRuleByHand = Callable[[float, float, int, int | None], float]

K_RULES: dict[str, KRuleByHand] = {
    "20": lambda rating, peak, games, age: 20,
    "40 if games<3; 20 if rating<1500; 10": lambda rating, peak, games, age: (
        40 if games < 3 else (20 if rating < 1500 else 10)
    ),
    "10 if peak>=1550; 40 if age<=18 and rating<1600; 24": lambda rating, peak, games, age: (
        10 if peak >= 1550 else (40 if age is not None and age <= 18 and rating < 1600 else 24)
    ),
}


@dataclass
class Twin:
    k: str = "20"
    scale: float = 400.0
    initial: float = 1500.0
    advantage: float = 0.0
    curve: str = "logistic"
    margin: str = "none"
    floor: float | None = None
    rounding: float = 0.0
    carry: float = 1.0
    mean: float | None = None
    people: dict[str, Person] = field(default_factory=dict)

    def expected(self, difference: float) -> float:
        if self.curve == "normal":
            return NormalDist(0, self.scale / math.sqrt(2)).cdf(difference)
        if self.curve == "linear":
            return min(1.0, max(0.0, 0.5 + difference / (2 * self.scale)))
        return 1 / (1 + 10 ** (-difference / self.scale))

    def multiplier(self, lead: int, winner_minus_loser: float) -> float:
        if self.margin == "goals":
            return {0: 1.0, 1: 1.0, 2: 1.5}.get(lead, (11 + lead) / 8)
        if self.margin == "sqrt":
            return math.sqrt(lead) if lead else 1.0
        if self.margin == "log":
            return (
                math.log(lead + 1) * 2.2 / (0.001 * winner_minus_loser + 2.2) if lead else math.log(2) * 2.2
            )
        if self.margin == "power":
            return float((lead + 3) ** 0.8 / (7.5 + 0.006 * winner_minus_loser * (lead > 0)))
        return 1.0

    def settle(self, rating: float, change: float) -> float:
        if self.rounding:
            steps = Decimal(str(round(change / self.rounding, 8))).quantize(Decimal(1), ROUND_HALF_UP)
            change = float(steps) * self.rounding
        return rating + change if self.floor is None else max(self.floor, rating + change)

    def enter(self, name: str, season: str, given: float | None) -> None:
        person = self.people[name]
        mean = self.initial if self.mean is None else self.mean
        if given is not None:
            person.rating = given
        elif person.season not in (None, season):
            person.rating = mean + self.carry * (person.rating - mean)
        person.season = season
        person.peak = max(person.peak, person.rating)

    def run(
        self, games: list[Game], periods: list[Any], given: dict[tuple[str, str], float]
    ) -> Iterator[tuple[float, float, float, float]]:
        """Yield both ratings before and after every game; live, every game is a period of its own."""
        for _, group in groupby(zip(games, periods, strict=True), key=lambda pair: pair[1]):
            together = [game for game, _ in group]
            for game in together:
                for name in (game.first, game.second):
                    self.enter(name, game.season, given.pop((name, game.season), None))
            before = {name: person.rating for name, person in self.people.items()}
            ages: dict[str, int | None] = {}
            gains: dict[str, list[float]] = {}
            for game in together:
                lead = abs(game.goals[0] - game.goals[1])
                winner = before[game.first] - before[game.second] + self.advantage * game.home
                if game.goals[0] < game.goals[1]:
                    winner = -winner
                m = self.multiplier(lead, winner) * game.weight
                for own, other, score, home in (
                    (game.first, game.second, game.score, game.home),
                    (game.second, game.first, 1 - game.score, -game.home),
                ):
                    expected = self.expected(before[own] - before[other] + self.advantage * home)
                    gains.setdefault(own, []).append(m * (score - expected))
                    born = self.people[own].born
                    ages.setdefault(own, None if born is None else game.day.year - born)
            for name, gain in gains.items():
                person = self.people[name]
                k = K_RULES[self.k](person.rating, person.peak, person.games, ages[name])
                person.rating = self.settle(person.rating, k * math.fsum(gain))
                person.games += len(gain)
                person.peak = max(person.peak, person.rating)
            for game in together:
                a, b = game.first, game.second
                yield before[a], before[b], self.people[a].rating, self.people[b].rating


# Records of both kinds

SCHEDULES: tuple[Schedule, ...] = ("live", "period")
NAMES = ("Ada", "Bea", "Cleo", "Dora", "Eva")


@dataclass(frozen=True)
class Case:
    games: list[Game]
    options: dict[str, Any]
    schedule: Schedule
    period: str
    given: dict[tuple[str, str], float]
    people: dict[str, Person]

    def period_of(self, game: Game, number: int) -> Any:
        if self.schedule == "live":
            return number
        return {
            "1mo": (game.day.year, game.day.month),
            "1w": game.day.isocalendar()[:2],
            "all": 0,
        }[self.period]

    @property
    def rated_games(self) -> list[Game]:
        """The games that count: of weight 0 none does."""
        return [game for game in self.games if game.weight > 0]

    def twin(self) -> Floats:
        twin = Twin(**self.options, people={name: replace(person) for name, person in self.people.items()})
        games = self.rated_games
        periods = [self.period_of(game, number) for number, game in enumerate(games)]
        rows = list(twin.run(games, periods, dict(self.given)))
        return np.array(rows).reshape(-1, 4)

    def record(self) -> Games:
        players = Players(
            list(self.people),
            {
                "rating": np.array([person.rating for person in self.people.values()]),
                "games": np.array([float(person.games) for person in self.people.values()]),
                "peak": np.array(
                    [np.nan if np.isinf(person.peak) else person.peak for person in self.people.values()]
                ),
                "birth_year": np.array(
                    [np.nan if person.born is None else person.born for person in self.people.values()]
                ),
            },
        )
        seasons = tuple(dict.fromkeys(game.season for game in self.games))
        return Games(
            players,
            np.array([players.index(game.first) for game in self.games], dtype=np.int32),
            np.array([players.index(game.second) for game in self.games], dtype=np.int32),
            np.array([game.score for game in self.games], dtype=np.float64),
            time=np.array([game.day for game in self.games], dtype="datetime64[D]"),
            weight=np.array([game.weight for game in self.games], dtype=np.float64),
            advantage=np.array([game.home for game in self.games], dtype=np.int8),
            points_first=np.array([game.goals[0] for game in self.games], dtype=np.float64),
            points_second=np.array([game.goals[1] for game in self.games], dtype=np.float64),
            event=Labels(np.array([seasons.index(game.season) for game in self.games], np.int32), seasons),
        )

    def rated(self, **options: Any) -> Ratings:
        settings = {
            "schedule": self.schedule,
            "period": self.period if self.schedule == "period" else None,
            "history": True,
            "given": [(name, season, value) for (name, season), value in self.given.items()],
        }
        return rate(self.record(), Elo(**self.options), **{**settings, **options})


@st.composite
def cases(draw: st.DrawFn, schedule: Schedule | None = None) -> Case:
    # Ratings with odd decimals: no sum of changes comes back to a limit of a K rule but for its last bit.
    people = {
        name: Person(
            1500 + draw(st.integers(-400, 400)) + 0.0137 * (number + 1),
            games=draw(st.integers(0, 4)),
            peak=draw(st.sampled_from([-math.inf, 1549.0, 1551.0])),
            born=draw(st.sampled_from([None, 1980, 1982, 1983])),
        )
        for number, name in enumerate(NAMES)
    }
    start = date(2000, 11, 20)
    days = sorted(draw(st.lists(st.integers(0, 80), min_size=1, max_size=24)))
    games = []
    for day in days:
        first, second = draw(st.permutations(NAMES))[:2]
        games.append(
            Game(
                first,
                second,
                draw(st.sampled_from([0.0, 0.5, 1.0, 0.75])),
                start + timedelta(days=day),
                season=f"s{day // 35}",
                weight=draw(st.sampled_from([0.0, 0.5, 1.0, 2.5])),
                home=draw(st.sampled_from([-1, 0, 1])),
                goals=(draw(st.integers(0, 6)), draw(st.integers(0, 6))),
            )
        )
    options = {
        "k": draw(st.sampled_from(sorted(K_RULES))),
        "scale": draw(st.sampled_from([400.0, 600.0])),
        "advantage": draw(st.sampled_from([0.0, 65.0])),
        "curve": draw(st.sampled_from(["logistic", "normal", "linear"])),
        "margin": draw(st.sampled_from(["none", "goals", "sqrt", "log", "power"])),
        "floor": draw(st.sampled_from([None, 1400.0123])),
        "rounding": draw(st.sampled_from([0.0, 0.1, 1.0])),
        "carry": draw(st.sampled_from([1.0, 0.75])),
        "mean": draw(st.sampled_from([None, 1505.0])),
    }
    rated = [game for game in games if game.weight > 0]
    played = sorted({(name, game.season) for game in rated for name in (game.first, game.second)})
    given = dict.fromkeys(draw(st.lists(st.sampled_from(played), max_size=2)) if played else [], 1600.0071)
    return Case(
        games,
        options,
        draw(st.sampled_from(SCHEDULES)) if schedule is None else schedule,
        draw(st.sampled_from(["1mo", "1w", "all"])),
        given,
        people,
    )


def traced(ratings: Ratings) -> Floats:
    trace = ratings.traced()
    return np.concatenate([trace.before[:, :, 0], trace.after[:, :, 0]], axis=1)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_the_loops_agree_with_the_slow_twin(case: Case) -> None:
    ratings = case.rated()
    expected = case.twin()
    assert traced(ratings) == pytest.approx(expected, rel=1e-11, abs=1e-8)
    last = {}
    for game, row in zip(case.rated_games, expected, strict=True):
        last[game.first], last[game.second] = row[2], row[3]
    for name, person in case.people.items():
        assert ratings.of(name).value == pytest.approx(last.get(name, person.rating), abs=1e-8)
    assert np.array_equal(case.rated(history=False).rating, ratings.rating)


@settings(max_examples=30, deadline=None)
@given(cases("period"), st.randoms(use_true_random=False))
def test_the_order_within_a_period_does_not_matter(case: Case, random: Any) -> None:
    order = [(case.period_of(game, 0), random.random(), game) for game in case.games]
    # Who is given a rating is given it in his first game of the event: keep seasons together.
    order.sort(key=lambda key: (key[0], key[2].season, key[1]))
    days = [game.day for game in case.games]
    shuffled = [replace(game, day=day) for (_, _, game), day in zip(order, days, strict=True)]
    ages_matter = "age" in case.options["k"]
    options = {**case.options, "k": "20"} if ages_matter else case.options
    one = replace(case, options=options).rated().rating
    other = replace(case, options=options, games=shuffled).rated().rating
    assert np.array_equal(other, one)


@settings(max_examples=30, deadline=None)
@given(cases())
def test_what_one_side_wins_the_other_loses(case: Case) -> None:
    options = {**case.options, "k": "20", "floor": None, "rounding": 0.0, "carry": 1.0}
    fair = replace(case, options=options, given={})
    before = sum(person.rating for person in case.people.values())
    assert fair.rated().rating.sum() == pytest.approx(before, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(cases())
def test_swapping_the_sides_changes_nothing(case: Case) -> None:
    swapped = [
        replace(
            game,
            first=game.second,
            second=game.first,
            score=1 - game.score,
            home=-game.home,
            goals=game.goals[::-1],
        )
        for game in case.games
    ]
    other = replace(case, games=swapped).rated().rating
    assert other == pytest.approx(case.rated().rating, rel=1e-12, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(cases(), st.data())
def test_the_whole_record_is_its_beginning_and_the_rest(case: Case, data: st.DataObject) -> None:
    """Rated to a point between two periods, then on from the state that was reached there."""
    options = {**case.options, "carry": 1.0}
    case = replace(case, options=options, given={})
    keys = [case.period_of(game, number) for number, game in enumerate(case.games)]
    cuts = [0, *(at for at in range(1, len(keys)) if keys[at] != keys[at - 1]), len(keys)]
    cut = data.draw(st.sampled_from(cuts))
    people = case.people
    for part in (case.games[:cut], case.games[cut:]):
        if not part:
            continue
        ratings = replace(case, games=part, people=people).rated()
        trace = traced(ratings)
        reached = {}
        for name, person in people.items():
            had = [
                rating
                for game, row in zip([game for game in part if game.weight > 0], trace, strict=True)
                for side, rating in (
                    (game.first, row[0]),
                    (game.second, row[1]),
                    (game.first, row[2]),
                    (game.second, row[3]),
                )
                if side == name
            ]
            played = sum(name in (game.first, game.second) for game in part if game.weight > 0)
            reached[name] = replace(
                person,
                rating=ratings.of(name).value,
                games=person.games + played,
                peak=max([person.peak, *had]),
            )
        people = reached
    whole = case.rated()
    for name, person in people.items():
        assert whole.of(name).value == pytest.approx(person.rating, rel=1e-12)


# Compiled and interpreted


def large(*, games: int = 3000, players: int = 60, spread: float = 200.0) -> Games:
    draw = np.random.default_rng(1903)  # Élő's year of birth
    first = draw.integers(0, players, games)
    second = (first + draw.integers(1, players, games)) % players
    born = np.where(draw.random(players) < 0.5, draw.integers(1950, 2012, players), np.nan)
    days = np.sort(draw.integers(0, 1200, games))
    return Games(
        Players(
            [f"player {i}" for i in range(players)],
            {
                "rating": draw.normal(1500, spread, players),
                "birth_year": born,
                "games": draw.integers(0, 60, players).astype(float),
            },
        ),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], games),
        time=np.datetime64("2020-01-01") + days,
        weight=draw.choice([0.5, 1.0, 2.0], games),
        advantage=draw.integers(-1, 2, games).astype(np.int8),
        points_first=draw.integers(0, 7, games).astype(float),
        points_second=draw.integers(0, 7, games).astype(float),
        event=Labels((days // 365).astype(np.int32), ("2020", "2021", "2022", "2023")),
    )


def bare(games: Games) -> Games:
    """Return the record without what a plain run does not use."""
    return Games(Players(games.players.names), games.first, games.second, games.score, time=games.time)


EVERYTHING = {
    "k": "40 if games<30; 40 if age<=18 and rating<2300; 10 if peak>=2100; 20",
    "advantage": 50.0,
    "carry": 0.7,
    "mean": 1480.0,
    "rounding": 0.01,
    "floor": 1000.0,
}
RUNS: dict[str, tuple[dict[str, Any], Schedule]] = {
    "plain, live": ({}, "live"),
    "plain, period": ({}, "period"),
    "everything, live": ({**EVERYTHING, "margin": "log"}, "live"),
    "everything, period": ({**EVERYTHING, "curve": "normal", "margin": "power"}, "period"),
}


def both(
    games: Games, system: Elo, schedule: Schedule, monkeypatch: pytest.MonkeyPatch, **options: Any
) -> tuple[Ratings, Ratings]:
    """Return the ratings by the interpreted and by the compiled loop."""
    found = []
    for limit in (math.inf, 0.0):
        monkeypatch.setattr(kernels, "COMPILE_FROM", limit)
        found.append(rate(games, system, schedule=schedule, history=True, **options))
    return found[0], found[1]


@pytest.mark.parametrize(
    "run", [pytest.param(run, marks=pytest.mark.slow) if run.startswith("plain") else run for run in RUNS]
)
@pytest.mark.slow
def test_compiled_and_interpreted_agree(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, schedule = RUNS[run]
    games = bare(large()) if run.startswith("plain") else large()
    given = [("player 3", "2021", 1777.0), ("player 4", "2022", 900.0)] if "everything" in run else []
    plain, fast = both(games, Elo(**settings), schedule, monkeypatch, given=given)
    assert traced(fast) == pytest.approx(traced(plain), rel=1e-12, abs=0)
    assert fast.rating == pytest.approx(plain.rating, rel=1e-12, abs=0)


@pytest.mark.parametrize("schedule", ["live", "period"])
def test_finite_in_finite_out(schedule: Schedule, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings 100,000 points apart, results against all expectation, no warning (warnings are errors)."""
    games = large()
    extreme = np.where(np.arange(60) % 2, 1e5, -1e5)
    apart = replace(bare(games), players=Players(games.players.names, {"rating": extreme}))
    for ratings in both(apart, Elo(), schedule, monkeypatch):
        assert np.isfinite(traced(ratings)).all()
        assert np.abs(ratings.rating).max() < 2e5


@pytest.mark.parametrize("curve", ["logistic", "normal", "linear"])
@pytest.mark.parametrize("margin", ["none", "goals", "sqrt", "log", "power"])
@pytest.mark.parametrize("schedule", ["live", "period"])
def test_finite_whatever_the_parts(curve: str, margin: str, schedule: Schedule) -> None:
    games = large(games=300)
    extreme = np.where(np.arange(60) % 2, 1e5, -1e5)
    apart = replace(games, players=games.players.with_attributes({"rating": extreme}))
    for scale in (1e-9, 400.0, 1e6):
        found = rate(apart, Elo(curve=curve, margin=margin, scale=scale), schedule=schedule).rating
        assert np.isfinite(found).all()


def test_tally_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    games = large()
    by_hand: dict[int, list[int]] = {i: [0, 0, 0, -1] for i in range(60)}
    for row, (one, other, score) in enumerate(zip(games.first, games.second, games.score, strict=True)):
        for who, own in ((int(one), float(score)), (int(other), 1 - float(score))):
            by_hand[who][0 if own > 0.5 else 1 if own == 0.5 else 2] += 1
            by_hand[who][3] = row
    for limit in (math.inf, 0.0):
        monkeypatch.setattr(kernels, "COMPILE_FROM", limit)
        assert tally(games).tolist() == list(by_hand.values())


def test_who_never_played_has_no_last_game() -> None:
    games = large(games=5)
    counts = tally(games)
    idle = sorted(set(range(60)) - set(games.first.tolist()) - set(games.second.tolist()))
    assert counts[idle].tolist() == [[0, 0, 0, -1]] * len(idle)


def test_a_rating_of_an_earlier_season_of_the_period_counts_for_the_peak() -> None:
    """Dora has 1550.05 in season s1 and 1537.55 in s2, both in January: her peak is 1550.05, and K is 10."""
    games = [
        Game("Ada", "Dora", 0.0, date(2001, 1, 1), season="s1", weight=0.5),
        Game("Ada", "Dora", 0.0, date(2001, 1, 29), season="s2", weight=0.5),
    ]
    people = {"Ada": Person(1500.0137), "Dora": Person(1550.0548)}
    options = {"k": "10 if peak>=1550; 40 if age<=18 and rating<1600; 24", "carry": 0.75}
    case = Case(games, options, "period", "1mo", {}, people)
    ratings = case.rated()
    assert traced(ratings) == pytest.approx(case.twin(), rel=1e-11, abs=1e-8)
    # 1537.5411 + 10 · 2 · ½ · (1 − E) with E = 1 / (1 + 10^(−28.13 / 400)) after Ada's way to 1500.01.
    before = 1500 + 0.75 * 50.0548
    gap = before - (1500 + 0.75 * 0.0137)
    assert ratings.of("Dora").value == pytest.approx(
        before + 10 * (1 - 1 / (1 + 10 ** (-gap / 400))), abs=1e-9
    )
    told = explain(ratings, "Dora")
    assert told.facts["after"] == pytest.approx(ratings.of("Dora").value, abs=1e-9)
    (change,) = [part for part in told.parts if part.label == "change"]
    assert change.value == pytest.approx(ratings.of("Dora").value - before, abs=1e-9)
