"""The ranking of a simulated tournament by points, Buchholz and Sonneborn–Berger."""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.lab.formats.games import TournamentRecord


@kernel
def rank_by_points(record: TournamentRecord, start: Any, t: int) -> None:
    """Write the ranking of one tournament: points, then Buchholz, then Sonneborn–Berger.

    Points include those of the start (byes, McMahon), so the opponents' points do too.

    Args:
        record: with all games of the tournament.
        start: tournaments × players: points that no game has brought.
        t: the tournament.
    """
    players = record.meetings.shape[1]
    for i in range(players):
        points = start[t, i]
        for j in range(players):
            points += record.score[t, i, j]
        record.keys[t, i, 0] = points
    for i in range(players):
        buchholz = 0.0
        berger = 0.0
        for j in range(players):
            if record.meetings[t, i, j] > 0:
                buchholz += record.meetings[t, i, j] * record.keys[t, j, 0]
                berger += record.score[t, i, j] * record.keys[t, j, 0]
        record.keys[t, i, 1] = buchholz
        record.keys[t, i, 2] = berger
