"""The weights by which OpenGotha compares pairs, as costs: what a pair falls short by.

Source: OpenGotha's pairing evaluation function, as its program computes it, and the weights of its rounds
that pairgoth (its successor in France) keeps. There the weights are added up and the matching of the greatest
sum is taken; here each term's cost is its greatest weight less its weight, so that the least sum is the same
round. Weights are whole numbers, cut off where OpenGotha cuts them off.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.rulebooks.go.lots import lots
from arpad.rulebooks.go.scores import GoField
from arpad.rulebooks.go.settings import GoSettings
from arpad.tournament.weighted import CostTerm, Ints

REMATCH = 5 * 10**14
CATEGORIES = 2 * 10**13
SCORE = 10**11
DRAWS = SCORE // 1000
SEEDING = SCORE // 20_000
SHARE = SEEDING // 5
"""How much of the seeding's weight chance may take in a seeding by lot."""

SOURCE = "OpenGotha, pairing evaluation function"


def concave(weight: int, x: NDArray[Any], k: float) -> Ints:
    """Return weight · (1 − x) · (1 + k · x), cut off: all at 0, none at 1, falling the faster the further."""
    return np.asarray(weight * (1.0 - x) * (1.0 + k * x)).astype(np.int64)


def score(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what groups apart cost; of different categories, all of it."""
    x = np.abs(field.group[i] - field.group[j]) / field.groups
    weight = concave(SCORE, np.minimum(x, 1.0), field.settings.k)
    return np.where(field.category[i] == field.category[j], SCORE - weight, SCORE)


def categories(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what categories apart cost."""
    x = np.abs(field.category[i] - field.category[j]) / field.categories
    return np.asarray(CATEGORIES - concave(CATEGORIES, x, field.settings.k))


def rematch(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what a second meeting costs."""
    return np.where(field.already_played[i, j], REMATCH, 0)


def draws(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what it costs to pair between groups, by who was drawn up or down before, and from where.

    Of five cases the weight is 0, 1, 2, 3 or 4 fifths: both were drawn the same way before; one was; nothing
    to say; it makes one of them good; it makes both good. The place in each group brings up to half a fifth.
    """
    apart = field.level[i] != field.level[j]
    swap = field.level[i] < field.level[j]
    upper, lower = np.where(swap, j, i), np.where(swap, i, j)
    up, down = field.drawn_up_down
    case = 2 - (down[upper] > 0).astype(np.int64) - (up[lower] > 0)
    case += (case != 0) & (up[upper] > 0) & (up[upper] > down[upper])
    case += (case != 0) & (down[lower] > 0) & (down[lower] > up[lower])
    if not field.settings.compensate:
        case = np.minimum(case, 2)
    fifth = DRAWS // 5
    weight = fifth * case + _seat(field, field.settings.draw_upper, fifth // 2)[upper]
    weight += _seat(field, field.settings.draw_lower, fifth // 2)[lower]
    if field.category.any():
        between = np.abs(field.category[i] - field.category[j])
        weight //= (between + 1) ** 4
    return np.where(apart, DRAWS - weight, DRAWS)


def _seat(field: GoField, side: str, weight: int) -> Ints:
    """Return by row what the place in the player's group brings."""
    seat, size = field.seats
    if side == "top":
        share = size - 1 - seat
    elif side == "middle":
        share = size - 1 - np.abs(2 * seat - size + 1)
    else:
        share = seat
    return np.asarray(weight * share // size)


def seeding(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what it costs, within a group, not to meet whom the places in it ask for."""
    settings = field.settings
    early = field.round <= settings.early_rounds
    system = settings.seeding_early if early else settings.seeding_late
    seat, size = field.seats
    a, b, g = seat[i], seat[j], size[i]
    if system == "random":
        halves = (2 * a < g) != (2 * b < g)
        short = np.where(halves, lots(field, i, j, SHARE), SEEDING)
    else:
        slip = system == "slip"
        off, most = (np.abs(2 * np.abs(a - b) - g), g) if slip else (np.abs(a + b - (g - 1)), g - 1)
        most = np.maximum(most, 1)
        short = SEEDING * off // most * off // most
    return np.where(field.level[i] == field.level[j], short, SEEDING)


def random(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return a cost by chance, as much as the organiser wants."""
    return np.asarray(field.settings.random - lots(field, i, j, field.settings.random))


def colours(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what colours cost, without handicap.

    Nothing if one had White more often and the other Black; half, if one is even and the other far from it.
    """
    a, b = field.even_colours[i], field.even_colours[j]
    half = ((a == 0) & (np.abs(b) >= 2)) | ((b == 0) & (np.abs(a) >= 2))
    most = field.settings.colour_weight
    weight = np.where(a * b < 0, most, np.where(half, most // 2, 0))
    return np.where(field.stones(i, j) == 0, most - weight, most)


def apart(field: GoField, i: Ints, j: Ints) -> Ints:
    """Return what a common club or country costs, less so for a player who is above the thresholds."""
    settings, groups = field.settings, field.groups
    country = np.where(
        field.federation[i] != field.federation[j], min(settings.country_steps / groups, 1.0), 0.0
    )
    club = np.where(_clubs_differ(field, i, j), min(settings.club_steps * 1.2 / groups, 1.0), 0.0)
    ratio = np.maximum(country, club) + np.minimum(country, club) / 2.0
    ratio = ratio + np.where(ratio > 0.0, 0.5 / groups, 0.0)
    most = settings.clubs
    nominal = np.minimum(SCORE - concave(most, ratio, settings.k), most)
    above = field.secure[i].astype(np.int64) + field.secure[j]
    weight = np.where(above == 2, most, np.where(above == 1, (nominal + most) // 2, nominal))
    return np.asarray(most - weight)


def _clubs_differ(field: GoField, i: Ints, j: Ints) -> NDArray[np.bool_]:
    return np.asarray((field.club[i] != field.club[j]) | (field.club[i] == 0))


def terms(settings: GoSettings) -> tuple[CostTerm[GoField], ...]:
    """Return the terms of the sum that a tournament's settings ask for."""
    chosen = [
        CostTerm("groups apart", 1, score),
        CostTerm("drawn up or down", 1, draws),
        CostTerm("seeding", 1, seeding),
    ]
    if settings.rematches == "avoid":
        chosen.insert(0, CostTerm("met before", 1, rematch))
    if settings.categories:
        chosen.append(CostTerm("categories apart", 1, categories))
    if settings.clubs:
        chosen.append(CostTerm("clubs and countries", 1, apart))
    if settings.colour_weight:
        chosen.append(CostTerm("colours", 1, colours))
    if settings.random:
        chosen.append(CostTerm("chance", 1, random))
    return tuple(chosen)
