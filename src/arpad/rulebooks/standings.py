"""Standings by every tie-break there is, general ones and those of bodies, by the edition of the day."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TypeVar

from arpad.core import BadInput, Explanation, worded, worded_count
from arpad.rulebooks.bridge.tiebreaks import BRIDGE
from arpad.rulebooks.fide.leavers import uncounted
from arpad.rulebooks.fide.tiebreaks import (
    DEFAULTS,
    EDITIONS,
    FIDE,
    TEAM_DEFAULTS,
    TieBreakEdition,
    edition_of,
)
from arpad.rulebooks.othello.tiebreaks import OTHELLO
from arpad.rulebooks.tiebreaks_by_system import BY_PAIRING
from arpad.rulebooks.uschess.tiebreaks import US_CHESS
from arpad.tournament import standings as ranking
from arpad.tournament.formats.groups import of_group
from arpad.tournament.model import Tournament
from arpad.tournament.points import FOOTBALL_POINTS
from arpad.tournament.standings import Standings
from arpad.tournament.tiebreaks import GENERAL, ScoreTable, TieBreak
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.goals import unknown

TIEBREAKS = GENERAL | US_CHESS | OTHELLO | FIDE | BRIDGE | BY_PAIRING
"""Code → tie-break."""

BY_SYSTEM: dict[str, tuple[str, ...]] = {
    "othello": ("BQ", "DISC"),
    "mcmahon": ("MMS", "SOSM", "SOSOSM"),
    "go-swiss": ("SOSW", "SOSOSW"),
    "keizer": ("KEIZER", "PTS"),
    "information": ("STRENGTH", "PTS"),
    "double-elimination": ("BRACKET",),
    "knockout": ("BRACKET",),
    "swiss-teams": ("VP", "IMP"),
}
"""What is used where nobody has said, by a word in the system's name; others are FIDE's.

A list that has a score itself is the whole order: Keizer ranks by its own, ``information`` by strength.
"""

FOOTBALL = ("GD", "GF", "H2H")
"""What comes first where a win is worth three points and the goals are known."""

ROUND_ROBINS = ("robin", "groups")
"""The systems in which everybody meets everybody, by a word in their names."""

OWN_SCORE = {"mcmahon": "MMS", "swiss-teams": "VP"}
"""The score that orders an event in the place of points, by a word in the system's name."""

T = TypeVar("T")

Edition = date | TieBreakEdition | None


def edition_for(tournament: Tournament, edition: Edition = None) -> TieBreakEdition:
    """Return the edition that is asked for, else the tournament's own, else the one in force when it began.

    Where nobody knows when that was, it is the newest.

    Raises:
        BadInput: none is that old.
    """
    if isinstance(edition, TieBreakEdition):
        return edition
    if edition is not None:
        return edition_of(edition)
    if tournament.tiebreak_edition is not None:
        return tiebreaks_on(tournament.tiebreak_edition)
    try:
        start = date.fromisoformat(tournament.details.get("start", "").replace("/", "-"))
    except ValueError:
        return EDITIONS[-1]
    return tiebreaks_on(start)


def tiebreaks_on(day: date | None) -> TieBreakEdition:
    """Return the tie-break rules in force on a day, the oldest known if none were; the newest for None."""
    return EDITIONS[-1] if day is None else edition_of(max(day, EDITIONS[0].since))


def codes_of(tiebreaks: str | Sequence[str] | None) -> list[str] | None:
    """Return the codes of tie-breaks that are given by codes or in words; None for None.

    Args:
        tiebreaks: such as ``["BH/C1", "Sonneborn-Berger"]``, or one text with commas.
    """
    if tiebreaks is None:
        return None
    words = tiebreaks.split(",") if isinstance(tiebreaks, str) else tiebreaks
    return [TIEBREAKS.as_code(word.strip()) for word in words if word.strip()]


def default_tiebreaks(tournament: Tournament) -> tuple[str, ...]:
    """Return the tournament's own tie-breaks, or what its system commonly uses."""
    if tournament.tiebreaks:
        return tournament.tiebreaks
    for word, codes in BY_SYSTEM.items():
        if word in tournament.system:
            return codes
    table = ScoreTable(tournament)
    if table.team:
        return TEAM_DEFAULTS[table.predetermined]
    usual = DEFAULTS[table.predetermined]
    if tournament.points != FOOTBALL_POINTS or unknown(table, TieBreakCode("GD")) or not _goals(tournament):
        return usual
    # Direct encounter is what head-to-head begins with.
    return (*FOOTBALL, *(code for code in usual if code != "DE"))


def _goals(tournament: Tournament) -> bool:
    """Whether games end in goals: whether one ended otherwise than 1-0 or 0-1, as games of chess do too."""
    scores = {
        game.points for round_ in tournament.rounds for game in round_.pairings if game.points is not None
    }
    return not scores <= {(1, 0), (0, 1)}


def _after_score(tournament: Tournament, codes: Sequence[str | TieBreak]) -> Sequence[str | TieBreak]:
    """Return tie-breaks after the score of the event, where it is not its points and they name none."""
    own = next((score for word, score in OWN_SCORE.items() if word in tournament.system), None)
    named = [(TIEBREAKS.find(code) if isinstance(code, str) else code).code.name for code in codes]
    return codes if own is None or any(map(ranking.is_score, named)) else (own, *codes)


def by_points(tournament: Tournament) -> bool:
    """Whether the points come first in the order that is common for a tournament's system, over everybody."""
    if tournament.system.startswith("groups"):
        return False
    codes = default_tiebreaks(tournament)
    # The order is the same for one as for all, and made at once.
    sample = replace(tournament, entrants=tournament.entrants[:1], rounds=())
    table = ranking.standings(sample, codes, edition_for(tournament), TIEBREAKS)
    return table.order[0] == ranking.BY_POINTS


def ranked_apart(tournament: Tournament) -> dict[str, Tournament]:
    """Return what is ranked by itself: the groups of a tournament of groups by their letters, else all of it.

    Each is a tournament of its own; a tournament that is ranked as a whole has no letter.
    """
    if tournament.system != "groups" or not tournament.entrants:
        return {"": tournament}
    from arpad.rulebooks.pairing_catalogue import system_of
    from arpad.tournament.formats.groups import GroupStage, of_group

    system = system_of(tournament)
    assert isinstance(system, GroupStage)
    try:
        groups = system.groups(tournament)
    except BadInput:  # while entries are made there may be too few, or not yet all in a group
        return {"": tournament}
    return {letter: of_group(tournament, members) for letter, members in groups.items()}


def standings(
    tournament: Tournament, tiebreaks: Sequence[str | TieBreak] | None = None, edition: Edition = None
) -> Standings:
    """Return the standings of a tournament as it is.

    Args:
        tournament: the tournament.
        tiebreaks: codes in order, such as ``("BH/C1", "SB", "DE")``; None for :func:`default_tiebreaks`.
            Where they name no score, they break ties in the event's own: points, McMahon's, victory points.
        edition: the day whose edition of C.07 holds, or the edition; None for :func:`edition_for`.

    Raises:
        BadInput: a code is not known, or lacks what it needs.
    """
    counted, gone = _without_leavers(tournament)
    table = _with_defaults(ranking.standings, counted, tiebreaks, edition)()
    if not gone:
        return table
    notes = [
        worded_count(
            "{number} {name} left after {played} of {count} game, less than half: it counts for nobody.",
            "{number} {name} left after {played} of {count} games, less than half: they count for nobody.",
            games,
            number=number,
            name=tournament.by_number[number].name,
            played=played,
        )
        for number, (played, games) in gone.items()
    ]
    return ranking.with_uncounted(table, [tournament.by_number[number] for number in gone], notes)


def leavers(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Return who left a round robin before half of it: number → games played, and games in all.

    Their games count for nobody; of another tournament nobody's do not.
    """
    return uncounted(tournament) if any(word in tournament.system for word in ROUND_ROBINS) else {}


def _without_leavers(tournament: Tournament) -> tuple[Tournament, dict[int, tuple[int, int]]]:
    """Return a round robin among those whose games count, and the others with how many they played."""
    gone = leavers(tournament)
    if not gone:
        return tournament, {}
    counted = [number for number in tournament.by_number if number not in gone]
    # What is derived from the results of everybody, such as the boards of teams, stays as it is.
    return of_group(tournament, counted), gone


def unfit(tournament: Tournament, tiebreaks: Sequence[str]) -> list[tuple[str, str]]:
    """Return the tie-breaks that standings leave out, and why: the games lack what they count.

    Raises:
        BadInput: a code is not known.
    """
    table = ScoreTable(tournament, rules=edition_for(tournament))
    reasons = [(code, TIEBREAKS.find(code).unfit(table)) for code in tiebreaks]
    return [(code, why) for code, why in reasons if why]


def explain_tiebreak(
    tournament: Tournament,
    code: str,
    number: int,
    tiebreaks: Sequence[str | TieBreak] | None = None,
    edition: Edition = None,
) -> Explanation:
    """Return a participant's value in a tie-break, with its terms.

    Raises:
        BadInput: the code is not known or must not be used here, or nobody has that number.
    """
    counted, gone = _without_leavers(tournament)
    _check_counted(tournament, gone, number)
    return _with_defaults(ranking.explain_tiebreak, counted, tiebreaks, edition)(code=code, number=number)


def explain_place(
    tournament: Tournament,
    a: int,
    b: int,
    tiebreaks: Sequence[str | TieBreak] | None = None,
    edition: Edition = None,
) -> Explanation:
    """Return why one of two participants is ahead of the other.

    Raises:
        BadInput: there is no such participant, or a code is not known.
    """
    return standings(tournament, tiebreaks, edition).compare(a, b)


def _check_counted(tournament: Tournament, gone: Container[int], number: int) -> None:
    """Refuse to explain the tie-breaks of somebody who has none.

    Raises:
        BadInput: the participant left a round robin before half of the games.
    """
    if number in gone:
        raise BadInput(
            worded(
                "{name} left with less than half of the games played, and has no place",
                name=tournament.by_number[number].name,
            )
        )


def _with_defaults(
    function: Callable[..., T],
    tournament: Tournament,
    tiebreaks: Sequence[str | TieBreak] | None,
    edition: Edition,
) -> Callable[..., T]:
    if tiebreaks is None and not tournament.tiebreaks:
        tiebreaks = default_tiebreaks(tournament)
    elif tiebreaks is not None:
        tiebreaks = _after_score(tournament, tiebreaks)
    return partial(
        function,
        tournament,
        tiebreaks=tiebreaks,
        rules=edition_for(tournament, edition),
        catalogue=TIEBREAKS,
    )
