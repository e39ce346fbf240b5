"""A tournament begun anew: the plan of another one, with its participants or without."""

from __future__ import annotations

from arpad.office.desk.entering import FIELDS, ParticipantEntry, enter_all
from arpad.office.desk.teams import TeamEntry, enter_teams
from arpad.office.events.beginning import New
from arpad.office.events.kinds import in_range
from arpad.office.events.teams import MEMBER
from arpad.office.log.event_log import EventLog, LogEntry
from arpad.tournament.model import Entrant

COPIED = ("city", "federation", "chief_arbiter", "deputy_arbiters", "time_control")
"""The details that a copy has too; days are others."""


def copied(log: EventLog, name: str, *, participants: bool = True, seed: int | None = None) -> EventLog:
    """Return the log of a new tournament with the plan of another: system, settings, points, tie-breaks.

    Args:
        log: of the other.
        name: the title of the new one.
        participants: whether it has the participants of the other, teams with their players.
        seed: what its lots are drawn from; None for the other's.

    Raises:
        BadInput: the name is empty, or the number is out of range.
    """
    plan, tournament = log.progress.state.plan, log.tournament()
    new = New(
        name=name,
        system=plan.system,
        rounds=plan.rounds,
        seed=plan.seed if seed is None else seed,
        points=plan.points,
        edition=plan.edition,
        tiebreak_edition=plan.tiebreak_edition,
        settings=plan.settings,
        tiebreaks=plan.tiebreaks,
        details={key: plan.details[key] for key in COPIED if key in plan.details},
    )
    begun = EventLog((LogEntry((in_range(new),)),))
    entrants = sorted(tournament.entrants, key=lambda entrant: entrant.number)
    if not participants or not entrants:
        return begun
    if tournament.players is None:
        return enter_all(begun, [ParticipantEntry(entrant.name, _fields_of(entrant)) for entrant in entrants])
    players = tournament.players.by_number
    teams = [
        TeamEntry(
            team.name,
            [
                ParticipantEntry(players[number].name, _fields_of(players[number], MEMBER))
                for number in team.members
            ],
            _fields_of(team),
        )
        for team in entrants
    ]
    return enter_teams(begun, teams)


def _fields_of(entrant: Entrant, fields: tuple[str, ...] = FIELDS) -> dict[str, str | int]:
    """Return what is known of a participant beside the name."""
    values = {field: getattr(entrant, field) for field in fields if field != "name"}
    return {field: value for field, value in values.items() if value}
