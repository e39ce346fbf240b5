"""Events of a round: its pairing, boards and byes set by hand, results, and its publication."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from arpad.core import BadInput, counted, worded, worded_count
from arpad.office.events.concern import EVERYTHING, Concern, entries_of
from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ENTRANTS, check_possible, refuse, wholes_of
from arpad.office.events.findings import correction, seats_by_hand
from arpad.office.events.state import State
from arpad.office.events.stored_event import (
    AnyBye,
    BoardNumber,
    BothPoints,
    Byes,
    Codec,
    EntrantId,
    GameResult,
    Pairs,
    RoundNumber,
    Truth,
    word,
)
from arpad.office.events.wording import bye_of, name_of, seats
from arpad.office.policy import Finding, Severity
from arpad.rulebooks.pairing_catalogue import written_result
from arpad.tournament.model import Bye, Pairing, Round
from arpad.tournament.results import Result


def _read_stones(key: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(stones) is int and 0 <= stones <= 99 for stones in value):
        refuse(key, value, "stones from 0 to 99, for each board")
    return tuple(value)


def _read_boards(key: str, value: Any) -> tuple[int, ...]:
    return wholes_of(key, value, MOST_ENTRANTS)


@dataclass(frozen=True)
class RoundPaired(Event):
    """The next round is paired.

    Args:
        pairs: White and Black of each board, by ``entrant``.
        byes: the participants without an opponent, and what each bye brings.
        coloured: whether colours were given.
        handicaps: stones that Black was given on each board; none if nobody was.
        initial_colour: what the drawing of lots gave the first number, ``w`` or ``b``, if it was drawn now.
        uncoloured: the boards without colours among others that have them: in a report, games that nobody
            played.
        by_hand: whether the arbiter paired the round, and not the system.
    """

    KIND: ClassVar[str] = "pair"

    pairs: Pairs
    byes: Byes
    coloured: Truth = True
    handicaps: Annotated[tuple[int, ...], Codec(_read_stones, list)] = ()
    initial_colour: Annotated[str, word("", "w", "b")] = ""
    uncoloured: Annotated[tuple[int, ...], Codec(_read_boards, list)] = ()
    by_hand: Truth = False

    def check(self) -> None:
        """Refuse stones of more or fewer boards than there are, and boards beyond the last.

        Raises:
            BadInput: so it is.
        """
        if len(self.handicaps) not in (0, len(self.pairs)):
            refuse("handicaps", list(self.handicaps), "stones from 0 to 99, for each board")
        if max(self.uncoloured, default=0) > len(self.pairs):
            refuse("uncoloured", list(self.uncoloured), f"boards from 1 to {len(self.pairs)}")

    def apply(self, state: State) -> None:
        """Add the next round."""
        at = len(state.rounds) + 1
        stones = self.handicaps or (0,) * len(self.pairs)
        games = (
            Pairing(
                white,
                black,
                handicap=handicap,
                coloured=self.coloured and board not in self.uncoloured,
                by_hand=self.by_hand,
            )
            for board, ((white, black), handicap) in enumerate(zip(self.pairs, stones, strict=True), 1)
        )
        round_ = Round(
            tuple(games),
            tuple(
                Bye(entrant, result, by_hand=self.by_hand and not result.requested)
                for entrant, result in self.byes
            ),
        )
        _check_once(state, at, round_)
        state.absences = state.absences_to_come()
        state.rounds.append(round_)
        state.numbered_rounds.append(None)
        _seat_teams(state, at, round_)
        if self.initial_colour:
            state.initial_colour = self.initial_colour  # type: ignore[assignment]

    def concern(self, state: State) -> Concern:
        at = len(state.rounds) + 1
        return Concern(
            worded("round {at} was paired", at=at),
            [("round", at), *([("colour",)] if self.initial_colour else [])],
        )

    def describe(self, state: State) -> str:
        at = len(state.rounds) + 1
        return worded("pair round {at} by hand", at=at) if self.by_hand else worded("pair round {at}", at=at)

    def weigh(self, state: State) -> Iterable[Finding]:
        if not self.by_hand:
            return ()
        everybody = [
            *(entrant for pair in self.pairs for entrant in pair),
            *(entrant for entrant, _ in self.byes),
        ]
        return seats_by_hand(self, len(state.rounds) + 1, everybody, state)

    def rounds_of(self, state: State) -> tuple[int, ...]:
        return (len(state.rounds) + 1,)


@dataclass(frozen=True)
class Unpaired(Event):
    """The pairing of the last round is taken back, with the results that it has.

    Args:
        round: the last that is paired.
    """

    KIND: ClassVar[str] = "unpair"

    round: RoundNumber

    def apply(self, state: State) -> None:
        """Take the last round back; those who were entered after its pairing are here for it."""
        if self.round != len(state.rounds) or not state.rounds:
            raise BadInput(f"round {self.round} is not the last that is paired", code="round.not-last")
        state.rounds.pop()
        state.numbered_rounds.pop()
        state.published -= {self.round}
        state.teams.take_back(self.round)
        state.reports = {place: sides for place, sides in state.reports.items() if place[0] != self.round}
        late = [entrant for entrant, entry in state.entrants.items() if entry.arrives > self.round]
        for entrant in late:
            state.entrants[entrant] = replace(state.entrants[entrant], arrives=self.round)

    def concern(self, state: State) -> Concern:
        return Concern(worded("round {round} was unpaired", round=self.round), [("round", self.round)])

    def describe(self, state: State) -> str:
        return worded("unpair round {at}", at=self.round)

    def weigh(self, state: State) -> Iterator[Finding]:
        yield Finding(self.KIND, "", round=self.round)
        if self.round in state.published:
            text = worded("the pairing was published")
            yield Finding("round.published", text, Severity.WARNING, round=self.round)


def _read_seats(key: str, value: Any) -> tuple[tuple[int, int, int], ...]:
    if not isinstance(value, list) or not all(isinstance(board, list) and len(board) == 3 for board in value):
        refuse(key, value, "a list of boards, each with White and Black")
    rows = [wholes_of(key, board, MOST_ENTRANTS) for board in value]
    return tuple((board, white, black) for board, white, black in rows)


@dataclass(frozen=True)
class BoardsSet(Event):
    """Boards and byes of a round are set by the arbiter's hand; the results of these boards are to come.

    Args:
        round: a round that is paired.
        boards: the boards that change, with White and Black by ``entrant``; the next number is a new board.
        byes: the participants who are now without an opponent, and what each bye brings. A participant on one
            of the boards loses the bye.
    """

    KIND: ClassVar[str] = "board"

    round: RoundNumber
    boards: Annotated[
        tuple[tuple[int, int, int], ...], Codec(_read_seats, lambda value: [list(board) for board in value])
    ]
    byes: Byes = ()

    def apply(self, state: State) -> None:
        """Set boards and byes by the arbiter's hand."""
        before = state.round_of(self.round)
        games = list(before.pairings)
        coloured = all(game.coloured for game in games)
        for board, white, black in self.boards:
            game = Pairing(white, black, coloured=coloured, by_hand=True)
            if board <= len(games):
                games[board - 1] = game
            elif board == len(games) + 1:
                games.append(game)
            else:
                raise _no_board(self.round, len(games), board)
        seated = {entrant for _, white, black in self.boards for entrant in (white, black)}
        state.check_entered(*seated)
        for entrant in seated:
            if state.entrants[entrant].arrives > self.round:
                # Such as a house player, who was entered after the pairing.
                state.entrants[entrant] = replace(state.entrants[entrant], arrives=self.round)
        free = {entrant for entrant, _ in self.byes}
        byes = [bye for bye in before.byes if bye.number not in seated | free]
        byes += [Bye(entrant, result, by_hand=True) for entrant, result in self.byes]
        after = Round(tuple(games), tuple(byes))
        _check_once(state, self.round, after)
        state.set_round(self.round, after)
        for board, _, _ in self.boards:
            state.teams.drop(self.round, board)
            state.reports.pop((self.round, board), None)
        _seat_teams(state, self.round, after)

    def concern(self, state: State) -> Concern:
        boards = [board for board, _, _ in self.boards]
        part = ("round", self.round)
        return Concern(
            worded_count(
                "board {boards} of round {round} was set by hand",
                "boards {boards} of round {round} were set by hand",
                len(boards),
                boards=", ".join(map(str, boards)),
                round=self.round,
            ),
            [
                *((*part, what, board) for board in boards for what in ("seats", "result")),
                *((*part, "bye", entrant) for entrant in self._entrants()),
            ],
            [*entries_of(self._entrants()), (*part, "published")],
        )

    def describe(self, state: State) -> str:
        lines = [
            worded("board {board}: {sides}", board=board, sides=seats(state, white, black))
            for board, white, black in self.boards
        ]
        lines += [bye_of(state, entrant, result) for entrant, result in self.byes]
        boards = lines[0]
        for line in lines[1:]:
            boards = worded("{first}; {second}", first=boards, second=line)
        return worded("round {at} by hand: {boards}", at=self.round, boards=boards)

    def weigh(self, state: State) -> Iterable[Finding]:
        return seats_by_hand(self, self.round, self._entrants(), state)

    def _entrants(self) -> list[int]:
        """Return the participants on the boards, and those with a bye."""
        seated = [entrant for _, white, black in self.boards for entrant in (white, black)]
        return [*seated, *(entrant for entrant, _ in self.byes)]


@dataclass(frozen=True)
class ByeGiven(Event):
    """What a round without an opponent brings is set, of a round that is paired.

    Args:
        entrant: a participant who is not on a board of the round.
        round: a round that is paired.
        result: the bye.
    """

    KIND: ClassVar[str] = "bye"

    entrant: EntrantId
    round: RoundNumber
    result: AnyBye

    def apply(self, state: State) -> None:
        """Set what a round without an opponent brings."""
        before = state.round_of(self.round)
        byes = [bye for bye in before.byes if bye.number != self.entrant]
        after = Round(before.pairings, (*byes, Bye(self.entrant, self.result, by_hand=True)))
        _check_once(state, self.round, after)
        state.set_round(self.round, after)

    def concern(self, state: State) -> Concern:
        return Concern(
            worded(
                "the bye of {name} in round {round} was set",
                name=name_of(state, self.entrant),
                round=self.round,
            ),
            [("round", self.round, "bye", self.entrant)],
            entries_of([self.entrant]),
        )

    def describe(self, state: State) -> str:
        bye = bye_of(state, self.entrant, self.result)
        return worded("round {at} by hand: {boards}", at=self.round, boards=bye)

    def weigh(self, state: State) -> Iterator[Finding]:
        before = [bye.result for bye in state.round_of(self.round).byes if bye.number == self.entrant]
        yield from seats_by_hand(self, self.round, [self.entrant], state)
        if Result.PAIRING_BYE in before:
            name = state.entrants[self.entrant].name
            text = worded("the pairing-allocated bye of {name} becomes another", name=name)
            yield Finding("bye.was-allocated", text, Severity.WARNING, "C.04.1, 3", round=self.round)


@dataclass(frozen=True)
class ResultEntered(Event):
    """A board's result is entered or corrected.

    Args:
        round: from 1.
        board: from 1.
        white: what White's line has.
        black: what Black's line has.
        points: of White and Black: discs, goals, IMPs, game points, where the result is one of points.
    """

    KIND: ClassVar[str] = "result"

    round: RoundNumber
    board: BoardNumber
    white: GameResult
    black: GameResult
    points: BothPoints | None = None

    def check(self) -> None:
        """Refuse results that are not possible together.

        Raises:
            BadInput: they are not.
        """
        check_possible(self.white, self.black, "White's result {} and Black's {}")

    def apply(self, state: State) -> None:
        """Enter or correct a result."""
        enter_results(state, [self])

    def concern(self, state: State) -> Concern:
        part = ("round", self.round)
        return Concern(
            worded(
                "the result of board {board} in round {round} was entered",
                board=self.board,
                round=self.round,
            ),
            [(*part, "result", self.board)],
            [(*part, "seats", self.board)],
        )

    def describe(self, state: State) -> str:
        game = state.round_of(self.round).pairings[self.board - 1]
        after = Pairing(game.white, game.black, self.white, self.black, self.points)
        return worded(
            "result of round {at}: board {board}: {sides}: {result}",
            at=self.round,
            board=self.board,
            sides=seats(state, game.white, game.black),
            result=written_result(state.plan.system, after) or worded("taken out"),
        )

    def weigh(self, state: State) -> Iterable[Finding]:
        """Say that a result is corrected; that of a whole match counts instead of those on its boards."""
        games = state.round_of(self.round).pairings
        if self.board > len(games):
            return ()
        game = games[self.board - 1]
        same = (game.white_result, game.black_result, game.points) == (self.white, self.black, self.points)
        if state.teams.results_of(self.round, self.board) or not (game.pending or same):
            return correction(self.round, state)
        return ()


def enter_results(state: State, events: Sequence[ResultEntered]) -> None:
    """Enter or correct results of one round, all of them or, where a board does not exist, none.

    Args:
        state: the tournament, which is changed.
        events: at least one, all of one round.

    Raises:
        BadInput: the round is not paired, or has no such board.
    """
    at = events[0].round
    before = state.round_of(at)
    for event in events:
        if event.board > len(before.pairings):
            raise _no_board(at, len(before.pairings), event.board)
    state.rounds[at - 1] = _with_results(before, events)
    numbered = state.numbered_rounds[at - 1]
    if numbered is not None:
        # A result changes no number: the round with the numbers of now takes it too.
        state.numbered_rounds[at - 1] = _with_results(numbered, events)
    for event in events:
        # The result of a whole match counts instead of those on its boards.
        state.teams.drop(at, event.board)
        state.reports.pop((at, event.board), None)


@dataclass(frozen=True)
class Published(Event):
    """A round's pairing is made known to the players.

    Args:
        round: a round that is paired.
    """

    KIND: ClassVar[str] = "publish"

    round: RoundNumber

    def apply(self, state: State) -> None:
        """Note that a round's pairing was made known."""
        state.round_of(self.round)
        state.published |= {self.round}

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("round {round} was published", round=self.round),
            [("round", self.round, "published")],
            [("round", self.round, "seats"), ("round", self.round, "bye")],
        )

    def describe(self, state: State) -> str:
        return worded("publish round {at}", at=self.round)


@dataclass(frozen=True)
class Finished(Event):
    """The tournament is over."""

    KIND: ClassVar[str] = "finish"

    def apply(self, state: State) -> None:
        """Note that the tournament is over."""
        state.finished = True

    def concern(self, state: State) -> Concern:
        return Concern(worded("the tournament was finished"), [("finished",)], [EVERYTHING])

    def describe(self, state: State) -> str:
        return worded("finish")

    def weigh(self, state: State) -> Iterator[Finding]:
        if len(state.rounds) < state.plan.rounds:
            text = worded_count(
                "{count} round planned, and {played} played",
                "{count} rounds planned, and {played} played",
                state.plan.rounds,
                played=len(state.rounds),
            )
            yield Finding("finish.early", text, Severity.WARNING)


def _seat_teams(state: State, at: int, round_: Round) -> None:
    """Seat the teams of a round that have players."""
    if state.teams.players:
        teams = [number for game in round_.pairings for number in (game.white, game.black)]
        state.teams.sit_down(at, teams, state.teams.boards(state.plan.settings))


def _with_results(round_: Round, events: Iterable[ResultEntered]) -> Round:
    games = list(round_.pairings)
    for event in events:
        games[event.board - 1] = replace(
            games[event.board - 1], white_result=event.white, black_result=event.black, points=event.points
        )
    return Round(tuple(games), round_.byes)


def _check_once(state: State, at: int, round_: Round) -> None:
    """Refuse a round that names a participant twice, or somebody whom nobody entered."""
    everybody = list(_everybody(round_))
    state.check_entered(*everybody)
    for entrant, times in Counter(everybody).items():
        if times > 1:
            raise BadInput(f"round {at} has the entrant {entrant} twice", code="round.entrant-twice")


def _everybody(round_: Round) -> Iterator[int]:
    for game in round_.pairings:
        yield game.white
        yield game.black
    for bye in round_.byes:
        yield bye.number


def _no_board(at: int, boards: int, board: int) -> BadInput:
    return BadInput(f"round {at} has {counted(boards, 'board')}, not {board}", code="board.unknown")
