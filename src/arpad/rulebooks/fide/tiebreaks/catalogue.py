"""C.07's list of tie-breaks (article 5): every code with a line about it and its article."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arpad.rulebooks.fide.tiebreaks import boards, buchholz, encounters, own_record, ratings, sonneborn_berger
from arpad.tournament.tiebreaks.catalogue import Catalogue, Compute, TieBreakKind

CUTS = "CM"


def _kind(name: str, title: str, article: str, compute: Compute, **more: Any) -> TieBreakKind:
    return TieBreakKind(name, title, f"C.07, {article}" if article else "C.07", compute, **more)


def _rated(name: str, title: str, article: str, compute: Compute, modifiers: str = "CMU") -> TieBreakKind:
    return _kind(name, title, article, compute, modifiers=modifiers, unfit=ratings.unfit, digits=0)


def _opposing(
    name: str, title: str, article: str, compute: Compute, modifiers: str, digits: int = 1
) -> TieBreakKind:
    return _kind(name, title, article, compute, modifiers=modifiers, unfit=buchholz.unfit, digits=digits)


def _counted(name: str, title: str, article: str, compute: Compute, **more: Any) -> TieBreakKind:
    return _kind(name, title, article, compute, digits=0, **more)


def _extended_berger(name: str, title: str) -> TieBreakKind:
    method = sonneborn_berger.extended_sonneborn_berger
    return _kind(name, title, "13.2", method, modifiers=CUTS + "P", teams=True)


def _extended_encounter(name: str, then: str) -> TieBreakKind:
    title = f"Direct encounter by the primary, then by the secondary score{then}"
    return _counted(
        name, title, "13.3", encounters.extended, lower=True, among=True, modifiers="P", teams=True
    )


FIDE = Catalogue.of(
    (
        _counted(
            "DE",
            "Direct encounter: the place by the games among the tied",
            "6",
            encounters.encounter,
            lower=True,
            among=True,
            modifiers="P",
        ),
        _counted("WIN", "Rounds that brought a win's points, played or not", "7.1", own_record.wins),
        _counted("WON", "Games won over the board", "7.2", own_record.games_won),
        _counted("BPG", "Games played with Black", "7.3", own_record.games_with_black),
        _counted("BWG", "Games won with Black", "7.4", own_record.games_won_with_black),
        _kind(
            "PS",
            "Progressive scores: the score after every round, added",
            "7.5",
            own_record.progressive,
            modifiers=CUTS,
            digits=1,
        ),
        _counted("REP", "Rounds one elected to play in", "7.6", own_record.elected),
        _kind(
            "STD",
            "Standard points: 1 for more than the opponent, ½ for as much",
            "7.7",
            own_record.standard_points,
            digits=1,
        ),
        _counted(
            "TPN",
            "Pairing number, the smaller first",
            "7.8",
            own_record.pairing_number,
            lower=True,
            modifiers="R",
        ),
        _opposing("BH", "Buchholz: the opponents' scores, added", "8.1", buchholz.buchholz, CUTS + "P"),
        _opposing(
            "AOB", "Average of the opponents' Buchholz", "8.2", buchholz.average_of_opponents, CUTS + "FP", 2
        ),
        _opposing(
            "FB",
            "Fore Buchholz: Buchholz as if the last round were drawn",
            "8.3",
            buchholz.fore_buchholz,
            CUTS + "P",
        ),
        _kind(
            "SB",
            "Sonneborn-Berger: opponents' scores times the points against them",
            "9.1",
            sonneborn_berger.sonneborn_berger,
            modifiers=CUTS + "P",
        ),
        _kind(
            "KS",
            "Koya: points against those with half of the points or more",
            "9.2",
            sonneborn_berger.koya,
            modifiers="L",
            unfit=sonneborn_berger.round_robin_only,
            digits=1,
        ),
        _rated("ARO", "Average rating of the opponents", "10.1", ratings.average_rating),
        _rated("TPR", "Performance rating", "10.2", ratings.performance),
        _rated(
            "PTP",
            "Perfect performance: the lowest rating that would expect the score",
            "10.3",
            ratings.perfect_performance,
        ),
        _rated(
            "APRO", "Average performance rating of the opponents", "10.4", ratings.performance_of_opponents
        ),
        _rated(
            "APPO",
            "Average perfect performance of the opponents",
            "10.5",
            ratings.perfect_performance_of_opponents,
        ),
        _rated("RTNG", "Rating, the higher first", "10.6", own_record.rating, "RU"),
        _kind(
            "BC",
            "Board count: boards times game points on them, the less the better",
            "12.1",
            boards.board_count,
            lower=True,
            among=True,
            teams=True,
            digits=1,
        ),
        _kind("TBR", "Top board results", "12.2", boards.top_boards, teams=True, digits=1),
        _kind("BBE", "Bottom board elimination", "12.3", boards.without_bottom, teams=True, digits=1),
        _kind(
            "MPvGP",
            "Game points where match points place, and the other way round",
            "13.1",
            boards.other_score,
            teams=True,
            digits=1,
        ),
        _extended_berger("EMMSB", "Opponents' match points times match points against them"),
        _extended_berger("EMGSB", "Opponents' match points times game points against them"),
        _extended_berger("EGMSB", "Opponents' game points times match points against them"),
        _extended_berger("EGGSB", "Opponents' game points times game points against them"),
        _extended_encounter("EDE", ""),
        _extended_encounter("EDEBT", ", then board count, then top boards"),
        _extended_encounter("EDEBB", ", then board count, then without bottom boards"),
        _extended_encounter("EDET", ", then top boards"),
        _extended_encounter("EDEB", ", then without bottom boards"),
        _kind(
            "SSSC",
            "Secondary score and strength of the schedule",
            "13.4",
            boards.score_and_strength,
            modifiers="FPK",
            unfit=buchholz.unfit,
            teams=True,
        ),
    ),
    {"GE": "REP"},
)
"""All of C.07's tie-breaks by code."""

DEFAULTS: Mapping[bool, tuple[str, ...]] = {
    False: ("BH/C1", "BH", "SB", "DE", "WIN"),
    True: ("SB", "DE", "KS", "WIN"),
}
"""What is used where nobody has said: in Swiss tournaments and (True) in round robins."""

TEAM_DEFAULTS: Mapping[bool, tuple[str, ...]] = {
    False: ("MPvGP", "EDE", "BH/C1", "EMGSB/C1"),
    True: ("MPvGP", "EDE", "EMGSB"),
}
"""The same of teams with two scores: first the other score (13.1), then who won between the teams (13.3)."""
