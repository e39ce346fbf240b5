"""Who leaves a round robin: below half of the games, what was played counts for nobody.

References:
    FIDE General Regulations for Competitions (Handbook C.05), on withdrawals from round-robin tournaments:
    who has completed at least half of the games keeps the points and loses the other games by forfeit; of who
    has completed less, the games stay in the tournament table, for rating and history, and neither the
    player's points nor those of the opponents are counted in the final standings.
"""

from __future__ import annotations

from arpad.tournament.formats.round_robin import rounds_of_table
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

ARTICLE = "C.05, withdrawals"


def uncounted(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Return who has left a round robin with less than half of the games played.

    Somebody has left who is away without points in all rounds from one on, or, where all rounds are played,
    lost all games from one on by forfeit. The setting ``withdrawn`` says it instead of both.

    Args:
        tournament: a round robin, single or multiple, of players or of teams.

    Returns:
        Number → how many games were played, and how many there are for everybody.
    """
    games = games_of_each(tournament)
    leavers = {}
    for number in left(tournament):
        played = sum(entry.result.played for entry in tournament.history[number])
        if 2 * played < games:
            leavers[number] = (played, games)
    return leavers


def games_of_each(tournament: Tournament) -> int:
    """Return how many games everybody has in a round robin, by the rounds that are planned or played."""
    count = len(tournament.entrants)
    if count < 2:
        return 0
    cycle = count - 1 if count % 2 == 0 else count
    return (count - 1) * max(1, round(_rounds(tournament) / cycle))


def _rounds(tournament: Tournament) -> int:
    """Return how many rounds there are: as planned, as played, or as the table has them."""
    # A group is a round robin by itself.
    table = rounds_of_table("round-robin", len(tournament.entrants), tournament.settings)
    return max(tournament.planned, tournament.played, table)


def left(tournament: Tournament) -> list[int]:
    """Return who has left a round robin, smaller numbers first."""
    withdrawn = tournament.settings.get("withdrawn")
    if withdrawn is not None:
        return sorted(number for number in withdrawn if number in tournament.by_number)
    last = _rounds(tournament)
    leavers = []
    for number, history in tournament.history.items():
        away = last
        while away and tournament.absences.get(away, {}).get(number) is Result.ZERO_BYE:
            away -= 1
        forfeits = len(history)
        while forfeits and not history[forfeits - 1].result.played and not _won(history[forfeits - 1].result):
            forfeits -= 1
        lost = any(entry.result is Result.FORFEIT_LOSS for entry in history[forfeits:])
        # At the end, who came to no further game has left, whether or not anybody noted it.
        if away < last or (_over(tournament) and lost):
            leavers.append(number)
    return sorted(leavers)


def _won(result: Result) -> bool:
    """Whether somebody was there, and nobody came opposite."""
    return result in (Result.FORFEIT_WIN, Result.PENDING)


def _over(tournament: Tournament) -> bool:
    return tournament.played >= _rounds(tournament) and not any(
        round_.pending for round_ in tournament.rounds
    )
