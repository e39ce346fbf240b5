"""Who misses which rounds: byes asked for, withdrawals, returns, and byes of rounds that are paired."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput, worded, worded_count
from arpad.office.desk.asking import check_to_come, entrant_of, round_of
from arpad.office.desk.publishing import games_not_counted
from arpad.office.events.entries import Away, Back
from arpad.office.events.rounds import ByeGiven
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

BYES = {"half": Result.HALF_BYE, "full": Result.FULL_BYE, "zero": Result.ZERO_BYE}
"""What byes are called by the points that they bring."""


def away(log: EventLog, number: int, rounds: Sequence[int] = (), bye: str = "zero") -> EventLog:
    """Return the log with the note that a participant will miss rounds: byes asked for, or a withdrawal.

    Args:
        log: so far.
        number: the participant's.
        rounds: which; none for all remaining.
        bye: what each of them brings: ``half``, ``full`` or ``zero``.

    Raises:
        BadInput: nobody has that number, the bye is not known, or one of the rounds is paired, or is not
            planned.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, number)
    result = _bye(bye)
    chosen: list[int] = []
    if rounds or tournament.planned:
        chosen = sorted(set(rounds)) or list(range(tournament.played + 1, tournament.planned + 1))
        if not chosen:
            raise BadInput(
                worded_count(
                    "{count} round planned, and all are paired",
                    "{count} rounds planned, and all are paired",
                    tournament.planned,
                ),
                code="rounds.all-paired",
            )
        check_to_come(tournament, chosen, worded("Enter a forfeit as its result."))
    after = log.add(Away(entrant, result, tuple(chosen)))
    if rounds:
        return after
    gone = [finding for finding in games_not_counted(after.tournament()) if finding.numbers == (number,)]
    return log.add(
        Away(entrant, result, tuple(chosen)), findings=[*_still_to_play(tournament, number), *gone]
    )


def _still_to_play(tournament: Tournament, number: int) -> list[Finding]:
    """Return a note if a participant still has a game in the last round."""
    if not tournament.played or tournament.history[number][-1].result is not Result.PENDING:
        return []
    text = worded("{name} still has a game in this round", name=named(tournament, number))
    return [
        Finding(
            "absence.game-pending",
            text,
            follows=worded("Enter its result, or a forfeit"),
            round=tournament.played,
            numbers=(number,),
        )
    ]


def _bye(bye: str) -> Result:
    if bye not in BYES:
        raise BadInput(
            worded("{bye!r} is not a kind of bye", bye=bye),
            code="bye.unknown",
            remedy=worded("Write {known}.", known=", ".join(BYES)),
        )
    return BYES[bye]


def back(log: EventLog, number: int, rounds: Sequence[int] = ()) -> EventLog:
    """Return the log with the note that a participant who was away plays again.

    Args:
        log: so far.
        number: the participant's.
        rounds: in which rounds; none for all remaining.

    Raises:
        BadInput: nobody has that number, one of the rounds is paired, or the participant was not away.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, number)
    coming = tournament.played + 1
    absent = {at for at, byes in tournament.absences.items() if at >= coming and number in byes}
    if rounds:
        check_to_come(tournament, rounds, worded("What it brought stays."))
    if not absent or not absent >= set(rounds):
        at = min(set(rounds) - absent, default=coming)
        raise BadInput(
            worded("{name} is not away in round {at}", name=tournament.by_number[number].name, at=at),
            code="absence.none",
            remedy="There is no absence to take back.",
        )
    return log.add(Back(entrant, tuple(sorted(set(rounds)))))


def give_bye(log: EventLog, number: int, at: int, bye: str) -> EventLog:
    """Return the log with a bye of one round: asked for if it is to come, granted if the round is paired.

    Args:
        log: so far.
        number: the participant's.
        at: the round.
        bye: what it brings: ``half``, ``full`` or ``zero``.

    Raises:
        BadInput: nobody has that number, the bye is not known, the round is not planned, or the participant
            has a game in it.
    """
    tournament = log.tournament()
    if at > tournament.played:
        return away(log, number, [at], bye)
    entrant = entrant_of(log, number)
    result = _bye(bye)
    round_of(tournament, at)
    entry = tournament.history[number][at - 1]
    if entry.opponent:
        raise BadInput(
            worded("{who} has a game in round {at}", who=named(tournament, number), at=at),
            code="bye.has-game",
            remedy="Enter a forfeit as its result, or set the board by hand.",
        )
    if entry.result is result and any(granted.number == number for granted in tournament.rounds[at - 1].byes):
        raise BadInput(worded("{who} has that bye already", who=named(tournament, number)), code="bye.same")
    findings = []
    if entry.result is Result.PAIRING_BYE:
        text = worded("the pairing-allocated bye of {name} becomes another", name=named(tournament, number))
        findings.append(
            Finding("bye.was-allocated", text, Severity.WARNING, "C.04.1, 3", round=at, numbers=(number,))
        )
    if at < tournament.played:
        text = worded(
            "round {round} was paired by the points before; its pairing stays as it is", round=at + 1
        )
        findings.append(Finding("round.later-paired", text, round=at))
    return log.add(ByeGiven(entrant, at, result), findings=findings)
