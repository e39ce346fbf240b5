"""The loops of Elo's family: what changes by K times the surprise, whatever the curve and the K rule.

A rating system of the family is a set of *parts*, kernels that the loops call by these names, with ``p``, its
parameters as a NamedTuple of numbers and arrays:

* ``expectations(p, edition, own, opponent, advantage)``: the expected scores of both sides;
* ``k_factor(p, game, n)``: K of a player, by the context of the game (:class:`GameContext`); in a period for
  its ``n`` games together, by a context without a game, whose edition and age are those of the first game;
* ``multiplier(p, margin, difference)``: the margin-of-victory factor;
* ``scored(p, kind, score)``: what a side's share of the result scores for it, by the kind of game that the
  system sees in it (0 where it sees none); just that, unless the scores of the two sides do not add up to 1
  (a shoot-out, a draw that counts by its goals);
* ``counted(p, kind, rating, surprise)``: how much of w · m · (S − E) counts, by the kind of game and
  by the player's rating;
* ``k_of_game(p, game)``: a K-factor of the game by its context, by which the surprise is multiplied beside
  the player's; 1 unless a system has one;
* ``is_rated(p, edition, own, opponent)``: whether a game is rated, and counts as one (live only);
* ``bonus(p, score)``: points beside K times the surprise, of one side for one game;
* ``settle(p, rating, change)``: the new rating after a game (rounding, floor);
* ``publish(p, rating, change, n)``: the new rating after the ``n`` games of a period; it settles unless a
  system says otherwise;
* ``kind_of(columns, row)``: that kind, from the record's columns;
* ``run(p, player, score, memory)``: points for a run of wins, which it counts (live only);
* ``kept(p, peak, before, rating)``: the new rating once more, by the peak before the game, where K remembers;
* ``enter(p, row, side, player, rating, columns, memory)``: the rating with which a side enters a game;
  :func:`enter_season` where ratings are carried or given, else the rating as it is;
* ``carried(p, rating)``: the rating with which a player enters a new season.

Live: R' = settle(R, K · counted(w · m · (S − E)) + bonus), game by game. Period: R' = publish(R,
K · Σ counted(w · m · (S − E)) + Σ bonus), with E from the ratings before the period; who enters a season
in it has done so before its games. The terms of these sums are rounded (:func:`summable`), so that no sum
depends on the order of a period's games.
Games without a date have edition −1, the newest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import AHEAD, kernel, prefetch
from arpad.core import round_half_away
from arpad.ratings.game_context import GameContext, outside_games, seen_by

to_whole: Callable[..., float] = kernel(round_half_away)
"""Rounding to the nearest whole number, halves away from zero, for parts that compile."""

Enter = Callable[[Any, int, int, int, float, Any, Any], float]


class EloParts(TypedDict, total=False):
    """The kernels that make a system of the family, by the names of the loops; one left out stays neutral.

    ``curve``, ``by_margin``, ``own_curve`` and ``own_k`` are what Elo's own ``expectations``, ``multiplier``
    and ``k_of_game`` call.
    """

    expectations: Callable[[Any, int, float, float, float], tuple[float, float]]
    curve: Callable[[float, float], tuple[float, float]]
    own_curve: Callable[[float, float], float]
    k_factor: Callable[[Any, GameContext, float], float]
    k_of_game: Callable[[Any, GameContext], float]
    own_k: Callable[[GameContext], float]
    multiplier: Callable[[Any, float, float], float]
    by_margin: Callable[[float, float], float]
    scored: Callable[[Any, int, float], float]
    counted: Callable[[Any, int, float, float], float]
    is_rated: Callable[[Any, int, float, float], bool]
    bonus: Callable[[Any, float], float]
    settle: Callable[[Any, float, float], float]
    publish: Callable[[Any, float, float, float], float]
    kind_of: Callable[[Any, int], int]
    run: Callable[[Any, int, float, Any], float]
    kept: Callable[[Any, float, float, float], float]
    enter: Enter
    carried: Callable[[Any, float], float]


RATING, SURPRISE, BONUS, GAMES = range(4)
"""The columns of a player's row while a period is rated: the rating, Σ surprise, Σ bonus, games."""

WIDTH = 4
"""float64 per row: half a cache line."""


class Memory(NamedTuple):
    """What rules remember of a player beside the rating.

    Args:
        games: float64 over players, rated games so far.
        peak: float64, the highest rating after a game so far; −∞ for none.
        birth_year: float64, NaN where unknown.
        season: int32, the last season played; −1 for none, −2 for one that the record does not have.
        streak: float64, wins in a row, below 0 losses.
        last: float64, the day of the last game; NaN for none.
    """

    games: NDArray[np.float64]
    peak: NDArray[np.float64]
    birth_year: NDArray[np.float64]
    season: NDArray[np.int32]
    streak: NDArray[np.float64] = np.empty(0)
    last: NDArray[np.float64] = np.empty(0)


class PeriodPlayers(NamedTuple):
    """Room for those who play in a period, in the order in which they first do, and for one more.

    Args:
        player: uint32, who.
        opened: int64, the first game of each.
    """

    player: NDArray[np.uint32]
    opened: NDArray[np.int64]

    @classmethod
    def room(cls, players: int) -> PeriodPlayers:
        """Return room for so many players."""
        return cls(np.empty(players + 1, dtype=np.uint32), np.empty(players + 1, dtype=np.int64))


class EloRunOptions(NamedTuple):
    """Which of the record's columns, and of a player's memory, a run needs.

    Args:
        weights: games are weighted.
        advantages: a side may have White, or play at home.
        margins: the margin of victory counts.
        memory: K, or a floor, depends on games, peak or age.
        seasons: ratings change before a game: carried from season to season, given at an event, decayed.
        editions: the rules' edition differs from game to game.
        years: calendar years are known.
        own_k: each game has a K-factor of its own.
        trace: what every game met and left is kept.
        forecasts: the expected score of every game before it is kept.
        sums: the games of one period are summed up and left so (:mod:`arpad.ratings.summing`).
    """

    weights: bool
    advantages: bool
    margins: bool
    memory: bool
    seasons: bool
    editions: bool
    years: bool
    own_k: bool
    trace: bool
    forecasts: bool
    sums: bool = False


# What follows only stands for the parts that a rating system plugs in.


@kernel
def expectations(p: Any, edition: int, own: float, opponent: float, advantage: float) -> tuple[float, float]:
    """Stand for the curve."""
    return 0.5, 0.5


@kernel
def k_factor(p: Any, game: GameContext, n: float) -> float:
    """Stand for the K rule."""
    return 0.0


@kernel
def multiplier(p: Any, margin: float, difference: float) -> float:
    """Stand for the margin of victory."""
    return 1.0


@kernel
def scored(p: Any, kind: int, score: float) -> float:
    """Stand for what a share of the result scores."""
    return score


@kernel
def counted(p: Any, kind: int, rating: float, surprise: float) -> float:
    """Stand for how much of a surprise counts."""
    return surprise


@kernel
def k_of_game(p: Any, game: GameContext) -> float:
    """Stand for a K-factor of the game."""
    return 1.0


@kernel
def is_rated(p: Any, edition: int, own: float, opponent: float) -> bool:
    """Stand for the rule by which a game may not be rated."""
    return True


@kernel
def bonus(p: Any, score: float) -> float:
    """Stand for what a game pays beside K times the surprise."""
    return 0.0


@kernel
def kind_of(columns: Any, row: int) -> int:
    """Stand for the kind of a game where a system tells games apart."""
    return 0


@kernel
def listed_kind(columns: Any, row: int) -> int:
    """Return the kind of a game."""
    return int(columns.kind[row])


@kernel
def run(p: Any, player: int, score: float, memory: Any) -> float:
    """Stand for what a run of wins pays."""
    return 0.0


@kernel
def kept(p: Any, peak: float, before: float, rating: float) -> float:
    """Stand for a floor that rises with the peak."""
    return rating


GRID = 6144.0
"""1.5 · 2¹²: a float64 of this size has steps of 2⁻⁴⁰, 9·10⁻¹³."""


@kernel
def summable(term: float) -> float:
    """Return a term of a sum as a multiple of 2⁻⁴⁰: sums of such terms are exact up to 8,192, in any order.

    A player with hundreds of games in a period multiplies a rating's error in it: without this, periods in a
    row let the last digit of a sum grow until it shows.
    """
    return (term + GRID) - GRID


@kernel
def settle(p: Any, rating: float, change: float) -> float:
    """Stand for rounding and floor."""
    return rating + change


@kernel
def publish(p: Any, rating: float, change: float, n: float) -> float:
    """Stand for what a list makes of the change by a period's games."""
    return settle(p, rating, change)


@kernel
def enter(p: Any, row: int, side: int, player: int, rating: float, columns: Any, memory: Any) -> float:
    """Stand for the way into a game."""
    return rating


@kernel
def carried(p: Any, rating: float) -> float:
    """Stand for the way from one season to the next."""
    return rating


@kernel
def enter_season(p: Any, row: int, side: int, player: int, rating: float, columns: Any, memory: Any) -> float:
    """Return a rating carried into a new season, or the one that is given for it.

    A game outside any season ends none.
    """
    if columns.given.shape[0] > 0:
        listed = float(columns.given[row, side])
        if listed == listed:  # noqa: PLR0124 - a NaN is not equal to itself
            memory.season[player] = columns.season[row]
            return listed
    season = columns.season[row] if columns.season.shape[0] > 0 else -1
    before = memory.season[player]
    if season < 0 or season == before:
        return rating
    memory.season[player] = season
    return carried(p, rating) if before != -1 else rating


@kernel
def live_loop(
    p: Any, columns: Any, uses: Any, rating: Any, memory: Any, before: Any, after: Any, forecast: Any
) -> None:
    """Rate game by game, in place. ``forecast`` takes the expected scores of the first sides."""
    first = columns.first
    second = columns.second
    games = first.shape[0]
    for i in range(games):
        j = min(i + AHEAD, games - 1)
        prefetch(rating, first[j])
        prefetch(rating, second[j])
        a = first[i]
        b = second[i]
        rating_a = enter(p, i, 0, a, rating[a], columns, memory)
        rating_b = enter(p, i, 1, b, rating[b], columns, memory)
        advantage = columns.advantage[i] if uses.advantages else 0
        edition = columns.edition[i] if uses.editions else -1
        if not is_rated(p, edition, rating_a, rating_b):
            rating[a] = rating_a
            rating[b] = rating_b
            if uses.trace:
                before[i, 0, 0] = after[i, 0, 0] = rating_a
                before[i, 1, 0] = after[i, 1, 0] = rating_b
            if uses.forecasts:
                forecast[i], _ = expectations(p, edition, rating_a, rating_b, advantage)
            continue
        expected_a, expected_b = expectations(p, edition, rating_a, rating_b, advantage)
        if uses.forecasts:
            forecast[i] = expected_a
        score = columns.score[i]
        kind = kind_of(columns, i)
        factor = columns.weight[i] if uses.weights else 1.0
        if uses.margins:
            factor *= multiplier(p, columns.margin[i], rating_a - rating_b + p.advantage * advantage)
        game_a = seen_by(
            i, 0, a, rating_a, math.nan, math.nan, rating_b, math.nan, math.nan, expected_a, columns, memory
        )
        game_b = seen_by(
            i, 1, b, rating_b, math.nan, math.nan, rating_a, math.nan, math.nan, expected_b, columns, memory
        )
        k_a = k_factor(p, game_a, 1.0) * k_of_game(p, game_a)
        k_b = k_factor(p, game_b, 1.0) * k_of_game(p, game_b)
        surprise_a = counted(p, kind, rating_a, factor * (scored(p, kind, score) - expected_a))
        surprise_b = counted(p, kind, rating_b, factor * (scored(p, kind, 1.0 - score) - expected_b))
        extra_a = bonus(p, score) + run(p, a, score, memory)
        extra_b = bonus(p, 1.0 - score) + run(p, b, 1.0 - score, memory)
        rating[a] = settle(p, rating_a, k_a * surprise_a + extra_a)
        rating[b] = settle(p, rating_b, k_b * surprise_b + extra_b)
        if uses.memory:
            rating[a] = kept(p, game_a.peak, rating_a, rating[a])
            rating[b] = kept(p, game_b.peak, rating_b, rating[b])
            memory.games[a] += 1.0
            memory.games[b] += 1.0
            memory.peak[a] = max(game_a.peak, rating[a])
            memory.peak[b] = max(game_b.peak, rating[b])
        if columns.day.shape[0] > 0:
            memory.last[a] = columns.day[i]
            memory.last[b] = columns.day[i]
        if uses.trace:
            before[i, 0, 0] = rating_a
            before[i, 1, 0] = rating_b
            after[i, 0, 0] = rating[a]
            after[i, 1, 0] = rating[b]


@kernel
def publish_period(
    p: Any, columns: Any, uses: Any, rows: Any, present: Any, players: int, memory: Any
) -> None:
    """Publish what the games of a period make of the ``players`` who have played in it, from their sums."""
    for t in range(players):
        prefetch(rows, present.player[min(t + AHEAD, players - 1)])
        a = present.player[t]
        rating = rows[a, RATING]
        n = rows[a, GAMES]
        edition = columns.edition[present.opened[t]] if uses.editions else -1
        if uses.memory:
            year = columns.year[present.opened[t]] if uses.years else math.nan
            peak = max(memory.peak[a], rating)
            context = outside_games(rating, peak, memory.games[a], year - memory.birth_year[a], edition)
        else:
            context = outside_games(rating, rating, 0.0, math.nan, edition)
        k = k_factor(p, context, n)
        rows[a, RATING] = publish(p, rating, k * rows[a, SURPRISE] + rows[a, BONUS], n)
        if uses.memory:
            rows[a, RATING] = kept(p, peak, rating, rows[a, RATING])
            memory.games[a] += n
            memory.peak[a] = max(peak, rows[a, RATING])
        rows[a, SURPRISE] = 0.0
        rows[a, BONUS] = 0.0
        rows[a, GAMES] = 0.0


# The steps of a game stay in one kernel, long as it is: each reads and writes the same dozen arrays, and a
# function for each would hand all of them on for every game.
@kernel
def period_loop(
    p: Any,
    columns: Any,
    uses: Any,
    bounds: Any,
    rows: Any,
    present: Any,
    memory: Any,
    before: Any,
    after: Any,
    peaks: Any,
    forecast: Any,
) -> None:
    """Rate period by period, in place. ``forecast`` takes the expected scores of the first sides.

    ``rows`` is players × WIDTH: the rating, and zeros to sum up in. ``peaks`` is games × 2 where ratings
    change from season to season and K remembers: the highest rating up to the entry into each game.
    """
    first = columns.first
    second = columns.second
    games = first.shape[0]
    for period in range(bounds.shape[0] - 1):
        start = bounds[period]
        end = bounds[period + 1]
        if uses.seasons:
            for i in range(start, end):
                a = first[i]
                b = second[i]
                rows[a, RATING] = enter(p, i, 0, a, rows[a, RATING], columns, memory)
                rows[b, RATING] = enter(p, i, 1, b, rows[b, RATING], columns, memory)
                if uses.memory:
                    # A period may hold several seasons: a rating of an earlier one counts for the peak.
                    memory.peak[a] = max(memory.peak[a], rows[a, RATING])
                    memory.peak[b] = max(memory.peak[b], rows[b, RATING])
                    if uses.trace:
                        peaks[i, 0] = memory.peak[a]
                        peaks[i, 1] = memory.peak[b]
        players = 0
        for i in range(start, end):
            j = min(i + AHEAD, games - 1)
            prefetch(rows, first[j])
            prefetch(rows, second[j])
            a = first[i]
            b = second[i]
            rating_a = rows[a, RATING]
            rating_b = rows[b, RATING]
            advantage = columns.advantage[i] if uses.advantages else 0
            edition = columns.edition[i] if uses.editions else -1
            expected_a, expected_b = expectations(p, edition, rating_a, rating_b, advantage)
            if uses.forecasts:
                forecast[i] = expected_a
            score = columns.score[i]
            kind = kind_of(columns, i)
            factor = columns.weight[i] if uses.weights else 1.0
            if uses.margins:
                factor *= multiplier(p, columns.margin[i], rating_a - rating_b + p.advantage * advantage)
            # Written in any case, and kept or written over: no branch asks who plays for the first time,
            # which would be foreseen wrongly as often as not.
            present.player[players] = a
            present.opened[players] = i
            players += rows[a, GAMES] == 0.0
            surprise_a = counted(p, kind, rating_a, factor * (scored(p, kind, score) - expected_a))
            surprise_b = counted(p, kind, rating_b, factor * (scored(p, kind, 1.0 - score) - expected_b))
            if uses.own_k:
                none = math.nan
                surprise_a *= k_of_game(
                    p,
                    seen_by(i, 0, a, rating_a, none, none, rating_b, none, none, expected_a, columns, memory),
                )
                surprise_b *= k_of_game(
                    p,
                    seen_by(i, 1, b, rating_b, none, none, rating_a, none, none, expected_b, columns, memory),
                )
                if columns.day.shape[0] > 0:
                    memory.last[a] = columns.day[i]
                    memory.last[b] = columns.day[i]
            rows[a, SURPRISE] += summable(surprise_a)
            rows[a, BONUS] += summable(bonus(p, score))
            rows[a, GAMES] += 1.0
            present.player[players] = b
            present.opened[players] = i
            players += rows[b, GAMES] == 0.0
            rows[b, SURPRISE] += summable(surprise_b)
            rows[b, BONUS] += summable(bonus(p, 1.0 - score))
            rows[b, GAMES] += 1.0
            if uses.trace:
                before[i, 0, 0] = rating_a
                before[i, 1, 0] = rating_b
        if not uses.sums:
            publish_period(p, columns, uses, rows, present, players, memory)
        if uses.trace:
            for i in range(start, end):
                after[i, 0, 0] = rows[first[i], RATING]
                after[i, 1, 0] = rows[second[i], RATING]


@kernel
def expect_loop(p: Any, edition: Any, first: Any, second: Any, advantage: Any, expected: Any) -> None:
    """Find the expected score of the first side of each of many games."""
    for i in range(len(first)):
        expected[i], _ = expectations(p, edition[i], first[i], second[i], advantage[i])
