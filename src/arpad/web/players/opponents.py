"""The opponents of a player: the record against each, and a map of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from markupsafe import Markup

from arpad.core import Figure, worded, worded_count
from arpad.office.charts.chart import Caption
from arpad.office.charts.opponents import MapOpponent, opponents_map, reach
from arpad.office.pages.formatting import number
from arpad.office.pages.speaking import translated
from arpad.office.pools.careers import CareerGame
from arpad.office.pools.listing import Listing
from arpad.ratings.model import Rating
from arpad.tournament.tiebreaks.value import number_text as printed_points

CURVE = 32
"""Pieces of the line of the score that is expected."""


class Against(NamedTuple):
    """The record against an opponent.

    Args:
        opponent: the name.
        games: how many.
        won: how many of them.
        drawn: how many.
        lost: how many.
        score: the sum of the scores.
        expected: the sum of the expected scores.
        ahead: by how many points the opponent was rated higher, in the mean of the games.
    """

    opponent: str
    games: int
    won: int
    drawn: int
    lost: int
    score: float
    expected: float
    ahead: float


def record_against(played: Sequence[CareerGame]) -> list[Against]:
    """Return the record against each opponent, those met most often first, then by name."""
    met: dict[str, list[CareerGame]] = {}
    for game in played:
        met.setdefault(game.opponent, []).append(game)
    found = []
    for opponent, games in sorted(met.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        won, lost = sum(one.score > 0.5 for one in games), sum(one.score < 0.5 for one in games)
        found.append(
            Against(
                opponent,
                len(games),
                won,
                len(games) - won - lost,
                lost,
                math.fsum(one.score for one in games),
                math.fsum(one.expected for one in games),
                math.fsum(one.theirs - one.before for one in games) / len(games),
            )
        )
    return found


def drawn_map(found: Listing, name: str, own: Rating, against: Sequence[Against]) -> Markup | str:
    """Return the map of some opponents; nothing without any.

    Args:
        found: the list.
        name: of the player.
        own: the player's rating.
        against: the opponents, those met most often first.
    """
    if not against:
        return ""
    decimals = found.system.decimals
    met = [
        MapOpponent(one.opponent, one.ahead, one.score / one.games, one.games, _told(one, decimals))
        for one in against
    ]
    higher = sum(one.ahead > 0 for one in met)
    words = worded_count(
        "{count} opponent of {player}, by rating difference and by score; {higher} rated higher.",
        "{count} opponents of {player}, by rating difference and by score; {higher} rated higher.",
        len(met),
        player=name,
        higher=higher,
    )
    curve = _curve(found, own, reach(met))
    return opponents_map(
        met, curve, Caption("opponents-map", translated(worded("Map of the opponents")), translated(words))
    )


def _told(one: Against, decimals: int) -> str:
    """Return the score against an opponent and the rating difference, in words."""
    ahead = number(one.ahead, decimals)
    return translated(
        worded(
            "{score} of {games}, rating difference {ahead}",
            score=Figure(printed_points(Fraction(one.score))),
            games=one.games,
            ahead=Figure(f"+{ahead}" if one.ahead > 0 and ahead.strip("0.,") else ahead),
        )
    )


def _curve(found: Listing, own: Rating, far: float) -> list[tuple[float, float]]:
    """Return the score that the system expects now, by how much higher an opponent is rated."""
    usual = usual_deviation(found)
    other = replace(found.system.newcomer(), deviation=usual)
    return [
        (ahead, found.system.predict(own, replace(other, value=own.value + ahead), 0).expected)
        for ahead in np.linspace(-far, far, CURVE + 1).tolist()
    ]


def usual_deviation(found: Listing) -> float | None:
    """Return the deviation in the middle of those of the players; None where the system has none."""
    return None if found.deviation is None else float(np.median(found.deviation))
