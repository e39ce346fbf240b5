"""What players' own reports do: they wait beside the board until its result is entered."""

from __future__ import annotations

from arpad.core import BadInput
from arpad.office.effects.state import State
from arpad.office.events.reports import ReportingSet, ResultReported


def set_reporting(state: State, event: ReportingSet) -> None:
    """Note whether players may report."""
    state.reporting = event.codes


def report(state: State, event: ResultReported) -> None:
    """Keep what one side reports, in the place of what it reported before."""
    one = state.round_of(event.round)
    if event.board > len(one.pairings):
        raise BadInput(f"round {event.round} has no board {event.board}", code="board.unknown")
    game = one.pairings[event.board - 1]
    if event.entrant not in (game.white, game.black):
        raise BadInput(
            f"the entrant {event.entrant} does not play at board {event.board} of round {event.round}",
            code="reported.not-at-board",
        )
    if not game.pending:
        raise BadInput(
            f"board {event.board} of round {event.round} has a result", code="reported.result-stands"
        )
    place = event.round, event.board
    state.reports[place] = {**state.reports.get(place, {}), event.entrant: event}
