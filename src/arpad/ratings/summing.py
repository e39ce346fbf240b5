"""Rating periods by their sums: what several machines that each hold some of a period's games have to say.

Where what a period makes of a player follows from sums over the player's games against ratings that all stand
before the period, the games need not be in one place. Whoever holds some of them sums those up, the sums of a
player are added, and the player is settled from the totals. A player with any number of games is no heavier
than another: one row of sums from each holder.

A family of systems that can do so has the kernels of its loop once: :meth:`Summing.period_sums` runs the same
loop over a share of the games, and leaves its sums unsettled.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.state import Floats, RatingState
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline

HOOKS = ("rate", "_rated", "entry", "entry_ratings", "_memory", "_remembered")
"""The methods of a family that decide how a period is rated: whoever replaces one of them has to say how the
sums of a period become ratings."""


@runtime_checkable
class Summing(Protocol):
    """A rating system whose periods follow from sums."""

    @property
    def sum_names(self) -> tuple[str, ...]:
        """What is summed of each player, in the order of the columns of the sums."""

    def period_sums(self, timeline: Timeline) -> tuple[Floats, NDArray[np.int64]]:
        """Sum up games of one rating period.

        Args:
            timeline: the games, whose players stand as they were before the period.

        Returns:
            float64, players × sums; and int64 over players, the row of each one's first game, −1 for none.
        """

    def settled(
        self, timeline: Timeline, period: int, sums: Floats, opened: NDArray[np.datetime64] | None
    ) -> RatingState:
        """Return what the totals of a period make of its players.

        Args:
            timeline: no games; the players as they stood before the period.
            period: the number of the period.
            sums: float64, players × sums, over all games of the period.
            opened: ``datetime64[D]`` over players, the day of each one's first game in it; None without days.
        """


def is_summing(system: RatingSystem) -> bool:
    """Tell whether the rating periods of a system follow from sums of its games.

    A system that replaces a method of its family by one of its own is taken at its word only if it says what
    the sums are, too.
    """
    if not isinstance(system, Summing) or not system.sum_names or not system.independent:
        return False
    classes = type(system).__mro__
    depth = next(at for at, each in enumerate(classes) if "period_sums" in vars(each))
    return all(depth <= at for at, each in enumerate(classes) if any(name in vars(each) for name in HOOKS))
