"""Rating list by list: running the loop over a record, telling how a player fared."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted, specialise
from arpad.core import BadInput, Explanation, Step
from arpad.ratings.elo.family import remembered
from arpad.ratings.elo.loop import Memory, Present
from arpad.ratings.explain import encounter
from arpad.ratings.state import State, Trace
from arpad.ratings.system import Encounter, Rating, Update
from arpad.ratings.timeline import Timeline
from arpad.record import Games
from arpad.rulebooks.fide.conversion import converted
from arpad.rulebooks.fide.editions import REFORM
from arpad.rulebooks.fide.initial import LEAST_GAMES, MONTHS, explain_initial
from arpad.rulebooks.fide.listloop import RATING, Best, Pool, list_loop
from arpad.rulebooks.fide.planning import plan_of
from arpad.rulebooks.fide.pooled import INITIAL_GAMES, OPENED, chained, pooled_before, written
from arpad.rulebooks.fide.rating_change import is_rated
from arpad.rulebooks.fide.system import LIST_YEAR

if TYPE_CHECKING:
    from arpad.ratings.result import Ratings
    from arpad.rulebooks.fide.system import Fide

WORK = 2.5
"""What a game costs here against one of Elo."""


def rate_lists(system: Fide, timeline: Timeline, *, trace: bool) -> tuple[State, Trace | None]:
    """Run the loop over a record; see :meth:`arpad.ratings.system.RatingSystem.rate`."""
    games = timeline.games
    plan, _ = plan_of(timeline, system)
    rating = entries(system, timeline)
    n = len(games)
    pooled = pooled_before(games.players, timeline.days is not None)
    early = [game for mine in pooled for game in mine or ()]
    pool = Pool(
        np.full(len(rating), -1, dtype=np.int64),
        np.full(len(rating), -1, dtype=np.int64),
        np.full(2 * (n + len(early)), -1, dtype=np.int64),
        np.full(len(rating), -1, dtype=np.int64),
    )
    chained(pool, pooled, n)
    met = np.empty((n + len(early), 2))
    met[n:, 1] = [game.opponent for game in early]
    after = np.empty((n if trace else 0, 2))
    loop = specialise(list_loop, {}, WORK * n)
    columns = timeline.columns(system, years=True)
    score = np.concatenate([columns.score, [game.score for game in early]])
    columns = columns._replace(score=score)
    plan = plan._replace(
        month=np.concatenate([plan.month, np.array([game.month for game in early], dtype=np.int64)]),
        event=np.concatenate([plan.event, np.full(len(early), OPENED, dtype=np.int64)]),
    )
    rows = np.zeros((len(rating), 4))
    rows[:, RATING] = rating
    present, best = Present.room(len(rating)), Best.room(plan.entries)
    memory = _memory(games)
    loop(system.numbers(), columns, plan, rows, memory, pool, present, best, met, after)
    rating = rows[:, RATING].copy()
    if trace and n:
        # The last game of each player leaves what there is in the end, its tournament rated.
        last = np.full(len(rating), -1, dtype=np.int64)
        np.maximum.at(last, games.first, np.arange(n))
        np.maximum.at(last, games.second, np.arange(n))
        for side, players in enumerate((games.first, games.second)):
            theirs = np.flatnonzero(last[players] == np.arange(n))
            after[theirs, side] = rating[players[theirs]]
    kept = Trace(met[:n].reshape(n, 2, 1), after.reshape(n, 2, 1)) if trace else None
    known = remembered(memory.games, memory.peak, memory.birth_year)
    known[INITIAL_GAMES.name] = written(timeline, pool, rating, met, score, plan.month)
    names = [column.name for column in system.state_columns]
    return State({"rating": rating}, memory={name: known[name] for name in names}), kept


def entries(system: Fide, timeline: Timeline) -> NDArray[np.float64]:
    """Return float64 over players, the list rating that each enters with; NaN for unrated.

    Raises:
        BadInput: a rating is infinite, or nobody has one.
    """
    games = timeline.games
    rating = system.listed(games.players)
    if np.isinf(rating).any():
        who = games.players.names[int(np.flatnonzero(np.isinf(rating))[0])]
        raise BadInput(f"the rating given of {who} is infinite")
    if system.initial is not None:
        return rating
    days = timeline.days
    first = -1 if days is None or not len(days) else int(system.edition_codes(days[:1])[0])
    lowest = system.editions[first].lowest
    listed = games.players.listed  # whoever is on arpad's list before is rated by it or not
    rating[(rating < lowest) & ~listed] = math.nan
    if listed.any():
        return rating
    played = np.zeros(len(rating), dtype=bool)
    played[games.first] = played[games.second] = True
    if played.any() and np.isnan(rating[played]).all():
        raise system.nobody_rated(games.players, np.flatnonzero(played), lowest)
    return rating


def _memory(games: Games) -> Memory:
    players = games.players
    peak = players.number("peak")
    return Memory(
        players.number("games", 0.0).copy(),
        np.where(np.isnan(peak), -math.inf, peak),
        players.number("birth_year"),
        np.empty(0, dtype=np.int32),
    )


def retell(ratings: Ratings, who: int) -> Iterator[tuple[Update, dict[str, Any]]]:
    """Yield what the lists made of a player: changes, initial ratings, the conversion, with the period."""
    system: Fide = ratings.system  # type: ignore[assignment]
    timeline = ratings.timeline
    plan, numbers = plan_of(timeline, system)
    games = timeline.games
    met = ratings.traced().before
    mine = plan.by_rated[(games.first[plan.by_rated] == who) | (games.second[plan.by_rated] == who)]
    player = _Player(system, timeline, who)
    for period, rows in groupby(mine.tolist(), key=lambda row: int(plan.rated[row])):
        edition = int(plan.edition[period])
        if -1 < plan.conversion <= period and not player.converted:
            there = {"period": timeline.periods.label(int(numbers[plan.conversion]))}
            yield from ((update, there) for update in player.convert(int(plan.edition[plan.conversion])))
        facts = {"period": timeline.periods.label(int(numbers[period]))}
        seen = []
        for row in rows:
            side = 0 if games.first[row] == who else 1
            game = encounter(ratings, row, who)
            own = float(met[row, side, 0])
            if not math.isnan(game.opponent.value):
                seen.append((row, own, game))
        month = max((int(plan.month[row]) for row, _, _ in seen), default=0)
        for update in player.play(seen, plan, month, edition):
            yield update, facts
    if plan.conversion >= 0 and not player.converted:
        there = {"period": timeline.periods.label(int(numbers[plan.conversion]))}
        yield from ((update, there) for update in player.convert(int(plan.edition[plan.conversion])))


class _Player:
    """One player's way from list to list, with the calculation; it calls what the loop calls."""

    def __init__(self, system: Fide, timeline: Timeline, who: int) -> None:
        players = timeline.games.players
        peak, year = players.number("peak")[who], players.number("birth_year")[who]
        self.system = system
        self.numbers = system.numbers()
        self.rated = Rating(
            float(entries(system, timeline)[who]),
            games=int(players.number("games", 0.0)[who]),
            peak=None if math.isnan(peak) else float(peak),
            birth_year=None if math.isnan(year) else int(year),
        )
        self.is_rated = not math.isnan(self.rated.value)
        self.converted = False
        before = pooled_before(players, timeline.days is not None)[who]
        self.pool = [(game.month, Encounter(Rating(game.opponent), game.score)) for game in before or ()]
        self.opened = before is not None

    def play(
        self, seen: list[tuple[int, float, Encounter]], plan: Any, month: int, edition: int
    ) -> Iterator[Update]:
        """Yield what the games of a period against rated opponents make of the player."""
        if self.is_rated:
            yield from self._change(seen, plan, edition)
            return
        if not seen:
            return
        if not self.opened:
            self.opened = True
            first = plan.event[seen[0][0]]
            if not any(game.score for row, _, game in seen if plan.event[row] == first):
                seen = [item for item in seen if plan.event[item[0]] != first]
        self.pool += [(int(plan.month[row]), game) for row, _, game in seen]
        self.pool = [(when, game) for when, game in self.pool if when > month - MONTHS]
        if len(self.pool) < LEAST_GAMES:
            return
        before = None if math.isnan(self.rated.value) else self.rated.value
        opponents = [game.opponent.value for _, game in self.pool]
        score = math.fsum(game.score for _, game in self.pool)
        rules = self.system.editions[edition]
        games = [game for _, game in self.pool]
        told = explain_initial(self.numbers, rules, edition, opponents, score, before, games)
        value = float(told.steps[-1].value)
        if value < rules.lowest:
            return
        was = replace(self.rated, value=value if before is None else before)
        peak = max(value, -math.inf if was.peak is None else was.peak)
        self.rated = replace(was, value=value, peak=peak, games=was.games + len(self.pool))
        self.is_rated, self.opened, self.pool = True, False, []
        yield Update(was, self.rated, told)

    def _change(self, seen: list[tuple[int, float, Encounter]], plan: Any, edition: int) -> Iterator[Update]:
        games = []
        for row, own, game in seen:
            # Rated since the tournament began, the player counts with the rating of now.
            began = self.rated.value if math.isnan(own) else own
            code = self.system.edition_on(game.on)
            if interpreted(is_rated)(self.numbers, code, began, game.opponent.value):
                facts = {**game.facts, "own_rating": began} if began != self.rated.value else game.facts
                year = 1970 + int(plan.month[row]) // 12
                if game.on is not None and game.on.year != year:
                    facts = {**facts, LIST_YEAR: year}
                games.append(replace(game, facts=facts))
        if not games:
            return
        update = self.system.update(self.rated, games, "period")
        self.rated = update.after
        yield self._fallen(update, edition)

    def convert(self, edition: int) -> Iterator[Update]:
        """Yield the conversion of March 2024, where it changes the rating."""
        self.converted = True
        if not self.is_rated:
            return
        was = self.rated
        value = float(converted(was.value))
        self.rated = replace(was, value=value)
        if value != was.value:
            step = Step(
                "raised",
                value,
                "R + 0.4 · (2000 − R), rounded",
                f"R = {was.value:.10g}",
                unit="points",
                digits=0,
            )
            told = Explanation(
                f"conversion of {REFORM.isoformat()}", value - was.value, (step,), unit="points"
            )
            yield self._fallen(Update(was, self.rated, told), edition)

    def _fallen(self, update: Update, edition: int) -> Update:
        """Return an update that says so where it ends below what is published."""
        lowest = self.system.editions[edition].lowest
        if self.system.initial is not None or update.after.value >= lowest:
            return update
        self.is_rated = False
        step = Step("on the next list", "unrated", f"below {lowest:g}", source="7.2.1")
        told = replace(update.explanation, steps=(*update.explanation.steps, step))
        return replace(update, explanation=told)
