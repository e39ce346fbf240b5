"""All acts, in the order in which doors list them."""

from __future__ import annotations

from collections.abc import Mapping

from arpad.core import BadInput, worded
from arpad.office.acts.act import Act
from arpad.office.acts.decisions import (
    AccelerateNumbers,
    AllowPairing,
    ChangePoints,
    FixBoard,
    ForbidPairing,
    SetDrawnColour,
)
from arpad.office.acts.entries import (
    AddParticipant,
    AddTable,
    EditParticipant,
    GiveBye,
    NoteAbsence,
    NoteReturn,
    NumberByRating,
    RemoveParticipant,
)
from arpad.office.acts.plan import ChangeDetails, ChooseTiebreaks, PlanRounds
from arpad.office.acts.reporting import AcceptReport, ReportResult, SetReporting
from arpad.office.acts.results import EnterResults, FinishTournament, UndoActs
from arpad.office.acts.rounds import PairByHand, PairRound, PublishRound, SetBoard, UnpairRound
from arpad.office.acts.teams import EditPlayer, NameLineup, OrderRoster, RemovePlayer

ACTS: Mapping[str, type[Act]] = {
    act.NAME: act
    for act in (
        ChangeDetails,
        PlanRounds,
        ChooseTiebreaks,
        AddParticipant,
        AddTable,
        EditParticipant,
        RemoveParticipant,
        NumberByRating,
        NoteAbsence,
        NoteReturn,
        GiveBye,
        NameLineup,
        OrderRoster,
        EditPlayer,
        RemovePlayer,
        PairRound,
        PairByHand,
        PublishRound,
        UnpairRound,
        SetBoard,
        EnterResults,
        SetReporting,
        ReportResult,
        AcceptReport,
        FinishTournament,
        ForbidPairing,
        AllowPairing,
        SetDrawnColour,
        FixBoard,
        ChangePoints,
        AccelerateNumbers,
        UndoActs,
    )
}
"""Name → act."""


def act_named(name: str) -> type[Act]:
    """Return an act by its name.

    Raises:
        BadInput: there is no such act.
    """
    if name not in ACTS:
        raise BadInput(
            worded("there is no act {name!r}", name=name[:40]),
            code="act.unknown",
            remedy=worded("There are {known}.", known=", ".join(ACTS)),
        )
    return ACTS[name]
