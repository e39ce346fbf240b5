"""Systems of a body whose numbers are those of Elo with certain settings, and whose words are their own."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from arpad.core import Step
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.elo.system import Elo, EloNumbers
from arpad.ratings.model import Rating


@dataclass(frozen=True)
class EloBased(EloFamily):
    """A system that calculates as :attr:`elo` does; a subclass tells steps as its rulebook writes them."""

    @property
    @abstractmethod
    def elo(self) -> Elo:
        """The same as a setting of Elo."""

    @property
    def margin_counts(self) -> bool:
        """Whether Elo's margin of victory counts."""
        return self.elo.margin_counts

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return self.elo.newcomer()

    def parts(self) -> EloParts:
        """Return Elo's parts."""
        return self.elo.parts()

    def numbers(self) -> EloNumbers:
        """Return Elo's parameters."""
        return self.elo.numbers()

    def expectation_steps(
        self, own: float, opponent: float, advantage: int, edition: int, expected: float
    ) -> tuple[Step, ...]:
        """Return Elo's steps."""
        return self.elo.expectation_steps(own, opponent, advantage, edition, expected)

    def margin_step(self, m: float, margin: float, difference: float) -> Step:
        """Return Elo's step of the margin of victory."""
        return self.elo.margin_step(m, margin, difference)
