"""Who is meant by a number, a name or the beginning of a name."""

from __future__ import annotations

from dataclasses import replace
from unicodedata import normalize

from arpad.core import BadInput, worded
from arpad.tournament.model import Tournament


def number_of(tournament: Tournament, participant: str | int) -> int:
    """Return a participant's number from the number or the name, or from how the name begins.

    Raises:
        BadInput: no participant is named so (``participant.unknown``), or several are
            (``participant.ambiguous``).
    """
    text = normalize("NFC", str(participant))
    if text.isdecimal() and int(text) in tournament.by_number:
        return int(text)
    names = {
        number: normalize("NFC", entrant.name).casefold() for number, entrant in tournament.by_number.items()
    }
    wanted = text.casefold().strip()
    numbers = [number for number, name in names.items() if name == wanted]
    numbers = numbers or [number for number, name in names.items() if wanted and name.startswith(wanted)]
    if len(numbers) == 1:
        return numbers[0]
    if not numbers:
        raise BadInput(
            worded("no participant is named {name!r}", name=text),
            code="participant.unknown",
            remedy="Give a number or a name of the tournament.",
        )
    raise BadInput(
        worded("{name!r} fits several participants", name=text),
        remedy=worded("Give one of the numbers {numbers}.", numbers=", ".join(map(str, numbers))),
        code="participant.ambiguous",
    )


def player_of(tournament: Tournament, player: str | int, team: int | None = None) -> int:
    """Return a player's number from the number or the name, or from how the name begins.

    Args:
        tournament: of teams.
        player: number or name.
        team: the pairing number of the player's team; None for any.

    Raises:
        BadInput: no player is named so, or several are.
    """
    players = tournament.players
    if players is None:
        raise BadInput(
            "no team has players", code="team.no-players", remedy="Enter the teams with their players."
        )
    if team is not None and not str(player).isdecimal():
        members = tournament.by_number[team].members
        of_team = tuple(entrant for entrant in players.entrants if entrant.number in members)
        players = replace(players, entrants=of_team, rounds=())
    return number_of(players, player)
