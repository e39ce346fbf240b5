"""Ratings and games as they are typed on a command line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from arpad.cli.options import pairs_of
from arpad.core import BadInput, parse_score
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.parameters import LARGEST, span
from arpad.ratings.ranges import check_number

ATTRIBUTES = ("birth_year", "games", "peak", "elapsed")
"""What ``--attr`` may say of a player."""

NUMBER = re.compile(r"[-+]?(\d|\.\d)[^,;:]*|nan.*|[-+]?inf.*", re.IGNORECASE)


def begins_as_rating(word: str) -> bool:
    """Tell whether a word of a command line is a rating, if perhaps a bad one, and not a name."""
    return NUMBER.fullmatch(word) is not None


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"{text!r} is not {what}", remedy="Expected a number.")
    return value


def rating_of(text: str) -> Rating:
    """Read ``RATING[/DEVIATION[/VOLATILITY]]``.

    Raises:
        BadInput: it is none.
    """
    parts = text.split("/")
    if len(parts) > 3:
        raise BadInput(f"{text!r} is not a rating", remedy="Write it as RATING/DEVIATION/VOLATILITY.")
    words = ("a rating", "a deviation", "a volatility")
    values = [_number(part.strip(), word) for part, word in zip(parts, words, strict=False)]
    for name, value in zip(("rating", "deviation", "volatility"), values, strict=False):
        check_number(value, name, text)
    deviation, volatility = (*values[1:], None, None)[:2]
    return Rating(values[0], deviation, volatility)


def rating_with(
    value: float,
    deviation: float | None,
    volatility: float | None,
    attributes: Iterable[str],
    system_attributes: Sequence[str] = (),
) -> Rating:
    """Return the player's rating from ``--rating``, ``--deviation``, ``--volatility`` and ``--attr``.

    Args:
        value: the rating.
        deviation: the deviation, None where it is not given.
        volatility: the same of the volatility.
        attributes: ``NAME=NUMBER``.
        system_attributes: what the system asks of players beside :data:`ATTRIBUTES`.

    Raises:
        BadInput: an attribute is unknown, or a value is not a number that it can be.
    """
    for name, number in (("rating", value), ("deviation", deviation), ("volatility", volatility)):
        if number is not None:
            check_number(number, name, f"--{name}")
    given = {}
    for name, text in pairs_of(attributes, "--attr").items():
        if name not in (*ATTRIBUTES, *system_attributes):
            raise BadInput(
                f"--attr has no attribute {name!r}",
                remedy=f"Known: {', '.join((*ATTRIBUTES, *system_attributes))}.",
            )
        given[name] = _number(text, f"a number for {name}")
        if name in ATTRIBUTES:
            check_number(given[name], name, f"--attr {name}")
        elif not 0.0 <= given[name] <= LARGEST:
            raise BadInput(
                f"--attr {name} = {given[name]:g} is out of range", remedy=f"Expected {span(0.0, LARGEST)}."
            )
    rating = Rating(value, deviation, volatility, peak=given.get("peak"), elapsed=given.get("elapsed"))
    rating = replace(rating, attributes={name: given[name] for name in system_attributes if name in given})
    year = given.get("birth_year")
    return replace(rating, games=int(given.get("games", 0)), birth_year=None if year is None else int(year))


def encounters_of(text: str, on: date, par: float | None = None, *, points: bool = False) -> list[Encounter]:
    """Read games: ``RATING[/DEVIATION[/VOLATILITY]]:SCORE``, apart by blanks.

    Args:
        text: the games.
        on: their day.
        par: the even result, where results are a continuous quantity: a number is such a result then.
        points: the margin of victory counts: a score is what either side made, such as 24-10.

    Raises:
        BadInput: one is not of that form.
    """
    return [_encounter(part.rstrip(",;"), on, par, points) for part in text.split()]


def _encounter(text: str, on: date, par: float | None, points: bool) -> Encounter:
    opponent, colon, score = text.partition(":")
    if not (opponent and colon and score):
        raise BadInput(
            f"{text!r} is not a game", remedy="Write it as RATING:SCORE or RATING/DEVIATION:SCORE, 1613:0.5."
        )
    if par is not None and (result := _result(score)) is not None:
        won = 0.5 if result == par else float(result > par)
        return Encounter(rating_of(opponent), won, margin=result, on=on, facts={"result": result})
    if points:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)[-–](\d+(?:\.\d+)?)", score)
        if match is not None:
            margin = float(match[1]) - float(match[2])
            won = 0.5 if margin == 0.0 else float(margin > 0.0)
            least = min(float(match[1]), float(match[2]))
            return Encounter(rating_of(opponent), won, margin=margin, on=on, facts={"loser_points": least})
    return Encounter(rating_of(opponent), parse_score(score), on=on)


def _result(text: str) -> float | None:
    """Return a result that is a number, None for a word such as ``win``."""
    try:
        result = float(text)
    except ValueError:
        return None
    return result if math.isfinite(result) else None
