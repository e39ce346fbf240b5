"""The criteria of C.04.3 in the edition of 2017-07-01, from C.5 on.

Score differences are those of A.8: of a pair, between its two; of a downfloater, to one point less than the
lowest score of the bracket. They are compared one by one, the largest first. If the next bracket is the last
one, whoever it leaves gets the bye, and must be one who may have it (C.2).
"""

from __future__ import annotations

from collections.abc import Callable

from arpad.rulebooks.fide.pairing.common.players import DOWN, PairingPlayer
from arpad.rulebooks.fide.pairing.dutch.criteria import By, Criterion, Feature, Table


def _anybody(player: PairingPlayer, _: bool) -> int:
    return 1


def _down(back: int) -> Callable[[PairingPlayer, bool], int]:
    """Return what counts those who floated down a round ago (0), or two (1)."""
    return lambda player, _: int(player.floats[back] == DOWN)


TABLE: Table = (
    Criterion("C.5", "downfloaters", floats=_anybody),
    Criterion(
        "C.6",
        "score differences of pairs and downfloaters",
        By.DIFFERENCE,
        floats=_anybody,
        pairs=Feature.APART,
    ),
    Criterion(
        "C.7",
        "who is left by the last bracket and may not have the bye",
        left=lambda player, last: int(last and not player.may_bye),
        last=True,
    ),
    Criterion("C.7", "downfloaters of the next bracket", left=_anybody),
    Criterion(
        "C.7",
        "score differences in the next bracket",
        By.DIFFERENCE,
        left=_anybody,
        next_pairs=True,
    ),
    Criterion(
        "C.8", "pairs in which somebody's colour difference exceeds 2", pairs=Feature.COLOUR_DIFFERENCE
    ),
    Criterion("C.9", "pairs in which somebody has the same colour a third time", pairs=Feature.THIRD_TIME),
    Criterion("C.10", "players without the colour they prefer", pairs=Feature.PREFERENCE),
    Criterion("C.11", "players without the colour they strongly prefer", pairs=Feature.STRONG_PREFERENCE),
    Criterion("C.12", "players who float down and did so a round ago", floats=_down(0), pairs=Feature.DOWN_1),
    Criterion("C.13", "players who float up and did so a round ago", pairs=Feature.UP_1),
    Criterion(
        "C.14", "players who float down and did so two rounds ago", floats=_down(1), pairs=Feature.DOWN_2
    ),
    Criterion("C.15", "players who float up and did so two rounds ago", pairs=Feature.UP_2),
    Criterion(
        "C.16",
        "score differences of players who float down and did so a round ago",
        By.DIFFERENCE,
        floats=_down(0),
        pairs=Feature.DOWN_1,
    ),
    Criterion(
        "C.17",
        "score differences of players who float up and did so a round ago",
        By.DIFFERENCE,
        pairs=Feature.UP_1,
    ),
    Criterion(
        "C.18",
        "score differences of players who float down and did so two rounds ago",
        By.DIFFERENCE,
        floats=_down(1),
        pairs=Feature.DOWN_2,
    ),
    Criterion(
        "C.19",
        "score differences of players who float up and did so two rounds ago",
        By.DIFFERENCE,
        pairs=Feature.UP_2,
    ),
)
