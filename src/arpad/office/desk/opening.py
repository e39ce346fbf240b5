"""How a tournament begins: everything that the arbiter decides is written down at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from arpad.office.desk.decisions import (
    checked_details,
    checked_tiebreaks,
    draw_colour,
    many_rounds,
    unfit_days,
)
from arpad.office.events.decisions import DetailsSet, TiebreaksSet
from arpad.office.log.event_log import EventLog
from arpad.tournament.points import Points, check_scoring


def create(
    name: str,
    system: str,
    *,
    rounds: int = 0,
    seed: int = 0,
    edition: date | None = None,
    points: str | Points | None = None,
    settings: Mapping[str, Any] | None = None,
    tiebreaks: Sequence[str] = (),
    details: Mapping[str, str] | None = None,
    colour: str = "",
) -> EventLog:
    """Return the log of a new tournament, with the editions, points and settings that are in force.

    Args:
        name: its title.
        system: the pairing system.
        rounds: how many are planned; 0 if nobody has said.
        seed: what all lots are drawn from.
        edition: the day whose rules hold; None for the newest.
        points: a name of :data:`~arpad.office.log.event_log.POINT_SYSTEMS`, or the values; None for those of
            the system's rules.
        settings: those of the system that are not at their defaults.
        tiebreaks: their codes in order; none for those that the system commonly uses.
        details: what is printed and exported, by its name: place, dates, arbiters, time control.
        colour: what was drawn for the first number in round 1: ``white``, ``black``, or ``lot`` or nothing if
            it is drawn from the seed.

    Raises:
        BadInput: there is no such system, point system, edition, setting, tie-break or detail, or a number is
            out of range.
    """
    log = EventLog.new(
        name=name,
        system=system,
        rounds=rounds,
        seed=seed,
        edition=edition,
        points=points,
        settings=settings,
    )
    check_scoring(log.tournament().points)
    codes, findings = checked_tiebreaks(log.tournament(), tiebreaks)
    if codes:
        log = log.add(TiebreaksSet(codes))
    if details:
        log = log.add(DetailsSet(checked_details(details)))
    if colour and colour != "lot":
        log = draw_colour(log, colour)
    return log.saying([*findings, *many_rounds(log.tournament(), rounds), *unfit_days(log.tournament())])
