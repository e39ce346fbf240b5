"""A round on paper: the pairings for the wall, who plays where, the results."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from arpad.core import worded
from arpad.office.desk.asking import round_of
from arpad.office.pages.event_tables import without_game
from arpad.office.reports.heading import boards_named, of_round, points_column, report_of
from arpad.office.reports.table import Cell, Report, ReportColumn, ReportTable
from arpad.rulebooks.pairing_catalogue import names_black_first, side_headings, written_result
from arpad.rulebooks.standings import by_points
from arpad.tournament.boards import boards_of_match
from arpad.tournament.model import Entrant, Tournament

BOARD = ReportColumn("board", "Bd", "right", "board")
RESULT = ReportColumn("result", "Result", "centre")
BY = ReportColumn("by", "By", "centre", "who made the pairing, where the system did not", optional=True)
STONES = ReportColumn("handicap", "Stones", "right", "stones given to Black", optional=True)

EntrantColumn: TypeAlias = tuple[ReportColumn, Callable[[Entrant], Cell]]
"""A column about a player, and what it holds."""

BEFORE = "points before the round"

HAND = "hand"
"""What stands beside a pairing that the arbiter has made."""

BY_HAND = worded("“hand” marks what the arbiter has set by hand.")


def pairings(tournament: Tournament, at: int | None = None) -> Report:
    """Return the pairings of a round for the wall: boards, players, ratings, points before, results so far.

    Args:
        tournament: the tournament.
        at: the round; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired.
    """
    at, round_ = round_of(tournament, at)
    scores = tournament.scores(at - 1) if at > 1 and by_points(tournament) else {}
    tables = _tables(tournament, at, boards_of(tournament, at, scores=scores), scores)
    marked = any(game.by_hand for game in round_.pairings) or any(bye.by_hand for bye in round_.byes)
    notes = [BY_HAND] if marked else []
    return report_of(
        tournament, "pairings", of_round(worded("pairings"), tournament, at), tables, at=at, notes=notes
    )


def results(tournament: Tournament, at: int | None = None) -> Report:
    """Return the results of a round.

    Args:
        tournament: the tournament.
        at: the round; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired.
    """
    at, round_ = round_of(tournament, at)
    tables = _tables(tournament, at, boards_of(tournament, at, plain=True), {})
    notes = (
        [worded("Results to come: {boards}.", boards=boards_named(round_.pending))] if round_.pending else []
    )
    return report_of(
        tournament, "results", of_round(worded("results"), tournament, at), tables, at=at, notes=notes
    )


def _tables(
    tournament: Tournament, at: int, boards: ReportTable, scores: Mapping[int, Fraction]
) -> list[ReportTable]:
    """Return a round's boards, who has none, and the boards of matches."""
    tables = [replace(boards, key="boards"), _byes(tournament, at, scores)]
    if tournament.players is not None:
        tables.append(team_boards(tournament, at))
    return tables


def alphabet(tournament: Tournament, at: int | None = None) -> Report:
    """Return who plays where in a round: names by the alphabet, each with board, colour and opponent.

    Args:
        tournament: the tournament.
        at: the round; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired.
    """
    at, round_ = round_of(tournament, at)
    by_number = tournament.by_number
    rows: list[tuple[Cell, ...]] = []
    for board, game in enumerate(round_.pairings, 1):
        colours = ("White", "Black") if game.coloured else (None, None)
        for own, other, colour in zip(
            (game.white, game.black), (game.black, game.white), colours, strict=True
        ):
            rows.append((by_number[own].name, own, board, colour, by_number[other].name, other, None))
    for bye in round_.byes:
        word = without_game(tournament, bye.number, at, bye.result)
        rows.append((by_number[bye.number].name, bye.number, None, None, None, None, word))
    columns = (
        ReportColumn("name", "Name", name=True),
        ReportColumn("number", "No.", "right"),
        BOARD,
        ReportColumn("colour", "Colour", optional=True),
        ReportColumn("opponent", "Opponent", name=True),
        ReportColumn("opponent_number", "No.", "right"),
        ReportColumn("bye", "", optional=True),
    )
    table = ReportTable(columns, sorted(rows, key=lambda row: (_alphabetical(str(row[0])), row[1])))
    return report_of(
        tournament, "alphabet", of_round(worded("who plays where"), tournament, at), [table], at=at
    )


def boards_of(
    tournament: Tournament, at: int, *, plain: bool = False, scores: Mapping[int, Fraction] | None = None
) -> ReportTable:
    """Return the boards of a round: one side, the result, and the other side in mirrored order.

    Args:
        tournament: the tournament.
        at: the round.
        plain: whether numbers and names are all that stands there of the players.
        scores: the points before the round; None for no points.
    """
    games = tournament.rounds[at - 1].pairings
    black_first = names_black_first(tournament.system)
    keys = ("black", "white") if black_first else ("white", "black")
    sides = [
        _side(tournament, key, heading, plain, scores or {})
        for key, heading in zip(keys, side_headings(tournament, at), strict=True)
    ]
    first = [*sides[0].numbers, *sides[0].names, *sides[0].facts]
    second = [*reversed(sides[1].facts), *sides[1].names, *sides[1].numbers]
    rows: list[list[Cell]] = []
    for board, game in enumerate(games, 1):
        numbers = (game.black, game.white) if black_first else (game.white, game.black)
        left, right = (tournament.by_number[number] for number in numbers)
        row: list[Cell] = [board, HAND if game.by_hand else None]
        row += [read(left) for _, read in first]
        row += [written_result(tournament.system, game) or None, game.handicap or None]
        rows.append(row + [read(right) for _, read in second])
    columns = [BOARD, BY, *(column for column, _ in first), RESULT, STONES, *(column for column, _ in second)]
    return ReportTable(columns, rows)


class _Side(NamedTuple):
    """The columns of one side of the boards, from the outer ones to the inner ones."""

    numbers: Sequence[EntrantColumn]
    names: Sequence[EntrantColumn]
    facts: Sequence[EntrantColumn]


def _side(
    tournament: Tournament, key: str, heading: str, plain: bool, scores: Mapping[int, Fraction]
) -> _Side:
    """Return the columns of one side of the boards."""
    number: EntrantColumn = (ReportColumn(f"{key}_number", "No.", "right"), lambda entrant: entrant.number)
    title: EntrantColumn = (
        ReportColumn(f"{key}_title", "", optional=True),
        lambda entrant: entrant.title or None,
    )
    name: EntrantColumn = (ReportColumn(key, heading, name=True), lambda entrant: entrant.name)
    if plain:
        return _Side([number], [name], [])
    facts: list[EntrantColumn] = [
        (
            ReportColumn(f"{key}_rating", "Rating", "right", optional=True),
            lambda entrant: entrant.rating or None,
        ),
        (
            ReportColumn(f"{key}_grade", "Grade", "right", optional=True),
            lambda entrant: entrant.grade or None,
        ),
        (
            points_column(tournament, f"{key}_points", "Pts", BEFORE),
            lambda entrant: scores.get(entrant.number),
        ),
    ]
    return _Side([number], [title, name], facts)


def _byes(tournament: Tournament, at: int, scores: Mapping[int, Fraction]) -> ReportTable:
    """Return the participants without a game in a round."""
    columns = (
        ReportColumn("number", "No.", "right"),
        ReportColumn("name", "Without a game", name=True),
        points_column(tournament, "points", "Pts", BEFORE),
        ReportColumn("bye", "Bye"),
        points_column(tournament, "gained"),
        BY,
    )
    rows = [
        (
            bye.number,
            tournament.by_number[bye.number].name,
            scores.get(bye.number),
            without_game(tournament, bye.number, at, bye.result),
            tournament.gained(bye.number, at),
            HAND if bye.by_hand else None,
        )
        for bye in tournament.rounds[at - 1].byes
    ]
    return ReportTable(columns, rows, key="byes")


def team_boards(tournament: Tournament, at: int) -> ReportTable:
    """Return the boards of the matches of teams, also those at which one player has nobody opposite."""
    rows: list[tuple[Cell, ...]] = []
    for match, pairing in enumerate(tournament.rounds[at - 1].pairings, 1):
        for board in boards_of_match(tournament, at, match):
            sides = list(zip((pairing.white, pairing.black), board.players, strict=True))
            white, black = (_seated(tournament, *seat) for seat in sides[:: 1 if board.white_first else -1])
            rows.append(
                (
                    f"{match}.{board.number}",
                    HAND if pairing.by_hand else None,
                    *white,
                    board.text(by_colour=True) or None,
                    *black[1:],
                    black[0],
                )
            )
    columns = (
        ReportColumn("board", "Bd", "right", "match and board"),
        BY,
        ReportColumn("white_team", "Team", name=True),
        ReportColumn("white", "White", name=True),
        ReportColumn("white_rating", "Rating", "right", optional=True),
        RESULT,
        ReportColumn("black", "Black", name=True),
        ReportColumn("black_rating", "Rating", "right", optional=True),
        ReportColumn("black_team", "Team", name=True),
    )
    return ReportTable(columns, rows, key="games", heading="Boards")


def _seated(tournament: Tournament, team: int, player: int) -> tuple[str, str | None, int | None]:
    """Return the team, the name and the rating of who sits at a board; no name for nobody."""
    name = tournament.by_number[team].name
    if not player or tournament.players is None:
        return name, None, None
    entrant = tournament.players.by_number[player]
    return name, entrant.name, entrant.rating or None


def _alphabetical(name: str) -> str:
    """Return a name as it is sorted: neither case nor accents count."""
    apart = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
