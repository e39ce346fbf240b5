"""Every rating system that arpad knows, by the name that the command line uses.

The table names classes as text, so that asking for one imports nothing of the others. Systems of other
packages stand in no table: a package that is installed names them as entry points of the group :data:`GROUP`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from arpad.core import BadInput
from arpad.ratings.parameters import configure
from arpad.ratings.system import RatingSystem

if TYPE_CHECKING:
    from arpad.rulebooks.online.skillpoints import SkillPoints

SYSTEMS: dict[str, str] = {
    "elo": "arpad.ratings.elo.system:Elo",
    "glicko": "arpad.ratings.glicko.glicko:Glicko",
    "glicko2": "arpad.ratings.glicko.glicko2:Glicko2",
    "glicko-boost": "arpad.ratings.glicko.glicko_boost:GlickoBoost",
    "stephenson": "arpad.ratings.glicko.stephenson:Stephenson",
    "trueskill": "arpad.ratings.contests.trueskill:TrueSkill",
    "weng-lin": "arpad.ratings.contests.weng_lin:WengLin",
    "elo-mmr": "arpad.ratings.contests.elo_mmr:EloMmr",
    "bayes-elo": "arpad.ratings.bayes.bayes_elo:BayesElo",
    "bradley-terry": "arpad.ratings.whole_history.bradley_terry:BradleyTerry",
    "plackett-luce": "arpad.ratings.whole_history.plackett_luce:PlackettLuce",
    "whr": "arpad.ratings.whole_history.whr:WholeHistoryRating",
    "ttt": "arpad.ratings.whole_history.ttt:TrueSkillThroughTime",
    "fide": "arpad.rulebooks.fide:Fide",
    "fide-rapid": "arpad.rulebooks.fide:FideRapid",
    "fide-blitz": "arpad.rulebooks.fide:FideBlitz",
    "uschess": "arpad.rulebooks.uschess:UsChess",
    "dwz": "arpad.rulebooks.germany:Dwz",
    "ingo": "arpad.rulebooks.germany:Ingo",
    "ecf": "arpad.rulebooks.england:Ecf",
    "exam": "arpad.rulebooks.dutch_exam:Exam",
    "kbaduk": "arpad.rulebooks.kbaduk:KoreanBaduk",
    "egf": "arpad.rulebooks.go:Egf",
    "aga": "arpad.rulebooks.go:Aga",
    "wof": "arpad.rulebooks.othello:WorldOthello",
    "bridge": "arpad.rulebooks.bridge:Bridge",
    "fifa-men": "arpad.rulebooks.football:FifaMen",
    "fifa-women": "arpad.rulebooks.football:FifaWomen",
    "eloratings": "arpad.rulebooks.football:EloRatings",
    "clubelo": "arpad.rulebooks.football:ClubElo",
    "nfl": "arpad.rulebooks.fivethirtyeight:Nfl",
    "nba": "arpad.rulebooks.fivethirtyeight:Nba",
    "lichess": "arpad.rulebooks.online:Lichess",
    "online": "arpad.rulebooks.online:OnlineElo",
    "placement": "arpad.rulebooks.online:Placement",
    "tiers": "arpad.rulebooks.online:Tiers",
    "decay": "arpad.rulebooks.online:Decay",
}

LISTS: dict[str, str] = {
    "skill-points": "arpad.rulebooks.online:SkillPoints",
}
"""Lists of points in which nobody plays against anybody: ``rate`` and ``explain`` make them from plays of
items. They are no rating systems, having neither schedules nor expected scores."""


def list_class(name: str) -> type[SkillPoints]:
    """Return the class of a list of points.

    Raises:
        BadInput: no list has that name.
    """
    if name not in LISTS:
        raise BadInput(f"no list of points is called {name!r}", remedy=f"Known: {', '.join(LISTS)}.")
    module, _, attribute = LISTS[name].partition(":")
    found: type[SkillPoints] = getattr(import_module(module), attribute)
    return found


GROUP = "arpad.systems"
"""The entry points by which other packages name their rating systems: ``mine = "my_package:Mine"``."""


class Installed(NamedTuple):
    """A rating system of another package.

    Args:
        name: the name of the system.
        place: where its class is, ``module:attribute``.
        distribution: the package that is installed, with its version.
    """

    name: str
    place: str
    distribution: str


@cache
def installed_systems() -> Mapping[str, Installed]:
    """Return the rating systems of other packages by name; a name of arpad's own stays with arpad."""
    from importlib.metadata import entry_points

    found: dict[str, Installed] = {}
    for point in entry_points(group=GROUP):
        if point.name not in SYSTEMS and point.name not in LISTS:
            distribution = "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
            found.setdefault(point.name, Installed(point.name, point.value, distribution))
    return dict(sorted(found.items()))


def _installed_class(installed: Installed) -> type[RatingSystem]:
    """Return the class of a rating system of another package.

    Raises:
        BadInput: it cannot be imported, or it is not a rating system of that name.
    """
    whose = f"the rating system {installed.name} of {installed.distribution or installed.place}"
    module, _, attribute = installed.place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as problem:  # whatever another package does when it is imported
        raise BadInput(
            f"{whose} cannot be loaded: {type(problem).__name__}: {problem}",
            remedy=f"Repair {installed.place}, or uninstall the package.",
        ) from problem
    if not (isinstance(found, type) and issubclass(found, RatingSystem)):
        raise BadInput(f"{whose} is not a class of rating systems: {installed.place}")
    if found.name != installed.name:
        raise BadInput(f"{whose} calls itself {found.name}", remedy="Let the entry point have the same name.")
    return found


def system_class(name: str) -> type[RatingSystem]:
    """Return the class of a rating system.

    Raises:
        BadInput: no system has that name, or it is one of another package that cannot be loaded.
    """
    if name not in SYSTEMS:
        others = installed_systems()
        if name in others:
            return _installed_class(others[name])
        raise BadInput(
            f"no rating system is called {name!r}", remedy=f"Known: {', '.join([*SYSTEMS, *others])}."
        )
    module, _, attribute = SYSTEMS[name].partition(":")
    found: type[RatingSystem] = getattr(import_module(module), attribute)
    return found


FORMERLY: dict[str, str] = {"elo": "online"}
"""A system -> the one that has parameters which the former had, and which are still taken for it."""


def rating_system(
    name: str, settings: Mapping[str, str | float | None] | None = None, /, **more: str | float | None
) -> RatingSystem:
    """Make a rating system by name, with settings given as text or numbers.

    Args:
        name: of the system, as the command line has it.
        settings: parameter -> value.
        more: the same as keywords: ``rating_system("elo", k=30)``; they go before ``settings``.

    Returns:
        The system; where its parameters are no longer those of ``name``, the one that has them.

    Raises:
        BadInput: no system has that name, or it has no such parameter.
    """
    settings = {**(settings or {}), **more}
    try:
        return configure(system_class(name), settings)
    except BadInput as error:
        if settings and error.problem.startswith("it has no parameter"):
            if name in FORMERLY:
                with suppress(BadInput):
                    return configure(system_class(FORMERLY[name]), settings)
            raise BadInput(error.problem.replace("it has", f"{name} has", 1), remedy=error.remedy) from None
        raise
