"""What orders the teams of a bridge event, by code. What computes it is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arpad.core import worded
from arpad.tournament.tiebreaks.catalogue import Catalogue, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.goals import unknown
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakValue


def _victory_points(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    from arpad.rulebooks.bridge.team_scores import victory_sums

    return victory_sums(table, code, numbers)


def _imps(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    from arpad.rulebooks.bridge.team_scores import net_imps

    return net_imps(table, code, numbers)


def _unfit(table: ScoreTable, code: TieBreakCode) -> str:
    if table.tournament.settings.get("boards"):
        return ""
    return worded("nobody has said how many boards a match has")


BRIDGE = Catalogue.of(
    (
        TieBreakKind("VP", "Victory points by the WBF's scale", "WBF 2013", _victory_points, unfit=_unfit),
        TieBreakKind("IMP", "IMPs won less IMPs lost", "", _imps, unfit=unknown, digits=0),
    )
)
"""By code."""
