"""National ratings (TRF26, NRS): the records of players who have one, and by what players are numbered.

A record has the code of the federation in the place of ``001``, and the columns of a player's record: the
starting rank, and what the federation has of the player, the rating among it. Of a tournament they are kept
together, as ``details["national_ratings"]``: a line each, ``NUMBER FED`` and the columns from 9 on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from arpad.tournament.model import Tournament
from arpad.tournament.trf.fields import ReportLine

NATIONAL = "national_ratings"
"""The detail of a tournament that has the records."""

_EXTENSIONS = ("XX", "BB")
"""With which the codes of JaVaFo and bbpPairings begin: no federation's does."""

_RECORD = re.compile(r"([A-Z]{3}) ([ 0-9]{4})(.*)")
_KEPT = re.compile(r"(\d+) ([A-Z]{3})(.*)")


class NationalRecord(NamedTuple):
    """A player's national record.

    Args:
        number: the starting rank.
        federation: its code.
        rest: the columns from 9 on.
    """

    number: int
    federation: str
    rest: str

    @property
    def rating(self) -> int:
        """The national rating; 0 for none."""
        text = self.rest[40:44].strip()
        return int(text) if text.isdigit() else 0

    @property
    def line(self) -> str:
        """The record as a report has it."""
        return f"{self.federation} {self.number:4}{self.rest}".rstrip()

    @property
    def kept(self) -> str:
        """The record as the details have it."""
        return f"{self.number} {self.federation}{self.rest}".rstrip()


def record_in(line: ReportLine) -> NationalRecord | None:
    """Return the national record that a line is; None for another line."""
    match = _RECORD.fullmatch(line.text.rstrip())
    if match is None or match[1].startswith(_EXTENSIONS) or not match[2].strip().isdigit():
        return None
    return NationalRecord(int(match[2]), match[1], match[3])


def records_in(lines: Iterable[ReportLine]) -> Iterator[NationalRecord]:
    """Yield the national records of a report."""
    for line in lines:
        if (record := record_in(line)) is not None:
            yield record


def records_of_details(details: Mapping[str, str]) -> list[NationalRecord]:
    """Return the national records that the details of a tournament have."""
    matches = (_KEPT.fullmatch(text) for text in details.get(NATIONAL, "").split("\n"))
    return [NationalRecord(int(match[1]), match[2], match[3]) for match in matches if match is not None]


def renumbered(details: Mapping[str, str], number_of: Callable[[int], int | None]) -> dict[str, str]:
    """Return details whose national records have other numbers; who has none any more loses the record."""
    if NATIONAL not in details:
        return dict(details)
    records = [(number_of(record.number), record) for record in records_of_details(details)]
    kept = "\n".join(record._replace(number=number).kept for number, record in records if number is not None)
    return {**details, NATIONAL: kept}


def ranking_ratings(tournament: Tournament) -> dict[int, int]:
    """Return the ratings by which players are numbered: FIDE's, or as the report says otherwise (172).

    FIDON: FIDE's, else the national one; NIDOF: the national one, else FIDE's; HBFN: the higher of both;
    LBFN: the lower of both; NRO: the national one. Teams are numbered by their strength (310).
    """
    if tournament.players is not None:
        return {number: team.rating for number, team in tournament.by_number.items()}
    national = {record.number: record.rating for record in records_of_details(tournament.details)}
    words = tournament.details.get("rank_method", "").upper().split()
    ratings = {}
    for number, player in tournament.by_number.items():
        own = national.get(number, 0)
        if "FIDON" in words:
            ratings[number] = player.rating or own
        elif "NIDOF" in words:
            ratings[number] = own or player.rating
        elif "HBFN" in words:
            ratings[number] = max(own, player.rating)
        elif "LBFN" in words:
            ratings[number] = min(filter(None, (own, player.rating)), default=0)
        else:
            ratings[number] = own if "NRO" in words else player.rating
    return ratings
