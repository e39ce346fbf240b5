"""All pairing systems, by their names on the command line.

A system is known by text until it is asked for, so that one imports nothing of the others. Its class is a
dataclass whose fields are its parameters; ``EDITIONS`` of the class lists the texts that it follows, the
oldest first, if there are several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

from arpad.core import BadInput, in_force, joined, worded
from arpad.tournament.entry import (
    FORFEIT_WORDS,
    FORFEITS,
    GAME_WORDS,
    POINTS,
    SCORES,
    Typed,
    game_result,
    result_text,
    typed_result,
)
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.points import FIDE_POINTS, Points
from arpad.tournament.results import Result
from arpad.tournament.system import PairingSystem


class SystemEntry(NamedTuple):
    """A system of the catalogue.

    Args:
        place: ``module:Class``.
        title: what it is, in a few words.
        black_first: whether Black, who moves first, is named first.
        result: ``module:function`` that reads a typed result where the game has its own way: White's result,
            and the points of White and Black.
        ranked: whether participants are numbered in the order of their ratings before the first round
            (C.04.2, 2).
        halves: whether games end 1-0, ½-½ or 0-1 and in no other way, as in chess, Go and shogi.
        points: ``module:NAME`` of the point system that its rules have, where it is not 1-½-0.
        notation: a module whose ``read`` takes the game's own way to write a result, beside the usual way,
            and whose ``printed`` writes its points so.
        grade: ``module:function`` that reads the grade of an entry, where the rules go by grades.
        needs: fields of an entry of which the rules need one to pair anybody.
    """

    place: str
    title: str
    black_first: bool = False
    result: str = ""
    ranked: bool = False
    halves: bool = False
    points: str = ""
    notation: str = ""
    grade: str = ""
    needs: tuple[str, ...] = ()


DISCS = "arpad.rulebooks.othello.discs:result"
GO = "arpad.rulebooks.go.results"
GRADE = "arpad.rulebooks.go.grades:rank_of"

SYSTEMS: dict[str, SystemEntry] = {
    "round-robin": SystemEntry(
        "arpad.tournament.formats.round_robin:RoundRobin", "everybody meets everybody (Berger)"
    ),
    "knockout": SystemEntry("arpad.tournament.formats.knockout:Knockout", "one loss eliminates"),
    "double-elimination": SystemEntry(
        "arpad.tournament.formats.double_elimination:DoubleElimination", "two losses eliminate"
    ),
    "groups": SystemEntry("arpad.tournament.formats.groups:GroupStage", "round robins side by side"),
    "scheveningen": SystemEntry(
        "arpad.tournament.formats.scheveningen:Scheveningen", "two teams, everybody against everybody"
    ),
    "othello": SystemEntry(
        "arpad.rulebooks.othello.pairing:Othello", "Swiss as Korea's Othello players play it", True, DISCS
    ),
    "othello-woc": SystemEntry(
        "arpad.rulebooks.othello.championship:OthelloChampionship",
        "PAPP's penalties, as at the World Othello Championship",
        True,
        DISCS,
    ),
    "mcmahon": SystemEntry(
        "arpad.rulebooks.go.pairing:McMahon",
        "Go: starts by grade, as OpenGotha weighs pairs",
        black_first=True,
        halves=True,
        notation=GO,
        grade=GRADE,
        needs=("grade", "rating"),
    ),
    "go-swiss": SystemEntry(
        "arpad.rulebooks.go.pairing:GoSwiss",
        "Go: Swiss, as OpenGotha weighs pairs",
        black_first=True,
        halves=True,
        notation=GO,
        grade=GRADE,
    ),
    "monrad": SystemEntry(
        "arpad.rulebooks.clubs.monrad:Monrad", "neighbours in the order of points (colours unverified)"
    ),
    "keizer": SystemEntry(
        "arpad.rulebooks.clubs.keizer:Keizer", "clubs: a win is worth the opponent", halves=True
    ),
    "elo-gap": SystemEntry(
        "arpad.rulebooks.shogi.pairing:EloGap",
        "shogi: the least gaps of estimated ratings",
        black_first=True,
        halves=True,
    ),
    "information": SystemEntry(
        "arpad.rulebooks.information.pairing:InformationPairing",
        "the least certain games, ranked by strength",
    ),
    "swiss-teams": SystemEntry(
        "arpad.rulebooks.bridge.swiss_teams:SwissTeams",
        "bridge: neighbours in victory points (unverified)",
        result="arpad.rulebooks.bridge.team_scores:imps",
    ),
    "fide-lim": SystemEntry(
        "arpad.rulebooks.fide.pairing.lim.system:Lim",
        "FIDE's Lim system (C.04.4.3)",
        ranked=True,
        halves=True,
    ),
    "double-swiss": SystemEntry(
        "arpad.rulebooks.fide.pairing.double_swiss.system:DoubleSwiss",
        "FIDE's Double-Swiss: every round a match of two games (C.04.5)",
        result="arpad.rulebooks.fide.pairing.double_swiss.system:match_result",
        ranked=True,
        points="arpad.rulebooks.fide.pairing.double_swiss.system:DOUBLE_SWISS_POINTS",
    ),
    "fide-team": SystemEntry(
        "arpad.rulebooks.fide.pairing.teams.system:TeamSwiss",
        "FIDE's Swiss system for teams (C.04.6)",
        result="arpad.rulebooks.fide.pairing.teams.teams:match_result",
        points="arpad.rulebooks.fide.pairing.teams.system:TEAM_POINTS",
    ),
    "fide-dutch": SystemEntry(
        "arpad.rulebooks.fide.pairing:Dutch", "FIDE's Dutch system (C.04.3)", ranked=True, halves=True
    ),
    "fide-dubov": SystemEntry(
        "arpad.rulebooks.fide.pairing.dubov.system:Dubov",
        "FIDE's Dubov system (C.04.4.1)",
        ranked=True,
        halves=True,
        needs=("rating",),
    ),
    "fide-burstein": SystemEntry(
        "arpad.rulebooks.fide.pairing.burstein.system:Burstein",
        "FIDE's Burstein system (C.04.4.2)",
        ranked=True,
        halves=True,
    ),
}
"""The systems by name."""


def names_black_first(system: str) -> bool:
    """Tell whether a system names Black first, who moves first; one that is not known does not."""
    return system in SYSTEMS and SYSTEMS[system].black_first


def side_headings(tournament: Tournament, at: int) -> tuple[str, str]:
    """Return what stands above the two sides of a round's boards, in the order in which they are named.

    Args:
        tournament: the tournament.
        at: a round that is paired.

    Returns:
        The colours, the one that moves first in the game first; ``First`` and ``Second`` where nobody has
        a colour.
    """
    games = tournament.rounds[at - 1].pairings
    if games and not any(game.coloured for game in games):
        return "First", "Second"
    return ("Black", "White") if names_black_first(tournament.system) else ("White", "Black")


PARAMETERS_OF_ALL = ("name", "edition")

FIXED = ("round-robin", "knockout", "double-elimination", "groups", "scheveningen")
"""Formats in which the entries decide who meets whom to the end, so that nobody can join later."""


USUAL_SWISS = "fide-dutch"
"""What is meant by a Swiss system of which nothing more is said."""


def unknown_pairing_system(name: str) -> BadInput:
    """Return the error that no pairing system has a name, with the one that is probably meant."""
    from difflib import get_close_matches

    word = name.strip().casefold().replace("_", "-").replace(" ", "-")
    near = USUAL_SWISS if word in ("swiss", "fide") else None
    near = near or next((system for system in SYSTEMS if word and word in system.split("-")), None)
    near = near or next(iter(get_close_matches(word, list(SYSTEMS), n=1)), None)
    names = ", ".join(SYSTEMS)
    return BadInput(
        worded("no pairing system is called {name!r}", name=name),
        remedy=worded("Did you mean {near}? Known are {known}.", near=near, known=names)
        if near
        else worded("Known are {known}.", known=names),
        code="system.unknown",
    )


def pairing_system(name: str, *, edition: date | None = None, **parameters: Any) -> PairingSystem:
    """Return a pairing system.

    Args:
        name: its name on the command line.
        edition: the day of the event; None for the newest text.
        parameters: the fields of its class.

    Raises:
        BadInput: there is no such system, it has no edition that old, or no such parameter.
    """
    if name not in SYSTEMS:
        raise unknown_pairing_system(name)
    module, _, kind = SYSTEMS[name].place.partition(":")
    system_class = getattr(import_module(module), kind)
    names = [field.name for field in fields(system_class) if field.name not in PARAMETERS_OF_ALL]
    for parameter in parameters:
        if parameter not in names:
            has = worded("It has {known}.", known=", ".join(names)) if names else worded("It has none.")
            raise BadInput(
                worded("{name} has no parameter {parameter!r}", name=name, parameter=parameter),
                remedy=has,
                code="setting.unknown",
            )
    editions = getattr(system_class, "EDITIONS", ())
    if editions:
        parameters["edition"] = max(editions) if edition is None else in_force(editions, edition)
    if any(field.name == "name" for field in fields(system_class)):
        parameters["name"] = name
    system: PairingSystem = system_class(**parameters)
    return system


def check_grade(name: str, grade: str) -> None:
    """Refuse a grade that the rules of a system go by and cannot read.

    Raises:
        BadInput: they cannot.
    """
    if grade and name in SYSTEMS and SYSTEMS[name].grade:
        module, _, function = SYSTEMS[name].grade.partition(":")
        getattr(import_module(module), function)(grade)


def usual_points(name: str) -> Points:
    """Return the point system that a pairing system's rules have; 1-½-0 where they name none."""
    if name not in SYSTEMS or not SYSTEMS[name].points:
        return FIDE_POINTS
    module, _, constant = SYSTEMS[name].points.partition(":")
    points: Points = getattr(import_module(module), constant)
    return points


def read_result(name: str, text: str, *, goals: bool = False, boards: int = 0) -> Typed:
    """Read a result as it is typed for a system's game.

    Args:
        name: the system.
        text: the result of the first named and the second: Black and White where Black moves first.
        goals: whether games end in goals, whatever the system, so that 1-0 too is a result in goals.
        boards: on how many boards two teams meet; 0 if that is not known.

    Returns:
        White's result, Black's, and the points of both where the text gives them.

    Raises:
        BadInput: it is not a result of such a game; with what may be typed.
    """
    listed = SYSTEMS[name]
    if boards and not listed.result and not listed.halves:
        # Teams meet on boards in any format.
        listed = SYSTEMS["fide-team"]
    if listed.notation:
        own: Typed | None = _notation(listed).read(text)
        if own is not None:
            return own
    forfeit = text.replace(" ", "") in FORFEITS
    if listed.result and not forfeit:
        module, _, function = listed.result.partition(":")
        white, points = getattr(import_module(module), function)(text)
        if listed is SYSTEMS["fide-team"] and points is not None:
            _check_match(text, points, boards)
        return white, white.opposite(), points
    if goals and not forfeit:
        first, second, both = _in_goals(text)
    elif listed.halves:
        first, second, both = _in_halves(text, [_notation(listed).WORDS] if listed.notation else ())
    else:
        first, second, both = typed_result(text)
    if listed.black_first:
        return second, first, None if both is None else (both[1], both[0])
    return first, second, both


def _notation(listed: SystemEntry) -> Any:
    return import_module(listed.notation)


def written_result(system: str, game: Pairing) -> str:
    """Return a board's result as it is typed in a system, in the order in which the board is printed.

    Args:
        system: its name; one that is not known writes results as chess does.
        game: the board.

    Returns:
        Nothing while the result is to come.
    """
    listed = SYSTEMS.get(system)
    if listed is not None and listed.notation:
        text: str
        if game.points is not None:
            text = _notation(listed).printed(*game.points)
            return text
        if {game.white_result, game.black_result} == {Result.WIN, Result.LOSS}:
            text = _notation(listed).won(black=game.black_result is Result.WIN)
            return text
    return result_text(game, names_black_first(system))


def _in_halves(text: str, own: Sequence[str] = ()) -> Typed:
    result = game_result(text)
    if result is None:
        raise BadInput(
            worded("{text!r} is not a valid result", text=text),
            remedy=worded("Enter {words}.", words=joined([*own, GAME_WORDS], "; ")),
            code="result.not-valid",
        )
    return (*result, None)


def _in_goals(text: str) -> Typed:
    """Read a result in goals; what is not such a result is that of a game without goals, as in chess."""
    game = game_result(text)
    if game is not None and (game == SCORES["½", "½"] or POINTS.fullmatch(text.strip()) is None):
        return (*game, None)
    result = typed_result(text, by_points=True)
    if result[2] is not None and any(goals.denominator != 1 for goals in result[2]):
        raise BadInput(
            worded("{text!r} is not a valid result in goals", text=text),
            remedy=worded("Enter 2-1 and the like, ½-½, or {forfeits}.", forfeits=FORFEIT_WORDS),
            code="result.not-valid",
        )
    return result


def _check_match(text: str, points: tuple[Fraction, Fraction], boards: int) -> None:
    """Refuse game points that are no halves, or more than the boards give."""
    if any((2 * score).denominator != 1 for score in points) or (boards and sum(points) > boards):
        raise BadInput(
            worded("{text!r} is not a valid result of a match", text=text),
            remedy=worded(
                "Enter the game points of both, such as 2½-1½, {boards} points together at the most, "
                "or {forfeits}.",
                boards=boards,
                forfeits=FORFEIT_WORDS,
            )
            if boards
            else worded(
                "Enter the game points of both, such as 2½-1½, or {forfeits}.", forfeits=FORFEIT_WORDS
            ),
            code="result.not-valid",
        )


def system_of(tournament: Tournament) -> PairingSystem:
    """Return the pairing system of a tournament, with the parameters among its settings.

    Raises:
        BadInput: there is no such system or edition.
    """
    if tournament.system not in SYSTEMS:
        return pairing_system(tournament.system)
    module, _, kind = SYSTEMS[tournament.system].place.partition(":")
    names = {field.name for field in fields(getattr(import_module(module), kind))} - set(PARAMETERS_OF_ALL)
    chosen = {key: value for key, value in tournament.settings.items() if key in names}
    return pairing_system(tournament.system, edition=tournament.edition, **chosen)
