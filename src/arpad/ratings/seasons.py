"""Whether a record's events can be seasons, from each of which a rating is carried into the next."""

from __future__ import annotations

import numpy as np

from arpad.core import BadInput
from arpad.record import Games
from arpad.record.events import spans_of

REMEDY = "Name the column of the seasons as the event, or set carry to 1."


def check_seasons(games: Games, system: str, shortest: int) -> None:
    """Refuse events that are tournaments: a rating would be carried again and again.

    Args:
        games: the record, in order of time.
        system: what the rating system is called.
        shortest: the fewest days between the beginnings of two seasons; 0 where they may be of any length.

    Raises:
        BadInput: a player returns to an event after games of another one, or plays in two that begin too soon
            after each other.
    """
    if games.event is None or not len(games):
        return
    code = np.repeat(games.event.codes, 2).astype(np.int64)
    who = np.stack((games.first, games.second), axis=1).ravel()
    inside = code >= 0
    order = np.argsort(who[inside], kind="stable")
    who, code = who[inside][order], code[inside][order]
    new = np.ones(len(who), dtype=bool)
    new[1:] = (who[1:] != who[:-1]) | (code[1:] != code[:-1])
    who, code = who[new], code[new]  # per player the seasons, one after the other
    names, players = games.event.names, games.players.names
    told = f"{system} carries ratings from season to season, and"
    stays = np.lexsort((np.arange(len(who)), code, who))
    again = (np.diff(who[stays]) == 0) & (np.diff(code[stays]) == 0)
    if again.any():
        at = int(stays[1:][again].min())
        raise BadInput(
            f"{told} {players[who[at]]} returns to {names[code[at]]} after games of {names[code[at - 1]]}: "
            "these are tournaments, not seasons",
            remedy=REMEDY,
        )
    if not shortest or games.time is None or games.time.dtype.kind != "M":
        return
    first, _ = spans_of(games.event.codes, games.time.astype("datetime64[D]").astype(np.int64), len(names))
    begun = first[code]
    soon = (np.diff(who) == 0) & (np.diff(begun) < shortest)
    if soon.any():
        at = int(np.argmax(soon))
        raise BadInput(
            f"{told} {names[code[at + 1]]}, in which {players[who[at]]} plays, begins "
            f"{begun[at + 1] - begun[at]} days after {names[code[at]]}: these are tournaments, not seasons",
            remedy=REMEDY,
        )
