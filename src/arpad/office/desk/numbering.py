"""Pairing numbers: by the rating where a system wants that, and where a late entry is placed (C.04.2, 2)."""

from __future__ import annotations

from collections.abc import Mapping

from arpad.core import BadInput, worded
from arpad.office.events.entries import Numbered
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.tournament.model import Tournament
from arpad.tournament.trf.national import ranking_ratings

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""FIDE's titles in the order in which they rank players of one rating (C.04.2, 2)."""

LAST_NUMBERING = 4
"""The round after whose pairing numbers stay as they are (C.04.2, 2.3)."""


def rank_of(rating: int, title: str) -> Rank:
    """Return by what players are ranked: the rating, and among equals the title (C.04.2, 2)."""
    title = title.upper()
    return -rating, TITLES.index(title) if title in TITLES else len(TITLES)


Rank = tuple[int, int]
"""By what players are ranked; the smaller is ahead."""


def place_of(tournament: Tournament, ranks: Mapping[int, Rank], own: Rank, last: int) -> int:
    """Return the number that the rating of a late entry gives: before the first who is ranked lower."""
    if tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        raise BadInput(
            worded("{system} does not number by rating", system=tournament.system),
            code="number.not-by-rating",
            remedy="Enter in the order of the entries.",
        )
    if not tournament.played:
        return last
    if tournament.played >= LAST_NUMBERING:
        raise BadInput(
            worded("round {at} is paired: numbers stay as they are", at=LAST_NUMBERING),
            code="number.final",
            article="C.04.2, 2.3",
            remedy="Enter without ranking by rating: the next number is free.",
        )
    return min((number for number, rank in ranks.items() if rank > own), default=last)


def number_by_rating(log: EventLog) -> EventLog:
    """Return the log with the participants numbered by rating, where a system wants that (C.04.2, 2).

    Equals are ranked by title, then in the order in which they were entered. From the first round on only a
    late entry can change them (:func:`~arpad.office.desk.entering.enter`).

    Returns:
        The log with no more acts if all have the number that they should have.
    """
    event = numbering(log)
    return log.saying(()) if event is None else log.add(event)


def numbering(log: EventLog) -> Numbered | None:
    """Return the event that numbers everybody by rating; None if nobody's number changes."""
    tournament = log.tournament()
    if tournament.rounds or tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        return None
    numbers = list(tournament.by_number)
    ratings = ranking_ratings(tournament)
    ranks = {
        number: rank_of(ratings[number], entrant.title) for number, entrant in tournament.by_number.items()
    }
    order = sorted(numbers, key=ranks.__getitem__)
    if order == numbers:
        return None
    return Numbered(tuple(log.by_number[number] for number in order))
