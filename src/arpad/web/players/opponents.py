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
    by_opponent: dict[str, list[CareerGame]] = {}
    for game in played:
        by_opponent.setdefault(game.opponent, []).append(game)
    records = []
    for opponent, games in sorted(by_opponent.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        won, lost = sum(game.score > 0.5 for game in games), sum(game.score < 0.5 for game in games)
        records.append(
            Against(
                opponent,
                len(games),
                won,
                len(games) - won - lost,
                lost,
                math.fsum(game.score for game in games),
                math.fsum(game.expected for game in games),
                math.fsum(game.theirs - game.before for game in games) / len(games),
            )
        )
    return records


def drawn_map(listing: Listing, name: str, own: Rating, against: Sequence[Against]) -> Markup | str:
    """Return the map of some opponents; nothing without any.

    Args:
        listing: the list.
        name: of the player.
        own: the player's rating.
        against: the opponents, those met most often first.
    """
    if not against:
        return ""
    decimals = listing.system.decimals
    points = [
        MapOpponent(
            record.opponent,
            record.ahead,
            record.score / record.games,
            record.games,
            _words_against(record, decimals),
        )
        for record in against
    ]
    higher = sum(point.ahead > 0 for point in points)
    words = worded_count(
        "{count} opponent of {player}, by rating difference and by score; {higher} rated higher.",
        "{count} opponents of {player}, by rating difference and by score; {higher} rated higher.",
        len(points),
        player=name,
        higher=higher,
    )
    curve = _curve(listing, own, reach(points))
    return opponents_map(
        points, curve, Caption("opponents-map", translated(worded("Map of the opponents")), translated(words))
    )


def _words_against(record: Against, decimals: int) -> str:
    """Return the score against an opponent and the rating difference, in words."""
    ahead = number(record.ahead, decimals)
    return translated(
        worded(
            "{score} of {games}, rating difference {ahead}",
            score=Figure(printed_points(Fraction(record.score))),
            games=record.games,
            ahead=Figure(f"+{ahead}" if record.ahead > 0 and ahead.strip("0.,") else ahead),
        )
    )


def _curve(listing: Listing, own: Rating, far: float) -> list[tuple[float, float]]:
    """Return the score that the system expects now, by how much higher an opponent is rated."""
    usual = usual_deviation(listing)
    other = replace(listing.system.newcomer(), deviation=usual)
    return [
        (ahead, listing.system.predict(own, replace(other, value=own.value + ahead), 0).expected)
        for ahead in np.linspace(-far, far, CURVE + 1).tolist()
    ]


def usual_deviation(listing: Listing) -> float | None:
    """Return the deviation in the middle of those of the players; None where the system has none."""
    return None if listing.deviation is None else float(np.median(listing.deviation))
