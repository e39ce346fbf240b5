"""The two ends: everybody meets everybody, and nobody meets anybody."""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, play
from arpad.lab.formats.ranking import rank_by_points


@kernel
def league(games: SimulatedGames, record: TournamentRecord, work: Any, legs: int) -> None:
    """Play leagues in which everybody meets everybody so many times."""
    players = games.strength.shape[1]
    for t in range(games.strength.shape[0]):
        for i in range(players):
            for j in range(i + 1, players):
                for _ in range(legs):
                    play(games, record.meetings, record.score, t, i, j)
        rank_by_points(record, work.start, t)


@kernel
def ratings_alone(games: SimulatedGames, record: TournamentRecord, work: Any) -> None:
    """Play nothing, and rank by the ratings before the tournament."""
    for t in range(games.strength.shape[0]):
        for i in range(games.strength.shape[1]):
            record.keys[t, i, 0] = work.rating[t, i]
