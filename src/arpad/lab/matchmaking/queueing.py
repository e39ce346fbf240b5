"""A simulated online queue: players of known strength come, wait, are matched by a rule, play and come again.

The players are those of a population (:mod:`arpad.lab.population`) at the end of its years, with the ratings
that Glicko, month by month, makes of their games; a share of newcomers, as the population lets them enter,
has a rating of 1500 and a deviation of 350. Time goes in steps of a few seconds. A player who is not waiting
or playing comes into the queue at random, so that each would play ``games`` games an hour if nobody had to
wait. Some come as parties of two. Ratings follow Glicko, each game a rating period, without growth of the
deviation. In sides of several players the mean strengths of
the sides decide, and every player's rating moves as by a game against an opponent who is as far away as the
other side's mean rating is from that of the own side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, counted
from arpad.lab.population.drawing import drawn, played_out
from arpad.lab.population.model import Population
from arpad.ratings.elo.curves import logistic
from arpad.ratings.glicko.glicko import E, Glicko, g, settle
from arpad.ratings.rate import rate
from arpad.rulebooks.online.matchmaking import Match, MatchRule, Ticket, matches

Floats = NDArray[np.float64]

STEP = 5.0
"""Seconds between two looks at the queue."""

UNEVEN = 0.75
"""The expected score of the favourite from which on a game is uneven."""

FEWEST_PLAYERS, MOST_PLAYERS, MOST_HOURS = 4, 5_000, 100.0

USUAL = Population(players=300, years=2, games=60.0, quit=0.1)
"""Who comes if nothing else is said."""


@dataclass(frozen=True)
class Queue:
    """A queue; see the module.

    Args:
        population: those who are there at the end of its years come again and again.
        hours: how long.
        games: an hour that each player would play without waiting.
        minutes: a game takes.
        size: players of a side.
        parties: the share of the players who come as parties of two, where a side has several players.
        newcomers: the share of the players in whose place somebody comes who has never played.

    Raises:
        BadInput: a number is out of its range.
    """

    population: Population = USUAL
    hours: float = 6.0
    games: float = 3.0
    minutes: float = 10.0
    size: int = 1
    parties: float = 0.0
    newcomers: float = 0.3

    @property
    def description(self) -> str:
        """How many players, years, hours and players of a side, in words."""
        hours = f"{self.hours:g} {'hour' if self.hours == 1.0 else 'hours'}"
        of = self.population
        players = f"{of.players:,} players after {counted(of.years, 'year')} of play"
        return f"{players}, open for {hours}, sides of {counted(self.size, 'player')}"

    def __post_init__(self) -> None:
        ranges = {
            "hours": (0.1, MOST_HOURS),
            "games": (0.01, 60.0),
            "minutes": (0.0, 600.0),
            "size": (1, 5),
            "parties": (0.0, 1.0),
            "newcomers": (0.0, 1.0),
        }
        if not FEWEST_PLAYERS <= self.population.players <= MOST_PLAYERS:
            raise BadInput(
                f"players is {self.population.players:,}; "
                f"it must be from {FEWEST_PLAYERS} to {MOST_PLAYERS:,} in a queue"
            )
        for name, (low, high) in ranges.items():
            value = float(getattr(self, name))
            if not low <= value <= high:
                raise BadInput(f"{name} is {value:g}; it must be from {low:g} to {high:g}")
        if self.parties and self.size == 1:
            raise BadInput("a party of two needs a side of two", remedy="Give a larger size, or no parties.")
        if self.games * self.minutes >= 60.0:
            raise BadInput(
                f"{self.games:g} games an hour of {self.minutes:g} minutes leave no time between games",
                remedy="Give fewer or shorter games.",
            )


@dataclass(frozen=True, eq=False)
class Watched:
    """What was seen of a queue.

    Args:
        wait: the mean wait of the players who were matched, in seconds.
        late: the wait that one in twenty exceeds.
        uneven: the share of games whose favourite truly expects three quarters and more.
        favourite: the mean expected score of the favourite, by the true strengths.
        error: the root mean square of rating less strength of the newcomers at the end, beside the mean of
            all; of all players where there are no newcomers.
        games: how many games a player had, on average.
        learning: float64 per tenth of the time, the same error then.
    """

    wait: float
    late: float
    uneven: float
    favourite: float
    error: float
    games: float
    learning: Floats


@dataclass(frozen=True, eq=False)
class Crowd:
    """Who comes, one entry per player.

    Args:
        strength: the true strength, in points.
        rating: before the queue opens.
        variance: of the rating, in points².
        new: whether the player has never played.
    """

    strength: Floats
    rating: Floats
    variance: Floats
    new: NDArray[np.bool_]


def crowd_of(queue: Queue, seed: int) -> Crowd:
    """Return who is there at the end of the life of a queue's population, and newcomers.

    Args:
        queue: the queue.
        seed: of the population's life, and of who is a newcomer.

    Raises:
        BadInput: too few or too many players are left.
    """
    life = drawn(queue.population, seed)
    here = np.flatnonzero(life.left == life.months)
    if not FEWEST_PLAYERS <= len(here) <= MOST_PLAYERS:
        raise BadInput(
            f"{counted(len(here), 'player')} of the population are left for the queue",
            remedy=f"Let {FEWEST_PLAYERS} to {MOST_PLAYERS:,} be left: by other players, years or growth.",
        )
    system = Glicko()
    newcomer = system.newcomer()
    first = float(newcomer.deviation or 0.0)
    columns = rate(life.games, system, schedule="period", period="1mo").state.columns
    lots = np.random.default_rng([seed, 0])
    new = lots.random(len(here)) < queue.newcomers
    entering = lots.normal(0.0, 1.0, len(here)) * queue.population.spread
    return Crowd(
        np.where(new, entering, life.final[here]),
        np.where(new, newcomer.value, columns["rating"][here]),
        np.where(new, first, columns["deviation"][here]) ** 2,
        new,
    )


def watched(queue: Queue, rule: MatchRule, seed: int) -> Watched:
    """Return what is seen of a queue under a rule.

    Args:
        queue: the queue.
        rule: of matching.
        seed: of everything that is drawn; the players and their first coming are the same for every rule.
    """
    lots, luck = np.random.default_rng([seed, 1]), np.random.default_rng([seed, 2])
    crowd, system = crowd_of(queue, seed), Glicko()
    strength, rating, variance = crowd.strength, crowd.rating, crowd.variance
    n = len(strength)
    groups = _groups(n, queue.parties)
    followed = crowd.new if crowd.new.any() else ~crowd.new
    pause = 3600.0 / queue.games - 60.0 * queue.minutes
    comes = lots.exponential(pause, len(groups))
    since = np.full(len(groups), math.nan)
    waits: list[float] = []
    favourites: list[float] = []
    played = np.zeros(n)
    learning: list[float] = []
    end = 3600.0 * queue.hours
    steps = max(10, math.ceil(end / STEP))
    for step in range(1, steps + 1):
        now = step * end / steps
        coming = np.flatnonzero((comes <= now) & np.isnan(since))
        since[coming] = comes[coming]
        tickets = [
            Ticket(
                str(at),
                tuple(rating[list(groups[at])].tolist()),
                tuple(np.sqrt(variance[list(groups[at])]).tolist()),
                float(since[at]),
            )
            for at in np.flatnonzero(~np.isnan(since)).tolist()
        ]
        for match in matches(tickets, now, rule, queue.size):
            sides = _players(match, groups)
            truth = float(strength[sides[0]].mean() - strength[sides[1]].mean())
            expected, _ = logistic(truth, 400.0)
            favourites.append(max(expected, 1.0 - expected))
            score = played_out(np.array([truth]), queue.population.draws, luck)
            _play(sides, float(score[0]), rating, variance, system)
            played[sides[0]] += 1
            played[sides[1]] += 1
            for ticket in match.tickets:
                at = int(ticket.key)
                waits += [now - since[at]] * len(ticket)
                since[at] = math.nan
                comes[at] = now + 60.0 * queue.minutes + luck.exponential(pause)
        if step * 10 % steps < 10:
            learning.append(_error(rating - strength, followed))
    if not waits:
        raise BadInput(
            f"the rule {rule.label} matched nobody in {queue.hours:g} hours",
            remedy="Give more players or hours, or a wider rule.",
        )
    strongest = np.array(favourites)
    return Watched(
        wait=float(np.mean(waits)),
        late=float(np.quantile(waits, 0.95)),
        uneven=float((strongest >= UNEVEN).mean()),
        favourite=float(strongest.mean()),
        error=_error(rating - strength, followed),
        games=float(played.mean()),
        learning=np.array(learning[:10]),
    )


def _groups(players: int, parties: float) -> list[tuple[int, ...]]:
    """Return who comes together: parties of two first, then single players."""
    pairs = int(players * parties / 2.0)
    single = range(2 * pairs, players)
    return [*((2 * at, 2 * at + 1) for at in range(pairs)), *((at,) for at in single)]


def _players(match: Match, groups: list[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Return the players of both sides."""
    first, second = (
        [player for ticket in side for player in groups[int(ticket.key)]]
        for side in (match.first, match.second)
    )
    return first, second


def _play(
    sides: tuple[list[int], list[int]], score: float, rating: Floats, variance: Floats, system: Glicko
) -> None:
    """Rate a game: every player as if against one as far away as the other side is from the own one."""
    p = system.numbers("live")
    mean = [float(rating[side].mean()) for side in sides]
    doubt = [float(variance[side].sum()) / len(side) ** 2 for side in sides]
    changed = []
    for own, side in enumerate(sides):
        result = score if own == 0 else 1.0 - score
        g_j = g(doubt[1 - own])
        expected, rest = E(mean[own], mean[1 - own], g_j, 0.0)
        for player in side:
            update = settle(
                p,
                float(rating[player]),
                float(variance[player]),
                0.0,
                g_j * g_j * expected * rest,
                g_j * (result - expected),
            )
            changed.append((player, update))
    for player, (after, left, _) in changed:
        rating[player], variance[player] = after, left


def _error(error: Floats, followed: NDArray[np.bool_]) -> float:
    return math.sqrt(float(((error - error.mean())[followed] ** 2).mean()))
