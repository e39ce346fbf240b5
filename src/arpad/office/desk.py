"""The arbiter's desk: what is entered becomes events of a tournament's log. Each act is one function."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput, counted
from arpad.office.entries import all_entered, entered, entered_from, numbered, numbering
from arpad.office.event_log import EventLog
from arpad.office.events import Away, Back, ResultEntered, RoundPaired
from arpad.rulebooks.pairing_catalogue import read_result, system_of
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.points import FOOTBALL_POINTS
from arpad.tournament.results import Result

__all__ = [
    "all_entered",
    "entered",
    "entered_from",
    "gone",
    "numbered",
    "paired",
    "returned",
    "with_all_results",
    "with_result",
]

ELIMINATION = ("knockout", "double-elimination")
"""Formats in which a result decides who is paired in the next round."""


def paired(book: EventLog) -> EventLog:
    """Return the log with the next round paired, once all results of the last one are in.

    Before the first round the participants are numbered (:func:`numbered`); that is part of the act.

    Raises:
        BadInput: a result is missing, fewer than two take part, all rounds planned are paired, or the system
            cannot pair the round.
    """
    numbers = numbering(book)
    ready = book if numbers is None else book.add(numbers)
    tournament = ready.tournament()
    _check_complete(tournament)
    if tournament.planned and tournament.played >= tournament.planned:
        raise BadInput(f"{counted(tournament.planned, 'round')} planned, and all are paired")
    one = system_of(tournament).pair(tournament).round
    entrant = ready.by_number
    event = RoundPaired(
        pairs=tuple((entrant[game.white], entrant[game.black]) for game in one.pairings),
        byes=tuple((entrant[bye.number], bye.result) for bye in one.byes),
        coloured=all(game.coloured for game in one.pairings),
        handicaps=tuple(game.handicap for game in one.pairings)
        if any(game.handicap for game in one.pairings)
        else (),
    )
    return book.add(event) if numbers is None else book.add(numbers, event)


def _check_complete(tournament: Tournament) -> None:
    """Refuse to pair while results are missing, or fewer than two take part."""
    if tournament.rounds and tournament.rounds[-1].pending:
        pending = tournament.rounds[-1].pending
        lacks, boards = ("the result", "board") if len(pending) == 1 else ("the results", "boards")
        raise BadInput(
            f"round {tournament.played} still lacks {lacks} of {boards} {', '.join(map(str, pending))}",
            remedy=f"Enter {'it' if len(pending) == 1 else 'them'} first.",
        )
    if len(tournament.entrants) < 2:
        raise BadInput("fewer than two take part", remedy="Enter the participants first.")


def gone(book: EventLog, number: int, rounds: Sequence[int], result: str) -> EventLog:
    """Return the log with the note that somebody will miss rounds.

    Args:
        book: so far.
        number: whose.
        rounds: which; none for all to come.
        result: the letter of the bye: ``Z``, ``H`` or ``F``.

    Raises:
        BadInput: nobody has that number, the letter is not that of a bye, or one of the rounds is paired, or
            is not planned.
    """
    tournament = book.tournament()
    entrant = _entrant(book, number)
    if result not in ("Z", "H", "F"):
        raise BadInput(f"{result!r} is not the letter of a bye", remedy="Write Z, H or F.")
    chosen: list[int] = []
    if rounds or tournament.planned:
        chosen = sorted(set(rounds)) or list(range(tournament.played + 1, tournament.planned + 1))
        if not chosen:
            raise BadInput(f"{counted(tournament.planned, 'round')} planned, and all are paired")
        _to_come(tournament, chosen, "Enter a forfeit as its result.")
    return book.add(Away(entrant, Result(result), tuple(chosen)))


def _entrant(book: EventLog, number: int) -> int:
    """Return who has a pairing number now.

    Raises:
        BadInput: nobody has it.
    """
    if number not in book.by_number:
        raise BadInput(f"nobody has the number {number}", remedy="Give the number of a participant.")
    return book.by_number[number]


def returned(book: EventLog, number: int, rounds: Sequence[int]) -> EventLog:
    """Return the log with the note that somebody who was away plays again.

    Args:
        book: so far.
        number: who.
        rounds: in which rounds; none for all to come.

    Raises:
        BadInput: nobody has that number, one of the rounds is paired, or they were not away.
    """
    tournament = book.tournament()
    entrant = _entrant(book, number)
    coming = tournament.played + 1
    away = {at for at, who in tournament.absences.items() if at >= coming and number in who}
    if rounds:
        _to_come(tournament, rounds, "What it brought stays.")
    name = tournament.by_number[number].name
    if not away or not away >= set(rounds):
        at = min(set(rounds) - away, default=coming)
        raise BadInput(f"{name} is not away in round {at}", remedy="Nothing has to be taken back.")
    return book.add(Back(entrant, tuple(sorted(set(rounds)))))


def _to_come(tournament: Tournament, rounds: Sequence[int], remedy: str) -> None:
    """Refuse rounds that are paired, or that are not planned."""
    if min(rounds) <= tournament.played:
        raise BadInput(f"round {min(rounds)} is paired already", remedy=remedy)
    if tournament.planned and max(rounds) > tournament.planned:
        raise BadInput(f"round {max(rounds)} does not exist: {counted(tournament.planned, 'round')} planned")


def with_result(book: EventLog, at: int, board: int, text: str) -> EventLog:
    """Return the log with a result as it is typed.

    Args:
        book: so far.
        at: the round.
        board: from 1.
        text: in the order in which the board is printed.

    Raises:
        BadInput: there is no such round or board, or the text is not a valid result.
    """
    return book.add(_result(book.tournament(), at, board, text))


def _games(tournament: Tournament, at: int) -> Sequence[Pairing]:
    """Return the games of a round.

    Raises:
        BadInput: it is not paired.
    """
    if not 1 <= at <= tournament.played:
        raise BadInput(
            f"round {at} is not paired yet" if at > 0 else f"there is no round {at}",
            remedy="Rounds count from 1." if at < 1 else "Pair it first.",
        )
    return tournament.rounds[at - 1].pairings


def _result(tournament: Tournament, at: int, board: int, text: str) -> ResultEntered:
    """Return a result as it is typed; see :func:`with_result`."""
    games = _games(tournament, at)
    if not 1 <= board <= len(games):
        raise BadInput(f"round {at} has {counted(len(games), 'board')}, and no board {board}")
    boards = tournament.settings.get("boards", 0)
    white, black, points = read_result(
        tournament.system,
        text,
        goals=tournament.points == FOOTBALL_POINTS,
        boards=boards if isinstance(boards, int) else 0,
    )
    game = games[board - 1]
    if tournament.system in ELIMINATION and at < tournament.played:
        before, now = (
            _ahead(tournament, *r) for r in ((game.white_result, game.black_result), (white, black))
        )
        if before != now:
            raise BadInput(
                f"round {at + 1} is paired, with whoever went on from board {board}",
                remedy=f"Undo back to before round {at + 1}, then correct the result.",
            )
    return ResultEntered(at, board, white, black, points)


def _ahead(tournament: Tournament, white: Result, black: Result) -> int:
    """Return 1 if White has more points for a game, −1 if Black has, or 0."""
    first, second = tournament.points.of(white), tournament.points.of(black)
    return (first > second) - (first < second)


def with_all_results(book: EventLog, at: int, texts: Sequence[str]) -> EventLog:
    """Return the log with the results of all boards of a round, in the order of the boards, as one act.

    Raises:
        BadInput: the round is not paired, there are more or fewer than boards, or one is not a valid result.
    """
    tournament = book.tournament()
    boards = len(_games(tournament, at))
    if len(texts) != boards:
        raise BadInput(
            f"round {at} has {counted(boards, 'board')}, and {counted(len(texts), 'result')} given",
            remedy="Give all of them in the order of the boards, or one with its board.",
        )
    if not texts:
        return book
    return book.add(*(_result(tournament, at, board, text) for board, text in enumerate(texts, 1)))
