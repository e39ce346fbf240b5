"""The editions of FIDE's rating regulations (B.02) as rows of data: standard chess, rapid and blitz."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from arpad.core import Edition

KRows = tuple[tuple[str, str], ...]
"""A K rule, row by row: a row of :class:`arpad.ratings.elo.k_factor.KRule`, and whom it is for, in words."""

K_8_3_3: KRows = (
    ("10 if peak>=2400", "has been rated 2400 or more"),
    (
        "40 if age<=18 and peak<2300",
        "until the end of the year of the 18th birthday, never rated 2300 or more",
    ),
    ("40 if games<30", "fewer than 30 rated games so far"),
    ("20", "has never been rated 2400 or more"),
)
"""8.3.3: the first row that holds, in the order that reproduces the published lists."""

K_OF_ALL: KRows = (("20", "the same for all before March 2024"),)
"""Rapid and blitz before March 2024."""


@dataclass(frozen=True, order=True)
class RatingEdition(Edition):
    """An edition of B.02: K by its rows, and the numbers in which editions differ or may come to differ.

    Args:
        k: the rows of the K-factor (8.3.3).
        most_k_times_games: what K times the games of a rating period may not exceed (8.3.3).
        cap: the largest difference in rating that counts (8.3.1).
        once: whether the cap helps a player in one game of a tournament only, the one with the greatest
            difference: in the others a lower rated opponent counts with the full difference.
        uncapped_from: the player's rating from which every difference counts in full; infinite for nobody.
        apart: the difference from which a game is not rated if a player is above ``apart_above``.
        apart_above: the rating above which that holds; infinite for nobody.
        initial_games: how many games against rated opponents make an initial rating (7.1.4).
        pooled_months: over how many consecutive monthly rating periods they are pooled (7.1.4).
        phantoms: how many draws are added to them (8.2.2); with none, a point above one half counts
            ``point_above_half`` points instead of its row of table 8.1.1.
        phantom_rating: the rating of the opponents in these draws.
        point_above_half: what a point above one half is worth where no draw is added: 20 for each half.
        highest_initial: the highest initial rating.
        lowest: the lowest rating that is published (7.1.4, 7.2.1).
    """

    k: KRows = K_8_3_3
    most_k_times_games: float = 700.0
    cap: float = 400.0
    once: bool = False
    uncapped_from: float = math.inf
    apart: float = math.inf
    apart_above: float = math.inf
    initial_games: float = 5.0
    pooled_months: float = 26.0
    phantoms: float = 2.0
    phantom_rating: float = 1800.0
    point_above_half: float = 40.0
    highest_initial: float = 2200.0
    lowest: float = 1400.0

    @property
    def numbers(self) -> tuple[float, ...]:
        """Its numbers as a row for kernels, in the order of the fields."""
        return tuple(float(getattr(self, field.name)) for field in fields(self)[OF_WORDS:])


OF_WORDS = 3
"""So many fields of an edition come before its numbers: day, name and rows of K."""

(
    MOST_K_TIMES_GAMES,
    CAP,
    ONCE,
    UNCAPPED_FROM,
    APART,
    APART_ABOVE,
    INITIAL_GAMES,
    POOLED_MONTHS,
    PHANTOMS,
    PHANTOM_RATING,
    POINT_ABOVE_HALF,
    HIGHEST_INITIAL,
    LOWEST,
) = range(len(fields(RatingEdition)) - OF_WORDS)
"""The places of the numbers in such a row."""


REFORM = date(2024, 3, 1)
"""The first day of the edition that is in force, amended since."""

OLDEST = RatingEdition(
    date(2017, 7, 1), "B.02 of 2017-07-01", phantoms=0.0, highest_initial=math.inf, lowest=1000.0
)
"""Before 2022: without the limit on the cap; the rest of it is taken from the edition of 2022."""

ARCHIVED = replace(OLDEST, since=date(2022, 1, 1), name="B.02 of 2022-01-01", once=True)
"""The archived edition; ratings of 1000 and more were published (7.1.4, and qc.fide.com of 2024-03-01)."""

EDITIONS = (
    OLDEST,
    ARCHIVED,
    RatingEdition(REFORM, "B.02 of 2024-03-01"),
    RatingEdition(date(2025, 10, 1), "B.02 as amended 2025-10-01", uncapped_from=2650.0),
)
"""From the oldest known to the newest; a code is a place in this list, and −1 is the newest."""

RAPID_EDITIONS = (
    replace(OLDEST, k=K_OF_ALL),
    replace(ARCHIVED, k=K_OF_ALL),
    RatingEdition(REFORM, "B.02 for rapid and blitz of 2024-03-01"),
    RatingEdition(
        date(2024, 12, 1),
        "B.02 for rapid and blitz as amended 2024-12-01",
        apart=600.0,
        apart_above=2600.0,
    ),
)
"""The same of rapid and blitz, which know no exemption from the cap, and before March 2024 one K for all."""


def codes(days: NDArray[np.datetime64], editions: Sequence[RatingEdition] = EDITIONS) -> NDArray[np.int8]:
    """Return the code of the edition in force on each day; of days before the oldest known one, its code."""
    since = np.array([edition.since for edition in editions], dtype="datetime64[D]")
    return np.maximum(np.searchsorted(since, days, side="right") - 1, 0).astype(np.int8)
