"""What the events of a round do: its pairing, boards and byes set by hand, results, publication."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from arpad.core import BadInput, counted
from arpad.office.effects.state import State
from arpad.office.events.rounds import (
    BoardsSet,
    ByeGiven,
    Finished,
    Published,
    ResultEntered,
    RoundPaired,
    Unpaired,
)
from arpad.tournament.model import Bye, Pairing, Round


def pair(state: State, event: RoundPaired) -> None:
    """Add the next round."""
    at = len(state.rounds) + 1
    stones = event.handicaps or (0,) * len(event.pairs)
    games = (
        Pairing(
            white,
            black,
            handicap=handicap,
            coloured=event.coloured and board not in event.uncoloured,
            by_hand=event.by_hand,
        )
        for board, ((white, black), handicap) in enumerate(zip(event.pairs, stones, strict=True), 1)
    )
    one = Round(
        tuple(games),
        tuple(
            Bye(entrant, result, by_hand=event.by_hand and not result.requested)
            for entrant, result in event.byes
        ),
    )
    _check_once(state, at, one)
    state.absences = state.absences_to_come()
    state.rounds.append(one)
    state.shown.append(None)
    _sit_down(state, at, one)
    if event.initial_colour:
        state.initial_colour = event.initial_colour  # type: ignore[assignment]


def unpair(state: State, event: Unpaired) -> None:
    """Take the last round back; those who were entered after its pairing are here for it."""
    if event.round != len(state.rounds) or not state.rounds:
        raise BadInput(f"round {event.round} is not the last that is paired", code="round.not-last")
    state.rounds.pop()
    state.shown.pop()
    state.published -= {event.round}
    state.teams.unpaired(event.round)
    state.reports = {place: one for place, one in state.reports.items() if place[0] != event.round}
    late = [entrant for entrant, one in state.entrants.items() if one.arrives > event.round]
    for entrant in late:
        state.entrants[entrant] = replace(state.entrants[entrant], arrives=event.round)


def set_boards(state: State, event: BoardsSet) -> None:
    """Set boards and byes by the arbiter's hand."""
    one = state.round_of(event.round)
    games = list(one.pairings)
    coloured = all(game.coloured for game in games)
    for board, white, black in event.boards:
        made = Pairing(white, black, coloured=coloured, by_hand=True)
        if board <= len(games):
            games[board - 1] = made
        elif board == len(games) + 1:
            games.append(made)
        else:
            raise _no_board(event.round, len(games), board)
    seated = {who for _, white, black in event.boards for who in (white, black)}
    state.check_known(*seated)
    for entrant in seated:
        if state.entrants[entrant].arrives > event.round:
            # Such as a house player, who was entered after the pairing.
            state.entrants[entrant] = replace(state.entrants[entrant], arrives=event.round)
    given = dict(event.byes)
    byes = [bye for bye in one.byes if bye.number not in seated and bye.number not in given]
    byes += [Bye(entrant, result, by_hand=True) for entrant, result in event.byes]
    changed = Round(tuple(games), tuple(byes))
    _check_once(state, event.round, changed)
    state.set_round(event.round, changed)
    for board, _, _ in event.boards:
        state.teams.drop(event.round, board)
        state.reports.pop((event.round, board), None)
    _sit_down(state, event.round, changed)


def give_bye(state: State, event: ByeGiven) -> None:
    """Set what a round without an opponent brings."""
    one = state.round_of(event.round)
    byes = [bye for bye in one.byes if bye.number != event.entrant]
    changed = Round(one.pairings, (*byes, Bye(event.entrant, event.result, by_hand=True)))
    _check_once(state, event.round, changed)
    state.set_round(event.round, changed)


def enter_result(state: State, event: ResultEntered) -> None:
    """Enter or correct a result."""
    enter_results(state, [event])


def enter_results(state: State, events: Sequence[ResultEntered]) -> None:
    """Enter or correct results of one round, all of them or, where one has no board, none."""
    at = events[0].round
    one = state.round_of(at)
    for event in events:
        if event.board > len(one.pairings):
            raise _no_board(at, len(one.pairings), event.board)
    state.rounds[at - 1] = _with_results(one, events)
    shown = state.shown[at - 1]
    if shown is not None:
        # A result changes no number: the round with the numbers of now takes it too.
        state.shown[at - 1] = _with_results(shown, events)
    for event in events:
        # The result of a whole match counts instead of those on its boards.
        state.teams.drop(at, event.board)
        state.reports.pop((at, event.board), None)


def publish(state: State, event: Published) -> None:
    """Note that a round's pairing was made known."""
    state.round_of(event.round)
    state.published |= {event.round}


def finish(state: State, event: Finished) -> None:
    """Note that the tournament is over."""
    state.finished = True


def _sit_down(state: State, at: int, one: Round) -> None:
    """Seat the teams of a round that have players."""
    if state.teams.players:
        teams = [number for game in one.pairings for number in (game.white, game.black)]
        state.teams.sit_down(at, teams, state.teams.boards(state.new.settings))


def _with_results(one: Round, events: Iterable[ResultEntered]) -> Round:
    games = list(one.pairings)
    for event in events:
        games[event.board - 1] = replace(
            games[event.board - 1], white_result=event.white, black_result=event.black, points=event.points
        )
    return Round(tuple(games), one.byes)


def _check_once(state: State, at: int, one: Round) -> None:
    """Refuse a round that names a participant twice, or one whom nobody entered."""
    everybody = list(_named(one))
    state.check_known(*everybody)
    for entrant, times in Counter(everybody).items():
        if times > 1:
            raise BadInput(f"round {at} has the entrant {entrant} twice", code="round.entrant-twice")


def _named(one: Round) -> Iterable[int]:
    for game in one.pairings:
        yield game.white
        yield game.black
    for bye in one.byes:
        yield bye.number


def _no_board(at: int, boards: int, board: int) -> BadInput:
    return BadInput(f"round {at} has {counted(boards, 'board')}, not {board}", code="board.unknown")
