"""A round of a tournament as lines for a terminal, and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from arpad.core import counted
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.results import Result

KINDS = {
    Result.PAIRING_BYE: "pairing",
    Result.HALF_BYE: "half",
    Result.FULL_BYE: "full",
}
"""What kinds of byes are called in JSON; others are ``away`` or ``free``."""

WORDS = {Result.PAIRING_BYE: "bye", Result.HALF_BYE: "half-point bye", Result.FULL_BYE: "full-point bye"}
"""What byes are called in print."""


def _black_first(tournament: Tournament) -> bool:
    from arpad.rulebooks.pairing_catalogue import SYSTEMS

    return tournament.system in SYSTEMS and SYSTEMS[tournament.system].black_first


def show_round(tournament: Tournament, at: int, as_json: bool) -> None:
    """Print a round by board, with its results so far."""
    if not as_json:
        click.echo(f"Round {at}")
        for line in lines(tournament, at):
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
        first), their pairing numbers and their points before the round, stones given, and the result in the
        order of the board, null while it is to come; ``byes``: the participants without an opponent, of what
        ``kind`` the bye is, and the points that it brings.
    """
    one = tournament.rounds[at - 1]
    by_number, scores = tournament.by_number, tournament.scores(at - 1)
    sides = ("black", "white") if _black_first(tournament) else ("white", "black")
    away = tournament.absent(at)
    pairs: list[dict[str, Any]] = []
    for board, game in enumerate(one.pairings, 1):
        row: dict[str, Any] = {"board": board}
        number = {"white": game.white, "black": game.black}
        row |= {side: by_number[number[side]].name for side in sides}
        row |= {f"{side}_number": number[side] for side in sides}
        row |= {f"{side}_points": float(scores[number[side]]) for side in sides}
        if game.handicap:
            row["handicap"] = game.handicap
        pairs.append(row | {"result": result_text(game, _black_first(tournament)) or None})
    byes = [
        {
            "name": by_number[bye.number].name,
            "number": bye.number,
            "points": float(tournament.gained(bye.number, at)),
            "kind": KINDS.get(bye.result, "away" if bye.number in away else "free"),
        }
        for bye in one.byes
    ]
    mentioned = {bye.number for bye in one.byes} | {
        n for game in one.pairings for n in (game.white, game.black)
    }
    byes += [
        {"name": by_number[number].name, "number": number, "points": 0.0, "kind": "away"}
        for number in by_number
        if number not in mentioned and by_number[number].arrives <= at
    ]
    return {"round": at, "pairs": pairs, "byes": byes}


def result_text(game: Pairing, black_first: bool) -> str:
    """Return a board's result in the order in which the board is printed; nothing while it is to come."""
    sides = [game.white_result, game.black_result]
    points = game.points
    if black_first:
        sides.reverse()
        points = None if points is None else (points[1], points[0])
    if points is not None:
        return f"{_halves(points[0])}-{_halves(points[1])}"
    if game.pending:
        return ""
    won, lost = sides
    dash = "" if won.forfeit else "-"
    return f"{LETTERS.get(won.value, won.value)}{dash}{LETTERS.get(lost.value, lost.value)}"


LETTERS = {"=": "½", "D": "½", "W": "1", "L": "0"}
"""How results are printed that have another letter in a report."""


def _halves(points: Fraction) -> str:
    """Return points as they are typed: 2½ for five halves."""
    if points.denominator != 2:
        return str(points)
    return f"{points.numerator // 2 or ''}½"


def lines(tournament: Tournament, at: int) -> list[str]:
    """Return a round by board, with its results so far, and who had no opponent."""
    from arpad.cli.tables import padded, shown, width

    one = tournament.rounds[at - 1]
    names = {number: entrant.name for number, entrant in tournament.by_number.items()}
    black_first = _black_first(tournament)
    names = {number: shown(name) for number, name in names.items()}
    widest = max(map(width, names.values()), default=0)
    shown_lines = []
    for board, game in enumerate(one.pairings, 1):
        first, second = (game.black, game.white) if black_first else (game.white, game.black)
        result = result_text(game, black_first)
        scored = f"  {result}" if result else ""
        stones = f"  {counted(game.handicap, 'stone')}" if game.handicap else ""
        both = f"{padded(names[first], widest)} – {padded(names[second], widest)}"
        shown_lines.append(f"{board:3d}  {both}{stones}{scored}".rstrip())
    away = tournament.absent(at)
    shown_lines += [
        # Formats leave people free who are there: who waits in a bracket, or the odd one of a group.
        f"     {names[bye.number]}: {WORDS.get(bye.result, 'away' if bye.number in away else 'free')}"
        for bye in one.byes
    ]
    return shown_lines
