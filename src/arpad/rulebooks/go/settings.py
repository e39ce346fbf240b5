"""What an organiser of a Go tournament may set, with the defaults of OpenGotha's McMahon and Swiss.

One is pairgoth's: the bar of 1 dan, from where there is no handicap either; OpenGotha presets 4 dan.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from arpad.core import BadInput
from arpad.rulebooks.go.grades import rank_of
from arpad.tournament.weighted import SystemSettings

SEEDINGS = ("slip", "fold", "random")
SIDES = ("top", "middle", "bottom")
RATINGS = ("early", "always", "never")
LOTS = ("seed", "names")


@dataclass(frozen=True)
class GoSettings(SystemSettings):
    """The settings of a Go tournament.

    Args:
        bar: the grade from which all start alike.
        floor: the grade up to which all start alike.
        absent: points for a round without a game, in McMahon.
        round_down: whether half-points of rounds without a game are dropped, all of them together.
        categories: lowest grades of categories, ``1d,5k``; empty for none.
        early_rounds: the last round of the first seeding.
        seeding_early: how a group is paired until then: ``slip`` (1 with n/2 + 1), ``fold`` (1 with n) or
            ``random`` (upper half with lower half, by lot).
        seeding_late: afterwards.
        rating: when the rating decides places in a group among equal SOSOS: ``early`` (as long as the first
            seeding), ``always`` or ``never``.
        draw_upper: from where in the upper group somebody is drawn down.
        draw_lower: from where in the lower group somebody is drawn up.
        compensate: whether a draw up is to be made good by a draw down, and the reverse.
        clubs: weight of keeping clubs and countries apart; 0 for not at all.
        country_steps: as many groups apart are rather taken than two of a country.
        club_steps: as many groups apart are rather taken than two of a club.
        above_bar: whether clubs and countries no longer matter from the bar up.
        secure_rank: nor for whose rank and games won together make this rank (1 dan is 0).
        half_wins: nor for a player who has won half of the planned rounds.
        handicap_by_score: whether a handicap goes by the McMahon score instead of the rank.
        threshold: ranks above this one count as this one for a handicap (1 dan is 0).
        correction: how many stones fewer than the difference.
        ceiling: the most stones.
        colour_weight: weight of balanced colours.
        random: weight of chance, at most.
        lots: how lots are drawn: from the tournament's ``seed``, or from the ``names`` as OpenGotha does.
        k: how concave the curve of the weights is.
        rematches: ``never``, or ``avoid``: only if there is no other way.
    """

    mcmahon: ClassVar[bool] = True

    """Whether everybody starts by rank."""

    bar: str = "1d"
    floor: str = "20k"
    absent: str = field(default="1/2", metadata={"among": ("0", "1/2", "1")})
    round_down: bool = True
    categories: str = ""
    early_rounds: int = field(default=2, metadata={"low": 0})
    seeding_early: str = field(default="random", metadata={"among": SEEDINGS})
    seeding_late: str = field(default="slip", metadata={"among": SEEDINGS})
    rating: str = field(default="early", metadata={"among": RATINGS})
    draw_upper: str = field(default="middle", metadata={"among": SIDES})
    draw_lower: str = field(default="middle", metadata={"among": SIDES})
    compensate: bool = True
    clubs: int = field(default=10**11, metadata={"low": 0, "high": 10**12})
    country_steps: int = field(default=1, metadata={"low": 0})
    club_steps: int = field(default=3, metadata={"low": 0})
    above_bar: bool = True
    secure_rank: int = 0
    half_wins: bool = False
    handicap_by_score: bool = True
    threshold: int = 0
    correction: int = field(default=1, metadata={"low": 0})
    ceiling: int = field(default=9, metadata={"low": 0, "high": 9})
    colour_weight: int = field(default=10**6, metadata={"low": 0, "high": 10**6})
    random: int = field(default=0, metadata={"low": 0, "high": 10**9})
    lots: str = field(default="seed", metadata={"among": LOTS})
    k: float = field(default=0.5, metadata={"low": 0.0, "high": 1.0})
    rematches: str = field(default="never", metadata={"among": ("never", "avoid")})

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.high < self.low:
            raise BadInput(f"the bar {self.bar} is below the floor {self.floor}")

    @property
    def high(self) -> int:
        """The bar as a rank."""
        return rank_of(self.bar)

    @property
    def low(self) -> int:
        """The floor as a rank."""
        return rank_of(self.floor)


@dataclass(frozen=True)
class SwissSettings(GoSettings):
    """The same with a Swiss' defaults: no handicap, slip throughout, clubs not kept apart."""

    mcmahon: ClassVar[bool] = False

    absent: str = field(default="0", metadata={"among": ("0", "1/2", "1")})
    seeding_early: str = field(default="slip", metadata={"among": SEEDINGS})
    rating: str = field(default="always", metadata={"among": RATINGS})
    clubs: int = field(default=0, metadata={"low": 0, "high": 10**12})
    half_wins: bool = True
    handicap_by_score: bool = False
    threshold: int = -30
    ceiling: int = field(default=0, metadata={"low": 0, "high": 9})
