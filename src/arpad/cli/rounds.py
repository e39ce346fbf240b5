"""A round of a tournament as lines for a terminal, and as JSON."""

from __future__ import annotations

from typing import Any

import click

from arpad.core import counted
from arpad.rulebooks.pairing_catalogue import written_result
from arpad.tournament.model import Tournament
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
        first), their pairing numbers and their points before the round, stones given, the result in the
        order of the board, null while it is to come, and ``by``: ``hand`` where the arbiter set the board,
        else ``system``; ``byes``: the participants without an opponent, of what ``kind`` the bye is, the
        points that it brings, and ``by``.
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
        for bye in one.byes
    ]
    mentioned = {bye.number for bye in one.byes} | {
        n for game in one.pairings for n in (game.white, game.black)
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
    from arpad.cli.tables import padded, shown, width

    one = tournament.rounds[at - 1]
    names = {number: entrant.name for number, entrant in tournament.by_number.items()}
    black_first = _black_first(tournament)
    names = {number: shown(name) for number, name in names.items()}
    widest = max(map(width, names.values()), default=0)
    shown_lines = []
    for board, game in enumerate(one.pairings, 1):
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
        for bye in one.byes
    ]
    return shown_lines
