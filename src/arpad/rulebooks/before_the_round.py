"""What FIDE's Swiss systems know of everybody before a round: the score for scoregroups, the colour due.

Each system is asked for its own view, so that what a page says of a player is what the engine has seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from arpad.rulebooks.pairing_catalogue import system_of
from arpad.tournament.model import Colour, Tournament

SCOREGROUPS = ("fide-dutch", "fide-burstein", "fide-dubov", "fide-lim", "double-swiss", "fide-team")
"""The systems that pair by scoregroups, from the highest score down."""


class ScoreAndPreference(NamedTuple):
    """A participant before a round.

    Args:
        score: by which the system groups; points for the pairing only are in it.
        due: the colour that the system prefers for the participant; empty for none.
    """

    score: Fraction
    due: Colour


def before_round(tournament: Tournament) -> Mapping[int, ScoreAndPreference]:
    """Return what the system knows of everybody whom it pairs next, by number; nothing without scoregroups.

    Args:
        tournament: with complete rounds.

    Raises:
        BadInput: a result is still to come, or the rules need what is not known.
    """
    if tournament.system not in SCOREGROUPS:
        return {}
    from arpad.rulebooks.fide.pairing.common.players import state_of
    from arpad.rulebooks.fide.pairing.lim.system import Lim
    from arpad.rulebooks.fide.pairing.teams.system import TeamSwiss
    from arpad.rulebooks.fide.pairing.teams.teams import teams_of

    system = system_of(tournament)
    if isinstance(system, TeamSwiss):
        return {
            team.number: ScoreAndPreference(team.score, team.preference)
            for team in system.state(tournament).teams
        }
    if tournament.system == "double-swiss":
        matches = teams_of(tournament, primary="mp", secondary="", kind="none")
        return {player.number: ScoreAndPreference(player.score, "") for player in matches.teams}
    if isinstance(system, Lim):
        state, _, members = system.prepared(tournament)
        dues = {member.number: member.due for member in members}
    else:
        state = state_of(tournament)
        # C.04.4.1, 1.6.4: who has not played is due Black.
        unplayed: Colour = "b" if tournament.system == "fide-dubov" and tournament.played else ""
        dues = {player.number: player.colours.preference or unplayed for player in state.players}
    return {
        player.number: ScoreAndPreference(Fraction(player.score, state.unit), dues[player.number])
        for player in state.players
    }
