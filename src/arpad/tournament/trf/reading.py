"""From the lines to the tournament: rounds, byes, absences; and what contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arpad.core import BadInput, worded
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.model import Bye, Colour, Entrant, Pairing, Round, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result, possible
from arpad.tournament.trf.abnormal import of_players
from arpad.tournament.trf.blanks import blank_half_byes
from arpad.tournament.trf.encoded import type_of
from arpad.tournament.trf.fields import ReportLine
from arpad.tournament.trf.judge import Judge, written
from arpad.tournament.trf.named import check_participants
from arpad.tournament.trf.players import Cell, PlayerRow, columns, player_rows
from arpad.tournament.trf.records import RECORD_CODES, Records, records_of


@dataclass(frozen=True)
class TournamentReading:
    """A tournament, and what a lenient reading passed over."""

    tournament: Tournament
    warnings: tuple[BadInput, ...]


def read_player_tournament(
    lines: Iterable[ReportLine], *, lenient: bool, lenient_points: bool | None = None
) -> TournamentReading:
    """Make the tournament.

    Args:
        lines: the whole file.
        lenient: whether contradictions that can be passed over are; a player's blank rounds are half-point
            byes then if the points are those of the results and of half a point for each.
        lenient_points: whether points that do not fit the results are passed over; None for as ``lenient``.

    Raises:
        BadInput: with file, line and columns.
    """
    lines = tuple(lines)
    judge = Judge(lenient, lenient_points)
    # Behind the code stands a blank: "2024-01-05" is no list of tie-breaks (202).
    if not any(line.code in RECORD_CODES and not line.text[3:4].strip() for line in lines):
        raise BadInput(
            worded("this is not a tournament report"),
            file=lines[0].file if lines else None,
            remedy=worded(
                "A report has lines that begin with 012, 001 and other codes of TRF16 or TRF26; "
                "a table of results is rated, not paired."
            ),
        )
    records = records_of(lines)
    rows = player_rows(lines)
    if not records.teams:
        check_participants(lines, rows, judge)
    paired = paired_rounds(rows)
    requests = _requests(records, rows, paired)
    rounds = _rounds(rows, requests, paired, judge, records.points)
    if lenient and not records.teams and (blank := blank_half_byes(rows, requests, rounds, records, judge)):
        requests = {at: requests.get(at, {}) | blank.get(at, {}) for at in requests.keys() | blank.keys()}
        rounds = _rounds(rows, requests, paired, Judge(lenient), records.points)
    tournament = tournament_of(
        lines,
        # Of teams, those lines speak of the teams' numbers.
        replace(records, accelerations=[], prohibitions=[], adjustments=[]) if records.teams else records,
        entrants=tuple(_arrived(row, requests, paired) for row in rows.values()),
        rounds=rounds,
        points=records.points,
        absences=_absences(rows, requests, paired),
        adjustments=() if records.teams else tuple(_adjustments(records, rows)),
    )
    _check_points(tournament, rows, records, judge)
    return TournamentReading(tournament, tuple(judge.warnings))


def paired_rounds(rows: Mapping[int, PlayerRow]) -> int:
    """Return how many rounds are paired: in the last, somebody has an opponent, or everybody an entry.

    A bye of the pairing in a round of which others have nothing is one that was given ahead: it is paired
    with. Where everybody has a bye, nobody is left to be paired.
    """
    last = max((len(row.cells) for row in rows.values()), default=0)
    for at in range(last, 0, -1):
        cells = [row.cell(at) for row in rows.values()]
        if all(cells) or any(cell and cell.opponent for cell in cells):
            return at
    return 0


def tournament_of(
    lines: Sequence[ReportLine],
    records: Records,
    *,
    entrants: tuple[Entrant, ...],
    rounds: tuple[Round, ...],
    points: Points,
    absences: Mapping[int, Mapping[int, Result]],
    adjustments: tuple[Adjustment, ...],
    players: Tournament | None = None,
) -> Tournament:
    """Return the tournament of these rounds, with what the other lines say.

    Raises:
        BadInput: a round contradicts itself; with the file.
    """
    system, edition, settings = type_of(
        records.encoded_type, records.details.get("type", ""), bool(records.accelerations)
    )
    try:
        return Tournament(
            entrants=entrants,
            rounds=rounds,
            name=records.name,
            system=system,
            edition=edition,
            planned=records.planned,
            points=points,
            initial_colour=records.initial_colour or first_colour(rounds),
            accelerations=tuple(records.accelerations),
            prohibitions=tuple(records.prohibitions),
            absences=absences,
            tiebreaks=records.tiebreaks,
            settings=settings,
            details=records.details,
            adjustments=adjustments,
            players=players,
        )
    except BadInput as error:
        file = lines[0].file if lines else None
        raise BadInput(error.problem, file=file, remedy=error.remedy) from error


def _adjustments(records: Records, rows: Mapping[int, PlayerRow]) -> Iterator[Adjustment]:
    for line, adjustment in records.adjustments:
        check_numbers(line, adjustment, rows)
        yield of_players(line, adjustment)


def check_numbers(line: ReportLine, adjustment: Adjustment, participants: Mapping[int, Any]) -> None:
    """Refuse points set for a number that nobody has.

    Raises:
        BadInput: with file, line and columns.
    """
    for at, number in enumerate(adjustment.numbers):
        if number not in participants:
            raise line.bad(
                worded("points are given to number {number}, which no participant has", number=number),
                24 + 5 * at,
                27 + 5 * at,
            )


def _requests(records: Records, rows: Mapping[int, PlayerRow], paired: int) -> dict[int, dict[int, Result]]:
    """Return the byes that have lines of their own, by round and number."""
    byes: dict[int, dict[int, Result]] = {}
    if records.teams:
        # The numbers are the teams'.
        return byes
    for request in records.requests:
        if request.number not in rows:
            raise request.line.bad(
                worded("{number} has a bye, and no participant has that number", number=request.number)
            )
        at = request.at or paired + 1
        row = rows[request.number]
        cell = row.cell(at)
        if cell is not None and (cell.opponent or cell.result is not request.result):
            raise request.line.bad(
                worded(
                    "{number} has a bye in round {at} here, and something else in line {row}",
                    number=request.number,
                    at=at,
                    row=row.line.row,
                ),
                expected=worded("Correct one of them."),
            )
        if byes.setdefault(at, {}).setdefault(request.number, request.result) is not request.result:
            raise request.line.bad(
                worded("{number} has two different byes in round {at}", number=request.number, at=at)
            )
    return byes


def _rounds(
    rows: Mapping[int, PlayerRow],
    requests: Mapping[int, Mapping[int, Result]],
    paired: int,
    judge: Judge,
    points: Points,
) -> tuple[Round, ...]:
    scores = dict.fromkeys(rows, 0)
    worth = points.whole
    rounds = []
    arrived: set[int] = set()
    for at in range(1, paired + 1):
        games: list[Pairing] = []
        byes: dict[int, Result] = dict(requests.get(at, {}))
        arrived.update(byes)
        for number, row in rows.items():
            cell = row.cell(at)
            if cell is None:
                # A blank is a zero-point bye, of those who have come already.
                if number in arrived:
                    byes.setdefault(number, Result.ZERO_BYE)
                continue
            arrived.add(number)
            if not cell.opponent:
                byes[number] = cell.result
            elif (game := _game(rows, number, at, judge)) is not None:
                games.append(game)
        games.sort(key=lambda game: board_order(game, scores))
        order = sorted(byes.items(), key=lambda bye: (bye[1] is not Result.PAIRING_BYE, bye[0]))
        rounds.append(Round(tuple(games), tuple(Bye(number, result) for number, result in order)))
        for game in games:
            scores[game.white] += worth[game.white_result]
            scores[game.black] += worth[game.black_result]
        for number, result in byes.items():
            scores[number] += worth[result]
    return tuple(rounds)


def board_order(game: Pairing, scores: Mapping[int, Any]) -> tuple[Any, Any, int]:
    """Order boards as they are published (C.04.2), since the file does not number them."""
    white, black = scores[game.white], scores[game.black]
    higher = game.white if (-white, game.white) < (-black, game.black) else game.black
    return -max(white, black), -(white + black), higher


@dataclass(frozen=True)
class _GameLines:
    """What the lines of two players have for the game between them.

    Args:
        at: the round.
        row: the line that was looked at first.
        cell: what it has for the round.
        other_row: the opponent's line.
        other_cell: what that has for the round.
    """

    at: int
    row: PlayerRow
    cell: Cell
    other_row: PlayerRow
    other_cell: Cell


def _game(rows: Mapping[int, PlayerRow], number: int, at: int, judge: Judge) -> Pairing | None:
    """Return the game of a round, once: when the smaller of its two numbers is asked for."""
    lines = _game_lines(rows, number, at)
    row, cell, other_row, other_cell = lines.row, lines.cell, lines.other_row, lines.other_cell
    if number > cell.opponent:
        return None
    _check_colours(lines, judge)
    has_black = cell.colour == "b" or (not cell.colour and other_cell.colour == "w")
    white, black = (other_row, row) if has_black else (row, other_row)
    white_result, black_result = _game_results(lines, has_black, judge)
    coloured = bool(cell.colour or other_cell.colour)
    return Pairing(white.entrant.number, black.entrant.number, white_result, black_result, coloured=coloured)


def _game_lines(rows: Mapping[int, PlayerRow], number: int, at: int) -> _GameLines:
    """Return both lines of a player's game.

    Raises:
        BadInput: the opponent is the player, has no line, or names somebody else.
    """
    row = rows[number]
    cell = row.cell(at)
    assert cell is not None
    first, _ = columns(at)
    if cell.opponent == number:
        raise row.line.bad(
            worded("round {at} pairs {number} with itself", at=at, number=number), first, first + 3
        )
    other_row = rows.get(cell.opponent)
    if other_row is None:
        raise row.line.bad(
            worded("the opponent of round {at}, {opponent}, has no line", at=at, opponent=cell.opponent),
            first,
            first + 3,
        )
    other_cell = other_row.cell(at)
    if other_cell is None or other_cell.opponent != number:
        named = other_cell is not None and other_cell.opponent
        raise row.line.bad(
            worded(
                "round {at} pairs {number} with {opponent}, whose line {row} names {says}",
                at=at,
                number=number,
                opponent=cell.opponent,
                row=other_row.line.row,
                says=f"{named}" if named else worded("nobody"),
            ),
            first,
            first + 3,
            worded("Correct one of them."),
        )
    return _GameLines(at, row, cell, other_row, other_cell)


def _check_colours(lines: _GameLines, judge: Judge) -> None:
    cell, other_cell = lines.cell, lines.other_cell
    # The colour of a game that nobody played does not count (C.04.2, 3.4), and programs write what they like.
    if cell.result.forfeit and other_cell.result.forfeit:
        return
    if cell.colour and cell.colour == other_cell.colour:
        problem = worded(
            "{number} and {opponent} both have {colour} in round {at}",
            number=lines.row.entrant.number,
            opponent=cell.opponent,
            colour=worded("White") if cell.colour == "w" else worded("Black"),
            at=lines.at,
        )
    elif bool(cell.colour) != bool(other_cell.colour):
        problem = worded(
            "only one of {number} and {opponent} has a colour in round {at}",
            number=lines.row.entrant.number,
            opponent=cell.opponent,
            at=lines.at,
        )
    else:
        return
    column = columns(lines.at)[0] + 5
    remedy = worded("Correct this line or line {row}.", row=lines.other_row.line.row)
    judge(lines.row.line.bad(problem, column, column, remedy))


def _game_results(lines: _GameLines, has_black: bool, judge: Judge) -> tuple[Result, Result]:
    """Return White's result and Black's; where they cannot be those of one game, White's counts.

    Args:
        lines: of the game.
        has_black: whether the player of the line that was looked at first has Black.
        judge: takes results that contradict each other.
    """
    cell, other_cell = lines.cell, lines.other_cell
    white, black = (other_cell, cell) if has_black else (cell, other_cell)
    # Arbiters may let both players lose over the board too, or one of a drawn game.
    if possible(white.result, black.result):
        return white.result, black.result
    last = columns(lines.at)[1]
    judge(
        lines.row.line.bad(
            worded(
                "round {at} is {value!r} for {number}, and {other!r} for {opponent} in line {row}",
                at=lines.at,
                value=cell.result.value,
                number=lines.row.entrant.number,
                other=other_cell.result.value,
                opponent=cell.opponent,
                row=lines.other_row.line.row,
            ),
            last,
            last,
            worded("Correct one of them."),
        )
    )
    result = black.result.opposite() if white.result is Result.PENDING else white.result
    return result, result.opposite()


def _absences(
    rows: Mapping[int, PlayerRow], requests: Mapping[int, Mapping[int, Result]], paired: int
) -> dict[int, dict[int, Result]]:
    absences = {at: dict(byes) for at, byes in requests.items() if at > paired}
    for number, row in rows.items():
        for at, cell in enumerate(row.cells, 1):
            if at > paired and cell is not None:
                absences.setdefault(at, {})[number] = cell.result
    return {at: dict(sorted(byes.items())) for at, byes in sorted(absences.items())}


def _arrived(row: PlayerRow, requests: Mapping[int, Mapping[int, Result]], paired: int) -> Entrant:
    """Return a player with the round to arrive in: nothing at all stands for those before it."""
    number, at = row.entrant.number, 1
    while at <= paired and row.cell(at) is None and number not in requests.get(at, {}):
        at += 1
    return row.entrant if at == 1 else replace(row.entrant, arrives=at)


def first_colour(rounds: tuple[Round, ...]) -> Colour:
    """Return the colour of the highest ranked participant paired in round 1 (TRF26, 152); "" for none."""
    games = [game for game in (rounds[0].pairings if rounds else ()) if game.coloured]
    if not games:
        return ""
    first = min(games, key=lambda game: min(game.white, game.black))
    return "w" if first.white < first.black else "b"


def _check_points(
    tournament: Tournament, rows: Mapping[int, PlayerRow], records: Records, judge: Judge
) -> None:
    """Compare the points with the results: with or without the byes of the rounds to be paired.

    A player's bye, in a competition of teams, may be worth nothing to the player.
    """
    scores = tournament.scores()
    # Programs differ in whether the points have what was set by hand.
    plain = replace(tournament, adjustments=()).scores() if tournament.adjustments else scores
    worth = tournament.points.of
    unknown = records.unknown
    for number, row in rows.items():
        if row.points is None:
            continue
        total = scores[number]
        fits = {total, plain[number]}
        for byes in tournament.absences.values():
            if number in byes:
                total += worth(byes[number])
                fits.add(total)
        # A game still to come may count already, as a draw unless the file says otherwise (162, X).
        pending = sum(entry.result is Result.PENDING for entry in tournament.history[number])
        fits.update([value + pending * unknown for value in fits])
        if tournament.rounds and not tournament.rounds[-1].pairings:
            # Points of a round in which everybody has a bye may be counted only when it is over.
            fits.add(scores[number] - worth(tournament.history[number][-1].result))
        if records.teams:
            byes_worth = (worth(entry.result) for entry in tournament.history[number] if entry.result.bye)
            fits.add(scores[number] - sum(byes_worth))
        if row.points not in fits:
            points = written(row.points)
            problem = worded(
                "{number} has {found} points, and results worth {written}",
                number=number,
                found=points,
                written=written(scores[number]),
            )
            remedy = worded("Correct them, give the point system (162), or read leniently.")
            judge.of_points(row.line.bad(problem, 81, 84, remedy))
