"""What the events about participants do: entries, numbers, absences."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any

from arpad.core import BadInput, counted
from arpad.office.effects.state import State
from arpad.office.effects.teams import edit_member, remove_member
from arpad.office.events.entries import Added, Away, Back, Edited, Numbered, Removed
from arpad.tournament.model import Entrant

ENTRY = tuple(one.name for one in fields(Added) if one.name not in ("entrant", "number", "insert"))
"""What an entry says of a participant."""


def add(state: State, event: Added) -> None:
    """Enter a participant."""
    if event.entrant in state.entrants:
        raise BadInput(f"there is an entrant {event.entrant} already", code="entrant.twice")
    if not 1 <= event.arrives <= len(state.rounds) + 1:
        raise BadInput(
            f"entrant {event.entrant} arrives in round {event.arrives}, "
            f"and {counted(len(state.rounds), 'round')} paired",
            code="entrant.arrival",
        )
    if event.insert:
        state.entrants = {
            key: replace(one, number=one.number + 1) if one.number >= event.number else one
            for key, one in state.entrants.items()
        }
        state.renumbered()
    elif event.number in state.numbers:
        raise BadInput(f"the number {event.number} stands for two participants", code="number.twice")
    state.entrants[event.entrant] = _entrant(event)
    state.numbers.add(event.number)


def _entrant(event: Added) -> Entrant:
    """Return the participant that an entry makes."""
    return Entrant(number=event.number, **{name: getattr(event, name) for name in ENTRY})


def edit(state: State, event: Edited) -> None:
    """Correct what is known of a participant, or of a player of a team."""
    if event.entrant in state.teams.players:
        edit_member(state, event)
        return
    state.check_known(event.entrant)
    changes: dict[str, Any] = dict(event.changes)
    state.entrants[event.entrant] = replace(state.entrants[event.entrant], **changes)


def remove(state: State, event: Removed) -> None:
    """Take out an entry that is in no round, or a player of a team; higher pairing numbers move down."""
    if event.entrant in state.teams.players:
        remove_member(state, event)
        return
    state.check_known(event.entrant)
    for at, one in enumerate(state.rounds, 1):
        there = {bye.number for bye in one.byes} | {
            n for game in one.pairings for n in (game.white, game.black)
        }
        if event.entrant in there:
            raise BadInput(f"entrant {event.entrant} is in round {at}", code="entrant.has-rounds")
    state.teams.leave(event.entrant)
    number = state.entrants.pop(event.entrant).number
    state.entrants = {
        key: replace(one, number=one.number - 1) if one.number > number else one
        for key, one in state.entrants.items()
    }
    state.renumbered()
    state.gone.pop(event.entrant, None)
    state.fixed_boards.pop(event.entrant, None)
    for who in state.absences.values():
        who.pop(event.entrant, None)
    smaller = (replace(one, numbers=one.numbers - {event.entrant}) for one in state.prohibitions)
    state.prohibitions = tuple(one for one in smaller if len(one.numbers) > 1)
    state.points_set = tuple(
        replace(one, entrants=left)
        for one in state.points_set
        # Points that nobody is left to have would become points for everybody.
        if (left := tuple(who for who in one.entrants if who != event.entrant)) or not one.entrants
    )


def number(state: State, event: Numbered) -> None:
    """Give everybody a new pairing number."""
    if sorted(event.order) != sorted(state.entrants):
        raise BadInput("the numbering does not number every participant once", code="number.not-all")
    for at, entrant in enumerate(event.order, 1):
        state.entrants[entrant] = replace(state.entrants[entrant], number=at)
    state.renumbered()


def away(state: State, event: Away) -> None:
    """Note that a participant will miss rounds."""
    state.check_known(event.entrant)
    _check_to_come(state, event.rounds)
    if not event.rounds:
        state.gone[event.entrant] = event.result
    for at in event.rounds:
        state.absences.setdefault(at, {})[event.entrant] = event.result


def back(state: State, event: Back) -> None:
    """Note that a participant plays again."""
    state.check_known(event.entrant)
    _check_to_come(state, event.rounds)
    for at, who in state.absences.items():
        if at > len(state.rounds) and (not event.rounds or at in event.rounds):
            who.pop(event.entrant, None)
    if not event.rounds:
        state.gone.pop(event.entrant, None)


def _check_to_come(state: State, rounds: Collection[int]) -> None:
    if rounds and min(rounds) <= len(state.rounds):
        raise BadInput(f"round {min(rounds)} is paired already", code="round.paired")
