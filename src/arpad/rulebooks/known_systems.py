"""Every rating system that arpad knows, by the name that the command line uses, and what a list of them says.

Nothing here imports a system, so that all of them can be listed at once. Systems of other packages stand in
no table: a package that is installed names them as entry points of the group :data:`GROUP`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from arpad.core import BadInput, NotProvided


class Listed(NamedTuple):
    """A rating system, or a list of points, in the list of all.

    Args:
        title: its name in words.
        schedules: those by which it rates, its own first, apart at commas; empty for a list of points.
        status: ``exact``, ``approximate`` or ``unverified`` against its source.
        place: where its class is, ``module:attribute``.
    """

    title: str
    schedules: str
    status: str
    place: str


SYSTEMS: dict[str, Listed] = {
    "elo": Listed("Elo", "live, period", "exact", "arpad.ratings.elo.system:Elo"),
    "glicko": Listed("Glicko", "period, live", "exact", "arpad.ratings.glicko.glicko:Glicko"),
    "glicko2": Listed("Glicko-2", "period, live", "exact", "arpad.ratings.glicko.glicko2:Glicko2"),
    "glicko-boost": Listed(
        "Glicko-Boost", "period", "approximate", "arpad.ratings.glicko.glicko_boost:GlickoBoost"
    ),
    "stephenson": Listed("Stephenson", "period, live", "exact", "arpad.ratings.glicko.stephenson:Stephenson"),
    "trueskill": Listed("TrueSkill", "live", "exact", "arpad.ratings.contests.trueskill:TrueSkill"),
    "weng-lin": Listed("Weng–Lin", "live", "exact", "arpad.ratings.contests.weng_lin:WengLin"),
    "elo-mmr": Listed("Elo-MMR", "live", "exact", "arpad.ratings.contests.elo_mmr:EloMmr"),
    "bayes-elo": Listed("Bayesian Elo", "live", "exact", "arpad.ratings.bayes.bayes_elo:BayesElo"),
    "bradley-terry": Listed(
        "Bradley-Terry", "period", "exact", "arpad.ratings.whole_history.bradley_terry:BradleyTerry"
    ),
    "plackett-luce": Listed(
        "Plackett-Luce", "period", "exact", "arpad.ratings.whole_history.plackett_luce:PlackettLuce"
    ),
    "whr": Listed(
        "Whole-History Rating", "period", "exact", "arpad.ratings.whole_history.whr:WholeHistoryRating"
    ),
    "ttt": Listed(
        "TrueSkill Through Time", "period", "exact", "arpad.ratings.whole_history.ttt:TrueSkillThroughTime"
    ),
    "fide": Listed("FIDE rating", "period, live", "exact", "arpad.rulebooks.fide:Fide"),
    "fide-rapid": Listed("FIDE rapid rating", "period, live", "exact", "arpad.rulebooks.fide:FideRapid"),
    "fide-blitz": Listed("FIDE blitz rating", "period, live", "exact", "arpad.rulebooks.fide:FideBlitz"),
    "uschess": Listed("US Chess rating", "period", "approximate", "arpad.rulebooks.uschess:UsChess"),
    "dwz": Listed("DWZ", "period", "approximate", "arpad.rulebooks.germany:Dwz"),
    "ingo": Listed("Ingo", "period", "approximate", "arpad.rulebooks.germany:Ingo"),
    "ecf": Listed("ECF rating", "period, live", "unverified", "arpad.rulebooks.england:Ecf"),
    "exam": Listed("the Dutch exam's chess rating", "live", "exact", "arpad.rulebooks.dutch_exam:Exam"),
    "kbaduk": Listed("Korean Baduk", "period, live", "exact", "arpad.rulebooks.kbaduk:KoreanBaduk"),
    "egf": Listed("EGF rating (GoR)", "period", "exact", "arpad.rulebooks.go:Egf"),
    "aga": Listed("AGA rating (BayRate)", "period", "approximate", "arpad.rulebooks.go:Aga"),
    "wof": Listed(
        "World Othello Federation", "period", "approximate", "arpad.rulebooks.othello:WorldOthello"
    ),
    "bridge": Listed("Bayesian Elo for bridge", "live", "exact", "arpad.rulebooks.bridge:Bridge"),
    "fifa-men": Listed("FIFA men's ranking", "live", "exact", "arpad.rulebooks.football:FifaMen"),
    "fifa-women": Listed("FIFA women's ranking", "live", "exact", "arpad.rulebooks.football:FifaWomen"),
    "eloratings": Listed(
        "World Football Elo Ratings", "live", "exact", "arpad.rulebooks.football:EloRatings"
    ),
    "clubelo": Listed(
        "ClubElo, until 2014", "live, period", "unverified", "arpad.rulebooks.football:ClubElo"
    ),
    "nfl": Listed(
        "NFL Elo (FiveThirtyEight)", "live, period", "exact", "arpad.rulebooks.fivethirtyeight:Nfl"
    ),
    "nba": Listed(
        "NBA Elo (FiveThirtyEight)", "live, period", "exact", "arpad.rulebooks.fivethirtyeight:Nba"
    ),
    "lichess": Listed("Lichess (Glicko-2)", "live", "exact", "arpad.rulebooks.online:Lichess"),
    "online": Listed(
        "Elo with rules of online games", "live, period", "unverified", "arpad.rulebooks.online:OnlineElo"
    ),
    "placement": Listed(
        "Elo with placement games", "live, period", "unverified", "arpad.rulebooks.online:Placement"
    ),
    "tiers": Listed(
        "Elo with placement and tiers", "live, period", "unverified", "arpad.rulebooks.online:Tiers"
    ),
    "decay": Listed("Elo with tiers and decay", "live, period", "unverified", "arpad.rulebooks.online:Decay"),
}
"""The rating systems. What a row says, the class says too: a test holds them equal."""

LISTS: dict[str, Listed] = {
    "skill-points": Listed(
        "Skill points (best items)", "", "unverified", "arpad.rulebooks.online:SkillPoints"
    ),
}
"""Lists of points in which nobody plays against anybody: ``rate`` and ``explain`` make them from plays of
items. They are no rating systems, having neither schedules nor expected scores."""


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

    systems: dict[str, Installed] = {}
    for point in entry_points(group=GROUP):
        if point.name not in SYSTEMS and point.name not in LISTS:
            distribution = "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
            systems.setdefault(point.name, Installed(point.name, point.value, distribution))
    return dict(sorted(systems.items()))


def _plain(text: str) -> str:
    """Return a system's name as it is compared."""
    return text.strip().lower().replace("-", "").replace("_", "").replace(" ", "")


def known_list(name: str) -> str | None:
    """Return the catalogue's name of a list of points, however it is written; None for any other name."""
    return next((points_list for points_list in LISTS if _plain(points_list) == _plain(name)), None)


def known_system(name: str) -> str:
    """Return the catalogue's name of a system, however it is capitalised or hyphenated.

    Raises:
        BadInput: there is none of that name.
        NotProvided: it is a list of points.
    """
    if known_list(name) is not None:
        raise NotProvided(
            f"{known_list(name)} is a list of points and no rating: nobody plays against anybody",
            remedy="arpad rate and arpad explain take it.",
        )
    wanted = _plain(name)
    names = {_plain(system): system for system in (*SYSTEMS, *LISTS)}
    if wanted in names:
        return names[wanted]
    others = {_plain(system): system for system in installed_systems()}
    if wanted in others:
        return others[wanted]
    names |= others
    from difflib import get_close_matches

    near = get_close_matches(wanted, list(names), n=1, cutoff=0.4)
    remedy = f"Did you mean {names[near[0]]}? " if near else ""
    raise BadInput(
        f"no rating system is called {name!r}", remedy=f"{remedy}Known: {', '.join(names.values())}."
    )
