"""Results: entered board by board or a whole round at once, and corrected."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput, counted
from arpad.office.desk.asking import board_of, named, round_of
from arpad.office.events.rounds import ResultEntered
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity
from arpad.rulebooks.pairing_catalogue import read_result
from arpad.tournament.model import Tournament
from arpad.tournament.points import FOOTBALL_POINTS
from arpad.tournament.results import Result

ELIMINATION = ("knockout", "double-elimination")
"""Formats in which a result decides who is paired in the next round."""


def enter_result(log: EventLog, at: int, board: int, text: str) -> EventLog:
    """Return the log with a result as it is typed; a result that is there is corrected.

    Args:
        log: so far.
        at: the round.
        board: from 1.
        text: in the order in which the board is printed.

    Raises:
        BadInput: there is no such round or board, or the text is not a valid result.
    """
    tournament = log.tournament()
    event = _result(tournament, at, board, text)
    return log.add(event, findings=_of_results(tournament, [event]))


def enter_results(log: EventLog, at: int, texts: Sequence[str]) -> EventLog:
    """Return the log with the results of all boards of a round, in the order of the boards, as one act.

    Raises:
        BadInput: the round is not paired, there are more or fewer than boards, or one is not a valid result.
    """
    tournament = log.tournament()
    boards = len(round_of(tournament, at)[1].pairings)
    if len(texts) != boards:
        raise BadInput(
            f"round {at} has {counted(boards, 'board')}, and {counted(len(texts), 'result')} given",
            code="result.count",
            remedy="Give all of them in the order of the boards, or one with its board.",
        )
    if not texts:
        return log
    events = [_result(tournament, at, board, text) for board, text in enumerate(texts, 1)]
    return log.add(*events, findings=_of_results(tournament, events))


def _result(tournament: Tournament, at: int, board: int, text: str) -> ResultEntered:
    """Return a result as it is typed; see :func:`enter_result`."""
    at, one = round_of(tournament, at)
    game = board_of(at, one, board)
    boards = tournament.settings.get("boards", 0)
    white, black, points = read_result(
        tournament.system,
        text,
        goals=tournament.points == FOOTBALL_POINTS,
        boards=boards if isinstance(boards, int) else 0,
    )
    if tournament.system in ELIMINATION and at < tournament.played:
        before, now = (
            _ahead(tournament, *r) for r in ((game.white_result, game.black_result), (white, black))
        )
        if before != now:
            raise BadInput(
                f"round {at + 1} is paired, with whoever went on from board {board}",
                code="result.decided-next-round",
                remedy=f"Undo back to before round {at + 1}, then correct the result.",
            )
    return ResultEntered(at, board, white, black, points)


def _ahead(tournament: Tournament, white: Result, black: Result) -> int:
    """Return 1 if White has more points for a game, −1 if Black has, or 0."""
    first, second = tournament.points.of(white), tournament.points.of(black)
    return (first > second) - (first < second)


def _of_results(tournament: Tournament, events: Sequence[ResultEntered]) -> list[Finding]:
    """Return what follows from results: corrections, and later rounds that were paired before."""
    found = []
    at = events[0].round
    for event in events:
        game = tournament.rounds[at - 1].pairings[event.board - 1]
        if game.pending:
            continue
        if (game.white_result, game.black_result, game.points) != (event.white, event.black, event.points):
            players = named(tournament, game.white, game.black)
            text = f"the result of board {event.board}, {players}, is corrected"
            found.append(Finding("result.corrected", text, round=at, numbers=(game.white, game.black)))
    if at < tournament.played:
        text = f"round {at + 1} was paired before; its pairing stays as it is"
        severity = Severity.WARNING if found else Severity.NOTE
        found.append(Finding("round.later-paired", text, severity, round=at))
    return found
