"""The World Othello Federation's rating list, as far as it is published: a weighted refit of all games.

Published are the weights by age, who is listed, when a rating is official, and that a player who won, or
lost, every game cannot be rated. Not published are the curve by which a difference of ratings becomes an
expectation, for which Bradley and Terry's stands in, with 400 points for odds of ten to one; and the way to
an uncertainty, for which the standard error stands in, where a game of the last seven months counts as one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided
from arpad.core.interface import named_columns
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.rulebooks.othello.weights import ACTIVE, OFFICIAL, WEIGHTS, age, weight

if TYPE_CHECKING:
    from arpad.record import Games


@dataclass(frozen=True)
class WorldOthello(BradleyTerry):
    """The World Othello Federation's weights on Bradley and Terry's model; see the module."""

    name: ClassVar[str] = "wof"
    title: ClassVar[str] = "World Othello Federation"
    source: ClassVar[str] = "worldothello.org, Ratings FAQ (weights by age); the curve is Bradley and Terry's"
    status: ClassVar[str] = "approximate"
    notes: ClassVar[tuple[str, ...]] = (
        "The federation publishes its weights, not its curve nor its uncertainty: those here are Bradley and "
        "Terry's, so the numbers are not the federation's.",
        "A weak prior (its own is not known) holds a rating that the results leave open; such a rating is "
        "never official.",
        "A rating with ? is not official: its uncertainty is 200 points or more. The federation lists only "
        "players who were active within 38 months.",
    )
    provisional_deviation: ClassVar[float | None] = OFFICIAL

    prior: float = parameter(
        350.0, "deviation of a normal prior around initial; 0 for none", unit="points", low=0.0
    )
    on: str = parameter(
        "",
        "day of the calculation, such as 2026-11-01; that of the list or of the last game if empty",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.on:
            try:
                date.fromisoformat(str(self.on))
            except ValueError:
                raise BadInput(
                    f"on cannot be {self.on!r}", remedy="Expected a day, such as 2026-11-01."
                ) from None

    def as_of(self, day: date | int) -> WorldOthello:
        """Return the system with the day of the list as that of the calculation, unless another is set."""
        return self if self.on or not isinstance(day, date) else replace(self, on=day.isoformat())

    def ages(self, games: Games) -> NDArray[np.int64]:
        """Return the age of every game in whole months.

        Raises:
            NotProvided: the record has no dates.
            BadInput: a game was played after the day of the calculation.
        """
        if games.time is None or games.time.dtype.kind != "M":
            raise NotProvided(
                "the weights go by the age of a game, and the record has no dates",
                remedy=f"Name the column: {named_columns('time')}.",
            )
        days: Any = games.time.astype("datetime64[D]")
        if not len(days):
            return np.empty(0, dtype=np.int64)
        months = age(days, np.datetime64(self.on) if self.on else days.max())
        if (months < 0).any():
            raise BadInput(f"a game was played after the calculation on {self.on}")
        return months

    def game_weights(self, games: Games) -> NDArray[np.float64] | None:
        """Return 150, 100, 60, 30 or 1 by age, as shares of 150, times the record's own weights."""
        weights = weight(self.ages(games)) / WEIGHTS[0][1]
        return weights if games.weight is None else np.asarray(weights * games.weight)

    def listed(self, games: Games) -> NDArray[np.bool_]:
        """Return per player whether the player is active: has played within 38 months."""
        recent = self.ages(games) < ACTIVE
        active = np.zeros(len(games.players), dtype=bool)
        active[games.first[recent]] = active[games.second[recent]] = True
        return active

    def uncertainty(self, games: Games, deviation: Floats) -> Floats:
        """Return the standard errors; that of a player who won or lost all is at least the prior's."""
        took = np.zeros(len(deviation), dtype=bool)
        gave = took.copy()
        took[games.first[games.score > 0.0]] = took[games.second[games.score < 1.0]] = True
        gave[games.first[games.score < 1.0]] = gave[games.second[games.score > 0.0]] = True
        floor = max(self.prior, OFFICIAL)
        return np.where(took & gave, deviation, np.maximum(deviation, floor + 1.0))
