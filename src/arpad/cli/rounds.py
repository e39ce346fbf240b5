"""A round of a tournament as lines for a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.core import counted
from arpad.rulebooks.pairing_catalogue import names_black_first, side_headings, written_result
from arpad.tournament.boards import Board, boards_of_match
from arpad.tournament.entry import halves
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

if TYPE_CHECKING:
    from arpad.cli.tables import TextTable

KINDS = {
    Result.PAIRING_BYE: "pairing",
    Result.HALF_BYE: "half",
    Result.FULL_BYE: "full",
}
"""What kinds of byes are called in JSON; others are ``away`` or ``free``."""

WORDS = {Result.PAIRING_BYE: "bye", Result.HALF_BYE: "half-point bye", Result.FULL_BYE: "full-point bye"}
"""What byes are called in print."""


def show_round(tournament: Tournament, at: int, as_json: bool) -> None:
    """Print a round by board, with its results so far; below a match of teams its boards."""
    if not as_json:
        click.echo(f"Round {at}")
        for line in all_lines(tournament, at):
            click.echo(line)
        return
    from arpad.cli.tables import as_json as print_json

    print_json(round_as_dict(tournament, at))


def round_as_dict(tournament: Tournament, at: int) -> dict[str, Any]:
    """Return a round as JSON has it.

    Args:
        tournament: the tournament.
        at: a round that is paired.

    Returns:
        ``round``; ``pairs``: for each board its number, who has Black and White (who moves first is named
        first), their pairing numbers and their points before the round, stones given, of a match of teams
        its ``boards``, the result in the order of the board, null while it is to come, and ``by``: ``hand``
        where the arbiter set the board, else ``system``; ``byes``: the participants without an opponent, of
        what ``kind`` the bye is, the points that it brings, and ``by``.
    """
    round_ = tournament.rounds[at - 1]
    by_number, scores = tournament.by_number, tournament.scores(at - 1)
    sides = ("black", "white") if names_black_first(tournament.system) else ("white", "black")
    away = tournament.absent(at)
    pairs: list[dict[str, Any]] = []
    for board, game in enumerate(round_.pairings, 1):
        row: dict[str, Any] = {"board": board}
        number = {"white": game.white, "black": game.black}
        row |= {side: by_number[number[side]].name for side in sides}
        row |= {f"{side}_number": number[side] for side in sides}
        row |= {f"{side}_points": float(scores[number[side]]) for side in sides}
        if game.handicap:
            row["handicap"] = game.handicap
        if boards := boards_as_dict(tournament, at, board):
            row["boards"] = boards
        result = written_result(tournament.system, game) or None
        pairs.append(row | {"result": result, "by": _by(game.by_hand)})
    byes = [
        {
            "name": by_number[bye.number].name,
            "number": bye.number,
            "points": float(tournament.gained(bye.number, at)),
            "kind": KINDS.get(bye.result, "away" if bye.number in away else "free"),
            "by": _by(bye.by_hand),
        }
        for bye in round_.byes
    ]
    mentioned = {bye.number for bye in round_.byes} | {
        n for game in round_.pairings for n in (game.white, game.black)
    }
    byes += [
        {"name": by_number[number].name, "number": number, "points": 0.0, "kind": "away", "by": _by(False)}
        for number in by_number
        if number not in mentioned and by_number[number].arrives <= at
    ]
    return {"round": at, "pairs": pairs, "byes": byes}


def _by(by_hand: bool) -> str:
    return "hand" if by_hand else "system"


HAND = "  (by hand)"
"""What stands behind a board or bye that the arbiter set."""


def lines(tournament: Tournament, at: int) -> list[str]:
    """Return a round by board, with its results so far, and who had no opponent."""
    from arpad.cli.tables import padded, shown

    round_ = tournament.rounds[at - 1]
    names = {number: entrant.name for number, entrant in tournament.by_number.items()}
    black_first = names_black_first(tournament.system)
    names = {number: shown(name) for number, name in names.items()}
    widest = _widest(tournament, at)
    shown_lines = []
    for board, game in enumerate(round_.pairings, 1):
        first, second = (game.black, game.white) if black_first else (game.white, game.black)
        result = written_result(tournament.system, game)
        scored = f"  {result}" if result else ""
        stones = f"  {counted(game.handicap, 'stone')}" if game.handicap else ""
        both = f"{padded(names[first], widest)} – {padded(names[second], widest)}"
        shown_lines.append(f"{board:3d}  {both}{stones}{scored}{HAND * game.by_hand}".rstrip())
    away = tournament.absent(at)
    shown_lines += [
        # Formats leave people free who are there: who waits in a bracket, or the odd one of a group.
        f"     {names[bye.number]}: {WORDS.get(bye.result, 'away' if bye.number in away else 'free')}"
        f"{HAND * bye.by_hand}"
        for bye in round_.byes
    ]
    return shown_lines


def pairing_table(tournament: Tournament, at: int) -> TextTable:
    """Return a round that has no results yet as a table: boards with numbers, names and points before it."""
    from arpad.cli.tables import Column, TextTable

    round_ = tournament.rounds[at - 1]
    scores = tournament.scores(at - 1)
    black_first = names_black_first(tournament.system)
    columns = [Column("board", "right")]
    for side in side_headings(tournament, at):
        columns += [Column("no.", "right"), Column(side, shrinks=True)]
        columns += [Column("points", "right", spare=1)] * (at > 1)
    stones = any(game.handicap for game in round_.pairings)
    rows = []
    for board, game in enumerate(round_.pairings, 1):
        row = [str(board)]
        for number in (game.black, game.white) if black_first else (game.white, game.black):
            row += [str(number), tournament.by_number[number].name]
            row += [halves(scores[number])] * (at > 1)
        rows.append(row + [str(game.handicap or "")] * stones)
    return TextTable([*columns, *[Column("stones", "right")] * stones], rows)


def free_lines(tournament: Tournament, at: int) -> list[str]:
    """Return who has no opponent in a round, with the number, and why."""
    away = tournament.absent(at)
    return [
        f"{tournament.named(bye.number)}: {WORDS.get(bye.result, 'away' if bye.number in away else 'free')}"
        for bye in tournament.rounds[at - 1].byes
    ]


def _widest(tournament: Tournament, at: int) -> int:
    """Return how many columns of the terminal the names of a list of boards take, and its headings."""
    from arpad.cli.tables import shown, width

    called = [shown(entrant.name) for entrant in tournament.entrants]
    return max(width(text) for text in (*called, *side_headings(tournament, at)))


def _heading(tournament: Tournament, at: int) -> list[str]:
    """Return the line above a list of boards that says who has which colour.

    There is none where nobody has a colour, and above matches of teams, whose boards say it each.
    """
    from arpad.cli.tables import padded

    if tournament.players is not None or not any(
        game.coloured for game in tournament.rounds[at - 1].pairings
    ):
        return []
    first, second = side_headings(tournament, at)
    return [f"     {padded(first, _widest(tournament, at))}   {second}"]


def all_lines(tournament: Tournament, at: int) -> list[str]:
    """Return a round by board as :func:`lines` does, headed by the colours; below a match its boards."""
    return _heading(tournament, at) + [
        line
        for board, match in enumerate(lines(tournament, at), 1)
        for line in (match, *board_lines(tournament, at, board))
    ]


def board_lines(tournament: Tournament, at: int, match: int) -> list[str]:
    """Return the boards of a match for a terminal: both players with their colours, and the result."""
    from arpad.cli.tables import padded, width
    from arpad.tournament.boards import boards_of_match

    if match > len(tournament.rounds[at - 1].pairings):
        return []
    boards = boards_of_match(tournament, at, match)
    names = [[_sitting(tournament, board, side) for side in (0, 1)] for board in boards]
    widest = max((width(first) for first, _ in names), default=0)
    last = max((width(second) for _, second in names), default=0)
    both = [f"{padded(first, widest)} – {padded(second, last)}" for first, second in names]
    return [
        f"     {board.number:3d}  {players}  {board.text()}".rstrip()
        for board, players in zip(boards, both, strict=True)
    ]


def _sitting(tournament: Tournament, board: Board, side: int) -> str:
    number = board.players[side]
    if not number or tournament.players is None:
        return "nobody"
    colour = "w" if board.white_first == (side == 0) else "b"
    from arpad.cli.tables import shown

    return f"{shown(tournament.players.by_number[number].name)} ({colour})"


def boards_as_dict(tournament: Tournament, at: int, match: int) -> list[dict[str, Any]]:
    """Return the boards of a match for JSON; none where the players are not known.

    Each has its number, ``white`` and ``black`` with their numbers among the players (null for nobody),
    ``first``: the colour of the player of the team that is named first, and ``result``, White's first, null
    while it is to come.
    """
    rows = []
    for board in boards_of_match(tournament, at, match):
        row: dict[str, Any] = {"board": board.number}
        sides = board.players if board.white_first else board.players[::-1]
        for colour, number in zip(("white", "black"), sides, strict=True):
            players = tournament.players.by_number if tournament.players else {}
            row[colour] = players[number].name if number else None
            row[f"{colour}_number"] = number or None
        row["first"] = "white" if board.white_first else "black"
        row["result"] = board.text(by_colour=True) or None
        rows.append(row)
    return rows
