"""The loop over rating lists: rated and unrated players, tournaments that straddle lists.

A list is made of the games rated in the period before it. A game counts with the ratings of the list in force
when its tournament began, and is rated in the period of its tournament's end. Rated and unrated:

* a game against an opponent who was unrated then is not rated (for a rated player) and not pooled;
* a rated player's change is K · Σ (S − PD), from the list before;
* an unrated player's games are pooled until they make a rating that is published (7.1.4, 8.2);
* who falls below the lowest rating is unrated from the next list on (7.2.1), and the pool begins anew.

An unrated player's rating is NaN. What the loop decides it writes down where that is asked for
(:class:`Decisions`): explanations are made of it, so that no rule is told a second time.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import AHEAD, kernel, prefetch
from arpad.rulebooks.fide.editions import INITIAL_GAMES, LOWEST, POOLED_MONTHS
from arpad.rulebooks.fide.initial import initial_rating
from arpad.rulebooks.fide.rating_change import (
    coefficient,
    counted_difference,
    is_helped_once,
    is_rated,
    publish,
    scoring_probability,
)
from arpad.rulebooks.fide.without_games import converted

RATING, SURPRISE, GAMES, PLACE = range(4)
"""The columns of a player's row: the rating; in a period Σ surprise, rated games, and which player present in
it this is, counted from 1 (0 for a player without games in it)."""

NOBODY = -1
UNKNOWN = -1
"""The first event of a player who has not played one yet."""

LONG_AGO = -(10**9)
"""A month before all others."""


class Plan(NamedTuple):
    """Which games count when. Periods are counted from 0, those without games left out.

    Args:
        periods: how many there are.
        begun: int64 over games, the period in which the tournament began.
        rated: int64, the period in which it is rated.
        played: int64, the period in which the game was played; it never falls.
        by_begun: int64, the games in the order of ``begun``.
        by_rated: int64, the games in the order of ``rated``.
        month: int64 over games, the month in which it is rated, counted from anywhere.
        event: int64 over games, the tournament; of games without one, those rated together are one.
        edition: int8 over periods, the edition in force at their end.
        conversion: the period before which ratings are converted, −1 for none.
        falls: whether players become unrated below the lowest rating.
        entry: int64 over links, the number of player and tournament where the cap helps once a tournament
            only, −1 elsewhere; of no links if that is so everywhere.
        entries: how many there are.
    """

    periods: int
    begun: NDArray[np.int64]
    rated: NDArray[np.int64]
    played: NDArray[np.int64]
    by_begun: NDArray[np.int64]
    by_rated: NDArray[np.int64]
    month: NDArray[np.int64]
    event: NDArray[np.int64]
    edition: NDArray[np.int8]
    conversion: int
    falls: bool
    entry: NDArray[np.int64]
    entries: int


class PooledGames(NamedTuple):
    """The pooled games of unrated players, as a chain for each; a link is twice the game, plus the side.

    Args:
        head: int64 over players, the first link; −1 for none.
        tail: int64 over players, the last.
        follows: int64 over links, the next one.
        first_event: int64 over players, the first tournament with a rated opponent; −1 for none yet.
    """

    head: NDArray[np.int64]
    tail: NDArray[np.int64]
    follows: NDArray[np.int64]
    first_event: NDArray[np.int64]


class HelpedGames(NamedTuple):
    """The one game of each player's tournament in which the cap helps the player.

    Args:
        link: int64 over players' tournaments, the game's link; −1 for none.
        difference: float64, how far its opponent is below the player.
    """

    link: NDArray[np.int64]
    difference: NDArray[np.float64]

    @classmethod
    def room(cls, entries: int) -> HelpedGames:
        """Return room for so many players' tournaments."""
        return cls(np.full(entries, -1, dtype=np.int64), np.zeros(entries))


NOT_COUNTED, RATED, RATED_IN_FULL, POOLED = range(4)
"""What a game is for one of its players: not counted (the opponent is unrated, or the two are too far apart),
rated, rated by the full difference as 8.3.1 helps in another game, pooled towards an initial rating."""

NOTHING, CHANGE, INITIAL, CONVERSION = range(4)
"""What a list made of a player: nothing, a change, an initial rating, or the conversion of March 2024."""


class Decisions(NamedTuple):
    """What the loop decided, for explanations. A row is what one list made of one player, in their order.

    Args:
        use: int8 over links, what the game is for the player.
        own: float64 over links, the player's rating that a rated game counts with.
        row: int32 over links, the row that the game went into, counted from 1; 0 for none.
        kind: int8 over rows, what the list made of the player.
        player: int32 over rows.
        period: int32 over rows.
        after: float64 over rows, the rating as calculated.
        year: float64 over rows, the year of the list whose K holds; NaN where that is not known.
        falls: int8 over rows, 1 where the rating is below the lowest and the player unrated from then on.
    """

    use: NDArray[np.int8]
    own: NDArray[np.float64]
    row: NDArray[np.int32]
    kind: NDArray[np.int8]
    player: NDArray[np.int32]
    period: NDArray[np.int32]
    after: NDArray[np.float64]
    year: NDArray[np.float64]
    falls: NDArray[np.int8]

    @classmethod
    def room(cls, links: int, rows: int) -> Decisions:
        """Return room for the decisions on so many links; of no links if they are not wanted."""
        return cls(
            np.zeros(links, dtype=np.int8),
            np.empty(links),
            np.zeros(links, dtype=np.int32),
            np.zeros(rows, dtype=np.int8),
            np.empty(rows, dtype=np.int32),
            np.empty(rows, dtype=np.int32),
            np.empty(rows),
            np.empty(rows),
            np.zeros(rows, dtype=np.int8),
        )

    def filled(self) -> Decisions:
        """Return them without the room behind the last row."""
        rows = int(np.flatnonzero(self.kind).max(initial=-1)) + 1
        by_row = {name: getattr(self, name)[:rows].copy() for name in self._fields[3:]}
        return self._replace(**by_row)


@kernel
def decide(
    decisions: Any, row: int, kind: int, player: int, period: int, after: float, year: float, falls: bool
) -> None:
    """Write down what a list made of a player."""
    decisions.kind[row] = kind
    decisions.player[row] = player
    decisions.period[row] = period
    decisions.after[row] = after
    decisions.year[row] = year
    decisions.falls[row] = 1 if falls else 0


@kernel
def open_pool(columns: Any, plan: Any, pool: Any, player: int) -> None:
    """8.2.1: note an unrated player's first tournament, and disregard it if nothing was scored there."""
    if pool.first_event[player] != UNKNOWN:
        return
    first = plan.event[pool.head[player] // 2]
    pool.first_event[player] = first
    scored = 0.0
    link = pool.head[player]
    while link >= 0:
        if plan.event[link // 2] == first:
            score = columns.score[link // 2]
            scored += score if link % 2 == 0 else 1.0 - score
        link = pool.follows[link]
    if scored > 0.0:
        return
    kept = NOBODY
    link = pool.head[player]
    pool.head[player] = NOBODY
    while link >= 0:
        if plan.event[link // 2] != first:
            if kept < 0:
                pool.head[player] = link
            else:
                pool.follows[kept] = link
            kept = link
        link = pool.follows[link]
    pool.tail[player] = kept
    if kept >= 0:
        pool.follows[kept] = NOBODY


@kernel
def pooled_rating(
    p: Any, columns: Any, plan: Any, pool: Any, in_force: Any, player: int, month: int, edition: int
) -> tuple[float, float]:
    """7.1.4: return the rating that a player's pool makes (NaN if none is published) and its games."""
    oldest = month - p.editions[edition, POOLED_MONTHS]
    while pool.head[player] >= 0 and plan.month[pool.head[player] // 2] <= oldest:
        pool.head[player] = pool.follows[pool.head[player]]
    n = 0.0
    total = 0.0
    points = 0.0
    link = pool.head[player]
    while link >= 0:
        game = link // 2
        side = link % 2
        n += 1.0
        total += in_force[game, 1 - side]
        points += columns.score[game] if side == 0 else 1.0 - columns.score[game]
        link = pool.follows[link]
    if n < p.editions[edition, INITIAL_GAMES]:
        return math.nan, n
    rating = initial_rating(p, edition, total, n, points)
    return (rating if rating >= p.editions[edition, LOWEST] else math.nan), n


@kernel
def note_help(p: Any, edition: int, own: float, opponent: float, entry: int, link: int, best: Any) -> bool:
    """8.3.1 from 2022 to 2024: note a game if the cap helps in it more than in the tournament's others.

    Args:
        p: the numbers of the rating system.
        edition: the edition in force.
        own: the player's rating.
        opponent: the opponent's.
        entry: the number of player and tournament.
        link: the game.
        best: the game noted so far of each player's tournament.

    Returns:
        whether the cap could help in the game at all.
    """
    if not is_helped_once(p, edition, own, opponent):
        return False
    if own - opponent > best.difference[entry]:
        best.difference[entry] = own - opponent
        best.link[entry] = link
    return True


@kernel
def give_help(
    p: Any, columns: Any, plan: Any, rows: Any, in_force: Any, start: int, period: int, best: Any
) -> None:
    """8.3.1 from 2022 to 2024: find the one game of a tournament in which the cap helps a player.

    Args:
        p: the numbers of the rating system.
        columns: the record.
        plan: which games count when.
        rows: the players' rows.
        in_force: the ratings of the list in force when the tournament began.
        start: the first of the period's games in the order of ``rated``.
        period: the period.
        best: room for that game of each player's tournament.
    """
    at = start
    games = columns.first.shape[0]
    while at < games and plan.rated[plan.by_rated[at]] == period:
        i = plan.by_rated[at]
        at += 1
        for side in range(2):
            link = 2 * i + side
            entry = plan.entry[link]
            now = rows[columns.first[i] if side == 0 else columns.second[i], RATING]
            theirs = in_force[i, 1 - side]
            if entry < 0 or now != now or theirs != theirs:  # noqa: PLR0124
                continue
            own = in_force[i, side] if in_force[i, side] == in_force[i, side] else now
            note_help(p, columns.edition[i], own, theirs, entry, link, best)


@kernel
def list_loop(
    p: Any,
    columns: Any,
    plan: Any,
    rows: Any,
    memory: Any,
    pool: Any,
    present: Any,
    best: Any,
    in_force: Any,
    after: Any,
    decisions: Any,
) -> None:
    """Rate list by list, in place.

    Args:
        p: the numbers of the rating system.
        columns: the record.
        plan: which games count when.
        rows: float64, players × 4: the rating (NaN for unrated), and zeros to sum up in.
        memory: games, peak, year of birth.
        pool: room for the pooled games.
        present: room for those of whom games are rated on a list.
        best: room for the game of each tournament in which the cap helps.
        in_force: games × 2, filled with the ratings of the list in force when the tournament began.
        after: games × 2, filled with those of the list after the game; of no games if they are not wanted.
        decisions: room for what is decided; of no links if that is not wanted.
    """
    # One kernel for all steps of a list: they advance through the games in three orders at once, and share
    # the places of these orders and the number of decisions, which a kernel of their own could not change.
    games = columns.first.shape[0]
    players = rows.shape[0]
    has_editions = columns.edition.shape[0] > 0
    has_weights = columns.weight.shape[0] > 0
    has_years = columns.year.shape[0] > 0
    shared = plan.entry.shape[0] > 0
    explains = decisions.use.shape[0] > 0
    decided = 0
    at_begun = 0
    at_rated = 0
    at_played = 0
    for period in range(plan.periods):
        if period == plan.conversion:
            for player in range(players):
                before = rows[player, RATING]
                if before == before:  # noqa: PLR0124 - a NaN, for unrated, is not equal to itself
                    raised = converted(before)
                    falls = plan.falls and raised < p.editions[plan.edition[period], LOWEST]
                    rows[player, RATING] = math.nan if falls else raised
                    if explains and raised != before:
                        decide(decisions, decided, CONVERSION, player, period, raised, math.nan, falls)
                        decided += 1
        while at_begun < games and plan.begun[plan.by_begun[at_begun]] == period:
            i = plan.by_begun[at_begun]
            ahead = plan.by_begun[min(at_begun + AHEAD, games - 1)]
            prefetch(rows, columns.first[ahead])
            prefetch(rows, columns.second[ahead])
            in_force[i, 0] = rows[columns.first[i], RATING]
            in_force[i, 1] = rows[columns.second[i], RATING]
            at_begun += 1
        these = 0
        month = LONG_AGO
        if shared:
            give_help(p, columns, plan, rows, in_force, at_rated, period, best)
        while at_rated < games and plan.rated[plan.by_rated[at_rated]] == period:
            i = plan.by_rated[at_rated]
            ahead = plan.by_rated[min(at_rated + AHEAD, games - 1)]
            prefetch(rows, columns.first[ahead])
            prefetch(rows, columns.second[ahead])
            at_rated += 1
            month = max(month, plan.month[i])
            edition = columns.edition[i] if has_editions else -1
            weight = columns.weight[i] if has_weights else 1.0
            for side in range(2):
                a = columns.first[i] if side == 0 else columns.second[i]
                theirs = in_force[i, 1 - side]
                if theirs != theirs:  # noqa: PLR0124
                    continue
                now = rows[a, RATING]
                if now == now:  # noqa: PLR0124
                    own = in_force[i, side] if in_force[i, side] == in_force[i, side] else now
                    if not is_rated(p, edition, own, theirs):
                        continue
                    score = columns.score[i] if side == 0 else 1.0 - columns.score[i]
                    link = 2 * i + side
                    by_cap = not shared or plan.entry[link] < 0 or best.link[plan.entry[link]] == link
                    difference = counted_difference(p, edition, own, theirs, by_cap)
                    expected = scoring_probability(p, difference)
                    rows[a, SURPRISE] += weight * (score - expected)
                    rows[a, GAMES] += 1.0
                    if explains:
                        in_full = not by_cap and is_helped_once(p, edition, own, theirs)
                        decisions.use[link] = RATED_IN_FULL if in_full else RATED
                        decisions.own[link] = own
                else:
                    link = 2 * i + side
                    if explains:
                        decisions.use[link] = POOLED
                    pool.follows[link] = NOBODY
                    if pool.head[a] < 0:
                        pool.head[a] = link
                    else:
                        pool.follows[pool.tail[a]] = link
                    pool.tail[a] = link
                if rows[a, PLACE] == 0.0:
                    present.opened[these] = i
                    present.player[these] = a
                    these += 1
                    rows[a, PLACE] = these
                if explains and now == now:  # noqa: PLR0124
                    decisions.row[link] = decided + int(rows[a, PLACE])
        ending = plan.edition[period]
        for t in range(these):
            prefetch(rows, present.player[min(t + AHEAD, these - 1)])
            a = present.player[t]
            if rows[a, GAMES] > 0.0:
                # the month rated in is that of the last list before, whose K holds
                year = 1970.0 + plan.month[present.opened[t]] // 12 if has_years else math.nan
                peak = max(memory.peak[a], rows[a, RATING])
                age = year - memory.birth_year[a]
                edition = columns.edition[present.opened[t]] if has_editions else -1
                k = coefficient(p, edition, rows[a, RATING], peak, memory.games[a], age, rows[a, GAMES])
                changed = publish(p, rows[a, RATING], k * rows[a, SURPRISE], rows[a, GAMES])
                memory.games[a] += rows[a, GAMES]
                memory.peak[a] = max(peak, changed)
                falls = plan.falls and changed < p.editions[ending, LOWEST]
                rows[a, RATING] = math.nan if falls else changed
                if explains:
                    decide(decisions, decided + t, CHANGE, a, period, changed, year, falls)
            else:
                open_pool(columns, plan, pool, a)
                initial, n = pooled_rating(p, columns, plan, pool, in_force, a, month, ending)
                if initial == initial:  # noqa: PLR0124
                    if explains:
                        decide(decisions, decided + t, INITIAL, a, period, initial, math.nan, False)
                        link = pool.head[a]
                        while link >= 0:
                            decisions.row[link] = decided + t + 1
                            link = pool.follows[link]
                    rows[a, RATING] = initial
                    memory.games[a] += n
                    memory.peak[a] = max(memory.peak[a], initial)
                    pool.head[a] = NOBODY
                    pool.first_event[a] = UNKNOWN
            rows[a, SURPRISE] = 0.0
            rows[a, GAMES] = 0.0
            rows[a, PLACE] = 0.0
        decided += these
        while at_played < games and plan.played[at_played] == period:
            if after.shape[0] > 0:
                after[at_played, 0] = rows[columns.first[at_played], RATING]
                after[at_played, 1] = rows[columns.second[at_played], RATING]
            at_played += 1
