"""Rating systems for sides of several players and contests of many sides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.system import RatingSystem


@dataclass(frozen=True)
class ContestSystem(RatingSystem):
    """A system that rates any number of sides, each of any number of players.

    Its ``update`` takes meetings, or games of one against one as encounters (:meth:`as_meeting` turns one
    into the other); its ``rate`` takes a timeline of games or of contests.
    """

    teams: ClassVar[bool] = True
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")

    @abstractmethod
    def places(self, sides: Sequence[Sequence[Rating]]) -> NDArray[np.float64]:
        """Return sides × places, the probability of every place before the contest; ties apart."""

    def as_meeting(self, own: Rating, game: Encounter | Meeting) -> Meeting:
        """Return a game as a meeting in which ``own`` stands on the own seat."""
        return game if isinstance(game, Meeting) else Meeting.of(own, game)
