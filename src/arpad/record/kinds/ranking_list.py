"""A ranking list that arpad made, as the state from which rating goes on.

A list is known by its columns: ``rank``, ``player``, ``rating``, ``games`` and ``provisional``, as
:meth:`arpad.ratings.result.Ratings.table` names them. Whoever is on it goes into the next list, also without
a game in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.record.players import Attribute, Players

if TYPE_CHECKING:
    import polars as pl

COLUMNS = ("rank", "player", "rating", "games", "provisional")
"""The columns that every list has."""

SHOWN = (
    *("rank", "low", "high", "provisional", "best", "worst", "tier", "division"),
    *("joint_low", "joint_high", "quasi_deviation"),
    *("previous_rank", "places", "previous_rating", "change"),
)
"""What a list shows and the next list does not need: it follows from the other columns and the games."""

COUNTS = {"games": "listed_games", "wins": "listed_wins", "draws": "listed_draws", "losses": "listed_losses"}
"""Column of a list -> attribute: the games that the list counts. Those that a system's rules count have
columns of their own, :data:`KEPT`."""

KEPT = {
    "rated_games": "games",
    "rated_wins": "wins",
    "rated_draws": "draws",
    "rated_losses": "losses",
    "settled_rating": "rating",
    "settled_deviation": "deviation",
}
"""Column of a list -> attribute, where the two have different names."""

WORDS = ("id", "last_played", "season", "season_began", "performances", "initial_games")
"""Columns whose values are words, even where all of them look like numbers."""

OF_LISTS = (*COUNTS.values(), *WORDS, "games_before", "rested")
"""The attributes that every list may bring; a system's own are named by its ``state_columns``."""


def is_json_list(head: bytes) -> bool:
    """Tell whether a JSON text begins as a list that arpad made: its manifest, then its ``players``."""
    return head.lstrip().startswith(b'{"manifest":')


def is_list(columns: Sequence[str]) -> bool:
    """Tell whether columns are those of a list that arpad made."""
    return set(COLUMNS) <= set(columns)


def entering(names: Sequence[str], columns: Mapping[str, Attribute]) -> Players:
    """Return the players of a list as they enter the games after it.

    Args:
        names: the players.
        columns: the list's other columns, by their names.

    Raises:
        BadInput: ``last_played`` holds something that is not a day, a moment or a number.
    """
    known = {name: column for name, column in columns.items() if name not in SHOWN}
    for column, attribute in COUNTS.items():
        if column in known:
            known[attribute] = known.pop(column)
    for column, attribute in KEPT.items():
        if column in known:
            own = known.pop(column)
            shown = known.get(attribute)
            known[attribute] = own if shown is None else np.where(np.isnan(own), shown, own)
    players = Players(names, known, continued=True)
    if "games" not in known:
        games = players.number("listed_games", 0.0) + players.number("games_before", 0.0)
        players = players.with_attributes({"games": games})
    if "last_played" in known:
        since = known["last_played"]
        moments = _read_moments(names, since) if since.dtype == object else since
        players = players.with_attributes({"last_played": _attribute(moments)})
    return players


def moments_of(players: Players) -> NDArray[Any] | None:
    """Return when every player of a list last played; None without a list.

    ``datetime64[s]``, NaT where unknown; or float64, NaN where unknown, of numbered periods.
    """
    column = players.attributes.get("last_played") if players.continued else None
    if column is None or column.dtype != object:
        return column
    return np.array(
        [np.datetime64("NaT") if word is None else word for word in column], dtype="datetime64[s]"
    )


def _attribute(moments: NDArray[Any]) -> Attribute:
    """Return moments as an attribute holds them: ISO 8601 to the second, or numbers."""
    if moments.dtype.kind != "M":
        return moments.astype(np.float64)
    words = np.full(len(moments), None, dtype=object)
    there = np.flatnonzero(~np.isnat(moments))
    words[there] = [str(moment) for moment in moments[there].astype("datetime64[s]")]
    return words


def _read_moments(names: Sequence[str], words: Attribute) -> NDArray[Any]:
    """Return what a list says of when its players last played, as :func:`moments_of`.

    Raises:
        BadInput: a word is neither a time nor a number.
    """
    import polars as pl

    from arpad.record.cells.times import times

    there = np.flatnonzero(np.array([word is not None for word in words], dtype=bool))
    texts: pl.Series = pl.Series("last_played", [str(words[i]) for i in there], dtype=pl.String)
    found, check, _ = times(texts)
    if check.bad.any() and len(there):
        at = int(np.argmax(check.bad))
        raise BadInput(
            f"{texts[at]!r}, when {names[int(there[at])]} last played, cannot be read",
            remedy="Expected the column last_played as arpad wrote it.",
        )
    if found.dtype.kind == "M":
        moments: NDArray[Any] = np.full(len(words), np.datetime64("NaT"), dtype="datetime64[s]")
    else:
        moments = np.full(len(words), np.nan)
    moments[there] = found
    return moments
