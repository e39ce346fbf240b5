"""From one stage of an event to the next: who goes on from groups, or from the head of a table."""

from __future__ import annotations

from dataclasses import fields

from arpad.core import BadInput, listed, worded, worded_count
from arpad.office.events.entries import Added
from arpad.office.log.event_log import POINT_SYSTEMS, EventLog
from arpad.rulebooks.pairing_catalogue import FIXED, system_of
from arpad.rulebooks.standings import standings
from arpad.tournament.formats.groups import GroupStage, across, of_group
from arpad.tournament.formats.knockout import undecided
from arpad.tournament.formats.seeding import bracket_order, bracket_size
from arpad.tournament.model import Entrant, Tournament

GROUPS = "groups"

CARRIED = tuple(
    field.name for field in fields(Entrant) if field.name not in ("number", "name", "arrives", "members")
)
"""What of an entrant goes into the next stage, beside the name."""


def groups_of(tournament: Tournament) -> dict[str, Tournament]:
    """Return the groups of a tournament of groups by their letters, each as a tournament of its own.

    Raises:
        BadInput: it has no groups, or they cannot be.
    """
    system = system_of(tournament)
    if not isinstance(system, GroupStage):
        raise BadInput(worded("{system} has no groups", system=tournament.system), code="stage.no-groups")
    return {letter: of_group(tournament, members) for letter, members in system.groups(tournament).items()}


def first_of(tournament: Tournament, many: int, tiebreaks: list[str] | None = None) -> list[int]:
    """Return the numbers of the first so many.

    Raises:
        BadInput: there are fewer, or the last place is shared with somebody who would not go on.
    """
    places = [place for place in standings(tournament, tiebreaks) if place.counted]
    if not 1 <= many <= len(places):
        raise BadInput(
            worded_count(
                "{count} participant cannot qualify out of {all}",
                "{count} participants cannot qualify out of {all}",
                many,
                all=len(places),
            ),
            code="stage.too-few",
        )
    if many < len(places) and places[many].rank == places[many - 1].rank:
        both = listed([places[at].entrant.name for at in (many - 1, many)])
        raise BadInput(
            worded("{both} share place {rank}", both=both, rank=places[many].rank),
            remedy="Say which tie-breaks decide, such as SB,TPN.",
            code="stage.shared-place",
        )
    return [place.entrant.number for place in places[:many]]


def going_on(tournament: Tournament, many: int, tiebreaks: list[str] | None = None) -> list[int]:
    """Return who goes on, in the order of their numbers in the next stage.

    From groups so many of each: two of an even number of groups that fill a knockout meet across (A1–B2,
    C1–D2 …), others are numbered by their places and then by their groups.

    Raises:
        BadInput: a result is still to come, or it cannot be said who goes on.
    """
    for at, round_ in enumerate(tournament.rounds, 1):
        if round_.pending:
            raise BadInput(
                worded("round {at} is not complete", at=at),
                remedy="Enter the results first.",
                code="stage.results-missing",
            )
    if not is_over(tournament):
        raise BadInput(
            worded_count(
                "this stage is not over: {count} round of {planned} played",
                "this stage is not over: {count} rounds of {planned} played",
                tournament.played,
                planned=tournament.planned,
            )
            if tournament.planned
            else worded_count(
                "this stage is not over: {count} round played",
                "this stage is not over: {count} rounds played",
                tournament.played,
            ),
            remedy="Play it to its end first.",
            code="stage.not-over",
        )
    if tournament.system != GROUPS:
        return first_of(tournament, many, tiebreaks)
    by_group = {letter: first_of(group, many, tiebreaks) for letter, group in groups_of(tournament).items()}
    total = many * len(by_group)
    if many == 2 and len(by_group) % 2 == 0 and bracket_size(total) == total:
        place = {
            f"{letter}{at}": n for letter, numbers in by_group.items() for at, n in enumerate(numbers, 1)
        }
        return bracket_order([(place[a], place[b]) for a, b in across(len(by_group))])
    return [numbers[at] for at in range(many) for numbers in by_group.values()]


def is_over(tournament: Tournament) -> bool:
    """Tell whether no round is to come: by the plan, or where there is none, by the system."""
    if not tournament.played:
        return False
    if tournament.system not in FIXED:
        return tournament.played >= tournament.planned
    if undecided(tournament):
        return False
    try:
        system_of(tournament).pair(tournament)
    except BadInput:
        return True
    return False


def next_stage(book: EventLog, new: EventLog, many: int, tiebreaks: list[str] | None = None) -> EventLog:
    """Return the log of the next stage: a new one with the entries of those who go on.

    Raises:
        BadInput: as :func:`going_on`.
    """
    before = book.tournament()
    events = []
    for number, old in enumerate(going_on(before, many, tiebreaks), 1):
        entrant = before.by_number[old]
        carried = {name: getattr(entrant, name) for name in CARRIED}
        events.append(Added(entrant=number, number=number, name=entrant.name, **carried))
    return new.add(*events)


def points_of(tournament: Tournament) -> str:
    """Return the name of a tournament's point system; that of its rules is the next stage's own (fide)."""
    return next((name for name, points in POINT_SYSTEMS.items() if points == tournament.points), "fide")
