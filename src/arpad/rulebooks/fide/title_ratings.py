"""The ratings that FIDE's titles ask for (B.01), and which of them lie between two ratings."""

from __future__ import annotations

from collections.abc import Mapping

from arpad.rulebooks.fide.norms import BY_RATING, NORMS

TITLE_RATINGS: Mapping[str, int] = {**{name: norm.rating for name, norm in NORMS.items()}, **BY_RATING}
"""Title → the rating that it asks for."""


def titles_between(before: float, after: float, *, women: bool) -> list[str]:
    """Return the titles whose rating is reached or lost from one rating to another, the highest rating first.

    Args:
        before: in points.
        after: in points.
        women: whether the titles for women count too.
    """
    low, high = sorted((before, after))
    crossed = [
        (rating, name)
        for name, rating in TITLE_RATINGS.items()
        if low < rating <= high and (women or not name.startswith("W"))
    ]
    return [name for _, name in sorted(crossed, key=lambda entry: (-entry[0], entry[1]))]
