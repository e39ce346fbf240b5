"""The players of a list on the page of the list: a section of each, which a link opens without a script.

One page is loaded as a whole, so it has less of every player than a page of the player's own: all players of
the list share its room (:class:`SectionLimits`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.office.charts.figures import portrait
from arpad.office.pages.formatting import count
from arpad.office.pages.player_page import GAMES, UNFOLDED, Profile, profile
from arpad.ratings.result import Ratings

if TYPE_CHECKING:
    import polars as pl
    from markupsafe import Markup

KEY = "p-"
"""What the id of a section begins with."""

GAMES_OF_ALL, CHANGES_OF_ALL = 4_000, 300
"""How many games, and how many changes step by step, a page has room for."""

FEWEST = 5
"""How many games of a player are shown however many players there are."""

WHOLE = 100
"""Up to how many players each has a chart and the record against every opponent."""


@dataclass(frozen=True)
class SectionLimits:
    """How much a page has of each player.

    Args:
        games: the latest games.
        changes: the latest changes, step by step.
        whole: whether there is a chart, and the record against every opponent.
    """

    games: int
    changes: int
    whole: bool

    @classmethod
    def of(cls, players: int) -> SectionLimits:
        """Return the share of each of so many players."""
        share = max(1, players)
        games = max(FEWEST, min(GAMES, GAMES_OF_ALL // share))
        return cls(games, min(UNFOLDED, CHANGES_OF_ALL // share), players <= WHOLE)

    def less(self, games: int) -> bool:
        """Tell whether a page of the player's own has more, where somebody has played so many games."""
        return games > self.games or not self.whole

    def note(self, games: int) -> str:
        """Return what a reader has to know, where the most games that a player has played are these."""
        if not self.less(games):
            return (
                "Each name leads to the player: the chart, the games, the opponents and the latest changes."
            )
        return (
            f"Each name leads to the player, with the latest {count(self.games, 'game')} at most. In a "
            f"folder of pages each has up to {GAMES:,} games, a chart, the record against every opponent and "
            "the latest changes step by step."
        )


@dataclass(frozen=True)
class PlayerSection:
    """A player on the page of the list.

    Args:
        key: the id of the section.
        player: the name.
        pool: the name of the pool; None without pools.
        list: the id of the list.
        chart: the history with its band; empty where there is none, or no room.
        profile: the record, the games and the latest changes.
    """

    key: str
    player: str
    pool: str | None
    list: str
    chart: Markup | str
    profile: Profile


def section(
    ratings: Ratings,
    row: Mapping[str, Any],
    table: pl.DataFrame,
    links: Mapping[str, str],
    room: SectionLimits,
    *,
    key: str,
    pool: str | None = None,
) -> PlayerSection:
    """Return the section of a player.

    Args:
        ratings: where the list came from, with its history.
        row: the player's row of the list.
        table: the list.
        links: where the players of the list are on the page, by name: ``#`` and an id.
        room: how much is told.
        key: the id of the list on the page.
        pool: the name of the pool; None without pools.
    """
    player = row["player"]
    mine = links[player].removeprefix("#")
    player_profile = profile(ratings, row, table, links, games=room.games, changes=room.changes)
    chart = portrait(row, ratings, f"{mine}-chart") if room.whole else ""
    return PlayerSection(mine, player, pool, key, chart, player_profile)
