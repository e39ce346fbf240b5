"""The criteria of C.04.3 in the edition of 2026-02-01 (2.2 to 2.4), from C6 on.

C1 to C3 (who may meet, who may have the bye) and C4 (the round can be completed) are the edges of the graph,
C5 (the score of who gets the bye) is settled before the first bracket: ``completion.py``.
"""

from __future__ import annotations

from collections.abc import Callable

from arpad.rulebooks.fide.pairing.common.players import DOWN, PairingPlayer
from arpad.rulebooks.fide.pairing.dutch.criteria import By, Criterion, Extent, Feature, Table


def _anybody(player: PairingPlayer, _: bool) -> int:
    return 1


def _moved(player: PairingPlayer, moved: bool) -> int:
    return int(moved)


def _again(back: int, *, moved: bool) -> Callable[[PairingPlayer, bool], int]:
    """Return what counts those who floated down before: residents or moved-down players.

    Args:
        back: 0 a round ago, 1 two rounds ago.
        moved: which of the two.
    """
    return lambda player, came: int(came is moved and player.floats[back] == DOWN)


def _pairs(extent: Extent, _: int) -> int:
    return extent.pairs


def _pairs_of_topscorers(extent: Extent, _: int) -> int:
    return extent.pairs if extent.topscorers else 0


def _floaters(extent: Extent, _: int) -> int:
    return extent.floating


def _moved_paired(extent: Extent, _: int) -> int:
    return sum(extent.moved_paired)


def _paired_of_score(extent: Extent, score: int) -> int:
    return extent.moved_paired[score]


def _floating_of_score(extent: Extent, score: int) -> int:
    return extent.moved_floating[score]


TABLE: Table = (
    Criterion("C6", "downfloaters", floats=_anybody),
    Criterion("C7", "moved-down players who float again, from {score}", By.SCORE, floats=_moved),
    Criterion("C8", "downfloaters of the next bracket", left=_anybody),
    Criterion("C8", "downfloaters of the next bracket, from {score}", By.SCORE_LEFT, left=_anybody),
    Criterion(
        "C9",
        "unplayed games of who gets the bye",
        bye=lambda player: player.unplayed,
        bound=lambda extent, _: extent.rounds if extent.bye else 0,
    ),
    Criterion(
        "C10",
        "pairs in which somebody's colour difference exceeds 2",
        pairs=Feature.COLOUR_DIFFERENCE,
        bound=_pairs_of_topscorers,
    ),
    Criterion(
        "C11",
        "pairs in which somebody has the same colour a third time",
        pairs=Feature.THIRD_TIME,
        bound=_pairs_of_topscorers,
    ),
    Criterion("C12", "players without the colour they prefer", pairs=Feature.PREFERENCE, bound=_pairs),
    Criterion(
        "C13",
        "players without the colour they strongly prefer",
        pairs=Feature.STRONG_PREFERENCE,
        bound=_pairs,
    ),
    Criterion(
        "C14",
        "residents who float down and did so a round ago",
        floats=_again(0, moved=False),
        bound=_floaters,
    ),
    Criterion(
        "C15",
        "opponents of moved-down players who floated up a round ago",
        pairs=Feature.UP_1,
        bound=_moved_paired,
    ),
    Criterion(
        "C16",
        "residents who float down and did so two rounds ago",
        floats=_again(1, moved=False),
        bound=_floaters,
    ),
    Criterion(
        "C17",
        "opponents of moved-down players who floated up two rounds ago",
        pairs=Feature.UP_2,
        bound=_moved_paired,
    ),
    Criterion(
        "C18",
        "moved-down players from {score} who float again and floated down a round ago",
        By.SCORE,
        floats=_again(0, moved=True),
        bound=_floating_of_score,
    ),
    Criterion(
        "C19",
        "opponents of moved-down players from {score} who floated up a round ago",
        By.SCORE,
        pairs=Feature.UP_1,
        bound=_paired_of_score,
    ),
    Criterion(
        "C20",
        "moved-down players from {score} who float again and floated down two rounds ago",
        By.SCORE,
        floats=_again(1, moved=True),
        bound=_floating_of_score,
    ),
    Criterion(
        "C21",
        "opponents of moved-down players from {score} who floated up two rounds ago",
        By.SCORE,
        pairs=Feature.UP_2,
        bound=_paired_of_score,
    ),
)
