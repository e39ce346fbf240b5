"""The odds of a game: what a system expects, and what each result would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar

from markupsafe import Markup

from arpad.core import ArpadError, BadInput, Explanation, worded
from arpad.office.pages.explanation_html import working
from arpad.office.pools.careers import rated_games
from arpad.office.pools.pool import Pool, pools
from arpad.ratings.list_columns import INTERVAL
from arpad.ratings.model import Rating
from arpad.ratings.odds import SideOdds, odds
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system
from arpad.web.answers import Page
from arpad.web.context import RequestContext

FIRST = ("elo", "fide", "glicko2", "glicko", "kbaduk", "uschess", "dwz", "egf")
"""The systems that the form offers first."""

ADVANTAGE = {"first": 1, "": 0, "second": -1}
"""Who has White, or plays at home."""


@dataclass(frozen=True)
class OddsPage(Page):
    """The odds of a game.

    Args:
        pools: the ranking lists whose players may be named, by name.
        systems: the rating systems, by name.
        typed: what is asked for.
        sides: what is expected of both, and what they can win or lose; none where nothing is asked.
        names: of both.
        halves: half of the 95 % intervals of both ratings, in points; None without deviations.
        better: the probability that the first is the stronger one; None without deviations.
        decimals: how many decimals of a rating are printed.
        problem: why there are no odds; empty if there are.
        html_why: the calculation.
    """

    TEMPLATE: ClassVar[str] = "odds.html.j2"
    pools: Mapping[str, str]
    systems: Mapping[str, str]
    typed: Mapping[str, str]
    sides: Sequence[SideOdds] = ()
    names: Sequence[str] = ()
    halves: Sequence[float | None] = ()
    better: float | None = None
    decimals: int = 0
    problem: str = ""
    html_why: Markup | str = ""


FIELDS = ("by", "first", "second", "first_deviation", "second_deviation", "white")


def odds_page(context: RequestContext) -> OddsPage:
    """Show the form, and the odds that it asks for."""
    typed = {name: context.query(name) for name in FIELDS}
    lists = pools(context.site.database)
    page = OddsPage(lists, _systems(), typed)
    if not (typed["first"] or typed["second"]):
        return page
    try:
        return _with_odds(context, page)
    except ArpadError as error:
        return replace(page, problem=error.told)


def _with_odds(context: RequestContext, page: OddsPage) -> OddsPage:
    """Return the page with the odds.

    Raises:
        BadInput: a player is not known, or a number is none.
    """
    typed = page.typed
    kind, _, name = typed["by"].partition(":")
    pool = Pool(context.site.database, name) if kind == "list" else None
    if pool is None:
        system = rating_system(name or "elo", {})
    else:
        rated = rated_games(pool)
        system = rated.system_at(int(datetime.now(UTC).timestamp()))
    both = []
    for side in ("first", "second"):
        rating = None if pool is None else rated.state(rated.rules.named(typed[side]))
        both.append(
            rating or _typed(system, typed[side], typed[f"{side}_deviation"], in_list=pool is not None)
        )
    outcome = odds(
        system, both[0], both[1], advantage=ADVANTAGE.get(typed["white"], 0), on=datetime.now(UTC).date()
    )
    explanation = Explanation("odds", outcome.first.expected, tuple(outcome.steps))
    return replace(
        page,
        sides=outcome.sides,
        names=(typed["first"], typed["second"]),
        halves=[
            None if side.rating.deviation is None else INTERVAL * side.rating.deviation
            for side in outcome.sides
        ],
        better=outcome.better,
        decimals=system.decimals,
        problem="" if outcome.lacking is None else outcome.lacking.told,
        html_why=working(explanation, unfolded=1),
    )


def _typed(system: RatingSystem, text: str, deviation: str, *, in_list: bool) -> Rating:
    """Return a rating that is typed.

    Raises:
        BadInput: it is not a number.
    """
    try:
        value = float(text.replace(",", "."))
        spread = float(deviation.replace(",", ".")) if deviation else None
    except ValueError:
        raise BadInput(
            worded("nobody called {name!r} has played in the pool", name=text[:60])
            if in_list
            else worded("{text!r} is not a rating", text=text[:60]),
            code="odds.rating",
            remedy="Write a rating in points, or a name as the ranking list has it.",
        ) from None
    new = system.newcomer()
    has = "deviation" in system.columns
    return replace(new, value=value, deviation=(spread or 60.0) if has else None, games=100, elapsed=0.0)


def _systems() -> dict[str, str]:
    """Return the systems that expect something of a game of two, the usual ones first."""
    usual = [name for name in FIRST if name in SYSTEMS]
    return {name: SYSTEMS[name].title for name in (*usual, *sorted(set(SYSTEMS) - set(usual)))}
