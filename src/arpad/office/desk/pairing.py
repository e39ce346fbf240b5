"""Pairings: by the system, and by the arbiter's hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arpad.core import BadInput, worded, worded_count
from arpad.office.desk.asking import entrant_of, round_of
from arpad.office.desk.numbering import numbering
from arpad.office.desk.results import ELIMINATION
from arpad.office.desk.teams import of_first_round
from arpad.office.events.breaches import breaches
from arpad.office.events.rounds import BoardsSet, RoundPaired, Unpaired
from arpad.office.hand_decisions import BYES
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.initial_colour import initial_colour
from arpad.rulebooks.pairing_catalogue import FIXED, system_of
from arpad.tournament.boards import boards_of_match
from arpad.tournament.model import Pairing, Round, Tournament
from arpad.tournament.results import Result


def pair(log: EventLog) -> EventLog:
    """Return the log with the next round paired, once all results of the last one are in.

    Before the first round the participants are numbered (see
    :func:`~arpad.office.desk.numbering.number_by_rating`), and the initial colour is drawn from the seed if
    it is not drawn yet; both are part of the act.

    Raises:
        BadInput: a result is missing, fewer than two take part, all rounds planned are paired, or the system
            cannot pair the round.
        NoLegalRound: the rules allow no pairing; it is no :class:`BadInput`.
    """
    numbers = numbering(log)
    ready = log if numbers is None else log.add(numbers)
    tournament = ready.tournament()
    _check_complete(tournament)
    _check_planned(tournament)
    round_ = _paired(tournament)
    games = at_fixed_boards(round_.pairings, tournament.fixed_boards)
    entrant = ready.by_number
    event = RoundPaired(
        pairs=tuple((entrant[game.white], entrant[game.black]) for game in games),
        byes=tuple((entrant[bye.number], bye.result) for bye in round_.byes),
        coloured=all(game.coloured for game in games),
        handicaps=tuple(game.handicap for game in games) if any(game.handicap for game in games) else (),
        initial_colour="" if tournament.initial_colour else initial_colour(tournament),
    )
    after = log.add(event) if numbers is None else log.add(numbers, event)
    findings = _of_pairing(after.tournament(), renumbered=numbers is not None)
    return after.saying([*findings, *of_first_round(after)])


def pair_by_hand(log: EventLog, boards: Sequence[tuple[int, int]], *, byes: Sequence[int] = ()) -> EventLog:
    """Return the log with the next round paired by the arbiter, such as where the rules allow no pairing.

    Args:
        log: so far.
        boards: White and Black of each board, by their pairing numbers; boards are numbered in this order.
        byes: the participants who get the pairing-allocated bye.

    Raises:
        BadInput: a result is missing, all rounds planned are paired, the format pairs its rounds itself, the
            participants are not numbered yet, nobody has one of the numbers, or one is named twice.
    """
    tournament = log.tournament()
    if tournament.system in FIXED:
        raise BadInput(
            worded("{system} fixes the pairings of all rounds in advance", system=tournament.system),
            code="pair.fixed-format",
        )
    if numbering(log) is not None:
        raise BadInput(
            "the participants are not numbered yet",
            code="pair.not-numbered",
            remedy="Number them first: boards are given by pairing numbers.",
        )
    _check_complete(tournament)
    _check_planned(tournament)
    seated = [number for pair in boards for number in pair] + list(byes)
    for number in seated:
        entrant_of(log, number)
        if seated.count(number) > 1:
            raise BadInput(
                worded("{who} is named twice", who=named(tournament, number)), code="round.entrant-twice"
            )
    if not boards:
        raise BadInput("no board is given: a round has at least one", code="round.no-boards")
    at = tournament.played + 1
    away = tournament.absent(at)
    entrant = log.by_number
    free = [(entrant[number], Result.PAIRING_BYE) for number in byes]
    free += [(entrant[number], result) for number, result in away.items() if number not in seated]
    after = log.add(
        RoundPaired(
            pairs=tuple((entrant[white], entrant[black]) for white, black in boards),
            byes=tuple(free),
            initial_colour="" if tournament.initial_colour else initial_colour(tournament),
            by_hand=True,
        )
    )
    updated = after.tournament()
    left_out = tuple(number for number in updated.by_number if number not in seated and number not in away)
    findings = []
    if left_out:
        findings.append(
            Finding(
                "pair.left-out",
                worded_count(
                    "{who} is here, and without a game or a bye",
                    "{who} are here, and without a game or a bye",
                    len(left_out),
                    who=named(updated, *left_out),
                ),
                Severity.WARNING,
                "C.04.1, 1",
                round=at,
                numbers=left_out,
            )
        )
    return after.saying(
        [*findings, *breaches(updated, at, updated.rounds[-1], seated), *of_first_round(after)]
    )


def _paired(tournament: Tournament) -> Round:
    """Return the next round as the system pairs it.

    Raises:
        BadInput: the format is over, or the entries or results are not what its rules need; with a code.
        NoLegalRound: the rules allow no pairing.
    """
    try:
        return system_of(tournament).pair(tournament).round
    except BadInput as error:
        if error.code != BadInput.CODE:
            raise
        raise BadInput(
            error.problem, article=error.article, remedy=error.remedy, code="pair.refused"
        ) from error


def _check_planned(tournament: Tournament) -> None:
    """Refuse to pair more rounds than are planned."""
    if tournament.planned and tournament.played >= tournament.planned:
        raise BadInput(
            worded_count(
                "{count} round planned, and all are paired",
                "{count} rounds planned, and all are paired",
                tournament.planned,
            ),
            code="rounds.all-paired",
        )


def _check_complete(tournament: Tournament) -> None:
    """Refuse to pair while results are missing, or fewer than two take part."""
    if tournament.rounds and tournament.rounds[-1].pending:
        pending = tournament.rounds[-1].pending
        raise BadInput(
            worded_count(
                "round {at} still lacks the result of board {boards}",
                "round {at} still lacks the results of boards {boards}",
                len(pending),
                at=tournament.played,
                boards=", ".join(map(str, pending)),
            ),
            code="pair.results-missing",
            remedy=worded_count("Enter it first.", "Enter them first.", len(pending)),
        )
    if len(tournament.entrants) < 2:
        raise BadInput(
            "a round needs at least two participants",
            code="pair.too-few",
            remedy="Enter the participants first.",
        )


def _of_pairing(tournament: Tournament, *, renumbered: bool) -> list[Finding]:
    """Return what is easily overlooked in a new round."""
    findings = []
    at = tournament.played
    if renumbered:
        findings.append(
            Finding("pair.renumbered", worded("the participants were numbered by rating"), round=at)
        )
    away = tournament.absent(at)
    for game in tournament.rounds[-1].pairings:
        for number in sorted({game.white, game.black} & away.keys()):
            text = worded(
                "{name} is away, and has a game by {system}",
                name=named(tournament, number),
                system=tournament.system,
            )
            findings.append(
                Finding(
                    "pair.away",
                    text,
                    Severity.WARNING,
                    follows=worded("Enter a forfeit"),
                    round=at,
                    numbers=(number,),
                )
            )
    return findings


def at_fixed_boards(games: Sequence[Pairing], boards: Mapping[int, int]) -> tuple[Pairing, ...]:
    """Return games in the order of the boards, those with fixed boards at their places.

    Of two participants with fixed boards who meet, the lower board counts; a board beyond the last is the
    last.
    """
    kept: dict[int, Pairing] = {}
    others = []
    for game in games:
        wanted = [boards[number] for number in (game.white, game.black) if number in boards]
        place = min((*wanted, len(games))) if wanted else 0
        while place in kept:
            place -= 1
        if place > 0:
            kept[place] = game
        else:
            others.append(game)
    rest = iter(others)
    return tuple(kept.get(place) or next(rest) for place in range(1, len(games) + 1))


def unpair(log: EventLog) -> EventLog:
    """Return the log without the last round: its pairing and its results are taken back.

    Raises:
        BadInput: no round is paired.
    """
    tournament = log.tournament()
    at, round_ = round_of(tournament, None)
    findings = []
    if entered := sum(_has_result(tournament, at, board) for board in range(1, len(round_.pairings) + 1)):
        text = worded_count(
            "{count} result of the round no longer counts",
            "{count} results of the round no longer count",
            entered,
        )
        findings.append(Finding("unpair.results", text, Severity.WARNING, round=at))
    if at in log.published:
        findings.append(_published(at))
    return log.add(Unpaired(at), findings=findings)


def _has_result(tournament: Tournament, at: int, board: int) -> bool:
    """Tell whether a board has a result, or of a match one of its boards."""
    if not tournament.rounds[at - 1].pairings[board - 1].pending:
        return True
    return any(
        match_board.occupied and not match_board.pending
        for match_board in boards_of_match(tournament, at, board)
    )


def _published(at: int) -> Finding:
    return Finding(
        "round.published",
        worded("the pairing was published"),
        Severity.WARNING,
        follows=worded("Tell the players, and publish the round again"),
        round=at,
    )


Seat = tuple[int, str]
"""A board, from 1, and ``white`` or ``black``."""


def set_board(log: EventLog, board: int, white: int, black: int, *, at: int | None = None) -> EventLog:
    """Return the log with a board of a round set by hand.

    The participants who are displaced take the places that are left: a seat at another board, or the bye.

    Args:
        log: so far.
        board: from 1; the next number after the last is a new board.
        white: the pairing number of White.
        black: that of Black.
        at: the round; None for the last.

    Raises:
        BadInput: there is no such round or board, nobody has one of the numbers, the board is so already, or
            a participant would be left alone at a board.
    """
    tournament = log.tournament()
    at, round_ = round_of(tournament, at)
    for number in (white, black):
        entrant_of(log, number)
    _check_board(tournament, at, board, white, black)
    seats, unseated = _seats_with_board(round_, board, white, black)
    # Whoever comes from a bye that was asked for leaves no bye to take but the round's own.
    after = _set(log, at, round_, seats, dict.fromkeys(unseated, Result.PAIRING_BYE))
    byes = {bye.number: bye.result for bye in round_.byes}
    bye_findings = [
        Finding(
            "board.bye-asked",
            worded(
                "{who} asked for a {bye} in this round, and plays",
                who=named(tournament, number),
                bye=worded(BYES[byes[number]]),
            ),
            Severity.WARNING,
            round=at,
            numbers=(number,),
        )
        for number in (white, black)
        if byes.get(number, Result.PAIRING_BYE) is not Result.PAIRING_BYE
    ]
    unseated_findings = [
        Finding(
            "board.displaced",
            worded(
                "{name} has no game now, and gets the pairing-allocated bye",
                name=named(tournament, number),
            ),
            round=at,
            numbers=(number,),
        )
        for number in unseated
    ]
    return after.saying([*after.findings, *bye_findings, *unseated_findings])


def _check_board(tournament: Tournament, at: int, board: int, white: int, black: int) -> None:
    """Refuse a pairing of a board that cannot be, or that the board has already.

    Raises:
        BadInput: it is such a pairing.
    """
    round_ = tournament.rounds[at - 1]
    if white == black:
        raise BadInput(
            worded("{who} plays against itself", who=named(tournament, white)), code="board.one-participant"
        )
    if not 1 <= board <= len(round_.pairings) + 1:
        raise BadInput(
            worded_count(
                "round {at} has {count} board, and no board {board}",
                "round {at} has {count} boards, and no board {board}",
                len(round_.pairings),
                at=at,
                board=board,
            ),
            code="board.unknown",
            remedy=worded("Board {next} would be a new board.", next=len(round_.pairings) + 1),
        )
    seats = _seats(round_)
    if seats.get(white) == (board, "white") and seats.get(black) == (board, "black"):
        raise BadInput(worded("board {board} already has this pairing", board=board), code="board.same")


def _seats_with_board(
    round_: Round, board: int, white: int, black: int
) -> tuple[dict[int, Seat], Sequence[int]]:
    """Return the seats of a round in which two play at a board, and who has no seat because of that.

    Whoever sat at the board takes the seat that one of the two leaves; there is none where that one comes
    from a bye.
    """
    before = _seats(round_)
    seats = dict(before)
    seats[white], seats[black] = (board, "white"), (board, "black")
    displaced = [
        number for number, (place, _) in before.items() if place == board and number not in (white, black)
    ]
    left = [
        before.get(number) for number in (white, black) if number not in before or before[number][0] != board
    ]
    unseated = []
    for number, seat in zip(displaced, left, strict=False):
        if seat is None:
            unseated.append(number)
            del seats[number]
        else:
            seats[number] = seat
    return seats, unseated


def swap_bye(log: EventLog, number: int, *, at: int | None = None) -> EventLog:
    """Return the log with the pairing-allocated bye given to another; who had it takes the seat.

    Args:
        log: so far.
        number: the participant who gets the bye.
        at: the round; None for the last.

    Raises:
        BadInput: the round is not paired, it has no such bye, nobody has the number, or the participant has
            no game in the round.
    """
    tournament = log.tournament()
    at, round_ = round_of(tournament, at)
    entrant_of(log, number)
    holder = next((bye.number for bye in round_.byes if bye.result is Result.PAIRING_BYE), None)
    if holder is None:
        raise BadInput(
            worded("round {at} has no pairing-allocated bye", at=at),
            code="bye.none",
            remedy="Enter a participant, such as a house player, and set a new board.",
        )
    seats = _seats(round_)
    if number not in seats:
        raise BadInput(
            worded("{who} has no game in round {at}", who=named(tournament, number), at=at),
            code="bye.no-game",
        )
    wanted = dict(seats)
    wanted[holder] = wanted.pop(number)
    return _set(log, at, round_, wanted, {number: Result.PAIRING_BYE})


def _seats(round_: Round) -> dict[int, Seat]:
    """Return the seat of every participant at a board."""
    return {
        number: (board, side)
        for board, game in enumerate(round_.pairings, 1)
        for number, side in ((game.white, "white"), (game.black, "black"))
    }


def _set(
    log: EventLog, at: int, round_: Round, wanted: Mapping[int, Seat], byes: Mapping[int, Result]
) -> EventLog:
    """Return the log with seats and byes of a round as they are wanted, and what is to be said about them."""
    tournament = log.tournament()
    taken: dict[int, dict[str, int]] = {}
    for number, (board, side) in wanted.items():
        taken.setdefault(board, {})[side] = number
    for board, sides in sorted(taken.items()):
        if len(sides) == 1:
            (alone,) = sides.values()
            raise BadInput(
                worded(
                    "{who} would be left alone at board {board}", who=named(tournament, alone), board=board
                ),
                code="board.lone",
                remedy="Set the board of both players, or give the bye first.",
            )
    before = _seats(round_)
    boards = sorted(
        {place[0] for number, place in wanted.items() if before.get(number) != place}
        | {board for number, (board, _) in before.items() if number not in wanted}
    )
    parted = _parted(tournament, round_, taken)
    entrant = log.by_number
    event = BoardsSet(
        at,
        tuple((board, entrant[taken[board]["white"]], entrant[taken[board]["black"]]) for board in boards),
        tuple((entrant[number], result) for number, result in byes.items()),
    )
    after = log.add(event)
    changed = after.tournament().rounds[at - 1]
    numbers = {number for board in boards for number in taken[board].values()} | set(byes)
    findings = [*breaches(after.tournament(), at, changed, numbers), *parted]
    cleared = [
        board for board in boards if board <= len(round_.pairings) and _has_result(tournament, at, board)
    ]
    if cleared:
        text = worded_count(
            "the result of board {boards} no longer counts",
            "the results of boards {boards} no longer count",
            len(cleared),
            boards=", ".join(map(str, cleared)),
        )
        findings.append(
            Finding(
                "board.result-cleared", text, Severity.WARNING, follows=worded("Enter it again"), round=at
            )
        )
    if at < tournament.played:
        text = worded("round {round} was paired before; its pairing stays as it is", round=at + 1)
        findings.append(Finding("round.later-paired", text, Severity.WARNING, round=at))
    if at in log.published:
        findings.append(_published(at))
    return after.saying(findings)


def _parted(tournament: Tournament, round_: Round, taken: Mapping[int, Mapping[str, int]]) -> list[Finding]:
    """Return what is to be said where two no longer meet whom a table has meet.

    Raises:
        BadInput: a bracket has them meet, from which nobody could go on.
    """
    if tournament.system not in FIXED:
        return []
    meet = {frozenset(sides.values()) for sides in taken.values()}
    apart = [game for game in round_.pairings if frozenset((game.white, game.black)) not in meet]
    if not apart:
        return []
    if tournament.system in ELIMINATION:
        raise BadInput(
            worded(
                "{system} pairs by its bracket: the opponents of a board cannot be set by hand",
                system=tournament.system,
            ),
            code="board.bracket",
            remedy="Exchange colours, enter a forfeit, or unpair the round and change the entries.",
        )
    return [
        Finding(
            "board.table",
            worded(
                "{who} meet in no other round of the table", who=named(tournament, game.white, game.black)
            ),
            Severity.WARNING,
            follows=worded("Set boards of later rounds by hand, too"),
            numbers=(game.white, game.black),
        )
        for game in apart
    ]
