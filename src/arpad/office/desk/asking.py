"""What acts ask of a log before they change it: who has a number, which round is meant."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput, counted
from arpad.office.log.event_log import EventLog
from arpad.tournament.model import Pairing, Round, Tournament


def entrant_of(log: EventLog, number: int) -> int:
    """Return the participant who has a pairing number now.

    Raises:
        BadInput: nobody has it.
    """
    if number not in log.by_number:
        raise BadInput(
            f"no participant has the number {number}",
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
            f"round {at} is not paired yet" if at > 0 else f"there is no round {at}",
            code="round.not-paired",
            remedy="Rounds count from 1." if at < 1 else "Pair it first.",
        )
    return at, tournament.rounds[at - 1]


def board_of(at: int, one: Round, board: int) -> Pairing:
    """Return the game at a board.

    Raises:
        BadInput: the round has no such board.
    """
    if not 1 <= board <= len(one.pairings):
        raise BadInput(
            f"round {at} has {counted(len(one.pairings), 'board')}, and no board {board}",
            code="board.unknown",
        )
    return one.pairings[board - 1]


def check_to_come(tournament: Tournament, rounds: Sequence[int], remedy: str) -> None:
    """Refuse rounds that are paired, or that are not planned.

    Raises:
        BadInput: there is one.
    """
    if min(rounds) <= tournament.played:
        raise BadInput(f"round {min(rounds)} is paired already", code="round.paired", remedy=remedy)
    if tournament.planned and max(rounds) > tournament.planned:
        raise BadInput(
            f"round {max(rounds)} does not exist: {counted(tournament.planned, 'round')} planned",
            code="round.not-planned",
        )
