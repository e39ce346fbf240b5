"""arpad: from results to ratings and ranking lists that everyone can trust and check.

>>> import arpad
>>> games = arpad.read_games("results.csv")            # doctest: +SKIP
>>> ratings = arpad.rate(games, arpad.Glicko2(tau=0.6), period="1mo")   # doctest: +SKIP
>>> ratings.table().head()                             # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad._version import __version__
from arpad.core.deferred import deferred

if TYPE_CHECKING:
    from arpad.core import ArpadError, Explanation
    from arpad.ratings.custom.system import custom_system
    from arpad.ratings.elo.system import Elo
    from arpad.ratings.explain import explain
    from arpad.ratings.glicko.glicko import Glicko
    from arpad.ratings.glicko.glicko2 import Glicko2
    from arpad.ratings.model import Encounter, Rating
    from arpad.ratings.rate import rate, rate_by_pool
    from arpad.ratings.result import Ratings
    from arpad.ratings.whatif import what_if
    from arpad.record import Games, Players
    from arpad.record.contests_file import read_contests
    from arpad.record.players_file import read_players
    from arpad.record.readers import read_games
    from arpad.record.survey import look
    from arpad.rulebooks.rating_catalogue import rating_system

_FACE = {
    "ArpadError": "arpad.core",
    "Elo": "arpad.ratings.elo.system",
    "Encounter": "arpad.ratings.model",
    "Explanation": "arpad.core",
    "Games": "arpad.record",
    "Glicko": "arpad.ratings.glicko.glicko",
    "Glicko2": "arpad.ratings.glicko.glicko2",
    "Players": "arpad.record",
    "Rating": "arpad.ratings.model",
    "Ratings": "arpad.ratings.result",
    "custom_system": "arpad.ratings.custom.system",
    "explain": "arpad.ratings.explain",
    "look": "arpad.record.survey",
    "rate": "arpad.ratings.rate",
    "rate_by_pool": "arpad.ratings.rate",
    "rating_system": "arpad.rulebooks.rating_catalogue",
    "read_contests": "arpad.record",
    "read_games": "arpad.record",
    "read_players": "arpad.record",
    "what_if": "arpad.ratings.whatif",
}
"""The public names, and the rooms they come from. A name is imported when it is first used."""

__all__ = [
    "ArpadError",
    "Elo",
    "Encounter",
    "Explanation",
    "Games",
    "Glicko",
    "Glicko2",
    "Players",
    "Rating",
    "Ratings",
    "__version__",
    "custom_system",
    "explain",
    "look",
    "rate",
    "rate_by_pool",
    "rating_system",
    "read_contests",
    "read_games",
    "read_players",
    "what_if",
]


__getattr__ = deferred(__name__, _FACE)


def __dir__() -> list[str]:
    return sorted(__all__)
