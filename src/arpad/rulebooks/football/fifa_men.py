"""FIFA's men's ranking since 2018-08-16 ("SUM"): P' = P + I · (W − We), match by match.

References:
    FIFA, *Revision of the FIFA / Coca-Cola World Ranking* (2018), as several programs quote it:
    We = 1 / (10^(−dr / 600) + 1), no home advantage, goals do not count.

    * A drawn match that a shoot-out decides: W is 0.75 for its winner and 0.5 for its loser. The record
      writes it as a score of 0.75 or 0.25 of the first team; a match that has a winner counts by its
      result even if a shoot-out follows it (two legs).
    * Teams lose no points in knock-out rounds of final competitions, the finals of UEFA's and CONCACAF's
      Nations Leagues included.
    * Points are published with two decimals; between two lists nothing is rounded.

Misprint: one program quotes 68 for the World Cup from the quarter-finals; it is 60.

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from arpad.compiled.specialising import kernel
from arpad.core import Step
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Encounter
from arpad.ratings.parameters import parameter
from arpad.rulebooks.football.importance import FIFA_MEN, FIFA_MEN_KINDS, KNOCK_OUT, MatchClass
from arpad.rulebooks.football.national import NationalTeams

SHOOT_OUT_LOST = 0.25
"""The share of a result that stands for a shoot-out lost; 0.75, won, scores what it says."""


@kernel
def shoot_out(p: Any, kind: int, score: float) -> float:
    """Return W: a draw, 0.5, for whoever lost a shoot-out; the share of the result otherwise."""
    return 0.5 if score == SHOOT_OUT_LOST else score


@kernel
def none_lost(p: Any, kind: int, rating: float, surprise: float) -> float:
    """Return what counts of I · (W − We): in knock-out rounds of final competitions nothing below 0."""
    return 0.0 if kind == KNOCK_OUT and surprise < 0.0 else surprise


@dataclass(frozen=True)
class FifaMen(NationalTeams):
    """The points of men's national teams."""

    name: ClassVar[str] = "fifa-men"
    title: ClassVar[str] = "FIFA men's ranking"
    source: ClassVar[str] = "FIFA, Revision of the World Ranking (SUM), in force since 2018-08-16"
    notes: ClassVar[tuple[str, ...]] = (
        "The importance is the record's weight, or that of the class in its stage column, or of the "
        "competition's name; odds omits point changes unless the importance is set.",
        "A shoot-out is a score of 0.75 (won by the first team) or 0.25 (lost).",
        "The stage knock-out, or a class of knock-out matches, costs no team points.",
        "The rating of a new team (1000) is arpad's choice; give points in a players file.",
    )
    classes: ClassVar[Mapping[str, MatchClass]] = FIFA_MEN
    of_kind: ClassVar[Mapping[str, str]] = FIFA_MEN_KINDS
    windows: ClassVar[bool] = True

    scale: float = parameter(600.0, "the difference at odds of 10 to 1", unit="points", low=1e-9)
    initial: float = parameter(1000.0, "the points of a team that has none", unit="points")

    @cached_property
    def elo(self) -> Elo:
        """The same as a setting of Elo."""
        return Elo(k=1.0, scale=self.scale, initial=self.initial)

    def parts(self) -> EloParts:
        """Return Elo's parts, shoot-outs, and the rule of knock-out rounds."""
        return super().parts() | {"scored": shoot_out, "counted": none_lost}

    def counted_step(self, value: float, whole: float, game: Encounter) -> Step:
        """Return that a knock-out match of a final competition costs no points."""
        return Step("what counts", value, f"not {whole:+.2f}: no points are lost in knock-out finals")
