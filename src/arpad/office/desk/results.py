"""Results: entered board by board or a whole round at once, and corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from arpad.core import BadInput, worded, worded_count
from arpad.core.interface import option
from arpad.office.desk.asking import board_of, round_of
from arpad.office.events.rounds import ResultEntered
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.pairing_catalogue import FIXED, read_result
from arpad.tournament.boards import Both, boards_of_match
from arpad.tournament.entry import halves
from arpad.tournament.formats.knockout import is_decided
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
    event = result_as_typed(tournament, at, board, text)
    return log.add(event, findings=findings_of(tournament, [event]))


def enter_results(log: EventLog, at: int, texts: Sequence[str]) -> EventLog:
    """Return the log with the results of all boards of a round, in the order of the boards, as one act.

    Raises:
        BadInput: the round is not paired, there are more or fewer than boards, or one is not a valid result.
    """
    tournament = log.tournament()
    boards = len(round_of(tournament, at)[1].pairings)
    if len(texts) != boards:
        raise BadInput(
            worded_count(
                "round {at} has {count} board, and {results} given",
                "round {at} has {count} boards, and {results} given",
                boards,
                at=at,
                results=worded_count("{count} result", "{count} results", len(texts)),
            ),
            code="result.count",
            # A board and its result, as people say it: 3 B+R.
            remedy=worded(
                "Give all of them in the order of the boards, or one with its board: {option}.",
                option=option("board", texts[0]),
            )
            if len(texts) == 2 and texts[0].isdecimal()
            else "Give all of them in the order of the boards, or one with its board.",
        )
    if not texts:
        return log.saying(())
    events = [result_as_typed(tournament, at, board, text) for board, text in enumerate(texts, 1)]
    return log.add(*events, findings=findings_of(tournament, events))


def result_as_typed(tournament: Tournament, at: int, board: int, text: str) -> ResultEntered:
    """Return the event of a result as it is typed.

    Raises:
        BadInput: as :func:`enter_result`.
    """
    at, one = round_of(tournament, at)
    game = board_of(at, one, board)
    boards = tournament.settings.get("boards", 0)
    white, black, points = read_result(
        tournament.system,
        text,
        goals=tournament.points == FOOTBALL_POINTS,
        boards=boards if isinstance(boards, int) else 0,
    )
    check_same_winner(tournament, at, board, (game.white_result, game.black_result), (white, black))
    _check_boards(tournament, at, board, white)
    return ResultEntered(at, board, white, black, points)


def check_same_winner(tournament: Tournament, at: int, board: int, before: Both, now: Both) -> None:
    """Refuse a correction of a round whose winners are paired already, if another would have gone on.

    Args:
        tournament: so far.
        at: the round.
        board: from 1.
        before: the results of White and Black as they are.
        now: as they would be.

    Raises:
        BadInput: another would have gone on.
    """
    if tournament.system not in ELIMINATION or at >= tournament.played:
        return
    if _ahead(tournament, *before) != _ahead(tournament, *now):
        raise BadInput(
            worded("the winner of board {board} is already paired in round {next}", board=board, next=at + 1),
            code="result.decided-next-round",
            remedy=worded("Undo back to before round {next}, then correct the result.", next=at + 1),
        )


def _check_boards(tournament: Tournament, at: int, board: int, white: Result) -> None:
    """Refuse the result of a whole match whose boards have results: its games would be lost."""
    if white.forfeit:
        return
    entered = [
        one.number for one in boards_of_match(tournament, at, board) if one.occupied and not one.pending
    ]
    if entered:
        raise BadInput(
            worded_count(
                "match {board} has results on {count} board, from which its result follows",
                "match {board} has results on {count} boards, from which its result follows",
                len(entered),
                board=board,
            ),
            code="result.boards-entered",
            remedy="Enter or correct the results on the boards, or enter the match as forfeited.",
        )


def _ahead(tournament: Tournament, white: Result, black: Result) -> int:
    """Return 1 if White has more points for a game, −1 if Black has, or 0."""
    first, second = tournament.points.of(white), tournament.points.of(black)
    return (first > second) - (first < second)


def _result_of(event: ResultEntered) -> dict[str, Any]:
    return {"white_result": event.white, "black_result": event.black, "points": event.points}


def findings_of(tournament: Tournament, events: Sequence[ResultEntered]) -> list[Finding]:
    """Return what follows from results: corrections, and later rounds that were paired before."""
    found = []
    at = events[0].round
    boards = Fraction(tournament.settings.get("boards", 0)) if tournament.players is not None else Fraction(0)
    for event in events:
        game = tournament.rounds[at - 1].pairings[event.board - 1]
        if event.points is not None and sum(event.points) < boards:
            text = worded(
                "the match {who} shares {shared} of {boards} points",
                who=named(tournament, game.white, game.black),
                shared=halves(sum(event.points, Fraction(0))),
                boards=halves(boards),
            )
            follows = worded("Enter the results on the boards, or correct the result of the match")
            found.append(
                Finding(
                    "result.points-missing",
                    text,
                    Severity.WARNING,
                    follows=follows,
                    round=at,
                    numbers=(game.white, game.black),
                )
            )
        if tournament.system in ELIMINATION and not is_decided(replace(game, **_result_of(event))):
            text = worded("{who}: who goes on?", who=named(tournament, game.white, game.black))
            follows = worded("Enter the result of the play-off as that of the board")
            both = (game.white, game.black)
            found.append(
                Finding("result.undecided", text, Severity.WARNING, follows=follows, round=at, numbers=both)
            )
        missing = [
            number
            for number, result, was in (
                (game.white, event.white, game.white_result),
                (game.black, event.black, game.black_result),
            )
            if result is Result.FORFEIT_LOSS is not was and _paired_next(tournament, number, at)
        ]
        if missing:
            who = named(tournament, *missing)
            text = worded_count(
                "{who} did not come, and is paired in round {round} all the same",
                "{who} did not come, and are paired in round {round} all the same",
                len(missing),
                who=who,
                round=at + 1,
            )
            follows = worded("Note the absence if the participant does not come again")
            found.append(Finding("result.no-show", text, follows=follows, round=at, numbers=tuple(missing)))
        if game.pending:
            continue
        if (game.white_result, game.black_result, game.points) != (event.white, event.black, event.points):
            players = named(tournament, game.white, game.black)
            text = worded(
                "the result of board {board}, {players}, is corrected", board=event.board, players=players
            )
            found.append(Finding("result.corrected", text, round=at, numbers=(game.white, game.black)))
    return [*found, *later_paired(tournament, at, corrected=bool(found))]


def _paired_next(tournament: Tournament, number: int, at: int) -> bool:
    """Tell whether the round after one is still to be paired, with a participant in it."""
    last = at != tournament.played or at >= (tournament.planned or at + 1)
    fixed = tournament.system in FIXED or tournament.players is not None
    return not (last or fixed) and number not in tournament.absences.get(at + 1, {})


def later_paired(tournament: Tournament, at: int, *, corrected: bool) -> list[Finding]:
    """Return the finding that a later round was paired before a result, which weighs more if it changed."""
    if at >= tournament.played:
        return []
    text = worded("round {round} was paired before; its pairing stays as it is", round=at + 1)
    severity = Severity.WARNING if corrected else Severity.NOTE
    return [Finding("round.later-paired", text, severity, round=at)]
