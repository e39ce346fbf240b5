"""A round as it is published: colours (C.04.3, 5), boards in order (C.04.2, 4), byes after them."""

from __future__ import annotations

from collections.abc import Iterable

from arpad.rulebooks.fide.pairing.common.colours import allocate
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState
from arpad.tournament.model import Bye, Pairing, Round


def published(state: PairingState, pairs: Iterable[tuple[PairingPlayer, PairingPlayer]]) -> Round:
    """Return the round.

    Boards go by the score of the higher ranked player, then by that of the other, then by the higher
    ranked's number; accelerations do not count.

    Args:
        state: before the round.
        pairs: the higher ranked for the pairing first.
    """
    games: list[tuple[tuple[int, int, int], Pairing]] = []
    for higher, lower in pairs:
        colour, _ = allocate(higher, lower, state.initial)
        white, black = (higher, lower) if colour == "w" else (lower, higher)
        first, second = sorted((higher, lower), key=lambda player: (-player.points, player.number))
        key = (-first.points, -second.points, first.number)
        games.append((key, Pairing(white.number, black.number)))
    games.sort(key=lambda game: game[0])
    numbers = {number for _, game in games for number in (game.white, game.black)}
    byes = [Bye(player.number) for player in state.players if player.number not in numbers]
    byes += [Bye(number, result) for number, result in sorted(state.away.items())]
    return Round(tuple(game for _, game in games), tuple(byes))
