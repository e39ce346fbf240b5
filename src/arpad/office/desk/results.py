"""Results: entered board by board or a whole round at once, and corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from arpad.core import BadInput, joined, worded, worded_count
from arpad.core.interface import option
from arpad.office.desk.asking import board_of, round_of
from arpad.office.events.rounds import ResultEntered
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.pairing_catalogue import FIXED, names_black_first, read_result, written_result
from arpad.tournament.boards import Board, Both, boards_of_match
from arpad.tournament.entry import halves
from arpad.tournament.formats.knockout import is_decided
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.points import FOOTBALL_POINTS
from arpad.tournament.results import Result

ELIMINATION = ("knockout", "double-elimination")
"""Formats in which a result decides who is paired in the next round."""


MOST_TOLD = 3
"""How many results a refusal names."""


class ResultFollowed(BadInput):
    """Another result where one stands that was followed by another round.

    What it changes is not seen where it is typed: places that were read out, and pairings that were made
    after the result and stay. So it is not typed over in passing; who means it says so.

    Args:
        at: the round.
        boards: in words, each with the result that stands.
        how: how the correction is asked for, as a sentence; empty where that is seen otherwise.
    """

    CODE: ClassVar[str] = "result.followed"

    def __init__(self, at: int, boards: Sequence[str], how: str = "") -> None:
        self.at, self.boards = at, tuple(boards)
        text = joined(boards[:MOST_TOLD], "; ")
        if len(boards) > MOST_TOLD:
            text = worded("{first} and {number} more", first=text, number=len(boards) - MOST_TOLD)
        follows = worded(
            "Only a correction changes them: round {next} keeps its pairing, and the standings change.",
            next=at + 1,
        )
        super().__init__(
            worded(
                "round {next} was paired after these results of round {at}: {results}",
                next=at + 1,
                at=at,
                results=text,
            ),
            remedy=joined([follows, how], " ") if how else follows,
        )

    def asked_for(self, how: str) -> ResultFollowed:
        """Return the refusal with how the correction is asked for."""
        return ResultFollowed(self.at, self.boards, how)


def enter_result(log: EventLog, at: int, board: int, text: str, *, correction: bool = True) -> EventLog:
    """Return the log with a result as it is typed; a result that is there is corrected.

    Args:
        log: so far.
        at: the round.
        board: from 1.
        text: in the order in which the board is printed.
        correction: whether a result that was followed by another round may become another one; if not, and it
            stays the same, nothing is done.

    Raises:
        BadInput: there is no such round or board, or the text is not a valid result.
        ResultFollowed: another round has followed the result, which would change, and this is no correction.
    """
    return enter_some_results(log, at, [(board, text)], correction=correction)


def enter_some_results(
    log: EventLog, at: int, typed: Sequence[tuple[int, str]], *, correction: bool = True
) -> EventLog:
    """Return the log with the results of some boards of a round, as one act.

    Args:
        log: so far.
        at: the round.
        typed: boards, from 1, each with its result as :func:`enter_result` takes it.
        correction: as of :func:`enter_result`.

    Raises:
        BadInput: as :func:`enter_result`.
        ResultFollowed: as :func:`enter_result`; it names all such boards.
    """
    tournament = log.tournament()
    events = [result_as_typed(tournament, at, board, text) for board, text in typed]
    if events and not correction:
        _check_followed(tournament, events)
        # What stands already needs no act, whose undo would take nothing back.
        over = followed(tournament, events[0].round)
        events = [event for event in events if event.board not in over]
    if not events:
        return log.saying(())
    return log.add(*events, findings=findings_of(tournament, events))


def enter_results(log: EventLog, at: int, texts: Sequence[str], *, correction: bool = True) -> EventLog:
    """Return the log with the results of all boards of a round, in the order of the boards, as one act.

    Args:
        log: so far.
        at: the round.
        texts: as :func:`enter_result` takes them.
        correction: as of :func:`enter_result`.

    Raises:
        BadInput: the round is not paired, there are more or fewer than boards, or one is not a valid result.
        ResultFollowed: as :func:`enter_some_results`.
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
    return enter_some_results(log, at, list(enumerate(texts, 1)), correction=correction)


def followed(tournament: Tournament, at: int) -> frozenset[int]:
    """Return the boards of a round that is paired whose result was followed by another round."""
    if at >= tournament.played:
        return frozenset()
    return frozenset(
        board for board, game in enumerate(tournament.rounds[at - 1].pairings, 1) if not game.pending
    )


def _check_followed(tournament: Tournament, events: Sequence[ResultEntered]) -> None:
    """Refuse results of one round that would replace others which were followed by another round.

    Raises:
        ResultFollowed: there is one.
    """
    replaced: dict[tuple[int, int], str] = {}
    for event in events:
        if (at := event.round) >= tournament.played:
            return
        game = tournament.rounds[at - 1].pairings[event.board - 1]
        if not game.pending:
            if _is_another(game, event):
                replaced[event.board, 0] = match_result_text(tournament, at, event.board)
            continue
        # A match that is forfeited loses the results on its boards.
        for board in boards_of_match(tournament, at, event.board):
            if board.occupied and not board.pending:
                replaced[event.board, board.number] = board_result_text(tournament, at, event.board, board)
    if replaced:
        raise ResultFollowed(at, [replaced[key] for key in sorted(replaced)])


def _is_another(game: Pairing, event: ResultEntered) -> bool:
    """Tell whether a result is not the one that stands."""
    return (game.white_result, game.black_result, game.points) != (event.white, event.black, event.points)


def match_result_text(tournament: Tournament, at: int, board: int) -> str:
    """Return a board of a round with its result: ``board 3, Ann (1) and Eve (5): 1-0``."""
    game = tournament.rounds[at - 1].pairings[board - 1]
    return worded(
        "board {board}, {players}: {result}",
        board=board,
        players=named(tournament, *_sides(tournament, game)),
        result=written_result(tournament.system, game),
    )


def board_result_text(tournament: Tournament, at: int, match: int, board: Board) -> str:
    """Return a board of a match of teams with its result."""
    game = tournament.rounds[at - 1].pairings[match - 1]
    return worded(
        "board {board} of match {match}, {players}: {result}",
        board=board.number,
        match=match,
        players=named(tournament, *_sides(tournament, game)),
        result=board.text(),
    )


def _sides(tournament: Tournament, game: Pairing) -> tuple[int, int]:
    """Return the numbers of both sides in the order in which results are typed."""
    both = game.white, game.black
    return both[::-1] if names_black_first(tournament.system) else both


def result_as_typed(tournament: Tournament, at: int, board: int, text: str) -> ResultEntered:
    """Return the event of a result as it is typed.

    Raises:
        BadInput: as :func:`enter_result`.
    """
    at, round_ = round_of(tournament, at)
    game = board_of(at, round_, board)
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
        match_board.number
        for match_board in boards_of_match(tournament, at, board)
        if match_board.occupied and not match_board.pending
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
    findings = []
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
            findings.append(
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
            findings.append(
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
            missing_names = named(tournament, *missing)
            text = worded_count(
                "{who} did not come, and is paired in round {round} all the same",
                "{who} did not come, and are paired in round {round} all the same",
                len(missing),
                who=missing_names,
                round=at + 1,
            )
            follows = worded("Note the absence if the participant does not come again")
            findings.append(
                Finding("result.no-show", text, follows=follows, round=at, numbers=tuple(missing))
            )
        if game.pending:
            continue
        if _is_another(game, event):
            players = named(tournament, game.white, game.black)
            text = worded(
                "the result of board {board}, {players}, is corrected", board=event.board, players=players
            )
            findings.append(Finding("result.corrected", text, round=at, numbers=(game.white, game.black)))
    return [*findings, *later_paired(tournament, at, corrected=bool(findings))]


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
