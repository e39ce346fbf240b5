"""The two teams of a Scheveningen match in a report: they are paired as players, and listed as teams (310).

TRF26 has no code for such a match; ``CUSTOM_SCHEVENINGEN`` (192) says that the players are paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arpad.tournament.formats.scheveningen import MatchTeam, sides_of
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.trf.fields import ReportLine
from arpad.tournament.trf.header import Dialect
from arpad.tournament.trf.team_writing import team_lines

SCHEVENINGEN = "scheveningen"
_TEAMS = ("310", "013")


def with_side_lines(
    lines: Sequence[ReportLine], tournament: Tournament, dialect: Dialect, end: str
) -> list[ReportLine]:
    """Return the lines of a match with its teams in them; of any other tournament, the lines.

    Raises:
        BadInput: nobody can say which two teams there are.
        NotProvided: the columns have no room for a name.
    """
    named = any(entrant.club for entrant in tournament.entrants)
    if tournament.system != SCHEVENINGEN or not named or any(line.code in _TEAMS for line in lines):
        return list(lines)
    sides = sides_of(tournament, str(tournament.settings.get("teams", "")))
    teams = tuple(Entrant(at, side.name, members=side.numbers) for at, side in enumerate(sides, 1))
    return team_lines(lines, Tournament(teams), None, dialect, end)


def with_sides(tournament: Tournament, teams: Sequence[Entrant]) -> Tournament:
    """Return the tournament of a match with its players' clubs, as the lines of the teams have them.

    Args:
        tournament: of players, without clubs.
        teams: of the report.
    """
    if tournament.system != SCHEVENINGEN or len(teams) != 2:
        return tournament
    club = {member: team.name for team in teams for member in team.members}
    entrants = tuple(replace(entrant, club=club.get(entrant.number, "")) for entrant in tournament.entrants)
    with_clubs = replace(tournament, entrants=entrants)
    order = [team.name for team in teams]
    if [side.name for side in _by_numbers(with_clubs)] == order:
        return with_clubs
    return replace(with_clubs, settings={**with_clubs.settings, "teams": ", ".join(order)})


def _by_numbers(tournament: Tournament) -> list[MatchTeam]:
    """Return the teams in the order of their first players."""
    clubs = dict.fromkeys(player.club for player in tournament.by_number.values() if player.club)
    return [MatchTeam(club, ()) for club in clubs]
