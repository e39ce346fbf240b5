"""What the arbiter's decisions about the tournament as a whole do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arpad.core import BadInput, counted
from arpad.office.effects.state import State
from arpad.office.events.decisions import (
    Accelerated,
    Allowed,
    BoardFixed,
    ColourDrawn,
    DetailsSet,
    Forbidden,
    PointsSet,
    RoundsPlanned,
    TiebreaksSet,
)
from arpad.tournament.model import Acceleration, Prohibition


def forbid(state: State, event: Forbidden) -> None:
    """Keep participants apart."""
    state.check_known(*event.entrants)
    state.prohibitions += (Prohibition(frozenset(event.entrants), event.first, event.last),)


def allow(state: State, event: Allowed) -> None:
    """Let two participants meet again; what keeps others apart stays."""
    pair = frozenset(event.entrants)
    left: list[Prohibition] = []
    for one in state.prohibitions:
        if not pair <= one.numbers:
            left.append(one)
        elif len(one.numbers) > 2:
            # Everybody else of the group stays apart from both, and from each other.
            left += [replace(one, numbers=one.numbers - {entrant}) for entrant in sorted(pair)]
    if len(left) == len(state.prohibitions) and left == list(state.prohibitions):
        raise BadInput("the two may meet already", code="prohibition.none")
    state.prohibitions = tuple(left)


def draw_colour(state: State, event: ColourDrawn) -> None:
    """Note the drawn colour."""
    state.initial_colour = event.colour  # type: ignore[assignment]


def fix_board(state: State, event: BoardFixed) -> None:
    """Let a participant play at one board always, or no longer."""
    state.check_known(event.entrant)
    if not event.board:
        state.fixed_boards.pop(event.entrant, None)
        return
    for entrant, board in state.fixed_boards.items():
        if board == event.board and entrant != event.entrant:
            raise BadInput(f"board {board} is kept for entrant {entrant}", code="board.kept")
    state.fixed_boards[event.entrant] = event.board


def set_points(state: State, event: PointsSet) -> None:
    """Give or take points."""
    state.check_known(*event.entrants)
    state.points_set += (event,)


def accelerate(state: State, event: Accelerated) -> None:
    """Count points for the pairing only."""
    state.accelerations += (
        Acceleration(event.points, event.first, event.last, event.numbers, event.game_points or Fraction(0)),
    )


def plan_rounds(state: State, event: RoundsPlanned) -> None:
    """Plan another number of rounds."""
    if event.rounds and event.rounds < len(state.rounds):
        raise BadInput(
            f"{counted(len(state.rounds), 'round')} paired, and {event.rounds} planned",
            code="rounds.fewer-than-paired",
        )
    state.new = replace(state.new, rounds=event.rounds)


def set_tiebreaks(state: State, event: TiebreaksSet) -> None:
    """Let other tie-breaks decide."""
    state.new = replace(state.new, tiebreaks=event.tiebreaks)


def set_details(state: State, event: DetailsSet) -> None:
    """Correct what is only printed."""
    details = dict(state.new.details) | dict(event.details)
    name = details.pop("name", state.new.name)
    state.new = replace(state.new, name=name, details={key: value for key, value in details.items() if value})
