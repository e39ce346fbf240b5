"""Results that players report themselves: entered where both sides agree, else the arbiter's to decide.

A report never changes a result that stands, nor the result of a round before the last one.
"""

from __future__ import annotations

from arpad.core import BadInput, worded
from arpad.office.desk.asking import board_of, round_of
from arpad.office.desk.results import findings_of, result_as_typed
from arpad.office.events.reports import ReportingSet, ResultReported
from arpad.office.events.rounds import ResultEntered
from arpad.office.events.side_report import EVERYWHERE, OFF, SLIPS
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.tournament.results import Result

CODES = (OFF, SLIPS, EVERYWHERE)

MOST = 10
"""Times that one side may report one board."""


def set_reporting(log: EventLog, codes: str) -> EventLog:
    """Return the log with the note whether players may report their results.

    Args:
        log: so far.
        codes: where the codes stand by which they do: ``off``, ``slips`` (on the result slips) or
            ``everywhere`` (on the pairings for the wall and on the screen of the hall too).

    Raises:
        BadInput: it is none of the three, or teams of several players meet.
    """
    if codes not in CODES:
        raise BadInput(
            worded("{codes!r} does not say where codes stand", codes=codes),
            code="reported.codes-unknown",
            remedy=worded("Write {known}.", known=", ".join(CODES)),
        )
    if codes != OFF and log.tournament().players is not None:
        raise BadInput(
            "matches of teams are not reported by players",
            code="reported.teams",
            remedy="Enter the results of the boards.",
        )
    return log.saying(()) if codes == log.reporting else log.add(ReportingSet(codes))


def check_open(log: EventLog, at: int, board: int) -> None:
    """Refuse a report that nobody may make now.

    Args:
        log: so far.
        at: the round.
        board: from 1.

    Raises:
        BadInput: players may not report, the round is not the last one or not published, the tournament is
            over, or the board has a result.
    """
    if log.reporting == OFF:
        raise BadInput(
            "players do not report results here", code="reported.off", remedy="Tell the arbiter the result."
        )
    tournament = log.tournament()
    _, round_ = round_of(tournament, at)
    game = board_of(at, round_, board)
    if log.finished or at != tournament.played:
        raise BadInput(
            worded("round {at} is over", at=at),
            code="reported.round-over",
            remedy="Tell the arbiter what is not right.",
        )
    if at not in log.published:
        raise BadInput(worded("round {at} is not published yet", at=at), code="reported.not-published")
    if not game.pending:
        raise BadInput(
            worded("board {board} has a result already", board=board),
            code="reported.result-stands",
            remedy="Tell the arbiter if it is not right.",
        )


def _check_few(log: EventLog, at: int, board: int, entrant: int) -> None:
    """Refuse whoever reports one board again and again: each report is an event that stays."""
    same = (
        1
        for _, event in log.standing
        if isinstance(event, ResultReported)
        and (event.round, event.board, event.entrant) == (at, board, entrant)
    )
    if sum(same) >= MOST:
        raise BadInput(
            worded("board {board} was reported {most} times by the same side", board=board, most=MOST),
            code="reported.too-often",
            remedy="Tell the arbiter the result.",
        )


def accept_report(log: EventLog, at: int, board: int, number: int) -> EventLog:
    """Return the log with the result that one side of a board reports, as the arbiter decides.

    Args:
        log: so far.
        at: the round.
        board: from 1.
        number: the pairing number of the side.

    Raises:
        BadInput: that side has reported nothing, or the board has a result.
    """
    report = log.reports.get((at, board), {}).get(log.by_number.get(number, 0))
    if report is None:
        raise BadInput(
            worded(
                "number {number} has reported nothing of board {board} of round {at} that is to be decided",
                number=number,
                board=board,
                at=at,
            ),
            code="reported.no-report",
            remedy="Look at the reports as they are now.",
        )
    event = ResultEntered(at, board, report.white, report.black, report.points)
    return log.add(event, findings=findings_of(log.tournament(), [event]))


def report_result(log: EventLog, at: int, board: int, number: int, text: str) -> EventLog:
    """Return the log with what one side of a board reports; with the result, if the other side agrees.

    Args:
        log: so far.
        at: the round, the last that is paired.
        board: from 1.
        number: the pairing number of who reports; what the same side reported before no longer counts.
        text: the result, in the order in which the board is printed.

    Raises:
        BadInput: as :func:`check_open`; the participant does not play at the board, or has reported it too
            often; or the text is not a valid result of a game that was played.
    """
    check_open(log, at, board)
    tournament = log.tournament()
    game = tournament.rounds[at - 1].pairings[board - 1]
    if number not in (game.white, game.black):
        raise BadInput(
            worded(
                "number {number} does not play at board {board} of round {at}",
                number=number,
                board=board,
                at=at,
            ),
            code="reported.not-at-board",
        )
    typed = result_as_typed(tournament, at, board, text)
    if typed.white.forfeit or typed.black.forfeit or Result.PENDING in (typed.white, typed.black):
        raise BadInput(
            "a game that was not played is the arbiter's to decide",
            code="reported.forfeit",
            remedy="Tell the arbiter.",
        )
    entrant = log.by_number[number]
    _check_few(log, at, board, entrant)
    report = ResultReported(entrant, at, board, typed.white, typed.black, typed.points)
    if log.reports.get((at, board), {}).get(entrant) == report:
        return log.saying(())
    others = [other for other in log.reports.get((at, board), {}).values() if other.entrant != entrant]
    players = named(tournament, game.white, game.black)
    if others and all(other.result == report.result for other in others):
        text = worded(
            "both players of board {board}, {players}, report the same result", board=board, players=players
        )
        finding = Finding("reported.agreed", text, round=at, numbers=(game.white, game.black))
        return log.add(report, typed, findings=[finding])
    findings = []
    if others:
        text = worded(
            "the players of board {board}, {players}, report different results", board=board, players=players
        )
        findings = [
            Finding(
                "reported.differs",
                text,
                Severity.WARNING,
                follows=worded("The arbiter decides"),
                round=at,
                numbers=(game.white, game.black),
            )
        ]
    return log.add(report, findings=findings)
