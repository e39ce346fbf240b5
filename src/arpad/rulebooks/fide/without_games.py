"""What happens to a rating without a game: the conversion of March 2024, and inactivity.

Source: FIDE's decision of December 2023 on J. Sonas, proposal of 2023-07-20, pages 10 and 11; B.02, 7.2.
"""

from __future__ import annotations

from datetime import date

from arpad.compiled.specialising import kernel
from arpad.ratings.elo.loop import to_whole

COMPRESSED_BELOW = 2000.0
"""Ratings below this one were raised on the list of 1 March 2024, all three lists alike."""

COMPRESSION = 0.4
"""By how much of what they lacked."""


@kernel
def converted(rating: float) -> float:
    """Return a rating of the list before 1 March 2024 as that list published it."""
    if rating >= COMPRESSED_BELOW:
        return rating
    return float(to_whole(rating + COMPRESSION * (COMPRESSED_BELOW - rating)))


def inactive(list_day: date, last_played: date | None) -> bool:
    """Tell whether a player counts as inactive on a list: no rated game in the year before it.

    Args:
        list_day: the day of the list.
        last_played: the day of the last rated game; None for none.
    """
    if last_played is None:
        return True
    leap = (list_day.month, list_day.day) == (2, 29)
    year_before = list_day.replace(year=list_day.year - 1, day=28 if leap else list_day.day)
    return last_played < year_before
