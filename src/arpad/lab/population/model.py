"""The model of a population: who enters, how players change, who plays whom and who quits.

All strengths are in points of Elo's logistic curve, 400 for odds of ten to one. Time goes by months.

* Strength. A player enters with a strength that is normal with the standard deviation ``spread`` around 0.
  Newcomers gain ``improve`` points in all, 1 − e^(−t/3) of them in the first t years; who is older than 40
  loses ``decline`` points a year; and every strength makes a random walk of ``drift`` points a year (standard
  deviation). The founders have played before: they have gained their points already.
* Games. Every player plays ``games`` games a year on average, in rounds. In a round, those who play are
  put in the order of their strength and an error of ``mixing`` points (standard deviation), and neighbours
  meet: ``mixing=0`` lets equals meet, a large number makes it a draw of lots.
* Results. The first side's expected score is 1 / (1 + 10^(−D/400)); 4·``draws``·E·(1 − E) of the games are
  drawn.
* Quitting. A player quits with the chance ``quit`` a year, times ``losers``^(1 − 2·s) where s is the share of
  the points in about the last ten games: who lost all of them quits nearly ``losers`` times as often as one
  who scored half. With 1 the results do not matter.
* Entering. As many enter as quit, and ``growth`` (a share of the players a year) more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from arpad.core import BadInput

MOST_PLAYERS, MOST_YEARS, MOST_GAMES = 100_000, 200, 20_000_000
"""What a simulation may have at most; games in all."""

FOUNDED = 2000
"""The year in which a simulated population begins."""

SETTLED_AFTER = 3.0
"""Years in which a newcomer gains 1 − 1/e of what there is to gain."""

OLD = 40.0
"""The age from which on a player declines."""


@dataclass(frozen=True)
class Population:
    """A population; see the module for what the numbers do.

    Args:
        players: how many play at the beginning.
        years: how long.
        games: a player's games in a year, on average.
        spread: the standard deviation of the strengths on entering, in points.
        mixing: the standard deviation of the error by which opponents are chosen, in points.
        improve: the points that a newcomer gains in all.
        decline: the points that a player older than 40 loses in a year.
        drift: the standard deviation of the random change of a strength in a year, in points.
        quit: the chance that a player quits within a year.
        losers: how many times as often a player quits who has lost all games of late.
        growth: the share by which the number of players grows in a year.
        draws: d of the draw model 4dE(1 − E), from 0 to ½.

    Raises:
        BadInput: a number is out of its range.
    """

    players: int = 1000
    years: int = 20
    games: float = 30.0
    spread: float = 200.0
    mixing: float = 100.0
    improve: float = 0.0
    decline: float = 0.0
    drift: float = 0.0
    quit: float = 0.1
    losers: float = 1.0
    growth: float = 0.0
    draws: float = 0.0

    def __post_init__(self) -> None:
        ranges: dict[str, tuple[float, float, str]] = {
            "players": (2, MOST_PLAYERS, ""),
            "years": (1, MOST_YEARS, ""),
            "games": (0.1, 1000.0, " a year"),
            "spread": (0.0, 10_000.0, " points"),
            "mixing": (0.0, 10_000.0, " points"),
            "improve": (-10_000.0, 10_000.0, " points"),
            "decline": (-1000.0, 1000.0, " points a year"),
            "drift": (0.0, 1000.0, " points a year"),
            "quit": (0.0, 0.9, " a year"),
            "losers": (0.01, 100.0, " times"),
            "growth": (-0.5, 0.5, " a year"),
            "draws": (0.0, 0.5, ""),
        }
        for name, (low, high, unit) in ranges.items():
            value = float(getattr(self, name))
            if not low <= value <= high:  # NaN too
                raise BadInput(f"{name} is {value:g}; it must be from {low:g} to {high:,g}{unit}")
        if self.expected_games > MOST_GAMES:
            raise BadInput(
                f"the population would play about {self.expected_games:,.0f} games",
                remedy=f"Give fewer players, years or games: {MOST_GAMES:,} games at most.",
            )

    @property
    def expected_games(self) -> float:
        """About how many games are played in all."""
        grown = sum((1.0 + self.growth) ** year for year in range(int(self.years)))
        return 0.5 * self.players * self.games * grown

    @property
    def monthly_quit(self) -> float:
        """The rate at which players with even results quit, per month."""
        return -math.log1p(-self.quit) / 12.0
