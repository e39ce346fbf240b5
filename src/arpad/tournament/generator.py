"""Random tournaments: players, byes, forfeits and results drawn from a seed, rounds paired by a system.

For testing pairing programs against each other, as FIDE's endorsement does with its random tournament
generators (C.04.A, then C.02.03). The chances of a win with White, a win with Black and a draw follow the two
curves of FIDE's own generator (Milvang, Gacrux):

    P(White wins) = 1 / (1 + 10^((Rb − Rw + w) / 370)),  w = (m − 2000) · 0.0986 + 96
    P(Black wins) = 1 / (1 + 10^((Rw − Rb − b) / 370)),  b = −(m − 2000) · 0.157 − 150

with m the mean of both ratings; the rest are draws.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arpad.core import BadInput, counted
from arpad.tournament.acceleration import baku
from arpad.tournament.model import Entrant, Pairing, Prohibition, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, Points
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound, PairingSystem

SPREAD = 370.0


def chances(white: int, black: int) -> tuple[float, float, float]:
    """Return the chances that White wins, that Black wins, and of a draw.

    Args:
        white: White's rating.
        black: Black's.
    """
    above = (white + black) / 2.0 - 2000.0
    for_white = 1.0 / (1.0 + 10.0 ** ((black - white + above * 0.0986 + 96.0) / SPREAD))
    for_black = 1.0 / (1.0 + 10.0 ** ((white - black + above * 0.157 + 150.0) / SPREAD))
    # Below 1050 the two curves come to more than 1: nobody draws there, and they share what there is.
    decided = max(1.0, for_white + for_black)
    return for_white / decided, for_black / decided, max(0.0, 1.0 - for_white - for_black)


@dataclass(frozen=True)
class Chances:
    """How often what happens; all are probabilities between 0 and 1.

    Args:
        forfeit: a game is lost by forfeit, by either side alike; one in ten of these by both.
        half_bye: a player asks for a half-point bye in a round.
        zero_bye: a player stays away for one round.
        withdrawal: a player leaves for good before a round.
        late: a player arrives only for the second, third or fourth round.
        prohibition: per player, a pair that must not meet is drawn.
        accelerated: the tournament is accelerated by Baku's rule (C.04.7).
        unrated: a game of less than a move each.
    """

    forfeit: float = 0.02
    half_bye: float = 0.02
    zero_bye: float = 0.01
    withdrawal: float = 0.005
    late: float = 0.0
    prohibition: float = 0.0
    accelerated: float = 0.0
    unrated: float = 0.0


QUIET = Chances(0.0, 0.0, 0.0, 0.0)
"""Everybody always plays."""


def drawn_field(
    players: int, lots: random.Random, mean: float = 1900.0, deviation: float = 300.0
) -> list[int]:
    """Draw ratings between 1000 and 2850, the best first."""
    ratings = (min(2850, max(1000, round(lots.gauss(mean, deviation)))) for _ in range(players))
    return sorted(ratings, reverse=True)


def generate(
    system: PairingSystem,
    *,
    players: int,
    rounds: int,
    play: int | None = None,
    seed: int = 0,
    happens: Chances = Chances(),
    points: Points = FIDE_POINTS,
    settings: Mapping[str, Any] | None = None,
) -> Tournament:
    """Return a random tournament.

    Args:
        system: the pairing system.
        players: how many.
        rounds: how many are planned.
        play: how many are played; all if None.
        seed: the same seed gives the same tournament.
        happens: how often what happens.
        points: what results are worth.
        settings: what the tournament has for the system.

    Returns:
        The tournament after ``play`` rounds, or before the first round for which no legal pairing exists.

    Raises:
        BadInput: fewer than two players, no rounds, or more to play than are planned.
    """
    if players < 2 or rounds < 1 or not 0 <= (rounds if play is None else play) <= rounds:
        raise BadInput(f"{counted(players, 'player')} cannot play {play} of {counted(rounds, 'round')}")
    lots = random.Random(seed)
    entrants = tuple(
        Entrant(
            number,
            f"Player {number:04d}",
            rating,
            arrives=lots.randint(2, 4) if rounds > 3 and lots.random() < happens.late else 1,
        )
        for number, rating in enumerate(drawn_field(players, lots), 1)
    )
    tournament = Tournament(
        entrants,
        name=f"Random tournament {seed}",
        system=system.name,
        planned=rounds,
        points=points,
        initial_colour=lots.choice(("w", "b")),
        seed=seed,
        settings=settings or {},
        accelerations=baku(players, rounds, points) if lots.random() < happens.accelerated else (),
        prohibitions=_prohibitions(players, lots, happens.prohibition),
    )
    gone: set[int] = set()
    for at in range(1, (rounds if play is None else play) + 1):
        away = _absences(tournament, at, gone, lots, happens)
        tournament = replace(tournament, absences={at: away})
        try:
            paired = system.pair(tournament).round
        except NoLegalRound:
            break
        tournament = tournament.with_round(
            played_out(paired, tournament, lots, happens, decisive=getattr(system, "decisive", False))
        )
    return replace(tournament, absences={})


def _prohibitions(players: int, lots: random.Random, chance: float) -> tuple[Prohibition, ...]:
    pairs = [
        frozenset(lots.sample(range(1, players + 1), 2)) for _ in range(players) if lots.random() < chance
    ]
    return tuple(Prohibition(pair) for pair in dict.fromkeys(pairs))


def _absences(
    tournament: Tournament, at: int, gone: set[int], lots: random.Random, happens: Chances
) -> dict[int, Result]:
    """Draw the participants who do not play a round. Two always stay."""
    away: dict[int, Result] = {}
    here = [entrant.number for entrant in tournament.entrants if entrant.arrives <= at]
    for number in here:
        draw = lots.random()
        if len(here) - len(away) <= 2:
            break
        if number in gone or draw < happens.withdrawal:
            gone.add(number)
            away[number] = Result.ZERO_BYE
        elif draw < happens.withdrawal + happens.zero_bye:
            away[number] = Result.ZERO_BYE
        elif draw < happens.withdrawal + happens.zero_bye + happens.half_bye:
            away[number] = Result.HALF_BYE
    return away


def played_out(
    round_: Round, tournament: Tournament, lots: random.Random, happens: Chances, *, decisive: bool = False
) -> Round:
    """Return a round with its results drawn.

    Args:
        round_: the round as it was paired.
        tournament: the participants, and the rounds so far.
        lots: what is drawn from.
        happens: how often what happens.
        decisive: somebody has to win: no draws, no double forfeits.
    """
    entrants = tournament.by_number
    games: list[Pairing] = []
    for game in round_.pairings:
        if lots.random() < happens.forfeit:
            lost = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
            if decisive or lots.random() >= 0.1:
                lost = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
            if lots.random() < 0.5:
                lost = (lost[1], lost[0])
            games.append(replace(game, white_result=lost[0], black_result=lost[1]))
            continue
        for_white, for_black, _ = chances(entrants[game.white].rating, entrants[game.black].rating)
        draw = lots.random() * (for_white + for_black if decisive else 1.0)
        brief = lots.random() < happens.unrated
        if draw < for_white:
            result = Result.UNRATED_WIN if brief else Result.WIN
        elif draw < for_white + for_black:
            result = Result.UNRATED_LOSS if brief else Result.LOSS
        else:
            result = Result.UNRATED_DRAW if brief else Result.DRAW
        games.append(game.with_result(result))
    return replace(round_, pairings=tuple(games))
