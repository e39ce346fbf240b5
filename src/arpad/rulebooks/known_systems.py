"""Every rating system that arpad knows, by the name that the command line uses, and what a list of them says.

Nothing here imports a system, so that all of them can be listed at once. Systems of other packages stand in
no table: a package that is installed names them as entry points of the group :data:`GROUP`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from arpad.core import BadInput, NotProvided


class SystemListing(NamedTuple):
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


SYSTEMS: dict[str, SystemListing] = {
    "elo": SystemListing("Elo", "live, period", "exact", "arpad.ratings.elo.system:Elo"),
    "glicko": SystemListing("Glicko", "period, live", "exact", "arpad.ratings.glicko.glicko:Glicko"),
    "glicko2": SystemListing("Glicko-2", "period, live", "exact", "arpad.ratings.glicko.glicko2:Glicko2"),
    "glicko-boost": SystemListing(
        "Glicko-Boost", "period", "approximate", "arpad.ratings.glicko.glicko_boost:GlickoBoost"
    ),
    "stephenson": SystemListing(
        "Stephenson", "period, live", "exact", "arpad.ratings.glicko.stephenson:Stephenson"
    ),
    "trueskill": SystemListing("TrueSkill", "live", "exact", "arpad.ratings.contests.trueskill:TrueSkill"),
    "weng-lin": SystemListing("Weng–Lin", "live", "exact", "arpad.ratings.contests.weng_lin:WengLin"),
    "elo-mmr": SystemListing("Elo-MMR", "live", "exact", "arpad.ratings.contests.elo_mmr:EloMmr"),
    "bayes-elo": SystemListing("Bayesian Elo", "live", "exact", "arpad.ratings.bayes.bayes_elo:BayesElo"),
    "bradley-terry": SystemListing(
        "Bradley-Terry", "period", "exact", "arpad.ratings.whole_history.bradley_terry:BradleyTerry"
    ),
    "plackett-luce": SystemListing(
        "Plackett-Luce", "period", "exact", "arpad.ratings.whole_history.plackett_luce:PlackettLuce"
    ),
    "whr": SystemListing(
        "Whole-History Rating", "period", "exact", "arpad.ratings.whole_history.whr:WholeHistoryRating"
    ),
    "ttt": SystemListing(
        "TrueSkill Through Time", "period", "exact", "arpad.ratings.whole_history.ttt:TrueSkillThroughTime"
    ),
    "fide": SystemListing("FIDE rating", "period, live", "exact", "arpad.rulebooks.fide:Fide"),
    "fide-rapid": SystemListing(
        "FIDE rapid rating", "period, live", "exact", "arpad.rulebooks.fide:FideRapid"
    ),
    "fide-blitz": SystemListing(
        "FIDE blitz rating", "period, live", "exact", "arpad.rulebooks.fide:FideBlitz"
    ),
    "uschess": SystemListing("US Chess rating", "period", "approximate", "arpad.rulebooks.uschess:UsChess"),
    "dwz": SystemListing("DWZ", "period", "approximate", "arpad.rulebooks.germany:Dwz"),
    "ingo": SystemListing("Ingo", "period", "approximate", "arpad.rulebooks.germany:Ingo"),
    "ecf": SystemListing("ECF rating", "period, live", "unverified", "arpad.rulebooks.england:Ecf"),
    "exam": SystemListing(
        "the Dutch exam's chess rating", "live", "exact", "arpad.rulebooks.dutch_exam:Exam"
    ),
    "kbaduk": SystemListing("Korean Baduk", "period, live", "exact", "arpad.rulebooks.kbaduk:KoreanBaduk"),
    "egf": SystemListing("EGF rating (GoR)", "period", "exact", "arpad.rulebooks.go:Egf"),
    "aga": SystemListing("AGA rating (BayRate)", "period", "approximate", "arpad.rulebooks.go:Aga"),
    "wof": SystemListing(
        "World Othello Federation", "period", "approximate", "arpad.rulebooks.othello:WorldOthello"
    ),
    "bridge": SystemListing("Bayesian Elo for bridge", "live", "exact", "arpad.rulebooks.bridge:Bridge"),
    "fifa-men": SystemListing("FIFA men's ranking", "live", "exact", "arpad.rulebooks.football:FifaMen"),
    "fifa-women": SystemListing(
        "FIFA women's ranking", "live", "exact", "arpad.rulebooks.football:FifaWomen"
    ),
    "eloratings": SystemListing(
        "World Football Elo Ratings", "live", "exact", "arpad.rulebooks.football:EloRatings"
    ),
    "clubelo": SystemListing(
        "ClubElo, until 2014", "live, period", "unverified", "arpad.rulebooks.football:ClubElo"
    ),
    "nfl": SystemListing(
        "NFL Elo (FiveThirtyEight)", "live, period", "exact", "arpad.rulebooks.fivethirtyeight:Nfl"
    ),
    "nba": SystemListing(
        "NBA Elo (FiveThirtyEight)", "live, period", "exact", "arpad.rulebooks.fivethirtyeight:Nba"
    ),
    "lichess": SystemListing("Lichess (Glicko-2)", "live", "exact", "arpad.rulebooks.online:Lichess"),
    "online": SystemListing(
        "Elo with rules of online games", "live, period", "unverified", "arpad.rulebooks.online:OnlineElo"
    ),
    "placement": SystemListing(
        "Elo with placement games", "live, period", "unverified", "arpad.rulebooks.online:Placement"
    ),
    "tiers": SystemListing(
        "Elo with placement and tiers", "live, period", "unverified", "arpad.rulebooks.online:Tiers"
    ),
    "decay": SystemListing(
        "Elo with tiers and decay", "live, period", "unverified", "arpad.rulebooks.online:Decay"
    ),
}
"""The rating systems. What a row says, the class says too: a test holds them equal."""

LISTS: dict[str, SystemListing] = {
    "skill-points": SystemListing(
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
