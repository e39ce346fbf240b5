"""Swiss tournaments and McMahon's, paired by a fast rule.

The fast rules are *not* a federation's pairing system: they know no colours, and no criteria beyond these.
Each takes the players in order, from the top, and gives each the first opponent of a list of preferences
whom the player has not met; where somebody is left without one, the last decision is taken back. If no
round without a repeated game is found within :data:`STEPS` steps for each player, players meet again, and
that is counted.

``fold``
    Within each score group, ordered by rating, the upper half meets the lower half, as in FIDE's Dutch.
``random``
    Within each score group, by lot.
``adjacent``
    In the order of points, and of numbers drawn once before the first round, neighbours meet, as in a Monrad.
``nearest``
    In the order of strength, given the ratings and all results so far, neighbours meet: the pairs whose
    outcome is least certain. The final ranking is that order too, since all players score about half.

``bench/swiss_rules.py`` puts their figures beside those of the exact pairing systems.
"""

from __future__ import annotations

import math
from typing import Any

from arpad.compiled.specialising import kernel
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, play
from arpad.lab.formats.ranking import rank_by_points

STEPS = 40
"""Opponents that the search tries for each player and round before it lets players meet again."""

FOLD, RANDOM, ADJACENT, NEAREST = range(4)

RULES = {"fold": FOLD, "random": RANDOM, "adjacent": ADJACENT, "nearest": NEAREST}

FAR = 700.0
"""Beyond this e^x overflows: whoever is so much weaker does not win."""

SWEEPS = 8
"""Passes over all players in which the strengths are brought nearer to the most likely ones, each round."""


@kernel
def swiss(
    games: SimulatedGames,
    record: TournamentRecord,
    work: Any,
    rule: int,
    rounds: int,
    deviation: float,
    scale: float,
) -> None:
    """Play Swiss tournaments.

    Args:
        games: of the tournaments.
        record: filled.
        work: ``start`` holds the points before the first round.
        rule: one of :data:`RULES`.
        rounds: how many.
        deviation: of the strengths around the ratings, for the rule ``nearest``.
        scale: rating points for odds of ten to one, for the rule ``nearest``.
    """
    players = games.strength.shape[1]
    for t in range(games.strength.shape[0]):
        for i in range(players):
            work.values[i] = work.rating[t, i]
            work.byes[i] = 0
        for at in range(rounds):
            rank_by_points(record, work.start, t)
            _put_in_order(record, work, t, at, rule)
            if players % 2 == 1:
                _give_bye(work, t)
            _pair(record, work, t, rule)
            for i in range(players):
                if work.mate[i] > i:
                    if record.meetings[t, i, work.mate[i]] > 0:
                        record.repeated[t] += 1
                    play(games, record.meetings, record.score, t, i, work.mate[i])
            if rule == NEAREST:
                _estimate(record, work, t, deviation, scale)
        rank_by_points(record, work.start, t)
        if rule == NEAREST:
            for i in range(players):
                record.keys[t, i, 0] = work.values[i]


@kernel
def _put_in_order(record: TournamentRecord, work: Any, t: int, at: int, rule: int) -> None:
    """Order the players for a round: ``work.order``, the first to be paired first."""
    players = record.meetings.shape[1]
    for place in range(players):  # insertion: the order of the round before is nearly this one
        i = place if at == 0 else work.order[place]
        here = place
        while here > 0 and _before(record, work, t, at, rule, i, work.order[here - 1]):
            work.order[here] = work.order[here - 1]
            here -= 1
        work.order[here] = i


@kernel
def _before(record: TournamentRecord, work: Any, t: int, at: int, rule: int, i: int, j: int) -> bool:
    """Tell whether a player is paired before another."""
    if rule == NEAREST:
        if work.values[i] != work.values[j]:
            return bool(work.values[i] > work.values[j])
        return i < j
    if record.keys[t, i, 0] != record.keys[t, j, 0]:
        return bool(record.keys[t, i, 0] > record.keys[t, j, 0])
    if rule == RANDOM:
        return bool(work.lots[t, at, i] > work.lots[t, at, j])
    if rule == ADJACENT:
        return bool(work.lots[t, 0, i] > work.lots[t, 0, j])
    return i < j


@kernel
def _give_bye(work: Any, t: int) -> None:
    """Give the last player of the order who has had the fewest byes a point, and take the player out."""
    players = work.order.shape[0]
    chosen = players - 1
    for place in range(players - 1, -1, -1):
        if work.byes[work.order[place]] < work.byes[work.order[chosen]]:
            chosen = place
    free = work.order[chosen]
    work.byes[free] += 1
    work.start[t, free] += 1.0
    for place in range(chosen, players - 1):
        work.order[place] = work.order[place + 1]
    work.order[players - 1] = free


@kernel
def _pair(record: TournamentRecord, work: Any, t: int, rule: int) -> None:
    """Give everybody of an even number in the order an opponent: ``work.mate``; −1 for nobody.

    ``work.row`` holds the places that were to choose, ``work.other`` how many opponents each has tried.
    """
    players = work.order.shape[0]
    even = players - players % 2
    for i in range(players):
        work.mate[i] = -1
    depth, left, again = 0, STEPS * players, False
    place = 0
    fresh = True
    while depth < even // 2:
        if fresh:
            while work.mate[work.order[place]] >= 0:
                place += 1
            work.row[depth] = place
            work.other[depth] = 0
            fresh = False
        i = work.order[work.row[depth]]
        left -= 1
        if left < 0 and not again:  # start anew, and let players meet again
            again = True
            for player in range(players):
                work.mate[player] = -1
            depth, place, fresh = 0, 0, True
            continue
        j = _preferred(record, work, t, rule, work.row[depth], even, work.other[depth])
        work.other[depth] += 1
        if j < 0:
            if depth == 0:  # nobody is left to try: no round without a repeated game
                again = True
                work.other[0] = 0
                continue
            depth -= 1
            undone = work.order[work.row[depth]]
            work.mate[work.mate[undone]] = -1
            work.mate[undone] = -1
        elif again or record.meetings[t, i, j] == 0:
            work.mate[i] = j
            work.mate[j] = i
            place = work.row[depth] + 1
            depth += 1
            fresh = True


@kernel
def _preferred(
    record: TournamentRecord, work: Any, t: int, rule: int, place: int, even: int, nth: int
) -> int:
    """Return the n-th opponent that a player at a place of the order prefers, from 0; −1 if there is none.

    In a group of 2m the player at its top prefers the first of the lower half, then those after, then those
    of the upper half from its end; then the players of the groups below.
    """
    points = record.keys[t, work.order[place], 0]
    free, group = 0, 0
    for after in range(place + 1, even):
        j = work.order[after]
        if work.mate[j] < 0:
            free += 1
            group += 1 if rule == NEAREST or record.keys[t, j, 0] == points else 0
    if nth >= free:
        return -1
    wanted = nth
    if rule == FOLD and nth < group:
        first = (group + 1) // 2 - 1  # of the lower half, among those after the player
        lower = group - first
        wanted = first + nth if nth < lower else first - 1 - (nth - lower)
    below = wanted - group  # counted in the order after those of the group, if not negative
    for after in range(place + 1, even):
        j = work.order[after]
        if work.mate[j] >= 0:
            continue
        inside = rule == NEAREST or record.keys[t, j, 0] == points
        if (inside and wanted == 0) or (not inside and below == 0):
            return int(j)
        wanted -= 1 if inside else 0
        below -= 0 if inside else 1
    return -1


@kernel
def _estimate(record: TournamentRecord, work: Any, t: int, deviation: float, scale: float) -> None:
    """Bring the strengths nearer to the most likely ones, given ratings and results.

    Bradley and Terry's model, each strength normal around the rating; Newton's step for one after another.
    """
    players = record.meetings.shape[1]
    per_point = math.log(10.0) / scale
    for _ in range(SWEEPS):
        for i in range(players):
            slope = (work.rating[t, i] - work.values[i]) / (deviation * deviation)
            curvature = 1.0 / (deviation * deviation)
            for j in range(players):
                if record.meetings[t, i, j] > 0:
                    E = 1.0 / (1.0 + math.exp(min(per_point * (work.values[j] - work.values[i]), FAR)))
                    slope += per_point * (record.score[t, i, j] - record.meetings[t, i, j] * E)
                    curvature += per_point * per_point * record.meetings[t, i, j] * E * (1.0 - E)
            work.values[i] += slope / curvature
