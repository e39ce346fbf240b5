"""What acts ask of a log before they change it: who has a number, which round is meant."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput, worded, worded_count
from arpad.office.log.event_log import EventLog
from arpad.tournament.model import Pairing, Round, Tournament


def entrant_of(log: EventLog, number: int) -> int:
    """Return the participant who has a pairing number now.

    Raises:
        BadInput: nobody has it.
    """
    if number not in log.by_number:
        raise BadInput(
            worded("no participant has the number {number}", number=number),
            code="number.unknown",
            remedy="Give the number of a participant.",
        )
    return log.by_number[number]


def round_of(tournament: Tournament, at: int | None) -> tuple[int, Round]:
    """Return a round with its number; None is the last.

    Raises:
        BadInput: it is not paired.
    """
    if at is None:
        at = tournament.played
        if not at:
            raise BadInput("no round is paired yet", code="round.none", remedy="Pair the first round.")
    if not 1 <= at <= tournament.played:
        raise BadInput(
            worded("round {at} is not paired yet", at=at)
            if at > 0
            else worded("there is no round {at}", at=at),
            code="round.not-paired",
            remedy="Rounds count from 1." if at < 1 else "Pair it first.",
        )
    return at, tournament.rounds[at - 1]


def board_of(at: int, round_: Round, board: int) -> Pairing:
    """Return the game at a board.

    Raises:
        BadInput: the round has no such board.
    """
    if not 1 <= board <= len(round_.pairings):
        raise BadInput(
            worded_count(
                "round {at} has {count} board, and no board {board}",
                "round {at} has {count} boards, and no board {board}",
                len(round_.pairings),
                at=at,
                board=board,
            ),
            code="board.unknown",
        )
    return round_.pairings[board - 1]


def check_to_come(tournament: Tournament, rounds: Sequence[int], remedy: str) -> None:
    """Refuse rounds that are paired, or that are not planned.

    Raises:
        BadInput: there is one.
    """
    if min(rounds) <= tournament.played:
        raise BadInput(
            worded("round {at} is paired already", at=min(rounds)), code="round.paired", remedy=remedy
        )
    if tournament.planned and max(rounds) > tournament.planned:
        raise BadInput(
            worded_count(
                "round {at} does not exist: {count} round planned",
                "round {at} does not exist: {count} rounds planned",
                tournament.planned,
                at=max(rounds),
            ),
            code="round.not-planned",
        )
