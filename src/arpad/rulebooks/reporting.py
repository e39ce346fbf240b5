"""A tournament as its report tells it: what a system knows by itself is said, so that others pair the same.

Another engine and a federation's rating officer have the report alone. What the rules draw, compute or take
by default (the initial colour, Baku's points, the usual tie-breaks) therefore stands in it as if it had been
set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from arpad.rulebooks.fide.pairing.common.players import BAKU
from arpad.rulebooks.initial_colour import initial_colour
from arpad.rulebooks.pairing_catalogue import SYSTEMS, pairing_system
from arpad.rulebooks.pairing_settings import BAKU as FIDE_SWISS
from arpad.rulebooks.pairing_settings import telling
from arpad.rulebooks.standings import default_tiebreaks, ranked_apart, standings
from arpad.tournament.acceleration import baku_of, side_by_side
from arpad.tournament.model import Entrant, Prohibition, Tournament
from arpad.tournament.trf import write_trf
from arpad.tournament.trf.encoded import code_of
from arpad.tournament.trf.header import Dialect, of_teams


def as_reported(tournament: Tournament) -> Tournament:
    """Return the tournament with all that its report is to say, and nothing that a report cannot say.

    * The initial colour, where lots are drawn for it: it decides the colours of round 1.
    * Baku's acceleration as points by rounds and numbers (TRF26, 250): engines differ in whom the type's code
      alone gives points. No two of them are for one number in one round.
    * The tie-breaks in force, the system's usual ones where nobody has named others.
    * No edition where the newest one holds: bbpPairings knows the Dutch system's code without a year only.
    * Prohibitions end with the last planned round: bbpPairings knows no round beyond 99.
    * The code of the type (192) and the initial colour (152) as named (:func:`named`), and the words of the
      type (092).
    * Dates as TRF writes them, 2026/03/07 (of the rounds 26/03/07).

    The seed and settings that have no columns stay as they are; a report does not tell them.

    Args:
        tournament: as its events or its report make it; one of a system that is not known comes back as it
            is.
    """
    if tournament.system not in SYSTEMS:
        return tournament
    report_tournament = replace(
        tournament,
        settings=telling(tournament.system, tournament.settings),
        initial_colour=initial_colour(tournament),
        prohibitions=tuple(_of_planned_rounds(tournament)),
        tiebreaks=default_tiebreaks(tournament),
    )
    if _newest(tournament):
        report_tournament = replace(report_tournament, edition=None)
    report_tournament = named(
        replace(
            report_tournament,
            details=_printed_details(report_tournament),
            entrants=tuple(map(_with_slashes, report_tournament.entrants)),
        )
    )
    if report_tournament.settings.get("acceleration") == BAKU and (points := baku_of(report_tournament)):
        others = {name: value for name, value in report_tournament.settings.items() if name != "acceleration"}
        report_tournament = replace(
            report_tournament, settings=others, accelerations=report_tournament.accelerations or points
        )
    return replace(report_tournament, accelerations=side_by_side(report_tournament))


def report_of(tournament: Tournament, dialect: Dialect = "trf26", remarks: Iterable[str] = ()) -> str:
    """Return the report of a tournament: :func:`as_reported`, with everybody's place in the standings.

    Boards and byes that the arbiter set by hand stand as comments (``###``) at its end; in TRF16 also the
    byes of rounds after the next, for which it has no record.

    Args:
        tournament: the tournament.
        dialect: as of :func:`arpad.tournament.trf.write_trf`.
        remarks: further comments, such as results that were corrected after the next round was paired.

    Raises:
        NotProvided: a report has no room for something, or has no such matches.
        BadInput: a tie-break cannot be computed.
    """
    report_tournament = as_reported(tournament)
    places = (
        report_tournament.system in SYSTEMS
        and report_tournament.rounds
        and len(ranked_apart(report_tournament)) == 1
    )
    ranks = None
    if places:
        ranks = {row.entrant.number: row.rank for row in standings(report_tournament) if row.rank is not None}
    comments = [
        *_set_by_hand(tournament),
        *remarks,
        *(_later_byes(report_tournament) if dialect == "trf16" else ()),
    ]
    return write_trf(report_tournament, ranks=ranks, dialect=dialect) + "".join(
        f"### {line}\n" for line in comments
    )


def _set_by_hand(tournament: Tournament) -> Iterator[str]:
    for at, round_ in enumerate(tournament.rounds, 1):
        for game in round_.pairings:
            if game.by_hand:
                both = f"{game.white} (White) and {game.black}"
                yield f"round {at}: the arbiter set the board of {both} by hand"
        for bye in round_.byes:
            if bye.by_hand:
                yield f"round {at}: the arbiter gave the bye of {bye.number} by hand"


def _later_byes(tournament: Tournament) -> Iterator[str]:
    """Yield the byes of rounds after the next, for which TRF16 has no record."""
    for at, absences in sorted(tournament.absences.items()):
        if at > tournament.played + 1 and absences:
            byes = ", ".join(f"{number} {bye.value}" for number, bye in sorted(absences.items()))
            yield f"round {at}: byes asked for: {byes}"


def named(tournament: Tournament) -> Tournament:
    """Return the tournament with its type (192) and its initial colour (152) as facts that somebody named.

    A report has them then also where a reader would take the same without being told.
    """
    facts = {
        "encoded_type": code_of(tournament),
        "initial_colour": tournament.initial_colour.upper(),
    }
    details = {**tournament.details, **{name: text for name, text in facts.items() if text}}
    return replace(tournament, details=details)


def _newest(tournament: Tournament) -> bool:
    newest = pairing_system(tournament.system).edition
    return pairing_system(tournament.system, edition=tournament.edition).edition == newest


def _of_planned_rounds(tournament: Tournament) -> Iterator[Prohibition]:
    """Yield the prohibitions that keep somebody apart in a planned round, to the last of them."""
    for prohibition in tournament.prohibitions:
        last = min(prohibition.last, tournament.planned or prohibition.last)
        if prohibition.first <= last and len(prohibition.numbers) > 1:
            yield replace(prohibition, last=last)


def _with_slashes(entrant: Entrant) -> Entrant:
    return replace(entrant, birth=_slashes(entrant.birth))


def _printed_details(tournament: Tournament) -> dict[str, str]:
    """Return what is only printed, with dates as a report has them and the type in words."""
    details = dict(tournament.details)
    for name in ("start", "end"):
        if name in details:
            details[name] = _slashes(details[name])
    if "round_dates" in details:
        days = re.split(r"[,;\s]+", details["round_dates"].strip(" ,;"))
        details["round_dates"] = " ".join(re.sub(r"\A\d\d(?=\d\d/)", "", _slashes(day)) for day in days)
    if words := _type_in_words(tournament):
        details.setdefault("type", words)
    return details


def _slashes(day: str) -> str:
    """Return a date such as 2026-03-07 as TRF writes it; anything else as it is."""
    return day.replace("-", "/") if re.fullmatch(r"\d{4}-\d\d-\d\d", day.strip()) else day


def _type_in_words(tournament: Tournament) -> str:
    """Return the type of a tournament (092) as programs write it; "" for a format that has no such words."""
    teams = "Team" if of_teams(tournament) else "Individual"
    if tournament.system in FIDE_SWISS:
        return f"{teams}: Swiss-System"
    cycles = {1: "", 2: "Double "}.get(tournament.settings.get("cycles", 1))
    if tournament.system != "round-robin" or cycles is None:
        return ""
    return f"{teams}: {cycles}Round-Robin"
