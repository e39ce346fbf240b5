"""A round of a tournament as lines for a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arpad.core import counted

if TYPE_CHECKING:
    from fractions import Fraction

    from arpad.tournament import Round, Tournament


def _black_first(tournament: Tournament) -> bool:
    from arpad.rulebooks.pairings import SYSTEMS

    return tournament.system in SYSTEMS and SYSTEMS[tournament.system].black_first


def show_round(tournament: Tournament, at: int, as_json: bool) -> None:
    """Print a round by board, with its results so far."""
    if not as_json:
        click.echo(f"Round {at}")
        for line in lines(tournament, at):
            click.echo(line)
        return
    import json

    click.echo(
        json.dumps({"round": at, "pairs": _rows(tournament, tournament.rounds[at - 1])}, ensure_ascii=False)
    )


def _rows(tournament: Tournament, one: Round) -> list[dict[str, Any]]:
    from arpad.tournament import Result

    names = {number: entrant.name for number, entrant in tournament.by_number.items()}
    rows: list[dict[str, Any]] = [
        {"board": board, "black": names[game.black], "white": names[game.white]}
        | ({"handicap": game.handicap} if game.handicap else {})
        for board, game in enumerate(one.pairings, 1)
    ]
    free = [bye.number for bye in one.byes if bye.result is Result.PAIRING_BYE]
    return rows + [{"board": len(rows) + 1 + k, "black": names[number]} for k, number in enumerate(free)]


def _halves(points: Fraction) -> str:
    """Return points as they are typed: 2½ for five halves."""
    if points.denominator != 2:
        return str(points)
    return f"{points.numerator // 2 or ''}½"


def lines(tournament: Tournament, at: int) -> list[str]:
    """Return a round by board, with its results so far, and who had no opponent."""
    from arpad.cli.tables import padded, shown, width
    from arpad.tournament import Result

    one = tournament.rounds[at - 1]
    names = {number: entrant.name for number, entrant in tournament.by_number.items()}
    black_first = _black_first(tournament)
    names = {number: shown(name) for number, name in names.items()}
    widest = max(map(width, names.values()), default=0)
    shown_lines = []
    for board, game in enumerate(one.pairings, 1):
        sides = [(game.white, game.white_result), (game.black, game.black_result)]
        points = game.points
        if black_first:
            sides.reverse()
            points = None if points is None else (points[1], points[0])
        (first, won), (second, lost) = sides
        scored = ""
        if points is not None:
            scored = f"  {_halves(points[0])}-{_halves(points[1])}"
        elif not game.pending:
            said = {"=": "½", "D": "½", "W": "1", "L": "0"}
            dash = "" if won.forfeit else "-"
            scored = f"  {said.get(won.value, won.value)}{dash}{said.get(lost.value, lost.value)}"
        stones = f"  {counted(game.handicap, 'stone')}" if game.handicap else ""
        both = f"{padded(names[first], widest)} – {padded(names[second], widest)}"
        shown_lines.append(f"{board:3d}  {both}{stones}{scored}".rstrip())
    words = {Result.PAIRING_BYE: "bye", Result.HALF_BYE: "half-point bye", Result.FULL_BYE: "full-point bye"}
    away = tournament.absent(at)
    shown_lines += [
        # Formats leave people free who are there: who waits in a bracket, or the odd one of a group.
        f"     {names[bye.number]}: {words.get(bye.result, 'away' if bye.number in away else 'free')}"
        for bye in one.byes
    ]
    return shown_lines
